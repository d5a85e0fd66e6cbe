//! Intervals of scores: what is known about a value.

use super::{Bound, Score};
use std::ops::Neg;

/// An interval that contains a true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The true score is at least this.
    pub low: Score,
    /// The true score is at most this.
    pub high: Score,
}

impl Interval {
    /// The interval of all scores, which gives no information.
    pub const ANY: Self = Self { low: Score::MIN, high: Score::MAX };

    /// Returns the interval that contains only this score.
    pub const fn point(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// Returns the interval that a score with this bound implies.
    pub const fn of(score: Score, bound: Bound) -> Self {
        match bound {
            Bound::Exact => Self::point(score),
            Bound::Lower => Self { low: score, high: Score::MAX },
            Bound::Upper => Self { low: Score::MIN, high: score },
        }
    }

    /// Returns the score if the interval contains only one.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        self.is_point().then_some(self.low)
    }

    /// Returns whether the interval contains only one score.
    pub fn is_point(self) -> bool {
        self.low == self.high
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Returns `Some(true)` if every score in this interval satisfies the bound with a tolerance of `by`, `Some(false)`
    /// if no score does, and `None` if only some scores do.
    pub(crate) fn proves(self, score: Score, bound: Bound, by: Score) -> Option<bool> {
        let (is_above, is_below) = (self.high.plus(by) < score, score < self.low.plus(-by));
        let (is, is_not) = match bound {
            Bound::Exact => (self.is_point() && !is_above && !is_below, is_above || is_below),
            Bound::Lower => (score <= self.low.plus(by), is_above),
            Bound::Upper => (self.high.plus(-by) <= score, is_below),
        };
        if is { Some(true) } else { is_not.then_some(false) }
    }
}

impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}
