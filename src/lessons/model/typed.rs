//! Trees as they stand in a textbook: `((3 12 8) (2 4 6) (14 5 2))`.

use super::{LARGEST_LESSON, LONGEST_LESSON, Model, ModelMove, NESTING_LIMIT};
use crate::core::game::made_name;
use crate::core::score::Score;
use std::collections::HashSet;
use std::fmt;

/// A tree that is typed cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TypedError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: TypedProblem,
}

/// What can be wrong with a typed tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypedProblem {
    /// A list does not end.
    #[error("this `{0}` is never closed")]
    Unclosed(char),
    /// A list ends that did not begin, or that began with the other kind of bracket.
    #[error("this `{0}` closes nothing")]
    Unopened(char),
    /// A list without anything in it.
    #[error("an empty list; a node needs a score, or moves in brackets")]
    Empty,
    /// Neither a number nor a list.
    #[error("`{0}` is no score; a leaf is a number such as 3 or -2.5, with a name before it if you like: a1=3")]
    NoNumber(String),
    /// A number that is beyond any sense, or finer than a thousandth.
    #[error("`{0}` is out of range; scores lie between -100000 and 100000, with three decimals at most")]
    Absurd(String),
    /// A name with nothing behind it.
    #[error("the name `{0}` has no score and no moves behind it")]
    NothingNamed(String),
    /// Two nodes of one name, or of one that was made for another.
    #[error("two nodes are called `{0}`; give one of them another name")]
    NameTwice(String),
    /// Something follows the tree.
    #[error("the tree has ended before `{0}`")]
    TextAfter(String),
    /// The text is too long.
    #[error("the tree has {0} bytes; at most {LONGEST_LESSON} are read")]
    TooLong(usize),
    /// The tree is too large.
    #[error("the tree goes on behind {LARGEST_LESSON} nodes; no more are searched")]
    TooMany,
    /// The tree is too high.
    #[error("lists are nested deeper than {NESTING_LIMIT} plies")]
    Nesting,
}

/// Returns whether a text looks like a typed tree, and not like a game (which begins with a tag) or anything else.
pub(crate) fn looks_typed(text: &str) -> bool {
    let text = text.trim_start();
    text.strip_prefix('[').map_or_else(|| text.starts_with('('), |rest| !is_tag(rest))
}

/// Whether what stands behind the first bracket is the tag of a game: a name, and a value in quotes.
fn is_tag(rest: &str) -> bool {
    let rest = rest.trim_start();
    let value = rest.trim_start_matches(|c: char| !c.is_whitespace() && !"\"'[](),:=".contains(c));
    rest.starts_with(char::is_alphabetic) && value.trim_start().starts_with('"')
}

impl Model {
    /// Reads a tree in brackets, round or square: a list for a node with moves, a number for a leaf, with blanks or commas
    /// between. A list or a number may have a name: `B:(3 12 8)`, `a1=3`. Nodes without one are called A, B, C; A1, A2;
    /// A1a, A1b; and so on, a ply for each letter or number. Scores are those of the player who moves first. Lists of Python
    /// may have names at their beginning: `['A', ('B', 5), ['C', ('D', 2)]]`.
    ///
    /// # Errors
    /// [`TypedError`] with line and column.
    ///
    /// ```
    /// use plywood::model::Model;
    /// let model = Model::from_typed("((3 12 8) (2 4 6) (14 5 2))")?;
    /// assert_eq!(model.moves[1].moves.as_ref().map(|moves| moves[0].name.as_str()), Some("B1"));
    /// # Ok::<(), plywood::model::TypedError>(())
    /// ```
    pub fn from_typed(text: &str) -> Result<Self, TypedError> {
        if LONGEST_LESSON < text.len() {
            return Err(TypedError { line: 1, column: 1, problem: TypedProblem::TooLong(text.len()) });
        }
        let mut reader = TypedReader { text, at: 0, names: HashSet::new() };
        let open = reader.open()?;
        // The root needs no name.
        reader.quoted()?;
        let moves = reader.list(open, "", 1)?;
        reader.skip();
        if let Some(rest) = reader.word() {
            return Err(reader.error(reader.at - rest.len(), TypedProblem::TextAfter(rest)));
        }
        let one_line: Vec<&str> = text.split_whitespace().collect();
        let one_line = one_line.join(" ");
        let title = if one_line.chars().count() <= LONGEST_TITLE { one_line } else { "A typed tree".to_owned() };
        Ok(Self { title, moves, ..Self::default() })
    }
}

/// A longer tree is not its own title.
const LONGEST_TITLE: usize = 64;

struct TypedReader<'a> {
    text: &'a str,
    /// The byte where reading goes on.
    at: usize,
    names: HashSet<String>,
}

impl TypedReader<'_> {
    fn error(&self, at: usize, problem: TypedProblem) -> TypedError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        TypedError { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1, problem }
    }

    fn skip(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').len();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Reads a bracket, or whatever stands before the next one.
    fn word(&mut self) -> Option<String> {
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let end = if is_bracket(first) {
            first.len_utf8()
        } else {
            rest.find(|c: char| is_bracket(c) || c.is_whitespace() || c == ',').unwrap_or(rest.len())
        };
        self.at += end;
        Some(rest[..end].to_owned())
    }

    /// Reads the bracket that begins the tree.
    fn open(&mut self) -> Result<(usize, char), TypedError> {
        self.skip();
        let at = self.at;
        match self.word() {
            Some(word) if word == "(" || word == "[" => Ok((at, word.chars().next().unwrap_or('('))),
            Some(word) => Err(self.error(at, TypedProblem::NoNumber(word))),
            None => Err(self.error(at, TypedProblem::Empty)),
        }
    }

    /// Reads a name in quotes, if one stands here.
    fn quoted(&mut self) -> Result<Option<String>, TypedError> {
        self.skip();
        let (at, quote) = (self.at, self.peek());
        let Some(quote) = quote.filter(|quote| matches!(quote, '\'' | '"')) else { return Ok(None) };
        let rest = &self.text[at + 1..];
        let end = rest.find(quote).ok_or_else(|| self.error(at, TypedProblem::Unclosed(quote)))?;
        self.at = at + 1 + end + 1;
        let name = rest[..end].trim().to_owned();
        if name.is_empty() {
            Err(self.error(at, TypedProblem::NoNumber(format!("{quote}{quote}"))))
        } else {
            Ok(Some(name))
        }
    }

    /// Reads a number and the bracket that closes the list, if nothing else stands in it.
    fn only_score(&mut self, open: char) -> Option<f64> {
        let start = self.at;
        self.skip();
        let score = self.word().and_then(|word| number(&word).ok());
        self.skip();
        let is_closed = self.peek() == Some(if open == '(' { ')' } else { ']' });
        self.at = if score.is_some() && is_closed { self.at + 1 } else { start };
        score.filter(|_| is_closed)
    }

    /// Reads the moves of a node up to the bracket that closes the one at `open`.
    fn list(&mut self, open: (usize, char), parent: &str, ply: usize) -> Result<Vec<ModelMove>, TypedError> {
        if NESTING_LIMIT < ply {
            return Err(self.error(open.0, TypedProblem::Nesting));
        }
        let close = if open.1 == '(' { ')' } else { ']' };
        let mut moves = Vec::new();
        loop {
            self.skip();
            let at = self.at;
            match self.peek() {
                None => return Err(self.error(open.0, TypedProblem::Unclosed(open.1))),
                Some(c) if c == close => {
                    self.at += 1;
                    return if moves.is_empty() { Err(self.error(open.0, TypedProblem::Empty)) } else { Ok(moves) };
                }
                Some(c @ (')' | ']')) => return Err(self.error(at, TypedProblem::Unopened(c))),
                Some(_) => moves.push(self.node(parent, moves.len(), ply)?),
            }
        }
    }

    fn node(&mut self, parent: &str, index: usize, ply: usize) -> Result<ModelMove, TypedError> {
        let start = self.at;
        if self.names.len() == LARGEST_LESSON {
            return Err(self.error(start, TypedProblem::TooMany));
        }
        let mut word = self.word().unwrap_or_default();
        let mut name = made_name(parent, index, ply);
        if let Some((given, rest)) =
            word.split_once([':', '=']).map(|(given, rest)| (given.to_owned(), rest.to_owned()))
        {
            if given.is_empty() {
                return Err(self.error(start, TypedProblem::NoNumber(word)));
            }
            name = given;
            word = rest;
            if word.is_empty() {
                self.skip();
                if !matches!(self.peek(), Some(c) if c != ')' && c != ']') {
                    return Err(self.error(start, TypedProblem::NothingNamed(name)));
                }
                word = self.word().unwrap_or_default();
            }
        }
        let open = (self.at - 1, word.chars().next().unwrap_or('('));
        let quoted = if is_bracket(open.1) { self.quoted()? } else { None };
        let is_quoted = quoted.is_some();
        name = quoted.unwrap_or(name);
        if !self.names.insert(name.clone()) {
            return Err(self.error(start, TypedProblem::NameTwice(name)));
        }
        match word.as_str() {
            "(" | "[" => {
                if is_quoted && let Some(score) = self.only_score(open.1) {
                    return Ok(ModelMove { name, score: Some(score), ..ModelMove::default() });
                }
                let moves = self.list(open, &name, ply + 1)?;
                Ok(ModelMove { name, moves: Some(moves), ..ModelMove::default() })
            }
            _ => {
                let at = self.at - word.len();
                let score = number(&word).map_err(|problem| self.error(at, problem))?;
                Ok(ModelMove { name, score: Some(score), ..ModelMove::default() })
            }
        }
    }
}

const fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']')
}

fn number(word: &str) -> Result<f64, TypedProblem> {
    let is_number = word.chars().all(|c| c.is_ascii_digit() || "+-.".contains(c));
    let Some(number) = word.parse::<f64>().ok().filter(|_| is_number) else {
        return Err(TypedProblem::NoNumber(word.to_owned()));
    };
    let is_exact = ((number * 1000.0) - (number * 1000.0).round()).abs() < 1e-4;
    match Score::from_pawns(number) {
        Some(_) if is_exact => Ok(number),
        _ => Err(TypedProblem::Absurd(word.to_owned())),
    }
}

impl fmt::Display for Model {
    /// The tree of the model in round brackets, without names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list(moves: &[ModelMove], f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("(")?;
            for (index, mv) in moves.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { " " })?;
                match mv.moves.as_deref().filter(|moves| !moves.is_empty()) {
                    Some(moves) => list(moves, f)?,
                    None => write!(f, "{}", mv.score.unwrap_or_default())?,
                }
            }
            f.write_str(")")
        }
        list(&self.moves, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        fn collect(moves: &[ModelMove], names: &mut Vec<String>) {
            for mv in moves {
                names.push(mv.name.clone());
                collect(mv.moves.as_deref().unwrap_or_default(), names);
            }
        }
        let mut names = Vec::new();
        collect(&Model::from_typed(text).unwrap().moves, &mut names);
        names
    }

    #[test]
    fn names_alternate_between_letters_and_numbers() {
        assert_eq!(names("((3 (1 2)) 5)"), ["A", "A1", "A2", "A2a", "A2b", "B"]);
        assert_eq!(names("(((((1)))))"), ["A", "A1", "A1a", "A1a1", "A1a1a"]);
    }

    #[test]
    fn names_may_be_given() {
        assert_eq!(names("(B:(3 12 8) x=2 y= 4 z: (1))"), ["B", "B1", "B2", "B3", "x", "y", "z", "z1"]);
        assert_eq!(names("(a1:(x:(3) 4))"), ["a1", "x", "xa", "a1.2"]);
    }

    #[test]
    fn lists_of_python_have_names_at_their_beginning() {
        assert_eq!(names("['A', ('B', 5), ['C', ('D', 2), ('E', 7)]]"), ["B", "C", "D", "E"]);
        assert_eq!(names("(\"root\", (\"left side\", 3), (\"b\", (\"c\", -1.5)), 4)"), ["left side", "b", "c", "C"]);
        let model = Model::from_typed("['A', ('B', 5), ['C', ('D', 2), ('E', 7)]]").unwrap();
        assert_eq!(model.to_string(), "(5 (2 7))");
        // Without a name a list of one number is a node with one move.
        assert_eq!(Model::from_typed("((5) (2 7))").unwrap().to_string(), "((5) (2 7))");
        let error = |text: &str| Model::from_typed(text).unwrap_err().to_string();
        assert_eq!(
            error("['A', ('B')]"),
            "line 1, column 7: an empty list; a node needs a score, or moves in brackets"
        );
        assert_eq!(
            error("['A', ('B', 5), ('B', 2)]"),
            "line 1, column 17: two nodes are called `B`; give one of them another name"
        );
        assert_eq!(error("['A, (1 2)]"), "line 1, column 2: this `'` is never closed");
    }

    #[test]
    fn a_tag_of_a_game_is_no_list() {
        for tree in [
            "[\"A\", [\"B\", 5]]",
            "[ \"A\", 3]",
            "[['A', \"b\"]]",
            "[B: [\"x\", 5]]",
            "[3, [\"x\", 5]]",
            "[B=3 \"x\"",
            "[",
        ] {
            assert!(looks_typed(tree), "{tree}");
        }
        for game in ["[Event \"?\"]", "[ Event  \"?\"]", "[White-Elo\t\"1\"]", "[FEN\"8\"]", "1. e4"] {
            assert!(!looks_typed(game), "{game}");
        }
    }

    #[test]
    fn square_brackets_and_commas_are_the_same_tree() {
        let round = Model::from_typed("((3 12 8) (2 -4.5 6))").unwrap();
        let square = Model::from_typed("[[3,12,8],\n [2, -4.5, 6]]").unwrap();
        assert_eq!(round.moves, square.moves);
        assert_eq!(round.to_string(), "((3 12 8) (2 -4.5 6))");
    }

    #[test]
    fn errors_name_line_and_column() {
        let error = |text: &str| Model::from_typed(text).unwrap_err().to_string();
        assert_eq!(error("((3 12 8) (2 4 6)"), "line 1, column 1: this `(` is never closed");
        assert_eq!(error("((3 12]) "), "line 1, column 7: this `]` closes nothing");
        assert_eq!(error("((3\n  x) 2)").split(';').next(), Some("line 2, column 3: `x` is no score"));
        assert_eq!(error("(1 ())").split(';').next(), Some("line 1, column 4: an empty list"));
        assert_eq!(error("(1 2) 3"), "line 1, column 7: the tree has ended before `3`");
        assert_eq!(error("(B=1 2)").split(';').next(), Some("line 1, column 6: two nodes are called `B`"));
        assert_eq!(error("(a=)"), "line 1, column 2: the name `a` has no score and no moves behind it");
        assert_eq!(error("(1e9)").split(';').next(), Some("line 1, column 2: `1e9` is no score"));
        assert_eq!(error("(200000)").split(';').next(), Some("line 1, column 2: `200000` is out of range"));
        assert_eq!(error("").split(';').next(), Some("line 1, column 1: an empty list"));
        assert!(error(&"(".repeat(100)).ends_with("nested deeper than 60 plies"));
    }
}
