//! Principal variation search: the first move gets the whole window, the others must first show that they are better.

use crate::game::Game;
use crate::hooks::{Again, Event, Flow, Hooks, Verdict};
use crate::score::{Bound, Place, Score, Window};
use crate::search::value::Value;
use crate::search::walk::Walk;
use crate::search::{Order, SearchResult, Stopped};

/// Returns the score of `game` searched to `depth` plies by principal variation search, also called NegaScout.
///
/// The score is for the side to move, exact, and equal to [`minimax`](crate::search::minimax())'s. Each move after the first is
/// searched with a null window, which cuts sooner; if it turns out better after all, it is searched again, as
/// [`Event::Again`] tells. Fail-soft.
///
/// # Errors
/// [`Stopped`] if a hook breaks off; the game is then back at the root.
///
/// # Complexity
/// No leaf that [`alpha_beta`](crate::search::alpha_beta()) does not visit, but some of them more than once.
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
    Walk::new(game, hooks, order).run(|walk, known| node(walk, depth, Window::FULL, known))
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
            (_, 0) => walk.descend(child, |walk, known| node(walk, depth - 1, -window, known))?,
            _ => walk.descend(child, |walk, known| scout(walk, depth - 1, -window, known))?,
        };
        let skipped = (children.len() - 1 - index) as u32;
        let verdict = Verdict::of(window.place(value.score), skipped);
        walk.judged(child.mv, value, window, verdict)?;
        best = best.max(value.score);
        (alpha, bound) = match verdict {
            Verdict::Cutoff { .. } => return walk.leave(children, best, Bound::Lower),
            Verdict::Best => (value.score, Bound::Exact),
            Verdict::NotBest => (alpha, bound),
        };
    }
    walk.leave(children, best, bound)
}

/// Asks whether the move that led here beats its best sibling (here: whether this node stays below beta), and only if
/// it does, how good it is.
fn scout<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    window: Window,
    known: Option<Score>,
) -> Flow<Value> {
    let value = node(walk, depth, Window::null_below(window.beta), known)?;
    if value.bound == Bound::Exact || window.place(value.score) != Place::Inside {
        return Flow::Continue(value);
    }
    walk.event(Event::Again { reason: Again::Scout, depth, window })?;
    node(walk, depth, window, known)
}
