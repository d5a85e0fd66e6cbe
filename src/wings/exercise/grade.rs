//! Marks: each answer against the search, and against the student's own answers, so that an error is charged once.

use super::Exercise;
use super::answers::{Answers, Complaint};
use super::asked::{Question, cutting, threshold};
use super::convict::{Suspicion, suspect};
use super::follow::{Fit, Own, fit};
use super::numbers::{Range, range_text};
use super::pruning::{PruningClass, judge};
use super::reasons::pruning_text;
use super::solution::Solution;
use super::written::key_answers;
use crate::model::Points;
use crate::score::{End, Score};

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
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

impl Verdict {
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

/// The mark of one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The question.
    pub question: Question,
    /// Its name.
    pub item: String,
    /// What the answer is.
    pub verdict: Verdict,
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
    pub items: Vec<Mark>,
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
    let graded: Vec<Vec<Mark>> = (0..rules).map(|rule| Grader { exercise, answers, rule }.marks()).collect();
    // Of two rules that earn the same, the one that needs fewer excuses is the student's.
    let worth = |marks: &Vec<Mark>| {
        let is_carried = |mark: &&Mark| mark.verdict == Verdict::Carried;
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

/// Marks by one of the two rules for ties.
struct Grader<'a> {
    exercise: &'a Exercise,
    answers: &'a Answers,
    rule: usize,
}

/// What an answer is, the part of the points that it earns, and why.
type Judged = (Verdict, (usize, usize), String);

fn right(message: String) -> Judged {
    (Verdict::Right, (1, 1), message)
}

fn carried(message: String) -> Judged {
    (Verdict::Carried, (1, 1), message)
}

fn wrong(message: String) -> Judged {
    (Verdict::Wrong, (0, 1), message)
}

impl Grader<'_> {
    fn key(&self) -> &Solution {
        &self.exercise.keys[self.rule]
    }

    fn own(&self) -> Own<'_> {
        Own { tree: &self.exercise.tree, key: self.key(), answers: self.answers }
    }

    fn marks(&self) -> Vec<Mark> {
        self.exercise.asked.iter().map(|&question| self.mark(question)).collect()
    }

    fn mark(&self, question: Question) -> Mark {
        let max = self.exercise.questions.points(question.item());
        let judged = match question {
            Question::Value(node) => self.value(node),
            Question::Window(node) => self.window(node),
            Question::Pruned => self.pruned(),
            Question::Order => self.order(),
            Question::Cutoffs => self.cutoffs(),
            Question::Owner(node, end) => self.owner(node, end),
            Question::Range(leaf) => self.range(leaf),
            Question::Best => self.best(),
            Question::Pv => self.pv(),
        };
        let (verdict, (share, whole), message) = judged.unwrap_or_else(|| self.missing(question));
        let item = question.name(&self.exercise.tree);
        Mark { question, item, verdict, points: max.part(share, whole), max, message }
    }

    fn missing(&self, question: Question) -> Judged {
        let contradicts = question == Question::Pruned && self.answers.conflict.is_some();
        let why = if contradicts { "`pruned` and `read` contradict each other" } else { "no answer" };
        (Verdict::Missing, (0, 1), format!("{why}; right: {}", self.right_answer(question)))
    }

    /// The right answer as it would be written.
    fn right_answer(&self, question: Question) -> String {
        let key = key_answers(&self.exercise.tree, &[question], self.key());
        self.exercise.written(question, &key)
    }

    fn expected(&self, question: Question) -> String {
        let reason = self.exercise.reason_by(self.key(), question);
        format!("right: {}: {reason}", self.right_answer(question))
    }

    fn value(&self, node: usize) -> Option<Judged> {
        let tree = &self.exercise.tree;
        let claim = *self.answers.values.get(&node)?;
        let own = self.own();
        let question = Question::Value(node);
        let window: Vec<_> = self.key().visits[node].iter().map(|visit| visit.window).collect();
        // By the other rule for ties the search may not come here at all.
        if window.is_empty() {
            return Some(right("the search with this rule for ties never comes here".to_owned()));
        }
        let by_key = fit(claim, self.key().interval(tree, node), &window);
        if by_key == Fit::Right {
            return Some(right(self.exercise.reason_by(self.key(), question)));
        }
        let by_own = fit(claim, own.by_children(node), &own.windows(node));
        if by_own == Fit::Right {
            let expected = self.right_answer(question);
            return Some(carried(format!("follows from your own answers, nothing lost; right: {expected}")));
        }
        let half = |why: &str| (Verdict::Wrong, (1, 2), format!("{why}; {}", self.expected(question)));
        Some(match (by_key, by_own) {
            (Fit::LimitForValue, _) | (_, Fit::LimitForValue) => {
                half("that number is proved as a limit, not as the value")
            }
            (Fit::ValueForLimit, _) | (_, Fit::ValueForLimit) => half("that number is the value, not only a limit"),
            _ => wrong(self.expected(question)),
        })
    }

    fn window(&self, node: usize) -> Option<Judged> {
        let tree = &self.exercise.tree;
        let given = *self.answers.windows.get(&node)?;
        let Some(visit) = &self.key().visits[node] else {
            return Some(right("the search with this rule for ties never comes here".to_owned()));
        };
        let follows = self.own().window(node);
        let ends = [(visit.window.alpha, follows.alpha, "alpha"), (visit.window.beta, follows.beta, "beta")];
        let mut parts = Vec::new();
        let (mut accepted, mut is_carried) = (0, false);
        for ((right, own, name), given) in ends.into_iter().zip(given) {
            match given {
                Some(given) if given == right => accepted += 1,
                Some(given) if given == own => {
                    accepted += 1;
                    is_carried = true;
                    parts.push(format!("{name} follows from your own answers; right: {}", tree.text(right)));
                }
                Some(_) => parts.push(format!("{name} is {}", tree.text(right))),
                None => parts.push(format!("{name} is missing; it is {}", tree.text(right))),
            }
        }
        let reason = self.exercise.reason_by(self.key(), Question::Window(node));
        parts.push(reason);
        let verdict = match (accepted, is_carried) {
            (2, false) => Verdict::Right,
            (2, true) => Verdict::Carried,
            _ => Verdict::Wrong,
        };
        Some((verdict, (accepted, 2), parts.join("; ")))
    }

    fn pruned(&self) -> Option<Judged> {
        let left_out = self.answers.pruned.as_ref().filter(|_| self.answers.conflict.is_none())?;
        let [first, second] = &self.exercise.keys;
        let keys = if self.rule == 0 { [first, second] } else { [second, first] };
        let mut pruning = judge(&self.exercise.tree, keys, left_out);
        let all = keys[0].pruned(&self.exercise.tree).len() + pruning.missing.len();
        let errors = pruning.missing.len() + pruning.needless.len();
        // The classes speak of the rule of the exercise, whichever rule counts here.
        pruning.class = match (self.rule, pruning.class) {
            (1, PruningClass::Own) => PruningClass::OtherRule,
            (1, PruningClass::OtherRule) => PruningClass::Own,
            (_, class) => class,
        };
        let is_accepted = match pruning.class {
            PruningClass::Own => true,
            PruningClass::OtherRule => self.exercise.questions.rule.is_none(),
            PruningClass::UnderPruned | PruningClass::OverPruned | PruningClass::Hindsight => false,
        };
        let is_over = pruning.class == PruningClass::OverPruned;
        let share = match all - errors {
            _ if is_accepted => (1, 1),
            right if is_over && all < 2 * right => (1, 2),
            right => (right, all.max(1)),
        };
        let key = if pruning.class == PruningClass::Own { self.exercise.key() } else { keys[0] };
        Some((Verdict::Pruning(pruning.class), share, pruning_text(self.exercise, key, &pruning)))
    }

    fn order(&self) -> Option<Judged> {
        let given = self.answers.order.as_ref()?;
        let right_order: Vec<usize> = self.key().reads.iter().map(|read| read.leaf).collect();
        if *given == right_order {
            return Some(right(self.exercise.reason_by(self.key(), Question::Order)));
        }
        let tree = &self.exercise.tree;
        let pruned = self.answers.pruned.clone().unwrap_or_default();
        let own: Vec<usize> = tree.leaves().filter(|leaf| !pruned.contains(leaf)).collect();
        if self.answers.pruned.is_some() && *given == own {
            return Some(carried("follows from the leaves that you leave out, nothing lost".to_owned()));
        }
        let same = prefix(given, &right_order);
        let message = format!(
            "right for the first {same} of {}; right: {}",
            right_order.len(),
            self.exercise.names(&right_order)
        );
        Some((Verdict::Wrong, (same, right_order.len().max(given.len())), message))
    }

    fn cutoffs(&self) -> Option<Judged> {
        let given = self.answers.cutoffs?;
        let (all, real) = (self.key().cutoffs.len() as u64, self.key().real_cutoffs() as u64);
        Some(match given == all || given == real {
            true => right(self.exercise.reason_by(self.key(), Question::Cutoffs)),
            false => wrong(self.expected(Question::Cutoffs)),
        })
    }

    fn owner(&self, node: usize, end: End) -> Option<Judged> {
        let given = *self.answers.owners.get(&(node, end))?;
        let question = Question::Owner(node, end);
        let owner = self.key().visits[node].as_ref().and_then(|visit| visit.set_by[end as usize]);
        Some(if given == owner {
            right(self.exercise.reason_by(self.key(), question))
        } else {
            wrong(self.expected(question))
        })
    }

    fn range(&self, leaf: usize) -> Option<Judged> {
        let tree = &self.exercise.tree;
        let given = *self.answers.ranges.get(&leaf)?;
        let question = Question::Range(leaf);
        let expected = cutting(tree, leaf, threshold(tree, self.key(), leaf));
        if given == expected {
            return Some(right(self.exercise.reason_by(self.key(), question)));
        }
        if given == cutting(tree, leaf, self.own().threshold(leaf)) {
            let expected = range_text(tree, expected);
            return Some(carried(format!("follows from your own answers, nothing lost; right: {expected}")));
        }
        let same_end =
            |end: fn(&Range) -> Score| !given.is_empty && !expected.is_empty && end(&given) == end(&expected);
        let ends = usize::from(same_end(|range| range.low)) + usize::from(same_end(|range| range.high));
        Some((Verdict::Wrong, (ends, 2), self.expected(question)))
    }

    fn best(&self) -> Option<Judged> {
        let tree = &self.exercise.tree;
        let given = self.answers.best?;
        if Some(given) == self.key().best() {
            return Some(right(self.exercise.reason_by(self.key(), Question::Best)));
        }
        if self.own().best_child(0) == Some(given) {
            let expected = self.right_answer(Question::Best);
            return Some(carried(format!("follows from your own values, nothing lost; right: {expected}")));
        }
        let expected = self.expected(Question::Best);
        let is_tie = tree.node(given).parent == Some(0) && tree.minimax(given) == tree.minimax(0);
        Some(match is_tie {
            true => (Verdict::Wrong, (1, 2), format!("as good, but the search keeps the first of equals; {expected}")),
            false => wrong(expected),
        })
    }

    fn pv(&self) -> Option<Judged> {
        let given = self.answers.pv.as_ref()?;
        let pv = &self.key().pv;
        if given == pv {
            return Some(right(self.exercise.reason_by(self.key(), Question::Pv)));
        }
        if *given == self.own().pv() {
            let expected = self.exercise.names(pv);
            return Some(carried(format!("follows from your own values, nothing lost; right: {expected}")));
        }
        let share = (prefix(given, pv), pv.len().max(given.len()));
        Some((Verdict::Wrong, share, self.expected(Question::Pv)))
    }
}

/// How many nodes two lists have in common from the beginning.
fn prefix(a: &[usize], b: &[usize]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
