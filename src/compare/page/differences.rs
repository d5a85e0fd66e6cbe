//! The nodes of which two searches say different things, in a list.

use crate::compare::differences::Differences;
use crate::compare::said::{Difference, Said};
use crate::page::text::{columns, counted, grouped, paragraph, table};
use crate::page::{Mark, Style, Words};
use crate::trace::Header;
use std::io::{self, Write};

/// More differences than this are counted and not shown.
const MOST_DIFFERENCES: usize = 60;

/// How many nodes differ.
pub(super) fn node_by_node(differences: &Differences) -> String {
    let counts = &differences.counts;
    let both = counts.of_both();
    if differences.list.is_empty() {
        return format!("Node by node: both say the same of all {}.", counted(differences.common, "node", "nodes"));
    }
    if differences.common == 0 {
        let only = counted(counts.alone_nodes, "node was", "nodes were");
        return format!("Node by node: both searched none of the same; {only} searched by only one of them.");
    }
    format!(
        "Node by node: of the {} that both searched, {}{}{}.",
        counted(differences.common, "node", "nodes"),
        counted(both, "differs", "differ"),
        match counts.contradictions {
            0 => String::new(),
            many => format!(" ({}, listed first)", counted(many, "contradiction", "contradictions")),
        },
        match counts.alone_nodes {
            0 => String::new(),
            only => format!("; {} searched by only one of them", counted(only, "node was", "nodes were")),
        },
    )
}

/// Writes the nodes of which two searches say different things.
pub(super) fn differences(
    header: &Header,
    names: [&str; 2],
    differences: &Differences,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    paragraph(&node_by_node(differences), style, out)?;
    let all = differences.counts.of_both() + differences.counts.alone;
    difference_list(header, names, &differences.list, all, style, out)
}

/// Writes differences, the first of `all`, with what each search says.
pub(super) fn difference_list<'a>(
    header: &Header,
    names: [&str; 2],
    list: impl IntoIterator<Item = &'a Difference>,
    all: u64,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    if all == 0 {
        return Ok(());
    }
    writeln!(out)?;
    let words = Words::new(style, header);
    let mut rows = Vec::new();
    for difference in list.into_iter().take(MOST_DIFFERENCES) {
        let ply = difference.line.len().saturating_sub(1);
        let said = |said: Option<Said>| said_text(said, difference, ply, &words);
        rows.push([words.place(&difference.line), said(difference.first), said(difference.second)]);
    }
    two_sides(["line", names[0], names[1]], rows, all, style, out)
}

/// Writes what two searches have, the first of `all`, in a row for each thing if that is not too wide.
pub(super) fn two_sides(
    heads: [&str; 3],
    mut rows: Vec<[String; 3]>,
    all: u64,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let more = all - rows.len() as u64;
    rows.insert(0, heads.map(str::to_owned));
    let width: usize = (0..3).map(|at| rows.iter().map(|row| columns(&row[at])).max().unwrap_or(0) + 2).sum();
    if width <= style.width + 2 {
        table(&rows, &[false; 3], out)?;
    } else {
        for [line, first, second] in &rows[1..] {
            for text in [line.clone(), format!("  {}: {first}", heads[1]), format!("  {}: {second}", heads[2])] {
                paragraph(&text, style, out)?;
            }
        }
    }
    if more != 0 {
        writeln!(out, "... and {} more", grouped(more))?;
    }
    Ok(())
}

fn said_text(said: Option<Said>, difference: &Difference, ply: usize, words: &Words<'_>) -> String {
    let Some(said) = said else { return "not searched".to_owned() };
    let score = words.bounded(said.score, said.bound, ply);
    let verdict = Mark::of(said.verdict, ply, words.perspective).word();
    let nodes = match difference.nodes {
        0 | 1 => String::new(),
        nodes => format!(" ({} nodes)", grouped(nodes)),
    };
    format!("{score} {verdict}{nodes}")
}

/// Writes the first node, in the order of the tree, where two searches differ.
pub(super) fn parting(
    header: &Header,
    names: [&str; 2],
    differences: &Differences,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(first) = &differences.first else { return Ok(()) };
    let words = Words::new(style, header);
    let ply = first.line.len().saturating_sub(1);
    let [a, b] = [first.first, first.second].map(|said| said_text(said, first, ply, &words));
    let line = words.place(&first.line);
    paragraph(&format!("They first differ at {line}: {} says {a}, {} says {b}.", names[0], names[1]), style, out)
}
