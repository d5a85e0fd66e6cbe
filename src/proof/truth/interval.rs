//! What is known of a score.

use crate::score::{Bound, Score};
use std::ops::Neg;

/// What is known of a true score: it lies between two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// It is this or more.
    pub low: Score,
    /// It is this or less.
    pub high: Score,
}

impl Interval {
    /// Nothing is known.
    pub const ANY: Self = Self { low: Score::MIN, high: Score::MAX };

    /// Returns the interval of one score.
    #[must_use]
    pub const fn point(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// Returns what a score with this bound says.
    #[must_use]
    pub const fn of(score: Score, bound: Bound) -> Self {
        match bound {
            Bound::Exact => Self::point(score),
            Bound::Lower => Self { low: score, high: Score::MAX },
            Bound::Upper => Self { low: Score::MIN, high: score },
        }
    }

    /// Returns whether one score is left.
    #[must_use]
    pub fn is_point(self) -> bool {
        self.low == self.high
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Whether a true score in this interval has the bound, give or take `by`: certainly, certainly not, or nobody knows.
    pub(super) fn proves(self, score: Score, bound: Bound, by: Score) -> Option<bool> {
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
