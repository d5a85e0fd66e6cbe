//! Null-move pruning: if the opponent cannot profit from two moves in a row, one of ours will be too good as well.
//!
//! Wrong in zugzwang, where passing would be best; games refuse to pass where that is common.
//!
//! Source: Donninger, *Null Move and Deep Search* (1993); <https://www.chessprogramming.org/Null_Move_Pruning>.

use super::engine::{Engine, Visit, node};
use super::walk::{Value, Walk};
use crate::game::Searchable;
use crate::hooks::{Event, Flow, Hooks, Leaf};
use crate::score::{Bound, Score, Window};
use std::ops::Neg;

/// By how many plies the search after the pass is reduced, if at least one ply is left.
const REDUCTION: u32 = 2;
/// With fewer plies than this, the opponent would have no move to punish the pass.
const MIN_DEPTH: u32 = 3;

/// Tries to cut the current node by passing; its value if that succeeds.
pub(super) fn attempt<G: Searchable, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut Engine<G::Move>,
    visit: Visit,
    static_score: Score,
) -> Flow<Option<Value>> {
    let beta = visit.window.beta;
    let is_hopeless = static_score < beta || beta.is_infinite() || beta.is_mate();
    if is_hopeless || visit.depth < MIN_DEPTH || !visit.may_pass {
        return Flow::Continue(None);
    }
    let window = Window::null_below(beta);
    let depth = visit.depth.saturating_sub(1 + REDUCTION).max(1);
    let after = Visit { depth, window: -window, known: None, may_pass: false };
    let (value, hidden) = walk.silently(|walk| walk.pass(|walk| node(walk, engine, after)))?;
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
    // A mate after a pass is no mate.
    let score = if value.score.is_mate() { beta } else { value.score };
    Flow::Continue(cut.then_some(Value { score, bound: Bound::Lower, leaf: Some(Leaf::NullMove) }))
}
