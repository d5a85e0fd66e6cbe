//! Pages as Markdown: what is drawn stands in blocks of code.

use super::{Below, Block, Column, Document, Point, Table};
use crate::page::escape::{fence, markdown};
use crate::page::style::Style;
use crate::page::text::{unbreakable, wrapped};
use std::io::{self, Write};

/// Writes a page.
pub(super) fn write(document: &Document, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for (index, block) in document.blocks.iter().filter(|block| !matches!(block, Block::Gap)).enumerate() {
        if index != 0 {
            writeln!(out)?;
        }
        self::block(block, index == 0, style, out)?;
    }
    Ok(())
}

fn block(block: &Block, is_first: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    match block {
        Block::Title(text) => writeln!(out, "# {}", markdown(text)),
        Block::Chapter(text) => writeln!(out, "## {}", markdown(text)),
        Block::Heading(text, aside) => {
            let aside = if aside.is_empty() { String::new() } else { format!(" ({})", markdown(aside)) };
            writeln!(out, "{} {}{aside}", if is_first { "#" } else { "##" }, markdown(text))
        }
        Block::Text(text) => indented("", "", text, style, out),
        Block::Lines(lines) => code("text", &lines.join("\n"), out),
        Block::Beside(board, text, facts) => {
            if !board.is_empty() {
                code("text", &board.join("\n"), out)?;
                writeln!(out)?;
            }
            indented("", "", text, style, out)?;
            if !facts.is_empty() {
                writeln!(out)?;
            }
            facts_list(facts, out)
        }
        Block::Facts(_, facts) => facts_list(facts, out),
        Block::Table(table) if table.is_drawn() => code("text", &table.lines(style.width).join("\n"), out),
        Block::Table(table) => self::table(table, out),
        Block::List(points) => points.iter().try_for_each(|point| indented("- ", "", point, style, out)),
        Block::Steps(points) => {
            points.iter().enumerate().try_for_each(|(index, point)| step(index + 1, point, style, out))
        }
        Block::Question(text) => indented("", "**Question:** ", text, style, out),
        Block::Answer(text) => indented("", "**Answer:** ", text, style, out),
        Block::Command(typed, printed) => {
            code("sh", typed, out)?;
            writeln!(out)?;
            code("text", printed, out)
        }
        Block::Blank(before, behind) => {
            writeln!(out, "{} {} {}", markdown(before), "\\_".repeat(13), markdown(behind))
        }
        Block::Gap => Ok(()),
    }
}

/// Writes facts, each behind its label.
fn facts_list(facts: &[(impl AsRef<str>, String)], out: &mut dyn Write) -> io::Result<()> {
    let label = |label: &str| markdown(label.trim());
    facts.iter().try_for_each(|(name, text)| writeln!(out, "- **{}:** {}", label(name.as_ref()), markdown(text)))
}

fn code(language: &str, block: &str, out: &mut dyn Write) -> io::Result<()> {
    let fence = fence(block);
    writeln!(out, "{fence}{language}\n{block}\n{fence}")
}

fn table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| markdown(cell.trim())).collect();
        format!("| {} |", cells.join(" | "))
    };
    let none = vec![String::new(); table.columns.len()];
    writeln!(out, "{}", line(table.heads().unwrap_or(&none)))?;
    let rule = |column: &Column| if *column == Column::Right { "---:" } else { "---" };
    writeln!(out, "|{}|", table.columns.iter().map(rule).collect::<Vec<_>>().join("|"))?;
    table.rows().iter().try_for_each(|row| writeln!(out, "{}", line(row)))
}

fn step(number: usize, point: &Point, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mark = format!("{number}. ");
    indented(&mark, "", &point.text, style, out)?;
    match &point.below {
        Below::Answer(answer, reason) => {
            let rest = " ".repeat(mark.len());
            writeln!(out, "{rest}**{}**: {}", markdown(answer), markdown(reason))
        }
        Below::Nothing | Below::Line => Ok(()),
    }
}

/// Writes text behind a mark and a word, its lines one below the other.
fn indented(mark: &str, word: &str, text: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let text = unbreakable(&format!("{word}{}", markdown(text.trim_start())));
    for (index, line) in wrapped(&text, style.width - mark.len()).iter().enumerate() {
        let mark = if index == 0 { mark } else { &" ".repeat(mark.len()) };
        writeln!(out, "{mark}{}", guarded(line))?;
    }
    Ok(())
}

/// Returns a line that begins no list, whatever its first word is.
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
