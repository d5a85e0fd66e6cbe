//! The names of nodes: those given in the text, and generated names for nodes without one.

use super::super::{LARGEST_LESSON, Model, ModelMove, NESTING_LIMIT};
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::roles;
use super::valued::check_numbering;
use super::word::is_whole;
use crate::core::game::made_name;
use std::collections::{HashMap, HashSet};

/// Which nodes must have different names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unique {
    Everywhere,
    /// In a graph, a node has the same name on every path.
    AmongSiblings,
    /// In an outline or a drawing, siblings may also share a word that is not the name of one of them, such as `leaf`.
    AmongNames,
}

/// Makes a model from a tree, with generated names for nodes without one.
pub(super) fn model(mut root: Draft, unique: Unique) -> Result<Model, TypedFault> {
    check(&root, 0, &mut 0)?;
    check_numbers(&root)?;
    check_numbering(&root)?;
    let movers = roles::movers(&mut root)?;
    let mut names = DraftNames { taken: HashSet::new(), unique };
    names.collect(&mut root)?;
    let DraftBody::Moves(moves) = root.body else { return Err((root.at, TypedProblem::Empty)) };
    Ok(Model { movers, moves: names.moves(moves, "", 1), ..Model::default() })
}

/// Rejects a tree that is too large or too deep.
fn check(node: &Draft, ply: usize, nodes: &mut usize) -> Result<(), TypedFault> {
    *nodes += 1;
    // The limit counts moves, and the root is not a move.
    if LARGEST_LESSON + 1 < *nodes {
        return Err((node.at, TypedProblem::TooMany));
    }
    if NESTING_LIMIT < ply {
        return Err((node.at, TypedProblem::Nesting));
    }
    node.moves().iter().try_for_each(|child| check(child, ply + 1, nodes))
}

/// Rejects a leaf such as `Node 4` if a node with moves has such a name, for example `Node 2`.
fn check_numbers(root: &Draft) -> Result<(), TypedFault> {
    let (mut nodes, mut words, mut leaves) = (vec![root], HashSet::new(), Vec::new());
    while let Some(node) = nodes.pop() {
        let name = node.name.as_deref().unwrap_or_default();
        match name.rsplit_once('_') {
            Some((word, number)) if !node.moves().is_empty() && is_whole(number) => _ = words.insert(word),
            _ => {}
        }
        if let DraftBody::Score(score) = node.body
            && let Some(word) = node.numbered.as_deref()
        {
            leaves.push((node.at, word, score));
        }
        nodes.extend(node.moves().iter().rev());
    }
    match leaves.into_iter().find(|(_, word, _)| words.contains(word)) {
        Some((at, word, score)) => Err((at, TypedProblem::NoScore(format!("{} {score}", word.replace('_', " "))))),
        None => Ok(()),
    }
}

struct DraftNames {
    /// The names given in the text and, later, the generated names.
    taken: HashSet<String>,
    unique: Unique,
}

impl DraftNames {
    /// Collects the given names below a node. Replaces spaces in names, because spaces separate the moves in a line.
    fn collect(&mut self, draft: &mut Draft) -> Result<(), TypedFault> {
        let DraftBody::Moves(moves) = &mut draft.body else { return Ok(()) };
        if self.unique == Unique::AmongNames {
            without_shared_words(moves);
        }
        let mut siblings = HashSet::new();
        for child in moves {
            if let Some(name) = &mut child.name {
                *name = name.split_whitespace().collect::<Vec<_>>().join("_");
                if is_numbered(name) {
                    return Err((child.at, TypedProblem::NameNumbered(name.clone())));
                }
                let is_new = self.taken.insert(name.clone());
                let is_new_here = siblings.insert(name.clone());
                if !is_new_here || !is_new && self.unique == Unique::Everywhere {
                    return Err((child.at, TypedProblem::NameTwice(name.clone())));
                }
            }
            self.collect(child)?;
        }
        Ok(())
    }

    fn moves(&mut self, moves: Vec<Draft>, parent: &str, ply: usize) -> Vec<ModelMove> {
        let mut index = 0;
        let named = |draft: Draft| {
            let name = draft.name.unwrap_or_else(|| self.made(parent, &mut index, ply));
            index += 1;
            // `roles` has already checked that the text is a probability.
            let weight = draft.weight.and_then(|weight| weight.parse().ok());
            match draft.body {
                DraftBody::Score(score) => ModelMove { name, weight, score: Some(score), ..ModelMove::default() },
                DraftBody::Unknown(letter) => ModelMove { name, weight, unknown: Some(letter), ..ModelMove::default() },
                DraftBody::Moves(moves) => {
                    let moves = Some(self.moves(moves, &name, ply + 1));
                    ModelMove { name, weight, moves, ..ModelMove::default() }
                }
            }
        };
        moves.into_iter().map(named).collect()
    }

    /// Generates the name of the child with this index or, if that name is taken, the name for a later index.
    fn made(&mut self, parent: &str, index: &mut usize, ply: usize) -> String {
        loop {
            let name = made_name(parent, *index, ply);
            // The children of a node named 2 are 2a, 2b, ..., because 2.1 would look like a move number.
            let name = if is_numbered(&name) { made_name(parent, *index, ply + 1) } else { name };
            if self.taken.insert(name.clone()) {
                return name;
            }
            *index += 1;
        }
    }
}

/// Words for any node, which name none of several siblings.
const SHARED_WORDS: [&str; 8] = ["leaf", "node", "level", "player", "terminal", "state", "value", "h"];

/// Takes away the names of siblings that have the same name, if it is a word for any node or if no sibling has another.
fn without_shared_words(moves: &mut [Draft]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    moves.iter().filter_map(|child| child.name.clone()).for_each(|name| *counts.entry(name).or_default() += 1);
    let is_shared = |name: &String| {
        let word = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_').to_lowercase();
        1 < counts[name] && (counts.len() == 1 || SHARED_WORDS.contains(&word.as_str()))
    };
    for child in moves {
        child.name.take_if(|name| is_shared(name));
    }
}

/// Returns whether a name begins like a move number: `1.`.
fn is_numbered(name: &str) -> bool {
    name.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};

    #[test]
    fn a_number_that_ends_the_names_of_nodes_is_not_a_score() {
        for text in [
            "Node 1\n  Node 2\n    Node 4\n    Node 5\n  Node 3\n    Node 6\n    Node 7",
            "digraph { a [label=\"Node 1\"]; b [label=\"Node 4\"]; c [label=\"Node 5\"]; a -> b; a -> c }",
            "\\begin{forest}[Node 1 [Node 4] [Node 5]]\\end{forest}",
        ] {
            assert!(error(text).contains("the leaf `Node 4` has no score"), "{text}: {}", error(text));
        }
        assert_eq!(tree("Node 1\n  Node 2 = 4\n  Node 3: 5"), "(4 5)");
        assert_eq!(tree("Node 1\n  Leaf 4\n  Leaf 5"), "(4 5)");
    }

    #[test]
    fn a_word_that_siblings_share_is_not_a_name() {
        for text in [
            "MAX\n  MIN node\n    leaf: 3\n    leaf: 12\n  MIN node\n    h=2\n    h=4",
            "Level 0: MAX\n  Level 1: MIN\n    3\n    12\n  Level 1: MIN\n    2\n    4",
            "Player 1:\n  Player 2:\n    3\n    12\n  Player 2:\n    2\n    4",
            "MAX\n  MIN \u{2192} 3\n    3\n    12\n  MIN \u{2192} 2\n    2\n    4",
            "- **MAX**\n  - **MIN**\n    - 3\n    - **12**\n  - **MIN**\n    - 2\n    - 4",
            "\\begin{forest}[MAX [node [leaf 3] [leaf 12]] [node [leaf 2] [leaf 4]]]\\end{forest}",
        ] {
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
            assert_eq!(names(text), ["A", "A1", "A2", "B", "B1", "B2"], "{text}");
        }
        assert_eq!(names("MAX\n  leaf: 3\n  leaf: 12\n  C: 4"), ["A", "B", "C"]);
        assert!(error("MAX\n  A: 3\n  A: 12\n  C: 4").contains("two nodes have the name `A`"));
    }
}
