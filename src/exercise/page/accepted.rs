//! All usual spellings of each correct answer, for programs that compare text, such as Moodle.

use super::super::numbers::{Range, range_text, read_range};
use super::super::questions::answers::{Answer, AnswerReader};
use super::super::questions::{is_right, share};
use super::super::{Answers, Claim, Exercise, Question, Solution, key_answers};
use crate::core::score::{Bound, Score};
use crate::page::text::without_zeros;
use std::collections::BTreeSet;

/// The words that a sheet offers for a claim about a value, and the bound that each means.
pub(super) const CLAIMS: [(&str, Option<Bound>); 4] = [
    ("is", Some(Bound::Exact)),
    ("at most", Some(Bound::Upper)),
    ("at least", Some(Bound::Lower)),
    ("never reached", None),
];

/// Infinity without a sign, which means that a bound is not set.
const UNSET: [&str; 4] = ["inf", "oo", "∞", "infinity"];

/// How to write a range of values so that a program can compare it.
pub(super) const HOW_RANGE: &str = "Write a comparison, such as >= 5 or < 5.";

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
        self.accepted_keys().map(move |key| key_answers(&self.tree, &[question], key))
    }

    /// Returns the numbers of cutoffs that are correct, or `None` if the question is about something else.
    pub(super) fn counts(&self, question: Question) -> Option<BTreeSet<usize>> {
        let counts: Option<Vec<_>> = self.accepted_keys().map(|key| question.rules().numbers(key)).collect();
        Some(counts?.into_iter().flatten().collect())
    }

    /// Returns whether this answer to a question about a value is correct.
    fn is_right_claim(&self, question: Question, claim: Claim) -> bool {
        is_right(self, &self.claimed(question, claim), question)
    }

    /// Returns the share of the points that this answer to a question about a value earns, in percent.
    pub(super) fn share(&self, question: Question, claim: Claim) -> usize {
        let (part, whole) = share(self, &self.claimed(question, claim), question);
        100 * part / whole
    }

    fn claimed(&self, question: Question, claim: Claim) -> Answers {
        let mut reader = AnswerReader::new(&self.tree);
        reader.value(question.node, &claim.text(&self.tree));
        reader.finish()
    }

    fn accepted_keys(&self) -> impl Iterator<Item = &Solution> {
        self.accepted_rules().iter().map(|&rule| &self.keys[rule])
    }

    /// Returns the lowest and highest numbers that make an answer with this bound correct, or `None` if no number does.
    /// They can differ, because one search may prove a better bound than another, and the leaves that are read may
    /// prove a lower and an upper bound. Next to a value that the key knows exactly, only its own number counts.
    pub(super) fn proven(&self, question: Question, claim: Claim, bound: Bound) -> Option<[Score; 2]> {
        let is_right = |&score: &Score| self.is_right_claim(question, Claim { score, bound });
        let numbers = match claim.bound == Bound::Exact || bound == Bound::Exact || claim.score.is_mate() {
            true => vec![claim.score],
            false => self.claimable().into_iter().filter(|score| !score.is_mate()).collect(),
        };
        let ends = |ends: Option<[Score; 2]>, score: Score| {
            let [low, high] = ends.unwrap_or([score; 2]);
            Some([low.min(score), high.max(score)])
        };
        numbers.into_iter().filter(is_right).fold(None, ends)
    }

    /// Returns the numbers that can be a bound or a value in a search of the tree.
    pub(super) fn claimable(&self) -> BTreeSet<Score> {
        let windows = self.keys.iter().flat_map(|key| key.reads.iter().map(|read| read.window));
        let ends = windows.flat_map(|window| [window.alpha, window.beta]).filter(|score| !score.is_infinite());
        self.tree.leaves().map(|leaf| self.tree.node(leaf).value).chain(ends).collect()
    }

    /// Returns the spellings of a number: with the decimals of the tree, and without those that are zero.
    pub(super) fn numbers(&self, score: Score) -> Vec<String> {
        let text = self.tree.text(score);
        let short = without_zeros(&text);
        if short == text { vec![text] } else { vec![text, short] }
    }

    /// Returns all spellings of a score that is not a plain number: an infinite bound or a mate.
    pub(super) fn spellings(&self, score: Score) -> Option<Vec<String>> {
        let words = match score {
            Score::MAX => [&UNSET[..], &["+inf", "+oo", "+∞", "+infinity", "-"]].concat(),
            Score::MIN => [&["-inf", "-oo", "-∞", "-infinity"], &UNSET[..], &["-"]].concat(),
            score => return score.is_mate().then(|| vec![self.tree.text(score)]),
        };
        Some(words.into_iter().map(str::to_owned).collect())
    }

    /// Returns all correct answers to a question printed below the tree, in all usual spellings.
    pub(super) fn accepted(&self, question: Question) -> Vec<String> {
        let mut written: Vec<String> = Vec::new();
        for key in self.accepted_keys() {
            let Some(given) = question.rules().answer(&self.tree, key, question) else { continue };
            let answer = given.text(&self.tree);
            let answers = match given {
                Answer::Leaves(_) | Answer::Line(_) => {
                    vec![answer.clone(), answer.replace(' ', ","), answer.replace(' ', ", ")]
                }
                Answer::Range(range) => self.ranges(question.node, range),
                Answer::Value(_) | Answer::Window(_) | Answer::Count(_) | Answer::Node(_) => vec![answer],
            };
            for answer in answers.into_iter().filter(|answer| !answer.is_empty()) {
                if !written.contains(&answer) {
                    written.push(answer);
                }
            }
        }
        written
    }

    /// Returns the spellings of a range of values of a leaf: with a sign, after the name of the leaf or an x, or as an
    /// interval.
    fn ranges(&self, leaf: usize, range: Range) -> Vec<String> {
        let text = range_text(&self.tree, range);
        let is_below = range.low.score.is_infinite();
        let end = if is_below { range.high } else { range.low };
        if range.is_empty || end.score.is_infinite() {
            return vec![text];
        }
        let signs = match (is_below, end.is_open) {
            (true, true) => &["<"][..],
            (true, false) => &["<=", "≤"],
            (false, true) => &[">"],
            (false, false) => &[">=", "≥"],
        };
        let mut all = vec![text];
        for number in self.numbers(end.score) {
            for name in ["", "x", self.tree.node(leaf).name.as_str()] {
                let signed = signs.iter().map(|sign| format!("{name} {sign} {number}").trim().to_owned());
                all.extend(signed.flat_map(|text| [text.replace(' ', ""), text]));
            }
            let interval = match (is_below, end.is_open) {
                (true, true) => format!("(-inf, {number})"),
                (true, false) => format!("(-inf, {number}]"),
                (false, true) => format!("({number}, inf)"),
                (false, false) => format!("[{number}, inf)"),
            };
            all.extend([interval.replace(' ', ""), interval]);
            if !end.is_open {
                all.push(if is_below { format!("-inf..{number}") } else { format!("{number}..inf") });
            }
        }
        // The name of a chess move may contain a sign.
        all.retain(|text| read_range(text, &self.tree) == Some(range));
        all
    }
}
