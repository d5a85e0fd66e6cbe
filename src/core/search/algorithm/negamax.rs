//! Negamax: minimax with one function for both sides, since what is good for one side is bad for the other.

use super::Pseudocode;
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks, Verdict};
use crate::core::score::{Bound, Score, Window};
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, FOR, LEAF, LINE, MOVES};
use crate::core::search::walk::Walk;
use crate::core::search::{Order, SearchResult, Stopped, Value};

/// Returns the score of `game` searched to `depth` plies by plain minimax, written as negamax.
///
/// The score is exact and for the side to move: `max(a, b) = -min(-a, -b)`.
///
/// `depth` is at least 1; 0 counts as 1. The two players must take turns, without chance nodes:
/// [`Settings`](crate::core::search::Settings) rejects other games.
///
/// # Errors
/// [`Stopped`] if a hook stops the search; the game is then back at the root.
///
/// # Complexity
/// `b^d` leaves for `b` moves per node and `d` plies.
///
/// # References
/// Knuth & Moore, *An Analysis of Alpha-Beta Pruning* (1975). <https://www.chessprogramming.org/Negamax>.
pub fn negamax<G: Game, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    Walk::new(game, hooks, order).run(|walk, known| node(walk, depth.max(1), known))
}

pub(super) fn node<G: Game, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, depth: u32, known: Option<Score>) -> Flow<Value> {
    let children = walk.expand(depth, Window::FULL)?;
    if children.is_empty() {
        return walk.childless(children, known);
    }
    let mut best = Score::MIN;
    for child in children.iter() {
        let value = match depth {
            1 => walk.horizon(child.mv)?,
            _ => walk.descend(child, Window::FULL, |walk, known, _| node(walk, depth - 1, known))?,
        };
        let window = Window::new(best, Score::MAX);
        let verdict = if best < value.score { Verdict::Best } else { Verdict::NotBest };
        walk.judged(child.mv, value, window, verdict)?;
        best = best.max(value.score);
    }
    walk.leave(children, best, Bound::Exact)
}

pub(super) const CODE: Pseudocode = Pseudocode::in_every_view(&[
    (CodeAction::Enter, Any, "search(node, depth):                     scores of the side to move"),
    MOVES,
    LEAF,
    (CodeAction::Nothing, Any, "    best = -inf"),
    FOR,
    (CodeAction::Nothing, Any, "        s = -search(after the move, depth - 1)"),
    (CodeAction::NotBest, Any, "        if s > best:"),
    (CodeAction::Best, Any, "            best = s                     new best"),
    LINE,
    (CodeAction::Leave, Any, "    return best"),
]);
