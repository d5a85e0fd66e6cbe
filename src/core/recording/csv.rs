//! Traces as CSV, a table with plain columns and a row for each event, for spreadsheets and data frames. plywood writes
//! CSV but cannot read it.

use crate::core::text::json_value;
use crate::core::trace::{Record, Sink};
use serde_json::Value;
use std::io::{self, Write};

/// The columns, in order. Each score has two columns: a score in pawns goes into the first, a mate in plies into the
/// second.
const COLUMNS: [&str; 25] = [
    "n",
    "event",
    "number",
    "step",
    "ply",
    "path",
    "parent",
    "move",
    "root_move",
    "depth",
    "alpha",
    "alpha_mate",
    "beta",
    "beta_mate",
    "score",
    "mate",
    "bound",
    "leaf",
    "verdict",
    "skipped",
    "reason",
    "why",
    "cut",
    "entered",
    "leaves",
];

/// Writes a trace as CSV while the search runs.
#[derive(Debug)]
pub(crate) struct Csv<W> {
    out: W,
    rows: u64,
    /// The factor by which all scores of the trace are multiplied. The columns contain the scores divided by this
    /// factor.
    scale: u32,
}

impl<W: Write> Csv<W> {
    /// Writes the names of the columns. `scale` is the factor in the trace's header.
    ///
    /// # Errors
    /// Returns any error that occurs while writing to `out`.
    pub(crate) fn new(mut out: W, scale: u32) -> io::Result<Self> {
        writeln!(out, "{}", COLUMNS.join(","))?;
        Ok(Self { out, rows: 0, scale })
    }

    /// Returns a score divided by the factor.
    fn score(&self, value: &Value) -> String {
        match value.as_f64() {
            Some(score) if self.scale != 1 => format!("{:?}", score / f64::from(self.scale)),
            _ => plain(value),
        }
    }

    /// Writes everything that is still buffered.
    ///
    /// # Errors
    /// Returns any error that occurs while writing to `out`.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Sink for Csv<W> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.rows += 1;
        let event = json_value(record);
        let line: Vec<&str> = event["line"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let path = |moves: &[&str]| moves.join(" ");
        let cells = COLUMNS.map(|column| match column {
            "n" => self.rows.to_string(),
            "ply" => line.len().to_string(),
            "path" => path(&line),
            "parent" => path(line.split_last().map_or(&[], |(_, parent)| parent)),
            "move" => line.last().copied().unwrap_or_default().to_owned(),
            "root_move" => line.first().copied().unwrap_or_default().to_owned(),
            "step" => plain(&event["order"]),
            "alpha" | "beta" => self.score(&event["window"][column]),
            "score" => self.score(&event[column]),
            "alpha_mate" => plain(&event["window"]["alpha"]["mate"]),
            "beta_mate" => plain(&event["window"]["beta"]["mate"]),
            "mate" => plain(&event["score"]["mate"]),
            "reason" => plain(event.get("pass").unwrap_or(&event["reason"])),
            _ => plain(&event[column]),
        });
        writeln!(self.out, "{}", cells.map(|cell| quoted(&cell)).join(","))
    }
}

/// Returns a number, word or flag as text. Returns an empty text for a list, an object, or an infinite bound.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) if matches!(text.as_str(), "+inf" | "-inf") => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}
