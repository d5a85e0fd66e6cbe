//! The parts of an evaluation, so that a person can look at them.

use crate::score::Score;
use shakmaty::{Board, Chess, Position};

/// How far a game is from the endgame, judged by the pieces that are left: 24 at the start, 0 with kings and pawns.
///
/// A knight or bishop counts 1, a rook 2, a queen 4; promotions do not bring it above 24.
///
/// Source: <https://www.chessprogramming.org/Tapered_Eval>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phase(i32);

impl Phase {
    /// All pieces are on the board.
    pub const MIDDLEGAME: Self = Self(24);
    /// No piece is left but kings and pawns.
    pub const ENDGAME: Self = Self(0);

    /// Returns the phase of a position.
    #[must_use]
    pub fn of(position: &Chess) -> Self {
        Self::of_board(position.board())
    }

    #[inline]
    pub(super) fn of_board(board: &Board) -> Self {
        let minors = (board.knights() | board.bishops()).count();
        let pieces = minors + 2 * board.rooks().count() + 4 * board.queens().count();
        Self((pieces as i32).min(Self::MIDDLEGAME.0))
    }

    /// Returns the phase as a number from 0 (endgame) to 24 (middlegame).
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }
}

/// A worth in the middlegame and in the endgame, in millipawns, between which the phase decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tapered {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With kings and pawns alone.
    pub endgame: i32,
}

impl Tapered {
    /// Returns a worth that is the same in every phase.
    #[inline]
    #[must_use]
    pub const fn constant(millipawns: i32) -> Self {
        Self { middlegame: millipawns, endgame: millipawns }
    }

    /// Returns the worth in this phase, rounded towards zero, which treats both sides alike.
    #[inline]
    #[must_use]
    pub const fn at(self, phase: Phase) -> i32 {
        let full = Phase::MIDDLEGAME.0;
        (self.middlegame * phase.0 + self.endgame * (full - phase.0)) / full
    }
}

/// One reason why a position is worth what it is worth: what both sides get for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// What it is about, such as "mobility".
    pub name: &'static str,
    /// What White gets.
    pub white: Tapered,
    /// What Black gets, from Black's view.
    pub black: Tapered,
    /// The phase of the position, the same for all terms.
    pub phase: Phase,
}

impl Term {
    /// Returns what White gets in this phase.
    #[must_use]
    pub const fn white_score(&self) -> Score {
        Score::from_millipawns(self.white.at(self.phase))
    }

    /// Returns what Black gets in this phase, from Black's view.
    #[must_use]
    pub const fn black_score(&self) -> Score {
        Score::from_millipawns(self.black.at(self.phase))
    }

    /// Returns the difference from White's view.
    #[must_use]
    pub const fn score(&self) -> Score {
        Score::from_millipawns(self.white.at(self.phase) - self.black.at(self.phase))
    }

    /// Returns whether the term is worth the same in the middlegame and in the endgame, for both sides.
    #[must_use]
    pub const fn is_constant(&self) -> bool {
        self.white.middlegame == self.white.endgame && self.black.middlegame == self.black.endgame
    }
}
