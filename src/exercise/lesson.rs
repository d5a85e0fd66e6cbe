//! Makes an exercise from a lesson, or explains why that is not possible.

use super::{Exercise, MOST_NODES, PaperTree};
use crate::core::search::{Order, Settings};
use crate::core::study::Limits;
use crate::core::trace::Header;
use crate::lessons::model::Lesson;
use crate::subject::{Subject, SubjectError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseError {
    #[error("this lesson does not list every move down to its depth; an exercise needs the whole tree")]
    Open,
    #[error(
        "plywood does not grade trees with chance nodes; to print a sheet and its key, use `plywood exercise sheet`"
    )]
    Chance,
    #[error(
        "plywood does not grade trees with unknown leaves; to print a sheet and its key, use `plywood exercise sheet`"
    )]
    Unknown,
    #[error("the tree has {0} nodes; an exercise can have at most {MOST_NODES}")]
    Big(usize),
    #[error("the tree has one ply; an exercise needs at least two")]
    Flat,
    #[error(transparent)]
    Subject(#[from] SubjectError),
}

impl Exercise {
    /// Makes an exercise from a lesson. If the lesson contains no questions, the exercise has the default questions.
    ///
    /// # Errors
    /// [`ExerciseError`] if the lesson's tree is not completely known, has chance nodes, or is too large or too flat.
    ///
    /// ```
    /// use plywood::{internal::exercise::Exercise, model::{Lesson, Model}};
    /// let lesson = Lesson::new(&Model::from_typed("((3 12 8) (2 4 6) (14 5 2))")?)?;
    /// let exercise = Exercise::new(&lesson)?;
    /// let pruned = exercise.key().pruned(&exercise.tree);
    /// assert_eq!(exercise.names(&pruned), "B2 B3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(lesson: &Lesson) -> Result<Self, ExerciseError> {
        if !Subject::from(lesson.clone()).unknown_leaves().is_empty() {
            return Err(ExerciseError::Unknown);
        }
        let (tree, header) = lesson_tree(lesson)?;
        if tree.movers().has_chance() {
            return Err(ExerciseError::Chance);
        }
        if tree.height() < 2 {
            return Err(ExerciseError::Flat);
        }
        let questions = lesson.questions.clone().unwrap_or_default();
        let exercise = Self::of(&lesson.caption.title, tree, questions);
        Ok(Self { position: header.position().map(str::to_owned), games: header.games, ..exercise })
    }
}

impl PaperTree {
    /// Returns the tree of a lesson for a program that searches it; the tree may be small and have chance nodes.
    #[cfg(feature = "cli")]
    pub(crate) fn of_lesson(lesson: &Lesson) -> Result<Self, ExerciseError> {
        lesson_tree(lesson).map(|(tree, _)| tree)
    }
}

fn lesson_tree(lesson: &Lesson) -> Result<(PaperTree, Header), ExerciseError> {
    let settings = Settings { depth: lesson.depth, order: Order::None, ..Settings::default() };
    let study = Subject::from(lesson.clone()).study(&settings, None, Limits::default())?;
    let header = study.header().clone();
    let nodes = header.shape.as_ref().map_or(0, |shape| shape.len());
    if MOST_NODES < nodes {
        return Err(ExerciseError::Big(nodes));
    }
    let tree = PaperTree::with_chance(&header).ok_or(ExerciseError::Open)?;
    Ok((tree, header))
}
