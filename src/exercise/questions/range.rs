//! The question: for which values of this leaf does the search not read the next leaf?

use super::super::numbers::{Range, RangeEnd, range_text};
use super::{Answer, End, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionRules, Solution};
use crate::core::score::Score;

pub(super) struct RangeQuestion;

/// Returns the bound at which the score of a leaf causes a cutoff at its parent, or `None` if no score does.
fn threshold(tree: &PaperTree, key: &Solution, leaf: usize) -> Option<Score> {
    let parent = tree.node(leaf).parent?;
    let window = key.reads.iter().find(|read| read.leaf == leaf)?.window;
    let end = if tree.is_max(parent) { window.beta } else { window.alpha };
    Some(end).filter(|end| !end.is_infinite())
}

/// Returns the values of a leaf that cause a cutoff at this bound. A tie with the bound causes no cutoff if
/// `is_strict`.
fn cutting(tree: &PaperTree, leaf: usize, threshold: Option<Score>, is_strict: bool) -> Range {
    let Some(end) = threshold else { return Range::NONE };
    let end = RangeEnd::new(end, is_strict);
    match tree.node(leaf).parent.is_some_and(|parent| tree.is_max(parent)) {
        true => Range { low: end, ..Range::ALL },
        false => Range { high: end, ..Range::ALL },
    }
}

/// Returns the values of a leaf that cause a cutoff in this search.
fn cutting_in(tree: &PaperTree, leaf: usize, search: &Solution) -> Range {
    cutting(tree, leaf, threshold(tree, search, leaf), search.search.is_strict())
}

/// Returns the next sibling of this node.
fn next(tree: &PaperTree, leaf: usize) -> Option<usize> {
    let siblings = &tree.node(tree.node(leaf).parent?).children;
    siblings.iter().copied().find(|&sibling| leaf < sibling)
}

impl QuestionRules for RangeQuestion {
    /// Returns the first leaf that has a sibling after it and a score that would cause a cutoff.
    fn place(&self, tree: &PaperTree, key: &Solution) -> Option<(usize, Option<End>)> {
        let is_live = |&leaf: &usize| next(tree, leaf).is_some() && threshold(tree, key, leaf).is_some();
        tree.leaves().find(is_live).map(|leaf| (leaf, None))
    }

    fn name(&self, tree: &PaperTree, question: Question) -> String {
        format!("{} cuts if", tree.node(question.node).name)
    }

    fn text(&self, exercise: &Exercise, question: Question) -> String {
        let name = |node: usize| exercise.tree.node(node).name.as_str();
        let after = next(&exercise.tree, question.node).map_or("the next leaf", name);
        format!("For which values of {} would {after} not be read?", name(question.node))
    }

    fn answer(&self, tree: &PaperTree, search: &Solution, Question { node, .. }: Question) -> Option<Answer> {
        search.reads(node).then(|| Answer::Range(cutting_in(tree, node, search)))
    }

    fn alike(
        &self,
        tree: &PaperTree,
        search: &Solution,
        Question { node, .. }: Question,
        given: &Answer,
    ) -> (bool, bool) {
        let Answer::Range(given) = *given else { return (false, false) };
        let own = search.reads(node).then(|| cutting_in(tree, node, search));
        let numbers = |range: Range| (range.low.score, range.high.score, range.is_empty);
        (own.map(numbers) == Some(numbers(given)), own == Some(given))
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let (tree, leaf) = (grader.tree(), question.node);
        let Answer::Range(given) = grader.answers.given(question)? else { return None };
        let expected = cutting_in(tree, leaf, grader.key());
        if *given == expected {
            return Some(grader.right(question));
        }
        if *given == cutting(tree, leaf, grader.own().threshold(leaf), grader.key().search.is_strict()) {
            return Some(JudgedAnswer::carried("your own answers", &range_text(tree, expected)));
        }
        let same_end =
            |end: fn(&Range) -> RangeEnd| !given.is_empty && !expected.is_empty && end(given) == end(&expected);
        let ends = usize::from(same_end(|range| range.low)) + usize::from(same_end(|range| range.high));
        Some(JudgedAnswer::part(ends, 2, grader.expected(question)))
    }

    fn reason(&self, exercise: &Exercise, key: &Solution, Question { node: leaf, .. }: Question) -> String {
        let tree = &exercise.tree;
        let parent = tree.node(leaf).parent.unwrap_or(0);
        let Some(end) = threshold(tree, key, leaf) else { return "no bound is known there yet".to_owned() };
        let [max, min] = tree.sides();
        let (side, name) = if tree.is_max(parent) { (min, "beta") } else { (max, "alpha") };
        let tie = match (key.search.is_strict(), exercise.questions.rule) {
            (true, _) => "a tie causes no cutoff".to_owned(),
            (false, Some(_)) => "a tie causes a cutoff".to_owned(),
            (false, None) => {
                let other = range_text(tree, cutting(tree, leaf, Some(end), true));
                format!("if a tie causes no cutoff, the answer is {other}")
            }
        };
        format!("{side} already has {} ({name}); {tie}", tree.text(end))
    }
}
