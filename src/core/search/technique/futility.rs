//! Futility pruning: at the last ply, a quiet move is not expected to gain much.
//!
//! Source: Heinz, *Extended Futility Pruning* (1998); <https://www.chessprogramming.org/Futility_Pruning>.

use crate::core::score::{Score, Window};
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeSection, NEXT, SectionLines};

/// The most that a quiet move is expected to add to the static evaluation: a pawn and a half, in millipawns.
const MARGIN: i32 = 1500;

/// Returns the estimate for a quiet move one ply before the horizon, or `None` if the estimate beats alpha, or if alpha
/// or the static evaluation is a mate score.
#[inline]
pub(crate) fn expectation(static_score: Score, window: Window) -> Option<Score> {
    let expected = static_score.shifted(MARGIN);
    (!window.alpha.is_mate() && !static_score.is_mate() && expected <= window.alpha).then_some(expected)
}

pub(crate) const CODE: &[SectionLines] = &[(
    CodeSection::Loop,
    &[
        (CodeAction::Prune, Any, "        if depth = 1, it is late, and evaluate(node) + 1.5 <= alpha:"),
        (CodeAction::Nothing, Any, "            best = the larger of best and evaluate(node) + 1.5"),
        NEXT,
    ],
)];
