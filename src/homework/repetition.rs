//! Finds nodes that a program searched twice although it had their values after the first search.

use super::protocol::Attempt;
use crate::exercise::PaperTree;

/// Returns whether a node is `top` or below it.
pub(super) fn is_within(tree: &PaperTree, node: usize, top: usize) -> bool {
    top == 0 || tree.path(node).contains(&top)
}

/// Returns the first node that the program searched twice although no correct search does so: a node deeper than
/// the root's children that is the first child of its parent, if the program did not ask about the parent between
/// the two searches.
///
/// Null-window searches test only later children, and other re-searches start at the root. A leaf counts only if it
/// was visited twice in a row, because a search may ask for values to sort the moves.
pub(super) fn searched_twice(tree: &PaperTree, attempt: &Attempt) -> Option<usize> {
    let asked = &attempt.questions;
    (1..asked.len()).filter(|&later| asked[later].reads).find_map(|later| {
        let leaf = asked[later].node;
        let earlier = (0..later).rev().find(|&index| asked[index] == asked[later])?;
        let between = &asked[earlier + 1..later];
        let is_asked = |node: usize| between.iter().any(|question| question.node == node);
        let is_first = |node: usize, parent: usize| {
            let children = &tree.node(parent).children;
            asked.iter().map(|question| question.node).find(|node| children.contains(node)) == Some(node)
        };
        let is_twice = |node: usize| {
            let Some(parent) = tree.node(node).parent.filter(|parent| *parent != 0) else { return false };
            let is_again =
                if node == leaf { between.iter().all(|question| question.node == leaf) } else { is_asked(node) };
            is_again && !is_asked(parent) && is_first(node, parent)
        };
        tree.path(leaf).into_iter().find(|&node| is_twice(node))
    })
}
