//! What a text means where no file is asked: the name of a lesson, a tree in brackets, a position.

use super::Subject;
use crate::game::classic::{PositionError, game_rows, read_game};
use crate::input::{EpdError, looks_like_fen, parse_epd_line};
use crate::model::{GraphError, Lesson, Model, ModelError, TypedError, builtin, looks_graph, looks_typed};
use crate::search::Order;
use crate::text::visible;

/// The start position, and what a FEN looks like.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Why a text that means something cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum WordsError {
    /// The tree, in brackets or as a graph, is wrong.
    #[error("the tree")]
    Tree(#[source] TreeError),
    /// The lesson, in JSON, is wrong.
    #[error("the lesson")]
    Json(#[source] ModelError),
    /// A built-in lesson is damaged.
    #[error("built-in lesson {name}")]
    Lesson {
        /// Its name.
        name: String,
        /// What is wrong with it.
        source: ModelError,
    },
    /// The position of a game is wrong.
    #[error(transparent)]
    Game(#[from] NamedGameError),
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] EpdError),
}

/// Why a tree cannot be searched.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum TreeError {
    /// It is not written as trees are.
    Typed(#[from] TypedError),
    /// It is not written as graphs are.
    Graph(#[from] GraphError),
    /// What is written is no tree.
    Model(#[from] ModelError),
}

/// Why a position of a game cannot be read, with how it is written.
#[derive(Debug, thiserror::Error)]
#[error("{error}\n  {text}\n  {name} is given as {syntax}")]
pub struct NamedGameError {
    error: PositionError,
    text: String,
    name: String,
    syntax: &'static str,
}

impl Subject {
    /// Finds out what a text means; nothing if it is no lesson and no name of one, no tree and no position.
    ///
    /// # Errors
    /// [`WordsError`] if it is one of them, and wrong.
    pub fn of_words(text: &str) -> Result<Option<Self>, WordsError> {
        if let Some(lesson) = builtin(text) {
            let read = Self::of_lesson(lesson, text);
            return read.map(Some).map_err(|source| WordsError::Lesson { name: text.to_owned(), source });
        }
        if looks_typed(text) {
            return Self::of_typed(text).map(Some).map_err(WordsError::Tree);
        }
        if text.starts_with('{') {
            return Self::of_lesson(text, "").map(Some).map_err(WordsError::Json);
        }
        if looks_graph(text) {
            return Self::of_graph(text).map(Some).map_err(WordsError::Tree);
        }
        if let Some(game) = Self::of_named_game(text)? {
            return Ok(Some(game));
        }
        match text {
            "startpos" => Ok(Some(Self::of_epd(START)?)),
            _ if looks_like_fen(text) => Ok(Some(Self::of_epd(text)?)),
            _ => Ok(None),
        }
    }

    /// Reads a lesson, which is called `name`.
    ///
    /// # Errors
    /// [`ModelError`] if it is none.
    pub fn of_lesson(text: &str, name: &str) -> Result<Self, ModelError> {
        let mut subject = Self::from(Lesson::from_json(text)?);
        name.clone_into(&mut subject.caption.name);
        Ok(subject)
    }

    /// Reads a tree in brackets.
    ///
    /// # Errors
    /// [`TreeError`] if it is none.
    pub fn of_typed(text: &str) -> Result<Self, TreeError> {
        Ok(Self::of_tree(&Model::from_typed(text)?)?)
    }

    /// Reads a graph as a tree.
    ///
    /// # Errors
    /// [`TreeError`] if it is none.
    pub fn of_graph(text: &str) -> Result<Self, TreeError> {
        Ok(Self::of_tree(&Model::from_graph(text)?)?)
    }

    /// Returns a tree without static scores that could order its moves, so they are tried as they stand.
    ///
    /// # Errors
    /// [`ModelError`] if it cannot be searched.
    pub fn of_tree(tree: &Model) -> Result<Self, ModelError> {
        let mut subject = Self::from(Lesson::new(tree)?);
        subject.order = Some(Order::None);
        Ok(subject)
    }

    /// Reads a position of a game of the table, if the text names one.
    ///
    /// # Errors
    /// [`NamedGameError`] if the position is wrong.
    pub fn of_named_game(text: &str) -> Result<Option<Self>, NamedGameError> {
        let text = text.trim();
        let Some(read) = read_game(text) else { return Ok(None) };
        let named = |error| {
            let name = text.split([':', '@']).next().unwrap_or_default().to_owned();
            let row = game_rows().into_iter().find(|row| row.names.contains(&name.as_str()));
            NamedGameError { error, text: visible(text), name, syntax: row.map_or("", |row| row.syntax) }
        };
        read.map(Self::from).map(Some).map_err(named)
    }

    /// Reads a FEN or a line of EPD.
    ///
    /// # Errors
    /// [`EpdError`] if it is none.
    pub fn of_epd(text: &str) -> Result<Self, EpdError> {
        let epd = parse_epd_line(text)?;
        Ok(Self::of_game(epd.id().unwrap_or_default().to_owned(), vec![epd.position]))
    }
}
