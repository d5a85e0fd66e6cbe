//! Lists of edges, one or several in a line, which are read like DOT without the words around it: `A -> B`, `B = 3`.

use super::error::{TypedFault, TypedProblem};
use super::word::{is_weight, number, role};

/// The arrows of a list of edges.
pub(super) const ARROWS: [&str; 3] = ["-->", "->", "\u{2192}"];

/// A number after a node: `a = 3`, `A -> a : 0.3`.
pub(super) struct EdgeNumber {
    pub at: usize,
    pub node: usize,
    pub text: String,
    /// Whether the number may belong to the edge, because an arrow comes before the node.
    pub is_beside: bool,
}

/// Returns whether a text is a list of edges, one or several in a line: `A -> B`, `A -> B -> 3;`, `A -> B; A -> C`,
/// `A -> B, C`.
pub(super) fn is_edges(text: &str) -> bool {
    let lines: Vec<&str> =
        text.lines().map(|line| without_remark(line).trim()).filter(|line| !line.is_empty()).collect();
    lines.iter().any(|line| is_edge(line)) && lines.iter().all(|line| is_edge(line) || is_description(line))
}

fn is_edge(line: &str) -> bool {
    let words = |end: &str| end.split_whitespace().count();
    // Without other signs, words between two arrows are the end of one edge and the beginning of another one.
    let is_signed = |end: &str| end.contains([',', ';', '{', '=', ':', '[']) || in_brackets(end).is_some();
    let line = ARROWS.iter().fold(line.to_owned(), |line, arrow| line.replace(arrow, "\n"));
    let ends: Vec<&str> = line.trim_end_matches([';', ',']).split('\n').map(str::trim).collect();
    let [first, between @ .., last] = ends.as_slice() else { return false };
    let is_end = |end: &&str, most: usize| (1..=most).contains(&words(end)) || !end.is_empty() && is_signed(end);
    is_name(first) && between.iter().all(|end| is_end(end, 2)) && is_end(last, 1)
}

fn is_name(end: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '\u{2212}');
    let name = end.strip_prefix('"').and_then(|end| end.strip_suffix('"'));
    name.is_some_and(|name| !name.contains('"')) || !end.is_empty() && end.chars().all(is_part)
}

/// Returns whether a line beside the edges describes nodes: `a = 3, b = 5`, `a 3`, `A: MAX`, `A (MAX)`.
fn is_description(line: &str) -> bool {
    let is_value = |value: &str| number(value).is_ok() || role(value).is_some();
    let is_described = |part: &str| {
        let parts =
            part.split_once(['=', ':']).or_else(|| in_brackets(part)).or_else(|| part.split_once(char::is_whitespace));
        parts.is_some_and(|(name, value)| is_name(name.trim()) && is_value(value.trim()))
    };
    line.trim_end_matches([';', ',']).split([',', ';']).all(|part| is_described(part.trim()))
}

/// Splits a name and the probability or player in brackets after it: `A (0.3)`, `A (MAX)`.
fn in_brackets(text: &str) -> Option<(&str, &str)> {
    let (name, inside) = text.trim().strip_suffix(')')?.split_once('(')?;
    (is_weight(inside.trim()) || role(inside.trim()).is_some()).then_some((name, inside))
}

/// Returns a line without the remark at its end. A remark with a number may be a probability.
fn without_remark(line: &str) -> &str {
    let remark = [" #", " //"].iter().filter_map(|mark| line.find(mark)).min();
    remark.filter(|&at| !line[at..].contains(char::is_numeric)).map_or(line, |at| &line[..at])
}

/// Says how a list of edges has the score of a leaf.
pub(super) fn no_score((at, problem): TypedFault) -> TypedFault {
    if let TypedProblem::NoScore(leaf) = &problem
        && !leaf.is_empty()
    {
        return (at, TypedProblem::NoScoreInEdges(leaf.clone()));
    }
    (at, problem)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};
    use crate::model::Model;

    #[test]
    fn a_list_of_edges_is_a_graph() {
        let expected = Model::from_typed("(B:(3 12) C:(-2 4))").unwrap().moves;
        for text in ["A -> B\nA -> C\nB -> 3\nB -> 12\nC -> -2\nC -> 4\n", "A->B->3;\nB->12;\n\nA->C->-2;\nC->4;"] {
            assert_eq!(Model::from_typed(text).map(|model| model.moves).as_ref(), Ok(&expected), "{text}");
        }
        for text in ["A -> B\nA -> C\nB -> 3\n", "A -> B\nA -> C [3]\nB -> 3\n"] {
            let problem = "line 2, column 6: the leaf `C` has no score; write it after an equals sign, as in C = 3";
            assert_eq!(error(text), problem, "{text}");
        }
        // Names may be numbers.
        let scores = "4 = 3\n5: 12\n6 = 2\n7 4";
        for text in [
            format!("1 -> 2 -> 4\n2 -> 5\n1 -> 3 -> 6\n3 -> 7\n{scores}"),
            format!("{scores}\n1 -> 2, 3\n2 -> 4, 5\n3 -> 6, 7"),
            "digraph { 1 -> {2 3}; 2 -> {4 5}; 3 -> {6 7}; 4[xlabel=3] 5[score=12] 6[value=2] 7[label=4] }".to_owned(),
        ] {
            assert_eq!(tree(&text), "((3 12) (2 4))", "{text}");
        }
        let problem = error("1 -> 2\n1 -> 3\n2 = 4");
        assert!(problem.contains("the leaf `3` has no score; write it after an equals sign, as in 3 = 3"), "{problem}");
        assert!(!super::is_edges("the left -> B\nA -> C"));
        assert!(!super::is_edges("{\"title\":\"a->b\",\"moves\":[{\"move\":\"-->\",\"score\":1}]}"));
    }

    /// In a list of paths, an edge is there several times.
    #[test]
    fn an_edge_that_is_there_again_is_the_same_edge() {
        for (text, same) in [
            ("A -> B -> 3\nA -> B -> 12\nA -> C -> 2\nA -> C -> 4", "((3 12) (2 4))"),
            ("CHANCE -> B -> 3\nCHANCE -> B -> 12\nCHANCE -> C -> 2", "chance((3 12) (2))"),
            ("digraph { 1->2->4; 1->2->5; 1->3->6; 4[label=3]; 5[label=12]; 6[label=2] }", "((3 12) (2))"),
            ("A -> B -> 3\nA -> B -> 3\nA -> C -> 2", "((3 3) (2))"),
            ("A -> B\nA -> C\nA -> B\nB = 3\nC = 5", "(3 5)"),
            ("CHANCE -> A -> 3\nCHANCE -> B -> 5\nCHANCE -> A [0.4]\nCHANCE -> B [0.6]", "chance(0.4: (3) 0.6: (5))"),
            ("CHANCE -> A [0.4]\nCHANCE -> A -> 3\nCHANCE -> B [0.6]\nCHANCE -> B -> 5", "chance(0.4: (3) 0.6: (5))"),
            ("CHANCE -> A [0.4]\nCHANCE -> A [0.6]\nA = 3", "chance(0.4: 3 0.6: 3)"),
            ("A B\nB 3\nA B\nB 12\nA C\nC 2", "((3 12) 2)"),
            ("digraph { A -> B -> 3; A -> B -> 12; A -> C -> 2 }", "((3 12) (2))"),
            (
                "digraph { node [shape=ellipse]; A [shape=house]; A->B; A->C; B->3; B->12; C->2; C->4 }",
                "((3 12) (2 4))",
            ),
            ("digraph { A -> {b b C}; b [label=3]; C -> 2; C -> 4 }", "(3 3 (2 4))"),
            ("flowchart TD\nA --> B --> 3\nA --> B --> 12\nA --> C --> 2", "((3 12) (2))"),
        ] {
            assert_eq!(tree(text), tree(same), "{text}");
        }
    }

    #[test]
    fn edges_have_probabilities_beside_them() {
        for text in [
            "CHANCE -> A [0.3]\nCHANCE -> B [0.7]\nA = 3\nB = 9",
            "CHANCE -> A [p 30%]\nCHANCE -> B [\"p=0.7\"]\nA = 3\nB = 9",
            "CHANCE -> A : 0.3\nCHANCE -> B : 0.7\nA = 3\nB = 9",
            "CHANCE -> A (0.3)\nCHANCE -> B (0.7)\nA: 3, B: 9",
            "A 3\nB 9\nCHANCE -> A : 0.3\nCHANCE -> B : 0.7",
            "digraph { CHANCE -> A [0.3]; CHANCE -> B [\"p=0.7\"]; A [label=3]; B [label=9] }",
        ] {
            assert_eq!(tree(text), "chance(0.3: 3 0.7: 9)", "{text}");
        }
        assert_eq!(tree("R -> a : 0.5\nR -> b : 2"), "(0.5 2)");
        for text in ["R -> a : 4\nR -> b = 2\na = 3", "R -> a = 4\nR -> b = 2\na = 3"] {
            assert!(error(text).contains("line 3, column 1: `a` has the numbers 4 and 3"), "{text}: {}", error(text));
        }
        assert!(error("R -> a : 0.4\nR -> b = 2\na = 3").contains("is a fraction, so it says how likely"));
    }

    #[test]
    fn lines_beside_the_edges_describe_nodes() {
        let edges = "A -> B  # left\nA -> C // right\nB -> D\nB -> E\nC -> F\nC -> G\n";
        for (before, scores) in
            [("", "D=3, E=5, F=2, G=9"), ("", "D: 3; E: 5; F: 2, G: 9;"), ("A (MAX)\nB: MIN\n", "D 3\nE 5\nF 2\nG 9")]
        {
            assert_eq!(tree(&format!("{before}{edges}{scores}")), "((3 5) (2 9))", "{scores}");
        }
        let told = "root (MIN)\nA -> B, C\nB -> 3, 12\nC -> 2, 4";
        assert_eq!(tree(told), "min(max(3 12) max(2 4))");
        let lost = error("A -> B, C\nB = 3\nC = 5\nG = 1");
        assert!(lost.contains("line 4, column 1: nothing leads to `G`"), "{lost}");
        assert_eq!(tree(&format!("A = MIN\n{edges}D 3\nE 5\nF 2\nG 9")), "min(max(3 5) max(2 9))");
    }
}
