//! Well-known bugs, each one line away from the right search, for class. Never use them for anything else.

use super::children::Child;
use super::walk::{Value, Walk};
use crate::game::Game;
use crate::hooks::{Flow, Hooks, Verdict};
use crate::names::named;
use crate::score::{Bound, Place, Score, Window};

named! {
    /// A bug that alpha-beta often has.
    #[non_exhaustive]
    pub enum Mistake: "mistake" {
        /// The root forgets to hand its alpha down: the result is right, but nothing below the root is cut by what the root
        /// has already.
        RootWindow = "root-window", "the root loop does not pass alpha down: right result, far too many nodes";
        /// The child is given `(-alpha, -beta)` instead of `(-beta, -alpha)`: a window turned inside out, in which every
        /// score cuts.
        SwappedBounds = "swapped-bounds",
            "children get (-alpha, -beta) instead of (-beta, -alpha), a window turned inside out: any reply cuts";
        /// The child's score is taken as it is, as if both sides wanted the same.
        MissingNegation = "missing-negation", "a child's score is not negated";
        /// The root takes a move that ties with the best. The tie is only a bound, so the move may be worse.
        RootGe = "root-ge", "the root also replaces its best move on a tie, which may be only a bound";
    }
}

/// [`alpha_beta`](super::alpha_beta()) but for `mistake`.
pub(super) fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    Window { mut alpha, beta }: Window,
    known: Option<Score>,
    mistake: Mistake,
) -> Flow<Value> {
    let is_root = walk.ply() == 0;
    let children = walk.expand(depth, Window { alpha, beta })?;
    if children.is_empty() {
        return walk.childless(children, known);
    }
    let mut bound = Bound::Upper;
    for (index, child) in children.iter().enumerate() {
        let window = Window { alpha, beta };
        let value = match depth {
            1 => walk.horizon(child.mv)?,
            _ => searched(walk, child, depth, window, mistake)?,
        };
        let verdict = match window.place(value.score) {
            Place::High => Verdict::Cutoff { skipped: (children.len() - 1 - index) as u32 },
            Place::Low if mistake == Mistake::RootGe && is_root && value.score == alpha => Verdict::Best,
            Place::Inside => Verdict::Best,
            Place::Low => Verdict::NotBest,
        };
        walk.judged(child.mv, value, window, verdict)?;
        (alpha, bound) = match verdict {
            Verdict::Cutoff { .. } => return walk.leave(children, beta, Bound::Lower),
            Verdict::Best => (value.score, Bound::Exact),
            Verdict::NotBest => (alpha, bound),
        };
    }
    walk.leave(children, alpha, bound)
}

/// Searches an inner child, where all but one of the mistakes are made.
fn searched<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    child: Child<G::Move>,
    depth: u32,
    window: Window,
    mistake: Mistake,
) -> Flow<Value> {
    let is_root = walk.ply() == 0;
    let handed_down = match mistake {
        Mistake::RootWindow if is_root => Window::FULL,
        Mistake::SwappedBounds => Window { alpha: -window.alpha, beta: -window.beta },
        _ => -window,
    };
    let value = walk.descend(child, |walk, known| node(walk, depth - 1, handed_down, known, mistake))?;
    Flow::Continue(if mistake == Mistake::MissingNegation { -value } else { value })
}
