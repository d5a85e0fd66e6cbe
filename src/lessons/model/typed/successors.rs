//! Lists of the nodes that follow each node, with one node in a line, `A: B, C` or `A = [B, C]`, or one branch in a
//! line, `A B`.

use super::adjacency::Adjacency;
use super::draft::Draft;
use super::error::TypedFault;
use super::probability::is_fraction;
use super::word::{is_missing, number, role};
use crate::core::game::is_unknown_leaf;
use std::collections::{HashMap, HashSet};

/// A line of a text, with the words of its list and their offsets.
struct SuccessorLine<'a> {
    at: usize,
    name: &'a str,
    items: Vec<(usize, &'a str)>,
    /// Whether a bracket is around the list.
    is_list: bool,
    /// Whether a sign separates the name from the list.
    is_signed: bool,
}

/// Returns whether a text consists of such lines, and some list names the node of another line.
pub(super) fn looks(text: &str) -> bool {
    let Some(lines) = lines(text) else { return false };
    let names: HashSet<&str> = lines.iter().map(|line| line.name).collect();
    let items = || lines.iter().flat_map(|line| line.items.iter().map(|(_, item)| *item));
    let is_distinct = lines.iter().all(|line| !line.is_signed) || names.len() == lines.len();
    is_distinct && items().any(|item| names.contains(item)) && items().any(|item| number(item).is_ok())
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let lines = lines(text).unwrap_or_default();
    let mut names: HashMap<&str, usize> = HashMap::new();
    lines.iter().for_each(|line| *names.entry(line.name).or_default() += 1);
    let mut graph = Adjacency::default();
    for line in &lines {
        let node = graph.node(line.name, line.at);
        let is_only = names[line.name] == 1;
        if let ([(_, item)], true) = (line.items.as_slice(), is_only && !line.is_list) {
            let is_leaf = number(item).is_ok() || is_unknown_leaf(item) || is_missing(item);
            if is_leaf && !names.contains_key(item) {
                graph.label(node, &format!("{}\n{item}", line.name));
                continue;
            }
        }
        for &(at, item) in &line.items {
            let is_leaf = number(item).is_ok() || is_unknown_leaf(item);
            if let Some(role) = role(item).filter(|_| line.items.len() == 1 && !names.contains_key(item)) {
                graph.choose(node, role);
            } else if is_leaf && !names.contains_key(item) {
                let leaf = graph.add("", at);
                graph.label(leaf, item);
                graph.branch(node, leaf, None);
            } else {
                let next = graph.node(item, at);
                graph.branch(node, next, None);
            }
        }
    }
    graph.draft()
}

/// Returns the lines of a text, if all of them are of this kind and begin in the same column.
fn lines(text: &str) -> Option<Vec<SuccessorLine<'_>>> {
    let written: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let margin = |line: &str| line.len() - line.trim_start().len();
    let first = written.first().map(|line| margin(line))?;
    let is_even = 1 < written.len() && written.iter().all(|line| margin(line) == first);
    written.into_iter().map(|written| line(text, written.trim()).filter(|_| is_even)).collect()
}

fn line<'a>(text: &str, line: &'a str) -> Option<SuccessorLine<'a>> {
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let signed = line.split_once([':', '=']);
    let (name, list) = signed.or_else(|| line.split_once(char::is_whitespace))?;
    let (name, list) = (name.trim(), list.trim().trim_end_matches([';', ',']));
    let inside = [('[', ']'), ('(', ')'), ('{', '}')]
        .into_iter()
        .find_map(|(open, close)| list.strip_prefix(open)?.strip_suffix(close));
    let has_commas = list.contains(',');
    let items: Vec<&str> = match has_commas {
        true => inside.unwrap_or(list).split(',').map(str::trim).collect(),
        false => inside.unwrap_or(list).split_whitespace().collect(),
    };
    let is_name =
        |word: &str| word.starts_with(char::is_alphabetic) && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (numbers, names): (Vec<&str>, Vec<&str>) = items.iter().partition(|item| number(item).is_ok());
    // A number beside a name may be a probability.
    let is_mixed = !numbers.is_empty() && !names.is_empty();
    let is_clear = !is_mixed || has_commas && !numbers.iter().any(|number| is_fraction(number));
    let is_whole = signed.is_some() || items.len() == 1 && inside.is_none();
    let is_line = is_name(name) && !items.is_empty() && names.iter().all(|name| is_name(name)) && is_clear && is_whole;
    let items = items.into_iter().map(|item| (offset(item), item)).collect();
    let (at, is_list, is_signed) = (offset(name), inside.is_some(), signed.is_some());
    is_line.then_some(SuccessorLine { at, name, items, is_list, is_signed })
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
            "MAX: B, C\nB: D, E\nC: 2, 9\nD: 3\nE = 5",
        ] {
            assert!(looks_typed(text), "{text}");
            assert_eq!(tree(text), "((3 5) (2 9))", "{text}");
        }
        assert_eq!(names("A: B, C\nB: 3, 5\nC: 2, x"), ["B", "B1", "B2", "C", "C1", "C2"]);
        assert_eq!(tree("MIN: B, C\nB: 3, x\nC: [2]"), "min(max(3 x) max(2))");
        assert!(error("A: B, C\nB: 3, 5").contains("line 1, column 7: the leaf `C` has no score"));
        assert!(error("A: B, C\nB: A, 5\nC: 2").contains("leads back to itself"));
        for text in ["A: 0.3 B, 0.7 C\nB: 3\nC: 5", "A: 0.3, B, 0.7, C\nB: 3\nC: 5", "Call me\nme later", "A: B, C"] {
            assert!(!super::looks(text), "{text}");
        }
    }
}
