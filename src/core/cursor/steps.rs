//! The destinations of a cursor: the next event, the end of a subtree, a cutoff, a node. Marks let the cursor find
//! events without reading them.

use super::{Cursor, CursorError};
use crate::core::hooks::{Event, Kind, Verdict, is_dropped};
use crate::core::trace::Record;
use std::io::{BufRead, Seek, SeekFrom};

/// The direction in which a cursor moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To later events.
    Forward,
    /// To earlier events.
    Back,
}

impl Way {
    /// Returns the kinds of events that open and close a node in this direction.
    const fn bounds(self) -> (Kind, Kind) {
        match self {
            Self::Forward => (Kind::Enter, Kind::Leave),
            Self::Back => (Kind::Leave, Kind::Enter),
        }
    }
}

/// The destination of a cursor: the nearest event of this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Any event.
    Event,
    /// An event that enters a node, judges a move, ends a node, or reports a technique.
    Step,
    /// The next event of the same node, skipping everything inside its child: from `enter` to the `leave` of the same
    /// node, and back. There is no such event after a node's last event or before its first.
    Over,
    /// The `leave` of the node that contains the event or, going back, its `enter`.
    Out,
    /// A cutoff.
    Cutoff,
    /// A new best move at its node.
    NewBest,
    /// An event that changes the best line.
    NewPv,
    /// An event of this kind.
    Kind(Kind),
    /// An event about a node at this ply, or about the order of its children.
    Ply(usize),
    /// An event about the node at the end of this line.
    Node(Vec<String>),
    /// An event about any node reached by this move.
    Move(String),
}

impl<R: BufRead + Seek> Cursor<R> {
    /// Moves to the nearest event that matches the goal, and returns whether there is such an event. If there is none,
    /// the cursor does not move.
    ///
    /// # Errors
    /// [`CursorError::Trace`] if the file has changed.
    pub fn advance(&mut self, goal: &Goal, way: Way) -> Result<bool, CursorError> {
        let found = if let Goal::Node(line) = goal {
            self.search(way, |record| record.names().eq(line), goal)?
        } else if let Goal::Move(name) = goal {
            self.search(way, |record| record.names().last() == Some(name), goal)?
        } else {
            self.find(goal, way, self.step())
        };
        if let Some(step) = found {
            self.go(step)?;
        }
        Ok(found.is_some())
    }

    /// Returns the numbers of all events that are [steps](Goal::Step).
    pub fn steps(&self) -> impl Iterator<Item = usize> + '_ {
        (1..=self.marks.len()).filter(|step| self.marks[step - 1].has(STEP))
    }

    /// Returns the number of the event that makes this step. Steps are verdicts, numbered from 1 on pages, in logs and
    /// in traces. Returns `None` if there are fewer steps, or if the trace omits this one.
    pub fn event_of(&self, step: u64) -> Option<usize> {
        let mut count = 0;
        let is_it = |event: &usize| {
            count += self.left_out.iter().find(|(at, _)| at == event).map_or(0, |(_, steps)| *steps);
            let is_numbered = self.marks[event - 1].has(NUMBERED);
            count += u64::from(is_numbered);
            is_numbered && count == step
        };
        (1..=self.marks.len()).find(is_it)
    }

    /// Returns the number of the last step.
    pub fn last_step(&self) -> u64 {
        let told = self.marks.iter().filter(|mark| mark.has(NUMBERED)).count() as u64;
        told + self.left_out.iter().map(|(_, steps)| steps).sum::<u64>()
    }

    /// Returns the nearest matching event before or after `from`. If the goal is a node or a move, this event may still
    /// turn out not to match.
    fn find(&self, goal: &Goal, way: Way, from: usize) -> Option<usize> {
        if let Goal::Over = goal {
            return self.over(way, from);
        } else if let Goal::Out = goal {
            return self.out(way, from);
        }
        let is_wanted = |step: &usize| {
            let mark = self.marks[step - 1];
            match goal {
                Goal::Event | Goal::Over | Goal::Out => true,
                Goal::Step => mark.has(STEP),
                Goal::Cutoff => mark.has(CUTOFF),
                Goal::NewBest => mark.has(NEW_BEST),
                Goal::NewPv => mark.has(NEW_PV),
                Goal::Kind(kind) => mark.is(*kind),
                Goal::Ply(ply) => usize::from(mark.level) == *ply,
                Goal::Node(line) => mark.may_be_at(line),
                Goal::Move(name) => mark.may_be_after(name),
            }
        };
        self.beside(way, from).find(is_wanted)
    }

    /// Returns all events before or after `from`, the nearest first.
    fn beside(&self, way: Way, from: usize) -> Box<dyn Iterator<Item = usize>> {
        match way {
            Way::Forward => Box::new(from + 1..=self.marks.len()),
            Way::Back => Box::new((1..from).rev()),
        }
    }

    fn over(&self, way: Way, from: usize) -> Option<usize> {
        let here = self.marks[from - 1];
        let (opens, closes) = way.bounds();
        if here.is(opens) {
            return self.end_of(here.level, closes, way, from);
        }
        // The neighbouring event belongs to the same node or ends that node.
        self.beside(way, from).next().filter(|step| here.level <= self.marks[step - 1].level)
    }

    fn out(&self, way: Way, from: usize) -> Option<usize> {
        let here = self.marks[from - 1];
        let (opens, closes) = way.bounds();
        let level = if here.is(opens) { Some(here.level) } else { here.level.checked_sub(1) }?;
        self.end_of(level, closes, way, from)
    }

    /// Returns the nearest event that ends a node at this level.
    fn end_of(&self, level: u8, closes: Kind, way: Way, from: usize) -> Option<usize> {
        self.beside(way, from).find(|step| {
            let mark = self.marks[step - 1];
            mark.level == level && mark.is(closes)
        })
    }

    /// Finds the nearest event whose record matches, among the events whose marks allow a match.
    fn search(
        &mut self,
        way: Way,
        is_right: impl Fn(&Record) -> bool,
        goal: &Goal,
    ) -> Result<Option<usize>, CursorError> {
        let mut from = self.step();
        while let Some(step) = self.find(goal, way, from) {
            if is_right(&self.record(step)?) {
                return Ok(Some(step));
            }
            from = step;
        }
        Ok(None)
    }

    /// Reads one event without moving the cursor.
    fn record(&mut self, step: usize) -> Result<Record, CursorError> {
        let copy = self.copy_before(step);
        let (mut at, mut next) = (copy.step, copy.next);
        self.input.seek(SeekFrom::Start(next))?;
        let mut text = String::new();
        loop {
            at += 1;
            let record = self.read(&mut text, &mut next)?;
            if at == step {
                return Ok(record);
            }
        }
    }
}

/// A compact description of an event and its subject, with which the cursor finds events without reading them.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventMark {
    /// A digest of the line of the event's subject.
    line: u32,
    /// A digest of the last move of that line.
    last: u16,
    /// The depth of nesting: an entered node, and the events inside it, are one level deeper than the node that
    /// contains it.
    level: u8,
    kind: u8,
    flags: u8,
}

const CUTOFF: u8 = 1;
const NEW_BEST: u8 = 2;
const NEW_PV: u8 = 4;
const STEP: u8 = 8;
/// A verdict with a step number.
const NUMBERED: u8 = 16;

/// Returns true if an event is a separate step: entering a node, a verdict, or a result. Creation and ordering are not
/// steps, because they are shown only on request. Entering a node with a single move is not a step, because there is no
/// choice to make.
pub(crate) fn is_step(record: &Record) -> bool {
    if let Event::Enter { moves, .. } = &record.event {
        return moves.len() != 1;
    }
    !matches!(record.event, Event::Root { .. } | Event::Created { .. } | Event::Ordered { .. })
}

impl EventMark {
    /// Returns the mark of an event; `new_pv` says whether the event changed the best line.
    pub(super) fn new(record: &Record, new_pv: bool) -> Self {
        let inside = matches!(record.event, Event::Ordered { .. } | Event::StandPat { .. } | Event::Settled { .. });
        let verdict = if let Event::Judged { verdict: Verdict::Cutoff { skipped: 1.. }, .. } = record.event {
            CUTOFF
        } else if let Event::Judged { verdict: Verdict::Best, .. } = record.event {
            NEW_BEST
        } else {
            0
        };
        let numbered = if let Event::Judged { bound, leaf, verdict, .. } = record.event
            && !is_dropped(bound, leaf, verdict)
        {
            NUMBERED
        } else {
            0
        };
        Self {
            line: digest(record.names().map(String::as_str)),
            last: short(record.names().last().map_or("", String::as_str)),
            level: u8::try_from(record.names().count() + usize::from(inside)).unwrap_or(u8::MAX),
            kind: record.event.kind() as u8,
            flags: verdict | numbered | if new_pv { NEW_PV } else { 0 } | if is_step(record) { STEP } else { 0 },
        }
    }

    const fn is(self, kind: Kind) -> bool {
        self.kind == kind as u8
    }

    const fn has(self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Returns whether the event may be about the node at the end of `line`.
    fn may_be_at(self, line: &[String]) -> bool {
        self.line == digest(line.iter().map(String::as_str))
    }

    /// Returns whether the event may be about a node reached by this move.
    fn may_be_after(self, name: &str) -> bool {
        self.last == short(name)
    }
}

/// Returns a short digest of consecutive names (FNV-1a).
fn digest<'a>(names: impl Iterator<Item = &'a str>) -> u32 {
    let bytes = names.flat_map(|name| name.bytes().chain([0]));
    bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn short(name: &str) -> u16 {
    let digest = digest(std::iter::once(name));
    (digest >> 16) as u16 ^ digest as u16
}
