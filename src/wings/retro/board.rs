//! Boards of 3 by 3 to 8 by 8: how men move on them, and their symmetries.

use super::error::RetroError;
use shakmaty::{Bitboard, Piece, Square, attacks};
use std::fmt;
use std::str::FromStr;

/// A square board in the corner a1 of the usual one. What lies outside is a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallBoard {
    size: u8,
    inside: Bitboard,
}

impl Default for SmallBoard {
    fn default() -> Self {
        Self { size: 8, inside: Bitboard::FULL }
    }
}

impl fmt::Display for SmallBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.size)
    }
}

impl FromStr for SmallBoard {
    type Err = RetroError;

    /// Reads `4x4`.
    fn from_str(text: &str) -> Result<Self, RetroError> {
        let wrong = || RetroError::Board { text: text.to_owned() };
        let (files, ranks) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
        let size: u8 = files.parse().map_err(|_| wrong())?;
        Self::new(size).filter(|_| ranks == files).ok_or_else(wrong)
    }
}

impl SmallBoard {
    /// Returns the board of `size` files and ranks; none unless that is 3 to 8.
    #[must_use]
    pub fn new(size: u8) -> Option<Self> {
        let is_inside = |square: &Square| (square.file() as u8) < size && (square.rank() as u8) < size;
        let inside = Square::ALL.into_iter().filter(is_inside).collect();
        (3..=8).contains(&size).then_some(Self { size, inside })
    }

    /// Returns how many files, and ranks, it has.
    #[must_use]
    pub const fn size(self) -> usize {
        self.size as usize
    }

    /// Returns whether it is the usual board.
    #[must_use]
    pub const fn is_usual(self) -> bool {
        self.size == 8
    }

    /// Returns its squares, from a1 to the right and up.
    #[must_use]
    pub const fn inside(self) -> Bitboard {
        self.inside
    }

    /// Returns the square on this file and rank, both from 0.
    #[must_use]
    pub fn square(self, file: usize, rank: usize) -> Option<Square> {
        let is_inside = file < self.size() && rank < self.size();
        is_inside.then(|| Square::new((8 * rank + file) as u32))
    }

    /// Returns the squares that a man attacks, given all men on the board.
    #[inline]
    pub(super) fn attacks(self, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        attacks::attacks(from, piece, occupied | !self.inside) & self.inside
    }

    /// Returns where `square` is after symmetry `number`: bit 0 mirrors the files, bit 1 the ranks, bit 2 the diagonal.
    pub(super) fn turned(self, square: Square, number: usize) -> Square {
        let last = u32::from(self.size) - 1;
        let (mut file, mut rank) = (square.file() as u32, square.rank() as u32);
        if number & 1 != 0 {
            file = last - file;
        }
        if number & 2 != 0 {
            rank = last - rank;
        }
        if number & 4 != 0 {
            (file, rank) = (rank, file);
        }
        Square::new(8 * rank + file)
    }
}
