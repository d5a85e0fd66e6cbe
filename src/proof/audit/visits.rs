//! What each visit of a node found, as far as a table may still give it.

use super::lack::Lack;
use super::manner::Manner;
use crate::hooks::Stored;
use crate::score::{Bound, Score};
use crate::search::Technique;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Tables have so many places at least.
const SMALLEST_TABLE: u64 = 1024;

/// So many visits are remembered.
const MOST: usize = 1 << 20;

/// What an `enter` asked and what was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct EnterVisit {
    pub ply: u32,
    pub depth: u32,
    /// Nothing as long as it was not left: the best score, what was returned, and what that proves.
    pub found: Option<(Score, Score, Bound)>,
    /// The line that leads there, and the best move, as numbers that tell them apart.
    pub line: u64,
    pub best: Option<u64>,
    /// The key of the position, if somebody knows.
    pub key: Option<u64>,
}

impl EnterVisit {
    /// Whether a table that has stored what was found may say such a thing at `ply`; false as long as it was not left.
    pub(super) fn gives(&self, stored: &Stored<String>, ply: u32, by: Score) -> bool {
        let score = stored.score.counted_from_node(ply).counted_from_root(self.ply);
        self.depth == stored.depth
            && self.found.is_some_and(|(best, left, bound)| {
                bound == stored.bound && (score.is_near(best, by) || score.is_near(left, by))
            })
    }
}

/// The last visits.
#[derive(Debug)]
pub(super) struct Visits {
    list: VecDeque<EnterVisit>,
    /// How many there were in all.
    pub count: u64,
    most: usize,
    /// Whether nodes were searched of which no event tells, so that a table may also give what they have stored.
    pub has_untold: bool,
    /// Whether some of them are left out of the trace.
    is_partial: bool,
}

impl Visits {
    pub(super) fn new(manner: &Manner) -> Self {
        let has_table = manner.has(Technique::TranspositionTable) || manner.has_unknown;
        Self {
            list: VecDeque::new(),
            count: 0,
            most: if has_table { MOST } else { 0 },
            has_untold: false,
            is_partial: false,
        }
    }

    /// A node is entered; returns the number of the visit.
    pub(super) fn enter(&mut self, line: &[String], depth: u32) -> u64 {
        self.count += 1;
        if 0 < self.most {
            if self.list.len() == self.most {
                self.list.pop_front();
            }
            let ply = line.len() as u32;
            let line = number_of(line);
            self.list.push_back(EnterVisit { ply, depth, found: None, line, best: None, key: None });
        }
        self.count
    }

    /// So many nodes are entered of which nothing is told. What they stored may have taken the place of what was stored before.
    pub(super) fn omit(&mut self, entered: u64) {
        self.list.clear();
        self.count = self.count.saturating_add(entered);
        (self.has_untold, self.is_partial) = (true, true);
    }

    /// For lack of what nothing is known of a visit.
    pub(super) const fn lack(&self) -> Lack {
        if self.is_partial { Lack::Omitted } else { Lack::Forgotten }
    }

    /// Whether no other position can have had the place of this one in a table.
    pub(super) fn is_alone(&self, key: u64) -> bool {
        let place = |key: u64| key & (SMALLEST_TABLE - 1);
        let may_replace = |other: u64| other != key && place(other) == place(key);
        !self.list.iter().any(|visit| visit.depth != 0 && visit.key.is_some_and(may_replace))
    }

    /// The visits of a position that a table has stored, if none is forgotten and an event tells of all.
    pub(super) fn stored_at(&self, key: u64) -> Option<impl Iterator<Item = (&EnterVisit, Bound)>> {
        let is_whole = !self.has_untold && self.list.len() as u64 == self.count;
        let of_key = move |visit: &&EnterVisit| visit.key == Some(key) && visit.depth != 0;
        is_whole.then(|| self.list.iter().filter(of_key).filter_map(|visit| Some((visit, visit.found?.2))))
    }

    /// Returns a visit by its number, from 1; nothing if it is forgotten.
    pub(super) fn get(&mut self, number: u64) -> Option<&mut EnterVisit> {
        let at = self.place(number)?;
        self.list.get_mut(at)
    }

    /// The same, to be looked at only.
    pub(super) fn at(&self, number: u64) -> Option<&EnterVisit> {
        self.list.get(self.place(number)?)
    }

    fn place(&self, number: u64) -> Option<usize> {
        let forgotten = self.count - self.list.len() as u64;
        usize::try_from(number.checked_sub(forgotten + 1)?).ok()
    }
}

/// A number that tells names and lines apart.
pub(super) fn number_of<T: Hash + ?Sized>(named: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    named.hash(&mut hasher);
    hasher.finish()
}
