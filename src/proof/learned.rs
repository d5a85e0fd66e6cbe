//! What is known of a search besides the rules of the game: which visits were of the same position, and what it has learned of its moves.

use crate::search::Technique;
use crate::study::Tactical;
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

/// When a move has cut so much, all lose half, as in [`crate::search`].
const HISTORY_LIMIT: u32 = 1 << 20;

/// A move that can come again: the man that moves, and from where to where.
pub(super) type Recurring = (char, usize);

/// What a search has learned of its moves from the cutoffs that were told.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// The last two quiet moves that have cut, for each ply.
    killers: HashMap<usize, [Option<Recurring>; 2]>,
    history: HashMap<usize, u32>,
}

impl Learned {
    pub(super) fn learn(&mut self, ply: usize, depth: u32, mv: Recurring) {
        let killers = self.killers.entry(ply).or_default();
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = self.history.entry(mv.1).or_default();
        *count += depth * depth;
        if HISTORY_LIMIT < *count {
            self.history.values_mut().for_each(|count| *count /= 2);
        }
    }

    pub(super) fn is_killer(&self, ply: usize, mv: Recurring) -> bool {
        self.killers.get(&ply).is_some_and(|killers| killers.contains(&Some(mv)))
    }

    pub(super) fn cut_by(&self, mv: Recurring) -> u32 {
        self.history.get(&mv.1).copied().unwrap_or_default()
    }
}

/// A move where the ground stands.
pub(super) fn recurring(tactics: &dyn Tactical, name: &str, index: usize) -> Recurring {
    (name.chars().next().unwrap_or_default(), tactics.history_index(index))
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
