//! Aspiration: a narrow window around the expected score, widened if the score is outside it.

use super::iterative;
use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Pass};
use crate::core::score::{Score, Window, WindowSide};
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeLine};
use crate::core::search::walk::Walk;
use crate::core::search::{Technique, Techniques, Value};

/// Half the width of the window, in millipawns: half a pawn on each side.
const HALF: i32 = 500;

/// Calls `visit` with the full window or, with [`Technique::Aspiration`], with a window around `guess`. If the score
/// falls outside this window, the window is opened on that side for the next call.
///
/// The returned score is exact if `visit` is exact inside its window. [`Event::Pass`] reports each call with a narrow
/// window, and each iteration.
///
/// # References
/// <https://www.chessprogramming.org/Aspiration_Windows>.
pub(crate) fn passes<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    guess: Score,
    techniques: Techniques,
    visit: &mut impl FnMut(&mut Walk<'_, G, H>, u32, Window) -> Flow<Value>,
) -> Flow<Value> {
    if !techniques.has(Technique::Aspiration) {
        if techniques.has(Technique::Iterative) {
            iterative::announce(walk, depth)?;
        }
        return visit(walk, depth, Window::FULL);
    }
    let mut window = if guess.is_mate() { Window::FULL } else { Window::around(guess, HALF) };
    let mut pass = Pass::Aspiration;
    loop {
        walk.event(Event::Pass { pass, depth, window })?;
        let value = visit(walk, depth, window)?;
        // A score at the end of the range of leaf values is only a bound, but it can lie inside the window.
        (pass, window) = match window.place(value.score) {
            WindowSide::Exact => return Flow::Continue(value),
            WindowSide::FailLow => (Pass::FailedLow, Window { alpha: Score::MIN, ..window }),
            WindowSide::FailHigh => (Pass::FailedHigh, Window { beta: Score::MAX, ..window }),
        };
    }
}

/// Calls the search with a window around a guess `s`.
pub(crate) const CODE: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "    alpha = s - 0.5, or -inf if s is a mate"),
    (CodeAction::Nothing, Any, "    beta = s + 0.5, or +inf if s is a mate"),
    (CodeAction::Nothing, Any, "    repeat:"),
    (CodeAction::Iteration, Any, "        s = search(root, depth, alpha, beta)"),
    (CodeAction::Nothing, Any, "        if alpha < s < beta: return s"),
    (CodeAction::Nothing, Any, "        if s <= alpha: alpha = -inf          failed low"),
    (CodeAction::Nothing, Any, "        if s >= beta: beta = +inf            failed high"),
];
