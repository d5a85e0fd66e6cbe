//! Minimax: every move of every node is searched; MAX takes the largest score, MIN the smallest.

use super::Who::Any;
use super::{Does, FOR, LEAF, LINE, MOVES, Pseudocode};
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks, Verdict};
use crate::core::score::{Bound, Score, Window};
use crate::core::search::walk::Walk;
use crate::core::search::{Order, SearchResult, Stopped, Value};

/// Returns the score of `game` searched to `depth` plies by plain minimax, written with MAX and MIN.
///
/// MAX is the side to move at the root. The score is exact and for MAX. This is the reference that every other
/// algorithm is compared with. Its events, as all events, speak for the side to move, so they are those of
/// [`negamax`](crate::core::search::negamax()).
///
/// # Errors
/// [`Stopped`] if a hook breaks off; the game is then back at the root.
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
    Walk::new(game, hooks, order).run(|walk, known| max(walk, depth, known))
}

/// MAX to move. All values here and in [`min`] are MAX's.
pub(super) fn max<G: Game, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, depth: u32, known: Option<Score>) -> Flow<Value> {
    let children = walk.expand(depth, Window::FULL)?;
    if children.is_empty() {
        return walk.childless(children, known);
    }
    let mut best = Score::MIN;
    for child in children.iter() {
        let value = match depth {
            1 => walk.horizon(child.mv)?,
            _ => walk.visit(child, |walk, known| min(walk, depth - 1, known))?,
        };
        let verdict = if best < value.score { Verdict::Best } else { Verdict::NotBest };
        walk.judged(child.mv, value, Window::new(best, Score::MAX), verdict)?;
        best = best.max(value.score);
    }
    walk.leave(children, best, Bound::Exact)
}

/// MIN to move. What the walk hears and says is MIN's, hence every sign here.
fn min<G: Game, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, depth: u32, known: Option<Score>) -> Flow<Value> {
    let children = walk.expand(depth, Window::FULL)?;
    if children.is_empty() {
        return Flow::Continue(-walk.childless(children, known)?);
    }
    let mut best = Score::MAX;
    for child in children.iter() {
        let value = match depth {
            1 => -walk.horizon(child.mv)?,
            _ => walk.visit(child, |walk, known| max(walk, depth - 1, known))?,
        };
        let verdict = if value.score < best { Verdict::Best } else { Verdict::NotBest };
        walk.judged(child.mv, -value, -Window::new(Score::MIN, best), verdict)?;
        best = best.min(value.score);
    }
    Flow::Continue(-walk.leave(children, -best, Bound::Exact)?)
}

pub(super) const CODE: Pseudocode = Pseudocode::in_every_view(&[
    (Does::Enter, Any, "search(node, depth):                     scores are MAX's"),
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf if MAX moves here, +inf if MIN does"),
    FOR,
    (Does::Nothing, Any, "        s = search(after the move, depth - 1)"),
    (Does::NotBest, Any, "        if s > best for MAX, s < best for MIN:"),
    (Does::Best, Any, "            best = s                     new best"),
    LINE,
    (Does::Leave, Any, "    return best"),
]);
