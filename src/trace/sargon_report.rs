//! What Sargon and its ports report of a search, beside the events.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// The result of a search of 1978 as the modern ports report it; part of an [`Outcome`](super::Outcome).
///
/// Its fields stand at the top level of a trace, beside `fen` and `pv`, under the names that the ports gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SargonReport {
    /// PLYMAX, the depth of the search in plies.
    pub plymax: u32,
    /// The move, in coordinates. Of a game that is over it is the last move found to be illegal.
    pub best_move: String,
    /// The move, in algebraic notation; empty if it is illegal.
    pub best_san: String,
    /// The absolute static value at the end of the PV in centipawns, White positive; 0 for a book move.
    pub value: i32,
    /// Static scores computed, the root's among them.
    pub positions_created: u64,
    /// Leaves scored at the horizon or one ply behind a check.
    pub leaf_positions: u64,
    /// Move lists generated.
    pub move_lists: u64,
    /// Scores compared with a window; children that were dropped because a reply cut are not.
    pub ab_tests: u64,
    /// Comparisons that cut.
    pub cutoffs: u64,
    /// Comparisons that gave a new best move.
    pub new_best: u64,
    /// SCORE1, the score byte of the root: 128 plus eighths of a pawn for the side to move, 255 for a mate found; 0 for a
    /// book move.
    #[serde(rename = "root_SCORE1")]
    pub root_score1: u8,
    /// The move comes out of the opening book, nothing was searched.
    pub book: bool,
    /// The line that the search itself followed, if the ports' way of reading their list gave another PV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched_line: Option<Vec<String>>,
}

impl SargonReport {
    /// Reads the report out of a text that has one, or has none.
    pub(super) fn read(text: &str) -> Result<Option<Self>, serde_json::Error> {
        #[derive(Deserialize)]
        struct Mark {
            plymax: Option<IgnoredAny>,
        }
        let Mark { plymax } = serde_json::from_str(text)?;
        plymax.map(|_| serde_json::from_str(text)).transpose()
    }
}
