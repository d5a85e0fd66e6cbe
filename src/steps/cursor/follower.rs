//! A search followed as it is told: what each event changed, for whoever goes forward only.

use super::fold::StateFold;
use super::state::{State, named};
use crate::hooks::{Event, Verdict};
use crate::recording::Replay;
use crate::trace::Record;

/// Follows a search event by event, and keeps nothing but the state behind the last one.
///
/// # Complexity
/// Memory is that of one state. All [changes](Self::change) together have no more moves than two for each event and two for
/// each move of an entered node.
#[derive(Debug, Default)]
pub struct Follower {
    /// The position at the root, if the game has one that can be shown.
    root: Option<String>,
    step: usize,
    fold: StateFold,
    names: Replay,
}

impl Follower {
    /// Begins before the first event; `root` is the position there as a header has it, if there is one.
    #[must_use]
    pub fn new(root: Option<String>) -> Self {
        Self { root, ..Self::default() }
    }

    /// Takes the next record.
    pub fn take(&mut self, record: &Record) {
        self.fold.take(record, &mut self.names);
        self.step += 1;
    }

    /// Returns the number of the last event, from 1.
    #[must_use]
    pub const fn step(&self) -> usize {
        self.step
    }

    /// Returns with how many decimals all scores so far print exactly.
    #[must_use]
    pub const fn decimals(&self) -> usize {
        self.fold.decimals
    }

    /// Returns the state behind `record`, the last event, with those moves only of which it may have changed what is known.
    /// How many events there are in all is not known yet.
    pub fn change(&mut self, record: &Record) -> State {
        let here = record.line.len();
        // The node where it happened is a child as well.
        let own = record.line.last().map(|name| self.names.label(name));
        let child = record.event.child().map(|name| self.names.label(name));
        let is_about_all = matches!(
            record.event,
            Event::Enter { .. } | Event::Settled { .. } | Event::Judged { verdict: Verdict::Cutoff { .. }, .. }
        );
        let at = ((self.step, self.step), self.root.as_deref());
        named(&self.fold, &self.names, at, record.clone(), |ply, level| match (own, child) {
            _ if ply == here && is_about_all => level.children(),
            (_, Some(child)) if ply == here => level.only(child),
            (Some(own), _) if ply + 1 == here => level.only(own),
            _ => &[],
        })
    }
}
