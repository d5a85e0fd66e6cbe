//! The key of a position, and what it is made of.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position};

/// A number that goes into a key, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPart {
    /// What it stands for: `K on e1`, `White may castle short`.
    pub what: String,
    /// The number.
    pub number: u64,
}

/// Returns the Polyglot key of a position. The file of an en-passant square counts only if a pawn stands ready to capture.
#[must_use]
pub fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

/// Returns the numbers whose exclusive or is the key: one for each man on its square, each castling right, the file of en
/// passant, and White to move.
#[must_use]
pub fn key_parts(position: &Chess) -> Vec<KeyPart> {
    let mut parts = Vec::new();
    let mut add = |what: String, number: Zobrist64| parts.push(KeyPart { what, number: number.0 });
    for (square, piece) in position.board().clone() {
        add(format!("{} on {square}", piece.char()), Zobrist64::zobrist_for_piece(square, piece));
    }
    for color in [Color::White, Color::Black] {
        for (side, name) in [(CastlingSide::KingSide, "short"), (CastlingSide::QueenSide, "long")] {
            if position.castles().has(color, side) {
                let what = format!("{} may castle {name}", color.fold_wb("White", "Black"));
                add(what, Zobrist64::zobrist_for_castling_right(color, side));
            }
        }
    }
    if let Some(square) = position.ep_square(EnPassantMode::PseudoLegal) {
        add(format!("en passant on the {} file", square.file()), Zobrist64::zobrist_for_en_passant_file(square.file()));
    }
    if position.turn() == Color::White {
        add("White to move".to_owned(), Zobrist64::zobrist_for_white_turn());
    }
    parts
}
