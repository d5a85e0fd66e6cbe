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

/// How far to count. Each takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// To how many inner nodes one may go.
    pub nodes: u64,
    /// Behind how many leaves one goes to no further node.
    pub leaves: u64,
}

impl Most {
    /// As far as it goes.
    pub const ALL: Self = Self { nodes: u64::MAX, leaves: u64::MAX };
}

/// What was counted so far.
struct LeafCount {
    leaves: u64,
    nodes: u64,
}

/// Counts the leaves of the full tree to `depth` plies, as far as `most` says.
pub(super) fn count(ground: &mut dyn Ground, depth: u32, most: Most) -> CountedLeaves {
    let mut count = LeafCount { leaves: 0, nodes: 0 };
    match below(ground, depth, most, &mut count) {
        Some(critical) => CountedLeaves::All(Leaves { all: count.leaves, fewest: critical.pv() }),
        None => CountedLeaves::MoreThan(count.leaves),
    }
}

fn below(ground: &mut dyn Ground, depth: u32, most: Most, count: &mut LeafCount) -> Option<Critical> {
    // Below the node that is not gone to there is a leaf at least.
    if count.nodes == most.nodes || most.leaves <= count.leaves {
        return None;
    }
    count.nodes += 1;
    let moves = ground.moves();
    if depth <= 1 || moves == 0 {
        // At the last ply each move is a leaf; without moves, the node itself is.
        let leaves = moves.max(1) as u64;
        count.leaves += leaves;
        return Some(Critical { cut: 1, all: leaves });
    }
    let mut children = Vec::with_capacity(moves);
    for index in 0..moves {
        ground.play(index);
        let critical = below(ground, depth - 1, most, count);
        ground.undo();
        children.push(critical?);
    }
    Some(children.into_iter().collect())
}
