//! Searches as Markdown, for notes and issues: the answer, the board, and the tree as a table with a row for each node.

use super::drawn::Drawn;
use crate::page::escape;
use crate::page::row::Row;
use crate::page::sheet::{Columns, HEADS, RowCells};
use crate::page::style::Style;
use crate::page::text::{board, grouped};
use crate::page::words::Words;
use std::io::{self, Write};

/// Writes what is drawn.
pub(crate) fn markdown(drawn: &Drawn, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    if !drawn.title.is_empty() {
        writeln!(out, "## {}\n", escape::markdown(&drawn.title))?;
    }
    writeln!(out, "{}\n", escape::markdown(&drawn.text))?;
    if let Some(fen) = &drawn.fen {
        writeln!(out, "```text\n{}\n```\n", board(fen, &Style::default()).join("\n"))?;
    }
    for (label, text) in drawn.joined() {
        writeln!(out, "- **{label}:** {}", escape::markdown(&text))?;
    }
    writeln!(out)?;
    table(drawn, words, out)?;
    if let Some(text) = &drawn.left_out {
        writeln!(out, "\n{}", escape::markdown(text))?;
    }
    Ok(())
}

/// Writes the tree in the order of the search, parents above their children, each ply further to the right.
fn table(drawn: &Drawn, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Columns { step, comparison, verdict, nodes } = drawn.columns;
    let [step_head, score, compared, verdict_head, nodes_head] = HEADS;
    let all = [(step, step_head), (true, score), (comparison, compared), (verdict, verdict_head), (nodes, nodes_head)];
    let heads: Vec<&str> = all.iter().filter(|(is_shown, _)| *is_shown).map(|(_, head)| *head).collect();
    writeln!(out, "| move | {} |", heads.join(" | "))?;
    let is_left = |head: &&str| [compared, verdict_head].contains(head);
    let rules: Vec<&str> = heads.iter().map(|head| if is_left(head) { "---" } else { "---:" }).collect();
    writeln!(out, "|---|{}|", rules.join("|"))?;
    rows(&drawn.root, 0, drawn.columns, words, out)
}

fn rows(row: &Row, ply: usize, shown: Columns, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let name = escape::markdown(&row.name);
    let name = if row.on_pv { format!("★ **{name}**") } else { name };
    let name = if row.is_current { format!("▶ {name}") } else { name };
    let notes: String = row.notes.iter().map(|note| format!(" {}", escape::markdown(note))).collect();
    let cells = RowCells::of(row, shown, words);
    let all = [
        (shown.step, row.step.map(grouped).unwrap_or_default()),
        (true, cells.score),
        (shown.comparison, row.compared(words)),
        (shown.verdict, cells.verdict),
        (shown.nodes, cells.nodes),
    ];
    let cells: Vec<String> =
        all.iter().filter(|(is_shown, _)| *is_shown).map(|(_, text)| escape::markdown(text)).collect();
    writeln!(out, "| {}{name}{notes} | {} |", "&emsp;".repeat(ply), cells.join(" | "))?;
    row.children.iter().try_for_each(|child| rows(child, ply + 1, shown, words, out))
}
