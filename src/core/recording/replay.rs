//! A recorded trace, told again: to a [`Sink`] in names, or to an [`Observer`], who knows moves by number.

use crate::hooks::{Event, Observer, Ranked};
use crate::trace::{Record, Sink, Trace};
use std::collections::HashMap;
use std::io;

/// A move of a trace: its name, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(u32);

/// Shows records to an [`Observer`], and knows the names behind the [`Label`]s.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    names: Vec<String>,
    numbers: HashMap<String, Label>,
    line: Vec<Label>,
    moves: Vec<Label>,
    ranking: Vec<Ranked<Label>>,
}

impl Replay {
    /// Shows a record to `observer`, as the search did when it ran.
    pub fn show(&mut self, record: &Record, observer: &mut impl Observer<Label>) {
        self.line.clear();
        for name in &record.line {
            let label = self.label(name);
            self.line.push(label);
        }
        let child = self.prepare(record);
        let event = record.event.map(|_| child, |_| &self.moves[..], |_| &self.ranking[..]);
        observer.observe(&self.line, event);
    }

    /// Finds the labels of all names of an event; returns that of its one move, if it has one.
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

    /// Returns the name behind a label.
    #[must_use]
    pub fn name(&self, label: Label) -> &str {
        self.names.get(label.0 as usize).map_or("", String::as_str)
    }
}

impl Trace {
    /// Hands every record to `sink`, as the search did when it ran.
    ///
    /// # Errors
    /// What the sink gives.
    pub fn tell(&self, sink: &mut (impl Sink + ?Sized)) -> io::Result<()> {
        self.records.iter().try_for_each(|record| sink.take(record))
    }

    /// Shows every event to `observer`, as the search did when it ran; returns the names behind the labels.
    ///
    /// Takes time in proportion to the length of the trace.
    pub fn replay(&self, observer: &mut impl Observer<Label>) -> Replay {
        let mut replay = Replay::default();
        for record in &self.records {
            replay.show(record, observer);
        }
        replay
    }
}
