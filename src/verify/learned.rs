//! Reconstructs the killers and history that a search has learned from its cutoffs so far.

use crate::core::search::technique::history;
use crate::core::study::Tactical;
use std::collections::HashMap;

/// A move that can recur: the moving piece, with its start and target squares.
pub(super) type Recurring = (char, usize);

/// The killers and history from the cutoffs seen so far.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// The last two quiet moves that caused a cutoff, for each ply.
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
        if history::LIMIT < *count {
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

/// Returns a move of the current position in a form that can recur.
pub(super) fn recurring(tactics: &dyn Tactical, name: &str, index: usize) -> Recurring {
    (name.chars().next().unwrap_or_default(), tactics.history_index(index))
}
