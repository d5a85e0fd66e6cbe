//! The words of the language in which answers are written. No node is called like one of them on the sheet.

use crate::model::Item;

/// What a line is about that begins with such words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    View,
    Student,
    Exercise,
    Read,
    Item(Item),
}

const HEADS: &[(Head, &[&str])] = &[
    (Head::View, &["view"]),
    (Head::Student, &["name", "student"]),
    (Head::Exercise, &["exercise"]),
    (Head::Read, &["read", "leaves read"]),
];

/// What stands between names and is none.
const BETWEEN: [&str; 4] = ["->", "-->", "→", "and"];
/// Where leaves are listed: that there are none.
const NO_LEAF: [&str; 4] = ["none", "nothing", "-", "{}"];
/// Where a move is named: that there is none.
const NOBODY: [&str; 4] = ["nobody", "none", "no one", "-"];

impl Head {
    /// Returns what a line is about that begins with these words, in lower case and with a blank between them.
    pub(super) fn of(words: &str) -> Option<Self> {
        let item = Item::ALL.iter().find(|item| item.words().contains(&words));
        let head = HEADS.iter().find(|(_, all)| all.contains(&words));
        head.map(|(head, _)| *head).or(item.map(|item| Self::Item(*item)))
    }
}

pub(super) fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word)
}

pub(super) fn is_no_leaf(word: &str) -> bool {
    NO_LEAF.contains(&word.to_lowercase().as_str())
}

pub(super) fn is_nobody(words: &str) -> bool {
    NOBODY.contains(&words.to_lowercase().as_str())
}

/// Returns whether a name could be taken for a word of the language.
pub(super) fn is_word(name: &str) -> bool {
    let name = name.to_lowercase();
    Head::of(&name).is_some() || is_between(&name) || is_no_leaf(&name) || is_nobody(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_of_the_language_are_words_in_any_case() {
        let heads = HEADS.iter().flat_map(|(_, words)| *words);
        let all =
            heads.chain(Item::ALL.iter().flat_map(|item| item.words())).chain(&BETWEEN).chain(&NO_LEAF).chain(&NOBODY);
        for word in all {
            assert!(is_word(word) && is_word(&word.to_uppercase()), "{word}");
        }
        assert!(["A", "B1a", "Qg8+", "noone", ""].into_iter().all(|name| !is_word(name)));
    }
}
