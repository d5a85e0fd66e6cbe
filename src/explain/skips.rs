//! The cutoffs that skipped something. A cutoff that skips nothing saves nothing and is not counted.

use crate::core::hooks::Verdict;
use crate::core::tree::{Node, SearchTree};

/// The cutoffs that skipped something, and what they skipped.
pub(super) struct Skips {
    pub cutoffs: u64,
    pub skipped: u64,
    /// The noun for what was skipped, in the singular and in the plural.
    pub what: [&'static str; 2],
}

impl Skips {
    /// If the whole tree was kept, counts the leaves to which skipped moves lead, because a reader adds them to the
    /// leaves that were evaluated. Otherwise the number of these leaves is unknown, so counts moves.
    pub(super) fn of(tree: &SearchTree) -> Self {
        let counts = &tree.outcome.statistics;
        let mut found = FoundSkips::default();
        found.count(&tree.root);
        let is_whole = tree.header.shape.as_ref().is_some_and(|shape| shape.len() == tree.root.size());
        let is_known = is_whole && found.moves == counts.skipped;
        match is_known {
            true => Self { cutoffs: found.cutoffs, skipped: found.leaves, what: ["leaf", "leaves"] },
            false => Self { cutoffs: counts.cutoffs, skipped: counts.skipped, what: ["move", "moves"] },
        }
    }
}

/// The cutoffs in a tree that skip moves, these moves, and the leaves to which these moves lead.
#[derive(Default)]
struct FoundSkips {
    cutoffs: u64,
    moves: u64,
    leaves: u64,
}

impl FoundSkips {
    fn count(&mut self, node: &Node) {
        let skips = |child: &Node| match child.judgement.as_ref().map(|judgement| judgement.verdict) {
            Some(Verdict::Cutoff { skipped }) => u64::from(skipped),
            _ => 0,
        };
        let skipped: u64 = node.children.iter().map(skips).sum();
        self.cutoffs += u64::from(skipped != 0);
        self.moves += skipped;
        if skipped != 0 {
            let is_skipped = |child: &&Node| child.judgement.is_none() && child.unsearched.is_some();
            self.leaves += node.children.iter().filter(is_skipped).map(leaves).sum::<u64>();
        }
        node.children.iter().for_each(|child| self.count(child));
    }
}

fn leaves(node: &Node) -> u64 {
    if node.children.is_empty() { 1 } else { node.children.iter().map(leaves).sum() }
}
