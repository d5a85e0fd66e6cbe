//! The reasons of answers in words: for the key, and for marks.

use super::Exercise;
use super::asked::{Question, threshold};
use super::numbers::window_text;
use super::pruning::{Counterexample, Pruning, PruningClass};
use super::solution::{Search, Solution};
use super::tree::PaperTree;
use super::written::key_answers;
use crate::score::{End, Window};
use crate::search::Cut;

impl Exercise {
    /// Returns why the right answer to a question is right, in one sentence.
    #[must_use]
    pub fn reason(&self, question: Question) -> String {
        self.reason_by(self.key(), question)
    }

    pub(super) fn reason_by(&self, key: &Solution, question: Question) -> String {
        let tree = &self.tree;
        match question {
            Question::Value(node) => value_reason(tree, key, node),
            Question::Window(node) => window_reason(tree, key, node),
            Question::Pruned => pruned_reason(tree, key),
            Question::Order => "from left to right, without the leaves that are not read".to_owned(),
            Question::Cutoffs => cutoffs_reason(self, key),
            Question::Owner(node, end) => owner_reason(tree, key, node, end),
            Question::Range(leaf) => range_reason(tree, key, leaf),
            Question::Best => {
                "the first of the root moves with the best value; a limit that ties is no reason to change".to_owned()
            }
            Question::Pv => "at each node the child whose value it has, down to the leaf".to_owned(),
        }
    }
}

/// `min of 3, 12, 8`, or where it was cut.
fn value_reason(tree: &PaperTree, key: &Solution, node: usize) -> String {
    let Some(visit) = &key.visits[node] else { return "the search never comes here".to_owned() };
    let is_max = tree.is_max(node);
    let operation = if is_max { "max" } else { "min" };
    let children = &tree.node(node).children;
    let judged = children.iter().take_while(|&&child| key.visits[child].is_some() || key.reads(child));
    let values: Vec<String> = judged.map(|&child| value_text(tree, key, child)).collect();
    let of = format!("{operation}({})", values.join(", "));
    let Some(by) = visit.cut_by else { return of };
    let skipped: Vec<&str> =
        children.iter().filter(|&&child| by < child).map(|&child| tree.node(child).name.as_str()).collect();
    let (sign, end, threshold) = cut_words(tree, key, node, visit.window);
    let value = value_text(tree, key, by);
    let value = value.trim_start_matches(|c| "<>= ".contains(c));
    let rest = if skipped.is_empty() {
        "nothing is left to skip".to_owned()
    } else {
        format!("{} not read", skipped.join(", "))
    };
    format!("{of}; cutoff: {value} {sign} {end} {threshold}, {rest}")
}

/// The comparison that cuts at a node: its sign, which end of the window, and what that is.
fn cut_words(tree: &PaperTree, key: &Solution, node: usize, window: Window) -> (&'static str, &'static str, String) {
    let is_strict = key.search == Search::Right(Cut::AboveBeta);
    match (tree.is_max(node), is_strict) {
        (true, false) => (">=", "beta", tree.text(window.beta)),
        (true, true) => (">", "beta", tree.text(window.beta)),
        (false, false) => ("<=", "alpha", tree.text(window.alpha)),
        (false, true) => ("<", "alpha", tree.text(window.alpha)),
    }
}

/// What the search knows of a node: `3`, `<= 2`.
fn value_text(tree: &PaperTree, key: &Solution, node: usize) -> String {
    if tree.is_leaf(node) {
        return tree.text(tree.node(node).value);
    }
    let answers = key_answers(tree, &[Question::Value(node)], key);
    let claim = answers.values.get(&node).map(|claim| claim.text(tree)).unwrap_or_default();
    claim.trim_start_matches("= ").to_owned()
}

fn window_reason(tree: &PaperTree, key: &Solution, node: usize) -> String {
    let Some(visit) = &key.visits[node] else { return "the search never comes here".to_owned() };
    let ends = [visit.window.alpha, visit.window.beta];
    let has = |side: &str, end: usize| {
        let owner = visit.set_by[end].map(|owner| tree.node(owner).name.as_str());
        owner.map(|owner| format!("{side} has {} already, with {owner}", tree.text(ends[end])))
    };
    let [max, min] = tree.sides();
    let known: Vec<String> = [has(max, 0), has(min, 1)].into_iter().flatten().collect();
    if known.is_empty() { "nothing is known yet".to_owned() } else { known.join("; ") }
}

fn pruned_reason(tree: &PaperTree, key: &Solution) -> String {
    let real = key.cutoffs.iter().filter(|(_, skipped)| *skipped != 0);
    let reasons: Vec<String> = real.map(|&(node, _)| cut_sentence(tree, key, node)).collect();
    if reasons.is_empty() { "no score cuts before the last child".to_owned() } else { reasons.join("; ") }
}

/// `at B, B1 = 2 <= alpha 3, which MAX has already with A`.
fn cut_sentence(tree: &PaperTree, key: &Solution, node: usize) -> String {
    let Some(visit) = &key.visits[node] else { return String::new() };
    let (sign, end, threshold) = cut_words(tree, key, node, visit.window);
    let by = visit.cut_by.map(|by| (tree.node(by).name.as_str(), value_text(tree, key, by))).unwrap_or_default();
    let value = by.1.trim_start_matches(|c| "<>= ".contains(c));
    let at = usize::from(end == "beta");
    let has = |owner: usize| format!(", which {} has already with {}", tree.sides()[at], tree.node(owner).name);
    let has = visit.set_by[at].map(has).unwrap_or_default();
    format!("at {}, {} = {value} {sign} {end} {threshold}{has}", tree.node(node).name, by.0)
}

fn cutoffs_reason(exercise: &Exercise, key: &Solution) -> String {
    let nodes: Vec<usize> = key.cutoffs.iter().map(|(node, _)| *node).collect();
    let (all, real) = (nodes.len(), key.real_cutoffs());
    let at = if all == 0 {
        "no score reaches the window's end".to_owned()
    } else {
        format!("at {}", exercise.names(&nodes))
    };
    match all - real {
        0 => at,
        1 => format!("{at}; one of them skips nothing, so {real} is right as well"),
        idle => format!("{at}; {idle} of them skip nothing, so {real} is right as well"),
    }
}

fn owner_reason(tree: &PaperTree, key: &Solution, node: usize, end: End) -> String {
    let Some(visit) = &key.visits[node] else { return String::new() };
    let Some(owner) = visit.set_by[end as usize] else { return "no move has set it".to_owned() };
    let plies = tree.node(node).ply + 1 - tree.node(owner).ply;
    let value = if end == End::Alpha { visit.window.alpha } else { visit.window.beta };
    let from = if plies == 1 { "by its parent".to_owned() } else { format!("over {plies} plies") };
    format!("{} is worth {} and was handed down {from}", tree.node(owner).name, tree.text(value))
}

fn range_reason(tree: &PaperTree, key: &Solution, leaf: usize) -> String {
    let parent = tree.node(leaf).parent.unwrap_or(0);
    let Some(end) = threshold(tree, key, leaf) else { return "no bound is known there yet".to_owned() };
    let [max, min] = tree.sides();
    let (side, name) = if tree.is_max(parent) { (min, "beta") } else { (max, "alpha") };
    format!("{side} has {} already ({name}); with > instead of >= the end itself does not cut", tree.text(end))
}

/// Says what a set of leaves is, and why.
pub(super) fn pruning_text(exercise: &Exercise, key: &Solution, pruning: &Pruning) -> String {
    let tree = &exercise.tree;
    match pruning.class {
        PruningClass::Own if key.pruned(tree).is_empty() => "nothing can be left out, and nothing is".to_owned(),
        PruningClass::Own => format!("what the search leaves out: {}", pruned_reason(tree, key)),
        PruningClass::OtherRule => {
            let sign = if exercise.questions.rule.unwrap_or_default() == Cut::AtBeta {
                "`>`, so that a tie does not cut"
            } else {
                "`>=`, so that a tie cuts"
            };
            let verdict = if exercise.questions.rule.is_some() {
                "this exercise asks for the other rule"
            } else {
                "that is as right"
            };
            format!("what a search leaves out that compares with {sign}; {verdict}")
        }
        PruningClass::UnderPruned => under_text(exercise, key, pruning),
        PruningClass::OverPruned => match &pruning.counterexample {
            Some(example) => over_text(exercise, example),
            None => String::new(),
        },
        PruningClass::Hindsight => {
            let (leaf, window) = pruning.unknowable.unwrap_or((0, Window::FULL));
            format!(
                "the result is safe, but who comes to {} from the left has the window {} there, and cannot know that it does not matter",
                tree.node(leaf).name,
                window_text(tree, window)
            )
        }
    }
}

/// The first place where more is read than needed, with the window there.
fn under_text(exercise: &Exercise, key: &Solution, pruning: &Pruning) -> String {
    let tree = &exercise.tree;
    let count = pruning.needless.len();
    let Some(&first) = pruning.needless.first() else {
        return "safe, and as much is left out as can be known".to_owned();
    };
    let is_above = |node: &usize| tree.leaves_below(*node).any(|leaf| leaf == first);
    // Cutoffs further up come later.
    let place = key.cutoffs.iter().map(|(node, _)| *node).find(is_above);
    let why = place.and_then(|node| key.visits[node].as_ref().map(|visit| (node, visit.window)));
    let why = why.map_or(String::new(), |(node, window)| {
        format!(": {}, window {}", cut_sentence(tree, key, node), window_text(tree, window))
    });
    let leaves = if count == 1 { "1 leaf".to_owned() } else { format!("{count} leaves") };
    format!("safe, but {} need not be read{why}; {leaves} more than needed", tree.node(first).name)
}

/// Two ways to fill in the leaves, with two results.
fn over_text(exercise: &Exercise, Counterexample { leaves, results }: &Counterexample) -> String {
    let tree = &exercise.tree;
    let is_best = results[0].value == results[1].value;
    let told = results.each_ref().map(|filled| {
        let part = |is_low: bool| {
            leaves.iter().copied().filter(|leaf| filled.low.contains(leaf) == is_low).collect::<Vec<_>>()
        };
        let parts = [(part(true), "-inf"), (part(false), "+inf")];
        let given = parts.iter().filter(|(leaves, _)| !leaves.is_empty());
        let given: Vec<String> =
            given.map(|(leaves, value)| format!("{} = {value}", exercise.names(leaves).replace(' ', " = "))).collect();
        let result = if is_best { tree.node(filled.best).name.clone() } else { tree.text(filled.value) };
        (given.join(" and "), result)
    });
    let what = if is_best { "the best move" } else { "the root" };
    format!("with {} {what} is {}, with {} it is {}", told[0].0, told[0].1, told[1].0, told[1].1)
}
