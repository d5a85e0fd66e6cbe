//! The cost of a search: its counts, and the observer that counts.

use super::is_default;
use crate::core::hooks::{Event, Leaf, Observer, SearchEvent, Verdict, technique_event};
use serde::{Deserialize, Serialize};

/// Counts of a search. A "child" is any node other than the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Positions created, including the root.
    pub created: u64,
    /// Inner nodes entered, including the root.
    pub entered: u64,
    /// Leaves judged with a static evaluation or the result of the game; the others are in `unscored`.
    pub leaves: u64,
    /// Leaves judged without a static evaluation, because the transposition table or a rule decided them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unscored: u64,
    /// Leaves at which the game is over.
    pub terminals: u64,
    /// Children that were judged.
    pub judged: u64,
    /// Children that became the best move so far: alpha was raised.
    pub raised: u64,
    /// Children that caused a cutoff.
    pub cutoffs: u64,
    /// Cutoffs by the first child that was tried.
    pub first_move_cutoffs: u64,
    /// Children that were not tried because of a cutoff.
    pub skipped: u64,
    /// Passes over the whole tree, if there are several.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passes: u64,
    /// Leaves that a tablebase scored.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tablebase: u64,
    /// Positions found in the transposition table.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hash_hits: u64,
    /// Hits that saved a search.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hash_cuts: u64,
    /// Nodes where a null move was tried.
    #[serde(default, skip_serializing_if = "is_default")]
    pub null_moves: u64,
    /// Null moves that caused a cutoff.
    #[serde(default, skip_serializing_if = "is_default")]
    pub null_cuts: u64,
    /// Nodes searched after null moves, without events.
    #[serde(default, skip_serializing_if = "is_default")]
    pub null_nodes: u64,
    /// Nodes that were searched deeper than usual.
    #[serde(default, skip_serializing_if = "is_default")]
    pub extended: u64,
    /// Nodes that were searched shallower than usual.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reduced: u64,
    /// Nodes that were searched again.
    #[serde(default, skip_serializing_if = "is_default")]
    pub searched_again: u64,
    /// Nodes in quiescence whose static evaluation raised alpha or caused a cutoff.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stand_pats: u64,
    /// Moves that were pruned because of their estimates.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pruned: u64,
}

impl Statistics {
    /// Returns the searched nodes: those entered or evaluated as leaves, including nodes after null moves.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.told_nodes().saturating_add(self.null_nodes)
    }

    /// Returns the searched nodes that have events.
    pub(crate) const fn told_nodes(&self) -> u64 {
        self.entered.saturating_add(self.leaves).saturating_add(self.unscored)
    }
}

/// Counts while a search runs.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    /// The counts so far.
    pub statistics: Statistics,
    /// The number of children judged at each node on the line, root first.
    tried: Vec<u32>,
}

impl Counter {
    #[inline]
    fn judge(&mut self, ply: usize, leaf: Option<Leaf>, verdict: Verdict) {
        let counts = &mut self.statistics;
        counts.judged += 1;
        counts.leaves += u64::from(leaf.is_some_and(Leaf::is_scored));
        counts.unscored += u64::from(leaf.is_some_and(|leaf| !leaf.is_scored() && leaf != Leaf::Omitted));
        counts.terminals += u64::from(matches!(leaf, Some(Leaf::Terminal(_))));
        counts.tablebase += u64::from(leaf == Some(Leaf::Tablebase));
        counts.stand_pats += u64::from(leaf == Some(Leaf::StandPat));
        let Some(tried) = self.tried.get_mut(ply) else { return };
        *tried += 1;
        match verdict {
            Verdict::Best => counts.raised += 1,
            Verdict::NotBest | Verdict::Weighed => {}
            Verdict::Cutoff { skipped } => {
                counts.cutoffs += 1;
                counts.first_move_cutoffs += u64::from(*tried == 1);
                counts.skipped += u64::from(skipped);
            }
        }
    }

    /// Counts the events of techniques.
    fn count_technique<M>(&mut self, event: SearchEvent<'_, M>) {
        let counts = &mut self.statistics;
        match event {
            Event::Settled { skipped } => counts.skipped += u64::from(skipped),
            Event::Pass { .. } => counts.passes += 1,
            Event::TableHit { cut, .. } => {
                counts.hash_hits += 1;
                counts.hash_cuts += u64::from(cut);
            }
            Event::Extended { .. } => counts.extended += 1,
            Event::Reduced { .. } => counts.reduced += 1,
            Event::ReSearch { .. } => counts.searched_again += 1,
            Event::NullMove { cut, entered, leaves, .. } => {
                counts.null_moves += 1;
                counts.null_cuts += u64::from(cut);
                counts.null_nodes = counts.null_nodes.saturating_add(entered).saturating_add(leaves);
            }
            // It is unknown how many of the omitted leaves were evaluated.
            Event::Omitted { created, entered, leaves, .. } => {
                counts.created = counts.created.saturating_add(created);
                counts.entered = counts.entered.saturating_add(entered);
                counts.leaves = counts.leaves.saturating_add(leaves);
            }
            Event::StandPat { verdict, .. } => counts.stand_pats += u64::from(verdict == Verdict::Best),
            Event::Pruned { .. } => counts.pruned += 1,
            Event::Ordered { .. } | Event::Root { .. } | Event::Enter { .. } => {}
            Event::Created { .. } | Event::Judged { .. } | Event::Leave { .. } => {}
        }
    }
}

impl<M: Copy> Observer<M> for Counter {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        match event {
            Event::Root { .. } | Event::Created { .. } => self.statistics.created += 1,
            Event::Enter { .. } => {
                self.statistics.entered += 1;
                self.tried.truncate(line.len());
                self.tried.push(0);
            }
            Event::Judged { leaf, verdict, .. } => self.judge(line.len(), leaf, verdict),
            Event::Leave { .. } => {}
            technique @ (Event::Settled { .. } | Event::Pass { .. } | technique_event!()) => {
                self.count_technique(technique)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_and_the_moves_behind_a_win_by_force_are_counted() {
        let events: [SearchEvent<'_, u8>; 3] =
            [Event::Extended { plies: 1 }, Event::Extended { plies: 1 }, Event::Settled { skipped: 3 }];
        let mut counter = Counter::default();
        events.into_iter().for_each(|event| counter.observe(&[], event));
        assert_eq!(counter.statistics, Statistics { extended: 2, skipped: 3, ..Statistics::default() });
    }
}
