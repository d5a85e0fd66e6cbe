//! Commands in texts: the command that made a page, commands that the page suggests (the same command with another
//! question), and commands in a manuscript, whose output becomes part of the text.
//!
//! A manuscript consists of paragraphs separated by blank lines. The first characters of a paragraph determine its
//! kind: `# ` a heading, `? ` a question, `! ` an answer, `- ` a list, `1. ` a numbered list, `| ` unchanged lines, and
//! `$ ` a command whose page the text shows. After a command, the lines `from PART` and `until PART` limit the output
//! that the text shows: it begins or ends at this [part of the page](PagePart), as in `from tree`.

#[cfg(feature = "cli")]
use super::document::{Block, Excerpt, PagePart, ShownCommand};
use super::escape;
use super::text::columns;
#[cfg(feature = "cli")]
use crate::core::names::{Named, UnknownName};
use crate::core::search::{MAX_DEPTH, Techniques};

/// A command as typed, without the program's name; each word is one argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    words: Vec<String>,
}

/// Options with a value that select what to show, not how to search.
const QUESTIONS: [&str; 9] =
    ["--check", "--why", "--line", "--focus", "--roots", "--width", "--plies", "--output", "-o"];
/// Options without a value that select what to show.
const FLAGS: [&str; 6] = ["--full", "--log", "--orders", "--pv-scan", "--legend", "--answers"];
/// Options that may keep the search from reaching a line, so a suggested command omits or replaces them.
const RESTRICTIONS: [&str; 6] = ["--only", "--only-at", "--nodes", "--time", "--depth", "-d"];

impl Command {
    /// Returns the command with these arguments.
    pub fn new(words: Vec<String>) -> Self {
        Self { words }
    }

    /// Returns the command that searches `line` to its end, `depth` plies deep. Along the line, the search tries no
    /// other moves, so at the end of the line the window is open and the score is exact. The command omits `technique`,
    /// if given, and all techniques that guess. (It cannot search a null move in the line, because lessons don't allow
    /// null moves.)
    pub fn searching(&self, line: &[String], depth: u32, technique: Option<&str>) -> Self {
        let mut words = self.search_words();
        for guess in Techniques::GUESSES.iter() {
            words = without_technique(words, guess.name());
        }
        words = technique.into_iter().fold(words, without_technique);
        let mut added = Vec::new();
        if self.words.iter().any(|word| word == "-d" || word.starts_with("--depth")) || depth < line.len() as u32 {
            added.extend(["--depth".to_owned(), depth.max(line.len() as u32).min(MAX_DEPTH).to_string()]);
        }
        for (ply, name) in line.iter().enumerate() {
            let above = line[..ply].join(" ");
            added.extend(if ply == 0 {
                ["--only".to_owned(), name.clone()]
            } else {
                ["--only-at".to_owned(), format!("{above}: {name}")]
            });
        }
        Self { words }.with(added)
    }

    /// Returns the command without the option that leaves out kinds of moves.
    pub fn with_all_moves(&self) -> Self {
        Self { words: without(&self.words, &["--without"], &[]) }
    }

    /// Returns the command that searches the position after a null move at the end of `line`, `depth` plies deep and
    /// without null moves. Returns `None` if the command already has an `--after` option.
    pub fn after_pass(&self, line: &[String], depth: u32) -> Option<Self> {
        if self.words.iter().any(|word| word.starts_with("--after")) {
            return None;
        }
        let words = without_technique(self.search_words(), "null-move");
        let after = ["--after".to_owned(), format!("{} --", line.join(" "))];
        Some(Self { words }.with(after.into_iter().chain(["--depth".to_owned(), depth.to_string()])))
    }

    /// Returns the command with these options added, before the word `--` after which there are no options.
    #[must_use]
    pub fn with(mut self, options: impl IntoIterator<Item = String>) -> Self {
        let at = self.words.iter().position(|word| word == "--").unwrap_or(self.words.len());
        self.words.splice(at..at, options);
        self
    }

    /// Returns the command without the options for the output's destination and for comparisons.
    #[must_use]
    pub fn without_output(&self) -> Self {
        Self { words: without(&self.words, &["--output", "-o", "--check"], &[]) }
    }

    fn search_words(&self) -> Vec<String> {
        without(&without(&self.words, &QUESTIONS, &FLAGS), &RESTRICTIONS, &[])
    }

    /// Returns the command for a shell as lines of at most `width` columns, unless a word is longer.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let mut lines = vec!["plywood".to_owned()];
        for word in self.words.iter().map(|word| escape::shell(word)) {
            let last = lines.last_mut().expect("there is a line from the beginning on");
            if columns(last) + columns(&word) + 3 <= width {
                last.push(' ');
                last.push_str(&word);
            } else {
                last.push_str(" \\");
                lines.push(format!("    {word}"));
            }
        }
        lines
    }
}

/// Returns the words without some options and their values, and without some flags.
fn without(words: &[String], options: &[&str], flags: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut is_value = false;
    for word in words {
        let (name, value) = word.split_once('=').map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
        let is_option = !is_value && options.contains(&name);
        if !is_option && !is_value && !flags.contains(&name) {
            kept.push(word.clone());
        }
        is_value = is_option && value.is_none();
    }
    kept
}

/// Returns the words with a technique removed from `--with`.
fn without_technique(words: Vec<String>, technique: &str) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        let is_value = kept.last().is_some_and(|last| last == "--with");
        let (before, list) = match word.strip_prefix("--with=") {
            Some(list) => ("--with=", list),
            None if is_value => ("", word.as_str()),
            None => {
                kept.push(word);
                continue;
            }
        };
        let names: Vec<&str> = list.split(',').filter(|name| name.trim() != technique).collect();
        match (names.is_empty(), is_value) {
            (true, true) => drop(kept.pop()),
            (true, false) => {}
            (false, _) => kept.push(format!("{before}{}", names.join(","))),
        }
    }
    kept
}

/// A passage of a text and, if the passage is a command, the part of the command's page to show.
#[cfg(feature = "cli")]
pub(crate) type Passage = (Block, Excerpt);

/// Reads a manuscript.
///
/// # Errors
/// [`UnknownName`] if a command is followed by the name of a part that no page has.
#[cfg(feature = "cli")]
pub(crate) fn passages(manuscript: &str) -> Result<Vec<Passage>, UnknownName> {
    manuscript.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(passage).collect()
}

#[cfg(feature = "cli")]
fn passage(paragraph: &str) -> Result<Passage, UnknownName> {
    let joined = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let block = match paragraph.split_at_checked(2) {
        Some(("# ", title)) => Block::Chapter(joined(title)),
        Some(("? ", text)) => Block::Question(joined(text)),
        Some(("! ", text)) => Block::Answer(joined(text)),
        Some(("| ", _)) => {
            Block::Lines(paragraph.lines().map(|line| line.trim_start_matches("| ").to_owned()).collect())
        }
        Some(("- ", text)) => Block::List(text.split("\n- ").map(joined).collect()),
        Some(("$ ", command)) => {
            let typed = command.lines().next().unwrap_or_default().to_owned();
            let limit = |word: &str| {
                let named = command.lines().skip(1).find_map(|line| line.strip_prefix(word));
                named.map(|name| PagePart::from_name(name.trim())).transpose()
            };
            let excerpt = Excerpt { from: limit("from ")?, until: limit("until ")? };
            return Ok((Block::Command(ShownCommand::of(typed)), excerpt));
        }
        _ if paragraph.starts_with("1. ") => {
            Block::Steps(paragraph.lines().map(|line| step(line).to_owned().into()).collect())
        }
        _ => Block::Text(joined(paragraph)),
    };
    Ok((block, Excerpt::default()))
}

/// Returns the texts of a block that may contain placeholders for numbers.
#[cfg(feature = "cli")]
pub(crate) fn texts(block: &mut Block) -> Vec<&mut String> {
    match block {
        Block::Title(text)
        | Block::Chapter(text)
        | Block::Heading(text, _)
        | Block::Text(text)
        | Block::Wrong(text)
        | Block::Question(text)
        | Block::Answer(text) => vec![text],
        Block::List(points) => points.iter_mut().collect(),
        Block::Steps(points) => points.iter_mut().map(|point| &mut point.text).collect(),
        Block::Lines(_)
        | Block::Typed(_)
        | Block::Beside(..)
        | Block::Picture(_)
        | Block::Verdict(..)
        | Block::Rich(..)
        | Block::Facts(..)
        | Block::Table(_)
        | Block::Command(..)
        | Block::Blank(..)
        | Block::Browser(_)
        | Block::Part(_)
        | Block::Gap
        | Block::NewPage => Vec::new(),
    }
}

/// Returns the text after the number of a list item.
#[cfg(feature = "cli")]
fn step(line: &str) -> &str {
    line.split_once(". ").map_or(line, |(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> Command {
        Command::new(text.split(' ').map(str::to_owned).collect())
    }

    fn line(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn what_was_asked_is_left_out_and_how_it_was_searched_is_kept() {
        let typed = command("explain startpos -d 3 --why e4 --algorithm pvs --with=tt,futility,lmr --only d4 --log");
        let offered = typed.searching(&line("e4 e5"), 3, Some("futility"));
        let expected = "plywood explain startpos --algorithm pvs --with=tt --depth 3 --only e4 --only-at 'e4: e5'";
        assert_eq!(offered.lines(200), [expected]);
    }

    #[test]
    fn a_technique_that_stood_alone_takes_its_option_along() {
        let offered = command("explain x --with futility").searching(&line("e4"), 3, Some("futility"));
        assert_eq!(offered.lines(80), ["plywood explain x --only e4"]);
    }

    #[test]
    fn a_deeper_line_needs_a_deeper_search() {
        let offered = command("explain x").searching(&line("a b"), 1, None);
        assert_eq!(offered.lines(80), ["plywood explain x --depth 2 --only a --only-at 'a: b'"]);
    }

    #[test]
    fn options_are_added_where_they_are_read() {
        let typed = command("explain --depth 1 --why e4 -- startpos");
        let expected = "plywood explain --depth 2 --only e4 --only-at 'e4: e5' -- startpos";
        assert_eq!(typed.searching(&line("e4 e5"), 1, None).lines(80), [expected]);
        let expected = "plywood explain --after 'e4 e5 --' --depth 2 -- startpos";
        assert_eq!(
            typed.after_pass(&line("e4 e5"), 2).map(|offered| offered.lines(80)),
            Some(vec![expected.to_owned()])
        );
    }

    #[test]
    fn a_pass_is_searched_after_its_line() {
        let typed = command("explain startpos -d 5 --with tt,null-move --why e4");
        let offered = typed.after_pass(&line("e4 e5"), 2).map(|offered| offered.lines(80));
        assert_eq!(offered, Some(vec!["plywood explain startpos --with tt --after 'e4 e5 --' --depth 2".to_owned()]));
        assert_eq!(command("explain startpos --after e4").after_pass(&line("e5"), 2), None);
    }

    #[test]
    fn no_deeper_search_is_offered_than_there_is() {
        let offered = command("explain x").searching(&vec!["a".to_owned(); 68], 12, None).lines(80);
        assert!(offered[0].starts_with("plywood explain x --depth 64 "), "{offered:?}");
    }

    #[test]
    fn long_commands_are_broken_as_a_shell_reads_them() {
        let offered = Command::new(vec!["explain".to_owned(), "8/8/8/8 w - - 0 1".to_owned(), "--full".to_owned()]);
        assert_eq!(offered.lines(40), ["plywood explain '8/8/8/8 w - - 0 1' \\", "    --full"]);
    }
}
