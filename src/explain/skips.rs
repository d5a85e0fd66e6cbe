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
    /// If the whole tree was kept, counts the cutoffs that skip something. Otherwise counts all cutoffs.
    pub(super) fn of(tree: &SearchTree) -> Self {
        let counts = &tree.outcome.statistics;
        let mut found = (0, 0, true);
        count_skips(&tree.root, &mut found);
        let (cutoffs, skipped, are_leaves) = found;
        let is_whole = tree.header.shape.as_ref().is_some_and(|shape| shape.len() == tree.root.size());
        let is_known = is_whole && skipped == counts.skipped;
        Self {
            cutoffs: if is_known { cutoffs } else { counts.cutoffs },
            skipped: counts.skipped,
            what: if is_known && are_leaves { ["leaf", "leaves"] } else { ["move", "moves"] },
        }
    }
}

/// Counts the cutoffs that skip moves and the moves that they skip, and notes whether all skipped moves lead to leaves.
fn count_skips(node: &Node, found: &mut (u64, u64, bool)) {
    let skips = |child: &Node| match child.judgement.as_ref().map(|judgement| judgement.verdict) {
        Some(Verdict::Cutoff { skipped }) => u64::from(skipped),
        _ => 0,
    };
    let skipped: u64 = node.children.iter().map(skips).sum();
    found.0 += u64::from(skipped != 0);
    found.1 += skipped;
    if skipped != 0 {
        let is_skipped = |child: &&Node| child.judgement.is_none() && child.unsearched.is_some();
        found.2 &= node.children.iter().filter(is_skipped).all(|child| child.children.is_empty());
    }
    node.children.iter().for_each(|child| count_skips(child, found));
}
