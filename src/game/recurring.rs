//! Which moves are "the same move" in different positions, for move ordering by history.

use super::chess::{ChessGame, Evaluator, Move};
use super::{Game, Tactical, TreeGame, TreeMove};

/// A game whose moves recur from position to position, so that what refuted one line may refute the next.
pub trait Recurring: Game {
    /// How many numbers [`index`](Self::index) gives.
    const MOVES: usize;

    /// Returns a number below [`MOVES`](Self::MOVES) that the same move has in every position.
    fn index(&self, mv: Self::Move) -> usize;
}

/// The squares from which and to which the man goes, for each side.
impl<E: Evaluator> Recurring for ChessGame<E> {
    const MOVES: usize = 2 * 64 * 64;

    #[inline]
    fn index(&self, mv: Move) -> usize {
        let from = mv.from().map_or(0, usize::from);
        let turn = usize::from(self.turn() == super::Side::Second);
        (turn * 64 + from) * 64 + usize::from(mv.to())
    }
}

/// A move of a written tree can recur only when the tree is searched once more, so a few numbers will do.
impl Recurring for TreeGame {
    const MOVES: usize = 1024;

    #[inline]
    fn index(&self, mv: TreeMove) -> usize {
        mv.number() % Self::MOVES
    }
}

/// A game with everything that the techniques of [`search`](crate::search) ask for.
pub trait Searchable: Tactical + super::Passing + super::Keyed + Recurring {}

impl<G: Tactical + super::Passing + super::Keyed + Recurring> Searchable for G {}
