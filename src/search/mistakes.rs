//! Well-known bugs, each one line away from the right search, for class. Never use them for anything else.

use super::children::Child;
use super::walk::{Value, Walk};
use super::{Order, SearchResult, Stopped};
use crate::game::Game;
use crate::hooks::{Flow, Hooks, Verdict};
use crate::score::{Bound, Place, Score, Window};

/// A bug that alpha-beta often has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mistake {
    /// The root forgets to hand its alpha down: the result is right, but nothing below the root is cut by what the root
    /// has already.
    RootWindow,
    /// The child is given `(-alpha, -beta)` instead of `(-beta, -alpha)`: a window turned inside out, in which every
    /// score cuts.
    SwappedBounds,
    /// The child's score is taken as it is, as if both sides wanted the same.
    MissingNegation,
    /// The root takes a move that ties with the best. The tie is only a bound, so the move may be worse.
    RootGe,
}

impl Mistake {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::RootWindow, Self::SwappedBounds, Self::MissingNegation, Self::RootGe];

    /// Returns the name as it is written on the command line and in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RootWindow => "root-window",
            Self::SwappedBounds => "swapped-bounds",
            Self::MissingNegation => "missing-negation",
            Self::RootGe => "root-ge",
        }
    }

    /// Returns the mistake of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mistake| mistake.name() == name)
    }

    /// Returns one line that says what is wrong.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::RootWindow => "the root loop does not pass alpha down: right result, far too many nodes",
            Self::SwappedBounds => {
                "children get (-alpha, -beta) instead of (-beta, -alpha), a window turned inside out: any reply cuts"
            }
            Self::MissingNegation => "a child's score is not negated",
            Self::RootGe => "the root also replaces its best move on a tie, which may be only a bound",
        }
    }

    /// Searches `game` to `depth` plies by fail-hard alpha-beta with this mistake in it.
    ///
    /// # Errors
    /// [`Stopped`] if a hook breaks off.
    pub fn search<G: Game, H: Hooks<G>>(
        self,
        game: &mut G,
        hooks: &mut H,
        depth: u32,
        order: Order,
    ) -> Result<SearchResult<G::Move>, Stopped> {
        Walk::new(game, hooks, order).run(|walk, known| node(walk, depth, Window::FULL, known, self))
    }
}

/// [`alpha_beta`](super::alpha_beta()) but for `mistake`.
fn node<G: Game, H: Hooks<G>>(
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
    let value = walk.inner(child, |walk, known| node(walk, depth - 1, handed_down, known, mistake))?;
    Flow::Continue(if mistake == Mistake::MissingNegation { -value } else { value })
}
