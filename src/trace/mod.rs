//! What a search did, as plain data: recorded, written, read, counted, and folded into a tree.
//!
//! Invariant: whatever explains a search (renderers, PV rules, statistics) reads only this data, so a trace read from a
//! file is as good as one just recorded.

mod builder;
mod check;
mod event;
mod frame;
mod json;
mod json_writing;
mod line;
mod naming;
mod observer;
mod ranking;
mod recorder;
mod recording;
mod replay;
mod sargon_report;
mod shape;
mod statistics;
mod thresholds;
mod tree;
mod view;
mod wire;

pub use builder::{Keep, TreeBuilder};
pub use check::{OrderError, Stage};
pub use event::{Event, LeafKind, LineRef, Verdict};
pub use json::TraceError;
pub use json_writing::{JsonDocument, JsonLines};
pub use line::{Numbering, line_text, move_text, node_key};
pub use naming::{GameNames, Names};
pub use observer::{Observer, Watch};
pub use ranking::{RankedName, ReasonName};
pub(crate) use recorder::written;
pub use recorder::{Recorder, Sink};
pub use recording::Recording;
pub use replay::Label;
pub use sargon_report::SargonReport;
pub use shape::{Critical, Leaves, Shape};
pub use statistics::{Counter, Statistics};
pub use thresholds::{Source, Thresholds};
pub use tree::{Applied, Fold, Judgement, Node, PassSummary, SearchTree, Unsearched};
pub use view::View;

use crate::score::Score;
use crate::search::{Technique, Techniques};
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Names of the techniques that were added to the algorithm.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<String>,
    /// Which scores cut, if not those that reach beta.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cut: String,
    /// What a node outside of its window returns, if it was chosen.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fail: String,
    /// The mistake that the search makes for class.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mistake: String,
    /// Name of the evaluation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evaluation: String,
    /// The static scores that were replaced, if the tree was not known before the search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced_scores: Vec<ReplacedScore>,
    /// The full tree, if it was known before the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
}

impl Header {
    /// Returns the techniques as a set, without those that are not known here.
    #[must_use]
    pub fn technique_set(&self) -> Techniques {
        self.techniques.iter().filter_map(|name| Technique::from_name(name)).collect()
    }
}

/// A static score that does not come from the evaluation. A node's line is the only name it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplacedScore {
    /// The moves from the root.
    pub line: Vec<String>,
    /// For the side that made the last of them; at the root, for the side to move.
    pub score: Score,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the search was finished; if not, the rest is what was found so far.
    pub complete: bool,
    /// Score of the root, for the side to move; none if no move was searched to the end.
    pub score: Option<Score>,
    /// The best move.
    pub best: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The score of the leaf at the end of the PV, for the side to move at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf_score: Option<Score>,
    /// Why the PV ends in a leaf that was not evaluated but known otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_short: Option<LeafKind>,
    /// How the game ended, if it was over at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// The counts.
    pub statistics: Statistics,
    /// The principal variation as the transposition table has it, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_line: Option<TableLine>,
    /// What Sargon reports, if it was Sargon that searched. Its fields are written beside the others.
    #[serde(flatten, skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub sargon: Option<SargonReport>,
}

/// A principal variation walked from a transposition table. It is a guess: entries may be missing or only bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableLine {
    /// The moves.
    pub moves: Vec<String>,
    /// How many of them come from exact entries; the others are refutations.
    pub exact: usize,
    /// Why there are no more.
    pub end: TableLineEnd,
}

/// Why a [`TableLine`] ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableLineEnd {
    /// It is as long as the search was deep.
    Depth,
    /// The game is over.
    GameOver,
    /// The next position is not in the table.
    Missing,
    /// The next position is in the table without a move.
    NoMove,
}
