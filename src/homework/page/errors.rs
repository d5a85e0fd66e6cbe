//! The errors of a program, each in a few words at its node in the drawn tree.

use super::words::due;
use crate::exercise::PaperTree;
use crate::homework::judge::exactly;
use crate::homework::{AskedAlgorithm, Assignment, ProgramVerdict, Smallest};

/// Returns the errors with the paths of their nodes: a wrong answer at the root, and leaves that the program read or
/// skipped by mistake.
pub(super) fn errors(smallest: &Smallest, tree: &PaperTree, assignment: &Assignment) -> Vec<(Vec<usize>, String)> {
    let mut found = Vec::new();
    found.extend(answer(smallest, tree).map(|text| (tree.path(0), text)));
    // A program that follows the other rule for ties reads other leaves, but none of them is an error.
    if smallest.judgement.verdict == ProgramVerdict::Ties || smallest.attempt.answer.is_err() {
        return found;
    }
    let (due, reads) = (due(tree, assignment), &smallest.attempt.reads);
    let is_alpha_beta = assignment.algorithm == AskedAlgorithm::AlphaBeta;
    for leaf in tree.leaves() {
        let error = match (due.contains(&leaf), reads.contains(&leaf)) {
            (true, false) => "skipped, but needed",
            (false, true) if is_alpha_beta => "read, not needed",
            (true | false, _) => continue,
        };
        found.push((tree.path(leaf), error.to_owned()));
    }
    found
}

/// Compares the program's answer with the correct one.
fn answer(smallest: &Smallest, tree: &PaperTree) -> Option<String> {
    let answer = smallest.attempt.answer.as_ref().ok()?;
    let is_wrong = |fault| smallest.judgement.all.contains(&fault);
    if is_wrong(ProgramVerdict::Value) {
        return Some(format!("yours {}, right {}", exactly(tree, answer.value), tree.text(tree.minimax(0))));
    }
    let children = &tree.node(0).children;
    let name = |index: usize| children.get(index).map(|&child| tree.node(child).name.as_str());
    let right = children.iter().position(|&child| tree.minimax(child) == tree.minimax(0));
    let [yours, right] = [answer.best, right].map(|index| index.and_then(name));
    is_wrong(ProgramVerdict::Move)
        .then(|| format!("yours {}, right {}", yours.unwrap_or("none"), right.unwrap_or("none")))
}
