//! The moves at the root as a table.

use super::symmetric::twin;
use crate::page::document::{Column, Document, Table};
use crate::page::row::Row;
use crate::page::text::{counted, grouped, percent};
use crate::page::words::Words;
use crate::tree::{Node, SearchTree};

/// Returns at most `most` root moves in the order in which they were searched: score, what it was compared with, the answer
/// that was found, what it cost.
pub(crate) fn root_moves(tree: &SearchTree, most: usize, words: &Words<'_>) -> Document {
    let mut page = Document::default();
    let kinds = [Column::Left, Column::Right, Column::Left, Column::Left, Column::Right, Column::Right];
    let mut heads = ["move", "score", "compared with", "answer", "nodes", "share"];
    let mut rows: Vec<[String; 6]> = Vec::new();
    let (searched, rest): (Vec<&Node>, Vec<&Node>) =
        tree.root.in_search_order().into_iter().partition(|child| child.judgement.is_some() || 0 < child.nodes);
    for child in searched.iter().take(most) {
        let row = Row::alone(words, child, &[child.name()]);
        let star = if row.on_pv { words.star() } else { ' ' };
        let answer = child.decisive().map(|answer| words.mv(answer.name(), 1));
        let twin = || twin(&tree.header, &[], child, &tree.root.children);
        let answer = answer.or_else(|| Some(format!("(as {})", twin()?.name()))).unwrap_or_default();
        let score = match row.score {
            Some((score, bound)) => words.style.apart(score, bound),
            None => "not finished".to_owned(),
        };
        let share = percent(child.nodes, tree.root.nodes);
        rows.push([format!("{star}{}", row.name), score, row.compared(words), answer, grouped(child.nodes), share]);
    }
    if !Table::new(kinds, heads, rows.clone()).fits(words.style.width) {
        heads[2] = "";
        rows.iter_mut().for_each(|row| row[2].clear());
    }
    page.table(Table::new(kinds, heads, rows));
    if most < searched.len() {
        let more = counted((searched.len() - most) as u64, "other move", "other moves");
        page.text(format!(" {more}: --roots all shows them"));
    }
    if !rest.is_empty() {
        page.text(format!(" {} not searched", counted(rest.len() as u64, "move was", "moves were")));
    }
    page
}
