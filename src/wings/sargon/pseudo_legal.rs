//! What the search of Sargon asks of a game beyond its rules.

use crate::game::Game;
use crate::score::Score;

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
