//! A list that only grows, kept in pieces.

use std::iter::{Chain, Flatten, Once, once};
use std::slice::Iter;

/// The bytes of the first piece, and of the largest. Each is twice as large as the one before: a short list stays small, and no
/// piece is so large that the allocator asks the system for it and gives it back each time.
const FIRST: usize = 1 << 10;
const LARGEST: usize = 1 << 16;

/// A list whose items stay where they were put: when it becomes longer nothing is copied, and no page of memory is touched twice.
#[derive(Clone, Debug)]
pub(super) struct Pieces<T> {
    full: Vec<Vec<T>>,
    last: Vec<T>,
    /// How many items the full pieces have.
    before: usize,
    bytes: usize,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self { full: Vec::new(), last: Vec::new(), before: 0, bytes: FIRST }
    }
}

impl<T> Pieces<T> {
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if self.last.len() == self.last.capacity() {
            self.grow(1);
        }
        self.last.push(item);
    }

    pub(super) const fn len(&self) -> usize {
        self.before + self.last.len()
    }

    pub(super) fn iter(&self) -> Items<'_, T> {
        self.all().flatten()
    }

    fn all(&self) -> All<'_, T> {
        self.full.iter().chain(once(&self.last))
    }

    /// Makes room for `more` items side by side.
    #[cold]
    fn grow(&mut self, more: usize) {
        let next = Vec::with_capacity((self.bytes / size_of::<T>().max(1)).max(more));
        self.before += self.last.len();
        self.full.push(std::mem::replace(&mut self.last, next));
        self.bytes = LARGEST.min(self.bytes * 2);
    }
}

impl<T: Copy> Pieces<T> {
    /// Puts a whole list behind the others, in one piece.
    #[inline]
    pub(super) fn extend(&mut self, list: &[T]) {
        if self.last.capacity() - self.last.len() < list.len() {
            self.grow(list.len());
        }
        self.last.extend_from_slice(list);
    }

    /// Hands out the lists that were put there, if it is told their lengths in turn.
    pub(super) fn lists(&self) -> PackedLists<'_, T> {
        PackedLists { pieces: self.all(), here: &[] }
    }
}

type All<'a, T> = Chain<Iter<'a, Vec<T>>, Once<&'a Vec<T>>>;
pub(super) type Items<'a, T> = Flatten<All<'a, T>>;

/// What is left of lists that were put one behind the other.
pub(super) struct PackedLists<'a, T> {
    pieces: All<'a, T>,
    here: &'a [T],
}

impl<'a, T> PackedLists<'a, T> {
    /// Returns the next list, which has this length. One that did not fit behind the others stands at the front of its piece.
    pub(super) fn next(&mut self, length: u32) -> &'a [T] {
        while self.here.is_empty() && length > 0 {
            self.here = self.pieces.next().expect("as many as were put there are taken out");
        }
        let (list, rest) = self.here.split_at(length as usize);
        self.here = rest;
        list
    }
}
