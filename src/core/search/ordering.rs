//! In which order the moves of a node are tried.

use super::children::SHORT;
use crate::game::Game;
use crate::hooks::{Ranked, Reason};
use crate::names::listed;
use crate::random::splitmix64;
use crate::score::Score;
use std::cmp::Reverse;
use std::fmt;

listed! {
    /// How the moves of a node are put in order, before the techniques that learn from the search (hash move, killers,
    /// history) have their say. Equal moves keep the generator's order.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Order {
        /// All children of an inner node are scored statically first, and the best for the side to move is tried first.
        /// The last ply keeps the generator's order.
        #[default]
        Static = "static", "best static score first, except at the last ply";
        /// The generator's order.
        None = "none", "as generated";
        /// Captures and promotions first, by most valuable victim, then least valuable attacker.
        MvvLva = "mvv-lva", "captures first, most valuable victim, then least valuable attacker";
        /// Captures that do not lose material first, then quiet moves, then losing captures, by static exchange evaluation.
        See = "see", "captures first that win material in a static exchange, losing ones last";
        /// Moves that go to the middle of the board first.
        Centre = "centre", "moves to the middle of the board first, in games that have one";
        /// Chance, always the same for one seed and one position.
        Random(u64 = 0) = "random", "by chance; random:SEED repeats it";
        /// The truly best move first: each child is searched before, which is neither told nor counted. With this order
        /// alpha-beta visits the fewest leaves possible, at the price of a complete search for each node.
        Best = "best", "truly best move first, searched for in advance";
        /// The truly worst move first, found likewise.
        Worst = "worst", "truly worst move first, searched for in advance";
    }
}

impl Order {
    /// Returns whether the order asks which moves are captures, so that a game must be able to tell.
    #[must_use]
    pub const fn needs_tactics(self) -> bool {
        matches!(self, Self::MvvLva | Self::See)
    }

    /// Returns whether the order has nothing to say of quiet moves, so that history may.
    #[must_use]
    pub const fn leaves_quiet_moves(self) -> bool {
        matches!(self, Self::None | Self::MvvLva | Self::See)
    }
}

/// The name, with the seed of a random order: `random:7`.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Self::Random(seed) = self { write!(f, ":{seed}") } else { Ok(()) }
    }
}

/// Reads what [`Display`](fmt::Display) writes; `random` alone has seed 0.
impl std::str::FromStr for Order {
    type Err = UnknownOrder;

    fn from_str(text: &str) -> Result<Self, UnknownOrder> {
        if let Some(seed) = text.strip_prefix("random:") {
            let seed = seed.parse().map_err(|_| UnknownOrder { text: text.to_owned() })?;
            return Ok(Self::Random(seed));
        }
        Self::ALL
            .iter()
            .copied()
            .find(|order| order.name() == text)
            .ok_or_else(|| UnknownOrder { text: text.to_owned() })
    }
}

/// A text that names no [`Order`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no move order; there are static, none, mvv-lva, see, centre, random:SEED (a whole number), best, worst"
)]
pub struct UnknownOrder {
    /// What was written.
    pub text: String,
}

/// Classes of moves: a move of a higher class comes first, whatever the rank within its class, which has 32 bits.
const CLASS: i64 = 1 << 40;
pub(super) const PREVIOUS: i64 = 6 * CLASS;
pub(super) const HASH: i64 = 5 * CLASS;
const GOOD: i64 = 4 * CLASS;
pub(super) const KILLER: i64 = 3 * CLASS;
pub(super) const QUIET: i64 = 2 * CLASS;
const BAD: i64 = CLASS;

/// Rank by most valuable victim, then least valuable attacker.
pub(super) fn by_mvv_lva<G: Game>(game: &G, mv: G::Move) -> (i64, Reason) {
    match game.mvv_lva(mv) {
        0 => (QUIET, Reason::Generator),
        rank => (GOOD + i64::from(rank), Reason::MvvLva { rank }),
    }
}

/// Rank by static exchange evaluation.
pub(super) fn by_exchange<G: Game>(game: &G, mv: G::Move) -> (i64, Reason) {
    if !game.is_tactical(mv) {
        return (QUIET, Reason::Generator);
    }
    let won = game.see(mv);
    (if won < Score::ZERO { BAD } else { GOOD } + won.ordinal(), Reason::See { score: won })
}

/// Rank by how near to the middle the move goes.
pub(super) fn by_centre<G: Game>(game: &G, mv: G::Move) -> (i64, Reason) {
    let rank = game.centrality(mv);
    (QUIET + i64::from(rank), Reason::Centre { rank })
}

/// Rank by a score for the side that makes the move.
pub(super) fn by_score(score: Score, reason: Reason) -> (i64, Reason) {
    (QUIET + score.ordinal(), reason)
}

/// The seed of a position: the same chance wherever the position comes up.
pub(crate) const fn node_seed(seed: u64, key: u64) -> u64 {
    splitmix64(seed) ^ key
}

/// Rank by chance, from the seed of the position and the number of the move in generator order.
pub(crate) const fn by_chance(node_seed: u64, index: usize) -> (i64, Reason) {
    let random = splitmix64(node_seed ^ splitmix64(index as u64));
    (QUIET + (random >> 32) as i64, Reason::Random)
}

/// A move that waits for its place: its rank, and where the generator had it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderKey {
    pub rank: i64,
    pub index: u32,
}

/// Sorts by rank, highest first, stably. Lists are mostly short, and most moves have the same rank: they need not move.
pub(super) fn sort_by_rank(places: &mut [OrderKey]) {
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

/// Lists for the moves of one node, kept so that no node allocates.
#[derive(Debug)]
pub(crate) struct Ranking<M> {
    /// The only list that is sorted, as its entries are small.
    pub places: Vec<OrderKey>,
    /// In the generator's order.
    pub reasons: Vec<Reason>,
    pub ranked: Vec<Ranked<M>>,
}

impl<M> Default for Ranking<M> {
    fn default() -> Self {
        Self { places: Vec::new(), reasons: Vec::new(), ranked: Vec::new() }
    }
}
