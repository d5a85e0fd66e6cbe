//! A search that can be run again and again with the same result, each time for another purpose.
//!
//! The tree that people see is folded while the search runs, so nothing keeps millions of nodes. Who wants to know
//! more afterwards, such as the log or a corner of the tree, searches again and looks there.

use crate::game::{Notation, Searchable};
use crate::hooks::{Event, Flow, Hooks, Line};
use crate::pv::{CollectedLines, PrincipalVariation};
use crate::search::{SearchError, Settings};
use crate::trace::{
    Counter, GameNames, Header, JsonLines, Keep, Names, Outcome, Recorder, SearchTree, Sink, Trace, TreeBuilder, Watch,
};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// A position or tree to search, what to do to the search, and how to search.
#[derive(Clone, Debug)]
pub struct Study<G, H> {
    /// The game, at the root.
    pub game: G,
    /// Hooks that change the search: those of a lesson, or `()`.
    pub hooks: H,
    /// The search.
    pub settings: Settings,
    /// What is written about it.
    pub header: Header,
    /// When to stop.
    pub limits: Limits,
}

/// What a search came to: the folded tree and the line that proves its score.
#[derive(Clone, Debug)]
pub struct Explained<M> {
    /// The tree.
    pub tree: SearchTree,
    /// The principal variation with its leaf.
    pub pv: PrincipalVariation<M>,
}

impl<G: Notation + Searchable + Clone, H: Hooks<G> + Clone> Study<G, H> {
    /// Searches and keeps the nodes that `keep` says.
    ///
    /// # Errors
    /// [`SearchError::Settings`] if the settings make no sense. A search that is stopped is no error: the outcome says
    /// that it is incomplete.
    pub fn explain(&self, keep: Keep<G::Move>) -> Result<Explained<G::Move>, SearchError> {
        let mut watch = Watch((TreeBuilder::new(keep), Observed::default()));
        let complete = self.run(&mut watch)?;
        let Watch((builder, observed)) = watch;
        let mut names = GameNames::new(self.game.clone());
        let outcome = self.outcome(complete, &observed, &mut names);
        let tree = builder.finish(&mut names, self.header.clone(), outcome);
        Ok(Explained { tree, pv: observed.0.pv() })
    }

    /// Searches and keeps every event.
    ///
    /// # Errors
    /// As [`explain`](Self::explain).
    pub fn trace(&self) -> Result<Trace, SearchError> {
        let (events, outcome) = self.record(Vec::new())?;
        Ok(Trace { header: self.header.clone(), outcome, events })
    }

    /// Searches and writes the trace as JSON Lines meanwhile.
    ///
    /// # Errors
    /// As [`explain`](Self::explain), or what writing gives.
    pub fn json_lines(&self, out: impl Write) -> Result<(), StudyError> {
        let (sink, outcome) = self.record(JsonLines::new(out, &self.header)?)?;
        sink.finish(&outcome)?;
        Ok(())
    }

    /// Searches and hands every event, with names, to `sink`, which comes back with the outcome.
    ///
    /// # Errors
    /// As [`explain`](Self::explain).
    pub fn record<S: Sink>(&self, sink: S) -> Result<(S, Outcome), SearchError> {
        let mut recorder = Recorder::new(sink, self.header.shape.clone());
        let mut observed = Watch(Observed::default());
        let complete = self.run(&mut (&mut recorder, &mut observed))?;
        let outcome = self.outcome(complete, &observed.0, &mut GameNames::new(self.game.clone()));
        Ok((recorder.into_sink(), outcome))
    }

    /// Runs the search under `watch`; returns whether it was finished.
    ///
    /// # Errors
    /// [`SearchError::Settings`].
    pub fn run(&self, watch: &mut impl Hooks<G>) -> Result<bool, SearchError> {
        let mut game = self.game.clone();
        let limits = Guard { limits: self.limits.clone(), events: 0 };
        match self.settings.search(&mut game, &mut (self.hooks.clone(), (limits, watch))) {
            Ok(_) => Ok(true),
            Err(SearchError::Stopped(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn outcome(&self, complete: bool, observed: &Observed<G::Move>, names: &mut GameNames<G>) -> Outcome {
        let pv = observed.0.pv();
        let line: Vec<String> = (1..=pv.line.len()).map(|length| names.name(&pv.line[..length])).collect();
        Outcome {
            complete,
            score: pv.score.or_else(|| self.game.ending().map(|ending| ending.score(0))),
            best: line.first().cloned(),
            pv: line,
            ending: self.game.ending_name().map(str::to_owned),
            statistics: observed.1.statistics,
        }
    }
}

/// What is watched in every search: the PV and the counts.
type Observed<M> = (CollectedLines<M>, Counter);

/// Why a study gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The search could not be run.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The output could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// When a search has to stop. The default is never.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After so many searched nodes.
    pub nodes: Option<u64>,
    /// At this moment.
    pub deadline: Option<Instant>,
    /// When somebody sets this.
    pub stop: Arc<AtomicBool>,
    /// The searched nodes so far, for somebody who watches; brought up to date now and then.
    pub progress: Arc<AtomicU64>,
}

/// The limits as a hook.
#[derive(Debug)]
struct Guard {
    limits: Limits,
    events: u64,
}

/// The clock and the flag are asked once in so many nodes.
const PERIOD: u64 = 1024;

impl<G: crate::game::Game> Hooks<G> for Guard {
    #[inline]
    fn event(&mut self, _: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
        // A leaf is a node when it is judged, an inner node when it is entered.
        if !matches!(event, Event::Enter { .. } | Event::Judged { leaf: Some(_), .. }) {
            return Flow::Continue(());
        }
        if self.limits.nodes.is_some_and(|nodes| nodes <= self.events) {
            return Flow::Break(());
        }
        self.events += 1;
        if self.events.is_multiple_of(PERIOD) && self.is_over() {
            return Flow::Break(());
        }
        Flow::Continue(())
    }
}

impl Guard {
    #[cold]
    fn is_over(&self) -> bool {
        self.limits.progress.store(self.events, Ordering::Relaxed);
        self.limits.stop.load(Ordering::Relaxed)
            || self.limits.deadline.is_some_and(|deadline| deadline <= Instant::now())
    }
}
