//! Puts the moves of a node in order, and tells what gave each its place.

use super::children::{Child, Children};
use super::ordering::{self, Order, sort_by_rank};
use super::walk::Walk;
use super::{Cut, fail_soft};
use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Ranked, Reason};
use crate::score::{Score, Window};

impl<G: Game, H: Hooks<G>> Walk<'_, G, H> {
    /// Sorts by rank and tells the reasons.
    pub fn rank(
        &mut self,
        depth: u32,
        children: &mut Children<G::Move>,
        learned: impl Fn(&G, G::Move) -> Option<(i64, Reason)>,
    ) -> Flow {
        if children.is_empty() {
            return Flow::Continue(());
        }
        let first = self.first_move();
        let seed = match self.sorting.order {
            Order::Random(seed) => ordering::node_seed(seed, (self.sorting.key)(self.game)),
            _ => 0,
        };
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        for (index, child) in children.iter().enumerate() {
            let Child { mv, score } = child;
            let (key, reason) = if first == Some(mv) {
                (ordering::PREVIOUS, Reason::Previous)
            } else if let Some(known) = learned(self.game, mv) {
                known
            } else {
                self.rank_by_order(depth, (seed, index), child)?
            };
            ranked.push(Ranked { mv, reason, key, score });
        }
        sort_by_rank(&mut ranked);
        children.clear();
        children.moves.extend(ranked.iter().map(|ranked| ranked.mv));
        children.scores.extend(ranked.iter().filter_map(|ranked| ranked.score));
        self.event(Event::Ordered { moves: &ranked })?;
        self.ranked = ranked;
        Flow::Continue(())
    }

    #[inline]
    fn rank_by_order(&mut self, depth: u32, (seed, index): (u64, usize), child: Child<G::Move>) -> Flow<(i64, Reason)> {
        Flow::Continue(match (self.sorting.order, child.score) {
            (Order::Static, Some(score)) => ordering::by_score(score, Reason::Static(score)),
            (Order::Random(_), _) => ordering::by_chance(seed, index),
            (Order::Best, _) => {
                let score = self.true_score(child, depth)?;
                ordering::by_score(score, Reason::True(score))
            }
            (Order::Worst, _) => {
                let score = self.true_score(child, depth)?;
                ordering::by_score(-score, Reason::True(score))
            }
            _ => (self.sorting.rank)(self.game, child.mv),
        })
    }

    /// Searches a child before its time, in silence and in the generator's order.
    #[cold]
    fn true_score(&mut self, child: Child<G::Move>, depth: u32) -> Flow<Score> {
        let order = std::mem::replace(&mut self.sorting.order, Order::None);
        let (value, _) = self.silently(|walk| match depth {
            0 | 1 => walk.horizon(child.mv),
            _ => walk.inner(child, |walk, known| fail_soft::node(walk, depth - 1, Window::FULL, known, Cut::AtBeta)),
        })?;
        self.sorting.order = order;
        Flow::Continue(value.score)
    }
}
