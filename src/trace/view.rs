//! Whose view the printed scores take.

use super::Numbering;
use crate::score::{Bound, Score, Window};

/// Whose view printed scores take; one for tree, log and PV of an output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A child's score is seen by the side that moved to it, as the search itself does.
    #[default]
    Mover,
    /// As [`Mover`](Self::Mover), and the log writes out how a score and a window change their sign from ply to ply:
    /// `-(x)`, and `(a,b)` becomes `(-b,-a)`.
    Negamax,
    /// All scores are seen by White; without a board, by the side to move at the root.
    White,
}

impl View {
    /// Returns whether scores of the side that moves `ply` half-moves after the root (0 = at the root) change their sign.
    ///
    /// The only place where a side to move's score becomes White's.
    #[must_use]
    pub fn flips(self, ply: usize, numbering: Option<Numbering>) -> bool {
        let black_first = numbering.is_some_and(|numbering| numbering.black_to_move);
        self == Self::White && (ply % 2 == 1) != black_first
    }

    /// Returns a score of the side that moves at `ply` as this view shows it.
    #[must_use]
    pub fn score(self, score: Score, ply: usize, numbering: Option<Numbering>) -> Score {
        if self.flips(ply, numbering) { -score } else { score }
    }

    /// Returns a window of the side that moves at `ply` as this view shows it.
    #[must_use]
    pub fn window(self, window: Window, ply: usize, numbering: Option<Numbering>) -> Window {
        if self.flips(ply, numbering) { -window } else { window }
    }

    /// Returns a bound of the side that moves at `ply` as this view shows it.
    #[must_use]
    pub fn bound(self, bound: Bound, ply: usize, numbering: Option<Numbering>) -> Bound {
        if self.flips(ply, numbering) { -bound } else { bound }
    }
}
