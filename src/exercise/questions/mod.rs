//! The questions of an exercise, one kind per file: its subject and its correct answer, and the code that reads, judges
//! and explains answers.

pub(super) mod answers;
mod best;
mod cutoffs;
mod grader;
pub(super) mod list;
mod order;
mod owner;
mod pruned;
mod pv;
mod range;
mod suspicion;
mod value;
mod window;

pub use answers::{Answers, Complaint};
pub use grader::{AnswerMark, AnswerVerdict, Marks, grade};
pub(super) use grader::{Grader, JudgedAnswer};
pub(crate) use grader::{is_right, share};
pub use suspicion::{Suspicion, suspect};

use super::solution::Solution;
use super::tree::PaperTree;
use super::{Exercise, Points, Question, Questions, is_dash};
use crate::core::names::named;
use crate::core::score::End;
use answers::{Answer, AnswerReader};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

named! {
    /// A kind of question.
    pub enum QuestionKind: "item" {
        /// The value of each inner node that the search visits, with `=`, `<=` or `>=`.
        Values = "values", "the value of each inner node that the search visits";
        /// Alpha and beta of each inner node when the search reaches it.
        Windows = "windows", "alpha and beta of each inner node when the search enters it";
        /// The leaves that the search does not read.
        Pruned = "pruned", "the leaves that the search does not read";
        /// The order in which the leaves are read.
        Order = "order", "the order in which the leaves are read";
        /// The number of cutoffs.
        Cutoffs = "cutoffs", "the number of cutoffs";
        /// Which move set a bound of the window.
        Owner = "owner", "which move set an inherited bound";
        /// The values of a leaf for which the next leaf is not read.
        Range = "range", "for which values of a leaf the next leaf is not read";
        /// The best move at the root.
        Best = "best", "the best move at the root";
        /// The principal variation.
        Pv = "pv", "the best line";
    }
}

impl QuestionKind {
    /// Returns the default points for an answer of this kind.
    #[must_use]
    pub const fn usual_points(self) -> Points {
        Points::from_hundredths(match self {
            Self::Pruned => 400,
            Self::Order => 200,
            Self::Values | Self::Windows | Self::Cutoffs | Self::Owner | Self::Range | Self::Best | Self::Pv => 100,
        })
    }

    /// Returns the words with which an answer may begin, including the name of the kind; empty if an answer begins with
    /// the name of a node.
    pub(crate) const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Pruned => &[
                "pruned",
                "pruned leaves",
                "cut",
                "cut off",
                "left out",
                "not read",
                "not searched",
                "skipped",
                "crossed out",
            ],
            Self::Order => &["order", "order of visits"],
            Self::Cutoffs => &["cutoffs", "cuts"],
            Self::Best => &["best", "best move"],
            Self::Pv => &["pv", "principal variation", "best line"],
            Self::Values | Self::Windows | Self::Owner | Self::Range => &[],
        }
    }
}

impl Serialize for QuestionKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for QuestionKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A kind of question.
pub(super) trait QuestionRules {
    /// Returns the first inner node at which to ask the question, if the question belongs in the tree itself rather
    /// than below it.
    fn in_tree(&self) -> Option<usize> {
        None
    }

    /// Returns the node and the bound that a question below the tree is about, or `None` if there is nothing to ask.
    fn place(&self, _: &PaperTree, _: &Solution) -> Option<(usize, Option<End>)> {
        Some((0, None))
    }

    /// Returns the name of the question in lists of marks. The answer also begins with this name.
    fn name(&self, _: &PaperTree, question: Question) -> String {
        question.kind.name().to_owned()
    }

    /// Returns the text of a question below the tree.
    fn text(&self, exercise: &Exercise, question: Question) -> String {
        self.name(&exercise.tree, question)
    }

    /// Returns a clause to print after the number of points. It says what earns all of the points and what earns some
    /// of them; it is empty if a question has no partial points.
    fn shared(&self) -> &'static str {
        ""
    }

    /// Returns the search's answer, if it has one.
    fn answer(&self, tree: &PaperTree, search: &Solution, question: Question) -> Option<Answer>;

    /// Returns the two numbers that a gap accepts, if the answer is a number that can be counted in two ways.
    fn numbers(&self, _: &Solution) -> Option<[usize; 2]> {
        None
    }

    /// Parses the text after the words with which the answer begins.
    fn read(&self, text: &str, reader: &mut AnswerReader<'_>) {
        let names = reader.names(text);
        self.read_list(&names, reader);
    }

    fn read_list(&self, _: &[String], reader: &mut AnswerReader<'_>) {
        reader.complain("a list is not allowed here");
    }

    /// Writes a line with an answer, or with a blank for it.
    fn line(&self, tree: &PaperTree, question: Question, answer: Option<&Answer>) -> String {
        format!("{}: {}", self.name(tree, question), answer.map(|answer| answer.text(tree)).unwrap_or_default())
    }

    /// Returns whether the numbers in an answer equal those of a search, and whether the whole answer equals that of
    /// the search.
    fn alike(&self, tree: &PaperTree, search: &Solution, question: Question, given: &Answer) -> (bool, bool) {
        let is_same = self.answer(tree, search, question).as_ref() == Some(given);
        (is_same, is_same)
    }

    /// Judges the answer; returns `None` if there is no answer.
    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer>;

    /// Explains why there is no answer.
    fn missing(&self, _: &Answers) -> &'static str {
        "no answer"
    }

    /// Explains in one sentence why the correct answer is correct.
    fn reason(&self, exercise: &Exercise, key: &Solution, question: Question) -> String;
}

pub(super) fn rules(kind: QuestionKind) -> &'static dyn QuestionRules {
    match kind {
        QuestionKind::Values => &value::ValueQuestion,
        QuestionKind::Windows => &window::WindowQuestion,
        QuestionKind::Pruned => &pruned::PrunedQuestion,
        QuestionKind::Order => &order::OrderQuestion,
        QuestionKind::Cutoffs => &cutoffs::CutoffsQuestion,
        QuestionKind::Owner => &owner::OwnerQuestion,
        QuestionKind::Range => &range::RangeQuestion,
        QuestionKind::Best => &best::BestQuestion,
        QuestionKind::Pv => &pv::PvQuestion,
    }
}

impl Question {
    pub(super) fn rules(self) -> &'static dyn QuestionRules {
        rules(self.kind)
    }

    /// Returns whether the question is in the tree itself rather than below it.
    pub(super) fn is_in_tree(self) -> bool {
        self.rules().in_tree().is_some()
    }

    pub fn name(self, tree: &PaperTree) -> String {
        self.rules().name(tree, self)
    }
}

/// Returns all questions in order; questions in the tree are for the nodes that the search visits.
pub(super) fn questions(tree: &PaperTree, key: &Solution, questions: &Questions) -> Vec<Question> {
    let mut asked = Vec::new();
    for kind in questions.asked() {
        match rules(kind).in_tree() {
            Some(first) => {
                let visited = (first..tree.nodes().len()).filter(|&node| key.visits[node].is_some());
                asked.extend(visited.map(|node| Question::of(kind, node)));
            }
            None => asked.extend(rules(kind).place(tree, key).map(|(node, end)| Question { kind, node, end })),
        }
    }
    asked
}

impl Exercise {
    /// Explains in one sentence why the search's answer to a question is correct.
    pub(super) fn reason_by(&self, key: &Solution, question: Question) -> String {
        question.rules().reason(self, key, question)
    }

    /// Returns the search's answer to a question without the question's name: `<= 2`, `(3, +inf)`, `B2 B3`.
    pub(super) fn answer_by(&self, key: &Solution, question: Question) -> String {
        let answer = question.rules().answer(&self.tree, key, question);
        answer.map(|answer| answer.text(&self.tree)).unwrap_or_default()
    }
}

/// The remark on an answer that is as good as the search's, but not the one that the search finds.
const EQUALLY_GOOD: &str = "equally good, but the search keeps the first of equal moves";

/// Returns the length of the common prefix of two lists of nodes.
fn prefix(a: &[usize], b: &[usize]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
