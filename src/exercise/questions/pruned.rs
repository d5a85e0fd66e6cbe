//! The question: which leaves are not read?

use super::super::numbers::window_text;
use super::super::solution::{Counterexample, Pruning, PruningClass, judge};
use super::value::{cut_words, number_text};
use super::{
    Answer, AnswerReader, AnswerVerdict, Answers, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionRules,
    Solution,
};
use crate::core::score::Window;
use crate::core::search::Cut;

pub(super) struct PrunedQuestion;

impl QuestionRules for PrunedQuestion {
    fn text(&self, _: &Exercise, _: Question) -> String {
        "Which leaves are not read?".to_owned()
    }

    fn shared(&self) -> &'static str {
        " for exactly the right leaves; partial credit otherwise"
    }

    fn answer(&self, tree: &PaperTree, search: &Solution, _: Question) -> Option<Answer> {
        Some(Answer::Leaves(search.pruned(tree).into_iter().collect()))
    }

    fn read_list(&self, names: &[String], reader: &mut AnswerReader<'_>) {
        if let Some(leaves) = reader.leaves(names) {
            reader.pruned(leaves);
        }
    }

    fn judge(&self, grader: &Grader<'_>, _: Question) -> Option<JudgedAnswer> {
        let left_out = grader.answers.left_out(grader.tree()).filter(|_| grader.answers.conflict.is_none())?;
        let exercise = grader.exercise;
        let key = &exercise.keys[grader.rule];
        let other = &exercise.keys[usize::from(grader.rule == 0)];
        let mut pruning = judge(&exercise.tree, [key, other], &left_out);
        let all = key.pruned(&exercise.tree).len() + pruning.missing.len();
        let errors = pruning.missing.len() + pruning.needless.len();
        // The classes refer to the exercise's own rule for ties, whichever rule the grader uses.
        let skips_these =
            |rule: &usize| exercise.keys[*rule].pruned(&exercise.tree).into_iter().eq(left_out.iter().copied());
        let rule = [0, 1, 2].into_iter().find(skips_these);
        pruning.class = match rule {
            Some(0) => PruningClass::Own,
            Some(_) => PruningClass::OtherRule,
            None => pruning.class,
        };
        let is_accepted = rule.is_some_and(|rule| exercise.accepted_rules().contains(&rule));
        let is_over = pruning.class == PruningClass::OverPruned;
        let share = match all - errors {
            _ if is_accepted => (1, 1),
            right if is_over && all < 2 * right => (1, 2),
            right => (right, all.max(1)),
        };
        let verdict = AnswerVerdict::Pruning(pruning.class);
        let (rule, key) = rule.map_or((0, key), |rule| (rule, exercise.key()));
        Some(JudgedAnswer { verdict, share, message: pruning_text(exercise, rule, key, &pruning) })
    }

    fn missing(&self, answers: &Answers) -> &'static str {
        if answers.conflict.is_some() { "`pruned` and `read` contradict each other" } else { "no answer" }
    }

    fn reason(&self, exercise: &Exercise, key: &Solution, _: Question) -> String {
        pruned_reason(&exercise.tree, key)
    }
}

fn pruned_reason(tree: &PaperTree, key: &Solution) -> String {
    let real = key.cutoffs.iter().filter(|(_, skipped)| *skipped != 0);
    let reasons: Vec<String> = real.map(|&(node, _)| cut_sentence(tree, key, node)).collect();
    if reasons.is_empty() { "no score causes a cutoff before the last child".to_owned() } else { reasons.join("; ") }
}

/// Describes a cutoff: `at B, B1 = 2 <= alpha 3, which MAX has already with A`.
fn cut_sentence(tree: &PaperTree, key: &Solution, node: usize) -> String {
    let Some(visit) = &key.visits[node] else { return String::new() };
    let (sign, end, threshold) = cut_words(tree, key, node, visit.window);
    let by = visit.cut_by.map(|by| (tree.node(by).name.as_str(), number_text(tree, key, by))).unwrap_or_default();
    let at = usize::from(end == "beta");
    let has = |owner: usize| format!(", which {} already has with {}", tree.sides()[at], tree.node(owner).name);
    let has = visit.set_by[at].map(has).unwrap_or_default();
    format!("at {}, {} = {} {sign} {end} {threshold}{has}", tree.node(node).name, by.0, by.1)
}

fn pruning_text(exercise: &Exercise, rule: usize, key: &Solution, pruning: &Pruning) -> String {
    let tree = &exercise.tree;
    match pruning.class {
        PruningClass::Own if key.pruned(tree).is_empty() => "no leaf can be skipped, and none is".to_owned(),
        PruningClass::Own => format!("what the search skips: {}", pruned_reason(tree, key)),
        PruningClass::OtherRule => other_rule_text(exercise, rule),
        PruningClass::UnderPruned => under_text(exercise, key, pruning),
        PruningClass::OverPruned => match &pruning.counterexample {
            Some(example) => over_text(exercise, example),
            None => String::new(),
        },
        PruningClass::Hindsight => {
            let (leaf, window) = pruning.unknowable.unwrap_or((0, Window::FULL));
            format!(
                "the result is safe, but coming to {} from the left, with the window {}, you cannot know that it does not matter",
                tree.node(leaf).name,
                window_text(tree, window)
            )
        }
    }
}

/// Describes a set of leaves that a search with another rule for ties skips.
fn other_rule_text(exercise: &Exercise, rule: usize) -> String {
    let (search, sign) = match (rule, exercise.questions.rule.unwrap_or_default()) {
        (1, Cut::AtBeta) => ("a search", "`>`, so that a tie causes no cutoff"),
        (1, Cut::AboveBeta) => ("a search", "`>=`, so that a tie causes a cutoff"),
        _ => ("a fail-hard search", "`>`, so that a tie causes no cutoff, even a tie with a bound that a node returns"),
    };
    let verdict = match exercise.accepted_rules().contains(&rule) {
        true => "that is also right",
        false => "this exercise asks for the other rule",
    };
    format!("what {search} skips if it compares with {sign}; {verdict}")
}

/// Describes the first leaf that the student reads unnecessarily, and the cutoff that skips it, with its window.
fn under_text(exercise: &Exercise, key: &Solution, pruning: &Pruning) -> String {
    let tree = &exercise.tree;
    let count = pruning.needless.len();
    let Some(&first) = pruning.needless.first() else {
        return "safe, and it skips as much as possible".to_owned();
    };
    let is_above = |node: &usize| tree.leaves_below(*node).any(|leaf| leaf == first);
    // A cutoff higher in the tree comes later in the list.
    let place = key.cutoffs.iter().map(|(node, _)| *node).find(is_above);
    let why = place.and_then(|node| key.visits[node].as_ref().map(|visit| (node, visit.window)));
    let why = why.map_or(String::new(), |(node, window)| {
        format!(": {}, window {}", cut_sentence(tree, key, node), window_text(tree, window))
    });
    let leaves = if count == 1 { "1 leaf".to_owned() } else { format!("{count} leaves") };
    format!("safe, but {} need not be read{why}; {leaves} more than necessary", tree.node(first).name)
}

/// Describes two ways to fill in the leaves that give different results.
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
