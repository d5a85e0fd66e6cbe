//! Keeps the results of visits for as long as a table may still return them.

use super::finding::{Lack, TraceValue};
use super::manner::Manner;
use crate::core::hooks::Stored;
use crate::core::score::{Bound, Score};
use crate::core::search::Technique;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The smallest number of entries in a table.
const SMALLEST_TABLE: u64 = 1024;

/// The number of visits to remember.
const MOST: usize = 1 << 20;

/// A visit: an `enter`, and its result once the node has been left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EnterVisit {
    pub ply: u32,
    pub depth: u32,
    /// The best score, the returned score, and its bound; `None` until the node is left.
    pub found: Option<(Score, Score, Bound)>,
    /// Two hashes: one identifies the line to the node, and one identifies the best move.
    pub line: u64,
    pub best: Option<u64>,
    /// The key of the position, if known.
    pub key: Option<u64>,
}

impl EnterVisit {
    /// Returns whether a table that stored the visit's result may return the entry `stored` at `ply`; false until the
    /// node is left. A table that `keeps_bounds` may store an exact score as a bound.
    pub(super) fn gives(&self, stored: &Stored<String>, ply: u32, by: Score, keeps_bounds: bool) -> bool {
        let is_bound = |is: Bound| is == stored.bound || keeps_bounds && is == Bound::Exact;
        self.depth == stored.depth && self.bound_of(stored, ply, by).is_some_and(is_bound)
    }

    /// Returns the bound that the visit proved, if its score is that of the entry `stored` found at `ply`.
    pub(super) fn bound_of(&self, stored: &Stored<String>, ply: u32, by: Score) -> Option<Bound> {
        let score = stored.score.counted_from_node(ply).counted_from_root(self.ply);
        let (best, left, bound) = self.found?;
        (score.is_near(best, by) || score.is_near(left, by)).then_some(bound)
    }
}

/// A leaf as a table may have stored it. The score is for the side to move at the leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredLeaf {
    pub ply: u32,
    pub depth: u32,
    pub score: Score,
    pub bound: Bound,
}

impl StoredLeaf {
    /// Returns whether the leaf, if a table had stored it, could be the entry `stored` that was found at `ply`.
    pub(super) fn gives(&self, stored: &Stored<String>, ply: u32, by: Score) -> bool {
        let score = stored.score.counted_from_node(ply).counted_from_root(self.ply);
        stored.depth <= self.depth
            && (self.bound == stored.bound || self.bound == Bound::Exact)
            && score.is_near(self.score, by)
    }
}

/// The earlier records of a position: the numbers of its visits, and its occurrences as a leaf.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SamePosition {
    pub visits: Vec<u64>,
    pub leaves: Vec<StoredLeaf>,
}

/// The most recent visits.
#[derive(Debug, Default)]
pub(crate) struct Visits {
    list: VecDeque<EnterVisit>,
    /// The total number of visits.
    pub count: u64,
    pub most: usize,
    /// Whether the search visited nodes without events, so that a table may also return their entries.
    pub has_untold: bool,
    /// Whether the trace marks the entries that nodes without events stored.
    pub says_untold: bool,
    /// The table entries that no visit explains, although only an unknown technique could have stored them: how many
    /// there are, and the line of the first one.
    pub unexplained: Option<(u64, Vec<String>)>,
    /// Whether the trace omits some visits.
    is_partial: bool,
}

impl Visits {
    pub(super) fn new(manner: &Manner) -> Self {
        let has_table = manner.has(Technique::TranspositionTable) || manner.has_unknown;
        Self { most: if has_table { MOST } else { 0 }, ..Self::default() }
    }

    /// Records that a node is entered; returns the number of the visit.
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

    /// Records that the search entered this many nodes without events. Their table entries may have replaced earlier
    /// entries, so all earlier visits are forgotten.
    pub(super) fn omit(&mut self, entered: u64) {
        self.list.clear();
        self.count = self.count.saturating_add(entered);
        (self.has_untold, self.is_partial) = (true, true);
    }

    /// Returns the data that is missing if a visit is unknown.
    pub(super) const fn lack(&self) -> Lack {
        if self.is_partial { Lack::Omitted } else { Lack::Forgotten }
    }

    /// Returns true if no other recorded position can have used the table slot of this position.
    pub(super) fn is_alone(&self, key: u64) -> bool {
        let place = |key: u64| key & (SMALLEST_TABLE - 1);
        let may_replace = |other: u64| other != key && place(other) == place(key);
        !self.list.iter().any(|visit| visit.depth != 0 && visit.key.is_some_and(may_replace))
    }

    /// If one of these visits returned the score of an entry found at `ply`, but with another depth or bound, returns
    /// the field of the entry that is wrong, its value, and the right value.
    pub(super) fn stored_otherwise(
        &self,
        visits: &[u64],
        stored: &Stored<String>,
        (ply, by): (u32, Score),
    ) -> Option<(&'static str, TraceValue, String)> {
        let of_score = visits.iter().filter_map(|&number| {
            let visit = self.at(number)?;
            Some((number, visit.depth, visit.bound_of(stored, ply, by)?))
        });
        let (number, depth, bound) = of_score.max_by_key(|&(_, depth, _)| depth == stored.depth)?;
        let (field, said, is) = match depth == stored.depth {
            true => ("bound", TraceValue::Bound(stored.bound), TraceValue::Bound(bound).to_string()),
            false => ("depth", TraceValue::Number(stored.depth.into()), depth.to_string()),
        };
        Some((field, said, format!("{is}: as in visit {number} of this position, which returned this score")))
    }

    /// Returns the bounds that a table entry with this best move may have for a position, or `None` if some visits are
    /// unknown.
    pub(crate) fn stored_with(&self, key: u64, best: &str) -> Option<Vec<Bound>> {
        let best = Some(number_of(best));
        let all: Vec<_> = self.stored_at(key)?.collect();
        let has_best = all.iter().any(|(visit, _)| visit.best == best);
        // If a node fails low, its entry keeps the best move of the older entry.
        let fits = |visit: &EnterVisit| has_best && (visit.best == best || visit.best.is_none());
        // If no other position uses the slot, a later entry replaces the earlier one, so only the last one is left.
        let first = if self.is_alone(key) { all.len().saturating_sub(1) } else { 0 };
        Some(all[first..].iter().filter(|(visit, _)| fits(visit)).map(|&(_, bound)| bound).collect())
    }

    /// Returns the visits to a stored position, if no visit has been forgotten and all have events.
    pub(crate) fn stored_at(&self, key: u64) -> Option<impl Iterator<Item = (&EnterVisit, Bound)>> {
        let is_whole = !self.has_untold && self.list.len() as u64 == self.count;
        let of_key = move |visit: &&EnterVisit| visit.key == Some(key) && visit.depth != 0;
        is_whole.then(|| self.list.iter().filter(of_key).filter_map(|visit| Some((visit, visit.found?.2))))
    }

    /// Returns a visit by its number, starting at 1, or `None` if it has been forgotten.
    pub(crate) fn get(&mut self, number: u64) -> Option<&mut EnterVisit> {
        let at = self.place(number)?;
        self.list.get_mut(at)
    }

    /// Like [`Self::get`], but read-only.
    pub(crate) fn at(&self, number: u64) -> Option<&EnterVisit> {
        self.list.get(self.place(number)?)
    }

    fn place(&self, number: u64) -> Option<usize> {
        let forgotten = self.count - self.list.len() as u64;
        usize::try_from(number.checked_sub(forgotten + 1)?).ok()
    }
}

/// Returns a hash that identifies a name or line.
pub(super) fn number_of<T: Hash + ?Sized>(named: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    named.hash(&mut hasher);
    hasher.finish()
}
