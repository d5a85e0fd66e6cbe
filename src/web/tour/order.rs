//! The stop about the order of moves: the same tree, the best moves first, and the worst.

use super::frame::{Frame, TourStop, choice};
use super::letters::Letters;
use crate::page::text::{capitalized, counted};
use crate::search::Order;
use crate::study::StudyError;

/// How many leaves are scored in three orders, beside the fewest possible.
///
/// # Errors
/// [`StudyError`] if the tree cannot be searched.
pub(super) fn order(letters: &Letters<'_>) -> Result<TourStop, StudyError> {
    let best = letters.best_play(&letters.values(None));
    let all = letters.tree.leaves().count();
    let fewest = letters.header.shape.as_ref().map_or(0, |shape| shape.fewest_leaves());
    let names = ["as they stand", "the best move first", "the worst move first"];
    let mut frames = Vec::new();
    let mut scored = Vec::new();
    for (name, order) in names.into_iter().zip([Order::None, Order::Best, Order::Worst]) {
        let (cells, leaves) = letters.in_order(order)?;
        scored.push(leaves);
        let text = match frames.is_empty() {
            true => format!(
                "The finished search, the moves {name}: {} of {all} scored. Whatever the scores, a tree of this shape needs \
                 {fewest} at least.",
                counted(leaves, "leaf", "leaves")
            ),
            false => format!("{}: {} of {all} scored.", capitalized(name), counted(leaves, "leaf", "leaves")),
        };
        frames.push(Frame::new(text, cells, None, &best));
    }
    let least = (0..names.len()).min_by_key(|&order| scored[order]).unwrap_or_default();
    let counts: Vec<String> = names.iter().zip(&scored).map(|(name, leaves)| format!("{name} {leaves}")).collect();
    let asked = choice(
        "In which order of the moves are the fewest leaves scored?".to_owned(),
        names.map(str::to_owned).to_vec(),
        names[least],
        format!("leaves scored: {}", counts.join(", ")),
    );
    frames[1].ask.extend(asked);
    Ok(TourStop { title: "Order: the same tree, other moves first", frames })
}
