//! History: quiet moves that often cause cutoffs, wherever they are played, are tried early.
//!
//! Source: Schaeffer, *The History Heuristic* (1983); <https://www.chessprogramming.org/History_Heuristic>.

use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeSection, SectionLines};

/// For each move that can recur, the sum of the squared depths of its cutoffs.
#[derive(Debug)]
pub(crate) struct History(Vec<u32>);

/// When the sum of a move exceeds this limit, all sums are halved, so that recent cutoffs count more.
pub(crate) const LIMIT: u32 = 1 << 20;

impl History {
    pub(crate) fn new(moves: usize) -> Self {
        Self(vec![0; moves])
    }

    #[inline]
    pub(crate) fn of(&self, index: usize) -> u32 {
        self.0[index]
    }

    /// Records that the move caused a cutoff in a search of `depth` plies.
    #[inline]
    pub(crate) fn remember(&mut self, index: usize, depth: u32) {
        self.0[index] += depth * depth;
        if LIMIT < self.0[index] {
            self.0.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

pub(crate) const CODE: &[SectionLines] = &[
    (CodeSection::Moves, &[(CodeAction::Order, Any, "    put quiet moves with a history first, highest first")]),
    (
        CodeSection::Cutoff,
        &[(CodeAction::Nothing, Any, "            if the move is quiet: add depth * depth to its history")],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_depths_are_added_up() {
        let mut history = History::new(2);
        history.remember(1, 3);
        history.remember(1, 5);
        assert_eq!([history.of(0), history.of(1)], [0, 34]);
    }

    #[test]
    fn beyond_the_limit_all_moves_lose_half() {
        let mut history = History::new(3);
        history.remember(0, 5);
        history.remember(1, 1024);
        assert_eq!(history.of(1), LIMIT, "the limit itself may be reached");
        history.remember(2, 1025);
        assert_eq!([history.of(0), history.of(1), history.of(2)], [12, LIMIT / 2, 1025 * 1025 / 2]);
    }
}
