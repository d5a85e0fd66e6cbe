//! A search as it was at an earlier moment: at the end of one of its passes, or when the node of an event was judged.
//! The tree and the best line are those of the pass that contains the moment; the counts include the earlier passes.

use super::recorded::KnownSoFar;
use super::{AnyStudy, LineEndReport, LineError, StudyError};
use crate::core::hooks::Event;
use crate::core::trace::{Header, Outcome, Record, Sink};
use std::io;

/// A moment of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The end of a pass over the whole tree. Passes are counted from 1; a search without passes counts as one pass.
    Pass(usize),
    /// The moment when the node of this event is next judged. Events are counted from 1; in JSON Lines, event N is on
    /// line N + 1.
    Event(usize),
}

/// Why a search does not have the requested moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MomentError {
    /// The search has fewer passes than the number requested.
    #[error("there is no pass {asked}; the search has {}", counted(*there, "pass", "passes"))]
    Pass {
        /// The requested pass.
        asked: usize,
        /// The number of passes.
        there: usize,
    },
    /// The search has fewer events than the number requested.
    #[error("there is no event {asked}; the search has {}", counted(*there, "event", "events"))]
    Event {
        /// The requested event.
        asked: usize,
        /// The number of events.
        there: usize,
    },
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The events that determine where a search ends, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// The event asked for.
    pub asked: usize,
    /// The last event shown: the judgement of its node.
    pub last: usize,
}

/// A study that ends at a given moment of another study.
#[derive(Debug)]
pub struct StudyUntil<S> {
    study: S,
    asked: Option<usize>,
    events: usize,
    header: Header,
    outcome: Outcome,
}

impl<S: AnyStudy> StudyUntil<S> {
    /// Returns the event asked for and the last event shown, or `None` if the search did not continue after the latter.
    pub fn until(&self) -> Option<Until> {
        (!self.outcome.complete).then_some(Until { asked: self.asked.unwrap_or(self.events), last: self.events })
    }

    /// Finds the moment, which takes as long as replaying the search twice.
    ///
    /// # Errors
    /// [`StudyError`] if the search fails. The inner result is a [`MomentError`] if the search does not have the
    /// requested moment.
    pub fn new(study: S, moment: Moment) -> Result<Result<Self, MomentError>, StudyError> {
        let asked = if let Moment::Event(event) = moment { Some(event) } else { None };
        let mut finder = Finder { moment: Some(moment), ..Finder::default() };
        let whole = study.record(&mut finder)?;
        let events = match finder.found(moment) {
            Ok(events) => events,
            Err(error) => return Ok(Err(error)),
        };
        if events == finder.events {
            let header = study.header().clone();
            return Ok(Ok(Self { study, asked: None, events, header, outcome: whole }));
        }
        let mut known = KnownSoFar::default();
        study.record(&mut First { left: events, sink: &mut OfThisPass(&mut known) })?;
        let mut header = study.header().clone();
        header.depth = finder.depth.unwrap_or(header.depth);
        let outcome = known.outcome(finder.is_whole);
        Ok(Ok(Self { study, asked, events, header, outcome }))
    }
}

/// An observer that looks for a moment.
#[derive(Default)]
struct Finder {
    /// The moment to look for; `None` once it is found.
    moment: Option<Moment>,
    events: usize,
    passes: usize,
    /// The subject of the requested event, once the event has occurred. The next judgement of this subject ends the
    /// search.
    subject: Option<Vec<String>>,
    /// The number of events up to the moment, the depth of the pass at that time, and whether the pass had ended.
    until: Option<usize>,
    depth: Option<u32>,
    is_whole: bool,
}

impl Finder {
    fn stop(&mut self, events: usize, is_whole: bool) {
        (self.until, self.is_whole, self.moment) = (Some(events), is_whole, None);
    }

    fn found(&self, moment: Moment) -> Result<usize, MomentError> {
        match (self.until, moment) {
            (Some(events), _) => Ok(events),
            (None, Moment::Pass(asked)) if asked == self.passes.max(1) => Ok(self.events),
            (None, Moment::Event(asked)) if asked <= self.events => Ok(self.events),
            (None, Moment::Pass(asked)) => Err(MomentError::Pass { asked, there: self.passes.max(1) }),
            (None, Moment::Event(asked)) => Err(MomentError::Event { asked, there: self.events }),
        }
    }
}

impl Sink for Finder {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.events += 1;
        let Some(moment) = self.moment else { return Ok(()) };
        if let Event::Pass { depth, .. } = record.event {
            if moment == Moment::Pass(self.passes) || self.subject.is_some() {
                self.stop(self.events - 1, true);
                return Ok(());
            }
            self.passes += 1;
            self.depth = Some(depth);
        }
        if let Moment::Event(event) = moment {
            if event == self.events {
                self.subject = Some(record.subject());
            }
            let is_judged = matches!(record.event, Event::Judged { .. } | Event::Pruned { .. });
            if is_judged && self.subject.as_ref().is_some_and(|subject| record.names().eq(subject)) {
                self.stop(self.events, false);
            }
        }
        Ok(())
    }
}

/// Forwards the first `left` records and ignores the others.
struct First<'a> {
    left: usize,
    sink: &'a mut dyn Sink,
}

impl Sink for First<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        self.sink.take(record)
    }
}

/// Forgets the earlier passes when a pass begins, so that the last pass inherits no line from them.
struct OfThisPass<'a>(&'a mut KnownSoFar);

impl Sink for OfThisPass<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if let Event::Pass { .. } = record.event {
            self.0.forget_passes();
        }
        self.0.take(record)
    }
}

impl<S: AnyStudy> AnyStudy for StudyUntil<S> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        self.study.record(&mut First { left: self.events, sink })?;
        self.solve()
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        Ok(self.outcome.clone())
    }

    fn beyond(&self, line: &[String]) -> Option<LineEndReport> {
        self.study.beyond(line)
    }

    fn is_recorded(&self) -> bool {
        true
    }

    fn shows_last_pass(&self) -> bool {
        true
    }

    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        self.study.read_line(text)
    }
}
