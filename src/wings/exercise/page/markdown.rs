//! A sheet as Markdown: the tree stands in a block of code, the questions in a list.

use super::super::Exercise;
use super::sheet::{SheetPage, points};
use super::text::tree_lines;
use crate::page::{Style, escape};
use std::io::{self, Write};

/// Writes a sheet or a key.
pub(super) fn write(exercise: &Exercise, is_key: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let page = SheetPage::of(exercise, is_key, style);
    writeln!(out, "# {}\n", escape::markdown(&page.title))?;
    match is_key {
        true => writeln!(out, "**Key**, {} in all.\n", points(page.max))?,
        false => writeln!(out, "Name: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_ of {}\n", points(page.max))?,
    }
    if !page.board.is_empty() {
        writeln!(out, "```text\n{}\n```\n", page.board.join("\n"))?;
    }
    for text in &page.intro {
        writeln!(out, "{}\n", escape::markdown(text))?;
    }
    writeln!(out, "```text\n{}\n```\n", tree_lines(&page).join("\n"))?;
    for (number, asked) in page.questions.iter().enumerate() {
        writeln!(out, "{}. {} ({})", number + 1, escape::markdown(&asked.text), points(asked.points))?;
        if let (Some(answer), Some(reason)) = (&asked.answer, &asked.reason) {
            writeln!(out, "   **{}**: {}", escape::markdown(answer), escape::markdown(reason))?;
        }
    }
    if !page.reasons.is_empty() {
        writeln!(out, "\n| item | answer | why |\n|---|---|---|")?;
        for row in &page.reasons {
            let cells: Vec<String> = row.iter().map(|cell| escape::markdown(cell)).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
    }
    writeln!(out, "\n{}", escape::markdown(&page.foot))
}
