//! Exercises: a tree of which a student says what alpha-beta does, the questions, their answers, and the marks; and the sheets
//! on which they stand.
//!
//! Invariant: what is right is found out by the project's own search over the tree, and never stands in a file.

mod answers;
mod asked;
mod convict;
mod dice;
mod follow;
mod generate;
mod grade;
mod json;
mod language;
mod numbers;
mod page;
mod pruning;
mod questions;
mod reading;
pub mod run;
mod shape;
mod solution;
mod tree;
mod written;

pub use answers::{Answers, Complaint};
pub use asked::Question;
pub use convict::{Suspicion, suspect};
pub use generate::{Features, Generator, Wish, WishError, draw};
pub use grade::{AnswerMark, Marks, grade};
pub use numbers::{Claim, Range};
pub use page::{Graded, MARKS, MarksFormat, Paper, SHEETS, SheetFormat};
pub(crate) use page::{REPORTS, RanProgram, ReportFormat, Surroundings, VARIABLES};
pub use pruning::{
    Counterexample, Filled, Pruning, PruningClass, best_is_safe, counterexample, judge, value_is_safe, window_at,
};
pub use questions::AnswerVerdict;
pub use reading::read_answers;
pub use shape::{Bush, TreeShape, TreeShapeError};
pub use solution::{ExerciseSearch, InnerVisit, LeafRead, Solution};
pub use tree::{PaperNode, PaperTree, ValueRange};
pub use written::{as_text, key_answers};

use crate::model::{Lesson, Questions};
use crate::search::{Cut, Order, Settings};
use crate::study::Limits;
use crate::subject::{Subject, SubjectError};

/// An exercise has no more nodes than this, the root included.
pub const MOST_NODES: usize = 2000;

/// Why a lesson makes no exercise.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseError {
    /// Its tree is not known before the search.
    #[error(
        "this lesson does not list every move down to its depth, so that its tree is not known; an exercise needs all of it"
    )]
    Open,
    /// Nobody does that on paper.
    #[error("the tree has {0} nodes; an exercise may have {MOST_NODES}")]
    Big(usize),
    /// There is nothing to decide.
    #[error("the tree has one ply; an exercise needs two at least")]
    Flat,
    /// It cannot be searched.
    #[error(transparent)]
    Subject(#[from] SubjectError),
}

/// An exercise, with the answers of the right search. One that exists can be asked and graded.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// Its title.
    pub title: String,
    /// The position at the root as it is asked for, if there is a board.
    pub position: Option<String>,
    /// The tree.
    pub tree: PaperTree,
    /// What is asked.
    pub questions: Questions,
    /// The answers of the search by the rule of the exercise, and those of the search by the other rule for ties.
    pub keys: [Solution; 2],
    /// The questions one by one.
    pub asked: Vec<Question>,
}

impl Exercise {
    /// Makes an exercise of a lesson. Without questions of its own it gets the usual ones.
    ///
    /// # Errors
    /// [`ExerciseError`], see there.
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

    /// Makes an exercise of a tree.
    ///
    /// # Errors
    /// [`ExerciseError::Flat`].
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

    /// Returns the right answers.
    #[must_use]
    pub const fn key(&self) -> &Solution {
        &self.keys[0]
    }

    /// Returns the names of nodes with blanks between.
    #[must_use]
    pub fn names(&self, nodes: &[usize]) -> String {
        let names: Vec<&str> = nodes.iter().map(|&node| self.tree.node(node).name.as_str()).collect();
        names.join(" ")
    }
}
