//! The two choices that alpha-beta leaves open: whether a tie cuts, and what a node outside of its window returns.

use crate::score::{Place, Score, Window};

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

    /// Returns how `score` lies to the window under this rule.
    #[inline]
    #[must_use]
    pub fn place(self, window: Window, score: Score) -> Place {
        match self {
            Self::AboveBeta if score == window.beta && window.alpha < score => Place::Inside,
            Self::AboveBeta if score == window.beta => Place::Low,
            _ => window.place(score),
        }
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
}
