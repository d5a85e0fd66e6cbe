//! Why something cannot be searched as it was asked.

use crate::game::classic::PositionError;
use crate::model::CarrierError;
use crate::search::SettingsError;
use crate::study::{LineError, StudyError};

/// Why something cannot be searched as it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// The settings make no sense.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A line cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A move appears twice in a list.
    #[error("{name} appears twice")]
    MoveTwice {
        /// The move.
        name: String,
    },
    /// The moves or the score after a line were given before.
    #[error("{} is given twice, and only one of the two can count", if line.is_empty() { "the root".to_owned() } else { format!("the line {line}") })]
    LineTwice {
        /// The line, as it was written.
        line: String,
    },
    /// A list of moves is empty.
    #[error("no move is named")]
    NoMove,
    /// A lesson knows positions by the line to them, and after a pass the line says something else.
    #[error(
        "null-move cannot be combined with a lesson, or with moves or scores that are given: these say nothing of what \
         follows a pass"
    )]
    Pass,
    /// No board carries the tree of a lesson.
    #[error(transparent)]
    Carrier(#[from] CarrierError),
    /// Only moves of chess are of some kind.
    #[error("--without needs a position of chess: only its moves are of kinds")]
    NoKinds,
    /// The game has no such static score, or it cannot be at all.
    #[error(transparent)]
    Game(#[from] PositionError),
    /// Sargon's search of a lesson could not be run.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Sargon knows one promotion.
    #[error("this lesson promotes to another piece than a queen, which Sargon does not know")]
    Promotion,
}
