//! Follows a search that deepens iteratively: which leaves it knows, although it read others in earlier iterations.

use super::protocol::Attempt;
use super::repetition::is_within;
use crate::exercise::PaperTree;

/// A search that may deepen iteratively, because it asks for the static evaluations of inner nodes.
pub(super) struct Deepening<'a> {
    tree: &'a PaperTree,
    attempt: &'a Attempt,
    /// The index of the first question of this iteration.
    start: usize,
    /// For each node, after how many questions the program last asked for its static evaluation.
    statics: Vec<Option<usize>>,
    /// How many of the attempt's static evaluations are in `statics`.
    seen: usize,
}

impl<'a> Deepening<'a> {
    pub fn new(tree: &'a PaperTree, attempt: &'a Attempt) -> Self {
        Self { tree, attempt, start: 0, statics: vec![None; tree.nodes().len()], seen: 0 }
    }

    /// Returns whether a new iteration begins with this question, which must be the one after the last.
    ///
    /// The search is back at the root, or goes below a node at which it ended before, after it has been elsewhere. A
    /// search that asks for static evaluations to sort the moves goes below these moves at once.
    pub fn begins(&mut self, index: usize) -> bool {
        while let Some(&(at, node)) = self.attempt.statics.get(self.seen).filter(|(at, _)| *at <= index) {
            self.statics[node] = Some(at);
            self.seen += 1;
        }
        let asked = &self.attempt.questions;
        let node = asked[index].node;
        let is_elsewhere = |inner: usize, at: usize| {
            let parent = self.tree.node(inner).parent.unwrap_or_default();
            parent != 0 && asked[at..index].iter().any(|other| !is_within(self.tree, other.node, parent))
        };
        let ended_at = |inner: usize| {
            let at = self.statics[inner].filter(|at| inner != node && self.start < *at);
            at.is_some_and(|at| is_elsewhere(inner, at))
        };
        let begins = self.seen != 0 && (node == 0 || self.tree.path(node).into_iter().any(ended_at));
        if begins {
            self.start = index;
        }
        begins
    }

    /// Returns whether the program reads the leaf of this question again after a question that is not about the leaf
    /// or its siblings. A search that sorts the moves of a node by their values asks no such question in between.
    pub fn is_read_for_later(&self, index: usize) -> bool {
        let (question, later) = (self.attempt.questions[index], &self.attempt.questions[index + 1..]);
        let parent = self.tree.node(question.node).parent;
        let other = later.iter().position(|other| self.tree.node(other.node).parent != parent);
        !self.attempt.statics.is_empty()
            && other.is_some_and(|other| !later[..other].contains(&question) && later[other..].contains(&question))
    }
}
