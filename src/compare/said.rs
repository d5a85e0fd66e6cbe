//! What two searches say of a node, and how grave it is if they do not say the same.

use crate::hooks::{Leaf, Verdict};
use crate::score::{Bound, Score};
use crate::tree::Node;
use serde::Serialize;

/// What one of two searches says of a node, for the side that moved to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// Its score.
    pub score: Score,
    /// What that proves.
    pub bound: Bound,
    /// The verdict, and how many siblings were skipped because of it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Why it is a leaf, if it is one.
    pub leaf: Option<Leaf>,
}

impl Said {
    /// Returns what a search says of a node that it has judged.
    #[must_use]
    pub fn of(node: &Node) -> Option<Self> {
        let judgement = node.judgement.as_ref()?;
        let (score, bound, verdict) = (judgement.score, judgement.bound, judgement.verdict);
        Some(Self { score, bound, verdict, leaf: node.leaf })
    }

    /// The lowest and the highest score that the true one may have.
    const fn range(&self) -> (Score, Score) {
        match self.bound {
            Bound::Exact => (self.score, self.score),
            Bound::Lower => (self.score, Score::MAX),
            Bound::Upper => (Score::MIN, self.score),
        }
    }
}

/// How two searches differ about a node, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Dissent {
    /// Not both scores can be true: what they prove has no score in common.
    Contradiction,
    /// Another verdict, another leaf.
    Verdict,
    /// Only one of them searched it.
    Alone,
    /// Bounds that are not the same, or more or fewer moves that were skipped.
    Bound,
}

impl Dissent {
    /// How grave it is that two searches say this of a node; none if both say the same.
    pub(super) fn of(first: Option<Said>, second: Option<Said>) -> Option<Self> {
        if first == second {
            return None;
        }
        let (Some(first), Some(second)) = (first, second) else { return Some(Self::Alone) };
        let (a, b) = (first.range(), second.range());
        Some(if a.1 < b.0 || b.1 < a.0 {
            Self::Contradiction
        } else if first.verdict.name() != second.verdict.name() || first.leaf != second.leaf {
            Self::Verdict
        } else {
            Self::Bound
        })
    }
}

/// A node of which two searches say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// How they differ.
    pub dissent: Dissent,
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// What the first search says; nothing if it did not search the node.
    pub first: Option<Said>,
    /// What the second search says.
    pub second: Option<Said>,
    /// If only one searched it, how many nodes that searched there.
    pub nodes: u64,
    /// Whether it belongs to the best play of each search.
    #[serde(skip)]
    pub on_pv: [bool; 2],
}

/// How many nodes two searches differ about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DifferenceCounts {
    /// Nodes about which not both can be right.
    pub contradictions: u64,
    /// Nodes with another verdict, or another reason to be a leaf.
    pub verdicts: u64,
    /// Subtrees that only one of them searched.
    pub alone: u64,
    /// All nodes in those.
    pub alone_nodes: u64,
    /// Nodes of which they only prove different bounds.
    pub bounds: u64,
}

impl DifferenceCounts {
    /// Counts one more difference.
    pub(super) fn add(&mut self, difference: &Difference) {
        match difference.dissent {
            Dissent::Contradiction => self.contradictions += 1,
            Dissent::Verdict => self.verdicts += 1,
            Dissent::Alone => {
                self.alone += 1;
                self.alone_nodes += difference.nodes;
            }
            Dissent::Bound => self.bounds += 1,
        }
    }

    /// Returns how many nodes both searched and say different things of.
    #[must_use]
    pub const fn of_both(&self) -> u64 {
        self.contradictions + self.verdicts + self.bounds
    }
}
