//! Who knows the true score of some positions, such as tables of solved endings.

use super::Chess;
use crate::score::Score;
use std::fmt::Debug;

/// Knows some positions.
pub trait Oracle: Debug + Send + Sync {
    /// Returns the score of a position for its side to move, if it is known. The position stands `ply` half-moves behind the
    /// root; `zeroed` is the ply of the first capture or pawn move on the way, if there was one.
    fn score(&self, position: &Chess, ply: u32, zeroed: Option<u32>) -> Option<Score>;
}
