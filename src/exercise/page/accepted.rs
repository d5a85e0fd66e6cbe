//! All usual spellings of each correct answer, for programs that compare text, such as Moodle.

use super::super::questions::answers::{Answer, AnswerReader};
use super::super::questions::is_right;
use super::super::{Answers, Claim, Exercise, Question, Solution, key_answers};
use crate::core::score::{Bound, Score};
use std::collections::BTreeSet;

/// The words that a sheet offers for a claim about a value, and the bound that each means.
pub(super) const CLAIMS: [(&str, Option<Bound>); 4] = [
    ("is", Some(Bound::Exact)),
    ("at most", Some(Bound::Upper)),
    ("at least", Some(Bound::Lower)),
    ("never reached", None),
];

impl Exercise {
    /// Returns the key's claim about the value of a node, or `None` if the search never visits the node.
    pub(super) fn key_claim(&self, question: Question) -> Option<Claim> {
        key_answers(&self.tree, &[question], self.key()).claim(question.node)
    }

    /// Returns the key's window at a node, or `None` if the search never visits the node.
    pub(super) fn key_window(&self, question: Question) -> Option<[Score; 2]> {
        match key_answers(&self.tree, &[question], self.key()).window(question.node) {
            Some([Some(alpha), Some(beta)]) => Some([alpha, beta]),
            _ => None,
        }
    }

    /// Returns the answers of each key that the exercise accepts.
    pub(super) fn answers(&self, question: Question) -> impl Iterator<Item = Answers> {
        self.accepted_keys().iter().map(move |key| key_answers(&self.tree, &[question], key))
    }

    /// Returns the numbers of cutoffs that are correct, or `None` if the question is about something else.
    pub(super) fn counts(&self, question: Question) -> Option<BTreeSet<usize>> {
        let counts: Option<Vec<_>> = self.accepted_keys().iter().map(|key| question.kind().numbers(key)).collect();
        Some(counts?.into_iter().flatten().collect())
    }

    /// Returns whether an answer with the key's number may have this bound. A fail-hard search may know only a bound on
    /// a node whose value another search knows; both answers are then right.
    pub(super) fn is_right_bound(&self, question: Question, claim: Claim, bound: Bound) -> bool {
        bound == claim.bound || self.is_right_claim(question, Claim { bound, ..claim })
    }

    /// Returns whether this answer to a question about a value is correct.
    fn is_right_claim(&self, question: Question, claim: Claim) -> bool {
        let mut reader = AnswerReader::new(&self.tree);
        reader.value(question.node, &claim.text(&self.tree));
        is_right(self, &reader.finish(), question)
    }

    /// Returns the keys under the exercise's rule for ties, or under either rule if the exercise allows both.
    fn accepted_keys(&self) -> &[Solution] {
        if self.questions.rule.is_some() { &self.keys[..1] } else { &self.keys }
    }

    /// Returns the lowest and highest numbers that make this claim correct. They can differ, because one search may
    /// prove a better bound than another.
    pub(super) fn proven(&self, question: Question, claim: Claim) -> [Score; 2] {
        let is_number = |score: &Score| !score.is_infinite() && !score.is_mate();
        if claim.bound == Bound::Exact || !is_number(&claim.score) {
            return [claim.score; 2];
        }
        let is_right = |&score: &Score| self.is_right_claim(question, Claim { score, ..claim });
        let windows = self.keys.iter().flat_map(|key| key.reads.iter().map(|read| read.window));
        let ends = windows.flat_map(|window| [window.alpha, window.beta]);
        let numbers = self.tree.leaves().map(|leaf| self.tree.node(leaf).value).chain(ends).filter(is_number);
        numbers.filter(is_right).fold([claim.score; 2], |[low, high], score| [low.min(score), high.max(score)])
    }

    /// Returns all spellings of a score that is not a plain number: an infinite bound or a mate.
    pub(super) fn spellings(&self, score: Score) -> Option<Vec<String>> {
        match score {
            Score::MAX => Some(["inf", "+inf", "oo", "-", "∞"].map(str::to_owned).to_vec()),
            Score::MIN => Some(["-inf", "-oo", "-", "-∞"].map(str::to_owned).to_vec()),
            score => score.is_mate().then(|| vec![self.tree.text(score)]),
        }
    }

    /// Returns all correct answers to a question printed below the tree, in all usual spellings.
    pub(super) fn accepted(&self, question: Question) -> Vec<String> {
        let mut written: Vec<String> = Vec::new();
        for key in self.accepted_keys() {
            let Some(given) = question.kind().answer(&self.tree, key, question) else { continue };
            let answer = given.text(&self.tree);
            let answers = match given {
                Answer::Leaves(_) | Answer::Line(_) => {
                    vec![answer.replace(' ', ", "), answer.replace(' ', ","), answer]
                }
                Answer::Range(_) => vec![answer.replace(' ', ""), format!("x {answer}"), answer],
                Answer::Value(_) | Answer::Window(_) | Answer::Count(_) | Answer::Node(_) => vec![answer],
            };
            for answer in answers.into_iter().rev().filter(|answer| !answer.is_empty()) {
                if !written.contains(&answer) {
                    written.push(answer);
                }
            }
        }
        written
    }
}
