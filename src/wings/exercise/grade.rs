//! Marks: each answer against the search, and against the student's own answers, so that an error is charged once.

use super::Exercise;
use super::answers::{Answers, Complaint};
use super::asked::Question;
use super::convict::{Suspicion, suspect};
use super::questions::{AnswerVerdict, Grader, JudgedAnswer};
use crate::model::Points;

/// The mark of one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerMark {
    /// The question.
    pub question: Question,
    /// Its name.
    pub item: String,
    /// What the answer is.
    pub verdict: AnswerVerdict,
    /// What it earns.
    pub points: Points,
    /// What it could earn.
    pub max: Points,
    /// Why.
    pub message: String,
}

/// The marks of one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// Who answered, if that is known.
    pub student: Option<String>,
    /// The sum of the points.
    pub score: Points,
    /// What could be earned.
    pub max: Points,
    /// The wrong search that explains most of the answers, if one explains more than the right one.
    pub suspicion: Option<Suspicion>,
    /// The marks of the answers.
    pub items: Vec<AnswerMark>,
    /// What could not be read.
    pub complaints: Vec<Complaint>,
}

/// Marks the answers of a student.
///
/// Unless the exercise demands a rule for ties, the rule counts by which the answers earn more.
///
/// Takes as long as a dozen searches of the tree.
#[must_use]
pub fn grade(exercise: &Exercise, answers: &Answers) -> Marks {
    let rules = if exercise.questions.rule.is_some() { 1 } else { 2 };
    let graded: Vec<Vec<AnswerMark>> = (0..rules).map(|rule| Grader { exercise, answers, rule }.marks()).collect();
    // Of two rules that earn the same, the one that needs fewer excuses is the student's.
    let worth = |marks: &Vec<AnswerMark>| {
        let is_carried = |mark: &&AnswerMark| mark.verdict == AnswerVerdict::Carried;
        let total = marks.iter().map(|mark| mark.points).sum::<Points>();
        (total, std::cmp::Reverse(marks.iter().filter(is_carried).count()))
    };
    let items = graded.into_iter().reduce(|best, other| if worth(&best) < worth(&other) { other } else { best });
    let items = items.unwrap_or_default();
    let mut complaints = answers.complaints.clone();
    if let Some(name) = &answers.conflict {
        let problem = format!("`pruned` and `read` contradict each other at {name}; neither can be marked");
        complaints.push(Complaint { place: "pruned, read".to_owned(), problem });
    }
    Marks {
        student: answers.student.clone(),
        score: items.iter().map(|mark| mark.points).sum(),
        max: items.iter().map(|mark| mark.max).sum(),
        suspicion: suspect(exercise, answers),
        items,
        complaints,
    }
}

impl Grader<'_> {
    fn marks(&self) -> Vec<AnswerMark> {
        self.exercise.asked.iter().map(|&question| self.mark(question)).collect()
    }

    fn mark(&self, question: Question) -> AnswerMark {
        let max = self.exercise.questions.points(question.item);
        let JudgedAnswer { verdict, share: (share, whole), message } = self.judge(question);
        let item = question.name(&self.exercise.tree);
        AnswerMark { question, item, verdict, points: max.part(share, whole), max, message }
    }
}
