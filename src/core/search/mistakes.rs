//! Well-known bugs, each one line away from the right search, for class. Never use them for anything else.

use super::children::Child;
use super::walk::{Value, Walk};
use super::{Cut, fail_soft};
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
        /// A child is given only the bound that its parent itself has set: nothing is cut by what an earlier ancestor has.
        NoDeepBounds = "no-deep-bounds",
            "a child gets only its parent's own bound, so nothing is cut by older ones: right result, too many nodes";
        /// A tie does not cut: [`Cut::AboveBeta`], which is right and costs nodes.
        Strict = "strict", "`>` for `>=`: a tie does not cut, which is right but costs nodes";
        /// Windows are neither handed down nor heeded.
        NoPruning = "no-pruning", "nothing is cut at all, as in plain minimax: right result, all nodes";
        /// The moves of each node are tried from the last to the first.
        RightToLeft = "right-to-left", "moves are tried from the last to the first: right score, other cutoffs";
        /// The players are mixed up: each leaf is scored for the wrong side, so that MAX takes the lowest.
        RootIsMin = "root-is-min", "the root is taken for the other player's: each score counts for the wrong side";
        /// A node below the root ends as soon as a child is no better than those before it, although a later one may be.
        WorseSibling = "worse-sibling", "a node below the root stops as soon as a child is no better than one before it";
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
    if mistake == Mistake::Strict {
        return fail_soft::node(walk, depth, Window { alpha, beta }, known, Cut::AboveBeta);
    }
    let is_root = walk.ply() == 0;
    let children = walk.expand(depth, Window { alpha, beta })?;
    if children.is_empty() {
        let value = walk.childless(children, known)?;
        return Flow::Continue(mistake.taken(value));
    }
    let (mut bound, count) = (Bound::Upper, children.len());
    for index in 0..count {
        let child = children.get(if mistake == Mistake::RightToLeft { count - 1 - index } else { index });
        let window = Window { alpha, beta };
        let value = searched(walk, child, depth, window, mistake)?;
        let skipped = (count - 1 - index) as u32;
        let verdict = match window.place(value.score) {
            Place::Low if mistake == Mistake::RootGe && is_root && value.score == alpha => Verdict::Best,
            Place::Low if mistake == Mistake::WorseSibling && 0 < index && !is_root => Verdict::Cutoff { skipped },
            place @ (Place::Low | Place::Inside | Place::High) => Verdict::of(place, skipped),
        };
        walk.judged(child.mv, value, window, verdict)?;
        (alpha, bound) = match verdict {
            Verdict::Cutoff { .. } if window.place(value.score) == Place::Low => {
                return walk.leave(children, alpha, bound);
            }
            Verdict::Cutoff { .. } => return walk.leave(children, beta, Bound::Lower),
            Verdict::Best => (value.score, Bound::Exact),
            Verdict::NotBest => (alpha, bound),
        };
    }
    walk.leave(children, alpha, bound)
}

impl Mistake {
    /// The value of a leaf as this mistake takes it.
    fn taken(self, value: Value) -> Value {
        let score = if self == Self::RootIsMin { -value.score } else { value.score };
        Value { score, ..value }
    }

    /// The value of a child, leaf or not, as its parent takes it.
    fn returned(self, value: Value) -> Value {
        if self == Self::MissingNegation { -value } else { value }
    }
}

/// Searches a child; of inner ones most of the mistakes are made.
fn searched<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    child: Child<G::Move>,
    depth: u32,
    window: Window,
    mistake: Mistake,
) -> Flow<Value> {
    if depth == 1 {
        return Flow::Continue(mistake.returned(mistake.taken(walk.horizon(child.mv)?)));
    }
    let is_root = walk.ply() == 0;
    let handed_down = match mistake {
        Mistake::RootWindow if is_root => Window::FULL,
        Mistake::NoPruning => Window::FULL,
        Mistake::NoDeepBounds => Window { alpha: Score::MIN, beta: -window.alpha },
        Mistake::SwappedBounds => Window { alpha: -window.alpha, beta: -window.beta },
        Mistake::RootWindow | Mistake::MissingNegation | Mistake::RootGe | Mistake::Strict => -window,
        Mistake::RightToLeft | Mistake::RootIsMin | Mistake::WorseSibling => -window,
    };
    let value = walk.descend(child, |walk, known| node(walk, depth - 1, handed_down, known, mistake))?;
    Flow::Continue(mistake.returned(value))
}
