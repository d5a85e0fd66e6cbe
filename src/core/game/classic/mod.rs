//! Named games, such as classroom games: the table of these games, and the code that finds a game by its name.
//!
//! A game is one file that implements [`Game`](super::Game) and [`Playable`], and one row of the table here.

mod any;
mod connect_four;
mod nim;
mod tic_tac_toe;

pub use any::AnyGame;
pub use connect_four::ConnectFour;
pub use nim::Nim;
pub use tic_tac_toe::TicTacToe;

use super::Game;
use crate::core::names::normalize;
use std::fmt;

/// A game in the table.
#[derive(Clone, Copy, Debug)]
pub struct GameRow {
    /// The names of the game.
    pub names: &'static [&'static str],
    /// Other names that people use for the game, [normalized](normalize).
    pub spellings: &'static [&'static str],
    /// The syntax of its positions.
    pub syntax: &'static str,
    /// Its static evaluations, each with a description of what it counts.
    pub scores: &'static [(&'static str, &'static str)],
    read: fn(Option<&str>, Option<&str>) -> Result<AnyGame, PositionError>,
}

/// The built-in games, in the order in which they are taught.
const GAMES: [GameRow; 3] = [row::<TicTacToe>(), row::<Nim>(), row::<ConnectFour>()];

const fn row<G: Playable>() -> GameRow {
    GameRow {
        names: G::NAMES,
        spellings: G::SPELLINGS,
        syntax: G::SYNTAX,
        scores: G::SCORES,
        read: |size, position| G::parse(size, position).map(AnyGame::new),
    }
}

/// The named games: the built-in games and those that a program adds.
#[derive(Clone, Debug, Default)]
pub struct GameList {
    added: Vec<GameRow>,
}

/// Two lists are equal if the games added to them have the same names, in the same order.
impl PartialEq for GameList {
    fn eq(&self, other: &Self) -> bool {
        self.added.iter().map(|row| row.names).eq(other.added.iter().map(|row| row.names))
    }
}

impl Eq for GameList {}

impl GameList {
    /// Returns these games and one more.
    #[must_use]
    pub fn with<G: Playable>(mut self) -> Self {
        self.added.push(row::<G>());
        self
    }

    /// Returns all games, in the order in which their names are tried.
    pub fn rows(&self) -> impl Iterator<Item = GameRow> {
        GAMES.iter().chain(&self.added).copied()
    }

    /// Returns the row of the game that a text names; anything may follow the name.
    pub(crate) fn find(&self, text: &str) -> Option<GameRow> {
        let (name, ..) = parts(text);
        let name = normalize(name);
        let is_meant = |row: &GameRow| {
            row.spellings.contains(&name.as_str()) || row.names.iter().any(|own| normalize(own) == name)
        };
        self.rows().find(|row| !name.is_empty() && is_meant(row))
    }

    /// Returns whether a text names one of the games; anything may follow the name.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        self.find(text.trim()).is_some()
    }

    /// Reads a position of a game; returns `None` if the text names none of the games.
    pub fn read(&self, text: &str) -> Option<Result<AnyGame, PositionError>> {
        let (_, size, position) = parts(text.trim());
        self.find(text.trim()).map(|row| (row.read)(size, position))
    }
}

/// Splits a text such as `connect4@5x4:12` into the name, the size and the position.
fn parts(text: &str) -> (&str, Option<&str>, Option<&str>) {
    let (head, position) = text.split_once(':').map_or((text, None), |(head, position)| (head, Some(position)));
    let (name, size) = head.split_once('@').map_or((head, None), |(name, size)| (name, Some(size)));
    (name, size, position)
}

/// Reads a position of a built-in game; returns `None` if the text names none.
pub fn read_game(text: &str) -> Option<Result<AnyGame, PositionError>> {
    GameList::default().read(text)
}

/// A move of a [`Playable`] game: a number that identifies the move within its position, such as a square or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayableMove(pub u16);

/// A game that is named as `NAME`, `NAME:POSITION` or `NAME@SIZE:POSITION`, and that can be drawn.
pub trait Playable: Game<Move = PlayableMove> + Clone + fmt::Debug + Send + Sync + 'static {
    /// The names of the game. The text of a position begins with the last of these names.
    const NAMES: &'static [&'static str];

    /// Other names that people use for the game, [normalized](normalize): no capitals, spaces or hyphens.
    const SPELLINGS: &'static [&'static str] = &[];

    /// The syntax of its positions, in a few words with an example.
    const SYNTAX: &'static str;

    /// The names of the two sides, starting with the first player's.
    const SIDES: [&'static str; 2] = ["MAX", "MIN"];

    /// Its static evaluations, each with a name and a description of what it counts; the first is the default.
    const SCORES: &'static [(&'static str, &'static str)];

    /// Parses the rest of the name: the size after `@` and the position after the colon, if present.
    ///
    /// # Errors
    /// [`PositionError`] describes the problem and its place.
    fn parse(size: Option<&str>, position: Option<&str>) -> Result<Self, PositionError>;

    /// Writes the text that [`parse`](Self::parse) reads, preceded by the name of the game.
    fn position(&self) -> String;

    /// Returns the same game with the static evaluation at this index of [`SCORES`](Self::SCORES).
    #[must_use]
    fn scored_by(self, number: usize) -> Self;

    /// Explains in a sentence or two how to win and how to type moves, for people who have never seen the game.
    fn rules(&self) -> String;

    /// Draws the position.
    fn sketch(&self) -> Sketch;

    /// Returns the maximum number of plies left in the game, if the rest of the game can be searched while a reader
    /// waits.
    fn rest(&self) -> Option<u32> {
        None
    }
}

/// An error in the text of a position: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);

/// A drawing of a position, as rows of places from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// Each row with its label, and its places from the left.
    pub rows: Vec<(String, Vec<Man>)>,
    /// The labels below the columns; empty if columns have no names.
    pub columns: Vec<String>,
}

/// The content of a place in a [`Sketch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Man {
    /// Nothing.
    Empty,
    /// A piece of the side that began.
    First,
    /// A piece of the other side.
    Second,
    /// A match, which belongs to neither side.
    Match,
}

impl Man {
    /// Returns the letter that represents the content in text.
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
