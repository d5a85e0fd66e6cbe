//! Lists of the nodes that follow each node, with one node in a line, `A: B, C` or `A = [B, C]`, or one branch in a
//! line, `A B`.

use super::adjacency::Adjacency;
use super::annotations::is_value_word;
use super::draft::Draft;
use super::edges::ARROWS;
use super::error::{TypedFault, TypedProblem};
use super::line_players::LinePlayers;
use super::lines::{lines as lines_of, one_per_line};
use super::probability::is_fraction;
use super::roles;
use super::rows::has_one_score;
use super::word::{PlayerWord, is_missing, is_whole, number, player, role};
use crate::core::game::{Mover, is_unknown_leaf};
use std::collections::{HashMap, HashSet};

/// The lines of a text.
#[derive(Default)]
struct SuccessorLines<'a> {
    nodes: Vec<SuccessorLine<'a>>,
    /// The scores of nodes in the lists of other lines.
    scores: Vec<SuccessorItem<'a>>,
}

/// A line of a text, with the items of its list.
struct SuccessorLine<'a> {
    at: usize,
    name: &'a str,
    player: Option<Mover>,
    items: Vec<SuccessorItem<'a>>,
    /// Whether a bracket is around the list.
    is_list: bool,
    /// Whether a sign separates the name from the list.
    is_signed: bool,
    /// Whether that sign is a colon or an equals sign.
    is_told: bool,
}

/// A node in a list: a name, perhaps with a player or a score, or a score alone.
struct SuccessorItem<'a> {
    at: usize,
    text: &'a str,
    /// The name, or a score alone.
    name: &'a str,
    player: Option<Mover>,
    is_scored: bool,
}

/// Returns whether a text consists of such lines, and some list names the node of another line.
pub(super) fn looks(text: &str) -> bool {
    let Some(SuccessorLines { nodes, scores }) = lines(text) else { return false };
    let names: HashSet<&str> = nodes.iter().map(|line| line.name).collect();
    let items = || nodes.iter().flat_map(|line| &line.items);
    let is_distinct = nodes.iter().all(|line| !line.is_signed) || names.len() == nodes.len();
    is_distinct
        && items().any(|item| names.contains(item.name))
        && items().chain(&scores).any(|item| item.is_scored || number(item.name).is_ok())
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let SuccessorLines { nodes, scores } = lines(text).unwrap_or_default();
    let mut names: HashMap<&str, usize> = HashMap::new();
    nodes.iter().for_each(|line| *names.entry(line.name).or_default() += 1);
    let told: HashMap<&str, &str> = nodes
        .iter()
        .filter_map(|line| Some((line.name, leaf_in(line, &names)?)))
        .chain(scores.iter().map(|item| (item.name, item.number())))
        .collect();
    let unsigned = nodes.iter().filter(|line| !line.is_signed).count();
    let (mut graph, mut line_players) = (Adjacency::default(), LinePlayers::default());
    for line in &nodes {
        if unsigned == 1 && is_caption(line, &nodes) {
            continue;
        }
        let node = graph.node(line.name, line.at);
        if let Some(player) = line.player {
            graph.choose(node, player);
        }
        if let Some(score) = leaf_in(line, &names) {
            graph.label(node, &leaf_label(line.name, score));
            if let Some(player) = line.items[0].player {
                return Err((line.at, TypedProblem::PlayerOfLeaf(line.name.to_owned(), roles::word(player))));
            }
            continue;
        }
        let mut players = Vec::with_capacity(line.items.len());
        for item in &line.items {
            let is_leaf = number(item.name).is_ok() || is_unknown_leaf(item.name);
            let is_other = !names.contains_key(item.name);
            if let Some(role) = role(item.name).filter(|_| line.items.len() == 1 && is_other) {
                graph.choose(node, role);
            } else if is_leaf && is_other && !item.is_scored {
                let leaf = graph.add("", item.at);
                graph.label(leaf, item.name);
                graph.branch(node, leaf, None);
                players.push((leaf, item.player));
            } else {
                let next = graph.node(item.name, item.at);
                players.push((next, item.player));
                let score = told.get(item.name).map(|score| (*score).to_owned()).or_else(|| graph.score(next));
                let weight = item.weight(score.as_deref(), !is_other && score.is_none())?;
                if item.is_scored && is_other && score.is_none() {
                    graph.label(next, &item.label());
                }
                // A list may have a node twice, for example at a chance node.
                match line.is_list || line.is_signed {
                    true => graph.branch(node, next, weight),
                    false => graph.edge(node, next, weight),
                }
            }
        }
        line_players.add(line.at, node, &players);
    }
    for item in scores {
        let leaf = graph.node(item.name, item.at);
        let earlier = graph.score(leaf);
        item.weight(earlier.as_deref(), false)?;
        graph.label(leaf, &item.label());
    }
    line_players.choose(&mut graph)?;
    graph.draft()
}

/// Returns whether a line without a sign is a word and a whole number that no other line names: `CS 188`.
fn is_caption(line: &SuccessorLine<'_>, lines: &[SuccessorLine<'_>]) -> bool {
    let is_number = matches!(line.items.as_slice(), [item] if is_whole(item.name));
    let is_named = || lines.iter().flat_map(|line| &line.items).any(|item| item.name == line.name);
    !line.is_signed && is_number && !is_named()
}

/// Returns the label of a leaf with this name and this score, which may be an unknown one.
fn leaf_label(name: &str, score: &str) -> String {
    format!("{name}{}{score}", if is_unknown_leaf(score) { ' ' } else { '\n' })
}

/// Returns the score in a line that describes a leaf: `D: 3`.
fn leaf_in<'a>(line: &SuccessorLine<'a>, names: &HashMap<&str, usize>) -> Option<&'a str> {
    let [item] = line.items.as_slice() else { return None };
    let is_leaf = number(item.name).is_ok() || is_unknown_leaf(item.name) || is_missing(item.name);
    let is_alone = names[line.name] == 1 && !line.is_list && !names.contains_key(item.name);
    (is_leaf && is_alone).then_some(item.name)
}

impl<'a> SuccessorItem<'a> {
    /// Returns the number behind the name.
    fn number(&self) -> &'a str {
        number_in(&self.text[self.name.len()..])
    }

    /// Returns the label of a leaf with this name and score.
    fn label(&self) -> String {
        leaf_label(self.name, self.number())
    }

    /// Returns the number of the item if it is that of the branch, because the node has moves or another score.
    fn weight(&self, told: Option<&str>, has_moves: bool) -> Result<Option<&'a str>, TypedFault> {
        let written = self.number();
        match told.filter(|score| number(score).ok() != number(written).ok()) {
            _ if !self.is_scored => Ok(None),
            None => Ok(Some(written).filter(|_| has_moves)),
            Some(_) if is_fraction(written) => Ok(Some(written)),
            Some(score) => {
                Err((self.at, TypedProblem::TwoScores(self.name.to_owned(), score.to_owned(), written.to_owned())))
            }
        }
    }
}

/// Returns whether a line only says which of the other lines is the root: `root: A`.
fn names_root(line: &SuccessorLine<'_>, names: &HashSet<&str>) -> bool {
    let is_root = ["root", "start", "top"].iter().any(|word| line.name.eq_ignore_ascii_case(word));
    let is_single = matches!(line.items.as_slice(), [item] if names.contains(item.name));
    is_root && is_single && !line.is_list && line.is_signed
}

/// Returns the node and its player if a line only says who chooses at the node of another line: `MIN: A`.
fn named_player<'a>(line: &SuccessorLine<'a>, names: &HashSet<&str>) -> Option<(&'a str, Mover)> {
    let [item] = line.items.as_slice() else { return None };
    let is_single = names.contains(item.name) && !line.is_list && line.is_told;
    Some((item.name, role(line.name)?)).filter(|_| is_single)
}

/// Returns the lines of a text, if all of them are of this kind and begin in the same column.
fn lines(text: &str) -> Option<SuccessorLines<'_>> {
    let written = one_per_line(lines_of(text));
    let first = written.first()?.column;
    let mut lines = SuccessorLines::default();
    for written in &written {
        match scores(text, written.text) {
            Some(scores) => lines.scores.extend(scores),
            None => {
                let line = line(text, written.text)?;
                lines.nodes.push(SuccessorLine { player: line.player.or(written.said), ..line });
            }
        }
    }
    let names: HashSet<&str> = lines.nodes.iter().map(|line| line.name).collect();
    lines.nodes.retain(|line| !names_root(line, &names));
    let players: HashMap<&str, Mover> = lines.nodes.iter().filter_map(|line| named_player(line, &names)).collect();
    lines.nodes.retain(|line| named_player(line, &names).is_none());
    for line in &mut lines.nodes {
        let told = players.get(line.name).copied();
        if told.is_some() && line.player.is_some_and(|player| told != Some(player)) {
            return None;
        }
        line.player = line.player.or(told);
    }
    // In `B: 3, E=12`, the first number may also be a leaf below B.
    let listed: HashSet<&str> = lines.nodes.iter().flat_map(|line| &line.items).map(|item| item.name).collect();
    let is_known = lines.scores.iter().all(|item| listed.contains(item.name));
    let is_even = 1 < written.len() && written.iter().all(|line| line.column == first);
    (is_known && is_even).then_some(lines)
}

/// Reads a line that only has the scores of nodes in other lines: `D=3, E=12`, `Leaf values: D=3, E=12`.
fn scores<'a>(text: &str, line: &'a str) -> Option<Vec<SuccessorItem<'a>>> {
    let is_word = |word: &str| ["leaf", "leaves", "nodes"].contains(&word) || is_value_word(word.trim_end_matches('s'));
    let are_words = |words: &str| !words.is_empty() && words.to_lowercase().split_whitespace().all(is_word);
    let announced = line.split_once([':', '=']).filter(|(words, _)| are_words(words)).map(|(_, list)| list);
    let items: Vec<_> = items(text, announced.unwrap_or(line).trim_end_matches([';', ',']))?;
    let is_list = announced.is_some() || 1 < items.len();
    (is_list && items.iter().all(|item| item.is_scored)).then_some(items)
}

/// Reads a list whose items are separated by commas, if it has commas.
fn items<'a>(text: &str, list: &'a str) -> Option<Vec<SuccessorItem<'a>>> {
    let read = |part: &'a str| item(part.as_ptr() as usize - text.as_ptr() as usize, part);
    if !list.contains(',') {
        return list.split_whitespace().map(read).collect();
    }
    let parts: Vec<&str> = list.split(',').map(str::trim).collect();
    // `state 5, utility 3` is one leaf.
    if has_one_score(&parts) { None } else { parts.into_iter().map(read).collect() }
}

fn line<'a>(text: &str, line: &'a str) -> Option<SuccessorLine<'a>> {
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let sign = [":", "="].iter().chain(&ARROWS).filter_map(|sign| Some((line.find(sign)?, sign.len()))).min();
    let signed = sign.map(|(at, length)| (&line[..at], &line[at + length..]));
    let (name, list) = signed.or_else(|| line.split_once(char::is_whitespace))?;
    let list = list.trim().trim_end_matches([';', ',']);
    // In `A = min{B, C}`, the player is before the list.
    let called = list.split_once(['[', '(', '{']).and_then(|(word, _)| Some((role(word.trim())?, word.len())));
    let list = called.map_or(list, |(_, length)| &list[length..]);
    let inside = [('[', ']'), ('(', ')'), ('{', '}')]
        .into_iter()
        .find_map(|(open, close)| list.strip_prefix(open)?.strip_suffix(close));
    let has_commas = list.contains(',');
    let items = items(text, inside.unwrap_or(list))?;
    let numbers = || items.iter().map(|item| item.name).filter(|name| number(name).is_ok());
    // A number beside a name may be a probability.
    let is_mixed = (1..items.len()).contains(&numbers().count());
    let is_clear = !is_mixed || has_commas && !numbers().any(is_fraction);
    let is_whole = signed.is_some() || items.len() == 1 && inside.is_none();
    let (name, player) = node(name.trim());
    let player = player.or(called.map(|(role, _)| role));
    let (at, is_list, is_signed) = (offset(name), inside.is_some(), signed.is_some());
    let is_told = sign.is_some_and(|(at, _)| line[at..].starts_with([':', '=']));
    let is_line = is_name(name) && !items.is_empty() && is_clear && is_whole;
    is_line.then_some(SuccessorLine { at, name, player, items, is_list, is_signed, is_told })
}

/// Reads an item of a list: `B`, `3`, `B (MIN)`, `D(3)`, `D=3`.
fn item(at: usize, text: &str) -> Option<SuccessorItem<'_>> {
    let cut = text.find(|c: char| c.is_whitespace() || "=:([".contains(c)).unwrap_or(text.len());
    let (name, behind) = text.split_at(cut);
    let value = number_in(behind);
    // A letter after a space may be a node.
    let is_unknown = is_unknown_leaf(value) && value.len() < behind.trim().len();
    if is_name(name) && (is_unknown || number(value).is_ok()) {
        return Some(SuccessorItem { at, text, name, player: None, is_scored: true });
    }
    let (name, player) = node(text);
    (is_name(name) || number(name).is_ok()).then_some(SuccessorItem { at, text, name, player, is_scored: false })
}

/// Returns the number in the text behind a name, without the sign before it and the brackets around it: `= 3`, `(3)`.
fn number_in(behind: &str) -> &str {
    behind.trim_start().trim_start_matches([':', '=']).trim().trim_matches(['(', ')', '[', ']'])
}

/// Splits a name and the player before or behind it: `A (MAX)`, `MIN B`.
fn node(text: &str) -> (&str, Option<Mover>) {
    let player_of = |word: &str| match player(word) {
        Some(PlayerWord::Clear(player)) => Some(player),
        Some(PlayerWord::Unclear(_)) | None => None,
    };
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || "()[]".contains(c)).collect();
    match words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>()[..] {
        [name, word] if player_of(name).is_none() && player_of(word).is_some() => (name, player_of(word)),
        [word, name] if player_of(name).is_none() && player_of(word).is_some() => (name, player_of(word)),
        _ => (text, None),
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(char::is_alphabetic) && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::super::looks_typed;
    use super::super::tests::{error, names, tree};

    #[test]
    fn lines_name_the_nodes_that_follow() {
        for text in [
            "A: B, C\nB: 3, 5\nC: 2, 9",
            "A: [B, C]\nB: [3, 5]\nC: [2, 9]\n",
            "A=[B,C]\nB=[3,5]\nC=[2,9]",
            "A = {B C};\nB = {3 5};\nC = {2 9};",
            "A B\nA C\nB 3\nB 5\nC 2\nC 9",
            "A = max{B, C}\nB = min{3, 5}\nC = min(2, 9)",
            "MAX: B, C\nB: D, E\nC: 2, 9\nD: 3\nE = 5",
            "A (MAX): B, C\nB (MIN): 3, 5\nC (MIN): 2, 9",
            "A MAX: B, C\nMIN B: 3, 5\nC [min]: 2, 9",
            "A: B (MIN), C (MIN)\nB: 3, 5\nC: 2, 9",
            "A -> B, C\nB (MIN) -> 3, 5\nC (MIN) -> 2, 9",
            "A: B, C\nB: D(3), E(5)\nC: F=2, G [9]",
            "A: B, C\nB: D(3) E(5)\nC: F: 2, G 9",
            "A: B, C\nB: D, E\nC: F, G\nD=3, E=5\nF: 2, G: 9",
            "- A: B, C\n- B: 3, 5\n- C: 2, 9",
            "1. A: B, C\n2. B: 3, 5\n3. C: 2, 9",
            "A: B, C  # root\nB: 3, 5\nC: 2, 9",
            "A: B, C\nB: D, E\nC: F, G\nLeaf values: D=3, E=5, F=2, G=9",
            "values: D=3, E: 5, F (2), G 9\nA: B, C\nB: D, E\nC: F, G",
            "root: A\nA: B, C\nB: 3, 5\nC: 2, 9",
            "A = [B, C]\nB = [3, 5]\nC = [2, 9]\nRoot = A",
            "Start: A\nA B\nA C\nB 3\nB 5\nC 2\nC 9",
            "A: B, C; B: 3, 5; C: 2, 9",
            "A -> B, C; B -> 3, 5; C -> 2, 9;",
        ] {
            assert!(looks_typed(text), "{text}");
            assert_eq!(tree(text), "((3 5) (2 9))", "{text}");
        }
        assert_eq!(names("A: B, C\nB: 3, 5\nC: 2, x"), ["B", "B1", "B2", "C", "C1", "C2"]);
        assert_eq!(names("A: B, C\nB: D(3), E(5)\nC: F=2, G=9"), ["B", "D", "E", "C", "F", "G"]);
        for leaves in
            ["D = 3\nE = 5\nF = 2\nG = x", "D: 3\nE: 5\nF: 2\nG: x", "D=3, E=5, F=2, G=x", "D(3), E(5), F(2), G(x)"]
        {
            let text = format!("A -> B, C\nB -> D, E\nC -> F, G\n{leaves}");
            assert_eq!((tree(&text).as_str(), names(&text)[5].as_str()), ("((3 5) (2 x))", "G"), "{text}");
        }
        assert_eq!(tree("A: B, C\nB: 3, 5\nC: F(2), G(x)"), "((3 5) (2 x))");
        assert_eq!(tree("MIN: B, C\nB: 3, x\nC: [2]"), "min(max(3 x) max(2))");
        assert_eq!(tree("root: A\nA (MIN): B, C\nB: 3, 5\nC (MAX): 2, 9"), "min(max(3 5) max(2 9))");
        // A list has the moves of its node.
        assert_eq!(tree("root: [A]\nA: B, C\nB: 3, 5\nC: 2, 9"), "(((3 5) (2 9)))");
        assert!(error("A: B, C\nB: 3, 5").contains("line 1, column 7: the leaf `C` has no score"));
        assert!(error("A: B, C\nB: A, 5\nC: 2").contains("leads back to itself"));
        for text in [
            "A: 0.3 B, 0.7 C\nB: 3\nC: 5",
            "A: 0.3, B, 0.7, C\nB: 3\nC: 5",
            "Call me\nme later",
            "A: B, C",
            "A: B, C\nB: 3, E=5\nC: 2, 9",
        ] {
            assert!(!super::looks(text), "{text}");
        }
    }

    #[test]
    fn lists_have_the_probabilities_of_nodes_with_lines_of_their_own() {
        for text in [
            "A (MAX) -> B, C\nB (chance) -> D (0.3), E (0.7)\nC (chance) -> F (0.2), G (0.8)\nD = 3, E = 12, F = 20, G = 4",
            "A: B, C\nB = chance{D: 0.3, E = 0.7}\nC (chance): F 0.2, G [0.8]\nD: 3\nE: 12\nF: 20\nG: 4",
        ] {
            assert_eq!(tree(text), "max(chance(0.3: 3 0.7: 12) chance(0.2: 20 0.8: 4))", "{text}");
        }
        let inner = "chance(0.3: max(3 12) 0.7: max(2 4))";
        for text in
            ["A (chance): B (0.3), C (0.7)\nB (MAX): 3, 12\nC: 2, 4", "A = chance{B: 0.3, C: 0.7}\nB: 3, 12\nC: 2, 4"]
        {
            assert_eq!(tree(text), tree(inner), "{text}");
        }
        assert!(error("MAX -> B [0.3], C [0.7]\nB: 3, 12\nC: 2, 4").contains("only chance nodes have such branches"));
        assert!(error("A: B, C\nB: D(5), E\nC: 2, 4\nD = 3\nE = 1").contains("`D` has the numbers 3 and 5"));
        assert!(error("A: B, C\nB: D(3), 7\nC: D(5), 4").contains("`D` has the numbers 3 and 5"));
        assert_eq!(tree("A: B, C\nB: D(3), 7\nC: D(3), 4"), "((3 7) (3 4))");
    }

    #[test]
    fn lines_that_nothing_leads_to_are_not_thrown_away() {
        let lines = "A: B, C\nB: 3, 12\nC: 2, 4";
        for first in ["root: MIN", "turn: MIN", "Start: MIN", "MIN: A"] {
            for text in [format!("{first}\n{lines}"), format!("{lines}\n{first}")] {
                assert_eq!(tree(&text), "min(max(3 12) max(2 4))", "{text}");
            }
        }
        assert_eq!(
            tree("digraph { A -> {B C}; B -> {3 12}; C -> {2 4}; root [player=min] }"),
            "min(max(3 12) max(2 4))"
        );
        for text in [
            format!("{lines}\nG: 1"),
            format!("{lines}\nG: MIN"),
            format!("turn: MIN\n{}", lines.replace("A:", "A (MAX):")),
            "digraph { A -> {B C}; B -> {3 12}; C -> {2 4}; G [label=1] }".to_owned(),
            "flowchart TD\n A --> B & C\n B --> 3\n C --> 2\n G[1]".to_owned(),
            "flowchart TD\n A --> B & C\n B --> n1[D = 3]\n C --> n2[E = 2]\n n3[G = 1]".to_owned(),
            "flowchart TD\n A --> B & C\n B --> D[D 3]\n C --> E[E 2]\n G[G 1]".to_owned(),
        ] {
            assert!(error(&text).contains("nothing leads to"), "{text}: {}", error(&text));
        }
        assert!(error("A: B, C\nB: 3, 12\nC: D, E\nD = 2\nG: 1").contains("leaf `E` has no score"));
    }

    #[test]
    fn captions_and_results_are_not_nodes() {
        for caption in [
            "l [label=\"Level 0\"]; { rank=same; l; A }",
            "t [label=\"Figure 2\"]",
            "Exercise [label=\"Exercise 3\"]",
            "t [label=\"CS 188\"]",
            "t [label=\"value = 3\"]",
            "t [label=\"Answer: 3\"]",
            "t [label=\"3\", shape=plaintext]",
            "t [label=\"G = 3\", style=invis]",
            "subgraph cluster_legend { k [label=\"leaf\", value=3]; m [label=\"other\", player=max] }",
            "subgraph cluster_1 { label=\"Legend\"; k [label=\"3\"] }",
            "k [label=\"MAX moves here\", class=max]",
        ] {
            let text = format!("digraph {{ A -> {{B C}}; B -> {{3 12}}; C -> {{2 4}}; {caption} }}");
            assert_eq!(tree(&text), "((3 12) (2 4))", "{text}");
        }
        for caption in ["T[\"Figure 2\"]", "subgraph Legend\n K[3]\n end", "T[\"Best = 3\"]"] {
            let text = format!("flowchart TD\n A --> B & C\n B --> 3 & 12\n C --> 2 & 4\n {caption}");
            assert_eq!(tree(&text), "((3 12) (2 4))", "{text}");
        }
        for line in ["Answer: 3", "Value = 3", "minimax: 3", "nodes: 7", "pruned: 1", "v = 3", "Points: 5", "CS 188"] {
            let list = "A: B, C\nB: D, E\nC: F, G\nD = 3\nE = 12\nF = 2\nG = 4";
            for text in [format!("{list}\n{line}"), format!("{line}\n{list}")] {
                assert_eq!(tree(&text), "((3 12) (2 4))", "{text}");
            }
        }
    }
}
