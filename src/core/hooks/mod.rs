//! The only way to influence a running search: callbacks that may change its input, observe every event, or stop it.
//!
//! Invariant: nothing else outside a search can change the search, and an event callback can only observe or stop it.

mod event;
mod line_rule;
mod tracker;
mod words;

pub use event::{Event, Kind, SearchEvent};
pub(crate) use event::{before_enter_event, technique_event, walk_event};
pub use line_rule::LineRule;
pub use tracker::Owner;
pub(crate) use tracker::{Siblings, Tracker, is_dropped, untold_nodes};
pub use words::{Leaf, NotUsed, Pass, Prune, Ranked, ReSearchReason, Reason, Stored, Verdict};

use crate::core::game::Game;
use crate::core::score::Score;
use std::ops::ControlFlow;

/// Continues with a value, or stops the whole search.
pub type Flow<T = ()> = ControlFlow<(), T>;

/// The current position of the search, and the moves that led to it from the root.
#[derive(Debug)]
pub struct Line<'a, G: Game> {
    /// The position.
    pub game: &'a G,
    /// The moves from the root; their number is the ply.
    pub moves: &'a [G::Move],
}

impl<G: Game> Line<'_, G> {
    /// Returns the number of half-moves from the root.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }
}

impl<G: Game> Clone for Line<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Line<'_, G> {}

/// Callbacks of a search over the game `G`. By default they do nothing, and an empty callback costs nothing, because
/// the search is compiled separately for each type of hooks.
///
/// The trait is implemented by `()` (no hooks), by `&mut H`, by pairs `(A, B)`, in which `A` acts first and `B` gets
/// the result of `A`, and by `Option<H>`. If `A` stops the search at an event, `B` does not get this event.
///
/// A hook can count on its own and stop the search:
///
/// ```
/// use plywood::game::Game;
/// use plywood::game::chess::{ChessGame, Material, parse_fen};
/// use plywood::hooks::{Event, Flow, Hooks, Line, SearchEvent};
/// use plywood::search::{Order, alpha_beta};
///
/// struct AtMost(u32);
///
/// impl<G: Game> Hooks<G> for AtMost {
///     fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
///         if matches!(event, Event::Enter { .. }) {
///             if self.0 == 0 {
///                 return Flow::Break(());
///             }
///             self.0 -= 1;
///         }
///         Flow::Continue(())
///     }
/// }
///
/// let mut game = ChessGame::new(parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?, Material);
/// assert!(alpha_beta(&mut game, &mut AtMost(5), 3, Order::None).is_err());
/// assert!(alpha_beta(&mut game, &mut AtMost(5_000), 3, Order::None).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A [`Study`](crate::study::Study) with `Limits` also stops after a number of nodes, and keeps what the
/// finished iterations found.
pub trait Hooks<G: Game> {
    /// May filter, reorder or replace the moves that the generator found at `at`. An empty list makes `at` a leaf.
    ///
    /// **When:** whenever moves are generated, which is when a node is entered (again for each iteration and
    /// re-search), before the search orders them. It is also called outside a search, when the full tree is counted or
    /// drawn.
    ///
    /// **Guarantees:** `at.game` is at the position after `at.moves`. `moves` contains its legal moves in the
    /// generator's order (in quiescence, only the tactical moves).
    ///
    /// **Requirements:** the result depends only on `at`, and [`Game::play`] accepts every remaining move in this
    /// position.
    ///
    /// # Errors
    /// `Break` stops the search.
    #[inline]
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        let _ = (at, moves);
        Flow::Continue(())
    }

    /// Returns the static evaluation to use at `at` instead of `score`; both are for the side to move at `at`.
    ///
    /// **When:** whenever the search needs a static evaluation, even if the game is over, and for each move if moves
    /// are ordered by static evaluation. A node may be evaluated several times, and also outside a search, for the full
    /// tree.
    ///
    /// **Guarantees:** `score` is the result of [`Game::evaluate`] or, if the game is over, the score of its ending.
    ///
    /// **Requirements:** the result depends only on `at` and `score`: a transposition table stores results that follow
    /// from it.
    ///
    /// # Errors
    /// `Break` stops the search.
    #[inline]
    fn score(&mut self, at: Line<'_, G>, score: Score) -> Flow<Score> {
        let _ = at;
        Flow::Continue(score)
    }

    /// Returns whether all callbacks do nothing, in which case the search does not even prepare events or keep the
    /// line. The answer must not change during a search.
    #[inline]
    fn do_nothing(&self) -> bool {
        false
    }

    /// Receives what the search just did at `at`.
    ///
    /// **When:** immediately, before the search continues. [`Event`] describes the order of events.
    ///
    /// **Guarantees:** every `Enter` has one `Leave` at the same line unless a hook stopped the search; every child
    /// that was searched is judged once, after its `Leave`. `at` and the borrowed parts of the event are valid only
    /// during the call.
    ///
    /// # Errors
    /// `Break` stops the search; no further event follows.
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        let _ = (at, event);
        Flow::Continue(())
    }
}

/// No hooks.
impl<G: Game> Hooks<G> for () {
    #[inline]
    fn do_nothing(&self) -> bool {
        true
    }
}

impl<G: Game, H: Hooks<G> + ?Sized> Hooks<G> for &mut H {
    #[inline]
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        (**self).moves(at, moves)
    }
    #[inline]
    fn score(&mut self, at: Line<'_, G>, score: Score) -> Flow<Score> {
        (**self).score(at, score)
    }
    #[inline]
    fn do_nothing(&self) -> bool {
        (**self).do_nothing()
    }
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        (**self).event(at, event)
    }
}

/// Calls `A` first, then `B`.
impl<G: Game, A: Hooks<G>, B: Hooks<G>> Hooks<G> for (A, B) {
    #[inline]
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        self.0.moves(at, moves)?;
        self.1.moves(at, moves)
    }
    #[inline(always)]
    fn score(&mut self, at: Line<'_, G>, score: Score) -> Flow<Score> {
        let score = self.0.score(at, score)?;
        self.1.score(at, score)
    }
    #[inline]
    fn do_nothing(&self) -> bool {
        self.0.do_nothing() && self.1.do_nothing()
    }
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        self.0.event(at, event)?;
        self.1.event(at, event)
    }
}

/// The hooks, if there are any.
impl<G: Game, H: Hooks<G>> Hooks<G> for Option<H> {
    #[inline]
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        match self {
            Some(hooks) => hooks.moves(at, moves),
            None => Flow::Continue(()),
        }
    }
    #[inline]
    fn score(&mut self, at: Line<'_, G>, score: Score) -> Flow<Score> {
        match self {
            Some(hooks) => hooks.score(at, score),
            None => Flow::Continue(score),
        }
    }
    #[inline]
    fn do_nothing(&self) -> bool {
        self.as_ref().is_none_or(H::do_nothing)
    }
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        match self {
            Some(hooks) => hooks.event(at, event),
            None => Flow::Continue(()),
        }
    }
}

/// Observes every event of a search. The only requirement on the game is that its moves can be compared.
///
/// The same observer can watch a running search (through [`Watch`]) and a trace read from a file
/// (`Trace::replay`).
pub trait Observer<M> {
    /// Receives `event` at the node after the moves `line` from the root.
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>);
}

impl<M, O: Observer<M> + ?Sized> Observer<M> for &mut O {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        (**self).observe(line, event);
    }
}

impl<M: Copy, A: Observer<M>, B: Observer<M>> Observer<M> for (A, B) {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        self.0.observe(line, event);
        self.1.observe(line, event);
    }
}

/// An [`Observer`] as hooks of a search.
#[derive(Clone, Debug, Default)]
pub struct Watch<O>(pub O);

impl<G: Game, O: Observer<G::Move>> Hooks<G> for Watch<O> {
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        self.0.observe(at.moves, event);
        Flow::Continue(())
    }
}
