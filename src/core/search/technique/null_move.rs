//! Null-move pruning: if the side to move reaches beta even when the opponent moves twice in a row, one of its own
//! moves surely does.
//!
//! This conclusion is wrong in zugzwang, where passing would be best, so games do not allow a pass in positions where
//! zugzwang is common.
//!
//! Source: Donninger, *Null Move and Deep Search* (1993); <https://www.chessprogramming.org/Null_Move_Pruning>.

use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Leaf};
use crate::core::score::{Bound, Score, Window};
use crate::core::search::Value;
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeSection, SectionLines};
use crate::core::search::walk::Walk;
use std::ops::Neg;

/// How many plies shallower the search after the null move is, provided that at least one ply is left.
const REDUCTION: u32 = 2;
/// With fewer plies than this, the opponent would have no move left to punish the null move.
const MIN_DEPTH: u32 = 3;

/// Returns whether a null move is tried at a node that is not in check.
pub(crate) fn is_tried(depth: u32, static_score: Score, beta: Score) -> bool {
    let is_hopeless = static_score < beta || beta.is_infinite() || beta.is_mate();
    !is_hopeless && MIN_DEPTH <= depth
}

/// Tries to cut off the current node by a null move, at this depth and with this window. Returns the node's value if
/// that succeeds.
///
/// `search` visits the position after the null move; another null move is not allowed in that position.
pub(crate) fn attempt<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    (depth, window): (u32, Window),
    static_score: Score,
    search: impl FnOnce(&mut Walk<'_, G, H>, u32, Window) -> Flow<Value>,
) -> Flow<Option<Value>> {
    let beta = window.beta;
    if !is_tried(depth, static_score, beta) {
        return Flow::Continue(None);
    }
    let window = Window::null_below(beta);
    let depth = depth.saturating_sub(1 + REDUCTION).max(1);
    let (value, hidden) = walk.unreported(|walk| walk.after_null_move(|walk| search(walk, depth, -window)))?;
    let Some(value) = value.map(Value::neg) else { return Flow::Continue(None) };
    let cut = beta <= value.score;
    walk.event(Event::NullMove {
        depth,
        window,
        score: value.score,
        cut,
        entered: hidden.entered,
        leaves: hidden.leaves + u64::from(value.leaf.is_some()),
    })?;
    // A mate found after a null move does not prove that there is a mate, so return only beta.
    let score = if value.score.is_mate() { beta } else { value.score };
    Flow::Continue(cut.then_some(Value { score, bound: Bound::Lower, leaf: Some(Leaf::NullMove) }))
}

pub(crate) const CODE: &[SectionLines] = &[(
    CodeSection::BeforeMoves,
    &[
        (CodeAction::Nothing, Any, "    if a null move is allowed, depth >= 3 and evaluate(node) >= beta:"),
        (CodeAction::Pass, Any, "        s = -search(null move, max(depth - 3, 1), -beta, -beta + 1)"),
        (CodeAction::PassCut, Any, "        if s >= beta: return s, or beta if s is a mate"),
    ],
)];
