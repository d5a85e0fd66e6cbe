//! The limits of a search, and its progress.

use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Line, SearchEvent};
use crate::core::setters::setters;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// The limits at which a search stops; none by default.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Stop after this many searched nodes, counting only nodes with events. The limit is not checked during a
    /// null-move search.
    pub nodes: Option<u64>,
    /// Stop at this time.
    pub deadline: Option<Instant>,
    /// Stop when this flag is set.
    pub stop: Arc<AtomicBool>,
    /// Tells the code that set `stop` that a search has noticed it and is ending.
    pub heeded: Arc<AtomicBool>,
    /// A counter for a progress display. All searches that share it add their nodes from time to time.
    pub progress: Arc<AtomicU64>,
}

impl Limits {
    setters! {
        nodes: impl Into<Option<u64>>,
        deadline: impl Into<Option<Instant>>,
        stop: Arc<AtomicBool>,
        heeded: Arc<AtomicBool>,
        progress: Arc<AtomicU64>,
    }

    /// Returns whether `stop` is set and, if so, records that the request was noticed. The caller must then stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let is_stopped = self.stop.load(Ordering::Relaxed);
        if is_stopped {
            self.heeded.store(true, Ordering::Relaxed);
        }
        is_stopped
    }

    /// Returns limits for running the same search again, up to `nodes` nodes. The time limit is dropped, because it may
    /// have passed. An earlier request to stop is ignored, because it was not meant for this run; if there was such a
    /// request, the new run cannot be stopped.
    pub(crate) fn again(self, nodes: Option<u64>) -> Self {
        let stop = if self.is_stopped() { Arc::default() } else { self.stop };
        Self { nodes, deadline: None, stop, ..self }
    }

    pub(crate) fn guard(&self) -> Guard {
        Guard { limits: self.clone(), searched: 0, granted: 0, left: 0, lists: 0 }
    }
}

#[derive(Debug)]
pub(crate) struct Guard {
    limits: Limits,
    /// The number of nodes with events that were searched before the last check of the clock and the flag.
    searched: u64,
    /// The number of nodes granted at that check.
    granted: u64,
    /// The number of granted nodes that are left.
    left: u64,
    /// The number of move lists generated, with or without events.
    lists: u64,
}

/// The number of nodes between checks of the clock and the flag.
const PERIOD: u64 = 1024;

/// The number of move lists between checks. Lists are counted separately, because ordering a list can require a search.
const LISTS: u64 = 256;

impl<G: Game> Hooks<G> for Guard {
    /// Also checks during work without events: after a null move, and while ordering finds the truly best move.
    #[inline(always)]
    fn moves(&mut self, _: Line<'_, G>, _: &mut Vec<G::Move>) -> Flow {
        self.lists += 1;
        if self.left == 0 || self.lists.is_multiple_of(LISTS) { self.look() } else { Flow::Continue(()) }
    }

    #[inline(always)]
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        // A leaf counts when it is judged, an inner node when it is entered.
        if !matches!(event, Event::Enter { .. } | Event::Judged { leaf: Some(_), .. }) {
            return Flow::Continue(());
        }
        if self.left == 0 {
            self.grant()?;
        }
        self.left -= 1;
        Flow::Continue(())
    }
}

impl Guard {
    /// Stops the search if a limit is reached.
    #[cold]
    fn look(&self) -> Flow {
        let Limits { nodes, deadline, .. } = &self.limits;
        let searched = self.searched + self.granted - self.left;
        let is_over = nodes.is_some_and(|nodes| nodes <= searched)
            || deadline.is_some_and(|deadline| deadline <= Instant::now())
            || self.limits.is_stopped();
        if is_over { Flow::Break(()) } else { Flow::Continue(()) }
    }

    /// Grants more nodes, at least one, or stops the search.
    #[cold]
    fn grant(&mut self) -> Flow {
        self.tell();
        self.look()?;
        let rest = self.limits.nodes.map_or(PERIOD, |nodes| nodes.saturating_sub(self.searched));
        self.granted = rest.min(PERIOD);
        self.left = self.granted;
        Flow::Continue(())
    }

    fn tell(&mut self) {
        let searched = self.granted - self.left;
        self.limits.progress.fetch_add(searched, Ordering::Relaxed);
        self.searched += searched;
        (self.granted, self.left) = (0, 0);
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.tell();
    }
}
