//! The findings of `verify`: what was checked, what is wrong, and what could not be checked.

use super::audit::{Audited, Rule};
use crate::core::score::{Bound, Interval, Score};
use crate::core::trace::{Header, Outcome, Trace};

/// The kinds of checks against minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The score of the root equals minimax.
    Root,
    /// The best move is optimal.
    Best,
    /// The PV can be played, and its leaf has the score of the root.
    Pv,
    /// A score that is claimed as exact is exact, including scores from a table.
    Exact,
    /// A score that is claimed as a bound is a valid bound of the claimed kind, including scores from a table.
    Bound,
    /// A skipped child cannot change the score of the root.
    Skipped,
}

impl Check {
    /// All checks.
    pub const ALL: [Self; 6] = [Self::Root, Self::Best, Self::Pv, Self::Exact, Self::Bound, Self::Skipped];
}

/// The reasons why a statement of a search is not a claim about minimax at the fixed depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unchecked {
    /// The statement depends on a table that contains scores of inexact searches.
    Hash,
    /// The statement depends on a null move.
    NullMove,
    /// The statement depends on a node that was searched shallower than the fixed depth.
    Reduced,
    /// The statement depends on a node that was searched deeper than the fixed depth.
    Extended,
    /// The statement depends on moves that were pruned because of their estimates.
    Pruned,
    /// The statement depends on one of the engine's own rules.
    Other,
    /// The statement depends on a search beyond the horizon.
    Quiescence,
    /// The statement concerns a different depth.
    Depth,
    /// The PV is cut short by a table or by null windows.
    PvShort,
    /// The best line ends at a chance node, whose value is a mean rather than the score of a leaf.
    Drawn,
    /// The search was stopped.
    Stopped,
    /// The trace is too long for plywood to keep its nodes in memory.
    Long,
    /// The statement depends on nodes that a partial trace omits. A technique may have acted at these nodes, or minimax
    /// cannot search them.
    Omitted,
    /// A leaf is outside the range that the header states, so the cutoffs that rely on this range are not proved.
    Limits,
    /// The trace doesn't contain enough data: it has neither a board with a known evaluation nor a tree with scores.
    Unknown,
}

/// An error at a node. Scores are for the side that moved to the node; at the root, they are for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The score of the root is wrong.
    Root {
        /// The claim of the search.
        said: Score,
        /// The correct value.
        is: Interval,
    },
    /// There is a better move.
    Best {
        /// The score of the claimed best move.
        its: Interval,
        /// The score of the best move.
        best: Score,
    },
    /// The line cannot be played.
    Illegal,
    /// The search is finished and there are moves, but no best move is given.
    NoBest,
    /// The search is finished and there are moves, but the PV is empty.
    NoPv,
    /// The PV doesn't begin with the best move.
    PvBegins {
        /// The claimed best move.
        best: String,
    },
    /// The leaf at the end of the PV does not have the claimed score. Both scores are for the side to move at the root.
    LeafScore {
        /// The claim of the search.
        said: Score,
        /// The correct value.
        is: Score,
    },
    /// The leaf at the end of the PV and the root have different scores. Both scores are for the side to move at the
    /// root.
    PvLeaf {
        /// The score of the root.
        root: Score,
        /// The score of the leaf.
        leaf: Score,
    },
    /// The score is not the exact value, or not the bound, that it is claimed to be.
    Score {
        /// The claim of the search.
        said: Score,
        /// The bound that the claim states.
        bound: Bound,
        /// The true score.
        is: Interval,
    },
    /// The skipped child could change the score of the root.
    Skipped {
        /// The range of scores that the searched nodes leave for the root.
        root: Interval,
    },
}

impl Problem {
    /// Returns every score that the problem mentions.
    pub fn scores(&self) -> impl Iterator<Item = Score> {
        let (scores, interval) = match *self {
            Self::Root { said, is } | Self::Score { said, is, .. } => (vec![said], Some(is)),
            Self::Best { its, best } => (vec![best], Some(its)),
            Self::Illegal | Self::NoBest | Self::NoPv | Self::PvBegins { .. } => (Vec::new(), None),
            Self::PvLeaf { root, leaf } => (vec![root, leaf], None),
            Self::LeafScore { said, is } => (vec![said, is], None),
            Self::Skipped { root } => (Vec::new(), Some(root)),
        };
        scores.into_iter().chain(interval.into_iter().flat_map(|Interval { low, high }| [low, high]))
    }
}

/// A false claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The check that found the error.
    pub check: Check,
    /// The moves to the node.
    pub line: Vec<String>,
    /// The error.
    pub problem: Problem,
}

/// The checks and findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The subject.
    pub header: Header,
    /// The claimed result of the search.
    pub outcome: Outcome,
    /// How often each check was made, in the order of [`Check::ALL`].
    pub checked: [u64; Check::ALL.len()],
    /// The failures, in tree order.
    pub failures: Vec<Failure>,
    /// The reasons why checks were not possible, and how often each occurred.
    pub unchecked: Vec<(Unchecked, u64)>,
    /// The score of the root by minimax for the side to move, if the whole tree could be searched.
    pub minimax: Option<Score>,
    /// How many leaves minimax evaluated.
    pub leaves: u64,
    /// The number of nodes whose score was compared with minimax, and the number of all nodes.
    pub by_minimax: (u64, u64),
    /// The number of nodes for which the trace lists fewer moves than the rules allow.
    pub restricted: u64,
    /// Whether plywood knows the tree only from the search's own claims.
    pub is_alone: bool,
    /// The result of checking the events against each other and against the rules of the game.
    pub audit: Audited,
    /// How many claims contradict minimax, if the user chose to ignore these claims.
    pub ignored: Option<u64>,
    /// Whether the trace is too long to keep its nodes in memory, so that no node was checked against minimax.
    pub is_long: bool,
    /// The search itself, if it is short enough to be drawn.
    pub drawn: Option<Trace>,
}

impl Report {
    /// Returns every score that the report mentions.
    pub fn scores(&self) -> impl Iterator<Item = Score> {
        let of_root = self.minimax.into_iter().chain(self.outcome.score);
        of_root.chain(self.failures.iter().flat_map(|failure| failure.problem.scores()))
    }

    /// Returns whether anything was checked at all.
    #[must_use]
    pub fn has_checked(&self) -> bool {
        self.checked.iter().any(|&count| count != 0)
    }

    /// Counts findings of some rules separately, as known deviations; with `minimax`, also claims that contradict
    /// minimax.
    pub fn ignore(&mut self, rules: &[Rule], minimax: bool) {
        self.audit.ignore(rules);
        if minimax {
            self.ignored = Some(std::mem::take(&mut self.failures).len() as u64);
        }
    }

    /// Returns whether nothing is wrong.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.failures.is_empty() && self.audit.all_wrong() == 0
    }

    /// Returns how many claims about scores and the result were checked against minimax or the searched leaves, and how
    /// many were not.
    #[must_use]
    pub fn coverage(&self) -> (u64, u64) {
        (self.checked.iter().sum(), self.unchecked.iter().map(|&(_, count)| count).sum())
    }
}
