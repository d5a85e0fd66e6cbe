//! plywood's own pictures in DOT and Mermaid, whose labels have a fixed form: the name of the node, its score, and the
//! verdict, each on a line of its own.

use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::word::number;
use crate::core::game::ANY;

/// Returns whether a graph is one of plywood's own pictures.
///
/// # Errors
/// Returns an error if the scores in the picture are not MAX's.
pub(super) fn is_own(text: &str) -> Result<bool, TypedFault> {
    let start = text.trim_start();
    let is_own = start.starts_with("digraph plywood {") || start.contains("classDef ghost stroke:#");
    if is_own && text.contains("Each score is for the side that made the move") {
        let problem = "this picture shows each score from the view of the side that moved; draw it with --view minimax";
        return Err((text.len() - start.len(), TypedProblem::Foreign(problem)));
    }
    Ok(is_own)
}

/// Reads the label of a node: its name, which the picture may omit, and its score with a comparison, `12 ≥ 3 of A1`.
/// The known score of a leaf that was not searched is in brackets.
pub(super) fn label(text: &str) -> NodeText {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let first = first.strip_prefix("★ ").unwrap_or(first).trim();
    let second = lines.next().unwrap_or_default();
    let is_known = first.starts_with('(') || first == ANY;
    let is_unnamed = value(second).is_none() && value(first).is_some() && (is_known || second != "not searched");
    let (name, score) = if is_unnamed { ("", first) } else { (first, second) };
    // A bound is not the score of a leaf.
    let score = value(score).filter(|score| *score == ANY || number(score).is_ok());
    NodeText::of(Some(name).filter(|name| !name.is_empty()), score, text)
}

/// Returns the first word of a line, if it is a score, a bound or the mark of an unknown score.
fn value(line: &str) -> Option<&str> {
    let word = line.trim_start_matches('(').split([' ', ')']).next()?;
    (word == ANY || ["≤", "≥"].contains(&word) || number(word).is_ok()).then_some(word)
}
