//! The work that all algorithms share: generate, create, play, judge and undo, reporting each step to the hooks.

use super::ordering::{BestLine, Child, Children, Order, Ranking};
use crate::core::game::{Ending, Game, Movers};
use crate::core::hooks::{Event, Flow, Hooks, Leaf, Line, Reason, SearchEvent, Verdict};
use crate::core::score::{Bound, Score, Window};
use std::ops::Neg;

/// The result of a finished search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The score of the root for the side to move.
    pub score: Score,
    /// The best move (the first, if several are equally good), or `None` if the root is a leaf.
    pub best: Option<M>,
}

/// A hook stopped the search; the root's score is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// The score that a visit returns, for the side to move at the visited node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The score.
    pub score: Score,
    /// The bound that the score proves.
    pub bound: Bound,
    /// Why the node is a leaf, or `None` if the search entered it.
    pub leaf: Option<Leaf>,
}

/// The same value from the other side's view.
impl Neg for Value {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { score: -self.score, bound: -self.bound, leaf: self.leaf }
    }
}

/// The current position of a search, and its hooks. It does the work that all algorithms share and reports each step.
///
/// If your own algorithm visits each node in these steps, `verify` understands its trace:
///
/// 1. [`expand`](Self::expand) the node. If there are no moves, return the result of [`childless`](Self::childless).
/// 2. For each child, in order: get its value from [`horizon`](Self::horizon) if the depth is used up, otherwise from
///    [`descend`](Self::descend), which visits it. Then report the result of the comparison with
///    [`judged`](Self::judged).
/// 3. [`leave`](Self::leave) the node with its score and bound.
///
/// Report everything else, such as a [`Pass`](Event::Pass) over the whole tree, with [`event`](Self::event).
/// `examples/own_algorithm.rs` shows all of this.
pub struct Walk<'a, G: Game, H> {
    pub(crate) game: &'a mut G,
    pub(crate) hooks: &'a mut H,
    pub(crate) order: Order,
    /// The moves from the root, for the hooks.
    line: Vec<G::Move>,
    /// The number of half-moves from the root: the moves of `line` plus null moves.
    ply: u32,
    best: Option<G::Move>,
    /// The best line, if the search uses iterative deepening.
    best_line: Option<BestLine<G::Move>>,
    /// The number of `Enter` events so far.
    entered: u64,
    /// Counts of work done without events; `None` while events are being reported.
    unreported: Option<Unreported>,
    pub(crate) ranking: Ranking<G::Move>,
    /// Unused lists, kept for reuse so that no node needs to allocate one.
    #[allow(clippy::vec_box, reason = "nodes hand their list on by pointer")]
    pub(crate) spare: Vec<Box<Children<G::Move>>>,
}

/// Counts of work done without events: the counts that the events of this work would have given.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unreported {
    pub entered: u64,
    pub leaves: u64,
}

impl<'a, G: Game, H: Hooks<G>> Walk<'a, G, H> {
    /// Starts at the root of `game`, with this move ordering.
    pub fn new(game: &'a mut G, hooks: &'a mut H, order: Order) -> Self {
        Self {
            game,
            hooks,
            order,
            line: Vec::new(),
            ply: 0,
            best: None,
            best_line: None,
            entered: 0,
            unreported: None,
            ranking: Ranking::default(),
            spare: Vec::new(),
        }
    }

    /// Evaluates the root and visits it. `visit` gets the static evaluation and returns the value of the root.
    ///
    /// # Errors
    /// [`Stopped`] if a hook stops the search; the game is then back at the root.
    pub fn run(
        self,
        visit: impl FnOnce(&mut Self, Option<Score>) -> Flow<Value>,
    ) -> Result<SearchResult<G::Move>, Stopped> {
        self.run_from(Self::static_score, visit)
    }

    /// Visits the root; `score` computes its static evaluation.
    pub(crate) fn run_from(
        mut self,
        score: impl FnOnce(&mut Self) -> Flow<Score>,
        visit: impl FnOnce(&mut Self, Option<Score>) -> Flow<Value>,
    ) -> Result<SearchResult<G::Move>, Stopped> {
        let value = self.visit_root(score, visit);
        match value {
            Flow::Continue(value) => Ok(SearchResult { score: value.score, best: self.best }),
            Flow::Break(()) => {
                for _ in 0..self.ply {
                    self.game.undo();
                }
                Err(Stopped)
            }
        }
    }

    fn visit_root(
        &mut self,
        score: impl FnOnce(&mut Self) -> Flow<Score>,
        visit: impl FnOnce(&mut Self, Option<Score>) -> Flow<Value>,
    ) -> Flow<Value> {
        let score = score(self)?;
        let movers = Movers::of(self.game);
        let leaves = self.game.value_range();
        self.event(Event::Root { score, movers, leaves })?;
        visit(self, Some(score))
    }

    /// Generates the children and orders them; an empty list means that this node is a leaf. `depth` is the number of
    /// plies still to search, and `window` is the node's window.
    #[inline]
    pub fn expand(&mut self, depth: u32, window: Window) -> Flow<Box<Children<G::Move>>> {
        let mut children = self.generate(depth, window, G::moves)?;
        let is_ranked = !matches!(self.order, Order::Static | Order::None);
        if is_ranked || self.first_move().is_some() {
            self.rank(depth, &mut children, |_, _| None)?;
        }
        Flow::Continue(children)
    }

    /// Like [`expand`](Self::expand), but a rank that `learned` returns for a move overrides the move ordering.
    #[inline]
    pub(crate) fn expand_by(
        &mut self,
        depth: u32,
        window: Window,
        learned: impl Fn(&G, G::Move) -> Option<(i64, Reason)>,
    ) -> Flow<Box<Children<G::Move>>> {
        let mut children = self.generate(depth, window, G::moves)?;
        self.rank(depth, &mut children, learned)?;
        Flow::Continue(children)
    }

    /// Generates the children, in the generator's order or ordered by static evaluation.
    #[inline]
    pub(crate) fn generate(
        &mut self,
        depth: u32,
        window: Window,
        moves: impl FnOnce(&G, &mut Vec<G::Move>),
    ) -> Flow<Box<Children<G::Move>>> {
        let mut children = self.spare.pop().unwrap_or_default();
        moves(self.game, &mut children.moves);
        self.filter(&mut children.moves)?;
        if children.is_empty() {
            return Flow::Continue(children);
        }
        match &mut self.unreported {
            Some(counts) => counts.entered += 1,
            None => self.entered += 1,
        }
        if let Some(line) = &mut self.best_line {
            line.table.enter(self.ply as usize);
        }
        self.event(Event::Enter { depth, window, moves: &children.moves })?;
        if self.order == Order::Static && 1 < depth {
            let Children { moves, scores } = &mut *children;
            scores.resize(moves.len(), Score::ZERO);
            for (&mv, place) in moves.iter().zip(scores) {
                let score = self.static_score_after(mv)?;
                *place = score;
                self.event(Event::Created { mv, score: Some(score) })?;
            }
            children.sort_by_score();
        }
        Flow::Continue(children)
    }

    /// Lets the hooks filter or reorder the current node's moves.
    #[inline]
    pub(crate) fn filter(&mut self, moves: &mut Vec<G::Move>) -> Flow {
        self.hooks.moves(Line { game: self.game, moves: &self.line }, moves)
    }

    /// Runs `work` without emitting events and counts the nodes that it visits.
    pub(crate) fn unreported<T>(&mut self, work: impl FnOnce(&mut Self) -> Flow<T>) -> Flow<(T, Unreported)> {
        let outer = self.unreported.replace(Unreported::default());
        let result = work(self)?;
        let counts = std::mem::replace(&mut self.unreported, outer).unwrap_or_default();
        if let Some(outer) = &mut self.unreported {
            outer.entered += counts.entered;
            outer.leaves += counts.leaves;
        }
        Flow::Continue((result, counts))
    }

    /// Plays a move, visits the node after it, takes the move back, and returns the value for the side that moved.
    ///
    /// `visit` gets the static evaluation of the node, if known, and `window`, both from the view of the side to move
    /// at the node.
    #[inline]
    pub fn descend(
        &mut self,
        child: Child<G::Move>,
        window: Window,
        visit: impl FnOnce(&mut Self, Option<Score>, Window) -> Flow<Value>,
    ) -> Flow<Value> {
        if child.score.is_none() {
            self.event(Event::Created { mv: child.mv, score: None })?;
        }
        let mover = self.mover();
        self.play(child.mv);
        if self.has_changed_side(mover) {
            let value = visit(self, child.score.map(Score::neg), -window)?;
            self.undo();
            Flow::Continue(-value)
        } else {
            let value = visit(self, child.score, window)?;
            self.undo();
            Flow::Continue(value)
        }
    }

    /// Reports that the value of a child, for the side that made the move, was compared with the window of this node.
    #[inline]
    pub fn judged(&mut self, mv: G::Move, value: Value, window: Window, verdict: Verdict) -> Flow {
        let weight = if self.is_chance() { Some(self.game.weight(mv)) } else { None };
        // A pass with a narrow window may end with a cutoff at the root; the move that causes this cutoff is then the
        // best move so far. Nobody chooses a randomly drawn move, so it is never the best move.
        let is_better = verdict != Verdict::NotBest && weight.is_none();
        if is_better && self.ply == 0 {
            self.best = Some(mv);
        }
        let Value { score, bound, leaf } = value;
        if is_better && let Some(line) = &mut self.best_line {
            line.table.improved(self.ply as usize, mv, leaf.is_some());
        }
        self.event(Event::Judged { mv, weight, score, bound, leaf, window, verdict })
    }

    /// Ends a node: gives its list back to the pool, and returns the node's value for the side to move at the node.
    #[inline]
    pub fn leave(&mut self, mut list: Box<Children<G::Move>>, score: Score, bound: Bound) -> Flow<Value> {
        list.clear();
        self.spare.push(list);
        self.event(Event::Leave { score, bound })?;
        Flow::Continue(Value { score, bound, leaf: None })
    }

    /// Returns the move to try first at the current node: the next move in the previous iteration's best line.
    #[inline]
    pub(crate) fn first_move(&self) -> Option<G::Move> {
        self.best_line.as_ref()?.first(self.ply)
    }

    /// Makes the search try the best line so far first from now on, and record its best line for the next call.
    pub(crate) fn try_best_first(&mut self) {
        self.best_line.get_or_insert_default().next_iteration();
    }

    /// Makes a null move, calls `work`, and takes the move back. Returns `None` if the game allows no null move.
    ///
    /// Call this only while events are not being reported, because [`Line::moves`] cannot represent a null move.
    pub(crate) fn after_null_move(&mut self, work: impl FnOnce(&mut Self) -> Flow<Value>) -> Flow<Option<Value>> {
        if !self.game.play_null_move() {
            return Flow::Continue(None);
        }
        self.ply += 1;
        let value = work(self)?;
        self.ply -= 1;
        self.game.undo();
        Flow::Continue(Some(value))
    }

    pub(crate) fn gives_check(&mut self, mv: G::Move) -> bool {
        self.game.play(mv);
        let is_check = self.game.in_check();
        self.game.undo();
        is_check
    }

    /// Puts a list back into the pool because its node turned out to be a leaf.
    pub(crate) fn give_back(&mut self, list: Box<Children<G::Move>>) {
        debug_assert!(list.is_empty());
        self.spare.push(list);
    }

    /// Returns the [visit number](crate::core::hooks::Stored::visit) of the current node; 0 if the node has no events.
    pub(crate) fn visit_number(&self) -> u64 {
        if self.unreported.is_some() { 0 } else { self.entered }
    }

    /// Reports this event to the hooks.
    #[inline(always)]
    pub fn event(&mut self, event: SearchEvent<'_, G::Move>) -> Flow {
        if self.hooks.do_nothing() {
            return Flow::Continue(());
        }
        match (&mut self.unreported, event) {
            (None, _) => self.hooks.event(Line { game: self.game, moves: &self.line }, event),
            (Some(counts), Event::Judged { leaf: Some(_), .. }) => {
                counts.leaves += 1;
                Flow::Continue(())
            }
            (Some(_), _) => Flow::Continue(()),
        }
    }

    /// Plays a move; [`undo`](Self::undo) takes it back.
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: G::Move) {
        if let Some(line) = &mut self.best_line {
            line.play(self.ply, mv);
        }
        self.play_leaf(mv);
    }

    /// Plays a move to a position that is only evaluated; [`undo_leaf`](Self::undo_leaf) takes it back.
    #[inline(always)]
    pub(super) fn play_leaf(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.ply += 1;
        if !self.hooks.do_nothing() {
            self.line.push(mv);
        }
    }

    #[inline(always)]
    pub(crate) fn undo(&mut self) {
        self.undo_leaf();
        if let Some(line) = &mut self.best_line {
            line.undo(self.ply);
        }
    }

    #[inline(always)]
    pub(super) fn undo_leaf(&mut self) {
        self.ply -= 1;
        if !self.hooks.do_nothing() {
            self.line.pop();
        }
        self.game.undo();
    }

    /// Returns the game at the current node.
    pub fn game(&self) -> &G {
        self.game
    }

    /// Returns the number of half-moves from the root.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the static evaluation of the current node, for the side to move.
    pub(crate) fn static_score(&mut self) -> Flow<Score> {
        self.static_score_of(self.game.ending())
    }

    /// Returns the static evaluation of the current node, given how the game ended at this node, if it did.
    #[inline(always)]
    pub(crate) fn static_score_of(&mut self, ending: Option<Ending>) -> Flow<Score> {
        let score = match ending {
            Some(ending) => ending.score(self.ply),
            None => self.game.evaluate(),
        };
        self.hooks.score(Line { game: self.game, moves: &self.line }, score)
    }
}
