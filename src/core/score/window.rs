//! The window between alpha and beta, and what a score proves.

use super::Score;
use serde::{Deserialize, Serialize};
use std::ops::Neg;

/// The open interval of scores that can still change the result: `alpha < score && score < beta`.
///
/// `alpha` is the score that the side to move is already sure of elsewhere; `beta` is the score that its opponent is
/// sure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// A score that does not beat alpha does not help the side to move.
    pub alpha: Score,
    /// The opponent will not allow a score that reaches beta.
    pub beta: Score,
}

impl Window {
    /// All scores: no bound is known yet.
    pub const FULL: Self = Self { alpha: Score::MIN, beta: Score::MAX };

    /// Returns the window from `alpha` to `beta`.
    #[inline]
    #[must_use]
    pub const fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// Returns the null window that asks one question: is the score at least `bound`?
    #[inline]
    #[must_use]
    pub const fn null_below(bound: Score) -> Self {
        Self { alpha: bound.below(), beta: bound }
    }

    /// Returns the null window that asks one question: is the score more than `bound`?
    #[inline]
    #[must_use]
    pub const fn null_above(bound: Score) -> Self {
        Self { alpha: bound, beta: bound.above() }
    }

    /// Returns the window of all scores closer to `center` than `half` millipawns.
    #[inline]
    #[must_use]
    pub const fn around(center: Score, half: i32) -> Self {
        Self { alpha: center.shifted(-half), beta: center.shifted(half) }
    }

    /// Returns whether both bounds are [near](Score::is_near) those of the other window.
    #[must_use]
    pub fn is_near(self, other: Self, by: Score) -> bool {
        self.alpha.is_near(other.alpha, by) && self.beta.is_near(other.beta, by)
    }

    /// Returns true if this is a null window: no score fits inside it.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.beta <= self.alpha.above()
    }

    /// Returns whether `score` is below, inside or above the window.
    #[inline]
    #[must_use]
    pub fn place(self, score: Score) -> WindowSide {
        if self.beta <= score {
            WindowSide::FailHigh
        } else if score <= self.alpha {
            WindowSide::FailLow
        } else {
            WindowSide::Exact
        }
    }
}

/// The window from the other side's view: `-(alpha, beta)` is `(-beta, -alpha)`.
impl Neg for Window {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The position of a score relative to a window; see [`Window::place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WindowSide {
    /// `score <= alpha`: fail low.
    FailLow,
    /// `alpha < score && score < beta`.
    Exact,
    /// `beta <= score`: fail high.
    FailHigh,
}

/// The bound that a searched score proves.
///
/// Source: Knuth & Moore, *An Analysis of Alpha-Beta Pruning* (1975);
/// <https://www.chessprogramming.org/Node_Types>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The true score is this score.
    Exact,
    /// The true score is at least this (`>=`): a move caused a cutoff, and the remaining moves were not searched.
    Lower,
    /// The true score is at most this (`<=`): no move did better.
    Upper,
}

impl Bound {
    /// Returns the symbol to write before the score: nothing, `>=` or `<=`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::Lower => ">=",
            Self::Upper => "<=",
        }
    }
}

/// The same bound from the other side's view: a lower bound of `x` is an upper bound of `-x`.
impl Neg for Bound {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// A bound of a window, identified by the name that pages use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The score that MAX is already sure of. If scores are shown from each side's view, the score that the side that
    /// moved is sure of.
    Alpha,
    /// The score that MIN is already sure of. If scores are shown from each side's view, the score that the other side
    /// is sure of.
    Beta,
}

impl End {
    /// Returns the name of the bound.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alpha => "alpha",
            Self::Beta => "beta",
        }
    }

    /// Returns the other end of the window.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Alpha => Self::Beta,
            Self::Beta => Self::Alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_inside_a_null_window() {
        let score = Score::from_millipawns(5);
        let window = Window::null_below(score);
        assert!(window.is_null());
        assert_eq!([window.place(score), window.place(score.below())], [WindowSide::FailHigh, WindowSide::FailLow]);
        assert!(!Window::around(score, 1).is_null());
        assert_eq!(Window::around(score, 1).place(score), WindowSide::Exact);
    }

    #[test]
    fn the_ends_of_the_window_lie_outside_of_it() {
        let window = Window::new(Score::from_millipawns(1), Score::from_millipawns(3));
        let places = [1, 2, 3].map(|n| window.place(Score::from_millipawns(n)));
        assert_eq!(places, [WindowSide::FailLow, WindowSide::Exact, WindowSide::FailHigh]);
        assert_eq!(-(-window), window);
    }
}
