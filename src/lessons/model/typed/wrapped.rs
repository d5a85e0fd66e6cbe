//! Forms in which programs wrap the moves of a node: in an extra list, or in pairs of a probability and a score.

use super::draft::{Draft, DraftBody};

/// Unwraps the moves of each node whose only item is a list in square brackets, such as `('A', [3, 5])` and `max([3,
/// 5])`. `A:((3 5))` and `max((3 5))` stay as they are: there, the node has one move, which leads to the inner list.
pub(super) fn taken_out(mut node: Draft, text: &str) -> Draft {
    let DraftBody::Moves(moves) = &mut node.body else { return node };
    if let [list] = moves.as_mut_slice()
        && (node.name.is_some() || node.role.is_some())
        && is_wrapped(list, &text[node.at..], text)
        && let DraftBody::Moves(inside) = &mut list.body
    {
        *moves = std::mem::take(inside);
    }
    *moves = std::mem::take(moves).into_iter().map(|child| taken_out(child, text)).collect();
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

/// Explains why the moves of a chance node may be pairs of a probability and a score, or a list of probabilities and a
/// list of scores: `chance((0.4, 6), (0.6, 3))`, `chance([0.4, 0.6], [6, 3])`, `chance(6 (0.4) 3 (0.6))`.
pub(super) fn pairs(moves: &[Draft]) -> Option<String> {
    let is_bare = |node: &Draft| node.name.is_none() && node.role.is_none() && node.weight.is_none();
    let score = |node: &Draft| if let DraftBody::Score(score) = node.body { Some(score) } else { None };
    let lists: Vec<Vec<Option<f64>>> = if moves.iter().all(|node| node.moves().len() < 2) {
        let only = |node| if let [only] = Draft::moves(node) { score(only) } else { score(node) };
        moves.chunks(2).map(|pair| pair.iter().map(only).collect()).collect()
    } else {
        moves.iter().map(|node| node.moves().iter().map(score).collect()).collect()
    };
    if lists.iter().any(|list| list.len() < 2) || !moves.iter().all(is_bare) {
        return None;
    }
    let is_one = |parts: Option<Vec<f64>>| {
        let is_part = |part: &f64| 0.0 < *part && *part < 1.0;
        parts.is_some_and(|parts| parts.iter().all(is_part) && (parts.iter().sum::<f64>() - 1.0).abs() < 0.001)
    };
    let column = |place: usize| lists.iter().map(|list| list[place]).collect::<Option<Vec<f64>>>();
    let are_pairs = lists.iter().all(|list| list.len() == 2) && (is_one(column(0)) || is_one(column(1)));
    let is_row = |list: &[Option<f64>]| is_one(list.iter().copied().collect());
    let are_rows = lists.len() == 2 && lists[0].len() == lists[1].len() && (is_row(&lists[0]) || is_row(&lists[1]));
    (are_pairs || are_rows).then(|| {
        "the fractions here add up to 1, so they may be probabilities; write a probability before its move, with a colon: \
         chance(0.4: 6 0.6: 3)"
            .to_owned()
    })
}
