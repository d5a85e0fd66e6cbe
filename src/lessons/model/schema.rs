//! The model format, version 1: reading it, writing it for people to edit, and the errors of a lesson.

use super::{LARGEST_LESSON, LONGEST_LESSON, NESTING_LIMIT};
use crate::core::game::chess::FenError;
use crate::core::game::classic::{GameList, PositionError};
use crate::core::game::{MoveError, Movers, Weight};
use crate::core::names::UnknownName;
use crate::core::search::{MAX_DEPTH, UnknownOrder};
use crate::core::text::Object;
use crate::exercise::Questions;
use serde::{Deserialize, Deserializer, Serialize};

/// A lesson as written in `models/*.json`. `docs/model-format.md` describes it with examples.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// What the lesson teaches, in one line.
    pub title: String,
    /// The root position. Without it, the lesson is a tree without a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The root position of a game other than chess, written as on the command line. Not allowed together with `fen`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The games that `game` can name. The games are not part of the file; the caller that reads the file must supply
    /// them.
    #[serde(skip)]
    pub games: GameList,
    /// Who chooses at each ply: `max`, `min` or `chance`; the list starts again after its end. Without a list, MAX and
    /// MIN alternate. Not allowed together with `fen` or `game`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movers: Option<Movers>,
    /// The lowest and the highest value that a leaf can have; a missing value leaves that end of the range open. Not
    /// allowed together with `fen` or `game`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<[Option<f64>; 2]>,
    /// The depth of the search in plies; by default, the height of the tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The algorithm to which the note refers; by default, alpha-beta.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The move ordering of that search; by default, `static`, or `none` if the lesson is an exercise or its tree has
    /// chance nodes or unknown leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// The fail rule of that search, `hard` or `soft`; by default, `soft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail: Option<String>,
    /// Whether a tie causes a cutoff in that search (`ge`) or not (`gt`); by default, `ge`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
    /// The board of kings and pawns on which Sargon searches the tree; by default, plywood makes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// What the reader should look for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A question for the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<String>,
    /// The answer to the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The numbers of the [`MISCONCEPTIONS`](super::MISCONCEPTIONS) that the lesson addresses.
    #[serde(default, rename = "settles", skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<u32>,
    /// Whether the browser page begins with the guided tour of the tree.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tour: bool,
    /// The questions and their grading, if the lesson is an exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<Questions>,
    /// The moves at the root.
    #[serde(deserialize_with = "objects")]
    pub moves: Vec<ModelMove>,
    /// The location of the lesson schema, for text editors; it has no effect on the lesson.
    #[serde(default, rename = "$schema", skip_serializing)]
    pub schema: Option<String>,
}

/// A move of a [`Model`] and the position after it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelMove {
    /// The move: SAN on a board, otherwise any label.
    #[serde(rename = "move")]
    pub name: String,
    /// The static evaluation of the position after the move, in pawns, from White's view. Without a board, it is from
    /// the view of the side to move at the root. This score replaces the computed evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The letter of a leaf with an unknown score, or `?`. Allowed only without a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
    /// The probability of the move, if moves are drawn at random at its node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Weight>,
    /// The note about the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The replies, which replace the generator's moves. If the field is missing, the generator's moves are used. An
    /// empty list makes the position a leaf.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_objects")]
    pub moves: Option<Vec<ModelMove>>,
}

/// Reads moves, each of which must be an object: serde's own code would also accept a list of field values.
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

    /// Returns the number of plies in the longest line.
    #[must_use]
    pub fn height(&self) -> u32 {
        fn height(moves: &[ModelMove]) -> u32 {
            moves.iter().map(|mv| 1 + height(mv.moves.as_deref().unwrap_or_default())).max().unwrap_or(0)
        }
        height(&self.moves)
    }

    /// Returns, for each ply from the first, the lines to the inner nodes without a score of their own. A search to that
    /// ply cannot evaluate these nodes.
    pub(crate) fn unscored(&self) -> Vec<Vec<String>> {
        fn add<'a>(moves: &'a [ModelMove], line: &mut Vec<&'a str>, all: &mut Vec<Vec<String>>) {
            let inner =
                moves.iter().filter_map(|mv| Some((mv, mv.moves.as_deref().filter(|below| !below.is_empty())?)));
            for (mv, below) in inner {
                line.push(&mv.name);
                if all.len() < line.len() {
                    all.push(Vec::new());
                }
                if mv.score.is_none() {
                    all[line.len() - 1].push(line.join(" "));
                }
                add(below, line, all);
                line.pop();
            }
        }
        let mut all = Vec::new();
        add(&self.moves, &mut Vec::new(), &mut all);
        all
    }
}

impl Model {
    /// Writes the model as JSON that [`Lesson::from_json`](super::Lesson::from_json) reads: one move per line, with its
    /// replies indented below it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut fields = vec![field("title", &self.title)];
        fields.extend(self.fen.iter().map(|fen| field("fen", fen)));
        fields.extend(self.game.iter().map(|game| field("game", game)));
        fields.extend(self.movers.iter().map(|movers| field("movers", movers)));
        fields.extend(self.leaves.iter().map(|leaves| field("leaves", leaves)));
        fields.extend(self.depth.iter().map(|depth| field("depth", depth)));
        fields.extend(self.algorithm.iter().map(|algorithm| field("algorithm", algorithm)));
        fields.extend(self.order.iter().map(|order| field("order", order)));
        fields.extend(self.fail.iter().map(|fail| field("fail", fail)));
        fields.extend(self.cut.iter().map(|cut| field("cut", cut)));
        fields.extend(self.carrier.iter().map(|carrier| field("carrier", carrier)));
        for (name, text) in [("note", &self.note), ("ask", &self.ask), ("answer", &self.answer)] {
            fields.extend(text.iter().map(|text| field(name, text)));
        }
        if !self.addresses.is_empty() {
            fields.push(field("settles", &self.addresses));
        }
        fields.extend(self.tour.then(|| field("tour", &true)));
        fields.extend(self.exercise.iter().map(|exercise| field("exercise", exercise)));
        let mut text = String::from("{\n");
        for field in fields {
            text.push_str(&format!("  {field},\n"));
        }
        text.push_str("  \"moves\": ");
        write_moves(&self.moves, 2, &mut text);
        text.push_str("\n}\n");
        text
    }
}

fn write_moves(moves: &[ModelMove], indent: usize, text: &mut String) {
    if moves.is_empty() {
        text.push_str("[]");
        return;
    }
    text.push_str("[\n");
    for (index, mv) in moves.iter().enumerate() {
        text.push_str(&" ".repeat(indent + 2));
        write_move(mv, indent + 2, text);
        text.push_str(if index + 1 < moves.len() { ",\n" } else { "\n" });
    }
    text.push_str(&format!("{}]", " ".repeat(indent)));
}

fn write_move(mv: &ModelMove, indent: usize, text: &mut String) {
    let mut fields = vec![field("move", &mv.name)];
    fields.extend(mv.weight.iter().map(|weight| field("weight", weight)));
    fields.extend(mv.score.iter().map(|score| field("score", score)));
    fields.extend(mv.unknown.iter().map(|letter| field("unknown", letter)));
    fields.extend(mv.note.iter().map(|note| field("note", note)));
    text.push_str(&format!("{{ {}", fields.join(", ")));
    if let Some(replies) = &mv.moves {
        text.push_str(", \"moves\": ");
        write_moves(replies, indent, text);
    }
    text.push_str(" }");
}

fn field(name: &str, value: &impl Serialize) -> String {
    let value = serde_json::to_string(value).expect("text and numbers can always be written as JSON");
    format!("\"{name}\": {value}")
}

/// Why a lesson was rejected.
///
/// Syntax errors give line and column; semantic errors give the moves from the root to the offending node.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The text is not JSON, or does not have the fields and types of the format.
    #[error("line {line}, column {column}: {}{problem}", if path.is_empty() { String::new() } else { format!("{path}: ") })]
    Form {
        /// The line number, from 1.
        line: usize,
        /// The column number, from 1.
        column: usize,
        /// The place in the document, such as `moves[1].score`.
        path: String,
        /// The error at that position.
        problem: String,
    },
    /// The text of the file is too long.
    #[error("the lesson has {bytes} bytes; the maximum is {LONGEST_LESSON}")]
    TooLong {
        /// The length in bytes.
        bytes: usize,
    },
    /// The tree is too large.
    #[error("the lesson has {moves} moves; the maximum is {LARGEST_LESSON}")]
    TooMany {
        /// The number of moves.
        moves: usize,
    },
    /// A title or a note is too long.
    #[error("`{field}` has {characters} characters; the maximum is {most}")]
    LongText {
        /// The name of the field.
        field: &'static str,
        /// The length in characters.
        characters: usize,
        /// The maximum length.
        most: usize,
    },
    /// The text is a recorded search.
    #[error("this is a trace (a recorded search), not a lesson; read it with `plywood verify FILE`")]
    Trace,
    /// The text is a trace whose first line is missing.
    #[error(
        "these are events of a trace without its header; its first line begins with {{\"format\":\"plywood-trace\""
    )]
    Headless,
    /// The root position is invalid.
    #[error("the lesson's position")]
    Fen(#[from] FenError),
    /// The root position of another game is invalid.
    #[error("the lesson's position: {0}")]
    Game(PositionError),
    /// There are two root positions.
    #[error("a lesson has a `fen` or a `game`, not both")]
    TwoBoards,
    /// A board already determines who moves.
    #[error("`movers` and `leaves` are for a tree without a board")]
    MoversOnBoard,
    /// The range of leaf values is invalid.
    #[error(
        "`leaves` must be the lowest and highest leaf value with at most three decimals, such as [0, 10] or [null, 10]"
    )]
    Leaves,
    /// The denominators of the probabilities are too large.
    #[error("the probabilities of this tree need a finer unit than a millionth; use fewer different ones")]
    Finest,
    /// The carrier board is invalid.
    #[error("the lesson's carrier")]
    Carrier(#[source] FenError),
    /// There is nothing to search.
    #[error("the lesson has no moves")]
    Empty,
    /// The depth is out of range.
    #[error("depth {0} is out of range; it must be from 1 to {MAX_DEPTH}")]
    Depth(u32),
    /// No algorithm has this name.
    #[error("`algorithm`: {0}")]
    Algorithm(UnknownName),
    /// No move ordering has this name.
    #[error("`order`: {0}")]
    Order(UnknownOrder),
    /// No fail rule has this name.
    #[error("`fail`: {0}")]
    Fail(UnknownName),
    /// No rule for ties has this name.
    #[error("`cut`: {0}")]
    Cut(UnknownName),
    /// The lesson refers to an unknown misconception.
    #[error("settles: there is no misconception {0}; they are numbered from 1 to 23, and `plywood lessons` lists them")]
    Misconception(u32),
    /// The lesson refers to a misconception twice.
    #[error("settles: {0} appears twice")]
    SettledTwice(u32),
    /// The lesson asks for a tour that its tree does not support.
    #[error("`tour` cannot be true here: {0}")]
    Tour(&'static str),
    /// The tree is too deep.
    #[error("moves are nested deeper than {NESTING_LIMIT} plies")]
    Nesting,
    /// An error at one move.
    #[error("at {}: {problem}", if line.is_empty() { "the root".to_owned() } else { format!("`{line}`") })]
    Move {
        /// The moves from the root to the offending node.
        line: String,
        /// The error at that move.
        problem: MoveProblem,
    },
}

/// An error at one move of a lesson.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveProblem {
    /// The move cannot be played.
    #[error(transparent)]
    San(MoveError),
    /// The move has no name.
    #[error("the move has no name")]
    Nameless,
    /// The name contains a line break or another control character, and these cannot be drawn.
    #[error("the name of the move contains a control character")]
    ControlCharacter,
    /// The name cannot be distinguished from the names next to it in a line of moves.
    #[error("`{0}` cannot be the name of a move: a name has no spaces and does not start like a move number (1.)")]
    Unreadable(String),
    /// The same move appears twice.
    #[error("`{0}` appears twice")]
    Duplicate(String),
    /// The same move is listed under two names.
    #[error("`{name}` is the same move as `{other}`, which is also listed")]
    Same {
        /// The second name.
        name: String,
        /// The first name.
        other: String,
    },
    /// A leaf without a board needs a score.
    #[error("this leaf has no score; without a board every leaf needs one")]
    NoScore,
    /// Only a leaf of a tree without a board can be unknown.
    #[error(
        "`unknown` is for leaves without a score in trees without a board: a lowercase letter such as x or z1, or ?"
    )]
    Unknown,
    /// The score is out of range.
    #[error("score {0:?} is out of range; scores must be between -100000 and 100000")]
    Absurd(f64),
    /// Only moves at chance nodes can have probabilities.
    #[error("a move here has a probability, but only chance nodes have such moves")]
    NotDrawn,
    /// Some moves have no probability.
    #[error("some moves here have a probability, others none")]
    SomeWeights,
    /// The probabilities of a node do not add up to 1.
    #[error("the probabilities add up to {0}, not to 1")]
    Sum(String),
    /// The probabilities of a node have too large a common denominator.
    #[error("the probabilities here need a finer unit than a millionth")]
    ManyDrawn,
    /// The score is too large for the unit of the tree.
    #[error(
        "the probabilities need {scale}ths, and with them scores lie between -{most} and {most}; {pawns:?} is beyond"
    )]
    BeyondScale {
        /// The score.
        pawns: f64,
        /// The factor by which scores are multiplied.
        scale: u32,
        /// The largest score.
        most: f64,
    },
    /// The score cannot be stored exactly.
    #[error(
        "score {0:?} is finer than a thousandth of a pawn; round it or, in a tree without a board, multiply all leaves by the same number"
    )]
    TooFine(f64),
}

#[cfg(test)]
mod tests {
    use crate::lessons::model::{Model, builtin, builtin_names};

    #[test]
    fn what_is_written_is_read_back() {
        for name in builtin_names() {
            let model: Model = serde_json::from_str(builtin(name).unwrap()).unwrap();
            assert_eq!(serde_json::from_str::<Model>(&model.to_json()).unwrap(), model, "{name}");
        }
    }

    #[test]
    fn every_leaf_has_one_line() {
        let text = builtin("fail-low").unwrap();
        let model: Model = serde_json::from_str(text).unwrap();
        assert_eq!(model.to_json(), text);
    }
}
