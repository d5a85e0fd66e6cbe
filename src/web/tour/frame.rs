//! What a tour is made of: stops, and the frames that the reader goes through at each.

use super::super::cells::Cell;
use crate::steps::stage::Choice;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A stop: one idea.
pub(super) struct TourStop {
    /// What it is called.
    pub title: &'static str,
    /// Its frames; the first one leads to its question.
    pub frames: Vec<Frame>,
}

/// What is shown at once.
#[derive(Clone)]
pub(super) struct Frame {
    /// What is said.
    pub text: String,
    /// What stands beside each node.
    pub cells: Vec<Cell>,
    /// What else the script shows, as in a step of a search.
    pub state: Map<String, Value>,
    /// What is asked before it.
    pub ask: Vec<Choice>,
}

impl Frame {
    /// Returns a frame that is about the node `at`, with best play along `pv`.
    pub(super) fn new(text: String, cells: Vec<Cell>, at: Option<usize>, pv: &[usize]) -> Self {
        let state = [("at".to_owned(), json!(at)), ("pv".to_owned(), json!(pv))].into_iter().collect();
        Self { text, cells, state, ask: Vec::new() }
    }

    /// Asks this before the frame.
    pub(super) fn asking(self, choice: Choice) -> Self {
        Self { ask: vec![choice], ..self }
    }

    /// Only a click on its node leads to it.
    pub(super) fn aside(mut self) -> Self {
        self.state.insert("aside".to_owned(), json!(true));
        self
    }

    /// Shows instead a step of the search that the page is about.
    pub(super) fn real(mut self, step: usize) -> Self {
        self.state.insert("real".to_owned(), json!(step));
        self
    }
}

/// Returns the question which of these is right; nothing if there is nothing to choose.
pub(super) fn choice(text: String, mut options: Vec<String>, right: &str, reason: String) -> Option<Choice> {
    let mut seen = BTreeSet::new();
    options.retain(|option| seen.insert(option.clone()));
    let right = options.iter().position(|option| option == right)?;
    (1 < options.len()).then_some(Choice { text, options, right, reason })
}
