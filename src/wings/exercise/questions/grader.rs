//! What judges an answer: the search by one of the two rules for ties, and the student's other answers.

use crate::exercise::Exercise;
use crate::exercise::answers::Answers;
use crate::exercise::asked::Question;
use crate::exercise::follow::Own;
use crate::exercise::pruning::PruningClass;
use crate::exercise::solution::Solution;
use crate::exercise::tree::PaperTree;

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerVerdict {
    /// What the search says.
    Right,
    /// What follows from an earlier error, and costs nothing.
    Carried,
    /// Something else.
    Wrong,
    /// Nothing was answered.
    Missing,
    /// The leaves that are left out have classes of their own.
    Pruning(PruningClass),
}

impl AnswerVerdict {
    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Carried => "carried",
            Self::Wrong => "wrong",
            Self::Missing => "missing",
            Self::Pruning(class) => class.name(),
        }
    }
}

/// An answer, judged.
pub(crate) struct JudgedAnswer {
    /// What it is.
    pub verdict: AnswerVerdict,
    /// The part of the points that it earns.
    pub share: (usize, usize),
    /// Why.
    pub message: String,
}

impl JudgedAnswer {
    pub(super) fn right(message: String) -> Self {
        Self { verdict: AnswerVerdict::Right, share: (1, 1), message }
    }

    pub(super) fn carried(message: String) -> Self {
        Self { verdict: AnswerVerdict::Carried, share: (1, 1), message }
    }

    /// Wrong, but part of it is right.
    pub(super) fn part(share: usize, whole: usize, message: String) -> Self {
        Self { verdict: AnswerVerdict::Wrong, share: (share, whole), message }
    }

    pub(super) fn wrong(message: String) -> Self {
        Self::part(0, 1, message)
    }

    /// About a node to which the search by one rule for ties comes, and by this one not.
    pub(super) fn never() -> Self {
        Self::right("the search with this rule for ties never comes here".to_owned())
    }
}

/// Marks by one of the two rules for ties.
pub(crate) struct Grader<'a> {
    pub exercise: &'a Exercise,
    pub answers: &'a Answers,
    pub rule: usize,
}

impl Grader<'_> {
    pub(super) fn tree(&self) -> &PaperTree {
        &self.exercise.tree
    }

    pub(super) fn key(&self) -> &Solution {
        &self.exercise.keys[self.rule]
    }

    pub(super) fn own(&self) -> Own<'_> {
        Own { tree: &self.exercise.tree, key: self.key(), answers: self.answers }
    }

    pub(super) fn right(&self, question: Question) -> JudgedAnswer {
        JudgedAnswer::right(self.exercise.reason_by(self.key(), question))
    }

    pub(super) fn wrong(&self, question: Question) -> JudgedAnswer {
        JudgedAnswer::wrong(self.expected(question))
    }

    /// The right answer as it would be written.
    pub(super) fn right_answer(&self, question: Question) -> String {
        self.exercise.answer_by(self.key(), question)
    }

    pub(super) fn expected(&self, question: Question) -> String {
        let reason = self.exercise.reason_by(self.key(), question);
        format!("right: {}: {reason}", self.right_answer(question))
    }

    /// Judges the answer to a question.
    pub(crate) fn judge(&self, question: Question) -> JudgedAnswer {
        let kind = super::kind(question.item);
        kind.judge(self, question).unwrap_or_else(|| {
            let (why, right) = (kind.missing(self.answers), self.right_answer(question));
            JudgedAnswer { verdict: AnswerVerdict::Missing, ..JudgedAnswer::wrong(format!("{why}; right: {right}")) }
        })
    }
}
