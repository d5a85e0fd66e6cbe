//! Whose view the printed scores take: the only place where a mover's score becomes MAX's.

use crate::game::Game as _;
use crate::game::Side;
use crate::names::named;
use crate::score::{Bound, Score, Window};
use crate::trace::{Header, Numbering};

named! {
    /// Whose view printed scores take; one for everything on a page.
    #[derive(Default)]
    pub enum View: "view" {
        /// All scores, alpha and beta are MAX's: White's on a board, else those of the player who moves first. Alpha is what
        /// MAX has already, beta what MIN has already.
        #[default]
        Minimax = "minimax", "MAX's: White's on a board, else the first player's";
        /// A child's score, alpha and beta are those of the side that moved to it, as the search itself has them; where a
        /// score changes its sign, the arithmetic is shown.
        Negamax = "negamax", "The side's that made the move, with the arithmetic of negamax";
    }
}

/// A view of one search. A ply is counted in half-moves after the root; a score "at" a ply is one of the side to move
/// there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// Whose view scores take.
    pub view: View,
    /// The numbers of moves, and who moves first, in chess.
    pub numbering: Option<Numbering>,
    /// The sides of a game that has a name, the one that began first, and which of them moves at the root.
    pub players: Option<([&'static str; 2], Side)>,
}

impl Perspective {
    /// Returns the view of the search with this header.
    #[must_use]
    pub fn new(view: View, header: &Header) -> Self {
        let game = header.named_game().ok().flatten();
        let players = game.map(|game| (game.sides(), game.turn()));
        Self { view, numbering: header.numbering, players }
    }

    /// Returns the view of a tree without a board, where MAX moves first, or of chess.
    #[must_use]
    pub const fn plain(view: View, numbering: Option<Numbering>) -> Self {
        Self { view, numbering, players: None }
    }

    /// Returns whether MAX is to move at `ply`.
    #[must_use]
    pub const fn is_max(self, ply: usize) -> bool {
        let black_first = matches!(self.numbering, Some(Numbering { black_to_move: true, .. }));
        let second_first = matches!(self.players, Some((_, Side::Second)));
        ply.is_multiple_of(2) != (black_first || second_first)
    }

    /// Returns whether a score at `ply` changes its sign in this view.
    #[must_use]
    pub fn flips(self, ply: usize) -> bool {
        self.view == View::Minimax && !self.is_max(ply)
    }

    /// Returns who is to move at `ply`: White or Black, X or O, or MAX or MIN where sides have no names.
    #[must_use]
    pub const fn side(self, ply: usize) -> &'static str {
        let (max, min) = self.sides();
        if self.is_max(ply) { max } else { min }
    }

    /// Returns what MAX and MIN are called.
    #[must_use]
    pub const fn sides(self) -> (&'static str, &'static str) {
        match (self.players, self.numbering) {
            (Some(([max, min], _)), _) => (max, min),
            (None, Some(_)) => ("White", "Black"),
            (None, None) => ("MAX", "MIN"),
        }
    }

    /// Returns whether the sides have names of their own.
    #[must_use]
    pub fn has_names(self) -> bool {
        self.sides() != ("MAX", "MIN")
    }

    /// Returns a score at `ply` as this view shows it.
    #[must_use]
    pub fn score(self, score: Score, ply: usize) -> Score {
        if self.flips(ply) { -score } else { score }
    }

    /// Returns a bound at `ply` as this view shows it.
    #[must_use]
    pub fn bound(self, bound: Bound, ply: usize) -> Bound {
        if self.flips(ply) { -bound } else { bound }
    }

    /// Returns a window at `ply` as this view shows it.
    #[must_use]
    pub fn window(self, window: Window, ply: usize) -> Window {
        if self.flips(ply) { -window } else { window }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perspective(view: View, black_to_move: bool) -> Perspective {
        Perspective::plain(view, Some(Numbering { move_number: 1, black_to_move }))
    }

    #[test]
    fn white_is_max_whoever_moves_first() {
        assert_eq!([0, 1].map(|ply| perspective(View::Minimax, false).side(ply)), ["White", "Black"]);
        assert_eq!([0, 1].map(|ply| perspective(View::Minimax, true).side(ply)), ["Black", "White"]);
        let tree = Perspective::plain(View::Minimax, None);
        assert_eq!([0, 1].map(|ply| tree.side(ply)), ["MAX", "MIN"]);
    }

    #[test]
    fn only_the_minimax_view_turns_signs() {
        let score = Score::from_millipawns(1500);
        assert_eq!([0, 1].map(|ply| perspective(View::Minimax, false).score(score, ply)), [score, -score]);
        assert_eq!([0, 1].map(|ply| perspective(View::Minimax, true).score(score, ply)), [-score, score]);
        assert_eq!([0, 1].map(|ply| perspective(View::Negamax, true).score(score, ply)), [score, score]);
    }
}
