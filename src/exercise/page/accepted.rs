//! The answers that programs accept which compare text, such as Moodle: all usual spellings of each correct answer.

use super::super::questions::answers::{Answer, AnswerReader};
use super::super::questions::is_right;
use super::super::{Claim, Exercise, Question, key_answers};
use crate::core::score::{Bound, Score};

/// The words of a sheet for what an answer says about a value, and the bound that they mean.
pub(super) const CLAIMS: [(&str, Option<Bound>); 4] = [
    ("is", Some(Bound::Exact)),
    ("at most", Some(Bound::Upper)),
    ("at least", Some(Bound::Lower)),
    ("never reached", None),
];

impl Exercise {
    /// The key's claim about the value of a node; none if the search never visits it.
    pub(super) fn key_claim(&self, question: Question) -> Option<Claim> {
        key_answers(&self.tree, &[question], self.key()).claim(question.node)
    }

    /// The key's window at a node; none if the search never visits it.
    pub(super) fn key_window(&self, question: Question) -> Option<[Score; 2]> {
        match key_answers(&self.tree, &[question], self.key()).window(question.node) {
            Some([Some(alpha), Some(beta)]) => Some([alpha, beta]),
            _ => None,
        }
    }

    /// Returns whether an answer with the number of the key may have this bound: a fail-hard search knows only a bound
    /// where another one knows the value, and both are right.
    pub(super) fn is_right_bound(&self, question: Question, claim: Claim, bound: Bound) -> bool {
        if bound == claim.bound {
            return true;
        }
        let mut reader = AnswerReader::new(&self.tree);
        reader.value(question.node, &Claim { bound, ..claim }.text(&self.tree));
        is_right(self, &reader.finish(), question)
    }

    /// All spellings of a score that is not a plain number: an infinite bound or a mate.
    pub(super) fn spellings(&self, score: Score) -> Option<Vec<String>> {
        match score {
            Score::MAX => Some(["inf", "+inf", "oo", "-", "∞"].map(str::to_owned).to_vec()),
            Score::MIN => Some(["-inf", "-oo", "-", "-∞"].map(str::to_owned).to_vec()),
            score => score.is_mate().then(|| vec![self.tree.text(score)]),
        }
    }

    /// All correct answers to a question below the tree, in all usual spellings.
    pub(super) fn accepted(&self, question: Question) -> Vec<String> {
        let keys = if self.questions.rule.is_some() { &self.keys[..1] } else { &self.keys[..] };
        let mut written: Vec<String> = Vec::new();
        for key in keys {
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
