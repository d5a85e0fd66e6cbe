//! The nodes of which two searches say different things, in a list.

use crate::compare::differences::Differences;
use crate::compare::said::{Difference, DifferenceCounts};
use crate::page::document::{Column, Document, Table};
use crate::page::row::verdict_word;
use crate::page::text::{counted, grouped};
use crate::page::{Mark, Style, Words};
use crate::trace::Header;

/// More differences than this are counted and not shown.
const MOST_DIFFERENCES: usize = 60;

/// How many nodes differ.
pub(super) fn node_by_node(differences: &Differences) -> String {
    let counts = &differences.counts;
    let both = counts.of_both();
    if differences.list.is_empty() {
        return format!(
            "Node by node: both say the same of all {} below the root.",
            counted(differences.common, "node", "nodes")
        );
    }
    if differences.common == 0 {
        let only = counted(counts.alone_nodes, "node was", "nodes were");
        return format!("Node by node: both searched none of the same; {only} searched by only one of them.");
    }
    format!(
        "Node by node: of the {} below the root that both searched, {}{}{}.",
        counted(differences.common, "node", "nodes"),
        counted(both, "differs", "differ"),
        kinds(counts, both),
        match counts.alone_nodes {
            0 => String::new(),
            only => format!("; {} searched by only one of them", counted(only, "node was", "nodes were")),
        },
    )
}

/// In what the nodes differ that both searched, in brackets, with how many of each kind; nothing if they do not.
fn kinds(counts: &DifferenceCounts, both: u64) -> String {
    let many = |count: u64| if count == both { String::new() } else { format!("{} ", grouped(count)) };
    let contradictions = counted(counts.contradictions, "contradiction", "contradictions");
    let kinds = [
        (counts.contradictions, format!("{contradictions}, listed first")),
        (counts.verdicts, format!("{}in the verdict or in why it is a leaf", many(counts.verdicts))),
        (counts.bounds, format!("{}in a limit or in how many moves were skipped", many(counts.bounds))),
    ];
    let said: Vec<String> = kinds.into_iter().filter(|(count, _)| *count != 0).map(|(_, text)| text).collect();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join("; ")) }
}

/// Adds the nodes of which two searches say different things.
pub(super) fn differences(
    header: &Header,
    names: [&str; 2],
    differences: &Differences,
    style: &Style,
    page: &mut Document,
) {
    page.text(node_by_node(differences));
    let all = differences.counts.of_both() + differences.counts.alone;
    difference_list(header, names, &differences.list, all, style, page);
}

/// Adds differences, the first of `all`, with what each search says.
pub(super) fn difference_list<'a>(
    header: &Header,
    names: [&str; 2],
    list: impl IntoIterator<Item = &'a Difference>,
    all: u64,
    style: &Style,
    page: &mut Document,
) {
    if all == 0 {
        return;
    }
    page.gap();
    let words = Words::new(style, header);
    let row = |difference: &Difference| {
        let ply = difference.line.len().saturating_sub(1);
        let [first, second] = [0, 1].map(|side| said_text(difference, side, ply, &words));
        [words.place(&difference.line), first, second]
    };
    let rows = list.into_iter().take(MOST_DIFFERENCES).map(row).collect();
    two_sides(["line", names[0], names[1]], rows, all, style.width, page);
}

/// Adds what two searches have, the first of `all`, in a row for each thing if that fits into `width`.
pub(super) fn two_sides(heads: [&str; 3], rows: Vec<[String; 3]>, all: u64, width: usize, page: &mut Document) {
    let more = all - rows.len() as u64;
    let table = Table::new([Column::Left; 3], heads, rows.clone());
    if table.fits(width) {
        page.table(table);
    } else {
        for [line, first, second] in rows {
            page.text(line);
            page.text(format!("  {}: {first}", heads[1]));
            page.text(format!("  {}: {second}", heads[2]));
        }
    }
    if more != 0 {
        page.text(format!("... and {} more", grouped(more)));
    }
}

/// What one of the two says.
fn said_text(difference: &Difference, side: usize, ply: usize, words: &Words<'_>) -> String {
    let Some(said) = [difference.first, difference.second][side] else { return "not searched".to_owned() };
    let score = words.bounded(said.score, said.bound, ply);
    let verdict = verdict_word(&Mark::of(said.verdict, ply, words.perspective), difference.on_pv[side]);
    let nodes = match difference.nodes {
        0 | 1 => String::new(),
        nodes => format!(" ({} nodes)", grouped(nodes)),
    };
    format!("{score} {verdict}{nodes}")
}

/// Adds the first node, in the order of the tree, where two searches differ.
pub(super) fn parting(
    header: &Header,
    names: [&str; 2],
    differences: &Differences,
    style: &Style,
    page: &mut Document,
) {
    let Some(first) = &differences.first else { return };
    let words = Words::new(style, header);
    let ply = first.line.len().saturating_sub(1);
    let [a, b] = [0, 1].map(|side| said_text(first, side, ply, &words));
    let line = words.place(&first.line);
    page.text(format!("They first differ at {line}: {} says {a}, {} says {b}.", names[0], names[1]));
}
