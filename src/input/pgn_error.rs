//! What can be wrong with a game in PGN.

use crate::game::MoveError;
use crate::game::chess::FenError;

/// Why a game was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnError {
    /// The tag `FEN`.
    #[error("in the tag FEN")]
    Fen(#[source] FenError),
    /// The tag `Variant`.
    #[error("the variant `{name}` is not played here, only standard chess")]
    Variant {
        /// Its name.
        name: String,
    },
    /// A move.
    #[error("move {number}")]
    Move {
        /// As it is written before the move: `12.` or `12...`.
        number: String,
        /// What is wrong with the move.
        #[source]
        cause: MoveError,
    },
    /// A line that begins with a bracket.
    #[error("`{text}` is not a tag like [White \"Name\"]")]
    Tag {
        /// The line.
        text: String,
    },
    /// A comment.
    #[error("a comment is opened with {{ but not closed")]
    Comment,
    /// A variation.
    #[error("a variation is opened with ( but not closed")]
    Open,
    /// The end of a variation.
    #[error("a variation is closed with ) but none was opened")]
    Close,
    /// Anything else that the reader of PGN does not like.
    #[error("{problem}")]
    Reader {
        /// What it says.
        problem: String,
    },
}
