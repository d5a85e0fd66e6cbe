//! The signs of comparison.

use crate::score::Score;

/// How a score lies to the threshold beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

impl Sign {
    /// Returns it as it is written in ASCII.
    #[must_use]
    pub const fn ascii(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Greater => ">",
        }
    }

    /// Returns whether the scores on both sides of it are what it says.
    #[must_use]
    pub fn holds(self, left: Score, right: Score) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::AtLeast => right <= left,
            Self::Greater => right < left,
        }
    }

    /// Returns the sign between the same two scores seen by the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            Self::Greater => Self::Less,
        }
    }
}
