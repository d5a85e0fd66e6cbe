//! Requests: the subject that a text names, the search settings, and the errors in both. Settings that are not given
//! come from the subject. This module reads no files.

use super::Subject;
use super::pasted::{PastedError, START};
use crate::core::game::classic::{GameList, PositionError};
use crate::core::names::normalize;
use crate::core::search::{
    Algorithm, Cut, Fail, Mistake, Order, Settings, SettingsError, TableSettings, Technique, Techniques,
};
use crate::core::setters::setters;
use crate::core::study::{LineError, StudyError};
use crate::core::text::{listed, visible};
use crate::input::{EpdError, looks_like_fen, parse_epd_line};
use crate::lessons::model::{
    CarrierError, GraphError, Lesson, Model, ModelError, TypedError, builtin, looks_graph, looks_typed, meant_lesson,
};

/// The depth for a position that doesn't specify one.
pub const DEFAULT_DEPTH: u32 = 4;

/// How to search a subject: the defaults, changed by the methods named after the fields. Options that you omit are
/// taken from the subject or from the defaults.
///
/// ```
/// use plywood::search::{Algorithm, Technique};
/// use plywood::tasks::SearchRequest;
///
/// let request = SearchRequest::default().depth(3).algorithm(Algorithm::Pvs).with(Technique::TranspositionTable);
/// assert_eq!(request.depth, Some(3));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct SearchRequest {
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The algorithm.
    pub algorithm: Option<Algorithm>,
    /// The move ordering.
    pub order: Option<Order>,
    /// The techniques to add.
    pub techniques: Techniques,
    /// Whether a tie causes a cutoff.
    pub cut: Option<Cut>,
    /// The value that a node returns when it fails high or low.
    pub fail: Option<Fail>,
    /// The settings of the transposition table.
    pub table: TableSettings,
    /// The mistake that the search makes deliberately.
    pub mistake: Option<Mistake>,
}

impl SearchRequest {
    setters! {
        depth: impl Into<Option<u32>>,
        algorithm: impl Into<Option<Algorithm>>,
        order: impl Into<Option<Order>>,
        techniques: Techniques,
        cut: impl Into<Option<Cut>>,
        fail: impl Into<Option<Fail>>,
        table: TableSettings,
        mistake: impl Into<Option<Mistake>>,
    }

    /// Returns the request with this technique added.
    #[must_use]
    pub fn with(self, technique: Technique) -> Self {
        Self { techniques: self.techniques.with(technique), ..self }
    }

    /// Returns the settings for a subject, which may specify a depth and an order.
    pub fn settings(&self, subject: &Subject) -> Settings {
        let &Self { fail, techniques, table, mistake, .. } = self;
        let order = self.order.or(subject.order).unwrap_or_else(|| techniques.order(subject.position().is_some()));
        let algorithm = self.algorithm_for(subject);
        let own = subject.caption.cut.filter(|_| algorithm == Algorithm::AlphaBeta && self.is_plain());
        let cut = self.cut.or(own).unwrap_or_default();
        Settings {
            algorithm,
            depth: self.depth.or(subject.depth).unwrap_or(DEFAULT_DEPTH),
            order,
            cut,
            fail,
            techniques,
            table,
            mistake,
        }
    }

    /// Returns the requested algorithm. If none was requested, returns the lesson's algorithm. If the lesson names
    /// none, or if an option changes the search, returns alpha-beta.
    fn algorithm_for(&self, subject: &Subject) -> Algorithm {
        let is_plain = self.is_plain() && self.cut.is_none_or(|cut| cut == Cut::default());
        self.algorithm.or(subject.caption.algorithm.filter(|_| is_plain)).unwrap_or_default()
    }

    /// Returns true if none of the options changes the search of a lesson.
    fn is_plain(&self) -> bool {
        self.techniques.is_empty() && self.mistake.is_none() && self.fail.is_none()
    }
}

/// Names for the start position, [normalized](normalize).
const STARTS: [&str; 6] = ["startpos", "start", "startposition", "startingposition", "initialposition", "initial"];

/// Returns whether a text names the start position of chess.
pub(crate) fn is_start(text: &str) -> bool {
    STARTS.contains(&&*normalize(text))
}

/// Why a recognized text cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum WordsError {
    /// The tree, in brackets or as a graph, is invalid.
    #[error("the tree")]
    Tree(#[source] TreeError),
    /// The lesson, in JSON, is invalid.
    #[error("the lesson")]
    Json(#[source] ModelError),
    /// A built-in lesson is damaged.
    #[error("built-in lesson {name}")]
    Lesson {
        /// The name of the lesson.
        name: String,
        /// The error.
        source: ModelError,
    },
    /// The position of a game is invalid.
    #[error(transparent)]
    Game(#[from] NamedGameError),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] EpdError),
    /// The pasted text is invalid.
    #[error(transparent)]
    Pasted(#[from] PastedError),
}

/// Why a tree cannot be searched.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum TreeError {
    /// The text does not follow the syntax of trees.
    Typed(#[from] TypedError),
    /// The text does not follow the syntax of graphs.
    Graph(#[from] GraphError),
    /// The text is not a tree.
    Model(#[from] ModelError),
}

/// Why a position of a game cannot be read, with the expected syntax.
#[derive(Debug, thiserror::Error)]
#[error("{error}\n  {text}\n  {name} is given as {syntax}")]
pub struct NamedGameError {
    error: PositionError,
    text: String,
    name: String,
    syntax: &'static str,
}

/// Reads a tree. Returns `None` if the text does not look like a tree.
pub(crate) fn tree_of(text: &str) -> Option<Result<Model, TreeError>> {
    if looks_graph(text) {
        return Some(Model::from_graph(text).map_err(Into::into));
    }
    looks_typed(text).then(|| Model::from_typed(text).map_err(Into::into))
}

impl Subject {
    /// Reads a lesson, the name of a lesson, a tree, or a position of chess or of a game in `games`. Returns `None`
    /// if the text is none of these.
    ///
    /// # Errors
    /// [`WordsError`] if the text is recognized but contains a mistake.
    pub fn of_words(text: &str, games: &GameList) -> Result<Option<Self>, WordsError> {
        if let Some(name) = meant_lesson(text) {
            let read = Self::of_lesson(builtin(name).unwrap_or_default(), name, games);
            return read.map(Some).map_err(|source| WordsError::Lesson { name: name.to_owned(), source });
        }
        if let Some(tree) = Self::of_tree_text(text) {
            return tree.map(Some).map_err(WordsError::Tree);
        }
        if text.starts_with('{') {
            return Self::of_lesson(text, "", games).map(Some).map_err(WordsError::Json);
        }
        if let Some(game) = Self::of_named_game(text, games)? {
            return Ok(Some(game));
        }
        match text {
            _ if is_start(text) => Ok(Some(Self::of_epd(START)?)),
            _ if looks_like_fen(text) => Ok(Some(Self::of_epd(text)?)),
            _ => Ok(Self::of_pasted(text).transpose()?),
        }
    }

    /// Reads the lesson called `name`; its game may be one of `games`.
    ///
    /// # Errors
    /// [`ModelError`] if the lesson is invalid.
    pub fn of_lesson(text: &str, name: &str, games: &GameList) -> Result<Self, ModelError> {
        let model = Model { games: games.clone(), ..Model::from_json(text)? };
        let mut subject = Self::from(Lesson::new(&model)?);
        name.clone_into(&mut subject.caption.name);
        Ok(subject)
    }

    /// Reads a tree; see [`tree_of`]. A tree has no static evaluations that could order its moves, so the moves are
    /// tried in the given order.
    pub(crate) fn of_tree_text(text: &str) -> Option<Result<Self, TreeError>> {
        let subject = |tree: Model| Ok(Self { order: Some(Order::None), ..Self::from(Lesson::new(&tree)?) });
        Some(tree_of(text)?.and_then(subject))
    }

    /// Reads a position of one of these games, if the text names one.
    ///
    /// # Errors
    /// [`NamedGameError`] if the text names a game, but its position is invalid.
    pub fn of_named_game(text: &str, games: &GameList) -> Result<Option<Self>, NamedGameError> {
        let text = text.trim();
        let Some(read) = games.read(text) else { return Ok(None) };
        let named = |error| {
            let name = text.split([':', '@']).next().unwrap_or_default().to_owned();
            NamedGameError { error, text: visible(text), name, syntax: games.find(text).map_or("", |row| row.syntax) }
        };
        read.map(Self::from).map(Some).map_err(named)
    }

    /// Reads a FEN or a line of EPD.
    ///
    /// # Errors
    /// [`EpdError`] if the position or one of the operations is invalid.
    pub fn of_epd(text: &str) -> Result<Self, EpdError> {
        let epd = parse_epd_line(text)?;
        Ok(Self::of_game(epd.id().unwrap_or_default().to_owned(), vec![epd.position]))
    }
}

/// Why something cannot be searched as requested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// The settings are invalid.
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
    /// The moves or the score after a line were given twice.
    #[error("{} is given twice, and only one of the two can count", if line.is_empty() { "the root".to_owned() } else { format!("the line {line}") })]
    LineTwice {
        /// The line as written.
        line: String,
    },
    /// A score was given after a move that the search does not try.
    #[error(
        "{}the search does not try {name}; it tries only {}",
        if after.is_empty() { String::new() } else { format!("after {}, ", after.join(" ")) },
        listed(tried)
    )]
    NotTried {
        /// The moves before it.
        after: Vec<String>,
        /// The move.
        name: String,
        /// The moves that the search tries there.
        tried: Vec<String>,
    },
    /// A list of moves is empty.
    #[error("no move is named")]
    NoMove,
    /// A lesson identifies positions by their lines, and a line with a null move in it leads to a different position.
    #[error(
        "null-move cannot be combined with a lesson, --only, --only-at or --set: they give no moves or scores after a null move"
    )]
    Pass,
    /// No board can carry the tree of a lesson.
    #[error(transparent)]
    Carrier(#[from] CarrierError),
    /// Only a tree without a board can have a range of leaf values.
    #[error("--leaves is for trees without a board")]
    Limits,
    /// With this score, a mean of scores would not be exact.
    #[error("this score is too fine, or too large, for the probabilities of the tree; give a whole number")]
    Unit,
    /// The search would have to evaluate a node that has no score.
    #[error(
        "at depth {depth} the search stops before the leaves and has to evaluate `{line}`, which has no score; leave out --depth to search all {plies} plies, or give each such node a score: --set '{line}=3'"
    )]
    NoScore {
        /// The depth in plies.
        depth: u32,
        /// The line to the first such node.
        line: String,
        /// The number of plies in the whole tree.
        plies: u32,
    },
    /// The search reads a leaf whose score is unknown.
    #[error("{0}")]
    Unknown(String),
    /// The value of an unknown leaf cannot be computed.
    #[error("the scores of this tree are too large, or its probabilities too fine, to list the cases")]
    Cases,
    /// Only chess moves have kinds.
    #[error("--without needs a chess position: only chess moves have kinds")]
    NoKinds,
    /// The game has no static evaluation of this name, or its position is invalid.
    #[error(transparent)]
    Game(#[from] PositionError),
    /// Sargon's search of a lesson could not be run.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Sargon promotes only to a queen.
    #[error("this lesson promotes to a piece other than a queen, which Sargon does not support")]
    Promotion,
}
