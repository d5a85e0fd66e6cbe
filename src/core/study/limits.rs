//! When a search has to stop, and how far it is.

use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Line, SearchEvent};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// When a search has to stop. The default is never.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After so many searched nodes of which an event tells; while a null move is searched, nothing is looked at.
    pub nodes: Option<u64>,
    /// At this moment.
    pub deadline: Option<Instant>,
    /// When somebody sets this.
    pub stop: Arc<AtomicBool>,
    /// For who has set it: whether somebody has seen that, and ends what he does.
    pub heeded: Arc<AtomicBool>,
    /// For somebody who watches: the nodes of all searches that share this are added up here, now and then.
    pub progress: Arc<AtomicU64>,
}

impl Limits {
    /// Returns whether somebody wants everything to stop. Who asks ends then, and is taken note of.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let is_stopped = self.stop.load(Ordering::Relaxed);
        if is_stopped {
            self.heeded.store(true, Ordering::Relaxed);
        }
        is_stopped
    }

    /// Returns limits for the same search once more, to `nodes` nodes: its time may be over, and who stopped it did not mean
    /// this one. It can still be stopped, if it was not before.
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
    /// The nodes that were searched before the last look at clock and flag, and told of.
    searched: u64,
    /// How many were allowed then.
    granted: u64,
    /// How many of them are left.
    left: u64,
    /// How many lists of moves were made, also where no event tells of it.
    lists: u64,
}

/// Clock and flag are looked at once in so many nodes.
const PERIOD: u64 = 1024;

/// The same in so many lists of moves, of which some take a search of their own to be put in order.
const LISTS: u64 = 256;

impl<G: Game> Hooks<G> for Guard {
    /// Also looks where no event tells of what is searched: after a pass, and to find the truly best move for its order.
    #[inline(always)]
    fn moves(&mut self, _: Line<'_, G>, _: &mut Vec<G::Move>) -> Flow {
        self.lists += 1;
        if self.left == 0 || self.lists.is_multiple_of(LISTS) { self.look() } else { Flow::Continue(()) }
    }

    #[inline(always)]
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        // A leaf is a node when it is judged, an inner node when it is entered.
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
    /// Breaks off if a limit is reached.
    #[cold]
    fn look(&self) -> Flow {
        let Limits { nodes, deadline, .. } = &self.limits;
        let searched = self.searched + self.granted - self.left;
        let is_over = nodes.is_some_and(|nodes| nodes <= searched)
            || deadline.is_some_and(|deadline| deadline <= Instant::now())
            || self.limits.is_stopped();
        if is_over { Flow::Break(()) } else { Flow::Continue(()) }
    }

    /// Allows some more nodes, at least one, or breaks off.
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
