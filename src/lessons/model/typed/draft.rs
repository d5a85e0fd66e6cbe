//! A tree as read from text, in any language, before its nodes get their final names.

use super::word::is_vague;
use crate::core::game::Mover;

/// A node as it was read.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The byte offset of the node in the text.
    pub at: usize,
    pub name: Option<String>,
    /// The text beside the branch to the node. At a chance node, it must have the probability.
    pub weight: Option<String>,
    /// A number at a node with moves, which is its probability if the node is drawn and `weight` is missing.
    pub hint: Option<String>,
    /// Who chooses at the node, if given.
    pub role: Option<Mover>,
    /// The triangle or the circle that says who chooses.
    pub sign: Option<char>,
    /// A word in the name that may say who chooses.
    pub doubt: Option<PlayerDoubt>,
    /// The word for the player, if it is the whole label and may be a name.
    pub lone: Option<String>,
    /// The numbers of a leaf, if it has two in lines of their own.
    pub stacked: Option<String>,
    /// The words before the score of a leaf if no sign is between them, so that both may be a name, as in `Node 4`.
    pub numbered: Option<String>,
    /// The label of a leaf and the number beside it, which may be that of the leaf.
    pub beside: Option<(String, String)>,
    pub body: DraftBody,
}

/// A word in the name of a node that may say who chooses there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayerDoubt {
    pub at: usize,
    pub word: String,
    pub player: Mover,
    /// Whether the word is a class, a style or an attribute of the node, and not a part of its name.
    pub is_class: bool,
}

impl PlayerDoubt {
    /// Returns the doubt about a class if it may also describe the node: `average`. In a tree with other classes or names
    /// for players, it says who chooses.
    pub(super) fn of_class(class: &str, at: usize, player: Mover) -> Option<Self> {
        is_vague(class).then(|| Self { at, word: class.to_owned(), player, is_class: true })
    }
}

/// The content of a node.
#[derive(Clone, Debug)]
pub(super) enum DraftBody {
    Score(f64),
    /// A leaf with an unknown score: a letter or a question mark.
    Unknown(String),
    Moves(Vec<Draft>),
}

impl Draft {
    pub(super) const fn new(at: usize, body: DraftBody) -> Self {
        Self {
            at,
            name: None,
            weight: None,
            hint: None,
            role: None,
            sign: None,
            doubt: None,
            lone: None,
            stacked: None,
            numbered: None,
            beside: None,
            body,
        }
    }

    pub(super) fn into_moves(self) -> Vec<Self> {
        if let DraftBody::Moves(moves) = self.body { moves } else { Vec::new() }
    }

    pub(super) fn moves(&self) -> &[Self] {
        if let DraftBody::Moves(moves) = &self.body { moves } else { &[] }
    }
}
