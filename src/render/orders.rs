//! The same tree with keys: when each position came into being, and when its score was judged.

use super::branches::{Branch, STEM, draw, sideways_columns};
use super::comparison::Mark;
use super::layout::Shape;
use super::row::Row;
use super::text::{columns, grouped, left, paragraph, right};
use super::words::Words;
use crate::trace::node_key;
use crate::tree::SearchTree;
use std::io::{self, Write};

/// More nodes are not worth a row each.
const MOST_NODES: usize = 200;
const HEADS: [&str; 3] = ["key", "created", "step"];

/// Writes the tree, a row for each node, with the node's key and its place in two orders: of creation and of judgement.
///
/// # Errors
/// What writing gives.
pub fn orders(tree: &SearchTree, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let style = words.style;
    if MOST_NODES < tree.root.size() {
        return paragraph("The tree is too big for a row for each key.", style, out);
    }
    let root = Row::of(words, &tree.root);
    let mut widest = HEADS[0].len();
    root.walk(&mut |row| widest = widest.max(node_key(&row.path).len()));
    let room = style.width.saturating_sub(widest + HEADS[1].len() + HEADS[2].len() + 6);
    let plies = sideways_columns(&root, room, STEM);
    let column = |ply: usize| plies.as_ref().map_or((2 * (ply - 1)).min(room / 2), |plies| plies[ply]);
    let shape = if plies.is_some() { Shape::Sideways } else { Shape::Outline };
    let branches = draw(&root, shape, style, &column);
    let tree_width = branches.iter().map(|branch| columns(&branch.text)).max().unwrap_or(0);
    writeln!(out, "{}  {}  {}  {}\n", left("", tree_width), left(HEADS[0], widest), HEADS[1], HEADS[2])?;
    for Branch { text, row, .. } in &branches {
        let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), grouped);
        let step = if row.mark == Mark::Root { String::new() } else { number(row.step) };
        let (created, step) = (right(&number(row.created), HEADS[1].len()), right(&step, HEADS[2].len()));
        let key = left(&node_key(&row.path), widest);
        writeln!(out, "{}", format!("{}  {key}  {created}  {step}", left(text, tree_width)).trim_end())?;
    }
    writeln!(out)?;
    let text = "Key: the way to the node, a letter for each move: A, B ... for the side that moves first, G, H ... for the \
                other, in the order of the generator. Created: the place in the order in which this search made the \
                positions. Step: the place in the order in which it judged their scores. A - means never.";
    paragraph(text, style, out)
}
