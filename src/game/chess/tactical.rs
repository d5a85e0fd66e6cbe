//! What searches ask of chess beyond the rules.

use super::fen::position_from;
use super::{ChessGame, Evaluator, ending, exchange};
use crate::game::{Keyed, Passing, Tactical};
use crate::score::Score;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Move, Position};

impl<E: Evaluator> Tactical for ChessGame<E> {
    #[inline]
    fn in_check(&self) -> bool {
        self.position().is_check()
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        exchange::is_tactical(mv)
    }

    #[inline]
    fn mvv_lva(&self, mv: Move) -> i32 {
        exchange::mvv_lva(mv)
    }

    #[inline]
    fn see(&self, mv: Move) -> Score {
        exchange::see(self.position(), mv)
    }

    #[inline]
    fn gain(&self, mv: Move) -> Score {
        exchange::gain(mv)
    }

    #[inline]
    fn tactical_moves(&self, moves: &mut Vec<Move>) {
        if !ending::is_drawn_by_rule(&self.stack, self.root) {
            moves.extend(self.position().legal_moves().into_iter().filter(|&mv| exchange::is_tactical(mv)));
        }
    }
}

impl<E: Evaluator> Passing for ChessGame<E> {
    /// The halfmove clock starts anew, so no repetition is seen across a pass.
    fn pass(&mut self) -> bool {
        let position = self.position();
        let board = position.board();
        let pieces = position.us() & !(board.pawns() | board.kings());
        if position.is_check() || pieces.is_empty() || ending::ending_of(&self.stack, self.root).is_some() {
            return false;
        }
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.swap_turn();
        setup.halfmoves = 0;
        let Ok(passed) = position_from(setup) else { return false };
        self.stack.push(passed);
        true
    }
}

impl<E: Evaluator> Keyed for ChessGame<E> {
    /// The Zobrist key; the en-passant file is part of it only if the capture is legal.
    #[inline]
    fn key(&self) -> u64 {
        self.position().zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }
}
