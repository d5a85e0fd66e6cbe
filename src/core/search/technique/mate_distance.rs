//! Mate-distance pruning: once a mate is found, lines that can lead only to longer mates are not searched.
//!
//! Source: <https://www.chessprogramming.org/Mate_Distance_Pruning>.

use crate::core::score::{Bound, Score, Window};
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeLine};

/// Returns the value of a node `ply` plies from the root if no score that the node can have lies inside the window, and
/// otherwise `None`.
///
/// At best, the side to move mates with its next move; at worst, it is already mated.
#[inline]
pub(crate) fn value(ply: u32, window: Window) -> Option<(Score, Bound)> {
    let (best, worst) = (Score::mate_in(ply + 1), Score::mated_in(ply));
    if best <= window.alpha {
        Some((best, Bound::Upper))
    } else if window.beta <= worst {
        Some((worst, Bound::Lower))
    } else {
        None
    }
}

pub(crate) const CODE: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "    if MATE - ply - 1 <= alpha: return MATE - ply - 1"),
    (CodeAction::Nothing, Any, "    if -(MATE - ply) >= beta: return -(MATE - ply)"),
];
