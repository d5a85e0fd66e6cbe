//! Lessons: small trees or overlays on real positions, read from `models/*.json`.
//!
//! Invariant: a [`Lesson`] is valid. All errors in a file are found when it is read.

mod builtin;
mod carrier;
mod graph;
mod overlay;
mod schema;
mod tree;
mod typed;

#[cfg(feature = "cli")]
pub(crate) use builtin::course;
pub(crate) use builtin::is_builtin_title;
pub use builtin::{
    HOME, MISCONCEPTIONS, Misconception, PLAN_MINUTES, Plan, PlanStop, builtin, builtin_names, meant_lesson,
};
pub use carrier::{Carrier, CarrierError, CarrierReport};
pub use graph::GraphError;
pub(crate) use graph::looks_graph;
pub(crate) use overlay::Without;
pub use overlay::{KindOfMove, Overlay};
pub use schema::{Model, ModelError, ModelMove, MoveProblem};
pub(crate) use tree::scaled;
#[cfg(feature = "cli")]
pub(crate) use typed::with_minus;
pub(crate) use typed::{LONG_TREE, looks_typed};
pub use typed::{TypedError, TypedProblem};

#[doc(inline)]
pub use crate::exercise::{Points, QuestionKind, Questions};

use crate::core::game::chess::{Chess, ChessGame, Material, parse_fen};
use crate::core::game::classic::{AnyGame, PlayableMove, PositionError};
use crate::core::game::{Game, Movers, Side, TreeGame};
use crate::core::score::Score;
use crate::core::search::{Fail, MAX_DEPTH};
use crate::core::text::{Object, in_plain_words, no_json_number, strip_bom, visible, visible_lines};
use crate::core::trace::{Caption, TraceFormat};
use serde::de::IgnoredAny;
use shakmaty::{Color, Position as _};

/// The maximum nesting depth of the moves in a lesson, in plies.
pub const NESTING_LIMIT: usize = 60;

/// A lesson that is ready to be searched.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The texts of the lesson.
    pub caption: Caption,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The subject of the search.
    pub content: Content,
    /// The numbers of the [`MISCONCEPTIONS`] that the lesson addresses.
    pub addresses: Vec<u32>,
    /// The board on which Sargon searches the lesson, if the lesson names a board.
    pub carrier: Option<Chess>,
    /// The questions, if the lesson is an exercise. The moves of an exercise are tried in file order.
    pub questions: Option<Questions>,
    /// In a tree without a board, for each ply: the lines to the inner nodes without a score.
    pub(crate) unscored: Vec<Vec<String>>,
}

/// The subject of a lesson.
#[derive(Clone, Debug)]
pub enum Content {
    /// A tree without a board.
    Tree(TreeGame),
    /// A position, and the lesson's overlay.
    Board {
        /// The root position.
        position: Chess,
        /// The lesson's moves and scores, as hooks.
        overlay: Overlay,
        /// Whether the lesson lists the moves of every position down to its depth, so that the tree is known.
        closed: bool,
    },
    /// A position of a classroom game, and the lesson's overlay.
    Named {
        /// The root position.
        game: AnyGame,
        /// The lesson's moves and scores, as hooks.
        overlay: Overlay<PlayableMove>,
        /// Whether the lesson lists the moves of every position down to its depth, so that the tree is known.
        closed: bool,
    },
}

impl Lesson {
    /// Reads a lesson from JSON. A byte order mark and Windows line ends are accepted.
    ///
    /// # Errors
    /// [`ModelError`] with the problem and its place.
    ///
    /// ```
    /// use plywood::model::Lesson;
    /// let lesson = Lesson::from_json(r#"{"title": "two leaves", "moves": [
    ///     {"move": "left", "score": 1}, {"move": "right", "score": 0.125}]}"#)?;
    /// assert_eq!(lesson.depth, 1);
    /// # Ok::<(), plywood::model::ModelError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        Self::new(&Model::from_json(text)?)
    }

    /// Checks a model and converts it to a lesson.
    ///
    /// # Errors
    /// [`ModelError`] with the moves from the root to the offending node.
    pub fn new(model: &Model) -> Result<Self, ModelError> {
        if model.moves.is_empty() {
            return Err(ModelError::Empty);
        }
        let moves = model.count();
        if LARGEST_LESSON < moves {
            return Err(ModelError::TooMany { moves });
        }
        let height = model.height();
        if NESTING_LIMIT < height as usize {
            return Err(ModelError::Nesting);
        }
        let depth = model.depth.unwrap_or(height);
        if !(1..=MAX_DEPTH).contains(&depth) {
            return Err(ModelError::Depth(depth));
        }
        if (model.movers.is_some() || model.leaves.is_some()) && (model.fen.is_some() || model.game.is_some()) {
            return Err(ModelError::MoversOnBoard);
        }
        let content = match (&model.fen, &model.game) {
            (None, None) => Content::Tree(tree::read(model)?),
            (Some(fen), None) => read_board(parse_fen(fen)?, model, depth)?,
            (None, Some(game)) => read_named(game, model, depth)?,
            (Some(_), Some(_)) => return Err(ModelError::TwoBoards),
        };
        check_length("title", &model.title, LONGEST_TITLE)?;
        for (field, text) in [("note", &model.note), ("ask", &model.ask), ("answer", &model.answer)] {
            check_length(field, text.as_deref().unwrap_or_default(), LONGEST_NOTE)?;
        }
        check_addressed(&model.addresses)?;
        let text = |text: &Option<String>| visible_lines(text.as_deref().unwrap_or_default());
        let algorithm = model.algorithm.as_deref().map(str::parse).transpose().map_err(ModelError::Algorithm)?;
        // Fail-soft is the default, because a bound is then a score that the reader can see, as in textbooks.
        let fail = model.fail.as_deref().map_or(Ok(Fail::Soft), str::parse).map_err(ModelError::Fail)?;
        let order = model.order.as_deref().map(str::parse).transpose().map_err(ModelError::Order)?;
        let cut = model.cut.as_deref().map(str::parse).transpose().map_err(ModelError::Cut)?;
        let caption = Caption {
            title: visible_lines(&model.title),
            note: text(&model.note),
            ask: text(&model.ask),
            answer: text(&model.answer),
            tour: model.tour,
            algorithm,
            fail: Some(fail),
            cut,
            order,
            ..Caption::default()
        };
        check_tour(model, &content, depth)?;
        let carrier = model.carrier.as_deref().map(parse_fen).transpose().map_err(ModelError::Carrier)?;
        let (addresses, questions) = (model.addresses.clone(), model.exercise.clone());
        let unscored = if matches!(content, Content::Tree(_)) { model.unscored() } else { Vec::new() };
        Ok(Self { caption, depth, content, addresses, carrier, questions, unscored })
    }

    /// Returns whether the whole tree is known before a search of `depth` plies.
    #[must_use]
    pub fn is_closed(&self, depth: u32) -> bool {
        match &self.content {
            Content::Tree(_) => true,
            Content::Board { closed, .. } | Content::Named { closed, .. } => *closed && depth <= self.depth,
        }
    }
}

/// The version of the lesson format.
pub const VERSION: u32 = 1;
/// The maximum length of a lesson's file, in bytes.
pub const LONGEST_LESSON: usize = 16 * 1024 * 1024;
/// The maximum number of moves in a lesson or typed tree. Real lessons have few moves, and a search takes a kilobyte of
/// memory per move.
pub const LARGEST_LESSON: usize = 250_000;
/// The maximum number of moves in a tree that has a tour.
const MOST_ON_TOUR: usize = 60;
/// The maximum length of a title, in characters.
pub const LONGEST_TITLE: usize = 1000;
/// The maximum length of a note, question or answer, in characters.
pub const LONGEST_NOTE: usize = 20_000;

fn check_length(field: &'static str, text: &str, most: usize) -> Result<(), ModelError> {
    let characters = text.chars().count();
    if most < characters { Err(ModelError::LongText { field, characters, most }) } else { Ok(()) }
}

/// Checks that each number refers to a misconception and occurs only once.
fn check_addressed(numbers: &[u32]) -> Result<(), ModelError> {
    for (index, &number) in numbers.iter().enumerate() {
        if MISCONCEPTIONS.iter().all(|misconception| misconception.number != number) {
            return Err(ModelError::Misconception(number));
        }
        if numbers[..index].contains(&number) {
            return Err(ModelError::SettledTwice(number));
        }
    }
    Ok(())
}

/// Checks that a tour is possible: it visits every node of a small tree in which MAX moves first.
fn check_tour(model: &Model, content: &Content, depth: u32) -> Result<(), ModelError> {
    if !model.tour {
        return Ok(());
    }
    let is_open = depth < model.height()
        || matches!(content, Content::Board { closed: false, .. } | Content::Named { closed: false, .. });
    let is_turned = match content {
        Content::Tree(game) => Movers::of(game) != Movers::default(),
        Content::Board { position, .. } => position.turn() == Color::Black,
        Content::Named { game, .. } => game.turn() == Side::Second,
    };
    let problem = if is_open {
        "a tour needs a tree whose moves are all listed down to the depth, and no move beyond it"
    } else if MOST_ON_TOUR < model.count() {
        "a tour shows at most 60 moves"
    } else if is_turned {
        "a tour must start with a move of White or MAX, and the sides move in turn"
    } else if depth < 2 {
        "a tour needs at least two plies"
    } else {
        return Ok(());
    };
    Err(ModelError::Tour(problem))
}

impl Model {
    /// Reads a model from JSON without checking its meaning.
    ///
    /// # Errors
    /// [`ModelError`] for a syntax error.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let text = strip_bom(text);
        if LONGEST_LESSON < text.len() {
            return Err(ModelError::TooLong { bytes: text.len() });
        }
        refuse_trace(text)?;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let Object(model) =
            serde_path_to_error::deserialize::<_, Object<Self>>(&mut deserializer).map_err(|error| {
                let path = error.path().to_string();
                form_error(text, error.inner(), if path == "." || path == "?" { String::new() } else { path })
            })?;
        deserializer.end().map_err(|error| form_error(text, &error, String::new()))?;
        Ok(model)
    }
}

/// Rejects a recorded search: a document, JSON Lines, or JSON Lines without the first line.
fn refuse_trace(text: &str) -> Result<(), ModelError> {
    #[derive(serde::Deserialize)]
    struct TraceTag {
        format: Option<TraceFormat>,
        event: Option<IgnoredAny>,
    }
    match serde_json::Deserializer::from_str(text).into_iter::<Object<TraceTag>>().next() {
        Some(Ok(Object(TraceTag { format: Some(_), .. }))) => Err(ModelError::Trace),
        Some(Ok(Object(TraceTag { event: Some(_), .. }))) => Err(ModelError::Headless),
        _ => Ok(()),
    }
}

fn form_error(source: &str, error: &serde_json::Error, path: String) -> ModelError {
    let text = error.to_string();
    if text.starts_with("recursion limit") {
        return ModelError::Nesting;
    }
    let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem);
    let problem = in_plain_words(problem);
    if let Some((word, column)) = no_json_number(source, error.line(), error.column()) {
        let problem = format!("`{word}` is not a number in JSON; write a finite number, such as 3.5");
        return ModelError::Form { line: error.line(), column, path, problem };
    }
    ModelError::Form { line: error.line(), column: error.column().max(1), path, problem }
}

/// The moves from the root to the move being read.
#[derive(Default)]
struct MovePath<'a>(Vec<&'a str>);

impl MovePath<'_> {
    fn error(&self, problem: MoveProblem) -> ModelError {
        ModelError::Move { line: visible(&self.0.join(" ")), problem }
    }

    fn score(&self, score: Option<f64>) -> Result<Option<Score>, ModelError> {
        let Some(pawns) = score else { return Ok(None) };
        let score = Score::from_pawns(pawns).ok_or_else(|| self.error(MoveProblem::Absurd(pawns)))?;
        if Score::is_exact(pawns) { Ok(Some(score)) } else { Err(self.error(MoveProblem::TooFine(pawns))) }
    }
}

/// Returns why a line that contains this name could not be typed, or `None` if it could: spaces separate the moves of a
/// line, and `1.` is read as a move number.
fn unreadable(name: &str) -> Option<MoveProblem> {
    let after = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after.starts_with('.');
    (is_numbered || name.contains(char::is_whitespace)).then(|| MoveProblem::Unreadable(name.to_owned()))
}

fn read_board(position: Chess, model: &Model, depth: u32) -> Result<Content, ModelError> {
    let (overlay, closed) = BoardReader::laid(ChessGame::new(position.clone(), Material), model, depth)?;
    Ok(Content::Board { position, overlay, closed })
}

fn read_named(text: &str, model: &Model, depth: u32) -> Result<Content, ModelError> {
    let game =
        model.games.read(text).ok_or_else(|| ModelError::Game(PositionError(format!("`{text}` is not a game"))))?;
    let game = game.map_err(ModelError::Game)?;
    let (overlay, closed) = BoardReader::laid(game.clone(), model, depth)?;
    Ok(Content::Named { game, overlay, closed })
}

/// Returns the error for a move that is also listed as `other`.
fn twice(other: &str, name: &str) -> MoveProblem {
    match other == name {
        true => MoveProblem::Duplicate(name.to_owned()),
        false => MoveProblem::Same { name: name.to_owned(), other: other.to_owned() },
    }
}

struct BoardReader<G: Game> {
    game: G,
    overlay: Overlay<G::Move>,
    line: Vec<G::Move>,
    depth: u32,
    closed: bool,
}

impl<G: Game> BoardReader<G> {
    /// Reads a lesson's overlay on a position. Also returns whether the lesson lists all moves down to its depth.
    fn laid(game: G, model: &Model, depth: u32) -> Result<(Overlay<G::Move>, bool), ModelError> {
        let mut reader = Self { game, overlay: Overlay::default(), line: Vec::new(), depth, closed: true };
        reader.read(Some(&model.moves), &mut MovePath::default())?;
        Ok((reader.overlay, reader.closed))
    }

    fn read<'a>(&mut self, moves: Option<&'a [ModelMove]>, path: &mut MovePath<'a>) -> Result<(), ModelError> {
        let Some(moves) = moves else {
            let above_horizon = (self.line.len() as u32) < self.depth;
            self.closed &= !(above_horizon && self.game.ending().is_none());
            return Ok(());
        };
        let mut listed = Vec::with_capacity(moves.len());
        for mv in moves {
            path.0.push(&mv.name);
            let played = self.game.read(&mv.name).map_err(|error| path.error(MoveProblem::San(error)))?;
            if let Some(other) = listed.iter().position(|&other| other == played) {
                return Err(path.error(twice(&moves[other].name, &mv.name)));
            }
            listed.push(played);
            self.line.push(played);
            if mv.unknown.is_some() {
                return Err(path.error(MoveProblem::Unknown));
            }
            if let Some(score) = path.score(mv.score)? {
                self.overlay.set_score(&self.line, score);
            }
            self.game.play(played);
            self.read(mv.moves.as_deref(), path)?;
            self.game.undo();
            self.line.pop();
            path.0.pop();
        }
        self.overlay.restrict(&self.line, listed);
        Ok(())
    }
}
