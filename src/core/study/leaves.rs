//! The leaves of the full tree, counted without a search.

use super::Ground;
use crate::trace::{Critical, Leaves};

/// What came of counting leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedLeaves {
    /// All of them, and the fewest that any alpha-beta search needs.
    All(Leaves),
    /// There are more than so many; then nobody counted on.
    MoreThan(u64),
}

impl CountedLeaves {
    /// Returns the leaves if all were counted.
    #[must_use]
    pub const fn all(self) -> Option<Leaves> {
        match self {
            Self::All(leaves) => Some(leaves),
            Self::MoreThan(_) => None,
        }
    }
}

/// What was counted so far.
struct Count {
    leaves: u64,
    /// How many inner nodes may still be gone to.
    nodes: u64,
}

/// Counts the leaves of the full tree to `depth` plies, and goes to no more than `nodes` inner nodes for that, which is what it
/// takes time for.
pub(super) fn count(ground: &mut dyn Ground, depth: u32, nodes: u64) -> CountedLeaves {
    let mut count = Count { leaves: 0, nodes };
    match below(ground, depth, &mut count) {
        Some(critical) => CountedLeaves::All(Leaves { all: count.leaves, fewest: critical.pv() }),
        None => CountedLeaves::MoreThan(count.leaves),
    }
}

fn below(ground: &mut dyn Ground, depth: u32, count: &mut Count) -> Option<Critical> {
    count.nodes = count.nodes.checked_sub(1)?;
    let moves = ground.moves();
    if depth <= 1 || moves == 0 {
        // At the last ply each move is a leaf; without moves, the node itself is.
        count.leaves += moves.max(1) as u64;
        return Some((0..moves).map(|_| Critical::LEAF).collect());
    }
    let mut children = Vec::with_capacity(moves);
    for index in 0..moves {
        ground.play(index);
        let critical = below(ground, depth - 1, count);
        ground.undo();
        children.push(critical?);
    }
    Some(children.into_iter().collect())
}
