//! Counts the leaves of the full tree without a search.

use super::game_tree::GameTree;
use crate::core::trace::{Critical, Leaves};
use std::collections::HashMap;

/// The result of counting leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedLeaves {
    /// The number of all leaves, and the minimum number that any alpha-beta search evaluates.
    All(Leaves),
    /// There are more leaves than this number, at which the count stopped.
    MoreThan(u64),
}

impl CountedLeaves {
    /// Returns the counts if all leaves were counted, otherwise `None`.
    #[must_use]
    pub const fn all(self) -> Option<Leaves> {
        match self {
            Self::All(leaves) => Some(leaves),
            Self::MoreThan(_) => None,
        }
    }
}

/// The maximum number of positions whose counts are kept for transpositions.
const KEPT: usize = 1 << 20;

/// The leaves below a node.
#[derive(Clone, Copy, Debug)]
struct Counted {
    leaves: u64,
    critical: Critical,
}

struct LeafCount<'a> {
    tree: &'a mut dyn GameTree,
    has_keys: bool,
    /// How many inner nodes may still be visited.
    nodes_left: u64,
    /// The leaves counted so far.
    leaves: u64,
    /// The counts of positions, by key and remaining depth.
    known: HashMap<(u64, u32), Counted>,
}

/// Counts the leaves of the full tree to `depth` plies, visiting at most `most_nodes` inner nodes. If `has_keys`,
/// positions with equal keys have equal moves, so a transposition is not visited again.
///
/// # Complexity
/// Takes time proportional to the number of visited nodes and their moves, and memory for at most a million nodes.
pub(super) fn count(tree: &mut dyn GameTree, depth: u32, most_nodes: u64, has_keys: bool) -> CountedLeaves {
    let mut count = LeafCount { tree, has_keys, nodes_left: most_nodes, leaves: 0, known: HashMap::new() };
    match count.below(depth) {
        Some(counted) => CountedLeaves::All(Leaves { all: counted.leaves, fewest: counted.critical.pv() }),
        None => CountedLeaves::MoreThan(count.leaves),
    }
}

impl LeafCount<'_> {
    /// Counts the leaves below a node. Returns `None` if the count takes too many nodes, or if there are more leaves
    /// than a 64-bit number can count.
    fn below(&mut self, depth: u32) -> Option<Counted> {
        // At the last ply, counting the moves is as fast as computing the key.
        let has_key = self.has_keys && 1 < depth;
        let key = if has_key { self.tree.key_for(depth - 1).map(|key| (key, depth)) } else { None };
        if let Some(&counted) = key.and_then(|key| self.known.get(&key)) {
            self.leaves = self.leaves.checked_add(counted.leaves)?;
            return Some(counted);
        }
        // If no nodes are left to visit, this node still has at least one leaf, so there are more leaves than were
        // counted.
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let moves = self.tree.moves();
        let counted = if depth <= 1 || moves == 0 { self.leaves(moves)? } else { self.below_all(moves, depth - 1)? };
        if let Some(key) = key.filter(|_| self.known.len() < KEPT) {
            self.known.insert(key, counted);
        }
        Some(counted)
    }

    fn below_all(&mut self, moves: usize, depth: u32) -> Option<Counted> {
        let before = self.leaves;
        let critical = (0..moves).map(|index| self.below_move(index, depth)).collect::<Option<Critical>>()?;
        Some(Counted { leaves: self.leaves - before, critical })
    }

    fn below_move(&mut self, index: usize, depth: u32) -> Option<Critical> {
        if depth == 1 {
            self.nodes_left = self.nodes_left.checked_sub(1)?;
            let moves = self.tree.count_replies(index);
            return Some(self.leaves(moves)?.critical);
        }
        self.tree.play(index);
        let counted = self.below(depth);
        self.tree.undo();
        Some(counted?.critical)
    }

    /// Counts the leaves of a node with this number of moves, each of which leads to a leaf. A node without moves is
    /// itself a leaf.
    fn leaves(&mut self, moves: usize) -> Option<Counted> {
        let leaves = moves.max(1) as u64;
        self.leaves = self.leaves.checked_add(leaves)?;
        Some(Counted { leaves, critical: Critical { cut: 1, all: leaves } })
    }
}
