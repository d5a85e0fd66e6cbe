//! Pages as plain text, no wider than they were asked for.

use super::{Below, Block, Document, NumberedPoint};
use crate::page::board::coloured;
use crate::page::style::{Paint, Style};
use crate::page::text::{columns, left, right, side_by_side, unbreakable, wrapped};

/// Text beside a board needs so many columns.
const LEAST_BESIDE: usize = 36;
/// Columns between a board and what stands beside it.
const BETWEEN: usize = 4;
/// Columns for the words that stand before facts.
const LABEL: usize = 12;
/// The lines to write on: below a question, and in a line of text.
const LINES: [usize; 2] = [40, 30];
/// The facts that answer the question of a search.
const ANSWERS: [&str; 2] = ["Best move", "Best play"];
/// Texts are not broken to fewer columns than this.
const LEAST: usize = 20;

/// Returns a page.
pub(super) fn write(document: &Document, style: &Style) -> String {
    document.blocks.iter().flat_map(|block| self::block(block, style)).map(|line| line + "\n").collect()
}

/// Returns the lines of a block.
fn block(block: &Block, style: &Style) -> Vec<String> {
    match block {
        Block::Title(text) => vec![style.paint(&text.to_uppercase(), Paint::Heading)],
        Block::Chapter(text) => vec![style.paint(text, Paint::Heading), "-".repeat(text.chars().count())],
        Block::Heading(text, aside) => heading(text, aside, style),
        Block::Text(text) => paragraph(text, style.width),
        Block::Lines(lines) => lines.clone(),
        Block::Beside(board, text, facts) => beside(board, text, facts, style),
        Block::Facts(column, facts) => labelled(facts, *column, style.width),
        Block::Picture(picture) => picture.plain.iter().flat_map(|block| self::block(block, style)).collect(),
        Block::Table(table) => table.lines(style.width),
        Block::List(points) => points.iter().flat_map(|point| indented("- ", point, style.width)).collect(),
        Block::Steps(points) => {
            (1..).zip(points).flat_map(|(number, point)| step(number, point, style.width)).collect()
        }
        Block::Question(text) => paragraph(&format!("Question: {text}"), style.width),
        Block::Answer(text) => paragraph(&format!("Answer: {text}"), style.width),
        Block::Command(typed, printed) => {
            let lines = wrapped(&whole_words(typed), style.width.saturating_sub(10).max(30));
            vec![format!("    $ {}", lines.join(" \\\n        ")), String::new(), printed.clone()]
        }
        Block::Blank(before, behind) => vec![format!("{before} {}   {behind}", "_".repeat(LINES[1]))],
        Block::Gap => vec![String::new()],
        Block::NewPage => vec![String::new(), "=".repeat(style.width), String::new()],
    }
}

fn paragraph(text: &str, width: usize) -> Vec<String> {
    wrapped(&unbreakable(text), width)
}

/// A heading, with what stands aside at the right of its first line if there is room.
fn heading(text: &str, aside: &str, style: &Style) -> Vec<String> {
    let lines = wrapped(text, style.width).into_iter().filter(|line| !line.is_empty()).enumerate();
    let line = |(index, line): (usize, String)| {
        let room = style.width.saturating_sub(columns(&line));
        let is_shown = index == 0 && !aside.is_empty() && columns(aside) + 2 <= room;
        style.paint(&line, Paint::Heading) + &if is_shown { right(aside, room) } else { String::new() }
    };
    lines.map(line).collect()
}

/// Text and facts beside a board, or below it where there is no room.
fn beside(board: &[String], text: &str, facts: &[(&str, String)], style: &Style) -> Vec<String> {
    let width = style.width;
    let at = board.iter().map(|line| columns(line) + BETWEEN).max().unwrap_or(0);
    let is_beside = !board.is_empty() && at + LEAST_BESIDE <= width;
    let width = if is_beside { width - at } else { width };
    let gap = || (!board.is_empty()).then(String::new);
    let mut lines = paragraph(text, width);
    if !facts.is_empty() {
        lines.extend(gap());
        lines.extend(labelled(facts, LABEL, width).into_iter().map(|line| fact(&line, style)));
    }
    let board = &coloured(board, style);
    if is_beside { side_by_side(board, &lines, at) } else { board.iter().cloned().chain(gap()).chain(lines).collect() }
}

/// A line of a fact: the label is secondary, and the answer is what the page is for.
fn fact(line: &str, style: &Style) -> String {
    let at = line.char_indices().nth(LABEL).map_or(line.len(), |(at, _)| at);
    let (label, text) = line.split_at(at);
    let is_answer = ANSWERS.contains(&label.trim());
    style.paint(label, Paint::Quiet) + &style.paint(text, if is_answer { Paint::Best } else { Paint::Plain })
}

/// Facts behind their labels; below a label that is too long for its column.
fn labelled(facts: &[(impl AsRef<str>, String)], column: usize, width: usize) -> Vec<String> {
    let fact = |(label, text): &(_, String)| {
        let label = AsRef::<str>::as_ref(label);
        let (alone, mark) = if column <= columns(label) { (Some(label.to_owned()), "") } else { (None, label) };
        alone.into_iter().chain(indented(&left(mark, column), text, width))
    };
    facts.iter().flat_map(fact).collect()
}

fn step(number: usize, point: &NumberedPoint, width: usize) -> Vec<String> {
    let mark = format!("{number}. ");
    let rest = " ".repeat(mark.len());
    let mut lines = indented(&mark, &point.text, width);
    match &point.below {
        Below::Nothing => {}
        Below::Line => lines.extend([String::new(), rest + &"_".repeat(LINES[0]), String::new()]),
        Below::Answer(answer, reason) => {
            lines.extend(indented(&rest, answer, width));
            lines.extend(indented(&rest, &format!("({reason})"), width));
        }
    }
    lines
}

/// Text behind a mark, all its lines one below the other.
fn indented(mark: &str, text: &str, width: usize) -> Vec<String> {
    let blanks = " ".repeat(columns(mark));
    let lines = paragraph(text, width.saturating_sub(blanks.len()).max(LEAST)).into_iter().enumerate();
    lines
        .map(|(index, line)| format!("{}{line}", if index == 0 { mark } else { &blanks }).trim_end().to_owned())
        .collect()
}

/// Joins what stands in quotes by blanks that do not break.
fn whole_words(typed: &str) -> String {
    let parts = typed.split('"').enumerate();
    let parts = parts.map(|(index, part)| if index % 2 == 1 { part.replace(' ', "\u{a0}") } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("\"")
}
