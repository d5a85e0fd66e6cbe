//! Words in the names of nodes that may also say who chooses: `A_min`, `Nature`, `Max` beside `Moritz`.

use super::draft::{Draft, DraftBody, PlayerDoubt};
use super::word::is_ordinary;
use crate::core::game::Mover;
use std::collections::HashMap;

/// Lets classes such as `average` say who chooses if the tree names MAX, MIN or chance elsewhere.
pub(super) fn read_classes(root: &mut Draft) {
    fn has_player(node: &Draft) -> bool {
        node.role.is_some() || node.moves().iter().any(has_player)
    }
    fn read(node: &mut Draft) {
        if let Some(doubt) = node.doubt.take_if(|doubt| doubt.is_class) {
            node.role = node.role.or(Some(doubt.player));
        }
        if let DraftBody::Moves(moves) = &mut node.body {
            moves.iter_mut().for_each(read);
        }
    }
    if has_player(root) {
        read(root);
    }
}

/// Takes such a word as a name if another node beside it has an ordinary name: `Max` beside `Moritz`. A word for chance may
/// still say who chooses.
pub(super) fn name_lone_words(node: &mut Draft) {
    let DraftBody::Moves(moves) = &mut node.body else { return };
    let is_beside_name = moves.iter().any(has_ordinary_name);
    let mut counts: HashMap<String, usize> = HashMap::new();
    moves.iter().filter_map(|child| child.lone.clone()).for_each(|word| *counts.entry(word).or_default() += 1);
    for child in moves {
        let is_only = |word: &String| counts[word] == 1;
        if let Some(word) = child.lone.take().filter(|word| is_beside_name && is_only(word))
            && let Some(player) = child.role.take()
        {
            child.doubt = (player == Mover::Chance).then(|| PlayerDoubt {
                at: child.at,
                word: word.clone(),
                player,
                is_class: false,
            });
            (child.name, child.sign) = (Some(word), None);
        }
        name_lone_words(child);
    }
}

/// Returns whether a node with moves has a name of at least three letters, which says nothing about a player.
fn has_ordinary_name(node: &Draft) -> bool {
    let is_name = |name: &String| 2 < name.chars().filter(|c| c.is_alphabetic()).count();
    !node.moves().is_empty() && node.role.is_none() && node.doubt.is_none() && node.name.as_ref().is_some_and(is_name)
}

/// Returns a word that may say who chooses, unless the players are the same if it is only a name. `said` has the players
/// that the text clearly names at each ply, and `in_order` returns those of all plies.
pub(super) fn unclear<'a>(
    root: &'a Draft,
    said: &[Option<Mover>],
    in_order: impl Fn(&[Option<Mover>]) -> Vec<Mover>,
) -> Option<&'a PlayerDoubt> {
    let mut told = said.to_vec();
    let mut plies: Vec<Vec<&Draft>> = vec![vec![root]];
    while let Some(nodes) = plies.last().filter(|nodes| !nodes.is_empty()) {
        let below = nodes.iter().flat_map(|node| node.moves()).filter(|child| !child.moves().is_empty()).collect();
        plies.push(below);
    }
    let has_chance = said.contains(&Some(Mover::Chance));
    let count = plies.iter().flatten().filter(|node| node.doubt.is_some()).count();
    let mut first = None;
    for (ply, nodes) in plies.iter().enumerate() {
        let Some(doubt) = nodes.iter().find_map(|node| node.doubt.as_ref()) else { continue };
        // All nodes of a ply belong to one player, so `x_min` beside `x_max` can only be a name.
        let is_other = |node: &&Draft| node.doubt.as_ref().is_some_and(|other| other.player != doubt.player);
        let is_name = match doubt.player {
            Mover::Max | Mover::Min => {
                nodes.iter().any(|node| has_ordinary_name(node)) || count == 1 && is_ordinary(&doubt.word)
            }
            Mover::Chance => ply == 0 && !doubt.is_class && (has_chance || is_title(root, &doubt.word)),
        };
        if said.get(ply) == Some(&None) && !is_name && !nodes.iter().any(is_other) {
            told[ply] = Some(doubt.player);
            first = first.or(Some(doubt));
        }
    }
    first.filter(|_| in_order(&told) != in_order(said))
}

/// Words beside a coin or a die in the label of a chance node, which do not make it a title.
const EVENTS: [&str; 13] =
    ["flip", "flips", "toss", "tosses", "roll", "rolls", "throw", "move", "moves", "chooses", "node", "turn", "root"];

/// Returns whether the name of the root is the title of a game or a tree: `Coin game`, `Nature walk`.
fn is_title(root: &Draft, doubted: &str) -> bool {
    let is_word = |word: &str| 2 < word.chars().count() && word.chars().all(char::is_alphabetic);
    let is_other = |word: &str| !doubted.contains(word) && !EVENTS.iter().any(|event| word.eq_ignore_ascii_case(event));
    root.name.as_ref().is_some_and(|name| name.split([' ', '_']).any(|word| is_word(word) && is_other(word)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};

    #[test]
    fn a_word_that_changes_nothing_is_a_name() {
        for text in [
            "Amin:(B:(3 12) C:(2 4))",
            "(Amin (Tim 3 12) (B 2 4))",
            "Rmin\n  A: 3, 12\n  B: 2, 4",
            "Mini: B, C\nB: 3, 12\nC: 2, 4",
            "\\begin{forest} [Amin [B [3] [12]] [C [2] [4]]] \\end{forest}",
            "digraph { Kmin -> B; Kmin -> C; B->3; B->12; C->2; C->4 }",
            "[\"Car\", [\"Mini\", 3, 12], [\"Golf\", 2, 4]]",
            "{\"Amin\": [3, 12], \"Omar\": [2, 4]}",
            "{\"R\": [\"Amin\", \"Omar\"], \"Amin\": [3, 12], \"Omar\": [2, 4]}",
            "(Emin:(3 12) Emax:(2 4))",
            "(Emax:(3 12) Kmax:(2 4) max_speed:(1) slow:(0))",
            "(x_max:(3 12) x_min:(2 4))",
            "['R', ['A_min', 3, 12], ['B_min', 2, 4]]",
            "MAX\n  MIN\n    3\n    12\n  Nature\n    2\n    4",
            "A_max\n  B_min: 3, 12\n  C_min: 2, 4",
            "Coin game\n  A: 3, 12\n  B: 2, 4",
            "Exercise 3: coin\n  A: 3, 12\n  B: 2, 4",
            "Mini game\n  A: 3, 12\n  B: 2, 4",
            "MAX Nature\n  A: 3, 12\n  B: 2, 4",
        ] {
            let tree = tree(text);
            assert!(tree.starts_with("((3 12) (2 4)"), "{text}: {tree}");
        }
        assert_eq!(tree("Expectimax\n  Chance A: 3, 12\n  Chance B: 2, 4"), "max(chance(3 12) chance(2 4))");
        assert_eq!(names("(Amin:(3 12) Omar:(2 4))")[0], "Amin");
        for text in [
            "[{\"A_max\": [3, 12]}, {\"B\": [2, 4]}]",
            "{\"A\": {\"B_max\": [3, 12], \"C\": [2, 4]}}",
            "{\"A\": [{\"B_max\": [3, 12]}, {\"C\": [2, 4]}]}",
            "[\"A\", [\"B_max\", 3, 12], [\"C\", 2, 4]]",
            "MAX\n  Nature\n    MAX\n      3\n      4\n  Nature\n    MAX\n      5\n      6",
            "Rmin\n  Bmax: 3, 12\n  Cmax: 2, 4",
            "A_min:(B:(3 12) C:(2 4))",
            "MAX\n  chance_A: 6, 3\n  chance_B: 8, 1",
            "MAX\n  coin: 6, 3\n  die: 8, 1",
            "R: dice\n  3\n  12",
            "dice roll\n  3\n  12",
            "Expectimax\n  A: 6, 3\n  B: 8, 1",
            "R\n  random: 6, 3\n  greedy: 8, 1",
            "(mean:(3 12) kind:(2 4))",
            "digraph { R -> A; R -> B; A[kind=average]; A->3; A->12; B->2; B->4 }",
            "\\begin{forest} [R [A, random [3] [12]] [B [2] [4]]] \\end{forest}",
            "flowchart TD\nR --> A & B\nA:::mean --> 3 & 12\nB --> 2 & 4",
        ] {
            assert!(error(text).contains("could be a name or say that"), "{text}: {}", error(text));
        }
    }

    #[test]
    fn a_vague_class_is_chance_beside_other_players() {
        let edges = "R->A; R->B; A->3; A->12; B->2; B->4";
        for text in [
            format!("digraph {{ {edges}; R[kind=max]; A[kind=average] }}"),
            format!("digraph {{ {edges}; A[player=random] }}"),
            format!("digraph {{ {edges}; A[type=chance]; B[type=mean] }}"),
            "\\begin{forest} [R, max [A, random [3] [12]] [B, random [2] [4]]] \\end{forest}".to_owned(),
            "\\begin{forest} [MAX [A, average [3] [12]] [B [2] [4]]] \\end{forest}".to_owned(),
        ] {
            assert_eq!(tree(&text), "max(chance(3 12) chance(2 4))", "{text}");
        }
    }

    #[test]
    fn max_beside_moritz_is_a_name() {
        for text in [
            "(Max:(3 12) Moritz:(2 4))",
            "(R (Moritz 3 12) (Max 2 4))",
            "{Max: [3, 12], Moritz: [2, 4]}",
            "R: Max, Moritz\nMax: 3, 12\nMoritz: 2, 4",
            "R\n  Max:\n    3\n    12\n  Moritz\n    2\n    4",
            "digraph { R->m; R->n; m[label=Max]; n[label=Moritz]; m->3; m->12; n->2; n->4 }",
            "\\begin{forest} [R [Max [3] [12]] [Moritz [2] [4]]] \\end{forest}",
        ] {
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
            assert!(names(text).contains(&"Max".to_owned()), "{text}");
        }
        for text in [
            "(Max:(3 12) B:(2 4))",
            "R\n  MAX\n    3\n    12\n  Moritz\n    2\n    4",
            "(Max:(3 12) Max:(2 4) Moritz:(5 6))",
        ] {
            assert!(tree(text).starts_with("min(max(3 12) max(2 4)"), "{text}: {}", tree(text));
        }
    }
}
