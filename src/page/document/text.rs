//! Pages as plain text, no wider than they were asked for.

use super::{Below, Block, Document, Point};
use crate::page::style::{Paint, Style};
use crate::page::text::{columns, labelled, paragraph, right, side_by_side, unbreakable, wrapped};
use std::io::{self, Write};

/// Text beside a board needs so many columns.
const LEAST_BESIDE: usize = 36;
/// Columns between a board and what stands beside it.
const BETWEEN: usize = 4;
/// Columns for the words that stand before facts.
const LABEL: usize = 12;
/// The lines to write on: below a question, and in a line of text.
const LINES: [usize; 2] = [40, 30];

/// Writes a page.
pub(super) fn write(document: &Document, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    document.blocks.iter().try_for_each(|block| self::block(block, style, out))
}

fn block(block: &Block, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    match block {
        Block::Title(text) => writeln!(out, "{}", style.paint(&text.to_uppercase(), Paint::Heading)),
        Block::Chapter(text) => {
            writeln!(out, "{}\n{}", style.paint(text, Paint::Heading), "-".repeat(text.chars().count()))
        }
        Block::Heading(text, aside) => heading(text, aside, style, out),
        Block::Text(text) => paragraph(text, style, out),
        Block::Lines(lines) => written(lines, out),
        Block::Beside(board, text, facts) => beside(board, text, facts, style, out),
        Block::Facts(column, facts) => written(&labelled(facts, *column, style.width), out),
        Block::Table(table) => table.write(style.width, out),
        Block::List(points) => points.iter().try_for_each(|point| indented("- ", point, style, out)),
        Block::Steps(points) => {
            points.iter().enumerate().try_for_each(|(index, point)| step(index + 1, point, style, out))
        }
        Block::Question(text) => paragraph(&format!("Question: {text}"), style, out),
        Block::Answer(text) => paragraph(&format!("Answer: {text}"), style, out),
        Block::Command(typed, printed) => {
            let lines = wrapped(&whole_words(typed), style.width.saturating_sub(10).max(30));
            writeln!(out, "    $ {}\n\n{printed}", lines.join(" \\\n        "))
        }
        Block::Blank(before, behind) => writeln!(out, "{before} {}   {behind}", "_".repeat(LINES[1])),
        Block::Gap => writeln!(out),
    }
}

fn written(lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Writes a heading, with what stands aside at the right of its first line if there is room.
fn heading(text: &str, aside: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for (index, line) in wrapped(text, style.width).iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let room = style.width.saturating_sub(columns(line));
        let is_shown = index == 0 && !aside.is_empty() && columns(aside) + 2 <= room;
        let aside = if is_shown { right(aside, room) } else { String::new() };
        writeln!(out, "{}{aside}", style.paint(line, Paint::Heading))?;
    }
    Ok(())
}

/// Writes text and facts beside a board, or below it where there is no room.
fn beside(
    board: &[String],
    text: &str,
    facts: &[(&str, String)],
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let at = board.iter().map(|line| columns(line) + BETWEEN).max().unwrap_or(0);
    let is_beside = !board.is_empty() && at + LEAST_BESIDE <= style.width;
    let width = if is_beside { style.width - at } else { style.width };
    let mut text = wrapped(&unbreakable(text), width);
    if !facts.is_empty() {
        text.extend((!board.is_empty()).then(String::new));
        text.extend(labelled(facts, LABEL, width));
    }
    if !is_beside {
        written(board, out)?;
        if !board.is_empty() {
            writeln!(out)?;
        }
        return written(&text, out);
    }
    written(&side_by_side(board, &text, at), out)
}

fn step(number: usize, point: &Point, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mark = format!("{number}. ");
    indented(&mark, &point.text, style, out)?;
    let rest = " ".repeat(mark.len());
    match &point.below {
        Below::Nothing => Ok(()),
        Below::Line => writeln!(out, "\n{rest}{}\n", "_".repeat(LINES[0])),
        Below::Answer(answer, reason) => {
            indented(&rest, answer, style, out)?;
            indented(&rest, &format!("({reason})"), style, out)
        }
    }
}

/// Writes text behind a mark, all its lines one below the other.
fn indented(mark: &str, text: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for (index, line) in wrapped(&unbreakable(text), style.width - mark.len()).iter().enumerate() {
        let mark = if index == 0 { mark } else { &" ".repeat(mark.len()) };
        writeln!(out, "{}", format!("{mark}{line}").trim_end())?;
    }
    Ok(())
}

/// Joins what stands in quotes by blanks that do not break.
fn whole_words(typed: &str) -> String {
    let parts = typed.split('"').enumerate();
    let parts = parts.map(|(index, part)| if index % 2 == 1 { part.replace(' ', "\u{a0}") } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("\"")
}
