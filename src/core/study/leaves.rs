//! The leaves of the full tree, counted without a search.

use super::Ground;
use crate::trace::{Critical, Leaves};

/// Counts the leaves of the full tree to `depth` plies, and the fewest that any alpha-beta search needs; nothing if there are
/// more than `limit`.
///
/// Takes time in proportion to the inner nodes.
pub fn count(ground: &mut dyn Ground, depth: u32, limit: u64) -> Option<Leaves> {
    let mut all = 0;
    let critical = below(ground, depth, limit, &mut all)?;
    Some(Leaves { all, fewest: critical.pv() })
}

fn below(ground: &mut dyn Ground, depth: u32, limit: u64, all: &mut u64) -> Option<Critical> {
    let moves = ground.moves();
    if depth <= 1 || moves == 0 {
        // At the last ply each move is a leaf; without moves, the node itself is.
        *all += moves.max(1) as u64;
        let critical = (0..moves).map(|_| Critical::LEAF).collect();
        return (*all <= limit).then_some(critical);
    }
    let mut children = Vec::with_capacity(moves);
    for index in 0..moves {
        ground.play(index);
        let critical = below(ground, depth - 1, limit, all);
        ground.undo();
        children.push(critical?);
    }
    Some(children.into_iter().collect())
}
