//! Rows in columns, and how they stand in plain text.

use crate::page::text::{columns, left, right, unbreakable, wrapped};

/// Texts are not broken to fewer columns than this.
const LEAST: usize = 20;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Text.
    Left,
    /// Numbers, which end below each other.
    Right,
    /// Part of a drawing, in which every blank counts.
    Drawn,
    /// Text in which underscores are lines to write on.
    Blank,
    /// Text that is broken to so many columns.
    Narrow(usize),
    /// The last one, text that is broken where the page ends. It keeps so many columns free for those before it; what goes on in
    /// the next line is indented by as many as come second.
    Rest(usize, usize),
}

/// Rows in columns. A column in which nothing stands is none.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the columns hold.
    pub(super) columns: Vec<Column>,
    /// The rows, the heads first.
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table; where all heads are empty there are none.
    pub(crate) fn new<const N: usize>(
        columns: [Column; N],
        heads: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Self {
        let mut all = vec![heads.map(str::to_owned)];
        all.extend(rows);
        let kept: Vec<usize> = (0..N).filter(|&at| all.iter().any(|row| !row[at].is_empty())).collect();
        Self {
            columns: kept.iter().map(|&at| columns[at]).collect(),
            rows: all.into_iter().map(|row| kept.iter().map(|&at| row[at].clone()).collect()).collect(),
        }
    }

    /// Returns whether it has no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    /// Returns the heads, if there are any.
    pub(super) fn heads(&self) -> Option<&[String]> {
        self.rows.first().filter(|heads| heads.iter().any(|head| !head.is_empty())).map(Vec::as_slice)
    }

    /// Returns the rows below the heads.
    pub(super) fn rows(&self) -> &[Vec<String>] {
        &self.rows[1..]
    }

    /// Returns whether one of the columns is a drawing.
    pub(super) fn is_drawn(&self) -> bool {
        self.columns.contains(&Column::Drawn)
    }

    /// Returns whether the table fits a page of `width` columns.
    pub(crate) fn fits(&self, width: usize) -> bool {
        self.lines(width).iter().all(|line| columns(line) <= width)
    }

    /// Returns the lines of the table on a page of `width` columns, the heads first.
    pub(crate) fn lines(&self, width: usize) -> Vec<String> {
        let mut widths: Vec<usize> = Vec::new();
        let mut cells: Vec<Vec<Vec<String>>> = vec![Vec::new(); self.rows.len()];
        for (at, &column) in self.columns.iter().enumerate() {
            let before: usize = widths.iter().map(|width| width + 2).sum();
            for (row, cells) in self.rows.iter().zip(&mut cells) {
                cells.push(broken(&row[at], column, before, width));
            }
            widths.push(cells.iter().flat_map(|cells| &cells[at]).map(|line| columns(line)).max().unwrap_or(0));
        }
        let rows = if self.heads().is_some() { &cells[..] } else { &cells[1..] };
        rows.iter().flat_map(|row| self.row(row, &widths)).collect()
    }

    /// Returns the lines of a row.
    fn row(&self, cells: &[Vec<String>], widths: &[usize]) -> Vec<String> {
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let line = |index: usize| {
            let cells = cells.iter().zip(&self.columns).zip(widths).map(|((cell, column), &width)| {
                let text = cell.get(index).map(String::as_str).unwrap_or_default();
                if *column == Column::Right { right(text, width) } else { left(text, width) }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        (0..height).map(line).collect()
    }
}

/// Breaks a cell that has so many columns before it on a page of `width`.
fn broken(text: &str, column: Column, before: usize, width: usize) -> Vec<String> {
    let (lines, indent) = match column {
        Column::Narrow(room) => (wrapped(text, room), 2),
        Column::Rest(reserved, indent) => {
            let room = width.saturating_sub(reserved.max(before + indent)).max(LEAST);
            (wrapped(&unbreakable(text), room), indent)
        }
        Column::Left | Column::Right | Column::Drawn | Column::Blank => return vec![text.to_owned()],
    };
    let continued = |(index, line)| if index == 0 { line } else { format!("{}{line}", " ".repeat(indent)) };
    lines.into_iter().enumerate().map(continued).collect()
}
