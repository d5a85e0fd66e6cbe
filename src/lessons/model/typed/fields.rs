//! The fields with which other programs describe a node. Their numbers are not moves.

use super::error::{TypedFault, TypedProblem};

const FIELDS: [&str; 21] = [
    "value",
    "val",
    "score",
    "utility",
    "payoff",
    "reward",
    "cost",
    "eval",
    "evaluation",
    "heuristic",
    "minimax",
    "prob",
    "probability",
    "weight",
    "id",
    "key",
    "depth",
    "level",
    "index",
    "player",
    "turn",
];

/// The fields that hold the moves of a node, its name or its kind.
const PARTS: [&str; 7] = ["children", "leaves", "successors", "subtrees", "name", "label", "type"];

pub(super) fn is_part(key: &str) -> bool {
    PARTS.contains(&&*key.to_lowercase())
}

pub(super) fn is_field(key: &str) -> bool {
    FIELDS.contains(&&*key.to_lowercase())
}

/// Returns an error for the first field in a list of objects: `[{"value": 3}, {"value": 4}]`.
pub(super) fn in_objects(text: &str) -> Option<TypedFault> {
    if !text.trim_start().strip_prefix('[')?.trim_start().starts_with('{') {
        return None;
    }
    let quoted = |(at, _): (usize, &str)| {
        let (key, behind) = text[at + 1..].split_once('"')?;
        let is_key = is_field(key) && behind.trim_start().starts_with(':');
        is_key.then(|| (at, TypedProblem::Field(key.to_owned())))
    };
    text.match_indices('"').find_map(quoted)
}

/// Returns the field in a line of an outline: `value: 3`, `children:`, `A: {value: 3}`. A field is a node if it has
/// moves, unless it always holds another part of a node.
pub(super) fn in_line(line: &str, has_moves: bool) -> Option<&str> {
    line.split(['{', '[', ',']).enumerate().find_map(|(index, part)| {
        let (key, _) = part.split_once(':').or_else(|| part.split_once('='))?;
        let key = key.trim().trim_matches(['"', '\'']);
        (is_part(key) || is_field(key) && (!has_moves || 0 < index)).then_some(key)
    })
}
