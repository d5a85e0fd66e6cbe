//! Minimax: searches every move of every node. MAX takes the largest score, MIN the smallest.

use super::{Cut, Fail, Pseudocode, chance};
use crate::core::game::{Game, Side};
use crate::core::hooks::{Flow, Hooks, Verdict};
use crate::core::score::{Bound, Score, Window};
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, FOR, LEAF, LINE, MOVES};
use crate::core::search::walk::Walk;
use crate::core::search::{Order, SearchResult, Stopped, Value};

/// Returns the score of `game` searched to `depth` plies by plain minimax, written with MAX and MIN.
///
/// MAX is the side to move at the root. The score is exact and from MAX's view. Minimax is the reference for every
/// other algorithm. The scores in its events, as in all events, are for the side to move, so its events equal those of
/// [`negamax`](crate::core::search::negamax()).
///
/// `depth` is at least 1; 0 counts as 1.
///
/// # Errors
/// [`Stopped`] if a hook stops the search; the game is then back at the root.
///
/// # Complexity
/// `b^d` leaves for `b` moves per node and `d` plies.
///
/// # References
/// Shannon, *Programming a Computer for Playing Chess* (1950). <https://www.chessprogramming.org/Minimax>.
pub fn minimax<G: Game, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    let max = game.turn();
    Walk::new(game, hooks, order).run(|walk, known| node(walk, depth.max(1), known, max))
}

/// Visits a node. Scores, including the best score so far, are from MAX's view. The walk expects and returns scores for
/// the side to move, so scores change their signs at MIN nodes.
pub(super) fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    known: Option<Score>,
    max: Side,
) -> Flow<Value> {
    let children = walk.expand(depth, Window::FULL)?;
    if children.is_empty() {
        return walk.childless(children, known);
    }
    if walk.is_chance() {
        let rules = (Cut::AtBeta, Fail::Soft);
        return chance::node(walk, children, depth, Window::FULL, rules, &mut |walk, depth, _, known| {
            node(walk, depth, known, max)
        });
    }
    let is_max = walk.game().turn() == max;
    let mut best = if is_max { Score::MIN } else { Score::MAX };
    for child in children.iter() {
        let value = match depth {
            1 => walk.horizon(child.mv)?,
            _ => walk.descend(child, Window::FULL, |walk, known, _| node(walk, depth - 1, known, max))?,
        };
        let score = if is_max { value.score } else { -value.score };
        let is_better = if is_max { best < score } else { score < best };
        let verdict = if is_better { Verdict::Best } else { Verdict::NotBest };
        let window = if is_max { Window::new(best, Score::MAX) } else { -Window::new(Score::MIN, best) };
        walk.judged(child.mv, value, window, verdict)?;
        best = if is_max { best.max(score) } else { best.min(score) };
    }
    walk.leave(children, if is_max { best } else { -best }, Bound::Exact)
}

pub(super) const CODE: Pseudocode = Pseudocode::in_every_view(&[
    (CodeAction::Enter, Any, "search(node, depth):                     scores are MAX's"),
    MOVES,
    LEAF,
    (CodeAction::Nothing, Any, "    best = -inf if MAX moves here, +inf if MIN does"),
    FOR,
    (CodeAction::Nothing, Any, "        s = search(after the move, depth - 1)"),
    (CodeAction::NotBest, Any, "        if s > best for MAX, s < best for MIN:"),
    (CodeAction::Best, Any, "            best = s                     new best"),
    LINE,
    (CodeAction::Leave, Any, "    return best"),
]);
