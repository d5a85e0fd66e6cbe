//! Kinds of moves, told apart by their names, and the hook that takes some of them away.

use crate::game::Game;
use crate::hooks::{Flow, Hooks, Line};
use crate::names::named;

named! {
    /// What a move of chess is. One move may be of several kinds.
    pub enum KindOfMove: "kind of move" {
        /// A move of the king, castling among them.
        King = "king", "moves of the king, castling among them";
        /// A move of a queen.
        Queen = "queen", "moves of queens";
        /// A move of a rook.
        Rook = "rook", "moves of rooks";
        /// A move of a bishop.
        Bishop = "bishop", "moves of bishops";
        /// A move of a knight.
        Knight = "knight", "moves of knights";
        /// A move of a pawn, promotions among them.
        Pawn = "pawn", "moves of pawns";
        /// A capture.
        Capture = "capture", "captures";
        /// A check or mate.
        Check = "check", "moves that give check";
    }
}

impl KindOfMove {
    /// Returns whether the move with this name, as SAN has it, is of the kind.
    #[must_use]
    pub fn is_of(self, name: &str) -> bool {
        match self {
            Self::King => name.starts_with(['K', 'O']),
            Self::Queen => name.starts_with('Q'),
            Self::Rook => name.starts_with('R'),
            Self::Bishop => name.starts_with('B'),
            Self::Knight => name.starts_with('N'),
            Self::Pawn => name.starts_with(|c: char| c.is_ascii_lowercase()),
            Self::Capture => name.contains('x'),
            Self::Check => name.ends_with(['+', '#']),
        }
    }
}

/// Hooks that take moves of some kinds away, everywhere. A position that loses all its moves becomes a leaf.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Without(pub Vec<KindOfMove>);

impl<G: Game> Hooks<G> for Without {
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        if !self.0.is_empty() {
            moves.retain(|&mv| {
                let name = at.game.name(mv);
                !self.0.iter().any(|kind| kind.is_of(&name))
            });
        }
        Flow::Continue(())
    }

    fn do_nothing(&self) -> bool {
        self.0.is_empty()
    }
}
