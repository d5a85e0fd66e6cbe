//! What a table knows of a position, and how it keeps that in a byte.

use crate::score::Score;
use shakmaty::Color;

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetroValue {
    /// The side to move mates in so many plies: an odd number.
    Won(u8),
    /// Nobody can force anything.
    Drawn,
    /// The side to move is mated in so many plies: an even number, 0 if it is mated already.
    Lost(u8),
}

impl RetroValue {
    /// Returns the plies to mate; none for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<u8> {
        match self {
            Self::Won(plies) | Self::Lost(plies) => Some(plies),
            Self::Drawn => None,
        }
    }

    /// Returns the same for the side that is not to move.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Won(plies) => Self::Lost(plies),
            Self::Drawn => Self::Drawn,
            Self::Lost(plies) => Self::Won(plies),
        }
    }

    /// Returns its score for the side to move, `ply` half-moves after the root.
    #[must_use]
    pub const fn score(self, ply: u32) -> Score {
        match self {
            Self::Won(plies) => Score::mate_in(ply + plies as u32),
            Self::Drawn => Score::ZERO,
            Self::Lost(plies) => Score::mated_in(ply + plies as u32),
        }
    }

    /// Orders values for the side to move: lost sooner, lost later, drawn, won later, won sooner.
    #[must_use]
    pub const fn worth(self) -> i32 {
        match self {
            Self::Won(plies) => 1000 - plies as i32,
            Self::Drawn => 0,
            Self::Lost(plies) => plies as i32 - 1000,
        }
    }
}

/// The number of no placement, or of one that is not legal.
pub(super) const ILLEGAL: u8 = 0;
/// Not marked; when all is done, drawn.
pub(super) const OPEN: u8 = 1;
/// Marked with 0 plies. Odd plies are won, even ones lost.
const MARKED: u8 = 2;
/// Not marked, but a capture or a promotion wins: in so many plies above this.
pub(super) const WAITING: u8 = 128;
/// The most plies that a byte can keep.
pub(super) const MOST_PLIES: u8 = WAITING - MARKED - 1;

/// The byte of a position that is won or lost in so many plies.
#[inline]
pub(super) const fn marked(plies: u8) -> u8 {
    MARKED + plies
}

/// Returns the plies of a byte that is marked.
#[inline]
pub(super) const fn plies(byte: u8) -> Option<u8> {
    if MARKED <= byte && byte < WAITING { Some(byte - MARKED) } else { None }
}

/// Returns what a byte means; none if the position is not legal.
#[inline]
pub(super) const fn value(byte: u8) -> Option<RetroValue> {
    match plies(byte) {
        Some(plies) if plies % 2 == 1 => Some(RetroValue::Won(plies)),
        Some(plies) => Some(RetroValue::Lost(plies)),
        None if byte == ILLEGAL => None,
        None => Some(RetroValue::Drawn),
    }
}

/// Which half of a table a side to move has.
#[inline]
pub(super) const fn half(turn: Color) -> usize {
    match turn {
        Color::White => 0,
        Color::Black => 1,
    }
}
