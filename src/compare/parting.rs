//! The first event where two recorded searches part.

use crate::hooks::{Event, Reason};
use crate::names::named;
use crate::score::Score;
use crate::trace::Record;
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;

named! {
    /// What two recorded searches may say differently without being different.
    pub enum Ignored: "part of a trace" {
        /// The order in which moves are tried, and how many are skipped.
        Order = "order", "the order of moves: nodes are compared by their lines only";
        /// Numbers of positions, steps and visits.
        Numbers = "numbers", "the numbers of positions, steps and visits";
        /// Static scores that decide nothing.
        Static = "static", "static scores of positions that are no leaves";
    }
}

/// So many events before the first that differs are told.
const CONTEXT: usize = 3;

/// Where two searches part: until there they say the same, event by event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parting {
    /// Which event it is in each of them, from 1; in JSON Lines each stands a line further down.
    pub events: [u64; 2],
    /// The last of those, as they stand in the files.
    pub context: Vec<Value>,
    /// The event of the first search; nothing if it ends here.
    pub first: Option<Value>,
    /// The event of the second search.
    pub second: Option<Value>,
}

/// Looks for the first event that is not the same.
pub(super) struct Lockstep<'a> {
    ignored: &'a [Ignored],
    context: VecDeque<Record>,
    pub parting: Option<Parting>,
}

impl<'a> Lockstep<'a> {
    pub(super) fn new(ignored: &'a [Ignored]) -> Self {
        Self { ignored, context: VecDeque::with_capacity(CONTEXT + 1), parting: None }
    }

    /// Returns whether events are still compared one by one.
    pub(super) fn goes_on(&self) -> bool {
        self.parting.is_none() && !self.ignored.contains(&Ignored::Order)
    }

    /// Takes the next event of each search, and which events of theirs these are.
    pub(super) fn take(&mut self, events: [u64; 2], [first, second]: [Option<Record>; 2]) {
        let [one, other] = [first, second].map(|record| record.map(|record| self.without_ignored(record)));
        if one == other {
            self.context.extend(one);
            if CONTEXT < self.context.len() {
                self.context.pop_front();
            }
            return;
        }
        let value = |record: &Record| serde_json::to_value(record).unwrap_or_default();
        self.parting = Some(Parting {
            events,
            context: self.context.iter().map(value).collect(),
            first: one.as_ref().map(value),
            second: other.as_ref().map(value),
        });
    }

    fn without_ignored(&self, mut record: Record) -> Record {
        if self.ignored.contains(&Ignored::Numbers) {
            (record.notes.number, record.notes.step) = (None, None);
            if let Event::TableHit { stored, .. } = &mut record.event {
                stored.visit = 0;
            }
        }
        if self.ignored.contains(&Ignored::Static) {
            if let Event::Root { score } = &mut record.event {
                *score = Score::ZERO;
            } else if let Event::Created { score, .. } = &mut record.event {
                *score = None;
            } else if let Event::Ordered { moves } = &mut record.event {
                moves.iter_mut().for_each(|ranked| {
                    if let Reason::Static { score } = &mut ranked.reason {
                        *score = Score::ZERO;
                    }
                });
            }
        }
        record
    }
}
