//! Why an ending, a board, a position or a file of tables is refused.

use std::collections::TryReserveError;

/// What retrograde analysis refuses, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RetroError {
    /// A text that does not list men.
    #[error(
        "`{text}` is no ending; write the men of both sides, such as KQK or KBNK: `{found}` is none of K Q R B N P"
    )]
    Letter {
        /// What was written.
        text: String,
        /// The letter that is no man.
        found: char,
    },
    /// A side has no king, or one has two.
    #[error("`{text}` is no ending: {problem}; each side has one king, and its men follow it, as in KQKR")]
    Kings {
        /// What was written.
        text: String,
        /// What is wrong with the kings.
        problem: &'static str,
    },
    /// Too many or too few men.
    #[error("`{text}` has {}, and tables are made for three or four, kings included", count_of(*.men))]
    Men {
        /// What was written.
        text: String,
        /// How many men it has.
        men: usize,
    },
    /// A board of another shape or size.
    #[error("`{text}` is no board; it must be square, from 3x3 to 8x8, such as 4x4")]
    Board {
        /// What was written.
        text: String,
    },
    /// Pawns on a small board.
    #[error("a board of {board} cannot hold {ending}: pawns need all eight ranks; leave --board out")]
    Pawns {
        /// The ending.
        ending: String,
        /// The board.
        board: String,
    },
    /// More memory than there is.
    #[error("the tables of {ending} need {bytes} bytes of memory, which this machine does not give")]
    Memory {
        /// The ending.
        ending: String,
        /// How much is needed for all tables.
        bytes: usize,
    },
    /// Somebody asked to stop.
    #[error("stopped before the tables were complete")]
    Stopped,
    /// A position that cannot be read or is not legal here.
    #[error("the position `{text}`: {problem}")]
    Position {
        /// What was written.
        text: String,
        /// What is wrong.
        problem: String,
    },
    /// A file that is no file of tables, or a damaged one.
    #[error("{problem}")]
    File {
        /// What is wrong, and where.
        problem: String,
    },
}

fn count_of(count: usize) -> String {
    let words = ["no men", "one man", "two men", "three men", "four men", "five men", "six men", "seven men"];
    words.get(count).map_or_else(|| format!("{count} men"), |word| (*word).to_owned())
}

impl RetroError {
    pub(super) fn position(text: &str, problem: impl Into<String>) -> Self {
        Self::Position { text: text.to_owned(), problem: problem.into() }
    }

    pub(super) fn file(problem: impl Into<String>) -> Self {
        Self::File { problem: problem.into() }
    }
}

/// Returns `length` copies of `value`, or the error of a machine that has not enough memory.
pub(super) fn filled<T>(length: usize, value: impl Fn() -> T) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(length)?;
    list.extend(std::iter::repeat_with(value).take(length));
    Ok(list)
}
