//! Sentences about one tree: the task, the leaves that were read, and what went wrong on the tree that the user named.

use crate::core::game::Mover;
use crate::exercise::{ExerciseSearch, PaperTree, Solution};
use crate::homework::{AskedAlgorithm, Assignment, ProgramReport, ProgramVerdict, Smallest, Task, TieRule};
use crate::page::document::{Block, Document};
use crate::page::escape::xml;
use crate::page::text::{capitalized, counted};

/// The first sentence about a program that is plain minimax, if the homework asks for alpha-beta.
pub(super) const MINIMAX: &str = "This is minimax: no leaf is pruned.";

/// Turns a clause into a sentence.
pub(super) fn sentence(text: &str) -> String {
    capitalized(text) + "."
}

/// Explains what is wrong on the tree that the user named, unless that is the smallest tree on which the program fails.
pub(super) fn given(report: &ProgramReport, smallest: &Smallest, page: &mut Document) {
    // Trees that differ only in static evaluations of inner nodes are written in the same way, so they count as the
    // same tree.
    let is_other = |given: &&Smallest| given.task.to_string() != smallest.task.to_string();
    let Some(given) = report.given.as_ref().filter(is_other) else { return };
    if given.task.position.is_some() || !given.judgement.verdict.is_wrong() {
        return;
    }
    if given.judgement.why == smallest.judgement.why {
        page.text("On your tree it fails in the same way as on a smaller tree.");
    } else {
        let tree = given.task.searched();
        let reads = if tree.nodes().len() <= 40 { in_words(given, &tree, &report.assignment) } else { String::new() };
        why(&format!("On your tree: {reads}"), given, "", page);
    }
    page.gap();
}

/// Adds what is wrong on a tree, between two texts, and below it what the program wrote if it ended with an error.
pub(super) fn why(before: &str, smallest: &Smallest, after: &str, page: &mut Document) {
    let (sentence, said) = smallest.judgement.why.split_once('\n').unwrap_or((&smallest.judgement.why, ""));
    page.text(format!("{before}{sentence}{after}"));
    if !said.is_empty() {
        let lines = said.lines().map(|line| format!("  {line}")).collect();
        // On a phone, long lines wrap.
        page.push(Block::Rich(format!("<pre class=\"typed\">{}</pre>\n", xml(said)), vec![Block::Lines(lines)]));
    }
}

/// Says who moves at the root, and the depth, if it is limited.
pub(super) fn root_and_depth(task: &Task) -> String {
    let depth = task.depth.map(|depth| format!(", searched {} deep", counted(depth as u64, "ply", "plies")));
    format!("{} moves at the root{}", mover(&task.searched(), 0), depth.unwrap_or_default())
}

/// Returns the differences from the usual task: who moves at the root, if not MAX, and the depth, if it is limited.
fn differences(task: &Task) -> (Option<&'static str>, Option<usize>) {
    let tree = task.searched();
    let is_usual = tree.movers().at(0) == Mover::Max || task.position.is_some();
    ((!is_usual).then(|| mover(&tree, 0)), task.depth)
}

/// Returns the differences from the usual task as a clause: MIN moves at the root, or the depth is limited.
pub(super) fn setting(task: &Task) -> Option<String> {
    let (mover, depth) = differences(task);
    let depth = depth.map(|depth| format!("the search is {} deep", counted(depth as u64, "ply", "plies")));
    let parts: Vec<String> = mover.map(|mover| format!("{mover} moves at the root")).into_iter().chain(depth).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// Like [`setting`], but short enough for a table.
pub(super) fn short_setting(task: &Task) -> Option<String> {
    let (mover, depth) = differences(task);
    let depth = depth.map(|depth| format!("depth {depth}"));
    let parts: Vec<String> = mover.map(|mover| format!("{mover} first")).into_iter().chain(depth).collect();
    (!parts.is_empty()).then(|| format!(", {}", parts.join(", ")))
}

/// Says that the time ran out before all trees were tried, what the limit was, and which option raises it.
pub(super) fn incomplete(report: &ProgramReport) -> String {
    let (limit, noun) = (report.assignment.time.as_secs(), if report.assignment.plays() { "position" } else { "tree" });
    let raise = format!("`--time {}` gives it twice as long.", limit.saturating_mul(2));
    match report.tried {
        0 => {
            format!("The time limit of {limit} s for all {noun}s ran out before the first {noun} was finished. {raise}")
        }
        tried => format!(
            "The time limit of {limit} s for all {noun}s ran out after {tried} of {}. On these the program was right. {raise}",
            counted(wanted(report) as u64, noun, &format!("{noun}s"))
        ),
    }
}

/// Returns the planned number of trees.
fn wanted(report: &ProgramReport) -> usize {
    if report.assignment.own.is_empty() { report.assignment.trees } else { report.assignment.own.len() }
}

/// If the user named a tree and the program reads more leaves there than a search with cutoffs at ties, says how many
/// leaves such a search needs.
pub(super) fn other_rule(report: &ProgramReport) -> Option<String> {
    let given = report.given.as_ref().filter(|given| given.task.position.is_none())?;
    if report.assignment.algorithm != AskedAlgorithm::AlphaBeta || report.assignment.rule != TieRule::Any {
        return None;
    }
    let least = due(&given.task.searched(), &report.assignment).len();
    let read = given.attempt.reads.len();
    let is_more = least < read && given.attempt.again.is_empty();
    is_more.then(|| {
        let leaves = counted(read as u64, "leaf", "leaves");
        format!(" It read {leaves}, as does a search in which only > causes a cutoff. With >=, {least} would do; both are right.")
    })
}

/// Returns the name that reports use for the player at a node.
pub(super) fn mover(tree: &PaperTree, node: usize) -> &'static str {
    match tree.movers().at(tree.node(node).ply) {
        Mover::Max => "MAX",
        Mover::Min => "MIN",
        Mover::Chance => "chance",
    }
}

/// Describes the leaves that the program read, and those that it should have read.
pub(super) fn in_words(smallest: &Smallest, tree: &PaperTree, assignment: &Assignment) -> String {
    let names = |leaves: &[usize]| {
        let names: Vec<&str> = leaves.iter().map(|&leaf| tree.node(leaf).name.as_str()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
    };
    let due = due(tree, assignment);
    if smallest.judgement.verdict == ProgramVerdict::NoAnswer {
        return format!("Your program read {}. ", names(&smallest.attempt.reads));
    }
    if due == smallest.attempt.reads {
        return format!("Your program read {}, like a correct search. ", names(&due));
    }
    let needed: Vec<usize> = due.iter().copied().filter(|leaf| !smallest.attempt.reads.contains(leaf)).collect();
    let yours = names(&smallest.attempt.reads);
    if !needed.is_empty() && smallest.attempt.reads.iter().all(|leaf| due.contains(leaf)) {
        let matters =
            if smallest.judgement.verdict == ProgramVerdict::Ties { "" } else { ", which can change the result" };
        let read = if smallest.attempt.reads.is_empty() { String::new() } else { format!("read {yours} and ") };
        return format!("Your program {read}skipped {}{matters}. ", names(&needed));
    }
    format!("Your program read {yours}; a correct search reads {}. ", names(&due))
}

/// Returns the leaves that a correct search reads, in order.
pub(super) fn due(tree: &PaperTree, assignment: &Assignment) -> Vec<usize> {
    let cut = assignment.rule.demanded().unwrap_or_default();
    match assignment.algorithm {
        AskedAlgorithm::Minimax | AskedAlgorithm::Expectimax => tree.leaves().collect(),
        AskedAlgorithm::AlphaBeta if tree.is_leaf(0) => vec![0],
        AskedAlgorithm::AlphaBeta => Solution::of(tree, ExerciseSearch::Right(cut)).order(),
    }
}
