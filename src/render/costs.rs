//! What a search cost, beside full minimax and beside the least that is possible.

use super::report::{counted, paragraph, percent};
use super::style::Style;
use crate::search::Techniques;
use crate::trace::{Leaves, SearchTree};
use std::io::{self, Write};

/// Writes what the search cost, also in comparison with full minimax and with the least that is possible.
///
/// `full` are the leaves of the full tree if they were counted; they are estimated otherwise, and marked so. Where the
/// shape of the whole tree is known, all of this is exact.
///
/// # Errors
/// What writing gives.
pub fn costs(tree: &SearchTree, full: Option<Leaves>, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let counts = &tree.outcome.statistics;
    let mut text = if 1 < tree.passes.len() { "All passes together: ".to_owned() } else { String::new() };
    text.push_str(&format!(
        "{} created, {} scored, {} ({} by the first move tried), {} skipped.",
        counted(counts.created, "node", "nodes"),
        counted(counts.leaves, "leaf", "leaves"),
        counted(counts.cutoffs, "cutoff", "cutoffs"),
        counts.first_move_cutoffs,
        counted(counts.skipped, "child", "children")
    ));
    if let Some(shape) = &tree.header.shape {
        let leaves_out = if tree.header.technique_set().is_subset(Techniques::ORDERING) { "" } else { "plain " };
        text.push_str(&format!(
            " The full tree has {}; no {leaves_out}alpha-beta search of a tree of this shape can do with fewer than {} \
             (Knuth and Moore).",
            counted(shape.leaves() as u64, "leaf", "leaves"),
            shape.fewest_leaves()
        ));
        paragraph(&text, style, out)?;
        return techniques(tree, style, out);
    }
    paragraph(&text, style, out)?;
    techniques(tree, style, out)?;
    rates(tree, full, out)
}

/// Writes what techniques did, if there were any.
fn techniques(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let counts = &tree.outcome.statistics;
    let mut parts = Vec::new();
    if counts.hash_hits != 0 {
        parts.push(format!(
            "{} ({} were enough)",
            counted(counts.hash_hits, "hash hit", "hash hits"),
            counts.hash_cuts
        ));
    }
    if counts.null_moves != 0 {
        let tried = counted(counts.null_moves, "null move", "null moves");
        let nodes = counted(counts.null_nodes, "node", "nodes");
        parts.push(format!("{tried} tried ({} cut, {nodes})", counts.null_cuts));
    }
    let plain = [
        (counts.stand_pats, "stand pat", "stand pats"),
        (counts.pruned, "move pruned", "moves pruned"),
        (counts.extended, "extension", "extensions"),
        (counts.reduced, "reduction", "reductions"),
        (counts.searched_again, "node searched again and counted again", "nodes searched again and counted again"),
    ];
    parts.extend(
        plain.into_iter().filter(|(count, ..)| *count != 0).map(|(count, one, many)| counted(count, one, many)),
    );
    if parts.is_empty() { Ok(()) } else { paragraph(&format!("{}.", parts.join(", ")), style, out) }
}

/// The costs of a real position as rates.
fn rates(tree: &SearchTree, full: Option<Leaves>, out: &mut dyn Write) -> io::Result<()> {
    let counts = &tree.outcome.statistics;
    let depth = f64::from(tree.header.depth.max(1));
    let branching = (counts.nodes() as f64).powf(1.0 / depth);
    let (all, fewest) = match full {
        Some(Leaves { all, fewest }) => (all.to_string(), fewest.to_string()),
        None => {
            let widths = widths(tree);
            let every = |first: usize| widths.iter().skip(first).step_by(2).product::<f64>();
            (estimate(widths.iter().product()), estimate(every(0) + every(1) - 1.0))
        }
    };
    let rows = [
        ("nodes searched".to_owned(), counts.nodes().to_string()),
        ("cutoffs by the first move".to_owned(), percent(counts.first_move_cutoffs, counts.cutoffs)),
        ("judged moves that raised alpha".to_owned(), percent(counts.raised, counts.judged)),
        ("effective branching factor".to_owned(), format!("{branching:.2}")),
        ("leaves scored".to_owned(), counts.leaves.to_string()),
        ("leaves of full minimax".to_owned(), all),
        ("fewest leaves, Knuth and Moore".to_owned(), fewest),
    ];
    for (what, value) in rows {
        writeln!(out, "  {what:<32}{value}")?;
    }
    Ok(())
}

/// Writes an estimate, of which more than two digits would mean nothing.
fn estimate(number: f64) -> String {
    let text = format!("{number:.1e}");
    match text.split_once('e').map(|(digits, power)| (digits, power.parse::<i32>())) {
        Some((digits, Ok(power))) if 15 < power => format!("about {digits} * 10^{power}"),
        _ => format!("about {:.0}", text.parse().unwrap_or(number)),
    }
}

/// The mean number of moves at each ply, of the nodes that are kept; where none is, as at the ply before.
fn widths(tree: &SearchTree) -> Vec<f64> {
    let mut widths = Vec::new();
    let mut nodes = vec![&tree.root];
    let mut last = 1.0;
    for _ in 0..tree.header.depth {
        let moves = nodes.iter().map(|node| node.children.len() + node.fold.len()).filter(|&moves| moves != 0);
        let (count, sum) = moves.fold((0_usize, 0), |(count, sum), moves| (count + 1, sum + moves));
        if count != 0 {
            last = sum as f64 / count as f64;
        }
        widths.push(last);
        nodes = nodes.into_iter().flat_map(|node| &node.children).collect();
    }
    widths
}
