//! Remembers the visits to each position, and its occurrences as a leaf.

use super::audit::{SamePosition, StoredLeaf};
use crate::core::search::Technique;
use crate::core::trace::Header;
use std::collections::HashMap;

/// The maximum number of visits to remember. If there are more, all are forgotten.
pub(super) const MOST: u64 = 1 << 20;

/// The visits to each position, by key.
#[derive(Debug, Default)]
pub(super) struct Positions(Option<HashMap<u64, SamePosition>>, u64);

impl Positions {
    /// Returns an empty memory, which stays empty if the search cannot have a table.
    pub(super) fn new(header: &Header) -> Self {
        let may_be_table = |name: &String| {
            name.parse().map_or(true, |technique: Technique| technique == Technique::TranspositionTable)
        };
        Self(header.techniques.iter().any(may_be_table).then(HashMap::new), 0)
    }

    /// Returns whether visits are still being remembered.
    pub(super) const fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Forgets everything for good: either there are too many visits, or the trace itself says which visit stored each
    /// entry.
    pub(super) fn forget(&mut self) {
        self.0 = None;
    }

    /// Records that visit number `visit` entered a position.
    pub(super) fn enter(&mut self, key: u64, visit: u64) {
        if MOST < visit {
            self.forget();
        }
        if let Some(visits) = &mut self.0 {
            visits.entry(key).or_default().visits.push(visit);
        }
    }

    /// Records that a position was a leaf. An engine may also store leaves.
    pub(super) fn leaf(&mut self, key: u64, leaf: StoredLeaf) {
        if MOST < self.1 {
            self.forget();
        }
        let Some(positions) = &mut self.0 else { return };
        let leaves = &mut positions.entry(key).or_default().leaves;
        if !leaves.contains(&leaf) {
            leaves.push(leaf);
            self.1 += 1;
        }
    }

    /// Returns the records of a position, or `None` if they have been forgotten.
    pub(super) fn all_of(&self, key: u64) -> Option<SamePosition> {
        self.0.as_ref().map(|positions| positions.get(&key).cloned().unwrap_or_default())
    }

    /// Returns the visits to a position, or `None` if they are unknown.
    pub(super) fn of(&self, key: u64) -> Option<Vec<u64>> {
        self.all_of(key).map(|same| same.visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_visits_are_remembered_and_then_none() {
        let techniques = vec![Technique::TranspositionTable.name().to_owned()];
        let mut positions = Positions::new(&Header { techniques, ..Header::default() });
        positions.enter(7, 1);
        positions.enter(7, MOST);
        assert_eq!((positions.of(7), positions.of(8)), (Some(vec![1, MOST]), Some(Vec::new())));
        positions.enter(8, MOST + 1);
        assert_eq!(
            (positions.of(7), positions.of(8)),
            (None, None),
            "an audit that forgot visits reports none of them"
        );
    }

    #[test]
    fn what_the_trace_says_itself_need_not_be_remembered() {
        let mut positions = Positions(Some(HashMap::new()), 0);
        positions.enter(7, 1);
        positions.forget();
        positions.enter(7, 2);
        assert!(!positions.is_kept());
        assert_eq!(positions.of(7), None);
    }
}
