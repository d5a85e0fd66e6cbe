//! A sheet as plain text of 80 columns.

use super::super::Exercise;
use super::sheet::{SheetPage, SheetRow, points, widths};
use crate::page::Style;
use crate::page::text::{left, paragraph, right, unbreakable, wrapped};
use std::io::{self, Write};

/// Writes a sheet or a key.
pub(super) fn write(exercise: &Exercise, is_key: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let page = SheetPage::of(exercise, is_key, style);
    head(&page, style, out)?;
    for line in tree_lines(&page) {
        writeln!(out, "{line}")?;
    }
    if !page.questions.is_empty() {
        writeln!(out)?;
    }
    for (number, asked) in page.questions.iter().enumerate() {
        let text = format!("{} ({})", asked.text, points(asked.points));
        let mark = format!("{}. ", number + 1);
        indented(&mark, &text, style, out)?;
        let rest = " ".repeat(mark.len());
        match (&asked.answer, &asked.reason) {
            (Some(answer), Some(reason)) => {
                indented(&rest, answer, style, out)?;
                indented(&rest, &format!("({reason})"), style, out)?;
            }
            _ => writeln!(out, "\n{rest}{}\n", "_".repeat(40))?,
        }
    }
    reasons(&page, style, out)?;
    writeln!(out)?;
    paragraph(&page.foot, style, out)
}

fn head(page: &SheetPage, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    paragraph(&page.title, style, out)?;
    match page.is_key {
        true => writeln!(out, "Key, {} in all.\n", points(page.max))?,
        false => writeln!(out, "Name: {}   of {}\n", "_".repeat(30), points(page.max))?,
    }
    for line in &page.board {
        writeln!(out, "{line}")?;
    }
    if !page.board.is_empty() {
        writeln!(out)?;
    }
    for text in &page.intro {
        paragraph(text, style, out)?;
    }
    writeln!(out)
}

/// Returns the tree with its columns, heads first.
pub(super) fn tree_lines(page: &SheetPage) -> Vec<String> {
    let [tree, leaf, read, window, value] = widths(page);
    let line = |row: &SheetRow| {
        let mut line = format!("{}  {}", left(&row.tree, tree), right(&row.leaf, leaf));
        for (cell, width) in [(&row.read, read), (&row.window, window), (&row.value, value)] {
            if width != 0 {
                line.push_str(&format!("  {}", left(cell, width)));
            }
        }
        line.trim_end().to_owned()
    };
    [&page.heads].into_iter().chain(&page.rows).map(line).collect()
}

/// On a key: why the values and windows are what they are.
fn reasons(page: &SheetPage, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if page.reasons.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nWhy")?;
    let widest = |index: usize| page.reasons.iter().map(|row| row[index].chars().count()).max().unwrap_or(0);
    let (item, answer) = (widest(0), widest(1));
    for [name, right_answer, reason] in &page.reasons {
        let before = format!("{}  {}  ", left(name, item), left(right_answer, answer));
        indented(&before, reason, style, out)?;
    }
    Ok(())
}

/// Writes text behind a beginning, broken lines below its own.
pub(super) fn indented(before: &str, text: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let indent = before.chars().count();
    let room = style.width.saturating_sub(indent).max(20);
    for (index, part) in wrapped(&unbreakable(text), room).iter().enumerate() {
        let before = if index == 0 { before.to_owned() } else { " ".repeat(indent) };
        writeln!(out, "{}", format!("{before}{part}").trim_end())?;
    }
    Ok(())
}
