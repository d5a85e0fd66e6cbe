//! What a trace is: what was searched, everything that happened, and the result, as plain data with names.
//!
//! Invariant: whatever explains a search (renderers, PV rules, statistics) reads only this data and what is folded from it,
//! so a trace read from a file is as good as one just recorded.

mod check;
mod header;
mod json;
mod line;
mod outcome;
mod record;
mod shape;
mod statistics;

pub use check::{ChildStage, OrderError};
pub use header::{Caption, Change, Header, ReplacedScore, TraceFormat, Version};
pub(crate) use json::JsonDocument;
pub use json::{JsonLines, TraceError, TraceReader};
pub(crate) use line::move_text;
pub use line::{Numbering, line_text, node_key};
pub use outcome::{Extra, Outcome};
pub use record::{Notes, Record, Sink};
pub(crate) use shape::Critical;
pub use shape::{Leaves, Shape};
pub use statistics::{Counter, Statistics};

/// The version of the trace format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// A recorded search: what was searched, everything that happened, and the result.
///
/// [`Trace::read_json`] and [`Trace::read_json_lines`] are the only ways in from text, because they check what they read.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// What was searched and how.
    pub header: Header,
    /// What came out.
    pub outcome: Outcome,
    /// Everything that happened, in order.
    pub records: Vec<Record>,
}
