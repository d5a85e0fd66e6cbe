//! Pages as Markdown; drawings are code blocks.

use super::{Below, Block, Column, Document, NumberedPoint, ShownCommand, Table, all};
use crate::page::escape::{fence, markdown};
use crate::page::style::Style;
use crate::page::text::{unbreakable, wrapped};

/// Returns the page as Markdown.
pub(super) fn write(document: &Document, style: &Style) -> String {
    let blocks = apart(&document.blocks).into_iter().enumerate();
    blocks.map(|(index, block)| self::block(block, index == 0, style)).collect::<Vec<_>>().join("\n")
}

/// Returns the blocks that Markdown shows: pictures, verdicts and HTML are replaced by their plain blocks.
fn apart(blocks: &[Block]) -> Vec<&Block> {
    let mut parts = Vec::new();
    for block in blocks {
        if let Block::Picture(picture) = block {
            parts.extend(apart(&picture.plain));
        } else if let Block::Verdict(_, _, plain) | Block::Rich(_, plain) = block {
            parts.extend(apart(plain));
        } else if !matches!(block, Block::Gap | Block::Part(_) | Block::Browser(_)) {
            parts.push(block);
        }
    }
    parts
}

fn block(block: &Block, is_first: bool, style: &Style) -> String {
    match block {
        Block::Title(text) => format!("# {}\n", markdown(text)),
        Block::Chapter(text) => format!("## {}\n", markdown(text)),
        Block::Heading(text, aside) => {
            let aside = if aside.is_empty() { String::new() } else { format!(" ({})", markdown(aside)) };
            format!("{} {}{aside}\n", if is_first { "#" } else { "##" }, markdown(text))
        }
        Block::Text(text) | Block::Wrong(text) => indented("", "", text, style),
        Block::Lines(lines) | Block::Typed(lines) => code("text", &lines.join("\n")),
        Block::Beside(board, text, facts) => {
            let board = if board.is_empty() { String::new() } else { code("text", &board.join("\n")) + "\n" };
            let gap = if facts.is_empty() { "" } else { "\n" };
            format!("{board}{}{gap}{}", indented("", "", text, style), all(facts, fact))
        }
        Block::Facts(_, facts) => all(facts, fact),
        Block::Table(table) if table.is_drawn() => code("text", &table.lines(style.width).join("\n")),
        Block::Table(table) => self::table(table),
        Block::List(points) => all(points, |point| indented("- ", "", point, style)),
        Block::Steps(points) => (1..).zip(points).map(|(number, point)| step(number, point, style)).collect(),
        Block::Question(text) => indented("", "**Question:** ", text, style),
        Block::Answer(text) => indented("", "**Answer:** ", text, style),
        Block::Command(ShownCommand { typed, printed, .. }) => {
            format!("{}\n{}", code("sh", typed), code("text", printed))
        }
        Block::Blank(before, behind) => {
            format!("{} {} {}\n", markdown(before), "\\_".repeat(13), markdown(behind))
        }
        Block::Gap | Block::Part(_) | Block::Browser(_) | Block::Picture(_) | Block::Verdict(..) | Block::Rich(..) => {
            String::new()
        }
        Block::NewPage => "---\n".to_owned(),
    }
}

fn fact<S: AsRef<str>>((label, text): &(S, String)) -> String {
    format!("- **{}:** {}\n", markdown(label.as_ref().trim()), markdown(text))
}

fn code(language: &str, block: &str) -> String {
    let fence = fence(block);
    format!("{fence}{language}\n{block}\n{fence}\n")
}

fn table(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| markdown(cell.trim())).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let none = vec![String::new(); table.columns.len()];
    let rule = |column: &Column| if matches!(column, Column::Right | Column::Wrong) { "---:" } else { "---" };
    let rules = table.columns.iter().map(rule).collect::<Vec<_>>().join("|");
    format!("{}|{rules}|\n{}", line(table.heads().unwrap_or(&none)), all(table.rows(), |row| line(row)))
}

fn step(number: usize, point: &NumberedPoint, style: &Style) -> String {
    let mark = format!("{number}. ");
    let below = match &point.below {
        Below::Answer(answer, reason) => {
            format!("{}**{}**: {}\n", " ".repeat(mark.len()), markdown(answer), markdown(reason))
        }
        Below::Nothing | Below::Line => String::new(),
    };
    indented(&mark, "", &point.text, style) + &below
}

/// Returns text preceded by a mark and a word, with all lines aligned.
fn indented(mark: &str, word: &str, text: &str, style: &Style) -> String {
    let text = unbreakable(&format!("{word}{}", markdown(text.trim_start())));
    let blanks = " ".repeat(mark.len());
    let lines = wrapped(&text, style.width - mark.len()).into_iter().enumerate();
    lines.map(|(index, line)| format!("{}{}\n", if index == 0 { mark } else { &blanks }, guarded(&line))).collect()
}

/// Escapes a line whose first word Markdown would read as the start of a list.
fn guarded(line: &str) -> String {
    let word = line.split(' ').next().unwrap_or_default();
    let number = word.trim_end_matches(['.', ')']);
    let is_number = number.len() < word.len() && number.bytes().all(|byte| byte.is_ascii_digit());
    match word {
        "-" | "+" | "=" => format!("\\{line}"),
        _ if is_number => format!("{number}\\{}", &line[number.len()..]),
        _ if word.trim_matches(['-', '=']).is_empty() && !word.is_empty() => format!("\\{line}"),
        _ => line.to_owned(),
    }
}
