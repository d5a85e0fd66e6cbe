//! What the words around a tree say about the whole tree: `Expectimax tree:`, `min_node = [[3, 12], [2, 4]]`,
//! `leaves = [3, 5, 2, 9]`.

use super::super::Model;
use super::Language;
use super::around::{heading, is_declared, is_one_list, remarks_above, variable};
use super::error::{TypedFault, TypedProblem};
use super::roles;
use super::titles::{contradiction, named, remark};
use super::word::{parts, role};
use crate::core::game::Mover;

/// Words for the values of leaves.
const LEAF_WORDS: [&str; 16] = [
    "eval",
    "evals",
    "leaf",
    "leafs",
    "leaves",
    "payoff",
    "payoffs",
    "score",
    "scores",
    "terminal",
    "terminals",
    "utilities",
    "utility",
    "val",
    "vals",
    "values",
];

/// Words beside a player in the name of a variable that holds a node of this player.
const NODE_WORDS: [&str; 5] = ["level", "node", "player", "root", "turn"];

/// Rejects a tree that does not have the player, the chance nodes or the moves that the words around it announce.
pub(super) fn check(text: &str, bare: &str, language: Language, model: &Model) -> Result<(), TypedFault> {
    let above = remarks_above(text);
    let line = text[above..].lines().next().unwrap_or_default();
    let is_program = matches!(language, Language::Brackets | Language::Dictionary);
    let tree = bare.trim();
    let list = tree.trim_start_matches(|c: char| c.is_alphanumeric() || c.is_whitespace() || "_=:".contains(c));
    let before = |sign: char| line.split_once(sign).map(|(name, _)| name).filter(|name| is_declared(name));
    let declared = before('=').or_else(|| before(':'));
    let declared = declared.filter(|_| is_program && (language == Language::Dictionary || is_one_list(list)));
    let headline = Some(line).filter(|_| 0 < heading(&text[above..]));
    if let Some(name) =
        declared.filter(|name| language == Language::Brackets && holds_leaves(name) && !has_player(tree, list))
    {
        flat(above, name, list, model)?;
    }
    let first = model.movers.unwrap_or_default().at(0);
    let player = headline.and_then(|line| parts(line).split_whitespace().find_map(|word| named(&word.to_lowercase())));
    if let Some(player) = player.filter(|player| *player != first) {
        return Err((above, contradiction("heading", player, first)));
    }
    if let Some((name, player)) = declared.and_then(variable_of_player).filter(|(_, player)| *player != first) {
        return Err((above, TypedProblem::UnclearPlayer(name.to_owned(), roles::word(player))));
    }
    if model.movers.is_some_and(|movers| movers.has_chance()) {
        return Ok(());
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let remark = remark(line).map(|(at, remark)| (start + at, remark));
        // The title of a picture is in quotation marks.
        let titles =
            line.split('"').skip(1).step_by(2).filter(|_| language == Language::Dot).map(|title| (start, title));
        if let Some((at, words)) = remark.into_iter().chain(titles).find(|(_, words)| announces_chance(words)) {
            let words =
                words.trim().trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end_matches(['*', '/', ' ']);
            return Err((at, TypedProblem::NoChance(words.to_owned())));
        }
        start += line.len();
    }
    match headline.or(declared).filter(|words| announces_chance(words)) {
        Some(words) => Err((above, TypedProblem::NoChance(words.trim().trim_end_matches(':').to_owned()))),
        None => Ok(()),
    }
}

/// Returns whether the name of a variable says that it holds the values of leaves.
fn holds_leaves(declaration: &str) -> bool {
    parts(declaration).split_whitespace().any(|word| LEAF_WORDS.contains(&&*word.to_lowercase()))
}

/// Returns whether a player is before a list or at its beginning: `max(3, 12)`, `[MIN, 3, 12]`. Then the list is one node.
fn has_player(tree: &str, list: &str) -> bool {
    let before = &tree[..tree.len() - list.len()];
    let node = &tree[before.rfind(['=', ':']).map_or(0, |sign| sign + 1)..];
    node.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).is_some_and(|word| role(word).is_some())
}

/// Rejects a list of 4, 8, 16 or more values in one node, which many programs read as the leaves of a binary tree.
fn flat(at: usize, name: &str, list: &str, model: &Model) -> Result<(), TypedFault> {
    let moves = &model.moves;
    let has_other = list.chars().skip(1).any(|c| "[({:=\"'".contains(c));
    if has_other || moves.len() < 4 || !moves.len().is_power_of_two() {
        return Ok(());
    }
    let is_gap = |c: char| c.is_whitespace() || ",()[]{}".contains(c);
    let mut leaves: Vec<String> = list.split(is_gap).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let node = format!("({})", leaves.join(" "));
    while 1 < leaves.len() {
        leaves = leaves.chunks(2).map(|pair| format!("({})", pair.join(" "))).collect();
    }
    Err((at, TypedProblem::FlatLeaves(name[variable(name)].to_owned(), node, leaves.concat())))
}

/// Returns the player to whom the node in a variable belongs, according to the name of the variable: `min_node`.
fn variable_of_player(declaration: &str) -> Option<(&str, Mover)> {
    declaration.split(|c: char| !c.is_alphanumeric() && c != '_').find_map(|name| {
        let words = parts(name).to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let player = words.iter().find_map(|word| role(word).or_else(|| named(word)))?;
        let is_of_node =
            words.len() == 1 && named(words[0]).is_some() || words.iter().any(|word| NODE_WORDS.contains(word));
        is_of_node.then_some((name, player))
    })
}

/// Returns whether a short text announces a tree with chance nodes: `Stochastic game tree`, `chance_tree`.
fn announces_chance(text: &str) -> bool {
    let words = parts(text).to_lowercase();
    let words: Vec<&str> = words.split_whitespace().collect();
    let has = |others: &[&str]| words.iter().any(|word| others.contains(word));
    words.len() <= LONGEST_ANNOUNCEMENT
        && (has(&["expectimax", "expectiminimax", "stochastic"]) || has(&["chance"]) && has(&["tree", "trees"]))
        && !has(&["and", "minimax", "no", "not", "or", "than", "vs", "without"])
}

/// The maximum number of words in an announcement. Longer texts are prose.
const LONGEST_ANNOUNCEMENT: usize = 5;

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};

    #[test]
    fn a_list_of_leaves_may_be_a_binary_tree() {
        for (text, name, node, leaves) in [
            ("scores = [3, 5, 2, 9]", "scores", "(3 5 2 9)", "((3 5) (2 9))"),
            (
                "int[] leaves = {3, 5, 6, 9, 1, 2, 0, -1};",
                "leaves",
                "(3 5 6 9 1 2 0 -1)",
                "(((3 5) (6 9)) ((1 2) (0 -1)))",
            ),
            ("# depth 2\nleaf_values = np.array([3, 5, 2, x])", "leaf_values", "(3 5 2 x)", "((3 5) (2 x))"),
            ("const terminalStates = [3, 5, 2, 9];", "terminalStates", "(3 5 2 9)", "((3 5) (2 9))"),
            ("leaves: (3 5 2 9)", "leaves", "(3 5 2 9)", "((3 5) (2 9))"),
            ("let scores: number[] = [3, 5, 2, 9];", "scores", "(3 5 2 9)", "((3 5) (2 9))"),
            ("int scores[4] = {3, 5, 2, 9};", "scores", "(3 5 2 9)", "((3 5) (2 9))"),
            ("min_scores = [3, 5, 2, 9]", "min_scores", "(3 5 2 9)", "((3 5) (2 9))"),
            ("scores = [3, 5, 2, 9]  # MIN moves first", "scores", "(3 5 2 9)", "((3 5) (2 9))"),
        ] {
            let problem = format!("the numbers of `{name}` could be the moves of one node or the leaves of a tree");
            let error = error(text);
            assert!(
                error.contains(&problem) && error.ends_with(&format!("write {node} or {leaves}")),
                "{text}: {error}"
            );
        }
        for text in [
            "(3 5 2 9)",
            "tree = [3, 5, 2, 9]",
            "scores = [3, 5, 2]",
            "scores = [3, 5]",
            "A: (3 5 2 9)",
            "scores = [a=3, b=5, c=2, d=9]",
        ] {
            assert!(tree(text).starts_with("(3 5"), "{text}");
        }
        // The word for a player says that the list is one node.
        for (text, node) in [
            ("scores = max(3, 5, 2, 9)", "(3 5 2 9)"),
            ("scores = min(3, 5, 2, 9)", "min(3 5 2 9)"),
            ("Leaf values: min [3, 5, 2, 9]", "min(3 5 2 9)"),
            ("let scores: number[] = min(3, 5, 2, 9);", "min(3 5 2 9)"),
            ("scores = [MIN, 3, 5, 2, 9]", "min(3 5 2 9)"),
            ("leaves = (min 3 5 2 9)", "min(3 5 2 9)"),
            ("leaves = average(3, 5, 2, 9)", "chance(3 5 2 9)"),
        ] {
            assert_eq!(tree(text), node, "{text}");
        }
        assert_eq!(tree("scores = [[3, 5], [2, 9]]"), "((3 5) (2 9))");
    }

    #[test]
    fn the_name_of_a_variable_may_say_who_chooses() {
        for text in [
            "minimizer = [[3, 12], [2, 4]]",
            "let min = [[3, 12], [2, 4]];",
            "min = [[3, 12], [2, 4]];",
            "int MIN[2][2] = {{3, 12}, {2, 4}};",
            "const min: number[][] = [[3, 12], [2, 4]];",
        ] {
            assert_eq!(tree(text), "min(max(3 12) max(2 4))", "{text}");
        }
        for text in [
            "min_node = [[3, 12], [2, 4]]",
            "let minRoot = [[3, 12], [2, 4]];",
            "MIN = {'A': ['B', 'C'], 'B': [3, 12], 'C': [2, 4]}",
            "minimizer = {'B': [3, 12], 'C': [2, 4]}",
            "root_min = max([3, 12], [2, 4])",
        ] {
            assert!(error(text).contains("could be a name or say that MIN chooses here"), "{text}: {}", error(text));
        }
        assert!(error("chance_node = [[3, 12], [2, 4]]").contains("could be a name or say that chance chooses here"));
        for text in [
            "max_node = [[3, 12], [2, 4]]",
            "maximum = {'B': [3, 12], 'C': [2, 4]}",
            "(min(a=3 b=12) min(c=2 d=4))",
            "min_tree = [[3, 12], [2, 4]]",
        ] {
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
        assert_eq!(tree("min_node = min((3 12) (2 4))"), "min(max(3 12) max(2 4))");
        assert!(error("Minimizer tree:\nA\n  B: 3, 12\n  C: 2, 4").contains("this heading says that MIN moves first"));
        assert_eq!(tree("Minimizer tree:\nA (MIN)\n  B: 3, 12\n  C: 2, 4"), "min(max(3 12) max(2 4))");
    }

    #[test]
    fn a_tree_has_the_chance_nodes_that_a_text_around_it_announces() {
        for (text, words) in [
            ("expectimax = [[3, 12], [2, 4]]", "expectimax"),
            ("chance_tree = [[3, 12], [2, 4]]", "chance_tree"),
            ("Expectimax tree:\nA\n  B: 3, 12\n  C: 2, 4", "Expectimax tree"),
            ("Stochastic game tree:\n((3 12) (2 4))", "Stochastic game tree"),
            ("# expectimax\n((3 12) (2 4))", "expectimax"),
            ("---\ntitle: Expectimax\n---\nflowchart TD\nA --> B & C\nB --> 3 & 12\nC --> 2 & 4", "Expectimax"),
            ("digraph { label=\"Expectimax tree\"; A -> {B C}; B -> {3 12}; C -> {2 4} }", "Expectimax tree"),
        ] {
            let problem = format!("`{words}` says that the tree has chance nodes, but chance chooses at none");
            assert!(error(text).contains(&problem), "{text}: {}", error(text));
        }
        for text in [
            "# minimax, not expectimax\n((3 12) (2 4))",
            "# the expectimax value of this tree is another one\n((3 12) (2 4))",
        ] {
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
        assert_eq!(tree("expectimax = max(chance(3 12) chance(2 4))"), "max(chance(3 12) chance(2 4))");
    }
}
