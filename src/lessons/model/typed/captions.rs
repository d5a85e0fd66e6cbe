//! Nodes outside the tree: captions such as `Figure 2`, which are ignored, and lost leaves, which are not.

use super::label::{NodeText, is_signed};
use super::word::number;

/// How a label with a score is written.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct LeafForm {
    /// Whether the label is a number alone.
    is_number: bool,
    /// The number of words beside the number, at most one.
    words: usize,
    /// Whether the word is the name of the node in the text.
    is_id: bool,
    /// Whether a colon or an equals sign is before the number.
    is_signed: bool,
    /// Whether the number may be a part of the name, as in `Figure 2`.
    is_numbered: bool,
}

impl LeafForm {
    /// Returns the form of the label of a node with this name in the text, if it is a number with at most one word.
    pub(super) fn of(id: &str, label: &NodeText) -> Option<Self> {
        let is_id = matches!(label.words.as_slice(), [name] if name == id);
        let (words, is_numbered) = (label.words.len(), label.is_numbered);
        let is_number = number(&label.text).is_ok();
        let form = Self { is_number, words, is_id, is_signed: is_signed(&label.text), is_numbered };
        let is_scored = label.score.is_some() && label.role.is_none();
        (is_scored && words < 2 && (is_id || !is_numbered)).then_some(form)
    }

    /// Returns whether only leaves have this form.
    pub(super) const fn is_sure(&self) -> bool {
        self.is_number || self.is_id && !self.is_numbered
    }
}

/// Words that announce a result of the search, or the number or the points of an exercise.
const BESIDE: [&str; 20] = [
    "answer", "best", "depth", "exercise", "figure", "lecture", "marks", "minimax", "nodes", "optimal", "page",
    "points", "problem", "pruned", "question", "result", "score", "solution", "task", "value",
];

/// Returns whether a word announces a number beside the tree, and not a node.
pub(super) fn is_beside(word: &str) -> bool {
    word == "v" || word.to_lowercase().split(['_', ' ']).any(|word| BESIDE.contains(&word))
}

/// Returns whether a node with this name may say who moves first.
pub(super) fn is_first(id: &str) -> bool {
    ["root", "start", "top", "first", "turn", "player"].iter().any(|word| id.eq_ignore_ascii_case(word))
}
