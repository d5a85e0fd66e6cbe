//! What a game that is asked for by name must know besides its rules.

use crate::game::Game;
use std::fmt;

/// A move of a [`Playable`] game: a number that tells the moves of a position apart, such as a square or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayableMove(pub u16);

/// A game that is asked for as `NAME`, `NAME:POSITION` or `NAME@SIZE:POSITION`, and drawn.
pub trait Playable: Game<Move = PlayableMove> + Clone + fmt::Debug + Send + Sync + 'static {
    /// The names by which it is asked for; positions are written with the last of them.
    const NAMES: &'static [&'static str];

    /// What its positions look like, in a few words with an example.
    const SYNTAX: &'static str;

    /// What the two sides are called, the one that begins first.
    const SIDES: [&'static str; 2] = ["MAX", "MIN"];

    /// Its static scores, each with a name and what it counts; the first is the usual one.
    const SCORES: &'static [(&'static str, &'static str)];

    /// Reads what stands behind the name: the size behind an `@` and the position behind the colon, if they are there.
    ///
    /// # Errors
    /// [`PositionError`] says what is wrong and where.
    fn parse(size: Option<&str>, position: Option<&str>) -> Result<Self, PositionError>;

    /// Writes what [`parse`](Self::parse) reads, with a name before it.
    fn position(&self) -> String;

    /// Returns the same game with the static score of this number in [`SCORES`](Self::SCORES).
    #[must_use]
    fn scored_by(self, number: usize) -> Self;

    /// Says in a sentence or two what wins, and how moves are read, for people who see the game for the first time.
    fn rules(&self) -> String;

    /// Draws the position.
    fn sketch(&self) -> Sketch;

    /// Returns how many plies the game lasts at most, if all of it can be searched while a reader waits.
    fn rest(&self) -> Option<u32> {
        None
    }
}

/// A position that cannot be: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);

/// A position as it is drawn: rows of places from above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// Each row with what stands before it, and its places from the left.
    pub rows: Vec<(String, Vec<Man>)>,
    /// What stands below the columns; nothing if columns have no names.
    pub columns: Vec<String>,
}

/// What stands at a place of a [`Sketch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Man {
    /// Nothing.
    Empty,
    /// A man of the side that began.
    First,
    /// A man of the other side.
    Second,
    /// A match, which belongs to nobody.
    Match,
}

impl Man {
    /// Returns the letter for it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Empty => '.',
            Self::First => 'X',
            Self::Second => 'O',
            Self::Match => '|',
        }
    }
}
