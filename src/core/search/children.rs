//! The children of a node: its moves in the order in which they are tried, with their static scores once known.

use crate::score::Score;
use std::cmp::Reverse;
use std::slice;

/// Longer lists of moves, which only lessons have, are sorted in a way that takes memory and less time.
pub(super) const SHORT: usize = 300;

/// A child of the current node.
#[derive(Clone, Copy, Debug)]
pub struct Child<M> {
    /// The move that leads to it.
    pub mv: M,
    /// Its static score for the side that makes the move, once known.
    pub score: Option<Score>,
}

/// All children of a node. Moves and scores are kept apart: the generator writes straight into `moves`, and the last
/// ply, which is most of the tree, has no scores.
#[derive(Clone, Debug)]
pub struct Children<M> {
    pub(crate) moves: Vec<M>,
    /// As many as there are moves, or none.
    pub(crate) scores: Vec<Score>,
}

impl<M> Default for Children<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), scores: Vec::new() }
    }
}

impl<M: Copy> Children<M> {
    /// Returns how many there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Child<M> {
        Child { mv: self.moves[index], score: self.scores.get(index).copied() }
    }

    /// Returns them in the order in which they are to be tried.
    #[inline]
    pub fn iter(&self) -> Iter<'_, M> {
        Iter { moves: self.moves.iter(), scores: self.scores.iter() }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
    }

    /// Sorts by static score, best first, stably. Lists are mostly short and nearly sorted, and this needs no memory.
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

/// The children one by one.
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
