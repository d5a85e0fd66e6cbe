//! A first pass over a search that collects the states that its page shows, so that one pass is enough.

use super::cells::Nodes;
use crate::core::cursor::{Follower, State};
use crate::core::hooks::{Event, Verdict};
use crate::core::score::Score;
use crate::core::trace::{Header, Record, Sink};
use crate::page::words::Words;
use crate::step::seen;
use std::io;

/// Selects the events that a page shows: all events if the search is small, otherwise the events about drawn nodes,
/// except those about their creation or the order of their moves.
#[derive(Clone, Copy)]
pub(super) struct Picker<'a> {
    pub nodes: &'a Nodes,
    /// Whether every event is shown.
    pub is_whole: bool,
}

impl Picker<'_> {
    pub(super) fn picks(self, record: &Record) -> bool {
        let is_told = !matches!(record.event, Event::Created { .. } | Event::Ordered { .. });
        self.is_whole
            || is_told && [&record.line, &record.subject()].into_iter().all(|line| self.nodes.at(line).is_some())
    }
}

/// A pass over a search that collects the states that the steps need.
pub(super) struct Survey<'a> {
    picker: Picker<'a>,
    words: &'a Words<'a>,
    follower: Follower,
    /// The entered nodes on the current line, root first, each with its number if it is drawn.
    places: Vec<Option<usize>>,
    scores: Vec<Score>,
    /// The states after the events about drawn nodes. They are kept so that one pass is enough.
    drawn: Vec<State>,
    /// The number of events shown.
    pub steps: usize,
}

impl<'a> Survey<'a> {
    /// Starts a survey; the decimals of `words` are ignored.
    pub(super) fn new(picker: Picker<'a>, words: &'a Words<'a>, header: &Header) -> Self {
        let follower = Follower::new(header);
        let scores = vec![Score::MIN, Score::MAX];
        Self { picker, words, follower, places: Vec::new(), scores, drawn: Vec::new(), steps: 0 }
    }

    pub(super) const fn events(&self) -> usize {
        self.follower.step()
    }

    /// Returns the number of decimals needed to print all scores exactly.
    pub(super) const fn decimals(&self) -> usize {
        self.follower.decimals()
    }

    /// Returns whether an event can change what is drawn: it must be about a drawn node, or be a verdict on a child
    /// that decides about a drawn node.
    fn is_drawn(&mut self, record: &Record) -> bool {
        self.happens_at_drawn(record) && (self.picker.is_whole || self.decides(record))
    }

    /// Returns whether an event that happens at a drawn node can change what is drawn there.
    fn decides(&self, record: &Record) -> bool {
        let is_decision = matches!(record.event, Event::Judged { verdict: Verdict::Best | Verdict::Cutoff { .. }, .. });
        is_decision || record.event.child().is_none() || self.picker.nodes.at(&record.subject()).is_some()
    }

    /// Returns whether an event happens at a drawn node.
    fn happens_at_drawn(&mut self, record: &Record) -> bool {
        let ply = record.line.len();
        if let Event::Enter { .. } = record.event {
            self.places.truncate(ply);
            // Only the children of drawn nodes are drawn.
            let can_be_drawn = self.places.last().is_none_or(Option::is_some);
            self.places.push(can_be_drawn.then(|| self.picker.nodes.at(&record.line)).flatten());
        } else if record.event.comes_before_enter() || matches!(record.event, Event::Root { .. } | Event::Pass { .. }) {
            return self.picker.is_whole || self.picker.nodes.at(&record.line).is_some();
        }
        self.picker.is_whole || self.places.get(ply).is_some_and(Option::is_some)
    }

    /// Ends the survey and returns its results, for a [`StepsBuilder`](super::steps::StepsBuilder).
    pub(super) fn finish(mut self) -> Surveyed {
        self.scores.sort_unstable();
        self.scores.dedup();
        Surveyed { scale: self.scores, drawn: self.drawn, steps: self.steps }
    }
}

impl Sink for Survey<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.follower.take(record);
        if self.is_drawn(record) {
            let mut state = self.follower.change(record);
            if self.picker.picks(record) {
                self.steps += 1;
                state.board = self.follower.board(record);
                if let Some(seen) = seen(&state, self.words) {
                    self.scores.extend([seen.window.alpha, seen.window.beta].into_iter().chain(seen.score));
                }
            }
            self.drawn.push(state);
        }
        Ok(())
    }
}

/// Everything in a search that its page shows step by step.
pub(super) struct Surveyed {
    /// All scores that appear on the number line at some step, sorted.
    pub scale: Vec<Score>,
    pub drawn: Vec<State>,
    /// The number of events shown.
    pub steps: usize,
}
