//! The tree as textbooks draw it, with the cuts below.

use super::legend;
use crate::page::comparison::Mark;
use crate::page::row::Row;
use crate::page::style::Charset;
use crate::page::text::paragraph;
use crate::page::upright::{Label, Upright};
use crate::page::view::View;
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
    let mut root = Row::of(words, &tree.root);
    root.score = tree.outcome.score.map(|score| (words.perspective.score(score, 0), Bound::Exact));
    let ways = Label::ALL.map(|label| Upright { words, label });
    let mut useful = ways.iter().filter(|way| way.label != Label::Windows || tree.header.has_window());
    let Some(way) = useful.find(|way| way.width(&root) <= words.style.width) else {
        let width = ways[Label::ALL.len() - 1].width(&root);
        let text = format!("Upright, this tree is {width} columns wide: --columns {width} shows it so.");
        paragraph(&text, words.style, out)?;
        return Ok(None);
    };
    let who = match words.perspective.view {
        View::Minimax => legend::brief(words, true)[0].clone(),
        View::Negamax => format!("Each side picks its highest score. {} marks best play.", words.star()),
    };
    for line in [who, at_nodes(&root, words, way.label == Label::Windows)] {
        paragraph(&line, words.style, out)?;
    }
    writeln!(out)?;
    way.draw(&root).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    cuts(&root, words, out)?;
    Ok(Some(root))
}

/// What stands at the nodes, and what the signs of a cut mean if there is one.
fn at_nodes(root: &Row, words: &Words<'_>, has_windows: bool) -> String {
    let window = if has_windows { ", its window (alpha,beta) if it is narrow" } else { "" };
    let (mut is_cut, mut has_known) = (false, false);
    root.walk(&mut |row| {
        is_cut |= row.children.iter().any(|child| child.is_cut_off(row));
        has_known |= row.known.is_some();
    });
    let bars = if words.style.charset == Charset::Unicode { "╱╱" } else { "//" };
    let cut = if is_cut { format!(" {bars} marks a cut") } else { String::new() };
    let known = if has_known { "; scores in brackets were not asked for" } else { "" };
    let stop = if is_cut { "." } else { "" };
    format!("At a node: its move, its score{window}.{cut}{known}{stop}")
}

/// Says of each cut that is drawn which comparison made it.
fn cuts(root: &Row, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut cuts: Vec<(Option<u64>, String)> = Vec::new();
    root.walk(&mut |row| {
        if let (Mark::Cutoff { .. }, Some((score, bound))) = (&row.mark, row.score) {
            let score = words.style.apart(score, bound);
            cuts.push((row.step, format!("{}: {score} {}, {}", row.name, row.compared(words), row.verdict())));
        }
    });
    cuts.sort_unstable();
    if !cuts.is_empty() {
        writeln!(out)?;
    }
    cuts.iter().try_for_each(|(_, cut)| paragraph(cut, words.style, out))
}
