//! Orders the moves of a node and records the reason for each rank.

use super::Cut;
use super::algorithm::fail_soft;
use super::ordering::{Child, Children, Order, OrderKey, Ranking, SHORT};
use super::walk::Walk;
use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Ranked, Reason};
use crate::core::random::splitmix64;
use crate::core::score::{Score, Window};
use std::cmp::Reverse;

impl<G: Game, H: Hooks<G>> Walk<'_, G, H> {
    /// Sorts the moves by rank and records the reasons.
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
        let seed = if let Order::Random(seed) = self.order { node_seed(seed, self.game.key()) } else { 0 };
        let Ranking { mut places, mut reasons, mut ranked } = std::mem::take(&mut self.ranking);
        places.clear();
        reasons.clear();
        for (index, child) in children.iter().enumerate() {
            let (rank, reason) = if first == Some(child.mv) {
                (PREVIOUS, Reason::Previous)
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
            (Order::Static, Some(score)) => by_score(score, Reason::Static { score }),
            (Order::Random(_), _) => by_chance(seed, index),
            (Order::Best, _) => {
                let score = self.true_score(child, depth)?;
                by_score(score, Reason::True { score })
            }
            (Order::Worst, _) => {
                let score = self.true_score(child, depth)?;
                by_score(-score, Reason::True { score })
            }
            (Order::MvvLva, _) => by_mvv_lva(self.game, child.mv),
            (Order::See, _) => by_exchange(self.game, child.mv),
            (Order::Centre, _) => by_centre(self.game, child.mv),
            (Order::RightToLeft, _) => (QUIET + index as i64, Reason::Reversed),
            (Order::Static | Order::None, _) => (QUIET, Reason::Generator),
        })
    }

    /// Searches a child in advance, without events and with moves in the generator's order.
    #[cold]
    fn true_score(&mut self, child: Child<G::Move>, depth: u32) -> Flow<Score> {
        let order = std::mem::replace(&mut self.order, Order::None);
        let (value, _) = self.unreported(|walk| match depth {
            0 | 1 => walk.horizon(child.mv),
            _ => walk.descend(child, Window::FULL, |walk, known, window| {
                fail_soft::node(walk, depth - 1, window, known, Cut::AtBeta)
            }),
        })?;
        self.order = order;
        Flow::Continue(value.score)
    }
}

/// The distance between the ranks of two classes of moves. It is so large that a move of a higher class comes first,
/// whatever its 32-bit rank within the class.
const CLASS: i64 = 1 << 40;
const PREVIOUS: i64 = 6 * CLASS;
pub(super) const HASH: i64 = 5 * CLASS;
const GOOD: i64 = 4 * CLASS;
pub(super) const KILLER: i64 = 3 * CLASS;
pub(super) const QUIET: i64 = 2 * CLASS;
const BAD: i64 = CLASS;

pub(super) fn by_mvv_lva<G: Game>(game: &G, mv: G::Move) -> (i64, Reason) {
    match game.mvv_lva(mv) {
        0 => (QUIET, Reason::Generator),
        rank => (GOOD + i64::from(rank), Reason::MvvLva { rank }),
    }
}

fn by_exchange<G: Game>(game: &G, mv: G::Move) -> (i64, Reason) {
    if !game.is_tactical(mv) {
        return (QUIET, Reason::Generator);
    }
    let won = game.see(mv);
    (if won < Score::ZERO { BAD } else { GOOD } + won.ordinal(), Reason::See { score: won })
}

fn by_centre<G: Game>(game: &G, mv: G::Move) -> (i64, Reason) {
    let rank = game.centrality(mv);
    (QUIET + i64::from(rank), Reason::Centre { rank })
}

fn by_score(score: Score, reason: Reason) -> (i64, Reason) {
    (QUIET + score.ordinal(), reason)
}

/// Returns the seed for a position, so that the position gets the same random numbers wherever it occurs.
const fn node_seed(seed: u64, key: u64) -> u64 {
    splitmix64(seed) ^ key
}

/// Returns a random rank, computed from the position's seed and the move's index in generator order.
const fn by_chance(node_seed: u64, index: usize) -> (i64, Reason) {
    let random = splitmix64(node_seed ^ splitmix64(index as u64));
    (QUIET + (random >> 32) as i64, Reason::Random)
}

/// Sorts by rank, highest first; the sort is stable. Most lists are short, and most moves have equal ranks and stay in
/// place.
fn sort_by_rank(places: &mut [OrderKey]) {
    if SHORT < places.len() {
        return places.sort_by_key(|place| Reverse(place.rank));
    }
    for end in 1..places.len() {
        let place = places[end];
        let mut at = end;
        while at > 0 && places[at - 1].rank < place.rank {
            places[at] = places[at - 1];
            at -= 1;
        }
        places[at] = place;
    }
}
