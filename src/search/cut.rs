//! The two choices that alpha-beta leaves open: whether a tie cuts, and what a node outside of its window returns.

use crate::score::{Bound, Place, Score, Window};

/// Which scores cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cut {
    /// `beta <= score`: a tie cuts, since the opponent has as good a choice elsewhere.
    #[default]
    AtBeta,
    /// `beta < score`: a tie does not cut, which costs nodes and changes no result.
    AboveBeta,
}

impl Cut {
    /// Both.
    pub const ALL: [Self; 2] = [Self::AtBeta, Self::AboveBeta];

    /// Returns the name as it is written on the command line and in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AtBeta => "ge",
            Self::AboveBeta => "gt",
        }
    }

    /// Returns the rule of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cut| cut.name() == name)
    }

    /// Returns how `score` lies to the window under this rule.
    #[inline]
    #[must_use]
    pub fn place(self, window: Window, score: Score) -> Place {
        let cuts = window.beta <= score && (self == Self::AtBeta || window.beta < score);
        if cuts {
            Place::High
        } else if score <= window.alpha {
            Place::Low
        } else {
            Place::Inside
        }
    }

    /// Returns what a node knows of its score after a child that does not beat alpha, if it knew `bound` before.
    ///
    /// Behind a tie that did not cut, the window is empty, and who fails hard cannot tell a child that only reaches alpha
    /// from one that is better.
    #[inline]
    #[must_use]
    pub fn bound_after_low(self, bound: Bound, window: Window, score: Score, proved: Bound) -> Bound {
        let hides_more = self == Self::AboveBeta && proved == Bound::Lower && score == window.alpha;
        if hides_more { Bound::Lower } else { bound }
    }
}

/// What a node returns whose score lies outside of its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fail {
    /// The end of the window: alpha or beta.
    #[default]
    Hard,
    /// The score that was found, which is a tighter bound.
    Soft,
}

impl Fail {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Hard, Self::Soft];

    /// Returns the name as it is written on the command line and in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Soft => "soft",
        }
    }

    /// Returns the way of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fail| fail.name() == name)
    }
}
