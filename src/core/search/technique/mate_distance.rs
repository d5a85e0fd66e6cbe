//! Mate-distance pruning: once a mate is found, lines that can only lead to a longer one are not searched.
//!
//! Source: <https://www.chessprogramming.org/Mate_Distance_Pruning>.

use crate::core::score::{Bound, Score, Window};

/// Returns the value of a node `ply` plies from the root if no mate there, for either side, can be within the window.
///
/// At best the side to move mates with its next move; at worst it is already mated.
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
