//! In which order the moves of a node are tried.

use super::walk::Child;
use std::cmp::Reverse;

/// How the moves of an inner node are put in order. The last ply keeps the generator's order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// All children are scored statically first, and the best for the side to move is tried first; equal ones keep
    /// the generator's order.
    #[default]
    Static,
    /// The generator's order.
    None,
}

impl Order {
    /// Returns the name as it is written on the command line and in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::None => "none",
        }
    }
}

/// Sorts by static score, best first, stably.
///
/// Insertion sort: lists are short, often nearly sorted, and it needs no memory.
pub(super) fn sort_by_static_score<M: Copy>(children: &mut [Child<M>]) {
    for end in 1..children.len() {
        let child = children[end];
        let key = Reverse(child.score);
        let mut at = end;
        while at > 0 && key < Reverse(children[at - 1].score) {
            children[at] = children[at - 1];
            at -= 1;
        }
        children[at] = child;
    }
}
