//! A record in its JSON form: an object with the kind of the event and its fields.
//!
//! It is written field by field, in the order of `docs/trace-format.md`.

use crate::core::hooks::{Event, Stored};
use crate::core::score::{Bound, Score, Window};
use crate::core::trace::{Notes, Record};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// More fields than any event has. The serializer requires the number in advance, but only checks whether it is zero.
const MOST_FIELDS: usize = 16;

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Event", MOST_FIELDS)?;
        object.serialize_field("event", self.event.kind().name())?;
        let mut out = Fields(object);
        if !self.event.kind().is_of_whole() {
            out.field("line", &SubjectLine(self))?;
        }
        out.event(self)?;
        out.optional("why", self.notes.why.as_ref())?;
        out.0.end()
    }
}

/// The line of an event's subject, written without building the list first.
struct SubjectLine<'a>(&'a Record);

impl Serialize for SubjectLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.names())
    }
}

/// Writes the fields of an event.
struct Fields<S>(S);

impl<S: SerializeStruct> Fields<S> {
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), S::Error> {
        self.0.serialize_field(name, value)
    }

    fn optional<T: Serialize + ?Sized>(&mut self, name: &'static str, value: Option<&T>) -> Result<(), S::Error> {
        value.map_or(Ok(()), |value| self.0.serialize_field(name, value))
    }

    fn set_by(&mut self, notes: &Notes) -> Result<(), S::Error> {
        self.optional("alpha_set_by", notes.alpha_set_by.as_deref())?;
        self.optional("beta_set_by", notes.beta_set_by.as_deref())
    }

    fn asked(&mut self, depth: &u32, window: &Window) -> Result<(), S::Error> {
        self.field("depth", depth)?;
        self.field("window", window)
    }

    fn proved(&mut self, score: &Score, bound: &Bound) -> Result<(), S::Error> {
        self.field("score", score)?;
        self.field("bound", bound)
    }

    fn stored<M: Serialize>(&mut self, stored: &Stored<M>, by: Option<&[String]>) -> Result<(), S::Error> {
        self.field("depth", &stored.depth)?;
        self.field("score", &stored.score)?;
        self.field("bound", &stored.bound)?;
        self.optional("move", stored.best.as_ref())?;
        self.optional("visit", Some(stored.visit).filter(|&visit| visit != 0).as_ref())?;
        self.optional("stored_by", by)?;
        self.optional("untold", Some(true).filter(|_| stored.is_unreported).as_ref())
    }

    fn event(&mut self, record: &Record) -> Result<(), S::Error> {
        let notes = &record.notes;
        match &record.event {
            Event::Root { score, movers: _, leaves: _ } => self.field("score", score),
            Event::Enter { depth, window, moves } => {
                self.asked(depth, window)?;
                self.set_by(notes)?;
                self.field("moves", moves)
            }
            Event::Created { score, .. } => {
                self.optional("number", notes.number.as_ref())?;
                self.optional("score", score.as_ref())
            }
            Event::Judged { weight, score, bound, leaf, window, verdict, .. } => {
                self.optional("weight", weight.as_ref())?;
                self.optional("order", notes.step.as_ref())?;
                self.proved(score, bound)?;
                self.optional("leaf", leaf.as_ref())?;
                self.optional("ending", notes.ending.as_ref())?;
                self.field("window", window)?;
                self.set_by(notes)?;
                self.field("verdict", verdict.name())?;
                self.optional("skipped", Some(verdict.skipped()).filter(|&skipped| skipped != 0).as_ref())
            }
            Event::Leave { score, bound } => self.proved(score, bound),
            Event::Settled { skipped } => self.field("skipped", skipped),
            Event::Pass { pass, depth, window } => {
                self.field("pass", pass)?;
                self.asked(depth, window)
            }
            Event::Ordered { moves } => self.field("moves", moves),
            Event::TableHit { stored, cut, not_used } => {
                self.stored(stored, notes.stored_by.as_deref())?;
                self.field("cut", cut)?;
                self.optional("not_used", not_used.as_ref())
            }
            Event::Extended { plies } | Event::Reduced { plies } => self.field("plies", plies),
            Event::ReSearch { reason, depth, window } => {
                self.field("reason", reason)?;
                self.asked(depth, window)
            }
            Event::NullMove { depth, window, score, cut, entered, leaves } => {
                self.asked(depth, window)?;
                self.field("score", score)?;
                self.field("cut", cut)?;
                self.field("entered", entered)?;
                self.field("leaves", leaves)
            }
            Event::Omitted { created, entered, leaves, steps } => {
                self.field("created", created)?;
                self.field("entered", entered)?;
                self.field("leaves", leaves)?;
                self.field("steps", steps)
            }
            Event::StandPat { score, window, verdict } => {
                self.field("score", score)?;
                self.field("window", window)?;
                self.field("verdict", verdict.name())
            }
            Event::Pruned { reason, score, window, .. } => {
                self.field("reason", reason)?;
                self.optional("score", score.as_ref())?;
                self.field("window", window)
            }
        }
    }
}
