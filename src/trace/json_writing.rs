//! Traces written as JSON while the search runs: one document, or JSON Lines.

use super::event::{Event, LineRef};
use super::recorder::{Sink, written};
use super::{Header, Outcome, Trace};
use crate::hooks::Flow;
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
        written(write_line(&mut self.out, &event), &mut self.error)
    }
}

/// Writes a trace as one JSON document: the header on a line, an event per line, the outcome on a line.
#[derive(Debug)]
pub struct JsonDocument<W> {
    out: W,
    error: Option<io::Error>,
    has_events: bool,
}

impl<W: Write> JsonDocument<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// What writing to `out` gives. `out` should be buffered.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let header = serde_json::to_string(header)?;
        write!(out, "{},\n\"events\":[", &header[..header.len() - 1])?;
        Ok(Self { out, error: None, has_events: false })
    }

    fn write_event<T: Serialize>(&mut self, event: &T) -> io::Result<()> {
        self.out.write_all(if self.has_events { b",\n" } else { b"\n" })?;
        self.has_events = true;
        Ok(serde_json::to_writer(&mut self.out, event)?)
    }

    /// Writes the result and returns the output.
    ///
    /// # Errors
    /// What writing gives now, or gave when it stopped the search.
    pub fn finish(mut self, outcome: &Outcome) -> io::Result<W> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let outcome = serde_json::to_string(outcome)?;
        writeln!(self.out, "\n],\n{}", &outcome[1..])?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Writes an event; an error stops the search and is given by [`JsonDocument::finish`].
impl<W: Write> Sink for JsonDocument<W> {
    fn take(&mut self, event: Event<LineRef<'_>>) -> Flow {
        written(self.write_event(&event), &mut self.error)
    }
}

impl Trace {
    /// Writes the trace as one JSON document, see [`JsonDocument`].
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut document = JsonDocument::new(out, &self.header)?;
        for event in &self.events {
            document.write_event(event)?;
        }
        document.finish(&self.outcome).map(drop)
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
}
