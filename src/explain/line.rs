//! One line, followed ply by ply.

use super::annotated::write_outline;
use super::asked::path;
use super::unsearched::unsearched;
use crate::hooks::Verdict;
use crate::page::command::Command;
use crate::page::row::Row;
use crate::page::sheet::{Columns, Sheet};
use crate::page::text::paragraph;
use crate::page::words::Words;
use crate::tree::{Node, SearchTree};
use std::io::{self, Write};

/// Columns for a verdict: wider ones go on in the next line.
const VERDICT: usize = 26;

/// Follows a line: the window that each of its nodes was judged in, its score, the comparison, and where its hopes ended.
/// Where a move was not searched, it says why, and offers the command that searches it.
///
/// The tree must have been built with the line as its focus.
///
/// # Errors
/// What writing gives.
pub fn follow(
    tree: &SearchTree,
    line: &[String],
    words: &Words<'_>,
    command: Option<&Command>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (nodes, missing) = match path(tree, line) {
        Ok(nodes) => (nodes, None),
        Err(missing) => (path(tree, &line[..missing.0]).unwrap_or_default(), Some(missing)),
    };
    let has_window = tree.header.has_window();
    if !nodes.is_empty() {
        let names: Vec<&str> = line.iter().map(String::as_str).collect();
        let mut root = Row::named("(root)".to_owned());
        for ply in (1..=nodes.len()).rev() {
            let mut row = Row::alone(words, nodes[ply - 1], &names[..ply]);
            if let Some(judgement) = nodes[ply - 1].judgement.as_ref().filter(|_| has_window) {
                row.notes.push(format!("judged in the window {}", words.window(judgement.window, ply - 1)));
            }
            row.children = std::mem::replace(&mut root, Row::named("(root)".to_owned())).children;
            root.children.push(row);
        }
        let columns = Columns { step: true, comparison: has_window, verdict: true, nodes: true };
        // Comparisons that stand in columns are worth more than the nodes beside them.
        let nodes = Sheet::new(words, columns, &root, VERDICT).has_room();
        let columns = Columns { nodes, ..columns };
        write_outline(&root, columns, "The line, ply by ply", words, out)?;
        writeln!(out)?;
    }
    match missing {
        Some(missing) => unsearched(tree, line, missing, words, command).write_text(words.style, out),
        None => paragraph(&end(tree, line, &nodes, words), words.style, out),
    }
}

/// Says what became of a line that was searched to its end.
fn end(tree: &SearchTree, line: &[String], nodes: &[&Node], words: &Words<'_>) -> String {
    if nodes.iter().any(|node| node.judgement.is_none()) {
        return "The search was stopped inside this line.".to_owned();
    }
    if nodes.last().is_some_and(|node| node.on_pv) {
        return "The line is the principal variation, or its beginning.".to_owned();
    }
    let verdict = |node: &&Node| node.judgement.as_ref().map(|judgement| judgement.verdict);
    match nodes.iter().position(|node| verdict(node) == Some(Verdict::NotBest)) {
        Some(ply) => {
            let (mover, text) = (words.perspective.side(ply), words.place(&line[..=ply]));
            format!("The line drops out at {text}: {mover} has something at least as good without that move.")
        }
        None if !tree.outcome.complete => "No move of the line was worse than another so far.".to_owned(),
        None => "Each move of the line was the best so far or cut; a later move overtook one of them.".to_owned(),
    }
}
