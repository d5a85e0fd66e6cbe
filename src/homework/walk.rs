//! Follows a program's questions, together with the leaves whose values its search knows at each of them.

use super::deepening::Deepening;
use super::protocol::{Attempt, NodeQuestion};
use super::repetition::is_within;
use crate::exercise::PaperTree;
use std::collections::BTreeSet;

/// A question of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub index: usize,
    pub question: NodeQuestion,
    /// Whether the question is about a new node, or reads a leaf for the first time.
    pub is_new: bool,
    /// Whether a new search of the node begins, which the program has searched before.
    pub is_again: bool,
}

/// The leaves that a search knows. While it searches a node again, it does not use what it read there before.
#[derive(Default)]
struct KnownLeaves {
    leaves: BTreeSet<usize>,
    /// The nodes that the program is searching again, outermost first, each with the leaves read there before.
    again: Vec<(usize, Vec<usize>)>,
}

impl KnownLeaves {
    /// Returns to the leaves of all nodes that the program has left.
    fn go_to(&mut self, tree: &PaperTree, node: usize) {
        while self.again.last().is_some_and(|(top, _)| !is_within(tree, node, *top)) {
            self.leaves.extend(self.again.pop().into_iter().flat_map(|(_, leaves)| leaves));
        }
    }

    fn search_again(&mut self, tree: &PaperTree, top: usize) {
        let leaves = self.leaves.iter().copied().filter(|&leaf| is_within(tree, leaf, top)).collect();
        self.leaves.retain(|&leaf| !is_within(tree, leaf, top));
        self.again.push((top, leaves));
    }
}

/// Follows the program's questions to the first one that `is_found` accepts. `is_found` gets the question and the
/// leaves known at that moment. Returns the node of the question, and these leaves.
///
/// A search that has only a bound for a node may search the node again: PVS, NegaScout, aspiration windows and MTD(f)
/// do. Such a search comes back to the node and to what it visited there, and does not use the values that it read
/// there during earlier visits until it leaves the node. With a table of earlier results it may come back to some of
/// the node's children only.
///
/// A search that deepens iteratively does not use what it read in earlier iterations.
pub(super) fn first_step(
    tree: &PaperTree,
    attempt: &Attempt,
    is_found: impl Fn(Step, &BTreeSet<usize>) -> bool,
) -> Option<(usize, BTreeSet<usize>)> {
    let (mut known, mut visited, mut read) = (KnownLeaves::default(), BTreeSet::new(), BTreeSet::new());
    let mut deepening = Deepening::new(tree, attempt);
    for (index, &question) in attempt.questions.iter().enumerate() {
        let node = question.node;
        known.go_to(tree, node);
        if deepening.begins(index) {
            known = KnownLeaves::default();
        }
        let is_again = comes_back(tree, &attempt.questions[index..], &visited);
        let is_new = visited.insert(node) | (question.reads && !read.contains(&node));
        if is_found(Step { index, question, is_new, is_again }, &known.leaves) {
            return Some((node, known.leaves));
        }
        if is_again {
            known.search_again(tree, node);
        }
        if !question.reads {
            continue;
        }
        if !read.insert(node) {
            known.search_again(tree, begun_by(tree, attempt, node));
        }
        if !deepening.is_read_for_later(index) {
            known.leaves.insert(node);
        }
    }
    None
}

/// Returns whether the first of these questions comes back to an inner node, and the next one to a node below it. A
/// program that asks for the children of a node before each child goes on to a new one.
fn comes_back(tree: &PaperTree, asked: &[NodeQuestion], visited: &BTreeSet<usize>) -> bool {
    let node = asked[0].node;
    let next = asked.iter().map(|question| question.node).find(|next| *next != node);
    !tree.is_leaf(node)
        && visited.contains(&node)
        && next.is_some_and(|next| is_within(tree, next, node) && visited.contains(&next))
}

/// Returns the highest node below which this leaf was the first one read.
fn begun_by(tree: &PaperTree, attempt: &Attempt, leaf: usize) -> usize {
    let mut top = leaf;
    while let Some(parent) = tree.node(top).parent {
        let first = attempt.reads.iter().find(|&&read| is_within(tree, read, parent));
        if first != Some(&leaf) {
            break;
        }
        top = parent;
    }
    top
}
