//! What a cursor remembers of every event, in eight bytes each, so that it finds its way without reading.

use crate::hooks::{Event, Kind, Verdict};
use crate::trace::Record;

/// What one event is about, as far as steps need it.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventMark {
    /// Stands for the whole line of what it is about.
    line: u32,
    /// Stands for its last move.
    last: u16,
    /// Nodes that were entered, and what happens inside of them, stand one deeper than what holds them.
    pub level: u8,
    kind: u8,
    flags: u8,
}

const CUTOFF: u8 = 1;
const NEW_BEST: u8 = 2;
const NEW_PV: u8 = 4;
const STEP: u8 = 8;

/// Returns whether an event is a step of its own: to go down, a verdict, a result. What is created or put in order is told on
/// request, and where there is one move nothing is chosen.
#[must_use]
pub(crate) fn is_step(record: &Record) -> bool {
    if let Event::Enter { moves, .. } = &record.event {
        return moves.len() != 1;
    }
    !matches!(record.event, Event::Root { .. } | Event::Created { .. } | Event::Ordered { .. })
}

impl EventMark {
    /// Returns the mark of an event; `new_pv` says whether it changed the best play.
    pub(super) fn new(record: &Record, new_pv: bool) -> Self {
        let inside = matches!(record.event, Event::Ordered { .. } | Event::StandPat { .. } | Event::Settled { .. });
        let verdict = if let Event::Judged { verdict: Verdict::Cutoff { .. }, .. } = record.event {
            CUTOFF
        } else if let Event::Judged { verdict: Verdict::Best, .. } = record.event {
            NEW_BEST
        } else {
            0
        };
        Self {
            line: digest(record.names().map(String::as_str)),
            last: short(record.names().last().map_or("", String::as_str)),
            level: u8::try_from(record.names().count() + usize::from(inside)).unwrap_or(u8::MAX),
            kind: record.event.kind() as u8,
            flags: verdict | if new_pv { NEW_PV } else { 0 } | if is_step(record) { STEP } else { 0 },
        }
    }

    pub(super) const fn is(self, kind: Kind) -> bool {
        self.kind == kind as u8
    }

    pub(super) const fn is_cutoff(self) -> bool {
        self.flags & CUTOFF != 0
    }

    pub(super) const fn is_new_best(self) -> bool {
        self.flags & NEW_BEST != 0
    }

    pub(super) const fn is_new_pv(self) -> bool {
        self.flags & NEW_PV != 0
    }

    pub(super) const fn is_step(self) -> bool {
        self.flags & STEP != 0
    }

    /// Returns whether the event may be about the node at the end of `line`.
    pub(super) fn may_be_at<S: AsRef<str>>(self, line: &[S]) -> bool {
        self.line == digest(line.iter().map(AsRef::as_ref))
    }

    /// Returns whether the event may be about a node that this move leads to.
    pub(super) fn may_be_after(self, name: &str) -> bool {
        self.last == short(name)
    }
}

/// A short number for names in a row (FNV-1a).
fn digest<'a>(names: impl Iterator<Item = &'a str>) -> u32 {
    let bytes = names.flat_map(|name| name.bytes().chain([0]));
    bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn short(name: &str) -> u16 {
    let digest = digest(std::iter::once(name));
    (digest >> 16) as u16 ^ digest as u16
}
