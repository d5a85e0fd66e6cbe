//! The squares as Sargon numbers them, and its sixteen directions in the order in which it looks along them.

use shakmaty::{Bitboard, Square};
use std::fmt;

/// One of the sixteen directions in which Sargon scans: four diagonals, four straight lines, eight knight jumps.
///
/// The order of [`Direction::ALL`] decides the order of moves and of exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Direction(u8);

/// What each direction adds to a square's number, and the files and ranks that it crosses.
const DIRECTIONS: [(i8, i8, i8); 16] = [
    (9, -1, 1),
    (11, 1, 1),
    (-11, -1, -1),
    (-9, 1, -1),
    (10, 0, 1),
    (-10, 0, -1),
    (1, 1, 0),
    (-1, -1, 0),
    (-21, -1, -2),
    (-12, -2, -1),
    (8, -2, 1),
    (19, -1, 2),
    (21, 1, 2),
    (12, 2, 1),
    (-8, 2, -1),
    (-19, 1, -2),
];

const NO_SQUARE: u8 = 64;

/// The neighbour of each square in each direction.
const STEPS: [[u8; 64]; 16] = {
    let mut steps = [[NO_SQUARE; 64]; 16];
    let mut direction = 0;
    while direction < 16 {
        let (_, files, ranks) = DIRECTIONS[direction];
        let mut square = 0;
        while square < 64 {
            let file = (square % 8) as i8 + files;
            let rank = (square / 8) as i8 + ranks;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                steps[direction][square] = (rank * 8 + file) as u8;
            }
            square += 1;
        }
        direction += 1;
    }
    steps
};

/// All squares from each square to the border, in the eight directions of the queen.
const RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            let mut at = STEPS[direction][square];
            while at != NO_SQUARE {
                rays[direction][square] |= 1 << at;
                at = STEPS[direction][at as usize];
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

impl Direction {
    /// Diagonals (up-left, up-right, down-left, down-right as White sees them), straight lines (up, down, right, left),
    /// knight jumps.
    pub const ALL: [Self; 16] = {
        let mut all = [Self(0); 16];
        let mut index = 0;
        while index < 16 {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// The bishop's directions.
    pub(super) const DIAGONAL: &'static [Self] = Self::ALL.split_at(4).0;
    /// The rook's directions.
    pub(super) const STRAIGHT: &'static [Self] = Self::ALL.split_at(8).0.split_at(4).1;
    /// The directions of queen and king.
    pub(super) const QUEEN: &'static [Self] = Self::ALL.split_at(8).0;
    /// The knight's jumps.
    pub(super) const KNIGHT: &'static [Self] = Self::ALL.split_at(8).1;

    pub(super) const UP_LEFT: Self = Self(0);
    pub(super) const UP_RIGHT: Self = Self(1);
    pub(super) const DOWN_LEFT: Self = Self(2);
    pub(super) const DOWN_RIGHT: Self = Self(3);
    pub(super) const UP: Self = Self(4);
    pub(super) const DOWN: Self = Self(5);
    pub(super) const RIGHT: Self = Self(6);
    pub(super) const LEFT: Self = Self(7);

    /// Returns what the direction adds to a square's `mailbox` number, such as +9 or -21.
    #[inline]
    #[must_use]
    pub const fn offset(self) -> i8 {
        DIRECTIONS[self.0 as usize].0
    }

    /// Returns the neighbour of `square` in this direction, `None` beyond the border.
    #[inline]
    #[must_use]
    pub fn step(self, square: Square) -> Option<Square> {
        Square::try_from(STEPS[self.0 as usize][square as usize]).ok()
    }

    /// Returns whether this is one of the four diagonals.
    #[inline]
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self.0 < 4
    }

    /// Returns whether this is one of the eight knight jumps.
    #[inline]
    #[must_use]
    pub const fn is_jump(self) -> bool {
        8 <= self.0
    }

    /// Returns all squares from `square` (excluded) to the border; not for knight jumps.
    #[inline]
    pub(super) fn ray(self, square: Square) -> Bitboard {
        Bitboard(RAYS[self.0 as usize][square as usize])
    }

    /// Returns the square of `squares`, all of them on this ray, that is met first.
    #[inline]
    pub(super) fn first_met(self, squares: Bitboard) -> Option<Square> {
        if 0 < self.offset() { squares.first() } else { squares.last() }
    }
}

impl fmt::Debug for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.offset())
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.offset()))
    }
}

/// Returns the number of a square on Sargon's board of 12 rows and 10 columns: a1 = 21, b1 = 22, a2 = 31, h8 = 98.
#[inline]
pub(crate) const fn mailbox(square: Square) -> u8 {
    let index = square as u8;
    21 + 10 * (index / 8) + index % 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_add_their_offset_to_the_square_number() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                if let Some(next) = direction.step(square) {
                    assert_eq!(i16::from(mailbox(next)), i16::from(mailbox(square)) + i16::from(direction.offset()));
                }
            }
        }
        assert_eq!((mailbox(Square::A1), mailbox(Square::H8)), (21, 98));
    }
}
