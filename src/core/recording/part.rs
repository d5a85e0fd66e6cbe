//! A part of a search: what happened at a line and behind it, with counts of the rest.

use crate::hooks::{Event, Leaf, technique_event};
use crate::trace::{Notes, Record, Sink};
use std::collections::HashMap;
use std::io;
use std::num::NonZeroU64;

/// Which part of a search is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What happened at the nodes on the way to this line, and behind it.
    pub focus: Vec<String>,
    /// Behind it only nodes at most so many plies away are told.
    pub plies: Option<usize>,
    /// Of the subtrees that would be left out, every Nth is told all the same, and at each visit the same.
    pub every: Option<NonZeroU64>,
}

impl Told {
    /// Returns whether it is told what happened in the node after a line.
    fn has(&self, line: &[String]) -> bool {
        let focus = self.focus.as_slice();
        let is_near = |plies: usize| line.len() < focus.len() + plies;
        focus.starts_with(line) && line.len() < focus.len() || line.starts_with(focus) && self.plies.is_none_or(is_near)
    }
}

/// Hands on a part of what it is told: where a child was entered that does not belong to it, [`Event::Omitted`] stands for
/// everything until that child is judged.
#[derive(Debug)]
pub struct Part<S> {
    sink: S,
    told: Told,
    /// The child that is left out now, and the counts of what happened there.
    omitted: Option<(Vec<String>, [u64; 4])>,
    /// Which of the subtrees that do not belong to it are told all the same, by the lines to them.
    chosen: HashMap<Vec<String>, bool>,
    /// The ply of one of them that is told all the same, while it is open.
    whole: Option<usize>,
}

impl<S: Sink> Part<S> {
    /// Returns a sink that hands on to `sink` what `told` says.
    pub fn new(sink: S, told: Told) -> Self {
        Self { sink, told, omitted: None, chosen: HashMap::new(), whole: None }
    }

    /// Ends it, and returns what it handed on to: of a search that was stopped in a child that is left out, the counts stand last.
    ///
    /// # Errors
    /// What the sink gives.
    pub fn end(mut self) -> io::Result<S> {
        if let Some((line, counts)) = self.omitted.take() {
            self.tell(line, counts)?;
        }
        Ok(self.sink)
    }

    /// Whether the node that is entered after this line is told.
    fn tells(&mut self, line: &[String]) -> bool {
        if line.is_empty() || self.whole.is_some() || self.told.has(line) {
            return true;
        }
        let Some(every) = self.told.every else { return false };
        let is_chosen = match self.chosen.get(line) {
            Some(&is_chosen) => is_chosen,
            None => {
                let is_chosen = (self.chosen.len() as u64 + 1).is_multiple_of(every.get());
                self.chosen.insert(line.to_vec(), is_chosen);
                is_chosen
            }
        };
        self.whole = is_chosen.then_some(line.len());
        self.whole.is_some()
    }

    fn tell(&mut self, line: Vec<String>, [created, entered, leaves, steps]: [u64; 4]) -> io::Result<()> {
        let event = Event::Omitted { created, entered, leaves, steps };
        self.sink.take(&Record { line, event, notes: Notes::default() })
    }
}

impl<S: Sink> Sink for Part<S> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if let Event::Enter { .. } = record.event
            && self.omitted.is_none()
            && !self.tells(&record.line)
        {
            self.omitted = Some((record.line.to_vec(), [0; 4]));
        } else if let Event::Leave { .. } = record.event
            && self.whole == Some(record.line.len())
        {
            self.whole = None;
        }
        let Some((line, [created, entered, leaves, steps])) = &mut self.omitted else { return self.sink.take(record) };
        // Of a part only a part is told.
        if let Event::Omitted { created: more, entered: inner, leaves: ends, steps: judged } = record.event {
            (*created, *entered) = (created.saturating_add(more), entered.saturating_add(inner));
            (*leaves, *steps) = (leaves.saturating_add(ends), steps.saturating_add(judged));
            return Ok(());
        }
        match record.event {
            Event::Created { .. } => *created += 1,
            Event::Enter { .. } => *entered += 1,
            Event::Judged { .. } if record.names().eq(line.iter()) => {
                let Some((line, counts)) = self.omitted.take() else { return Ok(()) };
                self.tell(line, counts)?;
                let mut judged = record.clone();
                if let Event::Judged { leaf, .. } = &mut judged.event {
                    *leaf = Some(Leaf::Omitted);
                }
                return self.sink.take(&judged);
            }
            Event::Judged { leaf, .. } => {
                *leaves += u64::from(!Leaf::was_entered(leaf));
                *steps += u64::from(record.notes.step.is_some());
            }
            Event::Root { .. } | Event::Settled { .. } | Event::Leave { .. } | Event::Pass { .. } => {}
            technique_event!() => {}
        }
        Ok(())
    }
}
