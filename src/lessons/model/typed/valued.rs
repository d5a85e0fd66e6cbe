//! Leaves whose score is beside their label: in an attribute of DOT, or in a second label.

use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::label::{NodeText, is_signed};
use super::probability::is_fraction;
use super::word::number;
use crate::core::game::is_unknown_leaf;

/// A text beside the label of a node.
#[derive(Clone, Debug)]
pub(super) struct Beside {
    pub text: String,
    /// Whether the text must be a score, because its attribute says so: `value=3`.
    pub is_score: bool,
}

impl Beside {
    /// Returns the label of a leaf with this text beside `text`.
    ///
    /// # Errors
    /// Returns an error if both have a number, and either may be the score.
    pub(super) fn leaf(&self, text: &str) -> Result<NodeText, TypedProblem> {
        let mut label = NodeText::read(text);
        let is_below = || NodeText::read(&format!("{text}\n{}", self.text));
        let Some(score) = label.score else { return Ok(if label.has_score() { label } else { is_below() }) };
        let is_part = text.trim_end().ends_with([')', ']']) && label.written.as_deref().is_some_and(is_fraction);
        match number(&self.text) {
            // In `Leaf 1` with the value 3, the first number belongs to the name.
            Ok(_) if label.is_numbered => Ok(is_below()),
            Ok(value) if value == score => {
                label.beside = Some(self.text.clone()).filter(|_| !self.is_score);
                Ok(label)
            }
            Ok(_) if is_part && text.contains('\n') => Ok(is_below()),
            Ok(_) if is_part => Ok(NodeText::read(&format!("{text} {}", self.text))),
            Ok(_) if !self.is_score && is_signed(text) => Ok(label),
            Err(_) if !(self.is_score || label.is_numbered && is_unknown_leaf(&self.text)) => Ok(label),
            // The number may be that of the leaf.
            Ok(_) if !self.is_score && self.text.ends_with('.') => Ok(label),
            Ok(_) if !self.is_score => {
                label.beside = Some(self.text.clone());
                Ok(label)
            }
            _ => Err(TypedProblem::ScoreBeside(text.trim().to_owned(), self.text.clone())),
        }
    }

    /// Returns the label of an inner node with this text beside `text`.
    pub(super) fn inner(&self, text: &str) -> NodeText {
        let label = NodeText::read(text);
        if label.score.is_some() { label } else { NodeText::read(&format!("{text}\n{}", self.text)) }
    }
}

/// Rejects leaves with different numbers in their labels and beside them, unless those beside them count all leaves.
pub(super) fn check_numbering(root: &Draft) -> Result<(), TypedFault> {
    let (mut nodes, mut leaves) = (vec![root], Vec::new());
    while let Some(node) = nodes.pop() {
        match node.moves() {
            [] => leaves.push(node),
            moves => nodes.extend(moves.iter().rev()),
        }
    }
    let counts = |(index, leaf): (usize, &&Draft)| {
        leaf.beside.as_ref().is_some_and(|(_, beside)| *beside == (index + 1).to_string())
    };
    if leaves.iter().enumerate().all(counts) {
        return Ok(());
    }
    let is_other = |leaf: &&Draft| {
        let (DraftBody::Score(score), Some((_, beside))) = (&leaf.body, &leaf.beside) else { return false };
        number(beside) != Ok(*score)
    };
    match leaves.into_iter().find(is_other).and_then(|leaf| Some((leaf.at, leaf.beside.clone()?))) {
        Some((at, (text, beside))) => Err((at, TypedProblem::ScoreBeside(text, beside))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};

    #[test]
    fn a_number_in_the_name_of_a_leaf_is_not_its_score() {
        let graph = |leaves: &str| format!("digraph {{ A -> {{B C}}; B -> {{a b}}; C -> {{c d}}; {leaves} }}");
        for leaves in [
            "a [label=\"Leaf 1\", value=3]; b [label=\"Leaf 2\", value=12]; c [label=\"Leaf 3\", score=2]; d [label=\"Leaf 4\", utility=4]",
            "a [label=\"state 7\", xlabel=3]; b [xlabel=b, value=12]; c [label=\"L1\", value=2]; d [value=4]",
        ] {
            assert_eq!(tree(&graph(leaves)), "((3 12) (2 4))", "{leaves}");
        }
        let numbered =
            "digraph { 1 -> {2 3}; 2 -> {4 5}; 3 -> {6 7}; 4 [value=3]; 5 [value=12]; 6 [value=2]; 7 [value=4] }";
        assert_eq!((tree(numbered).as_str(), names(numbered).join(" ").as_str()), ("((3 12) (2 4))", "2 4 5 3 6 7"));
        let weighted =
            "digraph { B [label=chance]; B -> {D E}; D [label=\"D (0.3)\", value=3]; E [label=\"E (0.7)\", value=12] }";
        assert_eq!(tree(weighted), "chance(0.3: 3 0.7: 12)");
        assert_eq!(names(&graph("a [label=\"Leaf 1\", value=3]; b [value=12]; c [value=2]; d [value=4]"))[1], "Leaf_1");
        for leaf in ["label=4, value=3", "label=4, xlabel=3", "label=\"c = 4\", value=3", "label=\"Leaf 1\", value=x"] {
            let problem = error(&graph(&format!("a [{leaf}]; b [value=12]; c [value=2]; d [value=4]")));
            assert!(problem.contains("so its score is unclear"), "{leaf}: {problem}");
        }
        let forest = |leaf: &str| {
            format!("\\begin{{forest}} [A [B [{leaf}] [Leaf 2,label=below:12]] [C [2] [4]]] \\end{{forest}}")
        };
        assert_eq!(tree(&forest("Leaf 1,label=below:3")), "((3 12) (2 4))");
        assert!(error(&forest("4,label=below:7")).contains("so its score is unclear"));
    }

    #[test]
    fn numbers_beside_all_leaves_may_count_them() {
        let forest = |numbers: [&str; 4]| {
            let [a, b, c, d] = numbers.map(|number| format!("label=below:{number}"));
            format!("\\begin{{forest}} [A [B [3, {a}] [12, {b}]] [C [2, {c}] [4, {d}]]] \\end{{forest}}")
        };
        let graph = |numbers: [&str; 4]| {
            let [a, b, c, d] = numbers.map(|number| format!("xlabel=\"{number}\""));
            format!(
                "digraph {{ A->{{B C}}; B->{{D E}}; C->{{F G}}; D [label=3, {a}]; E [label=12, {b}]; F [label=2, {c}]; G [label=4, {d}] }}"
            )
        };
        for numbers in [["1", "2", "3", "4"], ["1.", "2.", "3.", "4."], ["4.", "3.", "2.", "1."]] {
            assert_eq!(tree(&forest(numbers)), "((3 12) (2 4))", "{numbers:?}");
            assert_eq!(tree(&graph(numbers)), "((3 12) (2 4))", "{numbers:?}");
        }
        for numbers in [["2", "1", "3", "4"], ["1", "2", "3", "9"]] {
            assert!(error(&forest(numbers)).contains("so its score is unclear"), "{numbers:?}");
            assert!(error(&graph(numbers)).contains("so its score is unclear"), "{numbers:?}");
        }
    }

    #[test]
    fn attributes_of_programs_say_who_chooses() {
        let edges = "A->B; A->C; B->5; B->6; C->1; C->2";
        for attribute in
            ["owner=MIN", "mover=min", "level=MIN", "is_max=false", "minimizing=true", "xlabel=MIN", "node_type=min"]
        {
            assert_eq!(
                tree(&format!("digraph {{ A[{attribute}]; {edges} }}")),
                "min(max(5 6) max(1 2))",
                "{attribute}"
            );
        }
        assert_eq!(tree(&format!("digraph {{ A[label=\"A 1\", xlabel=MIN]; {edges} }}")), "min(max(5 6) max(1 2))");
    }

    #[test]
    fn a_player_on_a_branch_is_refused() {
        for text in [
            "digraph { R->A [label=MIN]; R->B [label=MIN]; A->{3 12}; B->{2 4} }",
            "flowchart TD\n R -->|min| A & B\n A --> 3 & 12\n B --> 2 & 4",
            "\\begin{forest} [A [B, edge label={node{MIN}} [3] [12]] [C [2] [4]]] \\end{forest}",
            "R -> A [MIN]\nR -> B [MIN]\nA -> 3\nB -> 2",
        ] {
            assert!(
                error(text).contains("MIN beside a branch could choose at its beginning or at its end"),
                "{}",
                error(text)
            );
        }
    }

    #[test]
    fn fractions_that_add_up_to_one_need_a_chance_node() {
        for text in [
            "A\n  B (0.3)\n    3\n    12\n  C (0.7)\n    2\n    4",
            "digraph { A->{B C}; B[label=\"B\\n0.3\"]; C[label=\"C\\np=0.7\"]; B->{3 12}; C->{2 4} }",
            "\\begin{forest} [A [B (0.3) [3] [12]] [C (0.7) [2] [4]]] \\end{forest}",
            "\\Tree [.A [.{B 0.3} 3 12 ] [.{C 0.7} 2 4 ] ]",
            "A -> B (0.3)\nA -> C (0.7)\nB -> 3\nB -> 12\nC -> 2\nC -> 4",
        ] {
            assert!(
                error(text).contains("is a fraction, so it says how likely a branch is"),
                "{text}: {}",
                error(text)
            );
        }
        // These are the values of the nodes.
        assert_eq!(tree("A\n  B (0.3)\n    0.3\n    12\n  C (0.7)\n    0.7\n    4"), "((0.3 12) (0.7 4))");
    }
}
