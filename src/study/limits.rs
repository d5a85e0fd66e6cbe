//! When a search has to stop, and how far it is.

use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Line};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// When a search has to stop. The default is never.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After so many searched nodes.
    pub nodes: Option<u64>,
    /// At this moment.
    pub deadline: Option<Instant>,
    /// When somebody sets this.
    pub stop: Arc<AtomicBool>,
    /// For somebody who watches: the nodes of all searches that share this are added up here, now and then.
    pub progress: Arc<AtomicU64>,
}

impl Limits {
    /// Returns the hooks that keep one search within them.
    pub(crate) fn guard(&self) -> Guard {
        Guard { limits: self.clone(), nodes: 0, told: 0 }
    }
}

/// The limits as a hook.
#[derive(Debug)]
pub(crate) struct Guard {
    limits: Limits,
    nodes: u64,
    /// How many of them were added to the progress.
    told: u64,
}

/// The clock and the flag are asked once in so many nodes.
const PERIOD: u64 = 1024;

impl<G: Game> Hooks<G> for Guard {
    #[inline(always)]
    fn event(&mut self, _: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
        // A leaf is a node when it is judged, an inner node when it is entered.
        if !matches!(event, Event::Enter { .. } | Event::Judged { leaf: Some(_), .. }) {
            return Flow::Continue(());
        }
        if self.limits.nodes.is_some_and(|nodes| nodes <= self.nodes) {
            return Flow::Break(());
        }
        if self.nodes.is_multiple_of(PERIOD) && self.is_over() {
            return Flow::Break(());
        }
        self.nodes += 1;
        Flow::Continue(())
    }
}

impl Guard {
    #[cold]
    fn is_over(&mut self) -> bool {
        self.tell();
        self.limits.stop.load(Ordering::Relaxed)
            || self.limits.deadline.is_some_and(|deadline| deadline <= Instant::now())
    }

    fn tell(&mut self) {
        self.limits.progress.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.tell();
    }
}
