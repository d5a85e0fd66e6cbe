//! The vocabulary of events: why a node is a leaf, the verdict on a score, the reason for a move's rank.
//!
//! `docs/trace-format.md` lists their names in traces.

use crate::core::game::Ending;
use crate::core::score::{Bound, Score, WindowSide};
use serde::{Deserialize, Serialize};

/// Why the whole tree is searched; see [`Event::Pass`](super::Event::Pass).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Pass {
    /// Iterative deepening: the next depth.
    Iteration,
    /// Aspiration: a window around the expected score.
    Aspiration,
    /// Aspiration: the score was at or below the window, whose lower bound is now open.
    FailedLow,
    /// Aspiration: the score was at or above the window, whose upper bound is now open.
    FailedHigh,
    /// MTD(f): a null window that asks whether the score is at least `beta`.
    Test,
}

/// Why a node is searched again; see [`Event::ReSearch`](super::Event::ReSearch).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReSearchReason {
    /// The null window has shown that the move beats the best move so far; now the search needs its score.
    Scout,
    /// The reduced search found that the move beats the best move so far; now a search to the full depth must confirm
    /// this result.
    Reduced,
    /// Another reason, given by an external engine. No built-in search uses it.
    Other,
}

/// Why a move was not searched; see [`Event::Pruned`](super::Event::Pruned).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Prune {
    /// Futility: the static evaluation plus a margin doesn't beat alpha, and a quiet move is not expected to gain more
    /// than that margin.
    Futility,
    /// Delta: the captured material plus a margin doesn't lift the static evaluation above alpha.
    Delta,
    /// The exchange on the target square loses material.
    #[serde(alias = "exchange")]
    See,
    /// Another rule, applied by an external engine. No built-in search uses it.
    Other,
}

/// A move and the reason for its rank; see [`Event::Ordered`](super::Event::Ordered).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranked<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// The reason for its rank.
    #[serde(flatten)]
    pub reason: Reason,
}

/// The reason for a move's rank. Scores are for the side that makes the move; moves with larger ranks come earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// No reason: the order of the generator.
    Generator,
    /// No reason: the order of the generator, reversed.
    Reversed,
    /// It is the next move of the previous iteration's best line, which leads through this node.
    Previous,
    /// It is the best move in the transposition table.
    #[serde(rename = "hash")]
    Table,
    /// It has caused a cutoff at the same ply before.
    Killer,
    /// It has caused cutoffs elsewhere.
    History {
        /// The weighted number of these cutoffs; cutoffs at nodes with more remaining depth count more.
        rank: u32,
    },
    /// Most valuable victim, least valuable attacker.
    MvvLva {
        /// The rank among tactical moves.
        rank: i32,
    },
    /// Static exchange evaluation.
    See {
        /// The material that the exchange on the target square wins.
        score: Score,
    },
    /// How near the move's target square is to the centre of the board.
    Centre {
        /// The rank: larger if the square is nearer to the centre.
        rank: i32,
    },
    /// The static evaluation of the position after the move.
    Static {
        /// The score.
        score: Score,
    },
    /// Random.
    Random,
    /// The true score of the move, found by a separate search for ordering.
    True {
        /// The score.
        score: Score,
    },
}

/// A transposition table entry; see [`Event::TableHit`](super::Event::TableHit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored<M> {
    /// How many plies were searched below the stored position.
    pub depth: u32,
    /// The score for the side to move; mates are counted from the root of this search.
    pub score: Score,
    /// The bound that the score proves.
    pub bound: Bound,
    /// The move that was best or caused a cutoff.
    pub best: Option<M>,
    /// The node that stored the entry: the `visit`th `Enter` of this search, counted from 1; 0 if unknown.
    pub visit: u64,
    /// Whether a node without events, such as a node below a null move, stored the entry. In that case there is no
    /// `visit`.
    pub is_unreported: bool,
}

/// Why a transposition table entry was not used; see [`Event::TableHit`](super::Event::TableHit).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NotUsed {
    /// The root must be searched, so that there is a best move.
    Root,
    /// The entry is too shallow.
    Shallow,
    /// The entry is too deep: the search accepts only entries of the same depth.
    Deep,
    /// The entry's bound does not determine the node's score within its window.
    Bound,
}

/// Why a node was not searched further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Leaf {
    /// The depth is used up; the score is the static evaluation.
    Horizon,
    /// The game is not over, but a hook or the game gave no moves; the score is the static evaluation.
    Childless,
    /// A tablebase gave the score, which is then the static evaluation of the position.
    Tablebase,
    /// The transposition table gave the score.
    #[serde(rename = "hash")]
    Table,
    /// Quiescence: even without a move, the position is so good that the opponent will not allow this node; the score
    /// is the static evaluation.
    StandPat,
    /// Even a null move reaches beta; the score is that of the null move.
    NullMove,
    /// A known mate is nearer than any mate that could be found here.
    MateDistance,
    /// A rule of an external engine gave the score. No built-in search uses this.
    Other,
    /// The search continued here, but a partial trace omits that part; see [`Event::Omitted`](super::Event::Omitted).
    Omitted,
    /// The game is over; such a leaf is a terminal node. Its score is exact, except in the Sargon search, which clamps
    /// it to the window that the leaf would have had as an inner node, and sets the bound accordingly.
    #[serde(untagged)]
    Terminal(Ending),
}

impl Leaf {
    /// Returns why a node that is not searched further is a leaf: because the game is over, because the node's score is
    /// known, or otherwise for the reason `other`.
    #[inline]
    #[must_use]
    pub const fn of(ending: Option<Ending>, is_known: bool, other: Self) -> Self {
        match ending {
            Some(ending) => Self::Terminal(ending),
            None if is_known => Self::Tablebase,
            None => other,
        }
    }

    /// Returns whether a best line that ends here ends at a position whose score is known. Otherwise the transposition
    /// table or a rule gave the score, which then belongs to no position on the line.
    #[must_use]
    pub const fn ends_line(self) -> bool {
        !matches!(self, Self::Table | Self::NullMove | Self::MateDistance | Self::Other)
    }

    /// Returns whether the node is a leaf of plain minimax to the same depth: its score is the static evaluation of the
    /// position or the result of the game.
    #[must_use]
    pub const fn is_static(self) -> bool {
        matches!(self, Self::Horizon | Self::Childless | Self::Tablebase | Self::Terminal(_))
    }

    /// Returns whether a node was entered, with or without an event, given why it is a leaf (`None` for an inner node).
    #[must_use]
    pub const fn was_entered(leaf: Option<Self>) -> bool {
        matches!(leaf, None | Some(Self::Omitted))
    }

    /// Returns whether the leaf's score is the static evaluation of its position or the result of the game, in
    /// quiescence, too. Other leaves get their scores from the transposition table or from a rule.
    #[must_use]
    pub const fn is_scored(self) -> bool {
        self.is_static() || matches!(self, Self::StandPat)
    }
}

/// The verdict on a child's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// The score beats alpha: the move is the best so far.
    Best,
    /// The score does not beat alpha.
    NotBest,
    /// At a chance node: the score, times its weight, is added to the value of the node.
    Weighed,
    /// The score reaches beta: the opponent will not allow this node, so the remaining children are skipped. At a
    /// chance node: the node is outside its window, whatever the remaining children are worth.
    Cutoff {
        /// How many children were not tried.
        skipped: u32,
    },
}

impl Verdict {
    /// Returns the verdict on a child whose score is at `place` relative to the window, with `skipped` children left to
    /// try.
    #[must_use]
    pub const fn of(place: WindowSide, skipped: u32) -> Self {
        match place {
            WindowSide::FailHigh => Self::Cutoff { skipped },
            WindowSide::Exact => Self::Best,
            WindowSide::FailLow => Self::NotBest,
        }
    }

    /// Returns how many children were not tried because of this verdict.
    #[must_use]
    pub const fn skipped(self) -> u32 {
        match self {
            Self::Cutoff { skipped } => skipped,
            Self::Best | Self::NotBest | Self::Weighed => 0,
        }
    }

    /// Returns whether the verdict is a cutoff.
    #[must_use]
    pub const fn is_cutoff(self) -> bool {
        matches!(self, Self::Cutoff { .. })
    }

    /// Returns the verdict's name in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::NotBest => "not_best",
            Self::Weighed => "weighed",
            Self::Cutoff { .. } => "cutoff",
        }
    }
}
