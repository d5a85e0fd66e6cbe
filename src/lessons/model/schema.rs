//! The model format, version 1, as it stands in the file.

use super::questions::Questions;
use crate::text::Object;
use serde::{Deserialize, Deserializer, Serialize};

/// A lesson as it is written in `models/*.json`. `docs/model-format.md` describes it with examples.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// One line that says what the lesson teaches.
    pub title: String,
    /// The root position; without it the lesson is a tree without a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The root position of another game than chess, as it is asked for; not beside a `fen`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Depth of the search in plies; the height of the tree unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The algorithm that its note speaks of; alpha-beta unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// What a node outside of its window returns in that search, `hard` or `soft`; soft unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail: Option<String>,
    /// The board, kings and pawns, on which Sargon searches the tree; one is made unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// What to look for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A question to the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<String>,
    /// The answer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The numbers of the [`CONFUSIONS`](super::CONFUSIONS) that it settles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settles: Vec<u32>,
    /// Whether the page for browsers begins with the guided tour of the tree.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tour: bool,
    /// What is asked and graded, if it is an exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<Questions>,
    /// The moves at the root.
    #[serde(deserialize_with = "objects")]
    pub moves: Vec<ModelMove>,
}

/// A move of a [`Model`] and the position after it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelMove {
    /// The move: SAN on a board, any label without.
    #[serde(rename = "move")]
    pub name: String,
    /// Static score of the position after it, in pawns, from White's view (without a board: of the side to move at the
    /// root). It replaces the evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// What there is to say about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The replies, which replace those of the generator. Without the field the position is open: the generator takes
    /// over. An empty list makes it a leaf.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_objects")]
    pub moves: Option<Vec<ModelMove>>,
}

/// Reads moves, each of which must be an object: serde's own code would take a list of the fields for one.
fn objects<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ModelMove>, D::Error> {
    let moves = Vec::<Object<ModelMove>>::deserialize(deserializer)?;
    Ok(moves.into_iter().map(|Object(mv)| mv).collect())
}

fn some_objects<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<ModelMove>>, D::Error> {
    let moves = Option::<Vec<Object<ModelMove>>>::deserialize(deserializer)?;
    Ok(moves.map(|moves| moves.into_iter().map(|Object(mv)| mv).collect()))
}

impl Model {
    /// Returns the number of moves.
    #[must_use]
    pub fn count(&self) -> usize {
        fn count(moves: &[ModelMove]) -> usize {
            moves.iter().map(|mv| 1 + count(mv.moves.as_deref().unwrap_or_default())).sum()
        }
        count(&self.moves)
    }

    /// Returns the number of plies of the longest line.
    #[must_use]
    pub fn height(&self) -> u32 {
        fn height(moves: &[ModelMove]) -> u32 {
            moves.iter().map(|mv| 1 + height(mv.moves.as_deref().unwrap_or_default())).max().unwrap_or(0)
        }
        height(&self.moves)
    }
}
