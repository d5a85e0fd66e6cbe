//! Why moves were tried when they were tried, with names.

use crate::hooks::Reason;
use crate::score::Score;
use serde::{Deserialize, Serialize};

/// A move and what gave it its place in the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankedName {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// What gave it its place.
    pub reason: ReasonName,
    /// The score that the reason is about, for the side that makes the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The number that the reason is about; the larger the sooner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i64>,
}

/// The kinds of [`Reason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonName {
    /// The order of the generator.
    Generator,
    /// Best move of the previous pass.
    Previous,
    /// Best move in the transposition table.
    Hash,
    /// It caused a cutoff at the same ply before.
    Killer,
    /// It has cut elsewhere.
    History,
    /// Most valuable victim, least valuable attacker.
    MvvLva,
    /// Static exchange evaluation.
    See,
    /// The static score of the position after it.
    Static,
    /// Chance.
    Random,
    /// Its true score.
    True,
}

impl RankedName {
    /// Returns the reason of a move with a name instead of the move.
    #[must_use]
    pub fn new(name: String, reason: Reason) -> Self {
        let (kind, score, rank) = match reason {
            Reason::Generator => (ReasonName::Generator, None, None),
            Reason::Previous => (ReasonName::Previous, None, None),
            Reason::Hash => (ReasonName::Hash, None, None),
            Reason::Killer => (ReasonName::Killer, None, None),
            Reason::History(count) => (ReasonName::History, None, Some(i64::from(count))),
            Reason::VictimAttacker(rank) => (ReasonName::MvvLva, None, Some(i64::from(rank))),
            Reason::Exchange(score) => (ReasonName::See, Some(score), None),
            Reason::Static(score) => (ReasonName::Static, Some(score), None),
            Reason::Random => (ReasonName::Random, None, None),
            Reason::True(score) => (ReasonName::True, Some(score), None),
        };
        Self { name, reason: kind, score, rank }
    }

    /// Returns the reason; a number that is missing or too large for it counts as zero.
    #[must_use]
    pub fn reason(&self) -> Reason {
        let score = self.score.unwrap_or_default();
        let rank = self.rank.unwrap_or_default();
        match self.reason {
            ReasonName::Generator => Reason::Generator,
            ReasonName::Previous => Reason::Previous,
            ReasonName::Hash => Reason::Hash,
            ReasonName::Killer => Reason::Killer,
            ReasonName::History => Reason::History(u32::try_from(rank).unwrap_or_default()),
            ReasonName::MvvLva => Reason::VictimAttacker(i32::try_from(rank).unwrap_or_default()),
            ReasonName::See => Reason::Exchange(score),
            ReasonName::Static => Reason::Static(score),
            ReasonName::Random => Reason::Random,
            ReasonName::True => Reason::True(score),
        }
    }
}
