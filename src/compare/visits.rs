//! What a recorded search says of its nodes, visit by visit, and how many nodes, leaves and cutoffs it has at each ply.

use super::said::Said;
use crate::hooks::{Event, Leaf};
use crate::trace::OwnedRecord;
use serde::{Deserialize, Serialize};
use std::io;

/// What a search says of a node at one of its visits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// To how many plies the pass goes that visits it; searches without passes have one, to their depth.
    pub depth: u32,
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// Which event of its search says so, from 1.
    pub event: u64,
    /// What is said.
    #[serde(flatten)]
    pub said: Said,
}

impl Visit {
    /// Returns what visits are sorted by: passes by their depth, in each a node before those below it, and the visits of
    /// a node as they were made.
    #[must_use]
    pub fn key(&self) -> (u32, &[String], u64) {
        (self.depth, &self.line, self.event)
    }
}

/// Visits in the order of their keys.
pub type Sorted<'a> = Box<dyn Iterator<Item = io::Result<Visit>> + 'a>;

/// Takes the visits of a search and gives them back sorted; whether in memory or not is its own affair.
pub trait Sorter {
    /// Takes one.
    ///
    /// # Errors
    /// What keeping it gives.
    fn push(&mut self, visit: Visit) -> io::Result<()>;

    /// Returns all in the order of their [keys](Visit::key).
    ///
    /// # Errors
    /// What reading gives.
    fn sorted(&mut self) -> io::Result<Sorted<'_>>;
}

/// In memory.
impl Sorter for Vec<Visit> {
    fn push(&mut self, visit: Visit) -> io::Result<()> {
        self.push(visit);
        Ok(())
    }

    fn sorted(&mut self) -> io::Result<Sorted<'_>> {
        self.sort_by(|a, b| a.key().cmp(&b.key()));
        Ok(Box::new(self.drain(..).map(Ok)))
    }
}

/// What a search did at one ply, the root being 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// Nodes that were entered there or judged as leaves, each time anew.
    pub nodes: u64,
    /// Leaves that were scored there.
    pub leaves: u64,
    /// Moves to this ply that cut.
    pub cutoffs: u64,
}

/// Goes through the records of a search.
pub(super) struct Reading<'a, I> {
    records: I,
    sorter: &'a mut dyn Sorter,
    focus: &'a [String],
    depth: u32,
    pub events: u64,
    pub plies: Vec<Ply>,
}

impl<'a, I, E> Reading<'a, I>
where
    I: Iterator<Item = Result<OwnedRecord, E>>,
    E: From<io::Error>,
{
    pub fn new(records: I, depth: u32, sorter: &'a mut dyn Sorter, focus: &'a [String]) -> Self {
        Self { records, sorter, focus, depth, events: 0, plies: Vec::new() }
    }

    /// Returns the next record that is about the focus or what lies below it.
    pub fn next(&mut self) -> Result<Option<OwnedRecord>, E> {
        while let Some(record) = self.records.next() {
            let record = record?;
            self.events += 1;
            if let Event::Pass { depth, .. } = record.event {
                self.depth = depth;
            }
            if record.as_ref().subject().iter().take(self.focus.len()).eq(self.focus) {
                self.count(&record)?;
                return Ok(Some(record));
            }
        }
        Ok(None)
    }

    fn ply(&mut self, ply: usize) -> &mut Ply {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Ply::default());
        }
        &mut self.plies[ply]
    }

    fn count(&mut self, record: &OwnedRecord) -> io::Result<()> {
        let here = record.line.len();
        match record.event {
            Event::Enter { .. } => self.ply(here).nodes += 1,
            Event::Judged { score, bound, verdict, leaf, .. } => {
                let ply = self.ply(here + 1);
                ply.nodes += u64::from(leaf.is_some());
                ply.leaves += u64::from(leaf.is_some_and(Leaf::is_scored));
                ply.cutoffs += u64::from(verdict.is_cutoff());
                let (depth, event) = (self.depth, self.events);
                let said = Said { score, bound, verdict, leaf };
                self.sorter.push(Visit { depth, line: record.subject(), event, said })?;
            }
            _ => {}
        }
        Ok(())
    }
}
