//! One event of a record: what happened, where, and what a recorder knows of it.

use super::line::{Numbering, line_text};
use crate::hooks::{Event, Ranked};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::io;

/// An event with names, lent to whoever reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// The moves from the root to the node where it happened.
    pub line: &'a [String],
    /// What happened.
    pub event: NamedEvent<'a>,
    /// What the event itself does not say.
    pub notes: Notes<'a>,
}

/// An event whose moves are names.
pub(crate) type NamedEvent<'a> = Event<&'a str, &'a [String], &'a [Ranked<String>]>;

/// What a recorder adds to an event. Which notes there are hangs on the kind of the event, see `docs/trace-format.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes<'a> {
    /// `Created`: the number of the position, in the full tree of a lesson, else counted as created.
    pub number: Option<u64>,
    /// `Judged`: which step of the search this is, from 1; none if the child was dropped because one of its replies cut.
    pub step: Option<u64>,
    /// `Judged`: the word for how the game ended there.
    pub ending: Option<&'a str>,
    /// Whatever has a reason: that reason in the writer's own words.
    pub why: Option<&'a str>,
    /// `Enter` and `Judged`: the line whose score is alpha, if a line of this search set it.
    pub alpha_set_by: Option<LineRef<'a>>,
    /// The line whose score is beta.
    pub beta_set_by: Option<LineRef<'a>>,
    /// `TableHit`: the line of the visit that stored it, if it is one of the first hundred thousand.
    pub stored_by: Option<LineRef<'a>>,
}

impl<'a> Record<'a> {
    /// Returns the line of what the event is about: of the child, if it is about one, else of the node.
    #[must_use]
    pub fn subject(&self) -> LineRef<'a> {
        LineRef { prefix: self.line, last: self.event.child().copied() }
    }

    /// Returns the same record with names of its own.
    #[must_use]
    pub fn to_owned(&self) -> OwnedRecord {
        let own = |line: Option<LineRef<'_>>| line.map(LineRef::to_owned);
        let Notes { number, step, ending, why, alpha_set_by, beta_set_by, stored_by } = self.notes;
        OwnedRecord {
            line: self.line.to_vec(),
            event: self.event.map(|&name| name.to_owned(), |names| names.to_vec(), |ranking| ranking.to_vec()),
            notes: OwnedNotes {
                number,
                step,
                ending: ending.map(str::to_owned),
                why: why.map(str::to_owned),
                alpha_set_by: own(alpha_set_by),
                beta_set_by: own(beta_set_by),
                stored_by: own(stored_by),
            },
        }
    }
}

/// A [`Record`] with names of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedRecord {
    /// The moves from the root to the node where it happened.
    pub line: Vec<String>,
    /// What happened.
    pub event: Event<String>,
    /// What the event itself does not say.
    pub notes: OwnedNotes,
}

/// [`Notes`] with names of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of Notes")]
pub struct OwnedNotes {
    pub number: Option<u64>,
    pub step: Option<u64>,
    pub ending: Option<String>,
    pub why: Option<String>,
    pub alpha_set_by: Option<Vec<String>>,
    pub beta_set_by: Option<Vec<String>>,
    pub stored_by: Option<Vec<String>>,
}

impl OwnedRecord {
    /// Returns the line of what the event is about, see [`Record::subject`].
    #[must_use]
    pub fn subject(&self) -> Vec<String> {
        self.as_ref().subject().to_owned()
    }

    /// Lends the record.
    #[must_use]
    pub fn as_ref(&self) -> Record<'_> {
        fn lend(line: &Option<Vec<String>>) -> Option<LineRef<'_>> {
            line.as_deref().map(LineRef::whole)
        }
        let OwnedNotes { number, step, ending, why, alpha_set_by, beta_set_by, stored_by } = &self.notes;
        Record {
            line: &self.line,
            event: self.event.map(String::as_str, Vec::as_slice, Vec::as_slice),
            notes: Notes {
                number: *number,
                step: *step,
                ending: ending.as_deref(),
                why: why.as_deref(),
                alpha_set_by: lend(alpha_set_by),
                beta_set_by: lend(beta_set_by),
                stored_by: lend(stored_by),
            },
        }
    }
}

/// Takes the records of a search, one after the other.
pub trait Sink {
    /// Takes one record.
    ///
    /// # Errors
    /// What went wrong with it. The search stops then, and whoever started it gets the error.
    fn take(&mut self, record: Record<'_>) -> io::Result<()>;
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn take(&mut self, record: Record<'_>) -> io::Result<()> {
        (**self).take(record)
    }
}

/// Keeps everything.
impl Sink for Vec<OwnedRecord> {
    fn take(&mut self, record: Record<'_>) -> io::Result<()> {
        self.push(record.to_owned());
        Ok(())
    }
}

/// Names in a row without a copy: some from the start of the current line, and one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRef<'a> {
    /// The first names.
    pub prefix: &'a [String],
    /// The last name, if there is one more.
    pub last: Option<&'a str>,
}

impl<'a> LineRef<'a> {
    /// Returns the whole of a line.
    #[must_use]
    pub const fn whole(line: &'a [String]) -> Self {
        Self { prefix: line, last: None }
    }

    /// Returns the names, root first.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        self.prefix.iter().map(String::as_str).chain(self.last)
    }

    /// Returns the number of names.
    #[must_use]
    pub const fn len(self) -> usize {
        self.prefix.len() + self.last.is_some() as usize
    }

    /// Returns whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Writes the names as a line of moves.
    #[must_use]
    pub fn text(self, numbering: Option<Numbering>) -> String {
        let names: Vec<&str> = self.iter().collect();
        line_text(&names, numbering)
    }

    /// Returns the same names, owned.
    #[must_use]
    pub fn to_owned(self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }
}

impl Serialize for LineRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut names = serializer.serialize_seq(Some(self.len()))?;
        for name in self.iter() {
            names.serialize_element(name)?;
        }
        names.end()
    }
}
