//! Recognizes trees in unsupported languages, so that the error can explain how to type them.

use super::error::{TypedFault, TypedProblem};
use super::word::role;
use crate::core::game::is_unknown_leaf;

/// How a tree in each language begins, and the name of the language.
const BEGINNINGS: [(&str, &str); 8] = [
    ("EFG ", "this is a game of Gambit (.efg), which plywood does not read"),
    ("NFG ", "this is a table of Gambit (.nfg), which is not a tree"),
    ("(;", "this is a game in SGF, which plywood does not read"),
    ("#NEXUS", "this is a tree in NEXUS, which plywood does not read"),
    ("\\begin{tikzpicture}", "plywood reads LaTeX trees of forest and qtree, but not those of TikZ"),
    ("@startuml", "plywood does not read PlantUML"),
    ("@startmindmap", "plywood does not read PlantUML"),
    ("@startwbs", "plywood does not read PlantUML"),
];

/// The words before a node in logic and functional programming languages.
const FUNCTORS: [&str; 9] = ["node", "leaf", "tree", "branch", "nd", "lf", "t", "n", "bt"];

/// Returns an error that names the language, if the text is a tree in an unsupported language.
pub(super) fn problem(text: &str) -> Option<TypedFault> {
    let at = text.len() - text.trim_start().len();
    let (start, end) = (text.trim_start(), text.trim_end());
    // A tree of qtree may be inside a picture of TikZ.
    let is_tree = |beginning: &str| beginning.starts_with('\\') && text.contains("\\Tree");
    let begins = BEGINNINGS.iter().find(|(beginning, _)| start.starts_with(beginning) && !is_tree(beginning));
    let word = &start[..start.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(start.len())];
    let is_functor = FUNCTORS.contains(&word.to_lowercase().as_str());
    let is_term = is_functor && is_called(&start[word.len()..]);
    let is_clause = start.starts_with(|c: char| c.is_ascii_lowercase())
        && start[word.len()..].starts_with('(')
        && (end.ends_with(").") || has_neck(text));
    let is_angled = start.starts_with('<');
    let is_xml = is_angled && start[1..].starts_with(|c: char| c.is_alphabetic() || "/?!".contains(c));
    let is_json = start.starts_with('{') && text.contains("\"children\"") && !text.contains("\"title\"");
    let what = match begins {
        Some((_, what)) => what,
        None if is_xml => "this is XML, which plywood does not read",
        None if is_angled => "a tree cannot be in angle brackets",
        None if is_term || is_clause => "this is a term of Prolog or of a program, which plywood does not read",
        None if is_newick(start) => "this is a tree in Newick form (it ends with `;`), which plywood does not read",
        None if has_probability_pairs(text) => {
            "these look like probabilities of a chance node; write a probability before a colon: chance(0.2: 3 0.8: 12)"
        }
        None if has_edges_in_pairs(text) => "plywood does not read edges in pairs; write each edge as A -> B",
        None if is_table(text) => "plywood does not read tables",
        None if has_levels(text) => {
            "this lists the nodes of each level, but does not say which of them are the moves of the same node"
        }
        None if is_drawn_with_slashes(text) => {
            "plywood does not read trees that are drawn with slashes, because it cannot tell which node each line belongs to"
        }
        None if is_json => "this is a tree in the JSON of another program, which plywood does not read",
        None => return None,
    };
    Some((at, TypedProblem::Foreign(what)))
}

/// Returns whether a text begins with the arguments of a term. A single word in brackets describes a node of an outline
/// or of a list of edges instead: `Node (MAX)`, `Tree (root)`.
fn is_called(behind: &str) -> bool {
    let Some(list) = behind.trim_start().strip_prefix(['(', '[']) else { return false };
    let inside = list.split([')', ']']).next().unwrap_or_default().trim();
    let is_word = behind.starts_with(' ') && !inside.contains(|c: char| c.is_whitespace() || ",([".contains(c));
    !is_word && role(inside).is_none()
}

/// Returns whether a list in the text consists of pairs of names in quotation marks: `[("A", "B"), ("A", "C")]`. The
/// second name may also be an unknown leaf.
fn has_edges_in_pairs(text: &str) -> bool {
    let name = |word: &str| {
        let inside = word.trim().strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
        let is_name = inside.starts_with(char::is_alphabetic) && !inside.contains(['"', '\'']);
        is_name.then(|| inside.to_owned())
    };
    let is_edge = |pair: &str| {
        let inside = pair.trim_start_matches([',', ' ', '\n']).strip_prefix(['(', '[']);
        let ends = inside.and_then(|pair| pair.split_once(','));
        ends.is_some_and(|(from, to)| name(from).is_some() && name(to).is_some_and(|to| !is_unknown_leaf(&to)))
    };
    let list = text.split_once(['[', '{']).map_or("", |(_, list)| list);
    let pairs: Vec<&str> = list.split([')', ']']).take_while(|pair| is_edge(pair)).collect();
    let rest = &list[pairs.iter().map(|pair| pair.len() + 1).sum::<usize>().min(list.len())..];
    1 < pairs.len() && rest.trim_start_matches([',', ' ', '\n']).starts_with([']', '}'])
}

/// Returns whether each line of a text lists the nodes of one level: `Level 0: A`, `Level 1: B C`.
fn has_levels(text: &str) -> bool {
    let nodes = |line: &str| {
        let (level, nodes) = line.split_once(':')?;
        let (word, number) = level.split_once(' ')?;
        let is_level = ["level", "depth", "ply", "layer"].iter().any(|other| word.eq_ignore_ascii_case(other));
        (is_level && number.starts_with(|c: char| c.is_ascii_digit())).then(|| nodes.split_whitespace().count())
    };
    let counts: Option<Vec<usize>> = text.lines().filter(|line| !line.trim().is_empty()).map(nodes).collect();
    counts.is_some_and(|counts| counts.len() > 1 && counts[1..].iter().all(|count| 1 < *count))
}

/// Returns whether a text is a table of Markdown: its second line separates the head from the rows.
fn is_table(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let has_cells = lines.next().is_some_and(|line| line.contains('|'));
    let is_rule = |line: &str| {
        let is_part = |c: char| matches!(c, '|' | '-' | ':' | ' ');
        line.contains("--") && line.contains('|') && line.chars().all(is_part)
    };
    has_cells && lines.next().is_some_and(is_rule)
}

/// Returns whether a text is a tree with its root above the other nodes and branches of slashes: `/ \`.
fn is_drawn_with_slashes(text: &str) -> bool {
    let is_branches = |line: &str| {
        let is_part = |c: char| matches!(c, '/' | '\\' | '|' | '_') || c.is_whitespace();
        line.contains('/') && line.contains('\\') && line.chars().all(is_part)
    };
    text.lines().any(is_branches) && text.contains(char::is_numeric)
}

/// Returns whether a text is a tree in Newick form with names or lengths. Without these, it is a statement that
/// consists of a list.
pub(super) fn is_newick(text: &str) -> bool {
    let Some(tree) = text.trim().strip_suffix(';') else { return false };
    let has_names = tree.contains(|c: char| c.is_alphabetic() || c == ':');
    tree.starts_with('(') && tree.contains(',') && !tree.contains(';') && has_names
}

/// Returns whether a text has the sign between the head and the body of a clause of Prolog. Such a sign follows a
/// bracket; in `chance(0.9:-3 0.1:4)`, the minus belongs to the leaf.
fn has_neck(text: &str) -> bool {
    text.match_indices(":-").any(|(at, _)| text[..at].trim_end().ends_with(')'))
}

/// Returns whether a text consists of several numbers and nothing else.
pub(super) fn is_numbers(text: &str) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    2 <= words.len() && words.iter().all(|word| super::word::number(word).is_ok())
}

/// Returns whether a chance node in the text has pairs of a probability and a value: `(chance (0.2 3) (0.8 12))`.
fn has_probability_pairs(text: &str) -> bool {
    let text = text.to_lowercase();
    ["chance", "avg", "exp"].iter().flat_map(|word| text.match_indices(word)).any(|(at, word)| {
        let mut rest = text[at + word.len()..].trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if let Some(inside) =
            rest.strip_prefix('(').map(str::trim_start).filter(|inside| inside.starts_with(['(', '[']))
        {
            rest = inside;
        }
        let (mut sum, mut count) = (0.0, 0);
        while let Some(pair) = rest.strip_prefix(['(', '[']) {
            let end = pair.find([')', ']']).unwrap_or(pair.len());
            // If there are commas, the bracket parser reports the error, with the position of the probability.
            let mut words = pair[..end].split(' ').filter(|word| !word.is_empty() && !word.contains(','));
            let Some(part) = words.next().and_then(|word| word.parse::<f64>().ok()) else { return false };
            // A value that is itself a node does not end at the first bracket, so only pairs of numbers can be
            // recognized.
            if words.next().is_none() || words.next().is_some() || part <= 0.0 || 1.0 <= part {
                return false;
            }
            (sum, count) = (sum + part, count + 1);
            rest = pair[(end + 1).min(pair.len())..].trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        }
        2 <= count && (sum - 1.0_f64).abs() < 1e-6
    })
}
