//! What each visit of a node found, as far as a table may still give it.

use super::manner::Manner;
use crate::hooks::Stored;
use crate::score::{Bound, Score};
use crate::search::Technique;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

/// So many visits are remembered.
const MOST: usize = 1 << 20;

/// What an `enter` asked and what was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub ply: u32,
    pub depth: u32,
    /// Nothing as long as it was not left: the best score, what was returned, and what that proves.
    pub found: Option<(Score, Score, Bound)>,
    /// The line that leads there, and the best move, as numbers that tell them apart.
    pub line: u64,
    pub best: Option<u64>,
}

impl Visit {
    /// Whether a table that has stored what was found may say such a thing at `ply`; false as long as it was not left.
    pub fn gives(&self, stored: &Stored<&str>, ply: u32, by: Score) -> bool {
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
    list: VecDeque<Visit>,
    /// How many there were in all.
    pub count: u64,
    most: usize,
    /// Whether a table may also give what nodes have stored of which no event tells.
    pub has_silent: bool,
}

impl Visits {
    pub fn new(manner: &Manner) -> Self {
        let has_table = manner.has(Technique::TranspositionTable) || manner.has_unknown;
        let has_silent = manner.has(Technique::NullMove) || manner.has_unknown;
        Self { list: VecDeque::new(), count: 0, most: if has_table { MOST } else { 0 }, has_silent }
    }

    /// A node is entered; returns the number of the visit.
    pub fn enter(&mut self, line: &[String], depth: u32) -> u64 {
        self.count += 1;
        if 0 < self.most {
            if self.list.len() == self.most {
                self.list.pop_front();
            }
            let ply = line.len() as u32;
            let line = number_of(line);
            self.list.push_back(Visit { ply, depth, found: None, line, best: None });
        }
        self.count
    }

    /// Returns a visit by its number, from 1; nothing if it is forgotten.
    pub fn get(&mut self, number: u64) -> Option<&mut Visit> {
        let forgotten = self.count - self.list.len() as u64;
        let at = number.checked_sub(forgotten + 1)?;
        self.list.get_mut(usize::try_from(at).ok()?)
    }
}

/// A number that tells names and lines apart.
pub(super) fn number_of<T: Hash + ?Sized>(named: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    named.hash(&mut hasher);
    hasher.finish()
}
