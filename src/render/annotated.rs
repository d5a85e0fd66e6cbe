//! The sideways tree in the default style: like the Sargon document's, with its faults mended.

use super::drawing::{Drawn, Picture, Spacing};
use super::style::{Paint, Style};
use super::words::Words;
use crate::trace::{Node, SearchTree};
use std::io::{self, Write};

/// The most rows that a sideways tree may have; more are an outline's business.
pub(super) const MOST_ROWS: usize = 150;
/// The most nodes that are worth trying to draw sideways.
const MOST_NODES: usize = 200;

/// Writes the tree sideways if it fits; returns whether it did.
///
/// # Errors
/// What writing gives.
pub fn tree(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<bool> {
    if MOST_NODES < tree.root.size() {
        return Ok(false);
    }
    let words = Words { style, numbering: tree.header.numbering };
    let drawn = drawn(&words, &tree.root, &mut Vec::new());
    for reach in [usize::MAX, 8, 6, 4] {
        let spacing = Spacing { siblings: 6, cousins: 4, reach, margin: 0, overwrite: false };
        let picture = Picture::of(&drawn, spacing, style);
        if picture.width() <= style.width && picture.height() <= MOST_ROWS {
            picture.write(style, out)?;
            return Ok(true);
        }
    }
    Ok(false)
}

fn drawn<'a>(words: &Words<'_>, node: &'a Node, line: &mut Vec<&'a str>) -> Drawn {
    let (label, paint) = words.node(node, line);
    let mut children = Vec::with_capacity(node.children.len() + 1);
    for child in &node.children {
        line.push(child.name());
        children.push(drawn(words, child, line));
        line.pop();
    }
    if !node.fold.is_empty() {
        let label = words.fold(&node.fold, line.len());
        children.push(Drawn { label, paint: Paint::Unsearched, ..Drawn::default() });
    }
    Drawn { label, paint, starred: node.on_pv && node.mv.is_some(), children }
}
