//! One event of a record: what happened, where, and what a recorder knows of it.

use crate::hooks::Event;
use std::io;
use std::sync::Arc;

/// An event with names. The one who tells a search has one record that it fills anew for each event, and lends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The moves from the root to the node where it happened.
    pub line: Vec<String>,
    /// What happened.
    pub event: Event<String>,
    /// What the event itself does not say.
    pub notes: Notes,
}

/// What a recorder adds to an event. Which notes there are hangs on the kind of the event, see `docs/trace-format.md`.
///
/// Lines are shared: many events in a row name the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// `Created`: the number of the position, in the full tree of a lesson, else counted as created.
    pub number: Option<u64>,
    /// `Judged`: which step of the search this is, from 1; none if the child was dropped because one of its replies cut.
    pub step: Option<u64>,
    /// `Judged`: the word for how the game ended there.
    pub ending: Option<String>,
    /// Whatever has a reason: that reason in the writer's own words.
    pub why: Option<String>,
    /// `Enter` and `Judged`: the line whose score is alpha, if a line of this search set it.
    pub alpha_set_by: Option<Arc<[String]>>,
    /// The line whose score is beta.
    pub beta_set_by: Option<Arc<[String]>>,
    /// `TableHit`: the line of the visit that stored it, if it is one of the first hundred thousand.
    pub stored_by: Option<Arc<[String]>>,
}

impl Record {
    /// Returns the line of what the event is about: of the child, if it is about one, else of the node.
    #[must_use]
    pub fn subject(&self) -> Vec<String> {
        self.names().cloned().collect()
    }

    /// Returns the names in that line, without putting it together.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.line.iter().chain(self.event.child())
    }
}

/// Takes the records of a search, one after the other.
pub trait Sink {
    /// Takes one record.
    ///
    /// # Errors
    /// What went wrong with it. The search stops then, and whoever started it gets the error.
    fn take(&mut self, record: &Record) -> io::Result<()>;
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        (**self).take(record)
    }
}

/// Keeps everything.
impl Sink for Vec<Record> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.push(record.clone());
        Ok(())
    }
}
