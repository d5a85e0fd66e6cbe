//! Material alone.

use super::terms::{Phase, Tapered, Term};
use super::{Evaluator, for_side_to_move};
use crate::score::Score;
use shakmaty::{Board, Chess, Color, Position, Role};

/// Material alone, in the values that beginners learn: pawn 1, knight and bishop 3, rook 5, queen 9.
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
        for_side_to_move(position, worth(Color::White) - worth(Color::Black))
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
