//! What the cutoffs of a search skipped. A cutoff that skips nothing saves nothing and is not counted.

use crate::core::hooks::Verdict;
use crate::core::tree::{Node, SearchTree};
use crate::page::text::noun;

/// The cutoffs that skipped something, and what they skipped.
pub(super) struct Skips {
    /// Whether there was a cutoff at all.
    has_cutoffs: bool,
    /// How many cutoffs skipped something; `None` if this is unknown.
    cutoffs: Option<u64>,
    skipped: u64,
    /// The noun for what was skipped, in the singular and in the plural.
    what: [&'static str; 2],
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
        let has_cutoffs = counts.cutoffs != 0;
        match is_known {
            true => Self { has_cutoffs, cutoffs: Some(found.cutoffs), skipped: found.leaves, what: ["leaf", "leaves"] },
            // The kept part shows every cutoff that skips something if its skipped moves are all there are.
            false => {
                let cutoffs = Some(found.cutoffs).filter(|_| found.moves == counts.skipped);
                Self { has_cutoffs, cutoffs, skipped: counts.skipped, what: ["move", "moves"] }
            }
        }
    }

    /// Returns "2 cutoffs skipped 3 leaves", with the numbers as `number` writes them.
    pub(super) fn in_words(&self, number: fn(u64) -> String) -> String {
        let Self { has_cutoffs, cutoffs, skipped, what: [one, many] } = *self;
        match cutoffs {
            _ if !has_cutoffs => "no cutoff".to_owned(),
            _ if skipped == 0 => "no cutoff skipped anything".to_owned(),
            Some(cutoffs) => {
                let (cutoff, what) = (noun(cutoffs, "cutoff", "cutoffs"), noun(skipped, one, many));
                format!("{} {cutoff} skipped {} {what}", number(cutoffs), number(skipped))
            }
            None => format!("cutoffs skipped {} {}", number(skipped), noun(skipped, one, many)),
        }
    }

    /// Returns whether several cutoffs skipped something together.
    pub(super) fn are_several(&self) -> bool {
        self.skipped != 0 && self.cutoffs != Some(1)
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
