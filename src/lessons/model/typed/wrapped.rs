//! Forms in which programs wrap the moves of a node: in an extra list, or in pairs of a probability and a score.

use super::draft::{Draft, DraftBody};
use super::word::number;

/// Unwraps the moves of each node whose only item is a list in square brackets, such as `('A', [3, 5])` and `max([3,
/// 5])`. `A:((3 5))` and `max((3 5))` stay as they are: there, the node has one move, which leads to the inner list.
pub(super) fn unwrapped(mut node: Draft, text: &str) -> Draft {
    let DraftBody::Moves(moves) = &mut node.body else { return node };
    if let [list] = moves.as_mut_slice()
        && (node.name.is_some() || node.role.is_some())
        && is_wrapped(list, &text[node.at..], text)
        && let DraftBody::Moves(inside) = &mut list.body
    {
        *moves = std::mem::take(inside);
    }
    *moves = std::mem::take(moves).into_iter().map(|child| unwrapped(child, text)).collect();
    node
}

/// Returns whether the list is in square brackets, has no name, and is inside round brackets or after a quoted name.
fn is_wrapped(list: &Draft, around: &str, text: &str) -> bool {
    let is_bare = list.name.is_none() && list.role.is_none() && list.weight.is_none();
    let is_square = is_bare && !list.moves().is_empty() && text[list.at..].starts_with('[');
    let mut opening = around.chars().skip_while(|c| !matches!(c, '(' | '[' | '{'));
    let first = opening.next();
    let next = opening.find(|c| !c.is_whitespace());
    is_square && (first == Some('(') || next.is_some_and(|c| matches!(c, '"' | '\'')))
}

/// Explains why the moves of a chance node may be pairs of a probability and a value, or a list of probabilities and a
/// list of values: `chance((0.4, 6), (0.6, 3))`, `chance(0.4 min(6 7) 0.6 3)`, `chance(A:(0.4 6) B:(0.6 3))`,
/// `chance([0.4, 0.6], [6, 3])`, `chance(6 (0.4) 3 (0.6))`, `chance(6=0.4 3=0.6)`.
pub(super) fn pairs(moves: &[Draft]) -> Option<String> {
    if moves.iter().any(|node| node.weight.is_some()) {
        return None;
    }
    let lists: Vec<&[Draft]> = moves.iter().map(items).collect();
    let are_lists = moves.iter().zip(&lists).all(|(node, list)| node.role.is_none() && 1 < list.len());
    let column = |place: fn(&[Draft]) -> Option<&Draft>| lists.iter().filter_map(|list| place(list)).collect();
    let are_pairs = are_lists && (are_parts(column(<[Draft]>::first)) || are_parts(column(<[Draft]>::last)));
    let are_rows = are_lists
        && lists.len() == 2
        && lists[0].len() == lists[1].len()
        && lists.iter().any(|list| are_parts(list.iter().collect()));
    // Every second move is a probability, alone or in a list of its own.
    let only = |node| if let [only] = Draft::moves(node) { only } else { node };
    let is_bare = |node: &&Draft| node.name.is_none() && node.role.is_none();
    let every_second = |first: usize| -> Vec<&Draft> { moves.iter().skip(first).step_by(2).collect() };
    let alternate = moves.len().is_multiple_of(2)
        && [0, 1]
            .map(every_second)
            .into_iter()
            .any(|parts| parts.iter().all(is_bare) && are_parts(parts.into_iter().map(only).collect()));
    let is_number = |node: &Draft| node.name.as_ref().is_some_and(|name| number(name).is_ok());
    let are_named_by_values = moves.iter().all(is_number) && are_scores_of_one(&moves.iter().collect::<Vec<_>>());
    (are_pairs || are_rows || alternate || are_named_by_values).then(|| {
        "the fractions here add up to 1, so they may be probabilities; write a probability before its move, with a colon: \
         chance(0.4: 6 0.6: 3)"
            .to_owned()
    })
}

/// Returns the moves of a node or, if it has a single move, those below that move.
fn items(node: &Draft) -> &[Draft] {
    let mut moves = node.moves();
    while let [only] = moves {
        moves = only.moves();
    }
    moves
}

/// Returns whether the nodes are leaves without names of their own, and their scores are fractions that add up to 1.
fn are_parts(nodes: Vec<&Draft>) -> bool {
    nodes.windows(2).all(|pair| pair[0].name == pair[1].name) && are_scores_of_one(&nodes)
}

fn are_scores_of_one(nodes: &[&Draft]) -> bool {
    let part = |node: &&Draft| match node.body {
        DraftBody::Score(score) if 0.0 < score && score < 1.0 => Some(score),
        DraftBody::Score(_) | DraftBody::Unknown(_) | DraftBody::Moves(_) => None,
    };
    let parts: Option<Vec<f64>> = nodes.iter().map(part).collect();
    parts.is_some_and(|parts| (parts.iter().sum::<f64>() - 1.0).abs() < 0.001)
}
