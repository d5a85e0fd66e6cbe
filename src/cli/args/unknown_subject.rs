//! Messages for words that do not name a subject: two subjects instead of one, values of options, moves, or names of
//! other things.

use crate::cli::args::look_alike::{long_dash, look_alike};
use crate::cli::args::output_args::numbered_output;
use crate::cli::args::similar::{did_you_mean, similar};
use crate::cli::args::value_meaning::{Meaning, WITH, meaning};
use crate::cli::command_error::{CommandError, Result, failure};
use crate::cli::context::Context;
use crate::cli::{Cli, usage};
use crate::core::game::chess::parse_san;
use crate::core::game::classic::GameList;
use crate::core::text::listed;
use crate::exercise::TreeShape;
use crate::lessons::model::{builtin_names, looks_typed};
use crate::page::escape;
use crate::subject::{START, Subject, tree_of};
use clap::{Arg, CommandFactory};
use std::ffi::OsString;
use std::path::Path;

/// Extensions of the files that plywood reads.
const ENDINGS: [&str; 5] = ["json", "jsonl", "epd", "fen", "pgn"];
/// Values that people write after an option that takes no value.
const SWITCHES: [&str; 6] = ["yes", "no", "true", "false", "on", "off"];

/// Returns the error for words that name nothing to search.
pub(in crate::cli) fn unknown(context: &Context, words: &[String]) -> CommandError {
    let typed = TypedLine::read(context);
    let text = words.join(" ");
    if text.trim().is_empty() {
        let command = &typed.command;
        // Distil makes lessons of positions.
        let subject = if command == "distil" { "startpos" } else { "sargon-1" };
        return usage(format!(
            "{command} needs a tree, a lesson, a file or a FEN, but the argument is empty; for example:\n  plywood {command} {subject}"
        ));
    }
    if let Some(said) = look_alike(&|text| is_subject(context, text), &typed.command, &text) {
        return usage(said);
    }
    if 1 < words.len() && context.at(&text).is_file() {
        let (command, quoted) = (&typed.command, escape::shell(&text));
        return usage(format!("put quotation marks around a name with spaces:\n  plywood {command} {quoted}"));
    }
    if let Some(said) = typed.late_quote(context, words) {
        return usage(said);
    }
    if let Some(error) = words.iter().find_map(|word| no_file(context, word)) {
        return error;
    }
    if text.starts_with(|letter: char| letter.is_ascii_digit()) && text.parse::<TreeShape>().is_ok() {
        return usage(format!("`{text}` is the shape of a tree; for an exercise: plywood exercise new --shape {text}"));
    }
    let known = split(context, words);
    let said = match (&known, words) {
        (Some((subject, rest)), _) => typed.left_over(context, subject, rest),
        (None, [word]) => typed.alone(word),
        (None, _) => only_numbers(words).or_else(|| typed.without_subject(words)),
    };
    said.map_or_else(|| nothing(context, &text), usage)
}

/// Returns the error for words that begin with a tree and continue with something else, such as an option, or that are
/// a game and not a tree.
pub(in crate::cli) fn beside_tree(context: &Context, words: &[String]) -> Option<CommandError> {
    let typed = TypedLine::read(context);
    let text = words.join(" ");
    if let Some(said) = look_alike(&|text| is_subject(context, text), &typed.command, &text) {
        return Some(usage(said));
    }
    if let Some(said) = typed.late_quote(context, words) {
        return Some(usage(said));
    }
    let (subject, rest) = split(context, words)?;
    // Brackets in the rest belong to the tree.
    let is_rest = !rest.iter().any(|word| word.contains(['(', ')', '[', ']', '{', '}']));
    typed.left_over(context, &subject, &rest).filter(|_| is_rest).map(usage)
}

/// Returns whether these words are several trees, each of them whole.
pub(in crate::cli) fn are_trees(words: &[String]) -> bool {
    let is_tree = |word: &String| looks_typed(word) && matches!(tree_of(word), Some(Ok(_)));
    1 < words.len() && words.iter().all(is_tree)
}

/// Refuses several trees in a row, which would otherwise be read as one tree.
pub(in crate::cli) fn refuse_trees(context: &Context, words: &[String]) -> Result<()> {
    if !are_trees(words) {
        return Ok(());
    }
    let command = TypedLine::read(context).command;
    let whole = escape::shell(&format!("({})", words.join(" ")));
    let takes = if command == COMPARE { "one or two trees" } else { "one tree" };
    let text = format!("{command} takes {takes}, but you gave {}; to join them into one tree", words.len());
    Err(usage(format!("{text}:\n  plywood {command} {whole}")))
}

/// Returns the error for a word that names a missing file.
fn no_file(context: &Context, word: &str) -> Option<CommandError> {
    let is_subject = || matches!(Subject::of_words(word, context.games()), Ok(Some(_)));
    if word.contains('\n') || context.at(word).exists() || is_subject() {
        return None;
    }
    if let Some(path) = word.strip_prefix("file://") {
        let command = TypedLine::read(context).corrected(&[word], &[path.to_owned()]);
        return Some(usage(format!("plywood reads file paths, not URLs; give the path:\n  {command}")));
    }
    if word.contains("://") {
        let text = "plywood reads files and not the web; download the game as PGN, or copy the FEN of the position";
        return Some(usage(format!("{text}\n  plywood explain game.pgn --ply 20\n  plywood explain \"{START}\"")));
    }
    let name = Path::new(word.strip_suffix(".gz").unwrap_or(word));
    let ending = name.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let is_name = word.contains(['/', '\\']) || ending.as_ref().is_some_and(|ending| ENDINGS.contains(&&**ending));
    if !is_name && ending.is_none() {
        return None;
    }
    let folder = Path::new(word).parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let inside = std::fs::read_dir(context.at(folder)).into_iter().flatten().flatten().take(1000);
    let names: Vec<String> = inside.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let file = Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let near = similar(&file, names.iter().map(String::as_str));
    // A word with a misspelled ending looks like the name of a file only if there is such a file.
    (is_name || !near.is_empty()).then(|| failure!("there is no file {word}{}", did_you_mean(&near)))
}

/// Returns true if a text names a file or something that plywood can search.
pub(in crate::cli) fn is_subject(context: &Context, text: &str) -> bool {
    context.at(text).is_file() || !matches!(Subject::of_words(text, context.games()), Ok(None))
}

/// Returns whether [`unknown`] has a specific message for a word, such as a missing file, moves, or the value of an
/// option.
pub(in crate::cli) fn is_meant_for_subject(context: &Context, word: &str) -> bool {
    let is_opened = word.starts_with(['(', '[', '{']) || word.eq_ignore_ascii_case("chess");
    let is_known = word.parse::<f64>().is_ok() || meaning(word).is_some();
    let is_alike = || look_alike(&|text| is_subject(context, text), "explain", word).is_some();
    is_opened || is_known || no_file(context, word).is_some() || is_move(word) || is_alike()
}

/// Splits words into the longest possible subject and the rest.
fn split<'a>(context: &Context, words: &'a [String]) -> Option<(String, Vec<&'a str>)> {
    let all = || words.iter().map(String::as_str);
    let front = |count: &usize| matches!(Subject::of_words(&words[..*count].join(" "), context.games()), Ok(Some(_)));
    if let Some(count) = (1..words.len()).rev().find(front) {
        return Some((words[..count].join(" "), all().skip(count).collect()));
    }
    let at = words.iter().position(|word| 1 < words.len() && is_subject(context, word))?;
    Some((words[at].clone(), all().enumerate().filter(|(index, _)| *index != at).map(|(_, word)| word).collect()))
}

fn only_numbers(words: &[String]) -> Option<String> {
    let is_number = |word: &str| word.trim_matches(',').parse::<f64>().is_ok();
    words.iter().flat_map(|word| word.split_whitespace()).all(is_number).then(|| {
        "numbers alone do not make a tree; brackets group the moves of each node, and quotes keep the shell away from \
         brackets:\n  plywood explain \"((3 12 8) (2 4 6))\""
            .to_owned()
    })
}

/// Returns the general error, which lists the kinds of subjects.
fn nothing(context: &Context, text: &str) -> CommandError {
    let near = similar(text, builtin_names());
    let games: Vec<&str> = context.games().rows().filter_map(|row| row.names.first().copied()).collect();
    let pasted = if text.contains('\n') { format!("{PASTED}\n  ") } else { String::new() };
    usage(format!(
        "`{text}` is not a file, a built-in lesson, a tree, a game, or a FEN{}\n  all lessons: plywood lessons\n  \
         games: {}\n  a tree looks like this: ((3 12 8) (2 4 6))\n  {pasted}a FEN looks like this: {START}\n  how search works: \
         plywood course",
        did_you_mean(&near),
        games.join(", ")
    ))
}

/// What can be pasted as a tree, for messages about a text that is not one.
pub(in crate::cli) const PASTED: &str = "what can be pasted as a tree: nested lists, Python dictionaries, indented outlines, \
     DOT, Mermaid and LaTeX; examples are in \"What you can paste\" in docs/model-format.md";

/// The characters at the beginning of an option, also as word processors write them.
const HYPHENS: [char; 3] = ['-', '\u{2013}', '\u{2014}'];
/// The command whose options take lists.
const COMPARE: &str = "compare";

/// Returns whether a word is a move from the start position.
fn is_move(word: &str) -> bool {
    let start = Subject::of_words(START, &GameList::default()).ok().flatten();
    let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    start.as_ref().and_then(Subject::position).is_some_and(|position| parse_san(position, word).is_ok())
}

/// The command line as typed.
struct TypedLine {
    /// The command, with its subcommand.
    command: String,
    /// Everything after the program's name.
    words: Vec<String>,
}

impl TypedLine {
    fn read(context: &Context) -> Self {
        let mut words = context.arguments();
        let program = Cli::command();
        if words.first().is_none_or(|first| program.find_subcommand(first).is_none()) {
            words.insert(0, "explain".to_owned());
        }
        let inner = program.find_subcommand(&words[0]).zip(words.get(1));
        let is_nested = inner.is_some_and(|(command, second)| command.find_subcommand(second).is_some());
        let command = words[..if is_nested { 2 } else { 1 }].join(" ");
        Self { command, words }
    }

    /// Returns the command line without the words `without`, and with `options` added.
    fn corrected(&self, without: &[&str], options: &[String]) -> String {
        let mut left_out = without.to_vec();
        let mut kept: Vec<String> = Vec::new();
        for word in &self.words {
            match left_out.iter().position(|out| out == word) {
                Some(at) => drop(left_out.remove(at)),
                None => kept.push(word.clone()),
            }
        }
        for option in options {
            let Some((name, value)) = option.split_once(' ') else {
                kept.push(option.clone());
                continue;
            };
            let is_list = name == WITH || self.command == COMPARE;
            match kept.iter().position(|word| word == name).filter(|at| at + 1 < kept.len()) {
                Some(at) if is_list => kept[at + 1] += &format!(",{value}"),
                Some(at) => value.clone_into(&mut kept[at + 1]),
                None => kept.extend([name.to_owned(), value.to_owned()]),
            }
        }
        let words: Vec<String> = kept.iter().map(|word| escape::shell(word)).collect();
        format!("plywood {}", words.join(" "))
    }

    /// Returns the message for words that remain after a subject has been recognized.
    fn left_over(&self, context: &Context, subject: &str, rest: &[&str]) -> Option<String> {
        let command = &self.command;
        let first = *rest.first()?;
        if let Some((command, right)) = self.late_command(first) {
            return Some(format!("the command `{command}` comes first:\n  {right}"));
        }
        if let Some(said) = long_dash(rest, &self.corrected(rest, &[])) {
            return Some(said);
        }
        let is_pile = |word: &&str| word.trim_matches(',').parse::<u32>().is_ok();
        if subject == "nim" && rest.iter().all(is_pile) {
            let piles: Vec<&str> = rest.iter().map(|word| word.trim_matches(',')).collect();
            let right = self.corrected(&[&[subject], rest].concat(), &[format!("nim:{}", piles.join(","))]);
            return Some(format!("the piles follow a colon:\n  {right}"));
        }
        if let Some((moves, right)) = self.after_moves(subject, rest) {
            return Some(format!("--after plays moves such as `{moves}` from the position:\n  {right}"));
        }
        if let Some(said) = self.detached(rest) {
            return Some(said);
        }
        if rest.iter().all(|word| is_subject(context, word)) {
            let all: Vec<&str> = std::iter::once(subject).chain(rest.iter().copied()).collect();
            let is_new = |(at, one): &(usize, &&str)| !all[..*at].contains(one);
            let alone = |(at, _): (usize, &&str)| {
                let others = [&all[..at], &all[at + 1..]].concat();
                // A subject is one word in quotation marks, or several words.
                let is_word = |one: &str| self.words.iter().any(|word| word == one);
                let typed = others.iter().flat_map(|&one| one.split(if is_word(one) { '\0' } else { ' ' }));
                let (others, command) = (typed.collect::<Vec<&str>>(), self.command.clone());
                let one = Self { command, words: numbered_output(&self.words, at + 1) };
                format!("\n  {}", one.corrected(&others, &[]))
            };
            let each: Vec<String> = all.iter().enumerate().filter(is_new).map(alone).collect();
            let two = "two trees or lessons, or two or more traces";
            let said = match all.as_slice() {
                [one, other] if command == COMPARE => format!("{two}, but not `{one}` with `{other}`"),
                _ if command == COMPARE => format!("one subject, {two}, but you gave {}", all.len()),
                _ => format!("one subject, but you gave {}", all.len()),
            };
            return Some(format!("{command} takes {said}. Run it once for each:{}", each.concat()));
        }
        if let Some(option) = self.switched(first) {
            let right = self.corrected(&[first], &[]);
            return Some(format!("{option} takes no value, so leave `{first}` out:\n  {right}"));
        }
        if let [name, number] = rest
            && number.parse::<u32>().is_ok()
            && ["depth", "ply", "width", "plies", "nodes", "time"].contains(name)
        {
            let right = self.corrected(rest, &[format!("--{name} {number}")]);
            return Some(format!("`{name}` is an option and begins with two hyphens:\n  {right}"));
        }
        let meanings: Vec<Meaning> = rest.iter().filter_map(|word| self.meaning(word)).collect();
        if meanings.len() == rest.len() {
            let options: Vec<String> = meanings.iter().map(|meaning| meaning.option.clone()).collect();
            let comma = if meanings[0].option.starts_with(WITH) && self.words.iter().any(|word| word == WITH) {
                " Separate techniques with a comma:"
            } else {
                " It belongs to an option:"
            };
            let right = self.corrected(rest, &options);
            return Some(format!("`{first}` is {}, not a second subject.{comma}\n  {right}", meanings[0].kind));
        }
        let (known, unknown): (Vec<&str>, Vec<&str>) = rest.iter().partition(|word| is_subject(context, word));
        let known: Vec<String> = [&[subject], known.as_slice()].concat().iter().map(|one| format!("`{one}`")).collect();
        Some(format!(
            "{command} found {} and does not know what `{}` is; leave it out, or see the options:\n  plywood {command} \
             --help",
            listed(&known),
            unknown.join(" ")
        ))
    }

    /// If the command was typed after its subject, returns the command, and the command line in the right order.
    fn late_command(&self, first: &str) -> Option<(String, String)> {
        let program = Cli::command();
        let command = program.find_subcommand(first.to_lowercase())?.get_name().to_owned();
        let rest = self.words[1..].iter().filter(|word| *word != first);
        let words: Vec<String> = rest.map(|word| escape::shell(word)).collect();
        let right = format!("plywood {command} {}", words.join(" "));
        Some((command, right))
    }

    /// Returns the message for a subject and an option inside the same quotation marks.
    fn late_quote(&self, context: &Context, words: &[String]) -> Option<String> {
        let [word] = words else { return None };
        let name = |at: usize| word[at..].trim_start().trim_start_matches(HYPHENS);
        let is_option = |at: &usize| {
            word[*at..].trim_start().starts_with(HYPHENS) && name(*at).starts_with(|c: char| c.is_ascii_alphabetic())
        };
        let at = word.match_indices(char::is_whitespace).map(|(at, _)| at).find(is_option)?;
        let (subject, name) = (&word[..at], name(at));
        let hyphens = if name.split_whitespace().next().is_some_and(|name| name.len() == 1) { "-" } else { "--" };
        if !matches!(Subject::of_words(subject, context.games()), Ok(Some(_))) {
            return None;
        }
        let text = "an option is inside the quotation marks of the subject; close them before it";
        let (before, subject) = (self.corrected(&[word], &[]), escape::shell(subject));
        Some(format!("{text}:\n  {before} {subject} {hyphens}{name}"))
    }

    /// Returns the message for a single word that is the value of an option, if a space separates the two although the
    /// option needs an equals sign.
    fn detached(&self, rest: &[&str]) -> Option<String> {
        let [value] = rest else { return None };
        let at = self.words.iter().position(|typed| typed == value)?;
        let option = self.words.get(at.checked_sub(1)?)?;
        let found = self.option(option).filter(Arg::is_require_equals_set)?;
        let asks_for_values = *value == "help" && !found.get_possible_values().is_empty();
        if !asks_for_values {
            // The option takes the word if the command line with the equals sign can be parsed.
            let joined = [&self.words[..at - 1], &[format!("{option}={value}")], &self.words[at + 1..]].concat();
            let line = std::iter::once("plywood".to_owned()).chain(joined).map(OsString::from);
            Cli::parse(line).ok()?;
        }
        let right = self.corrected(&[option, value], &[format!("{option}={value}")]);
        Some(format!("the value of {option} follows an equals sign:\n  {right}"))
    }

    /// Returns this option of the command, if it has one.
    fn option(&self, option: &str) -> Option<Arg> {
        let name = option.strip_prefix("--")?;
        let program = Cli::command();
        let command = self.command.split(' ').try_fold(&program, |command, name| command.find_subcommand(name))?;
        command.get_arguments().find(|arg| arg.get_long() == Some(name)).cloned()
    }

    /// Returns the meaning of a word as the value of one of the command's options.
    fn meaning(&self, word: &str) -> Option<Meaning> {
        meaning(word).filter(|meaning| meaning.option.split(' ').next().and_then(|name| self.option(name)).is_some())
    }

    /// Returns the option before a word such as `yes` or `off`, if the word follows an option.
    fn switched(&self, word: &str) -> Option<&str> {
        let at = self.words.iter().position(|typed| typed == word)?;
        let option = self.words.get(at.checked_sub(1)?)?;
        let is_switch = SWITCHES.contains(&&*word.to_lowercase()) && option.starts_with("--");
        is_switch.then_some(option)
    }

    /// Returns the message for option values if what to search is missing.
    fn without_subject(&self, words: &[String]) -> Option<String> {
        let meanings: Vec<Meaning> = words.iter().map(|word| self.meaning(word)).collect::<Option<_>>()?;
        let options: Vec<String> = meanings.iter().map(|meaning| meaning.option.clone()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = format!("`{}` is {}, and what to search is missing; for example:", words[0], meanings[0].kind);
        // The example uses a position, because many techniques and orders need a board and a lesson sets its own depth.
        let is_about_trees = ["--algorithm", "--format"].iter().any(|option| meanings[0].option.starts_with(option));
        let is_about_games = ["symmetry", "centre"].iter().any(|name| meanings[0].option.ends_with(name));
        let subject = match (is_about_trees, is_about_games) {
            (true, _) => "wikipedia",
            (false, true) => "ttt",
            (false, false) => "startpos",
        };
        let command = Self { command: self.command.clone(), words: self.before(words[0], subject) };
        Some(format!("{text}\n  {}", command.corrected(&words, &options)))
    }

    /// Returns the typed words with `other` inserted before `word`.
    fn before(&self, word: &str, other: &str) -> Vec<String> {
        let at = self.words.iter().position(|typed| typed == word).unwrap_or(self.words.len());
        [&self.words[..at], &[other.to_owned()], &self.words[at..]].concat()
    }

    /// Returns the moves, and the command that plays them from the subject.
    fn after_moves(&self, subject: &str, rest: &[&str]) -> Option<(String, String)> {
        let moves: Vec<&str> = rest.iter().copied().filter(|word| *word != "moves").collect();
        let start = Subject::of_words(subject, &GameList::default()).ok()??;
        let position = start.position().filter(|_| !start.is_lesson())?;
        parse_san(position, moves.first()?).ok()?;
        let moves = moves.join(" ");
        let right = self.corrected(rest, &[format!("--after {moves}")]);
        Some((moves, right))
    }

    /// Returns the message for a single word that means something other than a subject.
    fn alone(&self, word: &str) -> Option<String> {
        let command = &self.command;
        if word.trim().eq_ignore_ascii_case("chess") {
            return Some(format!("`chess` is the game; name a position:\n  plywood {command} startpos"));
        }
        if let Some(said) = self.detached(&[word]) {
            return Some(said);
        }
        let words = [word.to_owned()];
        if let Some(said) = self.without_subject(&words).or_else(|| only_numbers(&words)) {
            return Some(said);
        }
        if Cli::command().find_subcommand(word.to_lowercase()).is_some() {
            return Some(format!(
                "`{word}` is a command, and what to search is missing; for example:\n  plywood {word} --help"
            ));
        }
        is_move(word.split_whitespace().next()?).then(|| {
            let quoted = escape::shell(word);
            format!(
                "--after plays moves such as `{word}` from a position:\n  plywood {command} startpos --after {quoted}"
            )
        })
    }
}

/// Returns the error for a name that is not a built-in lesson.
pub(in crate::cli) fn unknown_lesson(name: &str) -> CommandError {
    let near = did_you_mean(&similar(name, builtin_names()));
    usage(format!("there is no built-in lesson `{name}`{near}\n  all lessons: plywood lessons"))
}
