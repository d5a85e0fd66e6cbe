//! Finds the first difference between the trees of two searches, independently of the searches themselves.

use crate::core::score::Score;
#[cfg(feature = "cli")]
use crate::core::trace::{Header, Shape};
use serde::Serialize;

/// The first node that differs between two trees, in the generator's order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreeDifference {
    /// The moves that lead to the node.
    pub line: Vec<String>,
    /// The node after `line` in the first tree.
    pub first: NodeInTree,
    /// The node after `line` in the second tree.
    pub second: NodeInTree,
}

/// A node of a tree that was known before the search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NodeInTree {
    /// The node's moves, in generator order; empty at a leaf.
    pub moves: Vec<String>,
    /// The node's static evaluation for the side that moved to it, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

impl NodeInTree {
    #[cfg(feature = "cli")]
    fn of(shape: &Shape, index: usize) -> Self {
        let moves = shape.children(index).map(|child| shape.name(child).to_owned()).collect();
        Self { moves, score: shape.score(index) }
    }
}

/// Returns the first difference between the trees of two searches, or `None` if the trees are equal or one is unknown.
#[cfg(feature = "cli")]
pub(crate) fn tree_difference(first: &Header, second: &Header) -> Option<TreeDifference> {
    let [first, second] = [first, second].map(|header| header.shape.as_ref());
    below([first?, second?], [0, 0], &mut Vec::new())
}

#[cfg(feature = "cli")]
fn below(shapes: [&Shape; 2], at: [usize; 2], line: &mut Vec<String>) -> Option<TreeDifference> {
    let [first, second] = [0, 1].map(|side| NodeInTree::of(shapes[side], at[side]));
    if first != second {
        return Some(TreeDifference { line: line.clone(), first, second });
    }
    let mut children = shapes[0].children(at[0]).zip(shapes[1].children(at[1]));
    children.find_map(|(one, other)| {
        line.push(shapes[0].name(one).to_owned());
        let found = below(shapes, [one, other], line);
        line.pop();
        found
    })
}
