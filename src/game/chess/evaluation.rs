//! Static evaluation: what a position is worth without searching.

use crate::score::Score;
use shakmaty::{Chess, Color, Position};

/// A static evaluation of chess positions.
pub trait Evaluator {
    /// Returns the worth of the position for the side to move.
    fn evaluate(&self, position: &Chess) -> Score;
}

/// Material alone, in the values that beginners learn: pawn 1, knight and bishop 3, rook 5, queen 9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material;

impl Evaluator for Material {
    #[inline]
    fn evaluate(&self, position: &Chess) -> Score {
        let board = position.board();
        let (white, black) = (board.by_color(Color::White), board.by_color(Color::Black));
        let difference = |men: shakmaty::Bitboard| (men & white).count() as i32 - (men & black).count() as i32;
        let pawns = difference(board.pawns())
            + 3 * (difference(board.knights()) + difference(board.bishops()))
            + 5 * difference(board.rooks())
            + 9 * difference(board.queens());
        let score = Score::from_millipawns(1000 * pawns);
        if position.turn() == Color::White { score } else { -score }
    }
}
