//! Nodes that a search evaluates but does not enter.

use super::ordering::Children;
use super::walk::{Value, Walk};
use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Leaf};
use crate::core::score::{Bound, Score};

impl<G: Game, H: Hooks<G>> Walk<'_, G, H> {
    /// Returns the value of a node without children; `known` is its static evaluation if already computed.
    #[cold]
    pub fn childless(&mut self, list: Box<Children<G::Move>>, known: Option<Score>) -> Flow<Value> {
        self.spare.push(list);
        let score = known.map_or_else(|| self.static_score(), Flow::Continue)?;
        let leaf = Leaf::of(self.game.ending(), self.game.is_known(), Leaf::Childless);
        Flow::Continue(Value { score, bound: Bound::Exact, leaf: Some(leaf) })
    }

    /// Creates a leaf at the horizon and returns its value for the side that makes the move.
    #[inline]
    pub fn horizon(&mut self, mv: G::Move) -> Flow<Value> {
        let mover = self.mover();
        self.play_leaf(mv);
        let ending = self.game.ending();
        let score = self.static_score_of(ending)?;
        let score = if self.has_changed_side(mover) { -score } else { score };
        let leaf = Leaf::of(ending, self.game.is_known(), Leaf::Horizon);
        self.undo_leaf();
        self.event(Event::Created { mv, score: Some(score) })?;
        Flow::Continue(Value { score, bound: Bound::Exact, leaf: Some(leaf) })
    }

    /// Returns the value of the current node if the search treats it as a leaf and doesn't enter it.
    pub(crate) fn leaf(&self, score: Score, bound: Bound, leaf: Leaf) -> Flow<Value> {
        Flow::Continue(Value { score, bound, leaf: Some(leaf) })
    }

    /// Returns the static evaluation after `mv`, for the side that makes the move.
    #[inline(always)]
    pub(super) fn static_score_after(&mut self, mv: G::Move) -> Flow<Score> {
        let mover = self.mover();
        self.play_leaf(mv);
        let score = self.static_score()?;
        let score = if self.has_changed_side(mover) { -score } else { score };
        self.undo_leaf();
        Flow::Continue(score)
    }
}
