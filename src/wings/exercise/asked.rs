//! What a question is: its kind, and of what it is asked. What is behind a kind stands in `questions`.

use crate::model::Item;
use crate::score::End;

/// One question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// What kind it is.
    pub item: Item,
    /// The node of which it is asked; the root if it is asked of the whole tree.
    pub node: usize,
    /// The end of the window of which it is asked, if it is asked of one.
    pub end: Option<End>,
}

impl Question {
    /// Returns the question of this kind that is asked of a node.
    #[must_use]
    pub const fn of(item: Item, node: usize) -> Self {
        Self { item, node, end: None }
    }

    /// Returns the question of this kind that is asked of the whole tree.
    #[must_use]
    pub const fn whole(item: Item) -> Self {
        Self::of(item, 0)
    }
}
