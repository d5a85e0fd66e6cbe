//! Traces written as JSON while the search runs: one document, or JSON Lines.

use crate::trace::{Header, Outcome, Record, Sink, Trace};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The last line of a JSON Lines trace.
#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Last<O> {
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
    /// What writing to `out` gives. `out` should be buffered.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        write_line(&mut out, header)?;
        Ok(Self { out })
    }

    /// Writes the result and returns the output.
    ///
    /// # Errors
    /// What writing gives.
    pub fn finish(mut self, outcome: &Outcome) -> io::Result<W> {
        write_line(&mut self.out, &Last::Result(outcome))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Each line is put together first: `out` may be slow to take each of its words.
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

/// Writes a trace as one JSON document: the header on a line, an event per line, the outcome on a line.
#[derive(Debug)]
pub(crate) struct JsonDocument<W> {
    out: W,
    has_events: bool,
}

impl<W: Write> JsonDocument<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// What writing to `out` gives. `out` should be buffered.
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

impl Trace {
    /// Writes the trace as one JSON document, see `JsonDocument`.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut document = JsonDocument::new(out, &self.header)?;
        self.records.iter().try_for_each(|record| document.take(record))?;
        document.finish(&self.outcome).map(drop)
    }

    /// Writes the trace as JSON Lines.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_json_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = JsonLines::new(out, &self.header)?;
        self.records.iter().try_for_each(|record| lines.take(record))?;
        lines.finish(&self.outcome).map(drop)
    }
}
