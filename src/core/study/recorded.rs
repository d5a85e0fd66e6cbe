//! A recorded trace as a study: replayed, never searched.

use super::header_tree::board;
use super::{AnyStudy, LineEndReport, Lines, StudyError, beginning_with, line_end};
use crate::core::game::classic::GameList;
use crate::core::recording::{Label, Replay};
use crate::core::trace::{Counter, Header, Outcome, Record, Sink, Trace, TraceError, TraceReader};
use std::cell::{OnceCell, RefCell};
use std::io::{self, BufRead, Seek};

/// A trace in JSON Lines. It is read again for each replay, so the memory needed does not depend on its length.
///
/// If the trace is damaged or truncated, everything before that point is replayed, and [`problem`](Self::problem)
/// describes the damage. If the damage comes after the result, the search is complete.
///
/// ```
/// use plywood::study::{AnyStudy, RecordedStudy};
/// use std::io::Cursor;
///
/// let lines = r#"{"format":"plywood-trace","version":1,"title":"t","depth":1,"algorithm":"alpha-beta","order":"none"}
/// {"event":"root","score":0.0}
/// {"event":"enter","line":[],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a"]}
/// {"event":"created","line":["a"],"number":1,"score":1.0}"#;
/// let study = RecordedStudy::new(Cursor::new(lines))?;
/// assert_eq!(study.solve()?.statistics.created, 2);
/// assert!(study.problem().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RecordedStudy<R> {
    input: RefCell<R>,
    header: Header,
    outcome: OnceCell<Outcome>,
    problem: OnceCell<TraceError>,
}

impl<R: BufRead + Seek> RecordedStudy<R> {
    /// Reads the header and the first event.
    ///
    /// # Errors
    /// [`TraceError`] if the header or the first event is damaged.
    pub fn new(input: R) -> Result<Self, TraceError> {
        Self::knowing(input, &GameList::default())
    }

    /// Like [`new`](Self::new), but also reads traces of these named games.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn knowing(mut input: R, games: &GameList) -> Result<Self, TraceError> {
        input.rewind()?;
        let mut reader = TraceReader::knowing(&mut input, games)?;
        reader.next().transpose()?;
        let header = reader.header().clone();
        Ok(Self { input: RefCell::new(input), header, outcome: OnceCell::new(), problem: OnceCell::new() })
    }

    /// Returns the error in the trace, if a replay has reached it.
    pub fn problem(&self) -> Option<&TraceError> {
        self.problem.get()
    }

    /// Consumes the study and returns the error that [`problem`](Self::problem) returns.
    #[cfg(feature = "cli")]
    pub(crate) fn into_problem(self) -> Option<TraceError> {
        self.problem.into_inner()
    }

    /// Passes the first `most` records to `sink`. Returns the number of records passed and, if the trace ended among
    /// them, its result.
    fn tell(&self, most: usize, sink: &mut dyn Sink) -> io::Result<(usize, Option<Outcome>)> {
        let mut input = self.input.try_borrow_mut().map_err(io::Error::other)?;
        input.rewind()?;
        let mut reader = TraceReader::knowing(&mut *input, &self.header.games).map_err(io::Error::other)?;
        for count in 0..most {
            match reader.lend() {
                None => return Ok((count, Some(reader.finish().map_err(io::Error::other)?.1))),
                Some(Ok((_, record))) => sink.take(record)?,
                Some(Err(problem)) => {
                    // Only the first error is kept. A later replay can find a different one only if the file has
                    // changed.
                    let _ = self.problem.set(problem);
                    return Ok((count, reader.outcome().cloned()));
                }
            }
        }
        Ok((most, None))
    }

    /// Returns what was known after this many events.
    fn known(&self, events: usize) -> io::Result<KnownSoFar> {
        let mut known = KnownSoFar::default();
        self.tell(events, &mut known)?;
        Ok(known)
    }
}

impl<R: BufRead + Seek> AnyStudy for RecordedStudy<R> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        let (events, outcome) = self.tell(usize::MAX, sink)?;
        if self.outcome.get().is_none() {
            let outcome = match outcome {
                Some(said) if said.omits.any() => self.known(events)?.completed(said),
                Some(said) => said,
                None => Outcome { is_missing: true, ..self.known(events)?.outcome(false) },
            };
            let _ = self.outcome.set(outcome);
        }
        self.solve()
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        match self.outcome.get() {
            Some(outcome) => Ok(outcome.clone()),
            None => self.record(&mut KnownSoFar::default()),
        }
    }

    fn beyond(&self, line: &[String]) -> Option<LineEndReport> {
        line_end::beyond(&mut *board(&self.header)?, line)
    }

    fn is_recorded(&self) -> bool {
        true
    }
}

/// The state of a search while it is replayed.
#[derive(Default)]
pub(super) struct KnownSoFar {
    names: Replay,
    lines: Lines<Label>,
    counter: Counter,
}

impl KnownSoFar {
    /// Forgets the results of all passes so far.
    pub(super) fn forget_passes(&mut self) {
        self.lines = Lines::default();
    }

    /// Returns the result so far, or the result of a search that finished with the last event.
    pub(super) fn outcome(&self, complete: bool) -> Outcome {
        let finished = self.lines.finished().filter(|_| !complete);
        let pv = match finished {
            Some(finished) => finished.line(),
            // Null windows may prove the best move without a line.
            None if complete => beginning_with(self.lines.best, self.lines.pv()),
            None => self.lines.pv(),
        };
        let line: Vec<String> = pv.line.iter().map(|&label| self.names.name(label).to_owned()).collect();
        Outcome {
            complete,
            finished_depth: finished.map(|finished| finished.depth),
            score: finished.and_then(|finished| finished.score).or(pv.score),
            best: line.first().cloned(),
            pv: line,
            statistics: self.counter.statistics,
            ..Outcome::default()
        }
    }

    /// Returns the result, with omitted fields worked out from the events.
    fn completed(&self, said: Outcome) -> Outcome {
        let (known, omits) = (self.outcome(said.complete), said.omits);
        // Without a depth, a score or move in the result may come from an unfinished depth.
        let is_depth_derived = said.finished_depth.is_none() && omits.score && omits.best && omits.pv;
        let best = if omits.best { known.best } else { said.best };
        let pv = match &best {
            _ if !omits.pv => said.pv,
            best if known.pv.first() == best.as_ref() => known.pv,
            best => best.iter().cloned().collect(),
        };
        Outcome {
            finished_depth: if is_depth_derived { known.finished_depth } else { said.finished_depth },
            is_depth_derived,
            score: if omits.score { self.lines.score.filter(|_| said.complete).or(known.score) } else { said.score },
            best,
            pv,
            statistics: if omits.statistics { known.statistics } else { said.statistics },
            ..said
        }
    }
}

impl Sink for KnownSoFar {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.names.show(record, &mut (&mut self.lines, &mut self.counter));
        Ok(())
    }
}

impl AnyStudy for Trace {
    fn header(&self) -> &Header {
        &self.header
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        self.tell(sink)?;
        self.solve()
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        if !self.outcome.omits.any() {
            return Ok(self.outcome.clone());
        }
        let mut known = KnownSoFar::default();
        self.tell(&mut known)?;
        Ok(known.completed(self.outcome.clone()))
    }

    fn beyond(&self, line: &[String]) -> Option<LineEndReport> {
        line_end::beyond(&mut *board(&self.header)?, line)
    }

    fn is_recorded(&self) -> bool {
        true
    }
}
