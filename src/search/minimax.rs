//! Minimax: every move of every node is searched.

use super::walk::{Value, Walk};
use super::{Order, SearchResult, Stopped};
use crate::game::Game;
use crate::hooks::{Flow, Hooks, Verdict};
use crate::score::{Bound, Score, Window};

/// Returns the score of `game` searched to `depth` plies by plain minimax, written as negamax.
///
/// The score is exact and for the side to move. This is the reference that every other algorithm is compared with.
///
/// # Errors
/// [`Stopped`] if a hook breaks off; the game is then back at the root.
///
/// # Complexity
/// `b^d` leaves for `b` moves per node and `d` plies.
///
/// # References
/// Shannon, *Programming a Computer for Playing Chess* (1950). <https://www.chessprogramming.org/Minimax>,
/// <https://www.chessprogramming.org/Negamax>.
pub fn minimax<G: Game, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    Walk::new(game, hooks, order).run(|walk, known| node(walk, depth, known))
}

fn node<G: Game, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, depth: u32, known: Option<Score>) -> Flow<Value> {
    let children = walk.expand(depth, Window::FULL)?;
    if children.is_empty() {
        return walk.childless(children, known);
    }
    let mut best = Score::MIN;
    for &child in &children {
        let value = match depth {
            1 => walk.horizon(child.mv)?,
            _ => walk.inner(child, |walk, known| node(walk, depth - 1, known))?,
        };
        let window = Window::new(best, Score::MAX);
        let verdict = if best < value.score { Verdict::Best } else { Verdict::NotBest };
        walk.judged(child.mv, value, window, verdict)?;
        best = best.max(value.score);
    }
    walk.leave(children, best, Bound::Exact)
}
