//! What Sargon and its ports report of a search, beside the events.

use super::Thought;
use crate::trace::Outcome;
use serde::{Deserialize, Serialize};

/// The result of a search of 1978 as the modern ports report it.
///
/// Its fields stand at the top level of a trace, beside `fen` and `pv`, under the names that the ports gave them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SargonReport {
    /// PLYMAX, the depth of the search in plies.
    pub plymax: u32,
    /// What the program decided.
    #[serde(flatten)]
    pub thought: Thought,
    /// The move comes out of the opening book, nothing was searched.
    pub book: bool,
    /// The line that the search itself followed, if the ports' way of reading their list gave another PV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched_line: Option<Vec<String>>,
}

impl SargonReport {
    /// Returns what Sargon reports, if it was Sargon that searched.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Option<Self> {
        outcome.extra.read()
    }
}
