//! Late move reduction: if moves are ordered well, late quiet moves are rarely best, so they are first searched to a
//! reduced depth.
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>.

use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeLine};

/// The number of moves at each node that never count as late.
const EARLY: usize = 3;
/// Moves from this index on are reduced by more plies than earlier late moves.
const LATER: usize = 6;

/// Returns the reduction in plies for the `index`th move at `depth` plies, provided that the move is quiet and neither
/// gives check nor escapes one. The reduction is less than `depth`, so the move itself is always made.
#[inline]
pub(crate) const fn plies(depth: u32, index: usize) -> u32 {
    match (depth, index) {
        (0..2, _) | (_, 0..EARLY) => 0,
        (4.., LATER..) => 2,
        _ => 1,
    }
}

/// Searches a move to a reduced depth before searching it to the full depth.
pub(crate) const CODE: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "        r = 0"),
    (CodeAction::Nothing, Any, "        if it is late, the 4th or later, and depth >= 2: r = 1"),
    (CodeAction::Nothing, Any, "        if it is late, the 7th or later, and depth >= 4: r = 2"),
    (CodeAction::Reduce, Any, "        if r > 0: s = -search(it, depth - 1 - r, -alpha - 1, -alpha)"),
    (CodeAction::ReSearch, Any, "        if r = 0 or s > alpha:"),
];
