//! The tree as textbooks draw it, with the cuts below.

use super::annotated::valued;
use crate::page::comparison::{Mark, View};
use crate::page::row::Row;
use crate::page::text::paragraph;
use crate::page::upright::{NodeLabel, Upright};
use crate::page::words::Words;
use crate::score::Bound;
use crate::tree::SearchTree;
use std::io::{self, Write};

/// Writes the tree with the root above, if the page is wide enough for it, and says else how wide it would have to be.
/// Windows stand at the nodes where there is room for them.
///
/// # Errors
/// What writing gives.
pub(super) fn upright(tree: &SearchTree, words: &Words<'_>, out: &mut dyn Write) -> io::Result<Option<Row>> {
    let root = valued(Row::of(words, &tree.root), tree, words);
    let ways = NodeLabel::ALL.map(|label| Upright { style: words.style, perspective: words.perspective, label });
    let mut useful = ways.iter().filter(|way| way.label != NodeLabel::Windows || tree.header.has_window());
    let Some(way) = useful.find(|way| way.width(&root) <= words.style.width) else {
        let width = ways[NodeLabel::ALL.len() - 1].width(&root);
        let text = format!("Upright, this tree is {width} columns wide: --columns {width} shows it so.");
        paragraph(&text, words.style, out)?;
        return Ok(None);
    };
    for line in [who(words), at_nodes(&root, words, way.label == NodeLabel::Windows)] {
        paragraph(&line, words.style, out)?;
    }
    writeln!(out)?;
    way.draw(&root).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    cuts(&root, words, out)?;
    Ok(Some(root))
}

/// Who is to move at which triangle, and what that side looks for.
fn who(words: &Words<'_>) -> String {
    let [up, down] = [true, false].map(|is_max| words.style.player(is_max));
    let (max, min) = words.sides();
    let [max, min] = match words.perspective.has_names() {
        true => [format!("{max} (MAX)"), format!("{min} (MIN)")],
        false => [max, min].map(str::to_owned),
    };
    let [most, least] = match words.perspective.view {
        View::Minimax => ["highest score", "lowest"],
        View::Negamax => ["its highest score", "its highest"],
    };
    format!("{up} {max} to move: {most}; {down} {min}: {least}. {} marks best play.", words.star())
}

/// What stands at the nodes, and what the sign of what was skipped means if there is one.
fn at_nodes(root: &Row, words: &Words<'_>, has_windows: bool) -> String {
    let at_it = match has_windows {
        true => "its move, its score and its window (alpha,beta) if that is limited",
        false => "its move and its score",
    };
    let (mut is_cut, mut has_known) = (false, false);
    root.walk(&mut |row| {
        is_cut |= row.children.iter().any(|child| child.is_cut_off(row));
        has_known |= row.known.is_some();
    });
    let bars = words.style.cut();
    let cut = if is_cut { format!(" {bars} leads to what a cutoff skipped") } else { String::new() };
    let known = if has_known { ": its scores stand in brackets" } else { "" };
    let stop = if is_cut { "." } else { "" };
    format!("At a node stand {at_it}.{cut}{known}{stop}")
}

/// Says of each cutoff at which node it was, and which comparison made it.
fn cuts(root: &Row, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut cuts: Vec<(Option<u64>, String)> = Vec::new();
    root.walk(&mut |row| {
        let cutting = row.children.iter().filter(|child| matches!(child.mark, Mark::Cutoff { .. }));
        cuts.extend(cutting.map(|child| (child.step, cutoff(row, child, words))));
    });
    cuts.sort_unstable();
    if !cuts.is_empty() {
        writeln!(out)?;
    }
    cuts.iter().try_for_each(|(_, cut)| paragraph(cut, words.style, out))
}

/// "At B: B1 is 2, <= the 3 of A: alpha cutoff, skips 2".
fn cutoff(row: &Row, child: &Row, words: &Words<'_>) -> String {
    let value = child.score.map(|(score, bound)| match bound {
        Bound::Exact => words.style.score(score),
        Bound::Upper => format!("at most {}", words.style.score(score)),
        Bound::Lower => format!("at least {}", words.style.score(score)),
    });
    let compared = child.comparison.as_ref().map(|compared| {
        let (sign, threshold) = (words.style.sign(compared.sign), words.style.score(compared.threshold));
        match &compared.owner {
            Some(owner) => format!("{sign} the {threshold} of {owner}"),
            None => format!("{sign} {threshold} {}", words.nobody().name()),
        }
    });
    let [value, compared] = [value, compared].map(Option::unwrap_or_default);
    format!("At {}: {} is {value}, {compared}: {}", row.name, child.name, child.verdict())
}
