//! Traces: the subject, all events and the result of a search as plain data with names, and the counts of a search.
//!
//! Invariant: code that explains a search (renderers, PV rules, statistics) reads only this data and data folded from
//! it, so a trace from a file works as well as a search that has just run.

mod caption;
mod check;
mod header;
mod json;
mod line;
mod shape;
mod statistics;

pub use caption::Caption;
pub use check::{ChildStage, OrderError};
pub(crate) use header::RETRO_TABLES;
pub use header::{Change, Header, ReplacedScore, TraceFormat, Version};
pub(crate) use json::JsonDocument;
pub use json::{JsonLines, TraceError, TraceReader};
pub(crate) use line::move_text;
pub use line::{NodeName, Numbering, line_text, node_key};
pub(crate) use shape::Critical;
pub use shape::{Leaves, Shape};
pub use statistics::{Counter, Statistics};

use crate::core::hooks::{Event, Leaf, Ranked};
use crate::core::score::Score;
use crate::core::search::TableLine;
use crate::core::text::{HasNames, json_object, names};
use serde::de::{DeserializeOwned, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::{fmt, io};

/// The newest version of the trace format. A trace that needs only version 1 is written as version 1.
pub const VERSION: u32 = 2;

/// A recorded search: its subject, all events, and its result.
///
/// [`Trace::read_json`] and [`Trace::read_json_lines`] are the only ways to get a trace from text, because they check
/// what they read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The subject and settings of the search.
    pub header: Header,
    /// The result.
    pub outcome: Outcome,
    /// The events, in order.
    pub records: Vec<Record>,
}

/// An event with the names of its moves. A producer reuses one record for all events and lends it to the sink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The moves from the root to the node of the event.
    pub line: Vec<String>,
    /// The event.
    pub event: Event<String>,
    /// The data that the event itself doesn't contain.
    pub notes: Notes,
}

/// Data that a recorder adds to an event. The kind of event determines which notes exist; see `docs/trace-format.md`.
///
/// Lines are shared, because many consecutive events contain the same line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// `Created`: the number of the position in the full tree of a lesson, otherwise its number in order of creation.
    pub number: Option<u64>,
    /// `Judged`: the step number, counted from 1, or `None` if the child was dropped because one of its replies caused
    /// a cutoff.
    pub step: Option<u64>,
    /// `Judged`: how the game ended at the child, in words.
    pub ending: Option<String>,
    /// Events with a reason: the reason in the writer's words.
    pub why: Option<String>,
    /// `Enter` and `Judged`: the line whose score is alpha, if a line of this search set alpha.
    pub alpha_set_by: Option<Arc<[String]>>,
    /// `Enter` and `Judged`: the line whose score is beta, if a line of this search set beta.
    pub beta_set_by: Option<Arc<[String]>>,
    /// `TableHit`: the line of the visit that stored the entry, if this visit is among the first hundred thousand.
    pub stored_by: Option<Arc<[String]>>,
}

impl Record {
    /// Returns the line of the event's subject: the child if the event is about a child, otherwise the node.
    #[must_use]
    pub fn subject(&self) -> Vec<String> {
        self.names().cloned().collect()
    }

    /// Returns the record with the parts of the trace's header that events don't repeat: the movers and the range of
    /// leaf values.
    pub(crate) fn under(mut self, header: &Header) -> Self {
        if let Event::Root { movers, leaves, .. } = &mut self.event {
            (*movers, *leaves) = (header.movers(), header.leaves);
        }
        self
    }

    /// Returns the names in the [subject](Self::subject)'s line, without building the line.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.line.iter().chain(self.event.child())
    }
}

impl Record {
    /// Returns the record with other names. `line` converts lines, `name` converts single moves of the record's node,
    /// and `names` converts the list of all moves of that node.
    pub(crate) fn renamed(
        &self,
        line: impl Fn(&[String]) -> Vec<String>,
        name: impl Fn(&String) -> String,
        names: impl FnOnce(&Vec<String>) -> Vec<String>,
    ) -> Self {
        let shared = |told: &Option<Arc<[String]>>| told.as_ref().map(|told| line(told).into());
        let ranked = |one: &Ranked<String>| Ranked { mv: name(&one.mv), ..one.clone() };
        Self {
            line: line(&self.line),
            event: self.event.map(&name, names, |moves| moves.iter().map(ranked).collect()),
            notes: Notes {
                alpha_set_by: shared(&self.notes.alpha_set_by),
                beta_set_by: shared(&self.notes.beta_set_by),
                stored_by: shared(&self.notes.stored_by),
                ..self.notes.clone()
            },
        }
    }
}

/// Receives the records of a search, one by one.
pub trait Sink {
    /// Takes one record.
    ///
    /// # Errors
    /// Any error stops the search and is returned to the caller of the search.
    fn take(&mut self, record: &Record) -> io::Result<()>;
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        (**self).take(record)
    }
}

/// Keeps all records.
impl Sink for Vec<Record> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.push(record.clone());
        Ok(())
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Outcome {
    /// Whether the search finished; if not, the other fields contain the result so far.
    pub complete: bool,
    /// The depth to which the result belongs, if iterative deepening was stopped at a greater depth.
    #[serde(default)]
    pub finished_depth: Option<u32>,
    /// The score of the root, for the side to move, or `None` if no move was searched completely.
    pub score: Option<Score>,
    /// The best move.
    #[serde(default, deserialize_with = "names")]
    pub best: Option<String>,
    /// The principal variation.
    #[serde(default, deserialize_with = "names")]
    pub pv: Vec<String>,
    /// The score of the leaf at the end of the PV, for the side to move at the root.
    #[serde(default)]
    pub leaf_score: Option<Score>,
    /// Why the leaf at the end of the PV was not evaluated; `None` if it was.
    #[serde(default)]
    pub cut_short: Option<Leaf>,
    /// How the game ended, in words, if it was over at the root.
    #[serde(default, deserialize_with = "names")]
    pub ending: Option<String>,
    /// The leaves that were not evaluated, in the order of the tree. The list exists only if the tree is known before
    /// the search, is small, and has no board.
    #[serde(default, deserialize_with = "names")]
    pub pruned: Option<Vec<NodeName>>,
    /// The other root moves whose true value equals that of the best move. The list exists under the same conditions as
    /// `pruned`.
    #[serde(default, deserialize_with = "names")]
    pub also_best: Option<Vec<String>>,
    /// The counts.
    #[serde(default)]
    pub statistics: Statistics,
    /// The principal variation read from the transposition table, if there was one.
    #[serde(default, deserialize_with = "names")]
    pub table_line: Option<TableLine<String>>,
    /// Other data from the engine. In JSON, these fields are on the same level as the fields above.
    #[serde(flatten, skip_deserializing)]
    pub extra: Extra,
    /// The fields that the trace omits. A replay works them out from the events.
    #[serde(skip)]
    pub omits: OmittedFields,
    /// Whether `finished_depth` was worked out by a replay.
    #[serde(skip)]
    pub is_depth_derived: bool,
    /// Whether the trace has no result, because its file is truncated or damaged.
    #[serde(skip)]
    pub is_missing: bool,
}

/// Writes the fields that the trace has or a replay has worked out: an omitted field must not be written as `null`.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn written<M: SerializeMap, T: Serialize>(
            map: &mut M,
            name: &'static str,
            field: &T,
            is_there: bool,
        ) -> Result<(), M::Error> {
            if is_there { map.serialize_entry(name, field) } else { Ok(()) }
        }
        let (mut fields, omits) = (serializer.serialize_map(None)?, self.omits);
        let map = &mut fields;
        written(map, "complete", &self.complete, true)?;
        written(map, "finished_depth", &self.finished_depth, self.finished_depth.is_some())?;
        written(map, "score", &self.score, !omits.score || self.score.is_some())?;
        written(map, "best", &self.best, !omits.best || self.best.is_some())?;
        written(map, "pv", &self.pv, !omits.pv || !self.pv.is_empty())?;
        written(map, "leaf_score", &self.leaf_score, self.leaf_score.is_some())?;
        written(map, "cut_short", &self.cut_short, self.cut_short.is_some())?;
        written(map, "ending", &self.ending, self.ending.is_some())?;
        written(map, "pruned", &self.pruned, self.pruned.is_some())?;
        written(map, "also_best", &self.also_best, self.also_best.is_some())?;
        written(map, "statistics", &self.statistics, !omits.statistics || !is_default(&self.statistics))?;
        written(map, "table_line", &self.table_line, self.table_line.is_some())?;
        for (name, value) in &self.extra.0 {
            map.serialize_entry(name, value)?;
        }
        fields.end()
    }
}

/// The optional fields that a result omits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the outcome")]
pub struct OmittedFields {
    pub score: bool,
    pub best: bool,
    pub pv: bool,
    pub statistics: bool,
}

impl OmittedFields {
    /// Returns whether the result omits any of these fields.
    #[must_use]
    pub const fn any(self) -> bool {
        self.score || self.best || self.pv || self.statistics
    }
}

impl Outcome {
    /// Reads a result from the object that contains it.
    fn read(text: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        #[serde(default)]
        struct Omitted {
            score: IsOmitted,
            best: IsOmitted,
            pv: IsOmitted,
            statistics: IsOmitted,
        }
        impl Default for Omitted {
            fn default() -> Self {
                let [score, best, pv, statistics] = [IsOmitted(true); 4];
                Self { score, best, pv, statistics }
            }
        }
        let outcome: Self = serde_json::from_str(text)?;
        let Omitted { score, best, pv, statistics } = serde_json::from_str(text)?;
        let omits = OmittedFields { score: score.0, best: best.0, pv: pv.0, statistics: statistics.0 };
        Ok(Self { omits, ..outcome })
    }

    /// Returns the result without the fields that the trace omits, even if a replay has worked them out.
    pub(crate) fn into_recorded(self) -> Self {
        let OmittedFields { score, best, pv, statistics } = self.omits;
        Self {
            finished_depth: self.finished_depth.filter(|_| !self.is_depth_derived),
            score: self.score.filter(|_| !score),
            best: self.best.filter(|_| !best),
            pv: if pv { Vec::new() } else { self.pv },
            statistics: if statistics { Statistics::default() } else { self.statistics },
            ..self
        }
    }
}

/// Whether a field is omitted; `null` counts as a value.
#[derive(Clone, Copy)]
struct IsOmitted(bool);

impl<'de> Deserialize<'de> for IsOmitted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self(false))
    }
}

impl HasNames for TableLine<String> {
    fn show(&mut self) {
        self.moves.show();
    }
}

/// Fields that the format does not define, in the order in which they were written: an engine's own report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra(Vec<(String, Value)>);

impl Extra {
    /// Returns the fields of a report.
    ///
    /// # Errors
    /// Fails if the report does not serialize to a JSON object.
    pub fn of(report: &impl Serialize) -> serde_json::Result<Self> {
        // The conversion goes through text, which keeps the order of the fields.
        serde_json::from_str(&serde_json::to_string(report)?)
    }

    /// Reads a report from the fields. Returns `None` if they do not contain it.
    #[must_use]
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        let fields = json_object(self.0.iter().cloned());
        serde_json::from_str(&Value::Object(fields).to_string()).ok()
    }
}

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Besides(&[]))
    }
}

/// Reads the fields of an object except those with these names.
struct Besides<'a>(&'a [&'a str]);

impl<'de> Visitor<'de> for Besides<'_> {
    type Value = Extra;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Extra, A::Error> {
        let mut fields = Vec::new();
        while let Some(mut name) = map.next_key::<String>()? {
            if self.0.contains(&name.as_str()) {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let mut value: Value = map.next_value()?;
            name.show();
            value.show();
            fields.push((name, value));
        }
        Ok(Extra(fields))
    }
}

/// Returns whether a field has its default value and is therefore omitted.
fn is_default<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}
