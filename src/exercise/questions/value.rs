//! The question: what is the value of this inner node?

use super::super::numbers::Claim;
use super::grader::{Fit, fit};
use super::{Answer, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionKind, QuestionRules, Solution};
use crate::core::score::{Bound, Window};
use crate::core::text::listed;
use crate::exercise::solution::ExerciseSearch;

pub(super) struct ValueQuestion;

impl QuestionRules for ValueQuestion {
    fn in_tree(&self) -> Option<usize> {
        Some(0)
    }

    fn name(&self, tree: &PaperTree, question: Question) -> String {
        format!("value {}", tree.node(question.node).name)
    }

    /// Returns the best score that the search found at the node, and its bound.
    fn answer(&self, tree: &PaperTree, search: &Solution, Question { node, .. }: Question) -> Option<Answer> {
        let visit = search.visits[node].as_ref()?;
        if let ExerciseSearch::Wrong(_) = search.search {
            return Some(Answer::Value(Claim { score: visit.found, bound: visit.value.1 }));
        }
        let range = search.interval(tree, node);
        // A fail-hard search without cutoffs on ties may try all moves of a node, whatever the node proves.
        let is_high = match search.search == ExerciseSearch::HardStrict {
            true => visit.window.alpha < range.high,
            false => visit.cut_by.is_some() == tree.is_max(node),
        };
        let (score, bound) = match (range.exact(), is_high) {
            (Some(score), _) => (score, Bound::Exact),
            // A cutoff at a MAX node proves a lower bound; a MAX node where all moves fail low has an upper bound. At a
            // MIN node, it is the other way round.
            (None, true) => (range.low, Bound::Lower),
            (None, false) => (range.high, Bound::Upper),
        };
        Some(Answer::Value(Claim { score, bound }))
    }

    fn line(&self, tree: &PaperTree, question: Question, answer: Option<&Answer>) -> String {
        let claim = answer.map_or("=".to_owned(), |answer| answer.text(tree));
        format!("{} {claim}", tree.node(question.node).name)
    }

    fn alike(&self, tree: &PaperTree, search: &Solution, question: Question, given: &Answer) -> (bool, bool) {
        let Some(visit) = &search.visits[question.node] else { return (false, false) };
        let Some(own) = self.answer(tree, search, question) else { return (false, false) };
        let number = |answer: &Answer| if let Answer::Value(claim) = answer { Some(claim.score) } else { None };
        let is_like = [number(&own), Some(visit.value.0), Some(visit.found)].contains(&number(given));
        // The right search also explains the other bounds that it proves.
        let is_right = |claim: Claim| {
            let range = search.interval(tree, question.node);
            !matches!(search.search, ExerciseSearch::Wrong(_)) && fit(claim, range, &[visit.window]) == Fit::Right
        };
        (is_like || matches!(given, Answer::Value(claim) if is_right(*claim)), own == *given)
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let node = question.node;
        let claim = grader.answers.claim(node)?;
        let own = grader.own();
        let window: Vec<_> = grader.key().visits[node].iter().map(|visit| visit.window).collect();
        // The search may visit this node only under the other rule for ties.
        if window.is_empty() {
            return Some(JudgedAnswer::never());
        }
        let by_key = fit(claim, grader.key().interval(grader.tree(), node), &window);
        if by_key == Fit::Right {
            return Some(grader.right(question));
        }
        let by_own = fit(claim, own.by_children(node), &own.windows(node));
        if by_own == Fit::Right {
            return Some(grader.carried(question, "your own answers"));
        }
        let half = |why: &str| JudgedAnswer::part(1, 2, format!("{why}; {}", grader.expected(question)));
        let is = |fit: Fit| by_key == fit || by_own == fit;
        Some(if is(Fit::LimitForValue) {
            half("that number is only a proven bound, not the value")
        } else if is(Fit::ValueForLimit) {
            half("that number is the value, not just a bound")
        } else {
            grader.wrong(question)
        })
    }

    /// Returns a reason such as `min of 3, 12, 8`, or a description of the cutoff.
    fn reason(&self, exercise: &Exercise, key: &Solution, Question { node, .. }: Question) -> String {
        let tree = &exercise.tree;
        let Some(visit) = &key.visits[node] else { return "the search never visits this node".to_owned() };
        let operation = if tree.is_max(node) { "max" } else { "min" };
        let children = &tree.node(node).children;
        let judged = children.iter().take_while(|&&child| key.visits[child].is_some() || key.reads(child));
        let values: Vec<String> = judged.map(|&child| value_text(tree, key, child)).collect();
        let of = format!("{operation}({})", values.join(", "));
        let Some(by) = visit.cut_by else { return of };
        let behind = children.iter().filter(|&&child| by < child);
        let skipped: Vec<&str> = behind.map(|&child| tree.node(child).name.as_str()).collect();
        let (sign, end, threshold) = cut_words(tree, key, node, visit.window);
        let rest = if skipped.is_empty() {
            "but nothing is left to skip".to_owned()
        } else {
            format!("so {} {} not read", listed(&skipped), if skipped.len() == 1 { "is" } else { "are" })
        };
        format!("{of}; {} {sign} {end} {threshold} is a cutoff, {rest}", number_text(tree, key, by))
    }
}

/// Returns the comparison that causes a cutoff at a node: the sign, the name of the bound, and the bound's value.
pub(super) fn cut_words(
    tree: &PaperTree,
    key: &Solution,
    node: usize,
    window: Window,
) -> (&'static str, &'static str, String) {
    match (tree.is_max(node), key.search.is_strict()) {
        (true, false) => (">=", "beta", tree.text(window.beta)),
        (true, true) => (">", "beta", tree.text(window.beta)),
        (false, false) => ("<=", "alpha", tree.text(window.alpha)),
        (false, true) => ("<", "alpha", tree.text(window.alpha)),
    }
}

/// Returns the value of a node as far as the search knows it: `3`, `<= 2`.
fn value_text(tree: &PaperTree, key: &Solution, node: usize) -> String {
    if tree.is_leaf(node) {
        return tree.text(tree.node(node).value);
    }
    let claim = ValueQuestion.answer(tree, key, Question::of(QuestionKind::Values, node)).map(|claim| claim.text(tree));
    claim.unwrap_or_default().trim_start_matches("= ").to_owned()
}

/// Returns the value as text, without a sign such as `<=`.
pub(super) fn number_text(tree: &PaperTree, key: &Solution, node: usize) -> String {
    value_text(tree, key, node).trim_start_matches(|c| "<>= ".contains(c)).to_owned()
}
