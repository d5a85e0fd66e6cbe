//! A position in a recorded search that you can move forward and back. It consists of the number of an event and the
//! complete state after it.
//!
//! A [`Cursor`] works on a trace in JSON Lines, in memory or in a file, and reads only what it needs. It folds the
//! state event by event and keeps copies of the state at intervals. To go back, it replays the events after the nearest
//! earlier copy, so a state depends only on its number, not on how it was reached. A [`Follower`] only goes forward.

mod follower;
mod state;
mod steps;

pub use follower::Follower;
pub(crate) use state::board;
pub use state::{Board, LineNode, State};
pub(crate) use steps::is_step;
pub use steps::{Goal, Way};

use crate::core::game::classic::GameList;
use crate::core::hooks::Event;
use crate::core::recording::Replay;
use crate::core::study::{AnyStudy, RecordedStudy, StudyError};
use crate::core::trace::{Header, Outcome, Record, Sink as _, Trace, TraceError, TraceReader};
use crate::core::tree::{Keep, RecordedTree, SearchTree};
use state::{StateFold, named};
use std::io::{self, BufRead, Seek, SeekFrom};
use steps::EventMark;

/// The maximum number of copies of the state. If there are more, every other copy is dropped.
const MOST_COPIES: usize = 1024;
/// The initial distance between copies, in events. The distance grows with the number of nodes in the state.
const DISTANCE: usize = 256;

/// A position in a recorded search.
///
/// ```
/// use plywood::cursor::{Cursor, Goal, Way};
/// use plywood::model::{Lesson, builtin};
/// use plywood::search::Settings;
/// use plywood::study::Limits;
/// use plywood::tasks::Subject;
///
/// let lesson = Lesson::from_json(builtin("wikipedia").ok_or("no such lesson")?)?;
/// let settings = Settings::default().depth(lesson.depth);
/// let study = Subject::from(lesson).study(&settings, None, Limits::default())?;
/// let mut cursor = Cursor::of_study(&*study)?;
/// assert_eq!((cursor.step(), cursor.len()), (1, 82));
///
/// cursor.advance(&Goal::Cutoff, Way::Forward)?;
/// let cutoff = cursor.state();
/// cursor.advance(&Goal::Event, Way::Forward)?;
/// cursor.advance(&Goal::Event, Way::Back)?;
/// assert_eq!(cursor.state(), cutoff);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Creating a cursor reads the whole trace once. After that, a jump reads the events between two copies of the state:
/// 256 in traces of up to a quarter of a million events, a thousandth of the trace beyond that, or as many as the state
/// has nodes. A cursor needs eight bytes of memory per event, plus up to a thousand states, which together have at most
/// as many nodes as the trace has events.
#[derive(Debug)]
pub struct Cursor<R> {
    input: R,
    header: Header,
    outcome: Option<Outcome>,
    problem: Option<TraceError>,
    marks: Vec<EventMark>,
    /// The events that report omitted steps, each with the number of those steps.
    left_out: Vec<(usize, u64)>,
    /// Copies of the state. The first copy is from before all events.
    copies: Vec<Checkpoint>,
    names: Replay,
    decimals: usize,
    here: Checkpoint,
    event: Record,
}

/// A copy of a state, and the input offset of the next event.
#[derive(Clone, Debug)]
struct Checkpoint {
    step: usize,
    next: u64,
    fold: StateFold,
}

/// Why there is no state.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CursorError {
    /// The beginning of the trace cannot be read, or the file has changed since it was opened.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The trace has no event.
    #[error("the trace has no event, so there is nothing to show")]
    Empty,
    /// There is no event with the requested number.
    #[error("event {step} is out of range; the events go from 1 to {of}")]
    Range {
        /// The requested number.
        step: usize,
        /// The number of the last event.
        of: usize,
    },
}

impl From<io::Error> for CursorError {
    fn from(error: io::Error) -> Self {
        Self::Trace(error.into())
    }
}

impl Cursor<io::Cursor<Vec<u8>>> {
    /// Runs a search, keeps its trace in memory (about 140 bytes per event in chess), and returns the cursor at its
    /// first event.
    ///
    /// # Errors
    /// [`StudyError`] if the search cannot be run, or has no event.
    pub fn of_study(study: &dyn AnyStudy) -> Result<Self, StudyError> {
        let mut lines = Vec::new();
        study.json_lines(&mut lines)?;
        Self::knowing(io::Cursor::new(lines), &study.header().games)
            .map_err(|error| StudyError::Io(io::Error::other(error)))
    }

    /// Returns the cursor at the first event of a trace.
    ///
    /// # Errors
    /// [`CursorError::Empty`] if the trace has no event.
    pub fn of_trace(trace: &Trace) -> Result<Self, CursorError> {
        let mut lines = Vec::new();
        trace.write_json_lines(&mut lines)?;
        Self::knowing(io::Cursor::new(lines), &trace.header.games)
    }
}

impl<R: BufRead + Seek> Cursor<R> {
    /// Reads a trace in JSON Lines and returns the cursor at its first event. If the trace is damaged or truncated, the
    /// cursor contains the events before that point, and [`problem`](Self::problem) describes the damage.
    ///
    /// # Errors
    /// [`CursorError`] if no header or no event can be read.
    pub fn new(input: R) -> Result<Self, CursorError> {
        Self::knowing(input, &GameList::default())
    }

    /// Like [`new`](Self::new), but also reads traces of these named games.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn knowing(mut input: R, games: &GameList) -> Result<Self, CursorError> {
        let mut reader = TraceReader::knowing(&mut input, games)?;
        let (mut marks, mut copies, mut distance, mut copied) = (Vec::new(), Vec::new(), DISTANCE, 0);
        let mut left_out = Vec::new();
        let mut names = Replay::default();
        let mut place = Checkpoint { step: 0, next: reader.offset(), fold: StateFold::default() };
        let mut first: Option<Record> = None;
        let mut problem = None;
        copies.push(place.clone());
        while let Some(record) = reader.next() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    problem = Some(error);
                    break;
                }
            };
            marks.push(place.take(&record, reader.offset(), &mut names));
            if let Event::Omitted { steps, .. } = record.event {
                left_out.push((marks.len(), steps));
            }
            first.get_or_insert(record);
            if distance.max(place.fold.size()) <= place.step - copied {
                copied = place.step;
                copies.push(place.clone());
                if copies.len() == MOST_COPIES {
                    distance *= 2;
                    let mut is_kept = [true, false].into_iter().cycle();
                    copies.retain(|_| is_kept.next().unwrap_or_default());
                }
            }
        }
        let header = reader.header().clone();
        let mut outcome = if problem.is_none() { Some(reader.finish()?.1) } else { reader.outcome().cloned() };
        if outcome.as_ref().is_some_and(|outcome| outcome.omits.any()) {
            outcome = RecordedStudy::knowing(&mut input, games)?.solve().ok();
        }
        // If there is no event at all, the problem is an error, not just a remark.
        let Some(event) = first else { return Err(problem.map_or(CursorError::Empty, CursorError::Trace)) };
        let (here, decimals) = (copies[0].clone(), place.fold.decimals);
        let mut cursor =
            Self { input, header, outcome, problem, marks, left_out, copies, names, decimals, here, event };
        cursor.go(1)?;
        Ok(cursor)
    }

    /// Returns the cursor with a description of the damage after the last event of its trace.
    #[must_use]
    pub fn damaged(self, problem: Option<TraceError>) -> Self {
        Self { problem, ..self }
    }

    /// Returns the subject and settings of the search.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the result, or `None` if the trace breaks off before it.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns the error in the trace after its last event, if there is one.
    pub const fn problem(&self) -> Option<&TraceError> {
        self.problem.as_ref()
    }

    /// Returns the number of decimals needed to print every score of the search exactly.
    pub const fn decimals(&self) -> usize {
        self.decimals
    }

    /// Returns the number of events.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub const fn len(&self) -> usize {
        self.marks.len()
    }

    /// Returns the number of the current event, from 1.
    pub const fn step(&self) -> usize {
        self.here.step
    }

    /// Returns everything that is known after the current event.
    pub fn state(&self) -> State {
        let at = (self.here.step, self.marks.len());
        let root = self.header.position();
        let board = root.and_then(|root| board(&self.header.games, root, &self.event.subject()));
        named(&self.here.fold, &self.names, at, board, self.event.clone(), |_, level| &level.node.children)
    }

    /// Moves to an event.
    ///
    /// # Errors
    /// [`CursorError::Range`] if the search has no event with this number; the cursor then stays where it is.
    /// [`CursorError::Trace`] if the file has changed.
    pub fn go(&mut self, step: usize) -> Result<(), CursorError> {
        if step == 0 || self.marks.len() < step {
            return Err(CursorError::Range { step, of: self.marks.len() });
        }
        if step == self.here.step {
            return Ok(());
        }
        let copy = self.copy_before(step);
        let is_near = self.here.step < step && copy.step <= self.here.step;
        let mut place = if is_near { self.here.clone() } else { copy.clone() };
        self.input.seek(SeekFrom::Start(place.next))?;
        let mut text = String::new();
        while place.step < step {
            let record = self.read(&mut text, &mut place.next)?;
            let next = place.next;
            place.take(&record, next, &mut self.names);
            self.event = record;
        }
        self.here = place;
        Ok(())
    }

    /// Moves to the end of a pass over the whole tree, and returns 0. Passes are counted from 1. If the search has
    /// fewer than `pass` passes, moves to the end of the search and returns the number of passes. A search without
    /// passes counts as one pass.
    ///
    /// # Errors
    /// [`CursorError::Trace`] if the file has changed.
    pub fn go_to_pass(&mut self, pass: usize) -> Result<usize, CursorError> {
        let mut there = 0;
        for step in 1..=self.marks.len() {
            self.go(step)?;
            if let Event::Pass { .. } = self.event.event {
                if there == pass {
                    self.go(step - 1)?;
                    return Ok(0);
                }
                there += 1;
            }
        }
        Ok(if there.max(1) == pass { 0 } else { there.max(1) })
    }

    /// Returns the nearest copy of the state before an event.
    fn copy_before(&self, step: usize) -> &Checkpoint {
        let behind = self.copies.partition_point(|copy| copy.step < step);
        &self.copies[behind.saturating_sub(1)]
    }

    /// Returns the next event, or `None` at the end.
    ///
    /// # Errors
    /// [`CursorError::Trace`] if the file has changed.
    pub fn peek(&mut self) -> Result<Option<Record>, CursorError> {
        if self.here.step == self.marks.len() {
            return Ok(None);
        }
        let mut next = self.here.next;
        self.input.seek(SeekFrom::Start(next))?;
        Ok(Some(self.read(&mut String::new(), &mut next)?))
    }

    /// Folds all events up to the current one into a tree, keeping what `keep` selects. Undecided nodes have no value
    /// and no judgement, and nodes not yet reached look as if the search had been stopped at the current event.
    ///
    /// Takes time in proportion to the number of these events.
    ///
    /// # Errors
    /// [`CursorError::Trace`] if the file has changed.
    pub fn tree(&mut self, keep: &Keep<String>) -> Result<SearchTree, CursorError> {
        let mut tree = RecordedTree::new(keep);
        let mut next = self.copies[0].next;
        self.input.seek(SeekFrom::Start(next))?;
        let mut text = String::new();
        for _ in 0..self.here.step {
            tree.take(&self.read(&mut text, &mut next)?)?;
        }
        let state = self.state();
        let outcome = match &self.outcome {
            Some(outcome) if state.step == state.of => outcome.clone(),
            _ => Outcome {
                score: state.score,
                best: state.pv.first().cloned(),
                pv: state.pv,
                statistics: state.counts,
                ..Outcome::default()
            },
        };
        Ok(tree.finish(self.header.clone(), outcome))
    }

    /// Reads the next record, and adds the number of bytes read to `next`.
    fn read(&mut self, text: &mut String, next: &mut u64) -> Result<Record, CursorError> {
        loop {
            text.clear();
            let length = self.input.read_line(text)?;
            *next += length as u64;
            if length == 0 {
                return Err(io::Error::other("the trace changed while it was being read").into());
            }
            if !text.trim().is_empty() {
                let changed = |error| io::Error::other(format!("the trace changed while it was being read: {error}"));
                let record: Record = serde_json::from_str(text).map_err(changed)?;
                return Ok(record.under(&self.header));
            }
        }
    }
}

impl Checkpoint {
    /// Processes the next event and returns its mark. `next` is the input offset after the event.
    fn take(&mut self, record: &Record, next: u64, names: &mut Replay) -> EventMark {
        let at_root = record.line.is_empty();
        let pv = |fold: &StateFold| if at_root { fold.lines.pv().line } else { Vec::new() };
        let before = pv(&self.fold);
        self.fold.take(record, names);
        let mark = EventMark::new(record, pv(&self.fold) != before);
        (self.step, self.next) = (self.step + 1, next);
        mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::TreeGame;
    use crate::core::score::Score;
    use crate::core::search::Settings;
    use crate::core::study::Study;

    /// The memory for the copies of the state grows linearly with the trace, not quadratically, even if nodes are very
    /// wide.
    #[test]
    fn all_copies_have_no_more_nodes_than_the_trace_has_events() {
        for leaves in [3, 1000, 6000] {
            let mut game = TreeGame::new();
            for leaf in 0..leaves {
                game.add(&format!("m{leaf}"), Score::from_millipawns(leaf));
            }
            let study = Study::new(game, (), Settings { depth: 1, ..Settings::default() }).unwrap();
            let mut cursor = Cursor::of_study(&study).unwrap();
            let copied: usize = cursor.copies.iter().map(|copy| copy.fold.size()).sum();
            assert!(copied <= cursor.len(), "{leaves} leaves, {} events: {copied}", cursor.len());
            // The last step is read from a copy, not from the beginning.
            let (last, copies) = (cursor.len(), cursor.copies.len());
            assert!(leaves < 1000 || last / 2 <= cursor.copies[copies - 1].step, "{last}");
            cursor.go(last).unwrap();
            assert_eq!(cursor.state().counts.leaves, leaves as u64);
        }
    }
}
