//! What a search did, as plain data: recorded, written, read, counted, and folded into a tree.
//!
//! Invariant: whatever explains a search (renderers, PV rules, statistics) reads only this data, so a trace read from a
//! file is as good as one just recorded.

mod builder;
mod check;
mod event;
mod json;
mod line;
mod observer;
mod recorder;
mod replay;
mod shape;
mod statistics;
mod thresholds;
mod tree;
mod view;
mod wire;

pub use builder::{GameNames, Keep, Names, TreeBuilder};
pub use check::{OrderError, Stage};
pub use event::{Event, LeafKind, LineRef, Verdict};
pub use json::{JsonLines, TraceError};
pub use line::{Numbering, line_text, move_text, node_key};
pub use observer::{Observer, Watch};
pub use recorder::{Recorder, Sink};
pub use replay::Label;
pub use shape::Shape;
pub use statistics::{Counter, Statistics};
pub use thresholds::{Source, Thresholds};
pub use tree::{Fold, Judgement, Node, SearchTree, Unsearched};
pub use view::View;

use crate::score::Score;
use serde::{Deserialize, Serialize};

/// The version of the trace format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// A recorded search: what was searched, everything that happened, and the result.
///
/// [`Trace::read_json`] and [`Trace::read_json_lines`] are the only ways in from text, because they check what they read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// What was searched and how.
    #[serde(flatten)]
    pub header: Header,
    /// What came out.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Everything that happened, in order.
    pub events: Vec<Event>,
}

/// What was searched and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Always `plywood-trace`.
    pub format: Format,
    /// Version of the format.
    pub version: u32,
    /// Title of the lesson or position.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What the lesson says about itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The root position, if the game has a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The number of the first move, if moves have numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbering: Option<Numbering>,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Name of the algorithm.
    pub algorithm: String,
    /// Name of the move ordering.
    pub order: String,
    /// Name of the evaluation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evaluation: String,
    /// The full tree, if it was known before the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
}

/// The name of the trace format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// The only one.
    #[default]
    #[serde(rename = "plywood-trace")]
    PlywoodTrace,
}

/// What came out of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the search was finished; if not, the rest is what was found so far.
    pub complete: bool,
    /// Score of the root, for the side to move; none if no move was searched to the end.
    pub score: Option<Score>,
    /// The best move.
    pub best: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// How the game ended, if it was over at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// The counts.
    pub statistics: Statistics,
}
