//! Exercises: trees that students search by hand with alpha-beta, the questions, answers and marks, and the sheets.
//!
//! Invariant: the correct answers come from plywood's own search of the tree; no file stores them.

mod generate;
mod lesson;
pub(crate) mod numbers;
pub(crate) mod page;
mod questions;
pub(crate) mod solution;
mod text_format;
pub(crate) mod tree;
mod written;

pub use generate::{
    ExerciseSpec, ExerciseSpecError, Features, Generator, TreeOutline, TreeShape, TreeShapeError, draw,
};
pub use lesson::ExerciseError;
pub use numbers::{Claim, Range, RangeEnd};
pub use page::{Graded, MARKS, Paper, PaperFormat, SHEETS};
pub use questions::{AnswerMark, AnswerVerdict, Answers, Complaint, Marks, QuestionKind, Suspicion, grade, suspect};
pub use solution::{
    Counterexample, ExerciseSearch, Filled, InnerVisit, LeafRead, Pruning, PruningClass, Solution, best_is_safe,
    counterexample, judge, value_is_safe, window_at,
};
pub use text_format::read_answers;
pub use tree::{PaperNode, PaperTree};
pub use written::{as_text, key_answers};

use crate::core::game::classic::GameList;
use crate::core::score::End;
use crate::core::search::Cut;
use crate::core::text::names;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// The maximum number of nodes in an exercise, including the root.
pub const MOST_NODES: usize = 2000;

/// An exercise, with the answers of the correct search. It is checked when it is made, so every exercise can be printed
/// and graded.
#[derive(Clone, Debug)]
pub struct Exercise {
    pub title: String,
    /// The text that names the position at the root, if there is a board.
    pub position: Option<String>,
    /// The named games that the position may belong to.
    pub games: GameList,
    pub tree: PaperTree,
    pub questions: Questions,
    /// The answers of the search with the exercise's rule for ties, of the search with the other rule, and of the
    /// fail-hard search in which a tie causes no cutoff. The last one reads more leaves than the others.
    pub keys: [Solution; 3],
    pub asked: Vec<Question>,
}

impl Exercise {
    fn of(title: &str, tree: PaperTree, questions: Questions) -> Self {
        let rule = questions.rule.unwrap_or_default();
        let other = if rule == Cut::AtBeta { Cut::AboveBeta } else { Cut::AtBeta };
        let searches = [ExerciseSearch::Right(rule), ExerciseSearch::Right(other), ExerciseSearch::HardStrict];
        let keys = searches.map(|search| Solution::of(&tree, search));
        let asked = questions::questions(&tree, &keys[0], &questions);
        // A title may have several lines; on a sheet, they are joined so that no line can look like an answer.
        let title = title.replace(['\n', '\t'], " ");
        Self { title, position: None, games: GameList::default(), tree, questions, keys, asked }
    }

    pub const fn key(&self) -> &Solution {
        &self.keys[0]
    }

    /// Returns the places of the keys that the exercise accepts: all of them, unless it requires a rule for ties.
    pub(crate) const fn accepted_rules(&self) -> &'static [usize] {
        match self.questions.rule {
            None => &[0, 1, 2],
            Some(Cut::AtBeta) => &[0],
            Some(Cut::AboveBeta) => &[0, 2],
        }
    }

    /// Returns the names of nodes, separated by spaces.
    pub fn names(&self, nodes: &[usize]) -> String {
        let names: Vec<&str> = nodes.iter().map(|&node| self.tree.node(node).name.as_str()).collect();
        names.join(" ")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    pub kind: QuestionKind,
    /// The node that the question is about; the root if the question is about the whole tree.
    pub node: usize,
    /// The bound that the question is about, if any.
    pub end: Option<End>,
}

impl Question {
    pub const fn of(kind: QuestionKind, node: usize) -> Self {
        Self { kind, node, end: None }
    }

    /// Returns the question of this kind about the whole tree.
    pub const fn whole(kind: QuestionKind) -> Self {
        Self::of(kind, 0)
    }
}

/// Points for an answer: whole hundredths, so that sums are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(u32);

impl Points {
    /// The maximum number of points for one answer.
    pub const LIMIT: u32 = 1000;

    /// Returns this many hundredths of a point.
    #[must_use]
    pub const fn from_hundredths(hundredths: u32) -> Self {
        Self(hundredths)
    }

    /// Returns the number of hundredths of a point.
    #[must_use]
    pub const fn hundredths(self) -> u32 {
        self.0
    }

    /// Returns these points times `share / whole`, rounded to the nearest hundredth, but never more than these points.
    #[must_use]
    pub const fn part(self, share: usize, whole: usize) -> Self {
        if whole <= share {
            return self;
        }
        let (share, whole) = (share as u64, whole as u64);
        Self(((self.0 as u64 * share * 2 + whole) / (2 * whole)) as u32)
    }

    /// Returns half of these points, rounded up to a hundredth.
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0.div_ceil(2))
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.map(|points| points.0).sum())
    }
}

/// The number of points, with only as many decimals as necessary: `1`, `0.5`, `3.56`.
impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = match self.0 {
            n if n % 100 == 0 => (n / 100).to_string(),
            n if n % 10 == 0 => format!("{}.{}", n / 100, n % 100 / 10),
            n => format!("{}.{:02}", n / 100, n % 100),
        };
        f.pad(&text)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            n if n % 100 == 0 => serializer.serialize_u32(n / 100),
            n => serializer.serialize_f64(f64::from(n) / 100.0),
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let points = f64::deserialize(deserializer)?;
        let hundredths = points * 100.0;
        let is_exact = (hundredths - hundredths.round()).abs() < 1e-6;
        if !(0.0..=f64::from(Self::LIMIT)).contains(&points) || !is_exact {
            let problem = format!("{points} points; expected 0 to {}, with at most two decimals", Self::LIMIT);
            return Err(serde::de::Error::custom(problem));
        }
        Ok(Self(hundredths.round() as u32))
    }
}

/// The field `exercise` of a model: the questions and their points. `docs/teaching.md` describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Questions {
    /// The items, in the order of the questions; empty for the default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<QuestionKind>,
    /// The points for each answer of a kind, if they differ from the default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<QuestionKind, Points>,
    /// The rule for ties that answers must follow; `None` if either is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "rule")]
    pub rule: Option<Cut>,
    /// A note on how the exercise was made, printed on the sheet and the key: seed, options and version.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub made: String,
}

impl Questions {
    /// The default questions of an exercise, which fit on one page.
    pub const USUAL: [QuestionKind; 4] =
        [QuestionKind::Values, QuestionKind::Windows, QuestionKind::Pruned, QuestionKind::Pv];

    /// Returns the kinds of questions in order, each once.
    #[must_use]
    pub fn asked(&self) -> Vec<QuestionKind> {
        let named: &[QuestionKind] = if self.items.is_empty() { &Self::USUAL } else { &self.items };
        let mut asked: Vec<QuestionKind> = Vec::new();
        for &kind in named {
            if !asked.contains(&kind) {
                asked.push(kind);
            }
        }
        asked
    }

    /// Returns the points for one answer of this kind.
    #[must_use]
    pub fn points(&self, kind: QuestionKind) -> Points {
        self.points.get(&kind).copied().unwrap_or_else(|| kind.usual_points())
    }
}

/// Reads and writes a rule for ties by name.
mod rule {
    use super::{Cut, Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(rule: &Option<Cut>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rule.map(Cut::name).unwrap_or_default())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cut>, D::Error> {
        String::deserialize(deserializer)?.parse().map(Some).map_err(serde::de::Error::custom)
    }
}

/// The subject of a line of answers, determined by the words at its beginning. On a sheet, no node has one of these
/// words as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    View,
    Student,
    Exercise,
    Read,
    /// An answer to a question of this kind.
    Answer(QuestionKind),
}

const HEADS: &[(Head, &[&str])] = &[
    (Head::View, &["view"]),
    (Head::Student, &["name", "student"]),
    (Head::Exercise, &["exercise"]),
    (Head::Read, &["read", "leaves read"]),
];

/// Separators between names.
const BETWEEN: [&str; 4] = ["->", "-->", "→", "and"];
/// Dashes: programs for text make a long one of what students type.
const DASHES: [&str; 4] = ["-", "–", "—", "−"];
/// Words for an empty list of leaves.
const NO_LEAF: [&str; 3] = ["none", "nothing", "{}"];
/// Words for no move.
const NOBODY: [&str; 3] = ["nobody", "none", "no one"];

impl Head {
    /// Returns the subject of a line that begins with these words, which are in lower case and separated by spaces.
    fn of(words: &str) -> Option<Self> {
        let kind = QuestionKind::ALL.iter().find(|kind| kind.words().contains(&words));
        let head = HEADS.iter().find(|(_, all)| all.contains(&words));
        head.map(|(head, _)| *head).or(kind.map(|kind| Self::Answer(*kind)))
    }
}

fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word)
}

fn is_dash(word: &str) -> bool {
    DASHES.contains(&word)
}

fn is_no_leaf(word: &str) -> bool {
    is_dash(word) || NO_LEAF.contains(&word.to_lowercase().as_str())
}

fn is_nobody(words: &str) -> bool {
    is_dash(words) || NOBODY.contains(&words.to_lowercase().as_str())
}

/// Returns whether a name could be mistaken for a keyword of the answer format.
fn is_word(name: &str) -> bool {
    let name = name.to_lowercase();
    Head::of(&name).is_some() || is_between(&name) || is_no_leaf(&name) || is_nobody(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_of_the_language_are_words_in_any_case() {
        let heads = HEADS.iter().flat_map(|(_, words)| *words);
        let items = QuestionKind::ALL.iter().flat_map(|kind| kind.words());
        let all = heads.chain(items).chain(&BETWEEN).chain(&DASHES).chain(&NO_LEAF).chain(&NOBODY);
        for word in all {
            assert!(is_word(word) && is_word(&word.to_uppercase()), "{word}");
        }
        assert!(["A", "B1a", "Qg8+", "noone", ""].into_iter().all(|name| !is_word(name)));
    }

    #[test]
    fn points_print_with_the_decimals_they_need() {
        let points = [100, 50, 356, 1000].map(|n| Points::from_hundredths(n).to_string());
        assert_eq!(points, ["1", "0.5", "3.56", "10"]);
        assert_eq!(Points::from_hundredths(400).part(2, 3).to_string(), "2.67");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let read = |text: &str| serde_json::from_str::<Questions>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"items": ["valu"]}"#).unwrap_err().contains("unknown item `valu`; expected one of: values"));
        assert!(read(r#"{"points": {"pv": -1}}"#).unwrap_err().contains("-1 points"));
        assert!(read(r#"{"rule": "gte"}"#).unwrap_err().contains("unknown rule for ties `gte`"));
        let read = read(r#"{"points": {"pv": 2.5}, "rule": "ge"}"#).unwrap();
        assert_eq!((read.points(QuestionKind::Pv).to_string().as_str(), read.rule), ("2.5", Some(Cut::AtBeta)));
    }
}
