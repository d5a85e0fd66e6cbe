//! Grades answers: compares each one with the search under one of the rules for ties and with the student's other
//! answers, so that an error costs points only once.

use super::super::numbers::Claim;
use super::super::solution::{PruningClass, Solution};
use super::super::tree::PaperTree;
use super::super::{Exercise, Points, Question};
use super::answers::{Answers, Complaint};
use super::suspicion::{Suspicion, suspect, view_note};
use crate::core::score::{Bound, Interval, Score, Window};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerMark {
    pub question: Question,
    pub item: String,
    pub verdict: AnswerVerdict,
    pub points: Points,
    pub max: Points,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    pub student: Option<String>,
    pub score: Points,
    pub max: Points,
    /// The wrong search that explains the most answers, if it explains more of them than the correct search does.
    pub suspicion: Option<Suspicion>,
    pub items: Vec<AnswerMark>,
    pub complaints: Vec<Complaint>,
}

/// Returns the rules for ties that judge the answer to one question on its own. A search that never visits the node of
/// the question accepts every answer, so only the other rule tells right from wrong.
fn rules_of(exercise: &Exercise, question: Question) -> impl Iterator<Item = usize> {
    let rules = exercise.accepted_rules().iter().copied();
    rules.filter(move |&rule| !question.is_in_tree() || exercise.keys[rule].visits[question.node].is_some())
}

/// Returns true if the answer to one question, judged without the other answers, is right under a rule for ties that
/// the exercise allows.
pub(crate) fn is_right(exercise: &Exercise, answers: &Answers, question: Question) -> bool {
    rules_of(exercise, question)
        .any(|rule| Grader { exercise, answers, rule }.judge(question).verdict == AnswerVerdict::Right)
}

/// Returns the share of the points that the answer to one question earns, judged without the other answers, under the
/// rule for ties that gives more.
pub(crate) fn share(exercise: &Exercise, answers: &Answers, question: Question) -> (usize, usize) {
    let shares = rules_of(exercise, question).map(|rule| Grader { exercise, answers, rule }.judge(question).share);
    shares.max_by(|(a, all), (b, others)| (a * others).cmp(&(b * all))).unwrap_or((0, 1))
}

/// Marks the answers of a student.
///
/// Uses the rule for ties that gives the student more points, unless the exercise requires a particular rule.
///
/// Takes as long as about twelve searches of the tree.
pub fn grade(exercise: &Exercise, answers: &Answers) -> Marks {
    let graded = exercise.accepted_rules().iter().map(|&rule| Grader { exercise, answers, rule }.marks());
    // If two rules give the same points, prefer the rule with fewer carried errors.
    let worth = |marks: &Vec<AnswerMark>| {
        let is_carried = |mark: &&AnswerMark| mark.verdict == AnswerVerdict::Carried;
        let total = marks.iter().map(|mark| mark.points).sum::<Points>();
        (total, std::cmp::Reverse(marks.iter().filter(is_carried).count()))
    };
    let items = graded.reduce(|best, other| if worth(&best) < worth(&other) { other } else { best });
    let items = items.unwrap_or_default();
    let mut complaints = [answers.complaints.clone(), answers.unasked(&exercise.asked)].concat();
    if let Some(name) = &answers.conflict {
        let problem = format!("`pruned` and `read` contradict each other at {name}; neither can be graded");
        complaints.push(Complaint { place: "pruned, read".to_owned(), problem });
    }
    let suspicion = suspect(exercise, answers);
    if suspicion.is_none() {
        complaints.extend(view_note(exercise, answers));
    }
    Marks {
        student: answers.student.clone(),
        score: items.iter().map(|mark| mark.points).sum(),
        max: items.iter().map(|mark| mark.max).sum(),
        suspicion,
        items,
        complaints,
    }
}

impl Grader<'_> {
    fn marks(&self) -> Vec<AnswerMark> {
        self.exercise.asked.iter().map(|&question| self.mark(question)).collect()
    }

    fn mark(&self, question: Question) -> AnswerMark {
        let max = self.exercise.questions.points(question.kind);
        let JudgedAnswer { verdict, share: (share, whole), message } = self.judge(question);
        let item = question.name(&self.exercise.tree);
        AnswerMark { question, item, verdict, points: max.part(share, whole), max, message }
    }

    pub(super) fn tree(&self) -> &PaperTree {
        &self.exercise.tree
    }

    pub(super) fn key(&self) -> &Solution {
        &self.exercise.keys[self.rule]
    }

    pub(super) fn own(&self) -> StudentTree<'_> {
        StudentTree { tree: &self.exercise.tree, key: self.key(), answers: self.answers }
    }

    pub(super) fn right(&self, question: Question) -> JudgedAnswer {
        JudgedAnswer::right(self.exercise.reason_by(self.key(), question))
    }

    pub(super) fn carried(&self, question: Question, from: &str) -> JudgedAnswer {
        JudgedAnswer::carried(from, &self.right_answer(question))
    }

    pub(super) fn wrong(&self, question: Question) -> JudgedAnswer {
        JudgedAnswer::wrong(self.expected(question))
    }

    /// Returns the correct answer in its written form, and in the student's view if that is another one.
    pub(super) fn right_answer(&self, question: Question) -> String {
        let right = self.exercise.answer_by(self.key(), question);
        let answer =
            question.rules().answer(self.tree(), self.key(), question).filter(|_| self.is_turned(question.node));
        let own = answer.map(|answer| answer.turned().text(self.tree())).filter(|own| *own != right);
        own.map_or(right.clone(), |own| format!("{own} ({right} for {})", self.tree().sides()[0]))
    }

    /// Returns whether the student writes the scores of this node from MIN's view.
    pub(super) fn is_turned(&self, node: usize) -> bool {
        self.answers.is_negamax && !self.tree().is_max(node)
    }

    pub(super) fn expected(&self, question: Question) -> String {
        let reason = self.exercise.reason_by(self.key(), question);
        format!("right: {}: {reason}", self.right_answer(question))
    }

    pub(crate) fn judge(&self, question: Question) -> JudgedAnswer {
        let kind = super::rules(question.kind);
        kind.judge(self, question).unwrap_or_else(|| {
            let (why, right) = (kind.missing(self.answers), self.right_answer(question));
            JudgedAnswer { verdict: AnswerVerdict::Missing, ..JudgedAnswer::wrong(format!("{why}; right: {right}")) }
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerVerdict {
    Right,
    /// An answer that follows from an earlier error and loses no points.
    Carried,
    /// A wrong answer.
    Wrong,
    Missing,
    /// The class of a set of skipped leaves.
    Pruning(PruningClass),
}

impl AnswerVerdict {
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

pub(crate) struct JudgedAnswer {
    pub verdict: AnswerVerdict,
    pub share: (usize, usize),
    pub message: String,
}

impl JudgedAnswer {
    pub(super) fn right(message: String) -> Self {
        Self { verdict: AnswerVerdict::Right, share: (1, 1), message }
    }

    /// Returns the mark for an answer that follows from the student's other answers.
    pub(super) fn carried(from: &str, right: &str) -> Self {
        let message = format!("follows from {from}, so no points lost; right: {right}");
        Self { verdict: AnswerVerdict::Carried, ..Self::right(message) }
    }

    /// Returns the mark for an answer that is only partly right.
    pub(super) fn part(share: usize, whole: usize, message: String) -> Self {
        Self { verdict: AnswerVerdict::Wrong, share: (share, whole), message }
    }

    pub(super) fn wrong(message: String) -> Self {
        Self::part(0, 1, message)
    }

    /// Returns the mark for an answer about a node that the search visits only under the other rule for ties.
    pub(super) fn never() -> Self {
        Self::right("the search with this rule for ties never visits this node".to_owned())
    }
}

pub(crate) struct Grader<'a> {
    pub exercise: &'a Exercise,
    pub answers: &'a Answers,
    pub rule: usize,
}

/// The tree as the student's answers describe it. If an answer is missing, it is derived from the other answers or
/// taken from the search.
pub(super) struct StudentTree<'a> {
    pub tree: &'a PaperTree,
    pub key: &'a Solution,
    pub answers: &'a Answers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    Right,
    /// The number is right, but the student mistook a bound for the exact value.
    LimitForValue,
    /// The number is right, but the student mistook the exact value for a bound.
    ValueForLimit,
    Wrong,
}

/// Returns how well a claim fits a node whose value is in `range` and that was searched with one of `windows`. The
/// windows matter because a fail-hard search returns a bound of its window.
pub(super) fn fit(claim: Claim, range: Interval, windows: &[Window]) -> Fit {
    let Claim { score, bound } = claim;
    let is_low = |window: &Window| range.high <= window.alpha;
    let is_high = |window: &Window| window.beta <= range.low;
    // Any bound from the best score found to the bound of the window is proven, and explains the cutoff.
    let is_proven = |window: &Window| match bound {
        Bound::Upper => range.high <= score && score <= window.alpha,
        Bound::Lower => window.beta <= score && score <= range.low,
        Bound::Exact => false,
    };
    let is_end = !score.is_infinite() && (score == range.low || score == range.high);
    let is_hard_end = windows
        .iter()
        .any(|window| (is_low(window) && score == window.alpha) || (is_high(window) && score == window.beta));
    match (range.exact(), bound) {
        (Some(value), Bound::Exact) if value == score => Fit::Right,
        _ if windows.iter().any(is_proven) => Fit::Right,
        (Some(value), Bound::Lower | Bound::Upper) if value == score => Fit::ValueForLimit,
        (None, Bound::Upper) if score == range.high && is_end => Fit::Right,
        (None, Bound::Lower) if score == range.low && is_end => Fit::Right,
        (None, Bound::Exact) if is_end || is_hard_end => Fit::LimitForValue,
        (Some(_), Bound::Exact) if is_hard_end => Fit::LimitForValue,
        _ => Fit::Wrong,
    }
}

impl StudentTree<'_> {
    fn reads(&self, leaf: usize) -> bool {
        match self.answers.pruned() {
            Some(pruned) => !pruned.contains(&leaf),
            None => self.key.reads(leaf),
        }
    }

    /// Returns the student's value for a node: the student's answer or, if there is none, the value that follows from
    /// the children.
    pub(super) fn range(&self, node: usize) -> Interval {
        self.answers.interval(node).unwrap_or_else(|| self.by_children(node))
    }

    /// Returns the value of a node that follows from the student's values for its children.
    pub(super) fn by_children(&self, node: usize) -> Interval {
        if self.tree.is_leaf(node) {
            let value = self.tree.node(node).value;
            return if self.reads(node) { Interval::point(value) } else { Interval::ANY };
        }
        self.tree.choice(node, self.tree.node(node).children.iter().map(|&child| self.range(child)))
    }

    /// Returns the window of a node that follows from its parent's window and from the values of the siblings before
    /// it.
    pub(super) fn window(&self, node: usize) -> Window {
        let Some(parent) = self.tree.node(node).parent else { return Window::FULL };
        let mut window = self.window(parent);
        if let Some([alpha, beta]) = self.answers.window(parent) {
            window = Window::new(alpha.unwrap_or(window.alpha), beta.unwrap_or(window.beta));
        }
        let before = self.tree.node(parent).children.iter().take_while(|&&sibling| sibling != node);
        for &sibling in before {
            let range = self.range(sibling);
            match self.tree.is_max(parent) {
                true => window.alpha = window.alpha.max(range.low),
                false => window.beta = window.beta.min(range.high),
            }
        }
        window
    }

    /// Returns the windows by which to judge a value: the student's window, the window that follows from the student's
    /// values, and the window of the search.
    pub(super) fn windows(&self, node: usize) -> Vec<Window> {
        let mut windows = vec![self.window(node)];
        if let Some([Some(alpha), Some(beta)]) = self.answers.window(node) {
            windows.push(Window::new(alpha, beta));
        }
        windows.extend(self.key.visits[node].as_ref().map(|visit| visit.window));
        windows
    }

    /// Returns the bound at which a leaf causes a cutoff, according to the student's windows.
    pub(super) fn threshold(&self, leaf: usize) -> Option<Score> {
        let parent = self.tree.node(leaf).parent?;
        let window = self.answers.window(parent);
        let [alpha, beta] = window.unwrap_or_default();
        let follows = self.window(parent);
        let end = match self.tree.is_max(parent) {
            true => beta.unwrap_or(follows.beta),
            false => alpha.unwrap_or(follows.alpha),
        };
        Some(end).filter(|end| !end.is_infinite())
    }

    /// Returns the best child according to the student's values: if several are equally good, the first. A child with
    /// only a bound counts with its worst possible value.
    pub(super) fn best_child(&self, node: usize) -> Option<usize> {
        let is_max = self.tree.is_max(node);
        let worth = |child: usize| if is_max { self.range(child).low } else { self.range(child).high };
        let is_better = |a: Score, b: Score| if is_max { b < a } else { a < b };
        self.tree
            .node(node)
            .children
            .iter()
            .copied()
            .reduce(|best, child| if is_better(worth(child), worth(best)) { child } else { best })
    }

    /// Returns the best line according to the student's values.
    pub(super) fn pv(&self) -> Vec<usize> {
        std::iter::successors(self.best_child(0), |&node| self.best_child(node)).collect()
    }
}
