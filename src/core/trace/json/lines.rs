//! Traces as JSON Lines, written while the search runs and read record by record.

use super::header_reader::{is_header, read_header};
use super::name_pool::NamePool;
use super::{TraceError, extra, record};
use crate::core::game::classic::GameList;
use crate::core::text::strip_bom;
use crate::core::trace::check::Checker;
use crate::core::trace::{Header, Outcome, Record, Sink, Trace};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read as _, Write};

/// The maximum length of a trace line, in bytes.
const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// The maximum number of bytes in consecutive empty lines. Without this limit, plywood would never stop reading an
/// endless file of empty lines.
const MOST_EMPTY: u64 = 1024 * 1024;

impl Trace {
    /// Reads a trace in JSON Lines. Empty lines are ignored, and the result must be the last line.
    ///
    /// # Errors
    /// [`TraceError`] with line and column; [`TraceError::Truncated`] if there is no result.
    pub fn read_json_lines(input: impl BufRead) -> Result<Self, TraceError> {
        let mut reader = TraceReader::new(input)?;
        let records = reader.by_ref().collect::<Result<_, _>>()?;
        let (header, outcome) = reader.finish()?;
        Ok(Self { header, outcome, records })
    }

    /// Writes the trace as JSON Lines.
    ///
    /// # Errors
    /// Any error from `out`.
    pub fn write_json_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = JsonLines::new(out, &self.header)?;
        self.records.iter().try_for_each(|record| lines.take(record))?;
        lines.finish(&self.outcome).map(drop)
    }
}

/// Reads a trace in JSON Lines record by record, keeping only one record in memory.
///
/// Iterate over the reader, then call [`finish`](Self::finish).
#[derive(Debug)]
pub struct TraceReader<R> {
    input: R,
    header: Header,
    checker: Checker,
    outcome: Option<Outcome>,
    /// The record that was lent last, and memory for the next one.
    lent: Option<Record>,
    pool: NamePool,
    /// The text and the number of the last line read.
    text: String,
    number: usize,
    /// The number of bytes read.
    offset: u64,
}

impl<R: BufRead> TraceReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`TraceError`] with line and column.
    pub fn new(input: R) -> Result<Self, TraceError> {
        Self::knowing(input, &GameList::default())
    }

    /// Reads the header of a trace whose game may be among `games`.
    ///
    /// # Errors
    /// [`TraceError`] with line and column.
    pub fn knowing(input: R, games: &GameList) -> Result<Self, TraceError> {
        let (header, checker, pool) = (Header::default(), Checker::default(), NamePool::default());
        let (outcome, lent, text) = (None, None, String::new());
        let mut reader = Self { input, header, checker, outcome, lent, pool, text, number: 0, offset: 0 };
        if !reader.next_line()? {
            return Err(TraceError::Truncated { line: reader.number });
        }
        reader.header = read_header(strip_bom(&reader.text), games, reader.number - 1)?;
        Ok(reader)
    }

    /// Returns the subject and settings of the search.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the result, if it has been read. An error may follow it: text after the end of the trace.
    pub(crate) const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns the number of the last line read, counted from 1.
    pub const fn line(&self) -> usize {
        self.number
    }

    /// Returns the number of bytes read: the offset of the next line.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the next record and lends it to the caller, with the number of its line. Reading a whole trace in this way
    /// is faster than with the iterator, because each record uses the memory of the record before.
    pub(crate) fn lend(&mut self) -> Option<Result<(usize, &Record), TraceError>> {
        if let Some(before) = self.lent.take() {
            self.pool.recycle(before);
        }
        Some(self.next()?.map(|record| (self.number, &*self.lent.insert(record))))
    }

    /// Reads the remaining records, and returns the header and the result.
    ///
    /// # Errors
    /// [`TraceError::Truncated`] if there is no result, or any error in the remaining records.
    pub fn finish(mut self) -> Result<(Header, Outcome), TraceError> {
        while let Some(record) = self.lend() {
            record?;
        }
        let outcome = self.outcome.ok_or(TraceError::Truncated { line: self.number })?;
        Ok((self.header, outcome))
    }

    /// Reads the next non-empty line, and returns false at the end.
    fn next_line(&mut self) -> Result<bool, TraceError> {
        let before = self.offset;
        loop {
            let mut bytes = std::mem::take(&mut self.text).into_bytes();
            bytes.clear();
            let length = (&mut self.input).take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes)?;
            if length == 0 {
                return Ok(false);
            }
            (self.number, self.offset) = (self.number + 1, self.offset + length as u64);
            if LONGEST_LINE < length as u64 {
                return Err(self.refused("the line has more than 64 MiB, the maximum"));
            }
            let number = self.number;
            self.text = String::from_utf8(bytes).map_err(|error| {
                let bytes = error.as_bytes();
                TraceError::not_utf8(bytes, number).unwrap_or(TraceError::Truncated { line: number })
            })?;
            if !strip_bom(&self.text).trim().is_empty() {
                self.text.truncate(self.text.trim_end_matches(['\n', '\r']).len());
                return Ok(true);
            }
            if MOST_EMPTY < self.offset - before {
                return Err(self.refused("more than 1 MiB of empty lines come before it, the maximum"));
            }
        }
    }

    /// Returns an error for the whole current line.
    fn refused(&self, problem: &str) -> TraceError {
        TraceError::Json { line: self.number, column: 1, problem: problem.to_owned() }
    }

    /// Checks that nothing comes after the result.
    fn end(&mut self) -> Result<(), TraceError> {
        let end = (self.number, self.offset);
        if self.next_line()? {
            return Err(self.refused(match is_header(&self.text) {
                true => "a second search begins after the result of the first, but a trace contains only one; split the file",
                false => "text after the result, which must be the last line of a trace",
            }));
        }
        (self.number, self.offset) = end;
        Ok(())
    }

    /// Reads the result, which ends the records.
    fn result(&mut self) -> Result<(), TraceError> {
        let number = self.number;
        let text = &self.text;
        let at = |error: serde_json::Error| TraceError::json(text, &error, number - 1);
        let mut outcome = Outcome::read(&self.text).map_err(at)?;
        outcome.extra = extra(&self.text).map_err(at)?;
        let checker = std::mem::take(&mut self.checker);
        checker.finish(outcome.complete).map_err(|error| TraceError::order(&error, number))?;
        // The result counts even if the file goes on after it.
        self.outcome = Some(outcome);
        self.end()
    }
}

impl<R: BufRead> Iterator for TraceReader<R> {
    type Item = Result<Record, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.outcome.is_some() {
            return None;
        }
        match self.next_line() {
            Err(error) => Some(Err(error)),
            Ok(false) => Some(Err(TraceError::Truncated { line: self.number })),
            Ok(true) => match record(&self.text, (&mut self.checker, &self.header, &mut self.pool), self.number, 0) {
                Err(_) if is_result(&self.text) => self.result().err().map(Err),
                Err(_) if is_header(&self.text) => Some(Err(self.refused(
                    "a second search begins here, but the first has no result; a trace contains only one search",
                ))),
                record => Some(record),
            },
        }
    }
}

/// Returns whether a line that is not a record is the result.
fn is_result(line: &str) -> bool {
    #[derive(Deserialize)]
    struct EventTag {
        event: String,
    }
    line.contains("\"result\"")
        && match serde_json::from_str::<EventTag>(line) {
            Ok(tag) => tag.event == "result",
            // When the line is parsed as a result, invalid JSON is reported with its position.
            Err(error) => !error.is_data(),
        }
}

/// The last line of a JSON Lines trace.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Last<O> {
    Result(O),
}

/// Writes a trace as JSON Lines: the header, an event per line, the result.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// Any error from `out`, which should be buffered.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        write_line(&mut out, header)?;
        Ok(Self { out })
    }

    /// Writes the result and returns the output.
    ///
    /// # Errors
    /// Any error from writing to the output.
    pub fn finish(mut self, outcome: &Outcome) -> io::Result<W> {
        write_line(&mut self.out, &Last::Result(outcome))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Writes a line in one piece, because `out` may be slow with many small writes.
fn write_line<W: Write, T: Serialize>(out: &mut W, record: &T) -> io::Result<()> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    out.write_all(&line)
}

impl<W: Write> Sink for JsonLines<W> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        write_line(&mut self.out, record)
    }
}

#[cfg(feature = "cli")]
impl<R> TraceReader<R> {
    /// Returns the header, so that the caller can add what the trace itself does not contain.
    pub(crate) const fn header_mut(&mut self) -> &mut Header {
        &mut self.header
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

    /// Reads the trace as lines, and as a document with the events on the same lines; returns both errors.
    fn errors(events: &[&str], result: &str) -> [String; 2] {
        let lines = [&[HEADER], events, &[result]].concat().join("\n");
        let result = result.replacen("\"event\":\"result\",", "", 1);
        let (header, result) = (&HEADER[..HEADER.len() - 1], &result[1..]);
        let document = format!("{header},\"events\":[\n{}],\n{result}", events.join(",\n"));
        let read = [Trace::read_json_lines(lines.as_bytes()), Trace::read_json(&document)];
        read.map(|read| read.map_or_else(|error| error.to_string(), |_| "fine".to_owned()))
    }

    /// Returns the events with one of them replaced by others.
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
        refused(&with(1, &[EVENTS[0]]), 3, "`root` must occur once");
        refused(&with(2, &[EVENTS[2], EVENTS[2]]), 5, "`created` of `a`, which was created but not entered");
        refused(&with(2, &[]), 4, "`judged` of `a`, which was not created before");
        refused(&with(3, &[EVENTS[3], EVENTS[3]]), 6, "`judged` of `a`, which was judged before");
        refused(&with(4, &[EVENTS[6], EVENTS[4]]), 6, "the root is left without a cutoff");
        refused(&with(6, &[EVENTS[6], EVENTS[6]]), 9, "after the `leave` of the root");
        let inner = r#"{"event":"enter","line":["a"],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["b"]}"#;
        let judged = EVENTS[3].replacen("[\"a\"", "[\"a\",\"a\"", 1);
        refused(&with(3, &[inner, &judged]), 6, "not among the moves of `a` (if it is about `a` itself, the `leave`");
        refused(&with(6, &[EVENTS[1]]), 8, "`enter` comes while the root is still open: its `leave` is missing");
    }

    #[test]
    fn events_that_contradict_each_other_are_refused() {
        let replaced = |index: usize, from: &str, to: &str| EVENTS[index].replacen(from, to, 1);
        refused(&with(2, &[&replaced(2, "\"a\"", "\"x\"")]), 4, "not among the moves of the root");
        refused(&with(2, &[&replaced(2, "[\"a\"", "[\"b\",\"a\"")]), 4, "about `b a`, but the search is at the root");
        refused(&with(1, &[&replaced(1, "\"b\"]", "\"a\"]")]), 3, "`a` appears twice");
        refused(&with(1, &[&replaced(1, "[\"a\",\"b\"]", "[]")]), 3, "without moves");
        refused(&with(3, &[&replaced(3, "\"leaf\":\"horizon\",", "")]), 5, "created but not entered");
        refused(
            &with(3, &[&replaced(3, "\"best\"", "\"cutoff\"")]),
            5,
            "0 siblings were skipped, but 1 were not tried",
        );
        let cut = replaced(3, "\"best\"", "\"cutoff\",\"skipped\":1");
        refused(&with(3, &[&cut]), 6, "only `leave` can follow");
    }

    #[test]
    fn an_end_in_the_middle_is_refused_unless_the_search_was_stopped() {
        let [lines, document] = errors(&EVENTS[..4], RESULT);
        assert!(lines.starts_with("line 6, ") && lines.contains("marked as complete"), "{lines}");
        assert!(document.starts_with("line 6, ") && document.contains("marked as complete"), "{document}");
        let stopped = RESULT.replacen("true", "false", 1);
        assert_eq!(errors(&EVENTS[..4], &stopped), ["fine", "fine"]);
        let lines = [HEADER, EVENTS[0]].join("\n");
        let error = Trace::read_json_lines(lines.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "line 2: the trace ends without a result");
    }

    #[test]
    fn a_move_may_have_the_name_of_the_result() {
        let events = EVENTS.map(|event| event.replace("\"a\"", "\"result\""));
        let events: Vec<&str> = events.iter().map(String::as_str).collect();
        assert_eq!(errors(&events, RESULT), ["fine", "fine"]);
    }

    #[test]
    fn a_wrong_result_is_refused_with_its_line() {
        for error in errors(&EVENTS, &RESULT.replacen("true", "\"yes\"", 1)) {
            assert!(error.starts_with("line 9, ") && error.contains("expected a boolean"), "{error}");
        }
    }

    #[test]
    fn what_is_newer_or_something_else_is_refused() {
        refused(&with(2, &[r#"{"event":"dreamt","line":["a"]}"#]), 4, "unknown kind of event `dreamt`");
        refused(&with(2, &[&EVENTS[2].replacen("1.0", "\"one\"", 1)]), 4, "expected pawns as a number");
        refused(&with(2, &[r#"["created",["a"],1,1.0]"#]), 4, "an event is an object");
        refused(&with(2, &[&EVENTS[2].replacen("1.0", "1e9", 1)]), 4, "out of range");
        refused(&with(2, &[&EVENTS[2].replacen("1.0", r#"{"mate":3,"in":4}"#, 1)]), 4, "");
        let header = |from: &str, to: &str| {
            let error = Trace::read_json_lines(HEADER.replacen(from, to, 1).as_bytes()).unwrap_err();
            error.to_string()
        };
        assert_eq!(header("\"version\":1", "\"version\":3"), "the trace has version 3; plywood reads versions 1 and 2");
        assert_eq!(header("\"version\":1", "\"version\":0"), "the trace has version 0; plywood reads versions 1 and 2");
        assert!(header("plywood-trace", "music").contains("unknown variant `music`"));
        assert!(header("\"version\":1,", "").contains("missing field `version`"));
        let numbering = r#""numbering":{"move_number":4000000000,"black_to_move":true},"depth""#;
        assert!(header("\"depth\"", numbering).contains("move number 4000000000 is out of range"));
    }
}
