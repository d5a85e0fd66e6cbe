//! Puts the moves of a node in order, and tells what gave each its place.

use super::Cut;
use super::algorithm::fail_soft;
use super::children::{Child, Children};
use super::ordering::{self, Order, OrderKey, Ranking, sort_by_rank};
use super::walk::Walk;
use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Ranked, Reason};
use crate::score::{Score, Window};

impl<G: Game, H: Hooks<G>> Walk<'_, G, H> {
    /// Sorts by rank and tells the reasons.
    pub(crate) fn rank(
        &mut self,
        depth: u32,
        children: &mut Children<G::Move>,
        learned: impl Fn(&G, G::Move) -> Option<(i64, Reason)>,
    ) -> Flow {
        if children.is_empty() {
            return Flow::Continue(());
        }
        let first = self.first_move();
        let seed = if let Order::Random(seed) = self.order { ordering::node_seed(seed, self.game.key()) } else { 0 };
        let Ranking { mut places, mut reasons, mut ranked } = std::mem::take(&mut self.ranking);
        places.clear();
        reasons.clear();
        for (index, child) in children.iter().enumerate() {
            let (rank, reason) = if first == Some(child.mv) {
                (ordering::PREVIOUS, Reason::Previous)
            } else if let Some(known) = learned(self.game, child.mv) {
                known
            } else {
                self.rank_by_order(depth, (seed, index), child)?
            };
            places.push(OrderKey { rank, index: index as u32 });
            reasons.push(reason);
        }
        sort_by_rank(&mut places);
        self.arrange(children, &places);
        if !self.hooks.do_nothing() {
            let reason = |place: &OrderKey| reasons[place.index as usize];
            ranked.clear();
            ranked.extend(children.moves.iter().zip(&places).map(|(&mv, place)| Ranked { mv, reason: reason(place) }));
            self.event(Event::Ordered { moves: &ranked })?;
        }
        self.ranking = Ranking { places, reasons, ranked };
        Flow::Continue(())
    }

    /// Puts children in their places.
    fn arrange(&mut self, children: &mut Children<G::Move>, places: &[OrderKey]) {
        let mut arranged = self.spare.pop().unwrap_or_default();
        arranged.moves.extend(places.iter().map(|place| children.moves[place.index as usize]));
        arranged.scores.extend(places.iter().filter_map(|place| children.scores.get(place.index as usize)));
        std::mem::swap(children, &mut *arranged);
        arranged.clear();
        self.spare.push(arranged);
    }

    #[inline]
    fn rank_by_order(&mut self, depth: u32, (seed, index): (u64, usize), child: Child<G::Move>) -> Flow<(i64, Reason)> {
        Flow::Continue(match (self.order, child.score) {
            (Order::Static, Some(score)) => ordering::by_score(score, Reason::Static { score }),
            (Order::Random(_), _) => ordering::by_chance(seed, index),
            (Order::Best, _) => {
                let score = self.true_score(child, depth)?;
                ordering::by_score(score, Reason::True { score })
            }
            (Order::Worst, _) => {
                let score = self.true_score(child, depth)?;
                ordering::by_score(-score, Reason::True { score })
            }
            (Order::MvvLva, _) => ordering::by_mvv_lva(self.game, child.mv),
            (Order::See, _) => ordering::by_exchange(self.game, child.mv),
            (Order::Centre, _) => ordering::by_centre(self.game, child.mv),
            (Order::Static | Order::None, _) => (ordering::QUIET, Reason::Generator),
        })
    }

    /// Searches a child before its time, untold and in the generator's order.
    #[cold]
    fn true_score(&mut self, child: Child<G::Move>, depth: u32) -> Flow<Score> {
        let order = std::mem::replace(&mut self.order, Order::None);
        let (value, _) = self.untold(|walk| match depth {
            0 | 1 => walk.horizon(child.mv),
            _ => walk.descend(child, |walk, known| fail_soft::node(walk, depth - 1, Window::FULL, known, Cut::AtBeta)),
        })?;
        self.order = order;
        Flow::Continue(value.score)
    }
}
