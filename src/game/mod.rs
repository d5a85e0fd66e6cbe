//! What a search must know of a game, and the games that plywood brings along.
//!
//! Invariant: a game knows nothing of searches, hooks or output.

mod recurring;
mod tactical;
mod tree;

pub mod chess;
pub mod sargon;

pub use recurring::{Recurring, Searchable};
pub use tactical::{Keyed, Passing, Tactical};
pub use tree::{TreeGame, TreeMove};

use crate::score::Score;
use std::fmt;

/// One of the two players, by the order in which they would move at the start of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White; in a game without a board the side to move at the root.
    First,
    /// Black, or the opponent of the side to move at the root.
    Second,
}

impl Side {
    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a game ended, for the side that would be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move has lost: checkmate.
    Loss,
    /// Nobody has won: stalemate, or a draw by rule.
    Draw,
    /// The side to move has won, which chess does not know.
    Win,
}

impl Ending {
    /// Returns the score for the side to move when the game ends so, `ply` half-moves after the root.
    #[inline]
    #[must_use]
    pub const fn score(self, ply: u32) -> Score {
        match self {
            Self::Loss => Score::mated_in(ply),
            Self::Draw => Score::ZERO,
            Self::Win => Score::mate_in(ply),
        }
    }
}

/// A game of two sides with full information: a position that knows its moves and can be played forward and back.
///
/// The value of a `Game` is one position together with what is needed to return from it. `play` and `undo` must be
/// inverse to each other; a search calls them like brackets.
pub trait Game {
    /// A move, small and cheap to copy.
    type Move: Copy + Eq + fmt::Debug + 'static;

    /// Returns the side to move.
    fn turn(&self) -> Side;

    /// Appends all legal moves, always in the same order; nothing if the game is over, for whatever reason.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a move that [`moves`](Self::moves) gave for this position.
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move played.
    ///
    /// # Panics
    /// May panic if there is none.
    fn undo(&mut self);

    /// Returns how the game ended, `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// Returns the static evaluation for the side to move. It is asked only where the game goes on.
    fn evaluate(&self) -> Score;
}

/// A game whose moves are found first and tested for legality later, as the Sargon search wants it.
pub trait PseudoLegal: Game {
    /// The worth, for the side to move, of having no legal move and being in check.
    const LOST: Score;

    /// Calls `found` with every move in generation order, and whether it is legal. The legal ones are those of
    /// [`Game::moves`], in the same order.
    fn pseudo_legal_moves(&self, found: impl FnMut(Self::Move, bool));

    /// Plays a move that is not legal and takes it back, for what that may leave behind in the game's memory.
    fn try_illegal(&mut self, mv: Self::Move);

    /// Returns whether the side to move is in check.
    fn is_in_check(&self) -> bool;

    /// Returns what a position without legal moves counts for the side to move: [`LOST`](Self::LOST) or the worth of
    /// a stalemate.
    fn pseudo_score(&self) -> Score;
}

/// How the moves and endings of a game are written.
pub trait Notation: Game {
    /// Writes the name of a legal move of this position (SAN in chess).
    fn name(&self, mv: Self::Move) -> String;

    /// Writes the names of several legal moves of this position into `names`, whose strings are used again.
    fn names(&self, moves: &[Self::Move], names: &mut Vec<String>) {
        names.clear();
        names.extend(moves.iter().map(|&mv| self.name(mv)));
    }

    /// Returns the word for [`Game::ending`], such as "checkmate"; `None` while the game goes on.
    fn ending_name(&self) -> Option<&'static str>;
}
