//! What every algorithm does alike: generate, create, play, judge and undo, telling the hooks of each step.

use super::ordering::{Order, sort_by_static_score};
use super::{SearchResult, Stopped};
use crate::game::{Ending, Game};
use crate::hooks::{Event, Flow, Hooks, Leaf, Line, Verdict};
use crate::score::{Bound, Score, Window};
use std::ops::Neg;

/// A child of the current node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub mv: M,
    /// Its static score for the side that makes the move, once known.
    pub score: Option<Score>,
}

/// What a visit returns, for the side to move at the visited node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub score: Score,
    pub bound: Bound,
    pub leaf: Option<Leaf>,
}

/// The same as the other side sees it.
impl Neg for Value {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { score: -self.score, bound: -self.bound, leaf: self.leaf }
    }
}

/// The place where a search stands, and its hooks.
pub(super) struct Walk<'a, G: Game, H> {
    game: &'a mut G,
    hooks: &'a mut H,
    order: Order,
    line: Vec<G::Move>,
    best: Option<G::Move>,
    generated: Vec<G::Move>,
    /// Lists that are not in use, so that no node allocates.
    spare: Vec<Vec<Child<G::Move>>>,
}

impl<'a, G: Game, H: Hooks<G>> Walk<'a, G, H> {
    pub fn new(game: &'a mut G, hooks: &'a mut H, order: Order) -> Self {
        Self { game, hooks, order, line: Vec::new(), best: None, generated: Vec::new(), spare: Vec::new() }
    }

    /// Scores the root and visits it.
    pub fn run(
        mut self,
        visit: impl FnOnce(&mut Self, Option<Score>) -> Flow<Value>,
    ) -> Result<SearchResult<G::Move>, Stopped> {
        let value = self.visit_root(visit);
        match value {
            Flow::Continue(value) => Ok(SearchResult { score: value.score, best: self.best }),
            Flow::Break(()) => {
                while self.line.pop().is_some() {
                    self.game.undo();
                }
                Err(Stopped)
            }
        }
    }

    fn visit_root(&mut self, visit: impl FnOnce(&mut Self, Option<Score>) -> Flow<Value>) -> Flow<Value> {
        let score = self.static_score()?;
        self.event(Event::Root { score })?;
        visit(self, Some(score))
    }

    /// Generates the children and puts them in order; an empty list means that this node is a leaf.
    #[inline]
    pub fn expand(&mut self, depth: u32, window: Window) -> Flow<Vec<Child<G::Move>>> {
        let mut children = self.spare.pop().unwrap_or_default();
        self.generated.clear();
        self.game.moves(&mut self.generated);
        self.hooks.moves(Line { game: self.game, moves: &self.line }, &mut self.generated)?;
        if self.generated.is_empty() {
            return Flow::Continue(children);
        }
        let at = Line { game: &*self.game, moves: &self.line };
        self.hooks.event(at, Event::Enter { depth, window, moves: &self.generated })?;
        children.extend(self.generated.iter().map(|&mv| Child { mv, score: None }));
        if self.order == Order::Static && 1 < depth {
            for child in &mut children {
                let score = self.static_score_after(child.mv)?;
                child.score = Some(score);
                self.event(Event::Created { mv: child.mv, score: Some(score) })?;
            }
            sort_by_static_score(&mut children);
        }
        Flow::Continue(children)
    }

    /// Returns what a node without children is worth; `known` is its static score if that was asked before.
    #[cold]
    pub fn childless(&mut self, list: Vec<Child<G::Move>>, known: Option<Score>) -> Flow<Value> {
        self.spare.push(list);
        let score = match known {
            Some(score) => score,
            None => self.static_score()?,
        };
        let leaf = self.game.ending().map_or(Leaf::Childless, Leaf::Terminal);
        Flow::Continue(Value { score, bound: Bound::Exact, leaf: Some(leaf) })
    }

    /// Creates a leaf at the horizon and returns its value for the side that makes the move.
    #[inline]
    pub fn horizon(&mut self, mv: G::Move) -> Flow<Value> {
        self.play(mv);
        let ending = self.game.ending();
        let score = -self.static_score_of(ending)?;
        self.undo();
        self.event(Event::Created { mv, score: Some(score) })?;
        let leaf = ending.map_or(Leaf::Horizon, Leaf::Terminal);
        Flow::Continue(Value { score, bound: Bound::Exact, leaf: Some(leaf) })
    }

    /// Plays a move, visits the node after it, takes the move back, and returns the value for the side that moved.
    #[inline]
    pub fn inner(
        &mut self,
        child: Child<G::Move>,
        visit: impl FnOnce(&mut Self, Option<Score>) -> Flow<Value>,
    ) -> Flow<Value> {
        if child.score.is_none() {
            self.event(Event::Created { mv: child.mv, score: None })?;
        }
        self.play(child.mv);
        let value = visit(self, child.score.map(Score::neg))?;
        self.undo();
        Flow::Continue(-value)
    }

    #[inline]
    pub fn judged(&mut self, mv: G::Move, value: Value, window: Window, verdict: Verdict) -> Flow {
        if verdict == Verdict::Best && self.line.is_empty() {
            self.best = Some(mv);
        }
        let Value { score, bound, leaf } = value;
        self.event(Event::Judged { mv, score, bound, leaf, window, verdict })
    }

    /// Ends a node: gives its list back and returns its value.
    #[inline]
    pub fn leave(&mut self, mut list: Vec<Child<G::Move>>, score: Score, bound: Bound) -> Flow<Value> {
        list.clear();
        self.spare.push(list);
        self.event(Event::Leave { score, bound })?;
        Flow::Continue(Value { score, bound, leaf: None })
    }

    #[inline]
    fn event(&mut self, event: Event<'_, G::Move>) -> Flow {
        self.hooks.event(Line { game: self.game, moves: &self.line }, event)
    }

    #[inline]
    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.line.push(mv);
    }

    #[inline]
    fn undo(&mut self) {
        self.line.pop();
        self.game.undo();
    }

    /// Static score of the current node, for the side to move.
    fn static_score(&mut self) -> Flow<Score> {
        self.static_score_of(self.game.ending())
    }

    /// Static score after `mv`, for the side that makes it.
    fn static_score_after(&mut self, mv: G::Move) -> Flow<Score> {
        self.play(mv);
        let score = self.static_score()?;
        self.undo();
        Flow::Continue(-score)
    }

    #[inline]
    fn static_score_of(&mut self, ending: Option<Ending>) -> Flow<Score> {
        let score = match ending {
            Some(ending) => ending.score(self.line.len() as u32),
            None => self.game.evaluate(),
        };
        self.hooks.score(Line { game: self.game, moves: &self.line }, score)
    }
}
