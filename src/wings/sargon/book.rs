//! Sargon's opening book: one move for each side.

use super::SargonGame;
use super::board::{Move, MoveKind};
use shakmaty::{Color, Square};

/// Whether a game may begin out of the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BookUse {
    /// The program's way: move 1 is played without a search.
    #[default]
    Open,
    /// Move 1 is searched like any other; it then counts as move 2 or later.
    Closed,
}

impl SargonGame {
    /// Returns the book's move, `None` after move 1 or with the book closed.
    ///
    /// Quirk: White's choice hangs on whether `random` is even (e4) or odd (d4). Black answers e5 if the pawn came from
    /// a2, b2, c2 or e2, and d5 to all other moves, so also to every knight move.
    #[must_use]
    pub fn book_move(&self, random: u8) -> Option<Move> {
        if !self.opening || self.ply() != 0 {
            return None;
        }
        let double_step = |from, to| Some(Move { from, to, kind: MoveKind::Ordinary });
        match self.board.turn() {
            Color::White if random.is_multiple_of(2) => double_step(Square::E2, Square::E4),
            Color::White => double_step(Square::D2, Square::D4),
            Color::Black => {
                let left = [Square::A2, Square::B2, Square::C2, Square::E2];
                if left.into_iter().any(|square| self.board.piece(square).is_none()) {
                    double_step(Square::E7, Square::E5)
                } else {
                    double_step(Square::D7, Square::D5)
                }
            }
        }
    }
}
