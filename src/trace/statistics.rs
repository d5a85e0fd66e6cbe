//! What a search cost, counted.

use super::Observer;
use crate::hooks::{Event, Leaf, Verdict};
use serde::{Deserialize, Serialize};

/// Counts over a search. "Child" is a node other than the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Positions that came into being, the root included.
    pub created: u64,
    /// Inner nodes that were entered, the root included.
    pub entered: u64,
    /// Leaves that were scored and judged.
    pub leaves: u64,
    /// Leaves among them where the game is over.
    pub terminals: u64,
    /// Children that were judged.
    pub judged: u64,
    /// Children that became the best move so far: alpha was raised.
    pub raised: u64,
    /// Children that cut.
    pub cutoffs: u64,
    /// Cutoffs by the first child that was tried.
    pub first_move_cutoffs: u64,
    /// Children that were not tried because of a cutoff.
    pub skipped: u64,
}

impl Statistics {
    /// Returns the nodes that were searched: entered or scored as a leaf.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.entered + self.leaves
    }
}

/// Counts while a search runs.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    /// The counts so far.
    pub statistics: Statistics,
    /// Children judged at each node on the line, root first.
    tried: Vec<u32>,
}

impl<M: Copy> Observer<M> for Counter {
    #[inline]
    fn observe(&mut self, line: &[M], event: Event<'_, M>) {
        let counts = &mut self.statistics;
        match event {
            Event::Root { .. } | Event::Created { .. } => counts.created += 1,
            Event::Enter { .. } => {
                counts.entered += 1;
                self.tried.truncate(line.len());
                self.tried.push(0);
            }
            Event::Judged { leaf, verdict, .. } => {
                counts.judged += 1;
                counts.leaves += u64::from(leaf.is_some());
                counts.terminals += u64::from(matches!(leaf, Some(Leaf::Terminal(_))));
                let Some(tried) = self.tried.get_mut(line.len()) else { return };
                *tried += 1;
                match verdict {
                    Verdict::Best => counts.raised += 1,
                    Verdict::NotBest => {}
                    Verdict::Cutoff { skipped } => {
                        counts.cutoffs += 1;
                        counts.first_move_cutoffs += u64::from(*tried == 1);
                        counts.skipped += u64::from(skipped);
                    }
                }
            }
            _ => {}
        }
    }
}
