//! Static evaluation: what a position is worth without searching, the parts of that value, and what captures win.

mod captures;
mod positional;

pub use captures::see;
pub(super) use captures::{gain, may_lose_material};
pub(crate) use captures::{is_tactical, mvv_lva};
pub use positional::Positional;

use crate::core::names::named;
use crate::core::score::Score;
use captures::value;
use shakmaty::{Board, CastlingSide, Chess, Color, Move, Piece, Position, Role, Square};
use std::fmt;

/// A static evaluation of chess positions.
pub trait Evaluator {
    /// Returns the name used on the command line and in traces.
    fn name(&self) -> &'static str;

    /// Returns the value of the position for the side to move.
    fn evaluate(&self, position: &Chess) -> Score;

    /// Returns the parts of the value. The sum of all [`Term::score`]s equals the value of [`evaluate`](Self::evaluate)
    /// from White's view exactly.
    fn terms(&self, position: &Chess) -> Vec<Term>;

    /// Returns the part of the value that depends only on one piece and its square, in millipawns for the piece's own
    /// side. A game updates the sum over all pieces with each move, and evaluates with
    /// [`evaluate_with`](Self::evaluate_with).
    #[inline]
    fn piece(&self, piece: Piece, square: Square) -> i32 {
        let _ = (piece, square);
        0
    }

    /// Returns the same value as [`evaluate`](Self::evaluate), given the sum of [`piece`](Self::piece) over White's
    /// pieces minus the sum over Black's.
    #[inline]
    fn evaluate_with(&self, position: &Chess, pieces: i32) -> Score {
        let _ = pieces;
        self.evaluate(position)
    }
}

/// Returns the sum of [`Evaluator::piece`] over White's pieces minus the sum over Black's.
pub(super) fn pieces<E: Evaluator>(evaluator: &E, board: &Board) -> i32 {
    let mut sum = 0;
    for (square, piece) in board {
        sum += for_white(piece.color, evaluator.piece(piece, square));
    }
    sum
}

/// Returns how a move changes [`pieces`].
#[inline]
pub(super) fn change<E: Evaluator>(evaluator: &E, side: Color, mv: Move) -> i32 {
    let own = |role: Role, square| evaluator.piece(role.of(side), square);
    let taken = |role: Role, square| evaluator.piece(role.of(!side), square);
    let change = match mv {
        // A case of its own for nearly all moves: if squares don't matter, the compiler sees that it is 0.
        Move::Normal { role, from, capture: None, to, promotion: None } => own(role, to) - own(role, from),
        Move::Normal { role, from, capture, to, promotion } => {
            own(promotion.unwrap_or(role), to) - own(role, from) + capture.map_or(0, |role| taken(role, to))
        }
        Move::EnPassant { from, to } => {
            let pawn = Square::from_coords(to.file(), from.rank());
            own(Role::Pawn, to) - own(Role::Pawn, from) + taken(Role::Pawn, pawn)
        }
        Move::Castle { king, rook } => {
            let to = CastlingSide::from_king_side(king < rook);
            own(Role::King, to.king_to(side)) - own(Role::King, king) + own(Role::Rook, to.rook_to(side))
                - own(Role::Rook, rook)
        }
        Move::Put { role, to } => own(role, to),
    };
    for_white(side, change)
}

#[inline]
const fn for_white(side: Color, value: i32) -> i32 {
    match side {
        Color::White => value,
        Color::Black => -value,
    }
}

/// Returns the score for the side to move of a position that is worth `millipawns` to White.
#[inline]
fn for_side_to_move(position: &Chess, millipawns: i32) -> Score {
    let score = Score::from_millipawns(millipawns);
    if position.turn() == Color::White { score } else { -score }
}

named! {
    /// The evaluators by name, the simplest first. Each value is itself an [`Evaluator`], which forwards to the one
    /// that it names.
    #[derive(Default)]
    pub enum Evaluation: "evaluation" {
        /// [`Material`].
        Material = "material", "Material alone: pawn 1, knight and bishop 3, rook 5, queen 9";
        /// [`Positional`].
        #[default]
        Positional = "positional", "Material, piece squares, mobility, and king shelter";
    }
}

impl Evaluator for Evaluation {
    fn name(&self) -> &'static str {
        (*self).name()
    }

    #[inline]
    fn evaluate(&self, position: &Chess) -> Score {
        match self {
            Self::Material => Material.evaluate(position),
            Self::Positional => Positional.evaluate(position),
        }
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        match self {
            Self::Material => Material.terms(position),
            Self::Positional => Positional.terms(position),
        }
    }

    #[inline]
    fn piece(&self, piece: Piece, square: Square) -> i32 {
        match self {
            Self::Material => Material.piece(piece, square),
            Self::Positional => Positional.piece(piece, square),
        }
    }

    #[inline]
    fn evaluate_with(&self, position: &Chess, pieces: i32) -> Score {
        match self {
            Self::Material => Material.evaluate_with(position, pieces),
            Self::Positional => Positional.evaluate_with(position, pieces),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad((*self).name())
    }
}

/// Material alone, with the values that beginners learn: pawn 1, knight and bishop 3, rook 5, queen 9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material;

const TERMS: [(&str, Role, i32); 5] = [
    ("pawns", Role::Pawn, 1000),
    ("knights", Role::Knight, 3000),
    ("bishops", Role::Bishop, 3000),
    ("rooks", Role::Rook, 5000),
    ("queens", Role::Queen, 9000),
];

impl Evaluator for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    #[inline]
    fn evaluate(&self, position: &Chess) -> Score {
        let board = position.board();
        let worth = |color| TERMS.iter().map(|&(_, role, value)| value * count(board, color, role)).sum::<i32>();
        self.evaluate_with(position, worth(Color::White) - worth(Color::Black))
    }

    #[inline]
    fn piece(&self, piece: Piece, _: Square) -> i32 {
        if piece.role == Role::King { 0 } else { 1000 * value(piece.role) }
    }

    #[inline]
    fn evaluate_with(&self, position: &Chess, pieces: i32) -> Score {
        for_side_to_move(position, pieces)
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        let phase = Phase::of(position);
        let part = |color, role, value| Tapered::constant(value * count(position.board(), color, role));
        let term = |&(name, role, value): &_| Term {
            name,
            white: part(Color::White, role, value),
            black: part(Color::Black, role, value),
            phase,
        };
        TERMS.iter().map(term).collect()
    }
}

#[inline]
fn count(board: &Board, color: Color, role: Role) -> i32 {
    board.by_piece(role.of(color)).count() as i32
}

/// How far a position is from the endgame, judged by the remaining pieces: 24 at the start, 0 with only kings and
/// pawns.
///
/// A knight or bishop counts 1, a rook 2, a queen 4; promotions do not bring it above 24.
///
/// Source: <https://www.chessprogramming.org/Tapered_Eval>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phase(i32);

impl Phase {
    /// All pieces are on the board.
    pub const MIDDLEGAME: Self = Self(24);
    /// Only kings and pawns are left.
    pub const ENDGAME: Self = Self(0);

    /// Returns the phase of a position.
    #[must_use]
    pub fn of(position: &Chess) -> Self {
        Self::of_board(position.board())
    }

    #[inline]
    fn of_board(board: &Board) -> Self {
        let minors = (board.knights() | board.bishops()).count();
        let pieces = minors + 2 * board.rooks().count() + 4 * board.queens().count();
        Self((pieces as i32).min(Self::MIDDLEGAME.0))
    }

    /// Returns the phase as a number from 0 (endgame) to 24 (middlegame).
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }
}

/// A value for the middlegame and one for the endgame, in millipawns; the phase interpolates between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tapered {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With only kings and pawns.
    pub endgame: i32,
}

impl Tapered {
    /// Returns a value that is the same in every phase.
    #[inline]
    #[must_use]
    pub const fn constant(millipawns: i32) -> Self {
        Self { middlegame: millipawns, endgame: millipawns }
    }

    /// Returns the value in this phase, rounded towards zero, which treats both sides alike.
    #[inline]
    #[must_use]
    pub const fn at(self, phase: Phase) -> i32 {
        let full = Phase::MIDDLEGAME.0;
        (self.middlegame * phase.0 + self.endgame * (full - phase.0)) / full
    }
}

/// One part of a position's value, with the share of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The name of the term, such as "mobility".
    pub name: &'static str,
    /// White's share.
    pub white: Tapered,
    /// Black's share, from Black's view.
    pub black: Tapered,
    /// The phase of the position, the same for all terms.
    pub phase: Phase,
}

impl Term {
    /// Returns White's share of the score in this phase.
    #[must_use]
    pub const fn white_score(&self) -> Score {
        Score::from_millipawns(self.white.at(self.phase))
    }

    /// Returns Black's share of the score in this phase, from Black's view.
    #[must_use]
    pub const fn black_score(&self) -> Score {
        Score::from_millipawns(self.black.at(self.phase))
    }

    /// Returns the difference from White's view.
    #[must_use]
    pub const fn score(&self) -> Score {
        Score::from_millipawns(self.white.at(self.phase) - self.black.at(self.phase))
    }

    /// Returns whether the term has the same value in the middlegame and in the endgame, for both sides.
    #[must_use]
    pub const fn is_constant(&self) -> bool {
        self.white.middlegame == self.white.endgame && self.black.middlegame == self.black.endgame
    }
}
