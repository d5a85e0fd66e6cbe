//! The moves at the root as a table.

use crate::page::row::Row;
use crate::page::text::{counted, grouped, percent, table};
use crate::page::words::Words;
use crate::tree::{Node, SearchTree};
use std::io::{self, Write};

/// Writes at most `most` root moves in the order in which they were searched: score, what it was compared with, the answer
/// that was found, what it cost.
///
/// # Errors
/// What writing gives.
pub(crate) fn root_moves(tree: &SearchTree, most: usize, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = vec![["move", "score", "compared with", "answer", "nodes", "share"].map(str::to_owned)];
    let (searched, rest): (Vec<&Node>, Vec<&Node>) =
        tree.root.in_search_order().into_iter().partition(|child| child.judgement.is_some() || 0 < child.nodes);
    for child in searched.iter().take(most) {
        let row = Row::alone(words, child, &[child.name()]);
        let star = if row.on_pv { words.star() } else { ' ' };
        let answer = child.decisive().map(|answer| words.mv(answer.name(), 1)).unwrap_or_default();
        let score = match row.score {
            Some((score, bound)) => words.style.apart(score, bound),
            None => "not finished".to_owned(),
        };
        let share = percent(child.nodes, tree.root.nodes);
        rows.push([format!("{star}{}", row.name), score, row.compared(words), answer, grouped(child.nodes), share]);
    }
    let width = |at: usize| rows.iter().map(|row| crate::page::text::columns(&row[at]) + 2).max().unwrap_or(0);
    if words.style.width + 2 < (0..6).map(width).sum() {
        rows.iter_mut().for_each(|row| row[2].clear());
    }
    if 1 < rows.len() {
        table(&rows, &[false, true, false, false, true, true], out)?;
    }
    if most < searched.len() {
        let more = counted((searched.len() - most) as u64, "other move", "other moves");
        writeln!(out, " {more}: --roots all shows them")?;
    }
    if !rest.is_empty() {
        writeln!(out, " {} not searched", counted(rest.len() as u64, "move was", "moves were"))?;
    }
    Ok(())
}
