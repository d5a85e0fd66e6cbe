//! Letters that may be unknown leaves or names: capital letters written as leaves, and small letters written as names.

use super::word::{is_missing, role};
use crate::core::game::is_unknown_leaf;
use std::collections::HashSet;

/// Returns the text with a small letter instead of this capital letter. Returns `None` if the letter may be a name, or
/// if the small letter already represents another score.
pub(super) fn with_small_letter(text: &str, letter: &str) -> Option<String> {
    let small = letter.to_ascii_lowercase();
    if small == letter || !is_unknown_leaf(&small) {
        return None;
    }
    let is_part = |c: char| !is_bracket(c) && !is_blank(c) && c != ',';
    let places = |word: &str| {
        let places = text.match_indices(word).map(|(at, _)| (at, at + word.len()));
        let is_alone =
            |&(from, to): &(usize, usize)| !text[..from].ends_with(is_part) && !text[to..].starts_with(is_part);
        places.filter(is_alone).collect::<Vec<_>>()
    };
    let found = places(letter);
    let is_first = |&(from, _): &(usize, usize)| text[..from].trim_end().ends_with(is_bracket);
    // At the beginning of a list, a letter may be the name of a node, unless another list begins with a number.
    let has_numbers = text.trim_start().get(1..).is_some_and(|text| {
        text.split(['(', '[', '{'])
            .skip(1)
            .any(|list| list.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '-'))
    });
    let is_name = |&(from, to): &(usize, usize)| {
        let (above, behind) = (text[..from].trim_end(), &text[to..]);
        let word = above.rsplit(|c: char| is_bracket(c) || is_blank(c) || c == ',').next().unwrap_or_default();
        // In `min(B)[3, 12]`, the letter is between the player and the list.
        let is_called =
            above.ends_with('(') && behind.strip_prefix(')').is_some_and(|list| list.starts_with(['[', '(', '{']));
        role(word).is_some() || is_called
    };
    if names_another(text, letter) || found.iter().any(is_name) {
        return None;
    }
    if found.is_empty() || !places(&small).is_empty() || found.iter().any(is_first) && !has_numbers {
        return None;
    }
    let mut text = text.to_owned();
    for (from, to) in found {
        text.replace_range(from..to, &small);
    }
    Some(text)
}

/// Returns whether a text has a letter before a colon or an equals sign, as the name of a node.
fn names_another(text: &str, letter: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(letter).any(|(at, _)| {
        let behind = text[at + letter.len()..].trim_start();
        !text[..at].ends_with(is_part) && behind.starts_with([':', '='])
    })
}

/// Returns whether small letters at the beginning of lists are names, as in `(a (b 3 12) (c 2 4))`: each list begins
/// with another word, at least one of which would otherwise be an unknown leaf.
pub(super) fn names_lists(text: &str) -> bool {
    let words: Vec<&str> = text
        .split(['(', '[', '{'])
        .skip(1)
        .map(|list| list.trim_start_matches(is_blank))
        .map(|list| &list[..list.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(list.len())])
        .collect();
    let is_name = |word: &&str| word.starts_with(char::is_alphabetic) && role(word).is_none() && !is_missing(word);
    2 <= words.len()
        && words.iter().all(is_name)
        && words.iter().any(|word| is_unknown_leaf(word))
        && words.iter().collect::<HashSet<_>>().len() == words.len()
}

pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

pub(super) const fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}')
}
