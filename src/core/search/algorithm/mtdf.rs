//! MTD(f): closes in on the score with null windows only.

use super::fail_soft;
use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Pass};
use crate::core::score::{Bound, Score, Window};
use crate::core::search::walk::Walk;
use crate::core::search::{Cut, Order, SearchResult, Stopped, Value};

/// Returns the score of `game` searched to `depth` plies by MTD(f) with the root's static evaluation as the first
/// guess.
///
/// The score is for the side to move, exact, and equal to [`minimax`](crate::core::search::minimax())'s. The tree is
/// searched several times, as [`Event::Pass`] reports. The algorithm is meant to be used with a transposition table,
/// which this plain form does not have ([`Settings`](crate::core::search::Settings) combines them).
///
/// `depth` is at least 1; 0 counts as 1. A side may move several times in a row. Chance nodes and a range of leaf
/// values are not supported: [`Settings`](crate::core::search::Settings) rejects both.
///
/// # Errors
/// [`Stopped`] if a hook stops the search; the game is then back at the root.
///
/// # Complexity
/// Each pass visits fewer leaves than [`alpha_beta`](crate::core::search::alpha_beta()); the number of passes is the
/// number of different bounds between the guess and the score.
///
/// # References
/// Plaat, Schaeffer, Pijls & de Bruin, *Best-First Fixed-Depth Minimax Algorithms* (1996).
/// <https://www.chessprogramming.org/MTD(f)>.
pub fn mtdf<G: Game, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    Walk::new(game, hooks, order).run(|walk, known| {
        let guess = known.unwrap_or_default();
        passes(walk, depth.max(1), guess, &mut |walk, depth, window| {
            fail_soft::node(walk, depth, window, known, Cut::AtBeta)
        })
    })
}

/// Calls `visit` with null windows until the bounds meet.
pub(super) fn passes<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    guess: Score,
    visit: &mut impl FnMut(&mut Walk<'_, G, H>, u32, Window) -> Flow<Value>,
) -> Flow<Value> {
    let (mut lower, mut upper) = (Score::MIN, Score::MAX);
    let mut score = guess;
    loop {
        let window = Window::null_below(if score == lower { score.above() } else { score });
        walk.event(Event::Pass { pass: Pass::Test, depth, window })?;
        let value = visit(walk, depth, window)?;
        score = value.score;
        match value.bound {
            Bound::Exact => return Flow::Continue(value),
            Bound::Lower => lower = score,
            Bound::Upper => upper = score,
        }
        if upper <= lower {
            return Flow::Continue(Value { bound: Bound::Exact, ..value });
        }
    }
}
