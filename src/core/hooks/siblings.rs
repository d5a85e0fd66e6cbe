//! The moves of one node, found by move.

use std::borrow::Borrow;

/// The moves of a node in generator order. What is told of them mostly comes in that order, so a move is looked for near
/// the last one first.
#[derive(Clone, Debug)]
pub(crate) struct Siblings<M> {
    moves: Vec<M>,
    cursor: usize,
}

impl<M> Default for Siblings<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), cursor: 0 }
    }
}

impl<M: Clone + Eq> Siblings<M> {
    /// Makes these the moves.
    pub(crate) fn set(&mut self, moves: &[M]) {
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.cursor = 0;
    }

    /// Returns the moves.
    #[inline]
    pub(crate) fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Returns where a move stands, and remembers it as the last one that was looked for.
    #[inline]
    pub(crate) fn seek<Q: Eq + ?Sized>(&mut self, mv: &Q) -> Option<usize>
    where
        M: Borrow<Q>,
    {
        self.cursor = self.find(mv)?;
        Some(self.cursor)
    }

    /// Returns where a move stands.
    #[inline]
    pub(crate) fn find<Q: Eq + ?Sized>(&self, mv: &Q) -> Option<usize>
    where
        M: Borrow<Q>,
    {
        let is_at = |&index: &usize| self.moves.get(index).is_some_and(|other| other.borrow() == mv);
        let near = [self.cursor, self.cursor + 1].into_iter().find(is_at);
        near.or_else(|| self.moves.iter().position(|other| other.borrow() == mv))
    }
}
