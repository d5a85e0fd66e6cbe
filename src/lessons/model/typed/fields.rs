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
