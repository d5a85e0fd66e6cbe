//! Alpha-beta, fail-hard: minimax that skips the moves that cannot change the result.

use super::{Fail, Pseudocode, chance};
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks, Verdict};
use crate::core::score::{Bound, Score, Window, WindowSide};
use crate::core::search::ordering::{Child, Children};
use crate::core::search::pseudocode::CodeMover::{Any, Max, Min};
use crate::core::search::pseudocode::{CHILD, CodeAction, FOR, HEAD, HEAD_OF_MAX, LEAF, LINE, MOVES};
use crate::core::search::walk::Walk;
use crate::core::search::{Cut, Order, SearchResult, Stopped, Value};

/// Returns the score of `game` searched to `depth` plies by fail-hard alpha-beta.
///
/// The score is exact, and it is for the side to move. Score and best move equal those of
/// [`minimax`](crate::core::search::minimax()). A score that equals beta causes a cutoff; a score that equals alpha
/// does not replace the best move, so the first of several equal moves wins.
///
/// `depth` is at least 1; 0 counts as 1.
///
/// # Errors
/// [`Stopped`] if a hook stops the search; the game is then back at the root.
///
/// # Complexity
/// `b^⌈d/2⌉ + b^⌊d/2⌋ - 1` leaves if the best move always comes first, `b^d` at worst.
///
/// # References
/// Knuth & Moore, *An Analysis of Alpha-Beta Pruning* (1975). <https://www.chessprogramming.org/Alpha-Beta>.
pub fn alpha_beta<G: Game, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    Walk::new(game, hooks, order).run(|walk, known| node(walk, depth.max(1), Window::FULL, known, Cut::AtBeta))
}

pub(super) fn node<G: Game, H: Hooks<G>>(
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
        let rules = (cut, Fail::Hard);
        return chance::node(walk, children, depth, window, rules, &mut |walk, depth, window, known| {
            node(walk, depth, window, known, cut)
        });
    }
    let window = walk.limited(window);
    match depth {
        1 => choose(walk, children, window, cut, |walk, child, _| walk.horizon(child.mv)),
        _ => choose(walk, children, window, cut, |walk, child, window| {
            walk.descend(child, window, |walk, known, window| node(walk, depth - 1, window, known, cut))
        }),
    }
}

/// Judges the children one after the other by the values that `visit` returns, until a cutoff, and leaves the node.
///
/// `node` calls this in two places, so that the compiler makes a loop of its own for the last ply, where most nodes
/// are.
#[inline]
fn choose<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    children: Box<Children<G::Move>>,
    Window { mut alpha, beta }: Window,
    cut: Cut,
    visit: impl Fn(&mut Walk<'_, G, H>, Child<G::Move>, Window) -> Flow<Value>,
) -> Flow<Value> {
    let mut bound = Bound::Upper;
    for (index, child) in children.iter().enumerate() {
        let window = Window { alpha, beta };
        let value = visit(walk, child, window)?;
        let skipped = (children.len() - 1 - index) as u32;
        let place = cut.place(window, value.score);
        walk.judged(child.mv, value, window, Verdict::of(place, skipped))?;
        (alpha, bound) = match place {
            WindowSide::FailHigh => return walk.leave(children, beta, Bound::Lower),
            WindowSide::Exact => (value.score, value.bound),
            WindowSide::FailLow => (alpha, cut.bound_after_low(bound, window, value.score, value.bound)),
        };
    }
    walk.leave(children, alpha, bound)
}

pub(super) const CODE: Pseudocode = Pseudocode {
    negamax: &[
        HEAD,
        MOVES,
        LEAF,
        FOR,
        CHILD,
        (CodeAction::Nothing, Any, "        if s >= beta:"),
        (CodeAction::Cutoff, Any, "            return beta                  cutoff"),
        (CodeAction::NotBest, Any, "        if s > alpha:"),
        (CodeAction::Best, Any, "            alpha = s                    new best"),
        LINE,
        (CodeAction::Leave, Any, "    return alpha"),
    ],
    branches: &[
        HEAD_OF_MAX,
        MOVES,
        LEAF,
        (CodeAction::Nothing, Max, "    if MAX moves here:"),
        (CodeAction::Nothing, Max, "        for each move:"),
        (CodeAction::Nothing, Max, "            s = search(after the move, depth - 1, alpha, beta)"),
        (CodeAction::Cutoff, Max, "            if s >= beta: return beta    beta cutoff"),
        (CodeAction::NotBest, Max, "            if s > alpha:"),
        (CodeAction::Best, Max, "                alpha = s                new best"),
        (CodeAction::Nothing, Max, "                pv = the move, then the pv below it"),
        (CodeAction::Leave, Max, "        return alpha"),
        (CodeAction::Nothing, Min, "    if MIN moves here:"),
        (CodeAction::Nothing, Min, "        for each move:"),
        (CodeAction::Nothing, Min, "            s = search(after the move, depth - 1, alpha, beta)"),
        (CodeAction::Cutoff, Min, "            if s <= alpha: return alpha  alpha cutoff"),
        (CodeAction::NotBest, Min, "            if s < beta:"),
        (CodeAction::Best, Min, "                beta = s                 new best"),
        (CodeAction::Nothing, Min, "                pv = the move, then the pv below it"),
        (CodeAction::Leave, Min, "        return beta"),
    ],
};
