//! The door into a running search: callbacks that may change its input, see every event, and stop it.
//!
//! Invariant: nothing else can change a search from outside, and an event callback changes nothing.

use crate::game::{Ending, Game};
use crate::score::{Bound, Score, Window};
use serde::{Deserialize, Serialize};
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
/// # Order, with more than the plain algorithms
/// * A search that goes over the tree several times says `Pass` at the root before each `Enter` of the root.
/// * `Ordered` stands behind the `Enter` (and the `Created`, with static ordering) of a node whose moves were put in
///   order for more reasons than static scores.
/// * At a child, after its `Created`: `Reduced` or `Extended` if the depth is not the usual one, `Hash` if the table
///   knows the position, `NullMove` if passing was tried (its own nodes are counted but not told), then the child's
///   `Enter`, or no `Enter` if it became a leaf.
/// * A child may be searched again: `Again` at the child, then one more `Enter` ... `Leave` (or leaf). However often
///   that is, the child is `Created` once and `Judged` once, behind its last `Leave`.
/// * Behind the `Enter` of its node: `StandPat` in quiescence, where `Enter` has depth 0; and, in place of `Created` ...
///   `Judged`, `Pruned` for a child that is not searched. With static ordering a pruned child was created before.
///
/// # Point of view
/// `Enter`, `Leave` and `Root` speak for the side to move here; `Created` and `Judged` for the side that made the move
/// `mv`, which is again the side to move here, since the move is one of the moves of this node. All other events speak
/// for the side to move here, where "here" is the child for `Reduced`, `Extended`, `Hash`, `NullMove` and `Again`.
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
        /// Plies still to search, at least 1; 0 in quiescence.
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
        /// Its static score, if it was asked for already: to order the moves, or because it is a leaf at the horizon.
        /// Where techniques go beyond the horizon, that is not known yet.
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
    /// The whole tree will be searched, for the first time or again; here is the root.
    Pass {
        /// Why.
        pass: Pass,
        /// To how many plies.
        depth: u32,
        /// With which window.
        window: Window,
    },
    /// The moves of this node are in order.
    Ordered {
        /// All of them, in the order in which they will be tried.
        moves: &'a [Ranked<M>],
    },
    /// The transposition table knows this position.
    Hash {
        /// What was stored.
        stored: Stored<M>,
        /// Whether that answers the question, so that this node is a leaf ([`Leaf::Hash`]).
        cut: bool,
    },
    /// This node is searched deeper than usual.
    Extended {
        /// By how many plies.
        plies: u32,
    },
    /// This node is searched less deep than usual.
    Reduced {
        /// By how many plies.
        plies: u32,
    },
    /// What is known of this node is not enough: it is searched again.
    Again {
        /// Why.
        reason: Again,
        /// Plies to search now, before any extension.
        depth: u32,
        /// The window it is given now.
        window: Window,
    },
    /// The side to move was made to pass, to see whether even that is too good to be allowed (null-move pruning).
    ///
    /// Of what was searched after the pass no event tells, but [`Hooks::moves`] and [`Hooks::score`] are asked there as
    /// everywhere. A pass is no move, so [`Line::moves`] lacks it: hooks that go by the line should not be combined
    /// with null-move pruning.
    NullMove {
        /// Plies that were searched after the pass.
        depth: u32,
        /// The window, which only asks whether beta is reached.
        window: Window,
        /// The score of passing.
        score: Score,
        /// Whether it reaches beta, so that this node is a leaf ([`Leaf::NullMove`]).
        cut: bool,
        /// How many nodes were entered for it, of which no event tells.
        entered: u64,
        /// How many leaves were evaluated for it, of which no event tells.
        leaves: u64,
    },
    /// In quiescence the side to move may also do nothing.
    StandPat {
        /// The static score.
        score: Score,
        /// The window at the moment of the comparison.
        window: Window,
        /// `Best` if it raises alpha, else `NotBest`. A node where it cuts is a leaf, [`Leaf::StandPat`].
        verdict: Verdict,
    },
    /// A move is not searched because it cannot be expected to beat alpha.
    Pruned {
        /// The move.
        mv: M,
        /// Which rule says so.
        reason: Prune,
        /// The most that was expected of it.
        score: Score,
        /// The window at the moment of the comparison.
        window: Window,
    },
}

/// Why the whole tree is searched, see [`Event::Pass`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// Iterative deepening: the next depth.
    Iteration,
    /// Aspiration: a window around the score that is expected.
    Aspiration,
    /// Aspiration: the score was at or below the window, which is now open downwards.
    FailedLow,
    /// Aspiration: the score was at or above the window, which is now open upwards.
    FailedHigh,
    /// MTD(f): a null window that asks whether the score is `beta` or more.
    Test,
}

/// Why a node is searched again, see [`Event::Again`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// The null window has shown that the move beats the best; now its score is wanted.
    Scout,
    /// The reduced search says that the move beats the best; now the full depth has to.
    Reduced,
}

/// Why a move was not searched, see [`Event::Pruned`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prune {
    /// Futility: the static score and a margin do not beat alpha, and a quiet move will not add more.
    Futility,
    /// Delta: what is captured and a margin do not lift the static score above alpha.
    Delta,
    /// The exchange on the target square loses material.
    Exchange,
}

/// A move and why it is tried when it is tried, see [`Event::Ordered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// What gave it its place.
    pub reason: Reason,
}

/// What gave a move its place in the order. Scores are for the side that makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing: the order of the generator.
    Generator,
    /// Best move of the previous pass over the tree.
    Previous,
    /// Best move in the transposition table.
    Hash,
    /// It caused a cutoff at the same ply before.
    Killer,
    /// How much it has cut elsewhere; the larger the sooner.
    History(u32),
    /// Most valuable victim, least valuable attacker; the larger the sooner.
    VictimAttacker(i32),
    /// What the exchange on its target square wins.
    Exchange(Score),
    /// The static score of the position after it.
    Static(Score),
    /// Chance.
    Random,
    /// Its true score, found by a search that was made for nothing else.
    True(Score),
}

/// What a transposition table knows of a position, see [`Event::Hash`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored<M> {
    /// How many plies were searched below it.
    pub depth: u32,
    /// The score for the side to move; mates are counted from the root of this search.
    pub score: Score,
    /// What the score proves.
    pub bound: Bound,
    /// The move that was best or cut.
    pub best: Option<M>,
    /// Who stored it: the `visit`th `Enter` of this search, counted from 1.
    pub visit: u64,
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
    /// The transposition table gave the score.
    Hash,
    /// Quiescence: doing nothing is so good already that the opponent will not allow this node; the score is static.
    StandPat,
    /// Even passing reaches beta; the score is that of passing.
    NullMove,
    /// A mate that was found is nearer than any that could be found here.
    MateDistance,
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

    /// Returns whether all callbacks do nothing, which saves the search even the time to prepare what it would tell, and
    /// to keep the line. The answer may not change during a search.
    #[inline]
    fn do_nothing(&self) -> bool {
        false
    }

    /// Is told what the search just did at `at`.
    ///
    /// # Errors
    /// `Break` stops the search; no further event follows.
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
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
    fn do_nothing(&self) -> bool {
        self.0.do_nothing() && self.1.do_nothing()
    }
    #[inline(always)]
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
    fn do_nothing(&self) -> bool {
        self.as_ref().is_none_or(H::do_nothing)
    }
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
        match self {
            Some(hooks) => hooks.event(at, event),
            None => Flow::Continue(()),
        }
    }
}
