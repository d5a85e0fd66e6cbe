//! Move ordering: the children of a node, the orderings, and an iteration's best line, which the next iteration tries
//! first.

use crate::core::hooks::{LineRule, Ranked, Reason};
use crate::core::names::{listed, normalize};
use crate::core::score::Score;
use std::cmp::Reverse;
use std::{fmt, slice};

listed! {
    /// How the moves of a node are ordered before the techniques that learn from the search (hash move, killers,
    /// history) take effect. Equal moves keep the generator's order.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Order {
        /// All children of an inner node are evaluated first, and the child that is best for the side to move is tried
        /// first. The last ply keeps the generator's order.
        #[default]
        Static = "static", "best static evaluation first, except at the last ply";
        /// The generator's order.
        None = "none", "as generated";
        /// The generator's order, reversed.
        RightToLeft = "right-to-left", "as generated, from the last move to the first";
        /// Captures and promotions first, by most valuable victim, then least valuable attacker.
        MvvLva = "mvv-lva", "captures first, most valuable victim, then least valuable attacker";
        /// Captures that do not lose material first, then quiet moves, then losing captures, by static exchange
        /// evaluation.
        See = "see", "captures that win material in a static exchange first, losing captures last";
        /// Moves towards the centre of the board first.
        Centre = "centre", "moves to the centre of the board first, in games that have one";
        /// Random, but always the same for the same seed and position.
        Random(u64 = 0) = "random", "random; random:SEED repeats an order";
        /// The truly best move first: each child is searched in advance, without events or counts. With this order,
        /// alpha-beta visits the fewest leaves possible, but each node costs a complete search.
        Best = "best", "truly best move first, found by searching in advance";
        /// The truly worst move first, also found by searching each child in advance.
        Worst = "worst", "truly worst move first, found by searching in advance";
    }
}

impl Order {
    /// Returns the order that a text names. Case, spaces and hyphens in the name don't matter.
    #[must_use]
    pub fn meant(text: &str) -> Option<Self> {
        let (name, seed) = text.split_once(':').map_or((text, None), |(name, seed)| (name, Some(seed.trim())));
        let order = Self::ALL.iter().copied().find(|order| normalize(order.name()) == normalize(name))?;
        match (order, seed) {
            (order, None) => Some(order),
            (Self::Random(_), Some(seed)) => seed.parse().ok().map(Self::Random),
            (_, Some(_)) => None,
        }
    }

    /// Returns whether the order depends on captures, so that the game must be able to recognize them.
    #[must_use]
    pub const fn needs_tactics(self) -> bool {
        matches!(self, Self::MvvLva | Self::See)
    }

    /// Returns whether the order leaves quiet moves equal, so that history may rank them.
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
        let order = match text.strip_prefix("random:") {
            Some(seed) => seed.parse().ok().map(Self::Random),
            None => Self::ALL.iter().copied().find(|order| order.name() == text),
        };
        order.ok_or_else(|| UnknownOrder { text: text.to_owned() })
    }
}

/// A text that does not name an [`Order`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown move order `{text}`; expected one of: {}; random can have a seed, as in random:7",
    Order::ALL.iter().map(|order| order.name()).collect::<Vec<_>>().join(", ")
)]
pub struct UnknownOrder {
    /// The text that was read.
    pub text: String,
}

/// A move to be sorted: its rank, and its place in the generator's order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderKey {
    pub rank: i64,
    pub index: u32,
}

/// Lists for the moves of one node, reused to avoid allocations.
#[derive(Debug)]
pub(crate) struct Ranking<M> {
    /// The only list that is sorted. Its entries are small, which makes sorting fast.
    pub places: Vec<OrderKey>,
    /// The reasons, in the generator's order.
    pub reasons: Vec<Reason>,
    pub ranked: Vec<Ranked<M>>,
}

impl<M> Default for Ranking<M> {
    fn default() -> Self {
        Self { places: Vec::new(), reasons: Vec::new(), ranked: Vec::new() }
    }
}

/// The maximum length of a list that is sorted in place. Longer lists, which occur only in lessons, use a faster sort
/// that needs additional memory.
pub(super) const SHORT: usize = 300;

/// A child of the current node.
#[derive(Clone, Copy, Debug)]
pub struct Child<M> {
    /// The move that leads to it.
    pub mv: M,
    /// Its static evaluation for the side that makes the move, once known.
    pub score: Option<Score>,
}

/// All children of a node. Moves and scores are separate: the generator writes directly to `moves`, and the last ply,
/// where most of the tree is, has no scores.
#[derive(Clone, Debug)]
pub struct Children<M> {
    pub(crate) moves: Vec<M>,
    /// One score per move, or an empty list.
    pub(crate) scores: Vec<Score>,
}

impl<M> Default for Children<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), scores: Vec::new() }
    }
}

impl<M: Copy> Children<M> {
    /// Returns the number of children.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether there are no children.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Child<M> {
        Child { mv: self.moves[index], score: self.scores.get(index).copied() }
    }

    /// Returns the children in search order.
    #[inline]
    pub fn iter(&self) -> Iter<'_, M> {
        Iter { moves: self.moves.iter(), scores: self.scores.iter() }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
    }

    /// Sorts by static evaluation, best first, stably. Most lists are short and nearly sorted, and this sort needs no
    /// additional memory.
    pub(crate) fn sort_by_score(&mut self) {
        let Self { moves, scores } = self;
        if SHORT < moves.len() {
            let mut places: Vec<_> = scores.iter().map(|&score| Reverse(score)).zip(0_usize..).collect();
            places.truncate(moves.len());
            places.sort_unstable();
            let sorted: Vec<M> = places.iter().map(|&(_, place)| moves[place]).collect();
            moves[..sorted.len()].copy_from_slice(&sorted);
            places.into_iter().zip(scores).for_each(|((Reverse(from), _), score)| *score = from);
            return;
        }
        let all = moves.len().min(scores.len());
        let (moves, scores) = (&mut moves[..all], &mut scores[..all]);
        for end in 1..all {
            let (mv, score) = (moves[end], scores[end]);
            let mut at = end;
            while at > 0 && scores[at - 1] < score {
                moves[at] = moves[at - 1];
                scores[at] = scores[at - 1];
                at -= 1;
            }
            moves[at] = mv;
            scores[at] = score;
        }
    }
}

/// An iterator over the children.
#[derive(Debug)]
pub struct Iter<'a, M> {
    moves: slice::Iter<'a, M>,
    scores: slice::Iter<'a, Score>,
}

impl<M: Copy> Iterator for Iter<'_, M> {
    type Item = Child<M>;

    #[inline]
    fn next(&mut self) -> Option<Child<M>> {
        let mv = *self.moves.next()?;
        Some(Child { mv, score: self.scores.next().copied() })
    }
}

/// The triangular table of chess engines: row `p` holds the best line so far from ply `p` on. When a move becomes the
/// best at ply `p`, row `p` becomes this move followed by row `p + 1`.
///
/// # References
/// <https://www.chessprogramming.org/Triangular_PV-Table>.
#[derive(Clone, Debug)]
pub struct TriangularTable<M> {
    pub(crate) rows: Vec<Vec<M>>,
    /// The rule for which moves enter a line, if the table observes events.
    pub(crate) rule: LineRule,
}

impl<M> Default for TriangularTable<M> {
    fn default() -> Self {
        Self { rows: Vec::new(), rule: LineRule::default() }
    }
}

impl<M: Copy> TriangularTable<M> {
    /// Called before the moves of a node are tried.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) {
        if self.rows.len() < ply + 2 {
            self.rows.resize_with(ply + 2, Vec::new);
        }
        // At the root, the result of an earlier pass remains until this pass has a result.
        if 0 < ply {
            self.rows[ply].clear();
        }
    }

    /// Called when a child of an entered node is the best so far or causes a cutoff.
    #[inline]
    pub(crate) fn improved(&mut self, ply: usize, mv: M, is_leaf: bool) {
        let (rows, below) = self.rows.split_at_mut(ply + 1);
        let row = &mut rows[ply];
        row.clear();
        row.push(mv);
        // A leaf has no row of its own: the row below belongs to a sibling.
        if !is_leaf {
            row.extend_from_slice(&below[0]);
        }
    }
}

/// The best line of an iteration, which the next iteration tries first.
///
/// A search without observers has no events, so it keeps the lines it needs in this struct.
///
/// # References
/// <https://www.chessprogramming.org/PV-Move>: "the PV from the previous iteration is searched first".
#[derive(Debug)]
pub(super) struct BestLine<M> {
    pub table: TriangularTable<M>,
    /// The best line of the previous iteration.
    previous: Vec<M>,
    /// How many moves on the path to the current node follow `previous`.
    followed: u32,
}

impl<M> Default for BestLine<M> {
    fn default() -> Self {
        Self { table: TriangularTable::default(), previous: Vec::new(), followed: 0 }
    }
}

impl<M: Copy + Eq> BestLine<M> {
    /// Returns the move of the previous line at the current node, if all moves so far belong to that line.
    #[inline]
    pub(super) fn first(&self, ply: u32) -> Option<M> {
        if self.followed == ply { self.previous.get(ply as usize).copied() } else { None }
    }

    /// Makes the search try the best line so far first from now on.
    pub(super) fn next_iteration(&mut self) {
        self.previous.clear();
        self.previous.extend(self.table.rows.first().into_iter().flatten());
    }

    /// Records that a move was played at `ply`.
    #[inline]
    pub(super) fn play(&mut self, ply: u32, mv: M) {
        if self.first(ply) == Some(mv) {
            self.followed += 1;
        }
    }

    /// Records that the moves from `ply` on were taken back.
    #[inline]
    pub(super) fn undo(&mut self, ply: u32) {
        self.followed = self.followed.min(ply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_root_stands_until_a_new_pass_has_found_one() {
        let mut line = BestLine::default();
        line.table.enter(0);
        line.table.enter(1);
        line.table.improved(1, 'b', true);
        line.table.improved(0, 'a', false);
        // No move after the second move is a new best, so the line ends with the second move.
        line.table.enter(1);
        line.table.improved(0, 'c', false);
        line.table.enter(0);
        line.next_iteration();
        assert_eq!(line.previous, ['c']);
    }
}
