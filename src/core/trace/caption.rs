//! What a lesson or position says about itself: its texts, and the search to which they refer.

use crate::core::search::{Algorithm, Cut, Fail, Order};

/// The texts of a lesson or position, and the settings of the search that they describe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The name of the lesson; empty if it has none.
    pub name: String,
    /// A one-line description; empty for a bare position.
    pub title: String,
    /// What to look for.
    pub note: String,
    /// The question for the reader.
    pub ask: String,
    /// The answer to this question.
    pub answer: String,
    /// Whether the lesson offers the guided tour of its tree.
    pub tour: bool,
    /// The default algorithm, to which the note refers.
    pub algorithm: Option<Algorithm>,
    /// The default fail rule of a lesson.
    pub fail: Option<Fail>,
    /// A lesson's default rule for ties.
    pub cut: Option<Cut>,
    /// The move ordering that a lesson names.
    pub order: Option<Order>,
}
