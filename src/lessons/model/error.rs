//! What can be wrong with a lesson.

use super::{LARGEST_LESSON, LONGEST_LESSON, NESTING_LIMIT};
use crate::game::MoveError;
use crate::game::chess::FenError;
use crate::game::classic::PositionError;
use crate::names::UnknownName;
use crate::search::MAX_DEPTH;

/// Why a lesson was refused.
///
/// Errors of form carry line and column; errors of meaning the moves from the root to the spot.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Not JSON, or not the fields and types of the format.
    #[error("line {line}, column {column}: {}{problem}", if path.is_empty() { String::new() } else { format!("{path}: ") })]
    Form {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// Where in the document, such as `moves[1].score`.
        path: String,
        /// What is wrong there.
        problem: String,
    },
    /// The text of the file is too long.
    #[error("the lesson has {bytes} bytes; at most {LONGEST_LESSON} are read")]
    TooLong {
        /// How long it is.
        bytes: usize,
    },
    /// The tree is too large.
    #[error("the lesson has {moves} moves; at most {LARGEST_LESSON} are searched")]
    TooMany {
        /// How many it has.
        moves: usize,
    },
    /// A title or a note is too long.
    #[error("`{field}` has {characters} characters; at most {most} are allowed")]
    LongText {
        /// Which field.
        field: &'static str,
        /// How long it is.
        characters: usize,
        /// How long it may be.
        most: usize,
    },
    /// It is a recorded search.
    #[error("this is no lesson but a trace, a recorded search; `plywood verify FILE` reads it")]
    Trace,
    /// It is a trace whose first line is missing.
    #[error(
        "these are events of a trace without its header; its first line begins with {{\"format\":\"plywood-trace\""
    )]
    Headless,
    /// The root position is wrong.
    #[error("the lesson's position")]
    Fen(#[from] FenError),
    /// The root position of another game is wrong.
    #[error("the lesson's position: {0}")]
    Game(PositionError),
    /// There are two root positions.
    #[error("a lesson has a `fen` or a `game`, not both")]
    TwoBoards,
    /// The board that is to carry the tree is wrong.
    #[error("the lesson's carrier")]
    Carrier(#[source] FenError),
    /// There is nothing to search.
    #[error("the lesson has no moves")]
    Empty,
    /// The depth makes no sense.
    #[error("depth {0} is out of range; it must be from 1 to {MAX_DEPTH}")]
    Depth(u32),
    /// No search has this name.
    #[error("`algorithm`: {0}")]
    Algorithm(UnknownName),
    /// No way to fail has this name.
    #[error("`fail`: {0}")]
    Fail(UnknownName),
    /// It says that it settles what is no confusion.
    #[error("settles: there is no confusion {0}; they are numbered from 1 to 23, and `plywood lessons` lists them")]
    Confusion(u32),
    /// It says twice that it settles a confusion.
    #[error("settles: {0} appears twice")]
    SettledTwice(u32),
    /// The lesson asks for a tour that its tree cannot give.
    #[error("`tour` cannot be true here: {0}")]
    Tour(&'static str),
    /// The tree is too high.
    #[error("moves are nested deeper than {NESTING_LIMIT} plies")]
    Nesting,
    /// Something is wrong at one move.
    #[error("at `{line}`: {problem}")]
    Move {
        /// The moves from the root, the last one being the spot.
        line: String,
        /// What is wrong there.
        problem: MoveProblem,
    },
}

/// What can be wrong with one move of a lesson.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveProblem {
    /// It cannot be played.
    #[error(transparent)]
    San(MoveError),
    /// It has no name.
    #[error("the move has no name")]
    Nameless,
    /// A name with a line break or another control character cannot be drawn.
    #[error("the name of the move contains a control character")]
    ControlCharacter,
    /// A name that cannot be told from its neighbours in a line of moves.
    #[error(
        "the move `{0}` could not be named in a line: a name has no blanks and does not begin like a move number (1.)"
    )]
    Unreadable(String),
    /// The same move appears twice.
    #[error("`{0}` appears twice")]
    Duplicate(String),
    /// The same move stands there under two names.
    #[error("`{name}` is the same move as `{other}`, which is there, too")]
    Same {
        /// The second name.
        name: String,
        /// The first.
        other: String,
    },
    /// A leaf without a board needs a score.
    #[error("this leaf has no score; without a board every leaf needs one")]
    NoScore,
    /// The score is beyond any sense.
    #[error("score {0:?} is out of range; scores must be between -100000 and 100000")]
    Absurd(f64),
    /// The score cannot be held exactly.
    #[error("score {0:?} is finer than a thousandth of a pawn")]
    TooFine(f64),
}
