//! What a search may ask of a game beyond the rules: which moves force matters, and whether two positions are the same.
//!
//! A game that cannot tell answers as [`TreeGame`](super::TreeGame) does, and the search is merely slower.

use super::Game;
use crate::score::Score;

/// A game that can tell tactical moves from quiet ones, for move ordering and quiescence.
///
/// All methods are about the current position, and about moves that are legal there.
pub trait Tactical: Game {
    /// Whether the game can tell: without it, what asks for tactical moves or checks makes no sense.
    const HAS_TACTICS: bool = true;

    /// Returns whether the side to move is in check, so that standing pat or passing is no option.
    fn in_check(&self) -> bool;

    /// Returns whether the move changes material: a capture or a promotion.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// Ranks tactical moves by most valuable victim, then least valuable attacker: the higher, the sooner to be tried.
    ///
    /// Tactical moves rank above 0, quiet moves are 0. The unit means nothing.
    ///
    /// # References
    /// <https://www.chessprogramming.org/MVV-LVA>
    fn mvv_lva(&self, mv: Self::Move) -> i32;

    /// Returns the material that the side to move wins (or, negative, loses) by the move, if both sides then capture on
    /// its target square as long as it pays: the static exchange evaluation.
    ///
    /// # References
    /// <https://www.chessprogramming.org/Static_Exchange_Evaluation>
    fn see(&self, mv: Self::Move) -> Score;

    /// Returns the material that the move wins if nothing is recaptured, never less than [`see`](Self::see).
    fn gain(&self, mv: Self::Move) -> Score;

    /// Appends the tactical ones of [`moves`](Game::moves), in the same order.
    fn tactical_moves(&self, moves: &mut Vec<Self::Move>) {
        let before = moves.len();
        self.moves(moves);
        let mut kept = before;
        for index in before..moves.len() {
            if self.is_tactical(moves[index]) {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }
}

/// A game in which a side can be made to pass, for null-move pruning.
pub trait Passing: Game {
    /// Whether [`pass`](Self::pass) ever succeeds.
    const CAN_PASS: bool = true;

    /// Passes the move to the opponent and returns `true`, or returns `false` and changes nothing.
    ///
    /// It refuses where passing proves nothing: in check, where the game is over, and where having to move is often a
    /// burden (in chess: king and pawns alone). [`undo`](Game::undo) takes a pass back like a move.
    ///
    /// # References
    /// <https://www.chessprogramming.org/Null_Move_Pruning>
    fn pass(&mut self) -> bool;
}

/// A game whose positions have a key, for transposition tables.
pub trait Keyed: Game {
    /// Returns a number that is equal for equal positions (same moves and same future) and, in practice, different for
    /// different ones. The way to the position does not count: repetitions and move clocks are not part of the key.
    fn key(&self) -> u64;
}
