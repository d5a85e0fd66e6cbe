//! Alpha-beta, fail-soft: the same cutoffs as fail-hard alpha-beta, but the returned score may be outside the window,
//! and is then a tighter bound.

use super::{Fail, Pseudocode, chance};
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks, Verdict};
use crate::core::score::{Bound, Score, Window, WindowSide};
use crate::core::search::pseudocode::CodeMover::{Any, Max, Min};
use crate::core::search::pseudocode::{CHILD, CodeAction, FOR, HEAD, HEAD_OF_MAX, LEAF, LINE, MOVES};
use crate::core::search::walk::Walk;
use crate::core::search::{Cut, Order, SearchResult, Stopped, Value};

/// Returns the score of `game` searched to `depth` plies by fail-soft alpha-beta.
///
/// The score is for the side to move, exact, and equal to [`minimax`](crate::core::search::minimax())'s. Inside the
/// tree, a node whose moves all fail low returns the best of their scores instead of alpha, and a node with a cutoff
/// returns the score that caused it instead of beta. Both are bounds, and at least as tight as those of
/// [`alpha_beta`](crate::core::search::alpha_beta()).
///
/// `depth` is at least 1; 0 counts as 1.
///
/// # Errors
/// [`Stopped`] if a hook stops the search; the game is then back at the root.
///
/// # Complexity
/// Visits the same nodes as [`alpha_beta`](crate::core::search::alpha_beta()); tighter bounds help only if they are
/// stored.
///
/// # References
/// Fishburn, *Another Optimization of Alpha-Beta Search* (1983). <https://www.chessprogramming.org/Fail-Soft>.
pub fn fail_soft<G: Game, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    Walk::new(game, hooks, order).run(|walk, known| node(walk, depth.max(1), Window::FULL, known, Cut::AtBeta))
}

pub(crate) fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    window: Window,
    known: Option<Score>,
    cut: Cut,
) -> Flow<Value> {
    let children = walk.expand(depth, window)?;
    if children.is_empty() {
        return walk.childless(children, known);
    }
    if walk.is_chance() {
        let rules = (cut, Fail::Soft);
        return chance::node(walk, children, depth, window, rules, &mut |walk, depth, window, known| {
            node(walk, depth, window, known, cut)
        });
    }
    let Window { mut alpha, beta } = walk.limited(window);
    let (mut best, mut bound) = (Score::MIN, Bound::Upper);
    for (index, child) in children.iter().enumerate() {
        let window = Window { alpha, beta };
        let value = match depth {
            1 => walk.horizon(child.mv)?,
            _ => walk.descend(child, window, |walk, known, window| node(walk, depth - 1, window, known, cut))?,
        };
        let skipped = (children.len() - 1 - index) as u32;
        let place = cut.place(window, value.score);
        walk.judged(child.mv, value, window, Verdict::of(place, skipped))?;
        best = best.max(value.score);
        (alpha, bound) = match place {
            WindowSide::FailHigh => return walk.leave(children, best, Bound::Lower),
            WindowSide::Exact => (value.score, value.bound),
            WindowSide::FailLow => (alpha, bound),
        };
    }
    walk.leave(children, best, bound)
}

pub(super) const CODE: Pseudocode = Pseudocode {
    negamax: &[
        HEAD,
        MOVES,
        LEAF,
        (CodeAction::Nothing, Any, "    best = -inf"),
        FOR,
        CHILD,
        (CodeAction::Nothing, Any, "        best = the larger of best and s"),
        (CodeAction::Nothing, Any, "        if s >= beta:"),
        (CodeAction::Cutoff, Any, "            return best                  cutoff"),
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
        (CodeAction::Nothing, Max, "            s = search(after the move, depth - 1, alpha, beta)"),
        (CodeAction::Nothing, Max, "            best = the larger of best and s"),
        (CodeAction::Cutoff, Max, "            if s >= beta: return best    beta cutoff"),
        (CodeAction::NotBest, Max, "            if s > alpha:"),
        (CodeAction::Best, Max, "                alpha = s                new best"),
        (CodeAction::Nothing, Max, "                pv = the move, then the pv below it"),
        (CodeAction::Leave, Max, "        return best"),
        (CodeAction::Nothing, Min, "    if MIN moves here:"),
        (CodeAction::Nothing, Min, "        best = +inf"),
        (CodeAction::Nothing, Min, "        for each move:"),
        (CodeAction::Nothing, Min, "            s = search(after the move, depth - 1, alpha, beta)"),
        (CodeAction::Nothing, Min, "            best = the smaller of best and s"),
        (CodeAction::Cutoff, Min, "            if s <= alpha: return best   alpha cutoff"),
        (CodeAction::NotBest, Min, "            if s < beta:"),
        (CodeAction::Best, Min, "                beta = s                 new best"),
        (CodeAction::Nothing, Min, "                pv = the move, then the pv below it"),
        (CodeAction::Leave, Min, "        return best"),
    ],
};
