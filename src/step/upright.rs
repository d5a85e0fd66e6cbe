//! Draws the tree of a state with its root on top, next to the board.

use super::{GAP, ROOMY, Scene, tree_rows};
use crate::core::trace::Header;
use crate::page::row::Row;
use crate::page::text::columns;
use crate::page::upright::{NodeLabel, NodeRoom, Upright};
use crate::page::words::Words;

/// Returns the upright tree, with the board next to it (in the remaining `room`) or below it. Returns `None` if the
/// tree is wider than the page.
pub(super) fn upright(
    scene: &Scene<'_>,
    words: &Words<'_>,
    beside: &[String],
    (room, width): (usize, usize),
    is_still: bool,
) -> Option<Vec<String>> {
    let (root, _) = tree_rows(scene.state, Some(scene.tree?), words);
    let way =
        if is_still { still(&root, scene.header, words, room)? } else { roomy(&root, scene.header, words, width)? };
    let mut lines = way.draw(&root);
    let wide = way.width(&root);
    // On a wide screen, keep the board near the tree.
    let room = if is_still && ROOMY.0 <= width { room.min(wide + GAP) } else { room };
    if room < wide {
        lines.push(String::new());
        lines.extend(beside.iter().cloned());
        return Some(lines);
    }
    lines.resize(lines.len().max(beside.len()), String::new());
    for (line, rank) in lines.iter_mut().zip(beside) {
        *line = format!("{line}{}{rank}", " ".repeat(room + 1 - columns(line)));
    }
    Some(lines)
}

/// Returns the upright tree with the most detailed labels that fit.
fn roomy<'a>(root: &Row, header: &Header, words: &Words<'a>, width: usize) -> Option<Upright<'a>> {
    let labels = NodeLabel::ALL.into_iter().skip(usize::from(!header.has_window()));
    labels.map(|label| labelled(words, label, NodeRoom::default())).find(|way| way.width(root) <= width)
}

/// Returns an upright tree that is spread over the width and in which no node moves from step to step.
fn still<'a>(root: &Row, header: &Header, words: &Words<'a>, width: usize) -> Option<Upright<'a>> {
    let shape = header.shape.as_ref()?;
    let scores = (1..shape.len()).filter_map(|index| shape.score(index));
    // A score may have a sign before it, or brackets around it.
    let score = scores.map(|score| columns(&words.style.score(score)) + 2).max()?;
    let ways = [NodeLabel::Scores, NodeLabel::Narrow].into_iter();
    let ways = ways.flat_map(|label| (0..=SPREAD).rev().map(move |between| (label, NodeRoom { score, between })));
    ways.map(|(label, room)| labelled(words, label, room)).find(|way| way.width(root) <= width)
}

const fn labelled<'a>(words: &Words<'a>, label: NodeLabel, room: NodeRoom) -> Upright<'a> {
    Upright { style: words.style, perspective: words.perspective, cut: words.rules.cut, label, room }
}

/// The maximum number of columns to add between neighbours on a wide screen.
const SPREAD: usize = 6;
