//! Traces as JSON: one document (in this file) or JSON Lines. `docs/trace-format.md` describes every field.

mod fields;
mod header_reader;
mod lines;
mod name_pool;
mod record_reader;

pub use lines::{JsonLines, TraceReader};

use self::header_reader::read_header;
use self::name_pool::NamePool;
use self::record_reader::read_record;
use super::check::Checker;
use super::{Besides, Extra, Header, OrderError, Outcome, Record, Sink, Trace, VERSION};
use crate::core::game::classic::GameList;
use crate::core::text::{in_plain_words, no_json_number, strip_bom, visible_lines};
use serde::de::value::Error;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::value::RawValue;
use std::fmt;
use std::io::{self, Write};

/// Why a trace cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The input cannot be read at all.
    #[error("cannot read the trace")]
    Io(#[from] io::Error),
    /// A line does not follow the format, or its event is not allowed at this place (see [`OrderError`]).
    #[error("line {line}, column {column}: {problem}")]
    Json {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong at this place.
        problem: String,
    },
    /// The trace was written by a newer program, or its version is invalid.
    #[error("the trace has version {0}; plywood reads versions 1 and {VERSION}")]
    Version(u32),
    /// The lines end before the result, so the writer was interrupted.
    #[error("line {line}: the trace ends without a result")]
    Truncated {
        /// The last line.
        line: usize,
    },
}

impl TraceError {
    /// Converts a JSON error in `source`, which begins after `line_offset` lines of the whole text.
    pub(crate) fn json(source: &str, error: &serde_json::Error, line_offset: usize) -> Self {
        let text = error.to_string();
        let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem);
        let mut problem = in_plain_words(problem);
        if error.is_eof() {
            problem += "; the program that wrote it may have been stopped";
        }
        // The fields of an event are parsed from memory once its kind is known; errors in these fields have no position
        // yet.
        let (line, column) = (error.line().max(1) + line_offset, error.column().max(1));
        if let Some((word, column)) = no_json_number(source, error.line(), error.column()) {
            let problem = format!(
                "`{word}` is not a number in JSON; write a finite number, {{\"mate\": 3}} for a mate in 3 plies, or \"+inf\" or \"-inf\" for an open end of a window"
            );
            return Self::Json { line, column, problem };
        }
        Self::Json { line, column, problem: visible_lines(&problem) }
    }

    /// Converts the error's position in a part of the text to its position in the whole text. The part begins on line
    /// `first`, after `bytes` bytes of that line.
    fn behind(mut self, first: usize, bytes: usize) -> Self {
        if let Self::Json { line, column, .. } = &mut self
            && *line == first
        {
            *column += bytes;
        }
        self
    }

    /// Returns the error for the first byte of `bytes` that is not UTF-8, or `None`. The bytes begin on line `first`.
    fn not_utf8(bytes: &[u8], first: usize) -> Option<Self> {
        let at = std::str::from_utf8(bytes).err()?.valid_up_to();
        let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let line = first + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        let problem = format!("the byte {:02X} is not UTF-8; a trace must be written as UTF-8", bytes[at]);
        Some(Self::Json { line, column: at - start + 1, problem })
    }

    fn order(error: &OrderError, line: usize) -> Self {
        Self::Json { line, column: 1, problem: error.to_string() }
    }
}

impl Trace {
    /// Reads a trace written as one JSON document.
    ///
    /// # Errors
    /// [`TraceError`] with line and column.
    pub fn read_json(text: &str) -> Result<Self, TraceError> {
        Self::read_json_knowing(text, &GameList::default())
    }

    /// Reads a trace whose game may be among `games`.
    fn read_json_knowing(text: &str, games: &GameList) -> Result<Self, TraceError> {
        let text = strip_bom(text);
        let at = |error: serde_json::Error| TraceError::json(text, &error, 0);
        // Parses the whole text once for each part and ignores the other parts, so that every error has its position.
        let header = read_header(text, games, 0)?;
        let mut outcome = Outcome::read(text).map_err(at)?;
        outcome.extra = extra(text).map_err(at)?;
        let body: Body<'_> = serde_json::from_str(text).map_err(at)?;
        let (mut records, mut checker, mut pool) = (Vec::new(), Checker::default(), NamePool::default());
        let (mut line, mut counted) = (1, 0);
        for event in body.events {
            let start = event.get().as_ptr().addr() - text.as_ptr().addr();
            line += line_ends(&text[counted..start]);
            counted = start;
            let column = start - text[..start].rfind('\n').map_or(0, |end| end + 1);
            records.push(record(event.get(), (&mut checker, &header, &mut pool), line, column)?);
        }
        let last = line + line_ends(text[counted..].trim_end());
        checker.finish(outcome.complete).map_err(|error| TraceError::order(&error, last))?;
        Ok(Self { header, outcome, records })
    }

    /// Reads a trace in one JSON document up to the first damage. If there is no damage, returns the whole trace.
    /// Otherwise returns the header and the events before the damage, without an outcome, and the error. The game may
    /// be one of `games`.
    ///
    /// # Errors
    /// [`TraceError`] if the header or the first event cannot be read, or if the text is not UTF-8.
    pub fn read_json_beginning(bytes: &[u8], games: &GameList) -> Result<(Self, Option<TraceError>), TraceError> {
        if let Some(error) = TraceError::not_utf8(bytes, 1) {
            return Err(error);
        }
        let text = &String::from_utf8_lossy(bytes);
        let error = match Self::read_json_knowing(text, games) {
            Ok(trace) => return Ok((trace, None)),
            Err(error @ TraceError::Version(_)) => return Err(error),
            Err(error) => error,
        };
        let mut beginning = Beginning::default();
        // The error is already known; only the text before the error matters.
        let _ = serde_json::Deserializer::from_str(strip_bom(text)).deserialize_map(&mut beginning);
        let fields = serde_json::Value::Object(beginning.fields).to_string();
        let Ok(header) = read_header(&fields, games, 0) else { return Err(error) };
        let (mut checker, mut pool) = (Checker::default(), NamePool::default());
        let events = beginning.events.iter();
        let records: Vec<_> =
            events.map_while(|event| record(event.get(), (&mut checker, &header, &mut pool), 1, 0).ok()).collect();
        if records.is_empty() {
            return Err(error);
        }
        let outcome = Outcome { is_missing: true, ..Outcome::default() };
        Ok((Self { header, outcome, records }, Some(error)))
    }

    /// Writes the trace as one JSON document; see `JsonDocument`.
    ///
    /// # Errors
    /// Any error from `out`.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut document = JsonDocument::new(out, &self.header)?;
        self.records.iter().try_for_each(|record| document.take(record))?;
        document.finish(&self.outcome).map(drop)
    }
}

/// Writes a trace as one JSON document: one line for the header, one for each event, and one for the outcome.
#[derive(Debug)]
pub(crate) struct JsonDocument<W> {
    out: W,
    has_events: bool,
}

impl<W: Write> JsonDocument<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// Any error from `out`, which should be buffered.
    pub(crate) fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let header = serde_json::to_string(header)?;
        write!(out, "{},\n\"events\":[", &header[..header.len() - 1])?;
        Ok(Self { out, has_events: false })
    }

    /// Writes the result and returns the output.
    pub(crate) fn finish(mut self, outcome: &Outcome) -> io::Result<W> {
        let outcome = serde_json::to_string(outcome)?;
        writeln!(self.out, "\n],\n{}", &outcome[1..])?;
        self.out.flush()?;
        Ok(self.out)
    }
}

impl<W: Write> Sink for JsonDocument<W> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.out.write_all(if self.has_events { b",\n" } else { b"\n" })?;
        self.has_events = true;
        self.out.write_all(&serde_json::to_vec(record)?)
    }
}

fn line_ends(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// The part of a document other than the header and the outcome.
#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

/// The part of a document before the damage.
#[derive(Default)]
struct Beginning<'a> {
    fields: serde_json::Map<String, serde_json::Value>,
    events: Vec<&'a RawValue>,
}

impl<'de> Visitor<'de> for &mut Beginning<'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a trace")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            if name == "events" {
                map.next_value_seed(EventsReader(&mut self.events))?;
            } else {
                self.fields.insert(name, map.next_value()?);
            }
        }
        Ok(())
    }
}

/// Reads the list of events, keeping each event as soon as it is read.
struct EventsReader<'a, 'de>(&'a mut Vec<&'de RawValue>);

impl<'de> DeserializeSeed<'de> for EventsReader<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for EventsReader<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(event) = list.next_element()? {
            self.0.push(event);
        }
        Ok(())
    }
}

/// Reads everything except the header, the events and the outcome.
fn extra(text: &str) -> serde_json::Result<Extra> {
    let known = [&["event", "events"], field_names::<Header>(), field_names::<Outcome>()].concat();
    serde_json::Deserializer::from_str(text).deserialize_map(Besides(&known))
}

/// Returns the names of the fields of a struct.
fn field_names<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names = FieldNames(&[]);
    // The deserializer only notes the names, so this always fails.
    let _ = T::deserialize(&mut names);
    names.0
}

/// A deserializer that notes which fields a struct has.
struct FieldNames(&'static [&'static str]);

impl<'de> Deserializer<'de> for &mut FieldNames {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0 = fields;
        self.deserialize_any(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("there are names only"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map enum identifier ignored_any
    }
}

/// Reads the record whose text begins on line `line`, after `column` bytes of that line, and checks that the record is
/// allowed at this place. Uses the memory of `pool`.
fn record(
    text: &str,
    (checker, header, pool): (&mut Checker, &Header, &mut NamePool),
    line: usize,
    column: usize,
) -> Result<Record, TraceError> {
    // The derived code would also accept a list that begins with the kind of the event.
    if !text.trim_start().starts_with('{') {
        let problem = "an event is an object, which begins with {".to_owned();
        return Err(TraceError::Json { line, column: 1, problem }.behind(line, column));
    }
    let record = read_record(text, pool)
        .map_err(|error| TraceError::json(text, &error, line - 1).behind(line, column))?
        .under(header);
    checker.take(&record).map_err(|error| TraceError::order(&error, line).behind(line, column))?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = r#"{"event":"root","score":0}"#;
    const ENTER: &str =
        r#"{"event":"enter","line":[],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a","b"]}"#;

    /// Returns a document with these events, in which R and E represent a valid `root` and `enter`.
    fn document(events: &str) -> String {
        let header = serde_json::to_string(&Header::default()).unwrap();
        let outcome = serde_json::to_string(&Outcome::default()).unwrap();
        let events = events.replace('R', ROOT).replace('E', ENTER);
        format!("{},\"events\":[{events}],{}", header.trim_end_matches('}'), outcome.trim_start_matches('{'))
    }

    /// Checks that the error points to the place of the mark `^`, which is removed before reading.
    #[track_caller]
    fn refused(events: &str, problem: &str) {
        let marked = document(events);
        let (line, column) =
            marked.lines().zip(1..).find_map(|(text, line)| Some((line, text.find('^')? + 1))).unwrap();
        let error = Trace::read_json(&marked.replace('^', "")).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line {line}, column {column}: ")), "{line}, {column}: {error}");
        assert!(error.contains(problem), "{error}");
    }

    #[test]
    fn a_wrong_event_is_named_by_its_line_and_column_wherever_it_stands() {
        let right = Trace::read_json(&document("\n  R, E,\n\n{\"event\":\"created\",\n \"line\":[\"a\"]}"));
        assert_eq!(right.map(|trace| trace.records.len()).map_err(|error| error.to_string()), Ok(3));
        let (again, no_object) = ("`root` must occur once", "an event is an object");
        // All events on one line; two events on a line and an empty line; an event far from the start of its line.
        for events in ["R, E, ^", "\nR, E,\n\n  ^", "\nR,\n\n\n        E, ^"] {
            refused(&format!("{events}R"), again);
            refused(&format!("{events}7"), no_object);
        }
        // After a line break inside the event, the column is counted from there.
        refused("R, {\"event\":\"enter\",\n \"line\":^7}", "expected a list");
    }
}
