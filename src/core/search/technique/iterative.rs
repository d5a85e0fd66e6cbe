//! Iterative deepening: searches one ply, then two, and so on; each search prepares the next.

use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Pass};
use crate::core::score::{Score, Window};
use crate::core::search::Value;
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeLine};
use crate::core::search::walk::Walk;

/// Calls `visit` with depth 1, 2 ... `depth` and, as a guess, the score of the previous depth.
///
/// The next iteration tries the best line of the previous one first: at the root, the first move of that line, and
/// after each move of the line, the next move of the line.
///
/// # References
/// <https://www.chessprogramming.org/Iterative_Deepening>.
pub(crate) fn deepen<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    guess: Score,
    visit: &mut impl FnMut(&mut Walk<'_, G, H>, u32, Score) -> Flow<Value>,
) -> Flow<Value> {
    let mut iterate = |walk: &mut Walk<'_, G, H>, depth, guess| {
        walk.try_best_first();
        visit(walk, depth, guess)
    };
    let mut value = iterate(walk, 1, guess)?;
    for depth in 2..=depth {
        value = iterate(walk, depth, value.score)?;
    }
    Flow::Continue(value)
}

/// Reports an iteration that is a single search with the full window. If an iteration consists of several searches with
/// narrow windows, each search is reported separately instead.
#[inline]
pub(crate) fn announce<G: Game, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, depth: u32) -> Flow {
    walk.event(Event::Pass { pass: Pass::Iteration, depth, window: Window::FULL })
}

pub(crate) const CODE: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "deepen(root, depth):"),
    (CodeAction::Nothing, Any, "    for d = 1 to depth:                  best line so far goes first"),
    (CodeAction::Iteration, Any, "        s = search(root, d, -inf, +inf)"),
    (CodeAction::Nothing, Any, "    return s"),
];

/// The pseudocode for iterative deepening with MTD(f), which needs a guess.
pub(crate) const CODE_OF_TESTS: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "deepen(root, depth):"),
    (CodeAction::Nothing, Any, "    s = evaluate(root)"),
    (CodeAction::Nothing, Any, "    for d = 1 to depth:                  best line so far goes first"),
    (CodeAction::Iteration, Any, "        s = mtdf(root, d, s)"),
    (CodeAction::Nothing, Any, "    return s"),
];

/// The pseudocode for iterative deepening with aspiration, which needs a guess.
pub(crate) const CODE_OF_ASPIRATION: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "deepen(root, depth):"),
    (CodeAction::Nothing, Any, "    s = evaluate(root)"),
    (CodeAction::Nothing, Any, "    for d = 1 to depth:                  best line so far goes first"),
    (CodeAction::Nothing, Any, "        s = aspire(root, d, s)"),
    (CodeAction::Nothing, Any, "    return s"),
];
