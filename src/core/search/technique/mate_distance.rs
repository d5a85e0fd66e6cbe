//! Mate-distance pruning: once a mate is found, nothing that could only be a longer one is searched.
//!
//! Source: <https://www.chessprogramming.org/Mate_Distance_Pruning>.

use crate::core::score::{Bound, Score, Window};

/// Returns the value of a node `ply` plies from the root if no mate there, given or received, can lie in the window.
///
/// At best the side to move gives mate with its next move, at worst it is mated already.
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
