//! The question: for which values of this leaf does the search not read the next leaf?

use super::super::numbers::{Range, range_text};
use super::{Answer, End, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionKind, Solution};
use crate::core::score::Score;

pub(super) struct RangeQuestion;

/// Returns the bound at which the score of a leaf causes a cutoff at its parent, or `None` if no score does.
fn threshold(tree: &PaperTree, key: &Solution, leaf: usize) -> Option<Score> {
    let parent = tree.node(leaf).parent?;
    let window = key.reads.iter().find(|read| read.leaf == leaf)?.window;
    let end = if tree.is_max(parent) { window.beta } else { window.alpha };
    Some(end).filter(|end| !end.is_infinite())
}

/// Returns the values of a leaf that cause a cutoff at this bound.
fn cutting(tree: &PaperTree, leaf: usize, threshold: Option<Score>) -> Range {
    let is_max = tree.node(leaf).parent.is_some_and(|parent| tree.is_max(parent));
    match threshold {
        None => Range { low: Score::MIN, high: Score::MAX, is_empty: true },
        Some(end) if is_max => Range { low: end, high: Score::MAX, is_empty: false },
        Some(end) => Range { low: Score::MIN, high: end, is_empty: false },
    }
}

/// Returns the next sibling of this node.
fn next(tree: &PaperTree, leaf: usize) -> Option<usize> {
    let siblings = &tree.node(tree.node(leaf).parent?).children;
    siblings.iter().copied().find(|&sibling| leaf < sibling)
}

impl QuestionKind for RangeQuestion {
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
        search.reads(node).then(|| Answer::Range(cutting(tree, node, threshold(tree, search, node))))
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let (tree, leaf) = (grader.tree(), question.node);
        let Answer::Range(given) = grader.answers.given(question)? else { return None };
        let expected = cutting(tree, leaf, threshold(tree, grader.key(), leaf));
        if *given == expected {
            return Some(grader.right(question));
        }
        if *given == cutting(tree, leaf, grader.own().threshold(leaf)) {
            return Some(JudgedAnswer::carried("your own answers", &range_text(tree, expected)));
        }
        let same_end = |end: fn(&Range) -> Score| !given.is_empty && !expected.is_empty && end(given) == end(&expected);
        let ends = usize::from(same_end(|range| range.low)) + usize::from(same_end(|range| range.high));
        Some(JudgedAnswer::part(ends, 2, grader.expected(question)))
    }

    fn reason(&self, exercise: &Exercise, key: &Solution, Question { node: leaf, .. }: Question) -> String {
        let tree = &exercise.tree;
        let parent = tree.node(leaf).parent.unwrap_or(0);
        let Some(end) = threshold(tree, key, leaf) else { return "no bound is known there yet".to_owned() };
        let [max, min] = tree.sides();
        let (side, name) = if tree.is_max(parent) { (min, "beta") } else { (max, "alpha") };
        format!("{side} already has {} ({name}); with > instead of >= a tie causes no cutoff", tree.text(end))
    }
}
