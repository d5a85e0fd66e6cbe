//! Traces as JSON: one document, or JSON Lines written while the search runs.

use super::event::{Event, LineRef};
use super::recorder::Sink;
use super::{Header, Outcome, Trace, VERSION};
use crate::hooks::Flow;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

/// Why a trace cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The input cannot be read at all.
    #[error("cannot read the trace")]
    Io(#[from] io::Error),
    /// A line is not what the format asks for.
    #[error("line {line}, column {column}: {problem}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
    /// The trace was written by a newer program.
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
        Self::Json { line: error.line() + line_offset, column: error.column(), problem }
    }
}

/// The last line of a JSON Lines trace.
#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Last<O> {
    Result(O),
}

/// Writes a trace as JSON Lines: the header, an event per line, the result.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> JsonLines<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// What writing to `out` gives. `out` should be buffered.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        write_line(&mut out, header)?;
        Ok(Self { out, error: None })
    }

    /// Writes the result and returns the output.
    ///
    /// # Errors
    /// What writing gives now, or gave when it stopped the search.
    pub fn finish(mut self, outcome: &Outcome) -> io::Result<W> {
        if let Some(error) = self.error {
            return Err(error);
        }
        write_line(&mut self.out, &Last::Result(outcome))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn write_line<W: Write, T: Serialize>(out: &mut W, record: &T) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    out.write_all(b"\n")
}

/// Writes an event; an error stops the search and is given by [`JsonLines::finish`].
impl<W: Write> Sink for JsonLines<W> {
    fn take(&mut self, event: Event<LineRef<'_>>) -> Flow {
        match write_line(&mut self.out, &event) {
            Ok(()) => Flow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl Trace {
    /// Writes the trace as one JSON document: the header on a line, the outcome on a line, an event per line.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let (header, outcome) = (serde_json::to_string(&self.header)?, serde_json::to_string(&self.outcome)?);
        writeln!(out, "{},\n{},", &header[..header.len() - 1], &outcome[1..outcome.len() - 1])?;
        write!(out, "\"events\":[")?;
        for (index, event) in self.events.iter().enumerate() {
            out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *out, event)?;
        }
        out.write_all(b"\n]}\n")
    }

    /// Writes the trace as JSON Lines.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_json_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = JsonLines::new(out, &self.header)?;
        for event in &self.events {
            write_line(&mut lines.out, event)?;
        }
        lines.finish(&self.outcome).map(drop)
    }

    /// Reads a trace written as one JSON document.
    ///
    /// # Errors
    /// [`TraceError`] with line and column.
    pub fn read_json(text: &str) -> Result<Self, TraceError> {
        check_version(text, 0)?;
        serde_json::from_str(text).map_err(|error| TraceError::json(&error, 0))
    }

    /// Reads a trace written as JSON Lines.
    ///
    /// # Errors
    /// [`TraceError`] with line and column; [`TraceError::Truncated`] if there is no result.
    pub fn read_json_lines(input: impl BufRead) -> Result<Self, TraceError> {
        let mut header = None;
        let mut events = Vec::new();
        let mut number = 0;
        for line in input.lines() {
            let line = line?;
            let at = |error: serde_json::Error| TraceError::json(&error, number);
            if line.trim().is_empty() {
            } else if header.is_none() {
                check_version(&line, number)?;
                header = Some(serde_json::from_str::<Header>(&line).map_err(at)?);
            } else if is_result(&line) {
                let Last::Result(outcome) = serde_json::from_str(&line).map_err(at)?;
                let header = header.ok_or(TraceError::Truncated { line: number + 1 })?;
                return Ok(Self { header, outcome, events });
            } else {
                events.push(serde_json::from_str(&line).map_err(at)?);
            }
            number += 1;
        }
        Err(TraceError::Truncated { line: number })
    }
}

fn is_result(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Tag {
        event: String,
    }
    serde_json::from_str::<Tag>(line).is_ok_and(|tag| tag.event == "result")
}

fn check_version(text: &str, line_offset: usize) -> Result<(), TraceError> {
    #[derive(Deserialize)]
    struct Tag {
        version: u32,
    }
    let Tag { version } = serde_json::from_str(text).map_err(|error| TraceError::json(&error, line_offset))?;
    if VERSION < version { Err(TraceError::Version(version)) } else { Ok(()) }
}
