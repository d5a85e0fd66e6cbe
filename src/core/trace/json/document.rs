//! Traces read from one JSON document, whole or up to where it is damaged.

use super::extra::extra;
use super::read::{TraceError, check_board, check_version, record};
use crate::text::without_mark;
use crate::trace::check::Checker;
use crate::trace::{Header, Outcome, Trace};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

impl Trace {
    /// Reads a trace written as one JSON document.
    ///
    /// # Errors
    /// [`TraceError`] with line and column.
    pub fn read_json(text: &str) -> Result<Self, TraceError> {
        let text = without_mark(text);
        let at = |error: serde_json::Error| TraceError::json(&error, 0);
        check_version(text, 0)?;
        // One pass for each part, so that every error knows its place; parts that are not asked for are skipped over.
        let header: Header = serde_json::from_str(text).map_err(at)?;
        check_board(&header, 1)?;
        let mut outcome: Outcome = serde_json::from_str(text).map_err(at)?;
        outcome.extra = extra(text).map_err(at)?;
        let body: Body<'_> = serde_json::from_str(text).map_err(at)?;
        let (mut records, mut checker) = (Vec::new(), Checker::default());
        let (mut line, mut counted) = (1, 0);
        for event in body.events {
            let start = event.get().as_ptr().addr() - text.as_ptr().addr();
            line += line_ends(&text[counted..start]);
            counted = start;
            let column = start - text[..start].rfind('\n').map_or(0, |end| end + 1);
            records.push(record(event.get(), &mut checker, line, column)?);
        }
        let last = line + line_ends(text[counted..].trim_end());
        checker.finish(outcome.complete).map_err(|error| TraceError::order(&error, last))?;
        Ok(Self { header, outcome, records })
    }

    /// Reads as much of a trace in one JSON document as is right: all of it, or the header and the events before the first
    /// place that is damaged, without an outcome, and what is wrong there.
    ///
    /// # Errors
    /// [`TraceError`] if the header or the first event cannot be read.
    pub fn read_json_beginning(text: &str) -> Result<(Self, Option<TraceError>), TraceError> {
        let error = match Self::read_json(text) {
            Ok(trace) => return Ok((trace, None)),
            Err(error @ TraceError::Version(_)) => return Err(error),
            Err(error) => error,
        };
        let mut beginning = Beginning::default();
        // What is wrong is known by now; only what stands before it is wanted.
        let _ = serde_json::Deserializer::from_str(without_mark(text)).deserialize_map(&mut beginning);
        let Ok(header) = serde_json::from_value(serde_json::Value::Object(beginning.fields)) else { return Err(error) };
        check_board(&header, 1)?;
        let mut checker = Checker::default();
        let events = beginning.events.iter();
        let records: Vec<_> = events.map_while(|event| record(event.get(), &mut checker, 1, 0).ok()).collect();
        if records.is_empty() {
            return Err(error);
        }
        Ok((Self { header, outcome: Outcome::default(), records }, Some(error)))
    }
}

fn line_ends(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// The part of a document that is not header or outcome.
#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

/// What stands in a document before the place where it is damaged.
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

/// Keeps each event as soon as it is read.
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

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = r#"{"event":"root","score":0}"#;
    const ENTER: &str =
        r#"{"event":"enter","line":[],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a","b"]}"#;

    /// A document with these events, in which R and E stand for a right `root` and `enter`.
    fn document(events: &str) -> String {
        let header = serde_json::to_string(&Header::default()).unwrap();
        let outcome = serde_json::to_string(&Outcome::default()).unwrap();
        let events = events.replace('R', ROOT).replace('E', ENTER);
        format!("{},\"events\":[{events}],{}", header.trim_end_matches('}'), outcome.trim_start_matches('{'))
    }

    /// The error has to name the place of the mark `^`, which is then taken out.
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
        let (again, no_object) = ("`root` must stand once", "an event is an object");
        // All in one line; two in a line, and an empty line; far from the start of its line.
        for events in ["R, E, ^", "\nR, E,\n\n  ^", "\nR,\n\n\n        E, ^"] {
            refused(&format!("{events}R"), again);
            refused(&format!("{events}7"), no_object);
        }
        // Behind a line break in the event itself, the column is counted from there.
        refused("R, {\"event\":\"enter\",\n \"line\":^7}", "expected a sequence");
    }
}
