//! A text with pages of the program in it, read from a plain manuscript.
//!
//! A manuscript consists of paragraphs with blank lines between. A paragraph that begins with `# ` is a heading, with `? ` a
//! question, with `! ` an answer, with `- ` a list, with `1. ` a numbered list, with `| ` lines that stay as they are, and with
//! `$ ` a command whose output stands there; lines below it may say `from TEXT` and `until TEXT`: only what stands between the
//! lines that begin so is shown. `TEXT|OTHER` means either.

use super::document::Block;

/// A command in a text, and which part of its output is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownCommand {
    /// The output begins with the first line that begins so.
    pub from: Option<String>,
    /// It ends before the next line that begins so.
    pub until: Option<String>,
}

/// A part of a text; a command is run before it is shown.
pub(crate) type Passage = (Block, ShownCommand);

pub(crate) fn read(manuscript: &str) -> Vec<Passage> {
    manuscript.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(passage).collect()
}

fn passage(paragraph: &str) -> Passage {
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
                command.lines().skip(1).find_map(|line| line.strip_prefix(word)).map(|text| text.trim().to_owned())
            };
            return (
                Block::Command(typed, String::new()),
                ShownCommand { from: limit("from "), until: limit("until ") },
            );
        }
        _ if paragraph.starts_with("1. ") => {
            Block::Steps(paragraph.lines().map(|line| step(line).to_owned().into()).collect())
        }
        _ => Block::Text(joined(paragraph)),
    };
    (block, ShownCommand::default())
}

impl ShownCommand {
    /// Returns what is shown of the output of a command.
    pub(crate) fn of(&self, output: &str) -> String {
        let begins = |line: &&str, with: &Option<String>| {
            let begins = |with: &str| line.trim_start().starts_with(with.trim());
            with.as_ref().is_some_and(|with| with.split('|').any(begins))
        };
        let lines: Vec<&str> =
            output.lines().skip_while(|line| self.from.is_some() && !begins(line, &self.from)).collect();
        let end = lines.iter().skip(1).position(|line| begins(line, &self.until)).map_or(lines.len(), |at| at + 1);
        lines[..end.min(lines.len())].join("\n").trim_end().to_owned()
    }
}

/// Returns the texts of a block, in which numbers may still have to be filled in.
pub(crate) fn texts(block: &mut Block) -> Vec<&mut String> {
    match block {
        Block::Title(text)
        | Block::Chapter(text)
        | Block::Heading(text, _)
        | Block::Text(text)
        | Block::Question(text)
        | Block::Answer(text) => vec![text],
        Block::List(points) => points.iter_mut().collect(),
        Block::Steps(points) => points.iter_mut().map(|point| &mut point.text).collect(),
        Block::Lines(_)
        | Block::Beside(..)
        | Block::Picture(_)
        | Block::Facts(..)
        | Block::Table(_)
        | Block::Command(..)
        | Block::Blank(..)
        | Block::Gap
        | Block::NewPage => Vec::new(),
    }
}

/// What stands behind the number of a point.
fn step(line: &str) -> &str {
    line.split_once(". ").map_or(line, |(_, text)| text)
}
