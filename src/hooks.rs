//! The door into a running search: callbacks that may change its input, see every event, and stop it.
//!
//! Invariant: nothing else can change a search from outside, and an event callback changes nothing.

use crate::game::{Ending, Game};
use crate::score::{Bound, Score, Window};
use std::ops::ControlFlow;

/// Goes on with a value, or stops the whole search.
pub type Flow<T = ()> = ControlFlow<(), T>;

/// Where the search is: the position and the moves that led to it from the root.
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

/// What the search just did at the node where it is ("here").
///
/// # Order
/// `Root` comes first. Every `Enter` has one `Leave`, in between come the events of the node's children: for each child
/// that was looked at, one `Created`, then, if it is not a leaf, its own `Enter` ... `Leave`, then one `Judged`. With
/// static ordering all `Created` of a node stand directly behind its `Enter`. A leaf is never entered. After a cutoff
/// the remaining children get no event; [`Verdict::Cutoff`] counts them. `Settled`, if it comes, is the last event before
/// the root's `Leave`, and counts the root moves that get no event. A callback that breaks off ends the stream at
/// once, and so does nothing else.
///
/// # Point of view
/// `Enter`, `Leave` and `Root` speak for the side to move here; `Created` and `Judged` for the side that made the move
/// `mv`, which is again the side to move here, since the move is one of the moves of this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a, M> {
    /// The search begins; the root's own static score is not used for anything.
    Root {
        /// Static score of the root.
        score: Score,
    },
    /// The moves of this node were generated and will be tried.
    Enter {
        /// Plies still to search, at least 1. One less than at the parent, except in the Sargon search behind a check at
        /// the last ply, where it is 1 again.
        depth: u32,
        /// The window that the node was given.
        window: Window,
        /// All its moves in generator order, after hooks.
        moves: &'a [M],
    },
    /// The position after `mv` came into being.
    Created {
        /// The move.
        mv: M,
        /// Its static score, if it was asked for: always at leaves, at inner nodes only to order the moves.
        score: Option<Score>,
    },
    /// A child has its score, and the score was compared with the window.
    Judged {
        /// The move that leads to the child.
        mv: M,
        /// The child's score.
        score: Score,
        /// What the score proves: a child that was cut by a reply has only an upper bound.
        bound: Bound,
        /// Why the child is a leaf, `None` for an inner node.
        leaf: Option<Leaf>,
        /// The window at the moment of the comparison.
        window: Window,
        /// The result of the comparison.
        verdict: Verdict,
    },
    /// The best root move wins by force, so no other can be better. Only the Sargon search ends early like this.
    Settled {
        /// How many root moves were not tried.
        skipped: u32,
    },
    /// No more moves will be tried here.
    Leave {
        /// The score of this node.
        score: Score,
        /// What it proves.
        bound: Bound,
    },
}

/// Why a node was not searched further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// The depth is used up; the score is static.
    Horizon,
    /// The game is over; a leaf of this kind is a terminal. Its score is exact, except in the Sargon search, which limits
    /// it to the window that the leaf would have had as an inner node, and sets the bound accordingly.
    Terminal(Ending),
    /// The game goes on, but a hook or the game gave no move; the score is static.
    Childless,
}

/// What became of a child's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It beats alpha: best move so far.
    Best,
    /// It does not beat alpha.
    NotBest,
    /// It reaches beta: the opponent will not allow this node, the remaining children are skipped.
    Cutoff {
        /// How many children were not tried.
        skipped: u32,
    },
}

/// Callbacks of a search over the game `G`. All do nothing unless overridden, and a callback that does nothing costs
/// nothing: the search is compiled for each type of hooks.
///
/// Implemented by `()` (no hooks), by `&mut H`, by pairs `(A, B)`, where `A` acts first and `B` sees what `A` left, and
/// by `Option<H>`.
pub trait Hooks<G: Game> {
    /// May filter, reorder or replace the moves that the generator found at `at`. An empty list makes `at` a leaf.
    ///
    /// # Errors
    /// `Break` stops the search.
    #[inline]
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        let _ = (at, moves);
        Flow::Continue(())
    }

    /// Returns the static score to use at `at` instead of `score`; both speak for the side to move at `at`.
    ///
    /// Asked wherever the search needs a static score, also where the game is over.
    ///
    /// # Errors
    /// `Break` stops the search.
    #[inline]
    fn score(&mut self, at: Line<'_, G>, score: Score) -> Flow<Score> {
        let _ = at;
        Flow::Continue(score)
    }

    /// Is told what the search just did at `at`.
    ///
    /// # Errors
    /// `Break` stops the search; no further event follows.
    #[inline]
    fn event(&mut self, at: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
        let _ = (at, event);
        Flow::Continue(())
    }
}

/// No hooks.
impl<G: Game> Hooks<G> for () {}

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
    fn event(&mut self, at: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
        (**self).event(at, event)
    }
}

/// First `A`, then `B`.
impl<G: Game, A: Hooks<G>, B: Hooks<G>> Hooks<G> for (A, B) {
    #[inline]
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        self.0.moves(at, moves)?;
        self.1.moves(at, moves)
    }
    #[inline]
    fn score(&mut self, at: Line<'_, G>, score: Score) -> Flow<Score> {
        let score = self.0.score(at, score)?;
        self.1.score(at, score)
    }
    #[inline]
    fn event(&mut self, at: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
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
    fn event(&mut self, at: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
        match self {
            Some(hooks) => hooks.event(at, event),
            None => Flow::Continue(()),
        }
    }
}
