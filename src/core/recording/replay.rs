//! Replays the records of a trace to an observer, with the names of moves as numbers.

use crate::core::hash::QuickMap;
use crate::core::hooks::{Event, Observer, Ranked};
use crate::core::trace::{Record, Sink, Trace};
use std::io;

/// A number that represents the name of a move in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(u32);

/// Shows records to an [`Observer`], and keeps the names of the [`Label`]s.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    names: Vec<String>,
    numbers: QuickMap<String, Label>,
    line: Vec<Label>,
    moves: Vec<Label>,
    ranking: Vec<Ranked<Label>>,
}

impl Replay {
    /// Shows a record to `observer`, as the search did when it ran.
    pub fn show(&mut self, record: &Record, observer: &mut impl Observer<Label>) {
        self.line.truncate(record.line.len());
        for (ply, name) in record.line.iter().enumerate() {
            // Most records have the line of the record before them.
            if self.line.get(ply).is_none_or(|&known| self.name(known) != name) {
                let label = self.label(name);
                self.line.truncate(ply);
                self.line.push(label);
            }
        }
        let child = self.prepare(record);
        let event = record.event.map(|_| child, |_| &self.moves[..], |_| &self.ranking[..]);
        observer.observe(&self.line, event);
    }

    /// Finds the labels of all names in an event, and returns the label of the event's move, if it has one.
    fn prepare(&mut self, record: &Record) -> Label {
        if let Event::Enter { moves, .. } = &record.event {
            self.moves.clear();
            for name in moves {
                let label = self.label(name);
                self.moves.push(label);
            }
        } else if let Event::Ordered { moves } = &record.event {
            self.ranking.clear();
            for Ranked { mv, reason } in moves {
                let mv = self.label(mv);
                self.ranking.push(Ranked { mv, reason: *reason });
            }
        }
        let stored = if let Event::TableHit { stored, .. } = &record.event { stored.best.as_ref() } else { None };
        record.event.child().or(stored).map_or(Label(0), |name| self.label(name))
    }

    /// Returns the label of a name.
    pub fn label(&mut self, name: &str) -> Label {
        if let Some(&label) = self.numbers.get(name) {
            return label;
        }
        let label = Label(u32::try_from(self.names.len()).expect("a trace in memory has fewer than 2^32 names"));
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), label);
        label
    }

    /// Returns the name that a label represents.
    pub fn name(&self, label: Label) -> &str {
        self.names.get(label.0 as usize).map_or("", String::as_str)
    }
}

impl Trace {
    /// Passes every record to `sink`, in the order of the search.
    ///
    /// # Errors
    /// Returns the sink's error if the sink fails.
    pub fn tell(&self, sink: &mut (impl Sink + ?Sized)) -> io::Result<()> {
        self.records.iter().try_for_each(|record| sink.take(record))
    }

    /// Shows every event to `observer`, as the search did, and returns the names of the labels.
    ///
    /// Takes time proportional to the length of the trace.
    pub fn replay(&self, observer: &mut impl Observer<Label>) -> Replay {
        let mut replay = Replay::default();
        for record in &self.records {
            replay.show(record, observer);
        }
        replay
    }
}
