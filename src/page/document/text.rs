//! Pages as plain text, no wider than requested.

use super::{Below, Block, Document, NumberedPoint, ShownCommand};
use crate::page::style::{Paint, Style};
use crate::page::text::{coloured, columns, left, right, side_by_side, unbreakable, wrapped};

/// The minimum number of columns for text next to a board.
const LEAST_BESIDE: usize = 36;
/// The number of columns between a board and the text next to it.
const BETWEEN: usize = 4;
/// The number of columns for the labels of facts.
const LABEL: usize = 12;
/// The lengths of lines to write on: below a question, and in a line of text.
const LINES: [usize; 2] = [40, 30];
/// The labels of the facts that give the result of a search.
const ANSWERS: [&str; 2] = ["Best move", "Best line"];
/// The minimum width to which text is wrapped.
const LEAST: usize = 20;
/// The minimum width of a cell when the table is too wide and its cells are wrapped.
const LEAST_CELL: usize = 8;
/// The indent of the continuation lines of a narrow cell.
const INDENT: usize = 2;

/// Returns the page as plain text.
pub(super) fn write(document: &Document, style: &Style) -> String {
    document.blocks.iter().map(|block| written(block, style)).collect()
}

/// Returns a block of a page as plain text.
pub(super) fn written(block: &Block, style: &Style) -> String {
    self::block(block, style).into_iter().map(|line| line + "\n").collect()
}

fn block(block: &Block, style: &Style) -> Vec<String> {
    match block {
        Block::Title(text) => vec![style.paint(&text.to_uppercase(), Paint::Heading)],
        Block::Chapter(text) => vec![style.paint(text, Paint::Heading), "-".repeat(text.chars().count())],
        Block::Heading(text, aside) => heading(text, aside, style),
        Block::Text(text) | Block::Wrong(text) => paragraph(text, style.width),
        Block::Verdict(_, _, plain) | Block::Rich(_, plain) => {
            plain.iter().flat_map(|block| self::block(block, style)).collect()
        }
        Block::Lines(lines) | Block::Typed(lines) => lines.clone(),
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
        Block::Command(ShownCommand { typed, printed, .. }) => {
            let lines = wrapped(&whole_words(typed), style.width.saturating_sub(10).max(30));
            vec![format!("    $ {}", lines.join(" \\\n        ")), String::new(), printed.clone()]
        }
        Block::Blank(before, behind) => {
            vec![format!("{before} {}   {behind}", "_".repeat(LINES[1])).trim_end().to_owned()]
        }
        Block::Browser(_) | Block::Part(_) => Vec::new(),
        Block::Gap => vec![String::new()],
        Block::NewPage => vec![String::new(), "=".repeat(style.width), String::new()],
    }
}

fn paragraph(text: &str, width: usize) -> Vec<String> {
    wrapped(&unbreakable(text), width)
}

/// Returns a heading, with right-aligned text on its first line if there is room.
fn heading(text: &str, aside: &str, style: &Style) -> Vec<String> {
    let lines = wrapped(text, style.width).into_iter().filter(|line| !line.is_empty()).enumerate();
    let line = |(index, line): (usize, String)| {
        let room = style.width.saturating_sub(columns(&line));
        let is_shown = index == 0 && !aside.is_empty() && columns(aside) + 2 <= room;
        style.paint(&line, Paint::Heading) + &if is_shown { right(aside, room) } else { String::new() }
    };
    lines.map(line).collect()
}

/// Returns text and facts next to a board, or below the board if there is no room.
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

/// Colours a line of a fact: labels are dim, and answers stand out.
fn fact(line: &str, style: &Style) -> String {
    let at = line.char_indices().nth(LABEL).map_or(line.len(), |(at, _)| at);
    let (label, text) = line.split_at(at);
    let is_answer = ANSWERS.contains(&label.trim());
    style.paint(label, Paint::Quiet) + &style.paint(text, if is_answer { Paint::Best } else { Paint::Plain })
}

/// Lays out facts: each after its label, or below the label if that is too long for its column.
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

/// Returns text preceded by a mark, with all lines aligned.
fn indented(mark: &str, text: &str, width: usize) -> Vec<String> {
    let blanks = " ".repeat(columns(mark));
    let lines = paragraph(text, width.saturating_sub(blanks.len()).max(LEAST)).into_iter().enumerate();
    lines
        .map(|(index, line)| format!("{}{line}", if index == 0 { mark } else { &blanks }).trim_end().to_owned())
        .collect()
}

/// Replaces the spaces inside quotation marks with non-breaking spaces.
fn whole_words(typed: &str) -> String {
    let parts = typed.split('"').enumerate();
    let parts = parts.map(|(index, part)| if index % 2 == 1 { part.replace(' ', "\u{a0}") } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("\"")
}

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Text.
    Left,
    /// Right-aligned numbers.
    Right,
    /// Text that reports an error.
    Wrong,
    /// Part of a drawing, in which every space counts.
    Drawn,
    /// Text in which underscores are lines to write on.
    Blank,
    /// Text wrapped to this many columns.
    Narrow(usize),
    /// The last column, whose text is wrapped at the end of the page. The first number is the width of the columns
    /// before it; the second is the indent of continuation lines.
    Rest(usize, usize),
}

/// Rows in columns. Empty columns are omitted.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) columns: Vec<Column>,
    /// The rows, the headings first.
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table. If all headings are empty, the table has none.
    pub(crate) fn new<const N: usize>(
        columns: [Column; N],
        heads: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Self {
        let mut all = Vec::new();
        rows.into_iter().for_each(|row| all.push(row.into()));
        Self::of(&columns, &heads, all)
    }

    /// Like [`Self::new`], but takes lists, so that the compiler needs only one copy for all numbers of columns.
    fn of(columns: &[Column], heads: &[&str], rows: Vec<Vec<String>>) -> Self {
        let mut all = vec![heads.iter().map(|&head| head.to_owned()).collect()];
        all.extend(rows);
        let kept: Vec<usize> =
            (0..columns.len()).filter(|&at| all.iter().any(|row: &Vec<String>| !row[at].is_empty())).collect();
        Self {
            columns: kept.iter().map(|&at| columns[at]).collect(),
            rows: all.into_iter().map(|row| kept.iter().map(|&at| row[at].clone()).collect()).collect(),
        }
    }

    /// Returns whether the table has no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    pub(super) fn heads(&self) -> Option<&[String]> {
        self.rows.first().filter(|heads| heads.iter().any(|head| !head.is_empty())).map(Vec::as_slice)
    }

    /// Returns the rows below the headings.
    pub(super) fn rows(&self) -> &[Vec<String>] {
        &self.rows[1..]
    }

    /// Returns whether one of the columns is a drawing.
    pub(super) fn is_drawn(&self) -> bool {
        self.columns.contains(&Column::Drawn)
    }

    /// Returns whether the table fits on a page of `width` columns without breaking long names.
    pub(crate) fn fits(&self, width: usize) -> bool {
        table_width(&self.cells(&self.columns, width).1) <= width
    }

    /// Returns the lines of the table on a page of `width` columns, the headings first. If a text column is too wide
    /// for the page, its cells continue on the next line.
    pub(crate) fn lines(&self, width: usize) -> Vec<String> {
        let mut kinds = self.columns.clone();
        let (mut cells, mut widths) = self.cells(&kinds, width);
        while width < table_width(&widths) {
            let excess = table_width(&widths) - width;
            let texts = (0..kinds.len()).filter(|&at| matches!(kinds[at], Column::Left | Column::Narrow(_)));
            let Some(widest) = texts.max_by_key(|&at| widths[at]).filter(|&at| LEAST_CELL < widths[at]) else { break };
            let room = widths[widest].saturating_sub(excess).max(LEAST_CELL).max(widths[widest] / 2);
            // Continuation lines are indented.
            kinds[widest] = Column::Narrow(room - INDENT);
            (cells, widths) = self.cells(&kinds, width);
        }
        let rows = if self.heads().is_some() { &cells[..] } else { &cells[1..] };
        rows.iter().flat_map(|row| self.row(row, &widths)).collect()
    }

    /// Returns the lines of each cell, by rows, and the widths of the columns.
    fn cells(&self, kinds: &[Column], width: usize) -> (Vec<Vec<Vec<String>>>, Vec<usize>) {
        let mut widths: Vec<usize> = Vec::new();
        let mut cells: Vec<Vec<Vec<String>>> = vec![Vec::new(); self.rows.len()];
        for (at, &column) in kinds.iter().enumerate() {
            let before: usize = widths.iter().map(|width| width + 2).sum();
            for (row, cells) in self.rows.iter().zip(&mut cells) {
                cells.push(broken(&row[at], column, before, width));
            }
            widths.push(cells.iter().flat_map(|cells| &cells[at]).map(|line| columns(line)).max().unwrap_or(0));
        }
        (cells, widths)
    }

    fn row(&self, cells: &[Vec<String>], widths: &[usize]) -> Vec<String> {
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let line = |index: usize| {
            let cells = cells.iter().zip(&self.columns).zip(widths).map(|((cell, column), &width)| {
                let text = cell.get(index).map(String::as_str).unwrap_or_default();
                if matches!(column, Column::Right | Column::Wrong) { right(text, width) } else { left(text, width) }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        (0..height).map(line).collect()
    }
}

/// Returns the width of a table with columns of these widths.
fn table_width(widths: &[usize]) -> usize {
    (widths.iter().sum::<usize>() + 2 * widths.len()).saturating_sub(2)
}

/// Wraps a cell, given the width of the columns before it and of the page.
fn broken(text: &str, column: Column, before: usize, width: usize) -> Vec<String> {
    let (lines, indent) = match column {
        Column::Narrow(room) => (wrapped(text, room), INDENT),
        Column::Rest(reserved, indent) => {
            let room = width.saturating_sub(reserved.max(before + indent)).max(LEAST);
            (wrapped(&unbreakable(text), room), indent)
        }
        Column::Left | Column::Right | Column::Wrong | Column::Drawn | Column::Blank => return vec![text.to_owned()],
    };
    let continued = |(index, line)| if index == 0 { line } else { format!("{}{line}", " ".repeat(indent)) };
    lines.into_iter().enumerate().map(continued).collect()
}
