//! Several leaves in one line of an outline: `a: [3, 12]`, `a 3 12`, `3 12 8`, `a: 3, x`.

use super::annotations::is_value_word;
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::fields::is_field;
use super::separators::close_of;
use super::unread::{is_result, is_value};
use super::word::{is_bound, is_list_gap, is_missing, is_weight, is_whole, number};
use crate::core::game::{ANY, is_unknown_leaf};

/// A line that consists of several leaves, perhaps after the name of their node.
#[derive(Debug)]
pub(super) struct LeafRow<'a> {
    pub name: &'a str,
    pub leaves: Vec<Draft>,
    /// The bracket before the leaves.
    pub bracket: Option<char>,
    pub has_commas: bool,
}

/// The name and the items of a line, as written.
struct LeafRowText<'a> {
    name: &'a str,
    list: &'a str,
    bracket: Option<char>,
    items: Vec<&'a str>,
}

/// Reads a line that consists of several leaves; returns `None` if it is a single leaf or the name of a node.
/// `is_inner` says that the line has other lines below it.
///
/// # Errors
/// An item among leaves that is not a leaf is an error, because it must not become a part of the name.
pub(super) fn row(at: usize, line: &str, is_inner: bool) -> Result<Option<LeafRow<'_>>, TypedFault> {
    let words = || line.split(|c: char| is_list_gap(c) || c == ';').filter(|word| number(word).is_ok());
    if !is_inner && 2 <= words().count() && line.trim_end_matches([';', ' ']).contains(';') {
        return Err((at, TypedProblem::Semicolon));
    }
    let bracketed = in_brackets(line).or_else(|| if is_inner { None } else { in_several_brackets(line) });
    let LeafRowText { name, list, bracket, items } =
        match bracketed.or_else(|| behind_sign(line)).map_or_else(|| row_without_brackets(line), |row| Ok(Some(row))) {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(None),
            Err(problem) => return if is_inner { Ok(None) } else { Err((at, problem)) },
        };
    let name = if is_leaf_word(name) { "" } else { name };
    let items = without_leaf_word(items);
    if has_one_score(&items) {
        return if is_inner { Ok(None) } else { Err((at, TypedProblem::SeveralNumbers(line.to_owned()))) };
    }
    let leaves: Result<Vec<Draft>, TypedFault> = items.iter().map(|item| leaf(at, item, line)).collect();
    if let Some(problem) = commas(list, bracket.is_some()) {
        return Err((at, problem));
    }
    match leaves {
        Ok(leaves) => Ok(Some(LeafRow { name, leaves, bracket, has_commas: list.contains(',') })),
        Err(_) if is_inner => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Returns whether a word says that leaves follow: `B: leaves 3, 12`.
fn is_leaf_word(word: &str) -> bool {
    ["leaves", "leafs", "children", "successors", "terminals", "values", "scores", "utilities"]
        .iter()
        .any(|other| word.eq_ignore_ascii_case(other))
}

/// Returns the items of a list without such a word before the first one.
fn without_leaf_word(mut items: Vec<&str>) -> Vec<&str> {
    if let Some(first) = items.first_mut()
        && let Some((word, rest)) = first.split_once(' ')
        && is_leaf_word(word)
    {
        *first = rest.trim_start();
    }
    items
}

/// Returns whether the items of a list describe one leaf, because a word says that one of them is its score or another
/// property: `state 5, utility 3`.
pub(super) fn has_one_score(items: &[&str]) -> bool {
    let name = |item: &&str| {
        let name = item.split_once([' ', '=', ':', '(']).map_or("", |(name, _)| name);
        name.to_lowercase()
    };
    let names: Vec<String> = items.iter().map(name).collect();
    let is_property = |name: &String| 1 < name.len() && (is_field(name) || is_value_word(name));
    names.iter().any(is_property) && names.iter().any(|name| *name != names[0])
}

/// Rejects the label of a leaf that is a list of leaves: `B: x, 12`. In `state s 3`, the letter belongs to the name,
/// because only lines of outlines are lists without commas.
pub(super) fn check_leaf(at: usize, text: &str) -> Result<(), TypedFault> {
    match row(at, text, false) {
        Ok(Some(_)) => Err((at, TypedProblem::SeveralNumbers(text.to_owned()))),
        Ok(None) | Err((_, TypedProblem::NameOrLeaf(..))) => Ok(()),
        Err(fault) => Err(fault),
    }
}

/// Reads a list in brackets at the end of a line: `A: [3, 12]`, `MIN (3 12)`.
fn in_brackets(line: &str) -> Option<LeafRowText<'_>> {
    let line = line.trim_end();
    let close = line.chars().next_back().filter(|c| matches!(c, ']' | ')' | '}'))?;
    let inside = &line[..line.len() - 1];
    let start = inside.rfind(['[', '(', '{', ']', ')', '}'])?;
    let bracket = inside[start..].chars().next().filter(|&open| close_of(open) == Some(close))?;
    let list = inside[start + 1..].trim();
    let items = items(list);
    // In round brackets, words may explain the name: `A (MIN, value 3)`.
    let is_list =
        if bracket == '[' { items.iter().any(|item| is_item(item)) } else { items.iter().all(|item| is_item(item)) };
    let name = line[..start].trim_end_matches(is_list_gap);
    (2 <= items.len() && is_list).then_some(LeafRowText { name, list, bracket: Some(bracket), items })
}

/// Reads leaves that have their scores in brackets: `A: J(10), K(20)`, `J[10] K[20]`.
fn in_several_brackets(line: &str) -> Option<LeafRowText<'_>> {
    let line = line.trim_end();
    let mut items = Vec::new();
    let mut name = line;
    while let Some((label, _)) = scored(name) {
        let start =
            label.rfind(is_list_gap).map_or(0, |gap| gap + label[gap..].chars().next().map_or(0, char::len_utf8));
        items.insert(0, &name[start..]);
        name = name[..start].trim_end();
        name = name.strip_suffix(',').filter(|before| scored(before).is_some()).unwrap_or(name);
    }
    // Before a comma or without a sign, a number is another leaf.
    let last = name.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_name = !name.ends_with(',') && !is_value(last);
    let list = &line[name.len()..];
    let name = name.trim_end_matches(is_list_gap);
    (2 <= items.len() && is_name).then_some(LeafRowText { name, list, bracket: None, items })
}

/// Splits a name and the number in brackets after it: `J(10)`, `J [10]`.
fn scored(text: &str) -> Option<(&str, &str)> {
    let (name, score) = text.trim_end().strip_suffix([')', ']'])?.rsplit_once(['(', '['])?;
    let name = name.trim_end();
    (name.ends_with(char::is_alphanumeric) && number(score.trim()).is_ok()).then_some((name, score.trim()))
}

/// Reads a list after a colon or an equals sign: `A: 3, 12`, `A = 3 12`.
fn behind_sign(line: &str) -> Option<LeafRowText<'_>> {
    let (name, list) = line.split_once(':').or_else(|| split_at_equals(line))?;
    let list = list.trim();
    let items = items(list);
    let has_sign = list.contains([':', '=', '(', '[']);
    let is_list = match list.contains(',') {
        true => items.iter().any(|item| is_item(item)),
        false => !has_sign && items.iter().all(|item| is_value(item)),
    };
    let is_named = !name.trim().is_empty() && (line.contains(':') || !has_sign);
    (2 <= items.len() && is_list && is_named).then_some(LeafRowText { name: name.trim(), list, bracket: None, items })
}

/// Reads a list without brackets and signs: `A 3 12`, `3, 12`.
///
/// # Errors
/// Returns an error if a word may be a leaf or the end of the name.
fn row_without_brackets(line: &str) -> Result<Option<LeafRowText<'_>>, TypedProblem> {
    let line = line.trim();
    let words: Vec<&str> = line.split_whitespace().collect();
    if line.contains([':', '[', ']', '(', ')']) || split_at_equals(line).is_some() {
        return Ok(None);
    }
    let offset = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let row = |first: &str| {
        let (name, list) = line.split_at(offset(first));
        LeafRowText { name: name.trim_end_matches(is_list_gap), list, bracket: None, items: items(list) }
    };
    if let Some((first, _)) = line.split_once(',') {
        let last = first.split_whitespace().next_back().unwrap_or_default();
        // In `left, 3, 12`, the first word is a name.
        let after = || {
            line[first.len()..]
                .split_whitespace()
                .find_map(|word| Some(word.trim_matches(',')).filter(|word| !word.is_empty()))
        };
        let start = if is_item(last) { Some(last) } else { after() };
        let row = start.map(row).filter(|row| 2 <= row.items.len() && row.items.iter().any(|item| is_item(item)));
        return Ok(row);
    }
    // A letter is a leaf only after a number; before one, it may be a name: `a 3`.
    let is_letter = |word: &str| is_unknown_leaf(word) && word != ANY;
    let run = words.iter().rev().take_while(|word| is_value(word)).count();
    let values = &words[words.len() - run..];
    let letters = values.iter().take_while(|word| is_letter(word)).count();
    let values = match (letters, run == words.len()) {
        (0, _) => values,
        _ if letters == run => return Ok(None),
        (1, true) => &values[1..],
        _ => {
            let letter = values[letters - 1];
            let behind = &line[offset(values[letters])..];
            let before = line[..offset(letter)].trim();
            let (name, list) = (format!("{before} {letter}: {behind}"), format!("{before}: {letter} {behind}"));
            return Err(TypedProblem::NameOrLeaf(letter.to_owned(), name.trim().to_owned(), list.trim().to_owned()));
        }
    };
    let row = values.first().filter(|_| 2 <= values.len()).map(|first| row(first));
    Ok(row.filter(|row| !row.name.ends_with(['<', '>', '\u{2264}', '\u{2265}'])))
}

/// Splits a line at its first equals sign that is not part of a bound.
fn split_at_equals(line: &str) -> Option<(&str, &str)> {
    let is_sign =
        |&(at, _): &(usize, &str)| !line[..at].ends_with(['<', '>', '!', '~']) && !line[at + 1..].starts_with('=');
    let (at, _) = line.match_indices('=').find(is_sign)?;
    Some((&line[..at], &line[at + 1..]))
}

/// Returns the items of a list, which are separated by commas if it has commas.
fn items(list: &str) -> Vec<&str> {
    match list.contains(',') {
        true => list.trim_end_matches([',', ' ']).split(',').map(str::trim).collect(),
        false => list.split_whitespace().collect(),
    }
}

/// Returns whether an item of a list is a leaf, or a word where a leaf is meant.
fn is_item(item: &str) -> bool {
    let last = item.rsplit([' ', '=', ':']).next().unwrap_or_default();
    is_value(last) || is_result(last) || scored(item).is_some()
}

/// Reads an item of a row as a leaf, perhaps with a name or a probability: `3`, `x`, `a=3`, `a 3`, `a(3)`,
/// `0.3: 5`.
fn leaf(at: usize, item: &str, line: &str) -> Result<Draft, TypedFault> {
    if is_unknown_leaf(item) || is_missing(item) {
        let letter = if is_missing(item) { ANY } else { item };
        return Ok(Draft::new(at, DraftBody::Unknown(letter.to_owned())));
    }
    let problem = match number(item) {
        Ok(score) => return Ok(Draft::new(at, DraftBody::Score(score))),
        Err(problem) => problem,
    };
    let parts = scored(item).or_else(|| item.split_once(':')).or_else(|| split_at_equals(item));
    let parts = parts.or_else(|| item.split_once(' '));
    let Some((name, value)) = parts.map(|(name, value)| (name.trim(), value.trim())) else {
        let missing = || TypedProblem::EmptyPlace("after");
        return Err((at, if item.is_empty() { missing() } else { problem }));
    };
    let is_one_word = |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || ":=".contains(c));
    if !is_one_word(name) || !is_one_word(value) {
        return Err((at, TypedProblem::SeveralNumbers(line.to_owned())));
    }
    let leaf = leaf(at, value, line)?;
    if is_weight(name) && item.contains(':') {
        return Ok(Draft { weight: Some(name.to_owned()), ..leaf });
    }
    match name.starts_with(char::is_alphabetic) {
        true => Ok(Draft { name: Some(name.to_owned()), ..leaf }),
        false if number(name).is_ok() => Err((at, TypedProblem::MixedSeparators)),
        false if is_bound(name) => Err((at, TypedProblem::NoNumber(item.to_owned()))),
        false => Err((at, TypedProblem::SeveralNumbers(line.to_owned()))),
    }
}

/// Returns why the numbers of a row may be others than they seem: `3,5` may be 3.5, and `1,000` may be 1000.
fn commas(row: &str, is_bracketed: bool) -> Option<TypedProblem> {
    let is_padded = |word: &&str| matches!(word.trim_start_matches(['+', '-']).as_bytes(), [b'0', b'0'..=b'9', ..]);
    let words = row.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let padded = words.skip(1).find(is_padded);
    let parts: Vec<&str> = row.split_whitespace().map(|part| part.trim_matches(',')).collect();
    let is_tight = |part: &&&str| part.contains(',') && part.split(',').all(|word| number(word).is_ok());
    let Some(tight) = parts.iter().find(is_tight) else {
        return padded.map(|word| TypedProblem::LeadingZero(word.to_owned()));
    };
    let groups: Vec<&str> = tight.split(',').skip(1).collect();
    let is_number = groups.len() == 1 || groups.iter().all(|group| group.len() == 3 && is_whole(group));
    let is_unclear = 1 < parts.len() || padded.is_some() || is_number && !is_bracketed;
    let written = |gap| tight.replacen(',', gap, 1);
    is_unclear.then(|| TypedProblem::DecimalComma((*tight).to_owned(), written("."), written(" ")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};

    #[test]
    fn leaves_may_have_their_scores_in_brackets() {
        for row in [
            "B: D(3), E(12)",
            "B (Min): D(3), E(12)",
            "B: D(3) E(12)",
            "B: D (3) E (12)",
            "B: D (3), E (12)",
            "B -> D(3), E(12)",
            "B = D(3), E(12)",
            "B (Min): D[3], E[12]",
            "B: D(3), E=12",
            "B: D=3, E(12)",
            "B (Min) D(3) E(12)",
            "B: D(3),E(12)",
            "B\n    D(3), E(12)",
            "B\n    D(3) E(12)",
            "B\n    D(3)\n    E[12]",
        ] {
            let text = format!("A (Max)\n  {row}\n  C (Min): F(2), G(4)");
            assert_eq!(
                (tree(&text).as_str(), names(&text)[1..3].join(" ").as_str()),
                ("((3 12) (2 4))", "D E"),
                "{text}"
            );
        }
        for row in ["D(3), 12", "B: 12 D(3) E(4)", "D(3), E: 12", "X(3) Y 5", "X[3] 5", "D(3), E(4", "B: D(3), E(x)"] {
            let text = format!("A\n  {row}\n  C: 2, 4");
            assert!(error(&text).starts_with("line 2, column 3: `"), "{text}: {}", error(&text));
        }
        assert_eq!(names("A\n  s(1): 3\n  s(2): 4"), ["s(1)", "s(2)"]);
        for text in [
            "\\begin{forest} [MAX [MIN [J(10)] [K(20)]] [MIN [L (30)] [M = 15]]] \\end{forest}",
            "digraph{r->A; r->B; A->{J K}; B->{L M}; J[label=\"J(10)\"]; K[label=20]; L[label=\"L(30) (pruned)\"]; M[label=15]}",
            "flowchart TB\n r --> A & B\n A --> J[\"J(10)\"] & K[\"K(20)\"]\n B --> L[\"L[30]\"] & M[15]",
        ] {
            assert_eq!(tree(text), "((10 20) (30 15))", "{text}");
            assert!(names(text).contains(&"J".to_owned()), "{text}");
        }
        for label in ["X(3) Y 5", "X(3), Y(5)", "X(3) Y(5)", "X[3], Y[5]"] {
            let text = format!("flowchart TB\n r --> a[\"{label}\"] & b[4]");
            assert!(error(&text).contains("has numbers whose meaning is unclear"), "{text}: {}", error(&text));
        }
    }

    #[test]
    fn words_that_announce_scores_are_not_names() {
        for leaf in [
            "state 5, utility 3",
            "leaf 5, utility 3",
            "node 5, value 3",
            "depth 2, value 3",
            "score 3, depth 2",
            "x: state 5, utility 3",
            "x (state 5, utility 3)",
            "x: utility 3, 12",
        ] {
            let text = format!("A\n  B\n    {leaf}\n    12\n  C: 2, 4");
            assert!(error(&text).contains("has numbers whose meaning is unclear"), "{text}: {}", error(&text));
        }
        for row in ["B: leaves 3, 12", "B: children 3, 12", "B: 3, 12", "B: value 3, value 12", "B\n    leaves 3, 12"] {
            let text = format!("A\n  {row}\n  C: 2, 4");
            assert_eq!(tree(&text), "((3 12) (2 4))", "{text}");
            assert_eq!(names(&text)[..3], ["B", "B1", "B2"], "{text}");
        }
        assert_eq!(names("A\n  B: v 3, w 12\n  C h=7\n    2\n    4"), ["B", "v", "w", "C", "C1", "C2"]);
        assert_eq!(
            names("R - MIN\n  A - MAX\n    3\n    12\n  B (MAX node): 2, 4"),
            ["A", "A1", "A2", "B", "B1", "B2"]
        );
    }

    #[test]
    fn a_comma_that_may_belong_to_a_number_is_refused() {
        for (text, same) in [
            ("root\n  A: 3, 12\n  B: [2,4]", "((3 12) (2 4))"),
            ("root\n  A 3,12,8\n  B 2 4 6", "((3 12 8) (2 4 6))"),
            ("root\n  A: - 3, - 12\n  B: 2 +4", "((-3 -12) (2 4))"),
        ] {
            assert_eq!(tree(text), same, "{text}");
        }
        let decimal = "could be one number or two";
        for (text, problem) in [
            ("root\n  a = 3,5\n  b = 4", "line 2, column 3: `3,5` could be one number or two"),
            ("root\n  3,5\n  4", decimal),
            ("root\n  A: 1,000\n  B: 999", decimal),
            ("root\n  A: 1,234,567\n  B: 999", decimal),
            ("root\n  A: 3,5 2,5\n  B: 1", decimal),
            ("root\n  A: [3,5, 2,5]\n  B: 1", decimal),
            ("root\n  A: [1,000]\n  B: 1", decimal),
            ("root\n  A: 1 000\n  B: 999", "`000` begins with 0"),
            ("root\n  1 3\n  2 12", "`1 3` has numbers whose meaning is unclear"),
            ("root\n  1.1 3\n  1.2 12", "`1.1 3` has numbers whose meaning is unclear"),
            (
                "\\begin{forest}[r [3,5] [4]]\\end{forest}",
                "`3,5` could be one number or two. Write one number with a decimal point: 3.5; write two with a space between them: [3] [5]",
            ),
        ] {
            assert!(error(text).contains(problem), "{text}: {}", error(text));
        }
    }
}
