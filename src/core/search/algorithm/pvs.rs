//! Principal variation search: the first move gets the full window; each later move must first prove in a null window
//! that it is better.

use super::Pseudocode;
use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, ReSearchReason, Verdict};
use crate::core::score::{Bound, Score, Window, WindowSide};
use crate::core::search::pseudocode::CodeMover::{Any, Max, Min};
use crate::core::search::pseudocode::{CodeAction, FOR, HEAD, HEAD_OF_MAX, LEAF, LINE, MOVES};
use crate::core::search::walk::Walk;
use crate::core::search::{Order, SearchResult, Stopped, Value};

/// Returns the score of `game` searched to `depth` plies by principal variation search, also called NegaScout.
///
/// The score is for the side to move, exact, and equal to [`minimax`](crate::core::search::minimax())'s. Each move
/// after the first is searched with a null window, which causes cutoffs earlier; if the move turns out to be better, it
/// is searched again, as [`Event::ReSearch`] reports. The search is fail-soft.
///
/// `depth` is at least 1; 0 counts as 1. A side may move several times in a row. Chance nodes and a range of leaf
/// values are not supported: [`Settings`](crate::core::search::Settings) rejects both.
///
/// # Errors
/// [`Stopped`] if a hook stops the search; the game is then back at the root.
///
/// # Complexity
/// Visits only leaves that [`alpha_beta`](crate::core::search::alpha_beta()) also visits, but some of them more than
/// once.
///
/// # References
/// Reinefeld, *An Improvement to the Scout Tree Search Algorithm* (1983).
/// <https://www.chessprogramming.org/Principal_Variation_Search>, <https://www.chessprogramming.org/NegaScout>.
pub fn pvs<G: Game, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    Walk::new(game, hooks, order).run(|walk, known| node(walk, depth.max(1), Window::FULL, known))
}

pub(super) fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    Window { mut alpha, beta }: Window,
    known: Option<Score>,
) -> Flow<Value> {
    let children = walk.expand(depth, Window { alpha, beta })?;
    if children.is_empty() {
        return walk.childless(children, known);
    }
    let (mut best, mut bound) = (Score::MIN, Bound::Upper);
    for (index, child) in children.iter().enumerate() {
        let window = Window { alpha, beta };
        let value = match (depth, index) {
            (1, _) => walk.horizon(child.mv)?,
            (_, 0) => walk.descend(child, window, |walk, known, window| node(walk, depth - 1, window, known))?,
            _ => walk.descend(child, window, |walk, known, window| scout(walk, depth - 1, window, known))?,
        };
        let skipped = (children.len() - 1 - index) as u32;
        let place = window.place(value.score);
        walk.judged(child.mv, value, window, Verdict::of(place, skipped))?;
        best = best.max(value.score);
        (alpha, bound) = match place {
            WindowSide::FailHigh => return walk.leave(children, best, Bound::Lower),
            WindowSide::Exact => (value.score, Bound::Exact),
            WindowSide::FailLow => (alpha, bound),
        };
    }
    walk.leave(children, best, bound)
}

/// Tests whether the move that led here beats its best sibling, and finds its score only if it does. The move beats the
/// sibling if this node stays below beta or, if the same side moves again, gets above alpha.
fn scout<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    window: Window,
    known: Option<Score>,
) -> Flow<Value> {
    let value = node(walk, depth, walk.null_window(window), known)?;
    if value.bound == Bound::Exact || window.place(value.score) != WindowSide::Exact {
        return Flow::Continue(value);
    }
    walk.event(Event::ReSearch { reason: ReSearchReason::Scout, depth, window })?;
    node(walk, depth, window, known)
}

pub(super) const CODE: Pseudocode = Pseudocode {
    negamax: &[
        HEAD,
        MOVES,
        LEAF,
        (CodeAction::Nothing, Any, "    best = -inf"),
        FOR,
        (CodeAction::Nothing, Any, "        first move: s = -search(after it, depth - 1, -beta, -alpha)"),
        (CodeAction::Nothing, Any, "        others: s = -search(after it, depth - 1, -alpha - 1, -alpha)"),
        (CodeAction::ReSearch, Any, "            if alpha < s < beta, inexact: again with (-beta, -alpha)"),
        (CodeAction::Nothing, Any, "        best = the larger of best and s"),
        (CodeAction::Cutoff, Any, "        if s >= beta: return best        cutoff"),
        (CodeAction::NotBest, Any, "        if s > alpha:"),
        (CodeAction::Best, Any, "            alpha = s                    new best"),
        LINE,
        (CodeAction::Leave, Any, "    return best"),
    ],
    branches: &[
        HEAD_OF_MAX,
        MOVES,
        LEAF,
        (CodeAction::Nothing, Max, "    if MAX moves here:"),
        (CodeAction::Nothing, Max, "        best = -inf"),
        (CodeAction::Nothing, Max, "        for each move:"),
        (CodeAction::Nothing, Max, "            first move: s = search(after it, depth - 1, alpha, beta)"),
        (CodeAction::Nothing, Max, "            others: s = search(after it, depth - 1, alpha, alpha + 1)"),
        (CodeAction::ReSearch, Max, "                if alpha < s < beta, inexact: again with (alpha, beta)"),
        (CodeAction::Nothing, Max, "            best = the larger of best and s"),
        (CodeAction::Cutoff, Max, "            if s >= beta: return best    beta cutoff"),
        (CodeAction::NotBest, Max, "            if s > alpha:"),
        (CodeAction::Best, Max, "                alpha = s                new best"),
        (CodeAction::Nothing, Max, "                pv = the move, then the pv below it"),
        (CodeAction::Leave, Max, "        return best"),
        (CodeAction::Nothing, Min, "    if MIN moves here:"),
        (CodeAction::Nothing, Min, "        best = +inf"),
        (CodeAction::Nothing, Min, "        for each move:"),
        (CodeAction::Nothing, Min, "            first move: s = search(after it, depth - 1, alpha, beta)"),
        (CodeAction::Nothing, Min, "            others: s = search(after it, depth - 1, beta - 1, beta)"),
        (CodeAction::ReSearch, Min, "                if alpha < s < beta, inexact: again with (alpha, beta)"),
        (CodeAction::Nothing, Min, "            best = the smaller of best and s"),
        (CodeAction::Cutoff, Min, "            if s <= alpha: return best   alpha cutoff"),
        (CodeAction::NotBest, Min, "            if s < beta:"),
        (CodeAction::Best, Min, "                beta = s                 new best"),
        (CodeAction::Nothing, Min, "                pv = the move, then the pv below it"),
        (CodeAction::Leave, Min, "        return best"),
    ],
};
