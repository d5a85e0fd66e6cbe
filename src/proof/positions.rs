//! Which visits of a search were of the same position, for tables that do not say who stored what.

use crate::search::Technique;
use crate::trace::Header;
use std::collections::HashMap;

/// So many visits are remembered.
const MOST: u64 = 1 << 20;

/// The visits of each position, by its key.
#[derive(Debug, Default)]
pub(super) struct Positions(Option<HashMap<u64, Vec<u64>>>);

impl Positions {
    /// Keeps nothing if there can be no table.
    pub(super) fn new(header: &Header) -> Self {
        let may_be_table = |name: &String| {
            name.parse().map_or(true, |technique: Technique| technique == Technique::TranspositionTable)
        };
        Self(header.techniques.iter().any(may_be_table).then(HashMap::new))
    }

    /// Whether anything is kept.
    pub(super) const fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Forgets everything: the trace says itself which visit stored what.
    pub(super) fn forget(&mut self) {
        self.0 = None;
    }

    /// The node of a position is entered, for the `visit`th time that any is.
    pub(super) fn enter(&mut self, key: u64, visit: u64) {
        if MOST < visit {
            self.forget();
        }
        if let Some(visits) = &mut self.0 {
            visits.entry(key).or_default().push(visit);
        }
    }

    /// The visits of a position; nothing if they are not known.
    pub(super) fn of(&self, key: u64) -> Option<Vec<u64>> {
        self.0.as_ref().map(|visits| visits.get(&key).cloned().unwrap_or_default())
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
        assert_eq!((positions.of(7), positions.of(8)), (None, None), "who has forgotten some says nothing of any");
    }

    #[test]
    fn what_the_trace_says_itself_need_not_be_remembered() {
        let mut positions = Positions(Some(HashMap::new()));
        positions.enter(7, 1);
        positions.forget();
        positions.enter(7, 2);
        assert!(!positions.is_kept());
        assert_eq!(positions.of(7), None);
    }
}
