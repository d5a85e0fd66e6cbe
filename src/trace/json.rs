//! Traces read from JSON: one document, or JSON Lines.

use super::check::{Checker, OrderError};
use super::event::Event;
use super::json_writing::Last;
use super::{Format, Header, Numbering, Outcome, SargonReport, Trace, VERSION};
use crate::json::Object;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::io::{self, BufRead};

/// The largest number that the first move may have.
const MOST_MOVES: u32 = 1_000_000;

/// Why a trace cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The input cannot be read at all.
    #[error("cannot read the trace")]
    Io(#[from] io::Error),
    /// A line is not what the format asks for, or its event cannot stand there (see [`OrderError`]).
    #[error("line {line}, column {column}: {problem}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
    /// The trace was written by a newer program, or its version is none.
    #[error("the trace has version {0}, this program reads up to {VERSION}")]
    Version(u32),
    /// The lines end before the result, so the writer was interrupted.
    #[error("line {line}: the trace ends without a result")]
    Truncated {
        /// The last line.
        line: usize,
    },
}

impl TraceError {
    fn json(error: &serde_json::Error, line_offset: usize) -> Self {
        let text = error.to_string();
        let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem).to_owned();
        // What an event holds is read from memory once its kind is known; such errors have no place of their own.
        let (line, column) = (error.line().max(1) + line_offset, error.column().max(1));
        Self::Json { line, column, problem }
    }

    /// The same in a text whose line `first` begins with `bytes` others.
    fn behind(mut self, first: usize, bytes: usize) -> Self {
        if let Self::Json { line, column, .. } = &mut self
            && *line == first
        {
            *column += bytes;
        }
        self
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
        let text = without_mark(text);
        let at = |error: serde_json::Error| TraceError::json(&error, 0);
        check_version(text, 0)?;
        // One pass for each part, so that every error knows its place; parts that are not asked for are skipped over.
        let header: Header = serde_json::from_str(text).map_err(at)?;
        check_numbering(&header, 1)?;
        let mut outcome: Outcome = serde_json::from_str(text).map_err(at)?;
        outcome.sargon = SargonReport::read(text).map_err(at)?;
        let body: Body<'_> = serde_json::from_str(text).map_err(at)?;
        let mut events = Events::default();
        let (mut line, mut counted) = (1, 0);
        for event in body.events {
            let start = event.get().as_ptr().addr() - text.as_ptr().addr();
            line += line_ends(&text[counted..start]);
            counted = start;
            let column = start - text[..start].rfind('\n').map_or(0, |end| end + 1);
            events.take(event.get(), line, column)?;
        }
        let last = line + line_ends(text[counted..].trim_end());
        let events = events.finish(&outcome, last)?;
        Ok(Self { header, outcome, events })
    }

    /// Reads a trace written as JSON Lines. Empty lines do no harm, and nothing after the result is read.
    ///
    /// # Errors
    /// [`TraceError`] with line and column; [`TraceError::Truncated`] if there is no result.
    pub fn read_json_lines(input: impl BufRead) -> Result<Self, TraceError> {
        let mut header: Option<Header> = None;
        let mut events = Events::default();
        let mut number = 0;
        for line in input.lines() {
            let line = line?;
            number += 1;
            let line = if number == 1 { without_mark(&line) } else { &line };
            let at = |error: serde_json::Error| TraceError::json(&error, number - 1);
            if line.trim().is_empty() {
                continue;
            }
            if header.is_none() {
                check_version(line, number - 1)?;
                let read: Header = serde_json::from_str(line).map_err(at)?;
                check_numbering(&read, number)?;
                header = Some(read);
            } else if is_result(line) {
                let Last::Result(mut outcome) = serde_json::from_str::<Last<Outcome>>(line).map_err(at)?;
                outcome.sargon = SargonReport::read(line).map_err(at)?;
                let header = header.ok_or(TraceError::Truncated { line: number })?;
                let events = events.finish(&outcome, number)?;
                return Ok(Self { header, outcome, events });
            } else {
                events.take(line, number, 0)?;
            }
        }
        Err(TraceError::Truncated { line: number })
    }
}

fn line_ends(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// Some editors put a byte order mark before a text.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The part of a document that is not header or outcome.
#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

/// Reads events one by one, and checks that each can stand behind the one before.
#[derive(Default)]
struct Events {
    events: Vec<Event>,
    checker: Checker,
}

impl Events {
    /// Takes the text of the next event, which begins at `line`, behind `column` other bytes.
    fn take(&mut self, text: &str, line: usize, column: usize) -> Result<(), TraceError> {
        // What serde derives would also take a list that begins with the kind of the event.
        if !text.trim_start().starts_with('{') {
            let problem = "an event is an object, which begins with {".to_owned();
            return Err(TraceError::Json { line, column: 1, problem }.behind(line, column));
        }
        let event =
            serde_json::from_str(text).map_err(|error| TraceError::json(&error, line - 1).behind(line, column))?;
        self.checker.take(&event).map_err(|error| TraceError::order(&error, line).behind(line, column))?;
        self.events.push(event);
        Ok(())
    }

    /// Returns all events; `line` is the last one.
    fn finish(self, outcome: &Outcome, line: usize) -> Result<Vec<Event>, TraceError> {
        self.checker.finish(outcome.complete).map_err(|error| TraceError::order(&error, line))?;
        Ok(self.events)
    }
}

fn is_result(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Tag {
        event: String,
    }
    // Most lines are events, and need not be read twice.
    line.contains("\"result\"") && serde_json::from_str::<Tag>(line).is_ok_and(|tag| tag.event == "result")
}

fn check_version(text: &str, line_offset: usize) -> Result<(), TraceError> {
    /// Both, because a file of another format has versions of its own.
    #[derive(Deserialize)]
    struct Tags {
        #[serde(rename = "format")]
        _format: Format,
        version: u32,
    }
    let Object(Tags { version, .. }) =
        serde_json::from_str(text).map_err(|error| TraceError::json(&error, line_offset))?;
    if (1..=VERSION).contains(&version) { Ok(()) } else { Err(TraceError::Version(version)) }
}

/// Move numbers are added up, so they must be such as a game can have.
fn check_numbering(header: &Header, line: usize) -> Result<(), TraceError> {
    match header.numbering {
        Some(Numbering { move_number, .. }) if MOST_MOVES < move_number => Err(TraceError::Json {
            line,
            column: 1,
            problem: format!("move number {move_number} is out of range; it must be at most {MOST_MOVES}"),
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str =
        r#"{"format":"plywood-trace","version":1,"title":"t","depth":1,"algorithm":"alpha-beta","order":"none"}"#;
    const RESULT: &str = concat!(
        r#"{"event":"result","complete":true,"score":2.0,"best":"b","pv":["b"],"#,
        r#""statistics":{"created":3,"entered":1,"leaves":2,"terminals":0,"judged":2,"raised":2,"#,
        r#""cutoffs":0,"first_move_cutoffs":0,"skipped":0}}"#
    );
    const EVENTS: [&str; 7] = [
        r#"{"event":"root","score":0.0}"#,
        r#"{"event":"enter","line":[],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a","b"]}"#,
        r#"{"event":"created","line":["a"],"number":1,"score":1.0}"#,
        r#"{"event":"judged","line":["a"],"order":1,"score":1.0,"bound":"exact","leaf":"horizon","window":{"alpha":"-inf","beta":"+inf"},"verdict":"best"}"#,
        r#"{"event":"created","line":["b"],"number":2,"score":2.0}"#,
        r#"{"event":"judged","line":["b"],"order":2,"score":2.0,"bound":"exact","leaf":"horizon","window":{"alpha":1.0,"beta":"+inf"},"verdict":"best"}"#,
        r#"{"event":"leave","line":[],"score":2.0,"bound":"exact"}"#,
    ];

    /// Reads the trace as lines and as a document that has its events in the same lines; returns both errors.
    fn errors(events: &[&str], result: &str) -> [String; 2] {
        let lines = [&[HEADER], events, &[result]].concat().join("\n");
        let result = result.replacen("\"event\":\"result\",", "", 1);
        let (header, result) = (&HEADER[..HEADER.len() - 1], &result[1..]);
        let document = format!("{header},\"events\":[\n{}],\n{result}", events.join(",\n"));
        let read = [Trace::read_json_lines(lines.as_bytes()), Trace::read_json(&document)];
        read.map(|read| read.map_or_else(|error| error.to_string(), |_| "fine".to_owned()))
    }

    /// The trace with one line replaced by others.
    fn with<'a>(index: usize, lines: &[&'a str]) -> Vec<&'a str> {
        [&EVENTS[..index], lines, &EVENTS[index + 1..]].concat()
    }

    #[track_caller]
    fn refused(events: &[&str], line: usize, problem: &str) {
        for error in errors(events, RESULT) {
            assert!(error.starts_with(&format!("line {line}, ")), "{error}");
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn a_trace_comes_back_as_it_was_written() {
        assert_eq!(errors(&EVENTS, RESULT), ["fine", "fine"]);
        let lines = [&[HEADER], &EVENTS[..], &[RESULT]].concat().join("\n");
        let trace = Trace::read_json_lines(lines.as_bytes()).unwrap();
        let (mut again, mut document) = (Vec::new(), Vec::new());
        trace.write_json_lines(&mut again).unwrap();
        trace.write_json(&mut document).unwrap();
        assert_eq!(String::from_utf8(again).unwrap().trim_end(), lines);
        assert_eq!(Trace::read_json(std::str::from_utf8(&document).unwrap()).unwrap(), trace);
        assert_eq!(trace.check(), Ok(()));
    }

    #[test]
    fn unknown_fields_marks_and_empty_lines_do_no_harm() {
        let event = EVENTS[2].replacen('{', r#"{"mood":["good"],"#, 1);
        assert_eq!(errors(&with(2, &[&event]), RESULT), ["fine", "fine"]);
        let lines = [&[HEADER], &EVENTS[..], &[RESULT]].concat().join("\r\n\r\n");
        assert!(Trace::read_json_lines(format!("\u{feff}{lines}").as_bytes()).is_ok());
    }

    #[test]
    fn events_out_of_order_are_refused_with_their_line() {
        refused(&EVENTS[1..], 2, "before `root`");
        refused(&with(1, &[EVENTS[0]]), 3, "`root` must stand once");
        refused(&with(2, &[EVENTS[2], EVENTS[2]]), 5, "`created` of `a`, which was created but not entered");
        refused(&with(2, &[]), 4, "`judged` of `a`, which was not created before");
        refused(&with(3, &[EVENTS[3], EVENTS[3]]), 6, "`judged` of `a`, which was judged before");
        refused(&with(4, &[EVENTS[6], EVENTS[4]]), 6, "the root is left without a cutoff");
        refused(&with(6, &[EVENTS[6], EVENTS[6]]), 9, "after the `leave` of the root");
        refused(&with(6, &[EVENTS[1]]), 8, "`enter` is about the root, but the search is at the root");
    }

    #[test]
    fn events_that_contradict_each_other_are_refused() {
        let replaced = |index: usize, from: &str, to: &str| EVENTS[index].replacen(from, to, 1);
        refused(&with(2, &[&replaced(2, "\"a\"", "\"x\"")]), 4, "not among the moves of the root");
        refused(&with(2, &[&replaced(2, "[\"a\"", "[\"b\",\"a\"")]), 4, "about `b a`, but the search is at the root");
        refused(&with(1, &[&replaced(1, "\"b\"]", "\"a\"]")]), 3, "`a` stands twice");
        refused(&with(1, &[&replaced(1, "[\"a\",\"b\"]", "[]")]), 3, "without moves");
        refused(&with(3, &[&replaced(3, "\"leaf\":\"horizon\",", "")]), 5, "created but not entered");
        refused(&with(3, &[&replaced(3, "\"best\"", "\"cutoff\"")]), 5, "0 siblings were skipped, but 1 were not");
        let cut = replaced(3, "\"best\"", "\"cutoff\",\"skipped\":1");
        refused(&with(3, &[&cut]), 6, "only `leave` can follow");
    }

    #[test]
    fn an_end_in_the_middle_is_refused_unless_the_search_was_stopped() {
        let [lines, document] = errors(&EVENTS[..4], RESULT);
        assert!(lines.starts_with("line 6, ") && lines.contains("said to be complete"), "{lines}");
        assert!(document.starts_with("line 6, ") && document.contains("said to be complete"), "{document}");
        let stopped = RESULT.replacen("true", "false", 1);
        assert_eq!(errors(&EVENTS[..4], &stopped), ["fine", "fine"]);
        let lines = [HEADER, EVENTS[0]].join("\n");
        let error = Trace::read_json_lines(lines.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "line 2: the trace ends without a result");
    }

    #[test]
    fn what_is_newer_or_something_else_is_refused() {
        refused(&with(2, &[r#"{"event":"dreamt","line":["a"]}"#]), 4, "unknown variant `dreamt`");
        refused(&with(2, &[&EVENTS[2].replacen("1.0", "\"one\"", 1)]), 4, "expected pawns as a number");
        refused(&with(2, &[r#"["created",["a"],1,1.0]"#]), 4, "an event is an object");
        refused(&with(2, &[&EVENTS[2].replacen("1.0", "1e9", 1)]), 4, "beyond any sense");
        refused(&with(2, &[&EVENTS[2].replacen("1.0", r#"{"mate":3,"in":4}"#, 1)]), 4, "");
        let header = |from: &str, to: &str| {
            let error = Trace::read_json_lines(HEADER.replacen(from, to, 1).as_bytes()).unwrap_err();
            error.to_string()
        };
        assert_eq!(header("\"version\":1", "\"version\":2"), "the trace has version 2, this program reads up to 1");
        assert_eq!(header("\"version\":1", "\"version\":0"), "the trace has version 0, this program reads up to 1");
        assert!(header("plywood-trace", "music").contains("unknown variant `music`"));
        assert!(header("\"version\":1,", "").contains("missing field `version`"));
        let numbering = r#""numbering":{"move_number":4000000000,"black_to_move":true},"depth""#;
        assert!(header("\"depth\"", numbering).contains("move number 4000000000 is out of range"));
    }
}
