//! Exercises: a tree of which a student says what alpha-beta does, the questions, their answers, and the marks; and the sheets
//! on which they stand.
//!
//! Invariant: what is right is found out by the project's own search over the tree, and never stands in a file.

mod answers;
mod generate;
mod page;
mod questions;
pub mod run;
mod solution;
mod tree;
mod written;

pub use answers::{Answers, Complaint};
pub use generate::{Bush, Features, Generator, TreeShape, TreeShapeError, Wish, WishError, draw};
pub use page::{Graded, MARKS, Paper, PaperFormat, SHEETS};
pub(crate) use page::{REPORTS, RanProgram, ReportFormat, Surroundings, VARIABLES};
pub use questions::{AnswerMark, AnswerVerdict, Marks, Suspicion, grade, suspect};
pub use solution::{
    Counterexample, ExerciseSearch, Filled, InnerVisit, LeafRead, Pruning, PruningClass, Solution, best_is_safe,
    counterexample, judge, value_is_safe, window_at,
};
pub use tree::{Claim, PaperNode, PaperTree, Range, ValueRange};
pub use written::{as_text, key_answers, read_answers};

use crate::model::{Item, Lesson, Questions};
use crate::random::splitmix64;
use crate::score::End;
use crate::search::{Cut, Order, Settings};
use crate::study::Limits;
use crate::subject::{Subject, SubjectError};

/// An exercise has no more nodes than this, the root included.
pub const MOST_NODES: usize = 2000;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseError {
    #[error(
        "this lesson does not list every move down to its depth, so that its tree is not known; an exercise needs all of it"
    )]
    Open,
    #[error("the tree has {0} nodes; an exercise may have {MOST_NODES}")]
    Big(usize),
    #[error("the tree has one ply; an exercise needs two at least")]
    Flat,
    #[error(transparent)]
    Subject(#[from] SubjectError),
}

/// An exercise, with the answers of the right search. One that exists can be asked and graded.
#[derive(Clone, Debug)]
pub struct Exercise {
    pub title: String,
    /// The position at the root as it is asked for, if there is a board.
    pub position: Option<String>,
    pub tree: PaperTree,
    pub questions: Questions,
    /// The answers of the search by the rule of the exercise, and those of the search by the other rule for ties.
    pub keys: [Solution; 2],
    pub asked: Vec<Question>,
}

impl Exercise {
    /// Makes an exercise of a lesson. Without questions of its own it gets the usual ones.
    ///
    /// ```
    /// use plywood::{exercise::Exercise, model::{Lesson, Model}};
    /// let lesson = Lesson::new(&Model::from_typed("((3 12 8) (2 4 6) (14 5 2))")?)?;
    /// let exercise = Exercise::new(&lesson)?;
    /// let pruned = exercise.key().pruned(&exercise.tree);
    /// assert_eq!(exercise.names(&pruned), "B2 B3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(lesson: &Lesson) -> Result<Self, ExerciseError> {
        let settings = Settings { depth: lesson.depth, order: Order::None, ..Settings::default() };
        let study = Subject::from(lesson.clone()).study(&settings, None, Limits::default())?;
        let nodes = study.header().shape.as_ref().map_or(0, |shape| shape.len());
        if MOST_NODES < nodes {
            return Err(ExerciseError::Big(nodes));
        }
        let tree = PaperTree::of(study.header()).ok_or(ExerciseError::Open)?;
        let questions = lesson.questions.clone().unwrap_or_default();
        let exercise = Self::of(lesson.caption.title.clone(), tree, questions)?;
        Ok(Self { position: study.header().position().map(str::to_owned), ..exercise })
    }

    pub fn of(title: String, tree: PaperTree, questions: Questions) -> Result<Self, ExerciseError> {
        if tree.height() < 2 {
            return Err(ExerciseError::Flat);
        }
        let rule = questions.rule.unwrap_or_default();
        let other = if rule == Cut::AtBeta { Cut::AboveBeta } else { Cut::AtBeta };
        let keys = [rule, other].map(|rule| Solution::of(&tree, ExerciseSearch::Right(rule)));
        let asked = questions::questions(&tree, &keys[0], &questions);
        // A title may have several lines; on a sheet it is one, and no answer can hide behind it.
        let title = title.replace(['\n', '\t'], " ");
        Ok(Self { title, position: None, tree, questions, keys, asked })
    }

    pub const fn key(&self) -> &Solution {
        &self.keys[0]
    }

    /// Returns the names of nodes with blanks between.
    pub fn names(&self, nodes: &[usize]) -> String {
        let names: Vec<&str> = nodes.iter().map(|&node| self.tree.node(node).name.as_str()).collect();
        names.join(" ")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    pub item: Item,
    /// The node of which it is asked; the root if it is asked of the whole tree.
    pub node: usize,
    /// The end of the window of which it is asked, if it is asked of one.
    pub end: Option<End>,
}

impl Question {
    pub const fn of(item: Item, node: usize) -> Self {
        Self { item, node, end: None }
    }

    /// Returns the question of this kind that is asked of the whole tree.
    pub const fn whole(item: Item) -> Self {
        Self::of(item, 0)
    }
}

/// What a line of answers is about that begins with such words. No node is called like a word of this language on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    View,
    Student,
    Exercise,
    Read,
    Item(Item),
}

const HEADS: &[(Head, &[&str])] = &[
    (Head::View, &["view"]),
    (Head::Student, &["name", "student"]),
    (Head::Exercise, &["exercise"]),
    (Head::Read, &["read", "leaves read"]),
];

/// What stands between names and is none.
const BETWEEN: [&str; 4] = ["->", "-->", "→", "and"];
/// Where leaves are listed: that there are none.
const NO_LEAF: [&str; 4] = ["none", "nothing", "-", "{}"];
/// Where a move is named: that there is none.
const NOBODY: [&str; 4] = ["nobody", "none", "no one", "-"];

impl Head {
    /// Returns what a line is about that begins with these words, in lower case and with a blank between them.
    fn of(words: &str) -> Option<Self> {
        let item = Item::ALL.iter().find(|item| item.words().contains(&words));
        let head = HEADS.iter().find(|(_, all)| all.contains(&words));
        head.map(|(head, _)| *head).or(item.map(|item| Self::Item(*item)))
    }
}

fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word)
}

fn is_no_leaf(word: &str) -> bool {
    NO_LEAF.contains(&word.to_lowercase().as_str())
}

fn is_nobody(words: &str) -> bool {
    NOBODY.contains(&words.to_lowercase().as_str())
}

/// Returns whether a name could be taken for a word of the language.
fn is_word(name: &str) -> bool {
    let name = name.to_lowercase();
    Head::of(&name).is_some() || is_between(&name) || is_no_leaf(&name) || is_nobody(&name)
}

/// Numbers that look random, the same for the same seed.
#[derive(Clone, Debug)]
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(splitmix64(seed))
    }

    /// Returns a number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (splitmix64(self.0) % end as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_of_the_language_are_words_in_any_case() {
        let heads = HEADS.iter().flat_map(|(_, words)| *words);
        let all =
            heads.chain(Item::ALL.iter().flat_map(|item| item.words())).chain(&BETWEEN).chain(&NO_LEAF).chain(&NOBODY);
        for word in all {
            assert!(is_word(word) && is_word(&word.to_uppercase()), "{word}");
        }
        assert!(["A", "B1a", "Qg8+", "noone", ""].into_iter().all(|name| !is_word(name)));
    }
}
