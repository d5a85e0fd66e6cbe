//! Names of moves in standard algebraic notation.

use super::SargonGame;
use super::board::{Move, MoveKind};
use super::generator::{is_in_check, is_legal, pseudo_legal};
use crate::game::{Ending, Game, Notation};
use shakmaty::{Role, Square};

impl Notation for SargonGame {
    /// The program knows only coordinates; the name is that of chess, with `=Q`, `+` and `#`.
    fn name(&self, mv: Move) -> String {
        let mut name = self.bare_name(mv);
        let mut board = self.board.clone();
        let played = board.play(mv);
        if is_in_check(&board, board.turn()) {
            let mut has_reply = false;
            pseudo_legal(&board, Some(&played), |reply| has_reply = has_reply || is_legal(&board, reply));
            name.push(if has_reply { '+' } else { '#' });
        }
        name
    }

    fn ending_name(&self) -> Option<&'static str> {
        Some(match self.ending()? {
            Ending::Loss => "checkmate",
            Ending::Draw => "stalemate",
            Ending::Win => "won",
        })
    }
}

impl SargonGame {
    fn bare_name(&self, mv: Move) -> String {
        match mv.kind {
            MoveKind::CastleKingSide => return "O-O".to_owned(),
            MoveKind::CastleQueenSide => return "O-O-O".to_owned(),
            _ => {}
        }
        let role = self.board.piece(mv.from).map_or(Role::Pawn, |piece| piece.role);
        let is_capture = self.board.piece(mv.capture_square()).is_some();
        let origin = match role {
            Role::Pawn if is_capture => mv.from.file().char().to_string(),
            Role::Pawn => String::new(),
            _ => format!("{}{}", role.upper_char(), self.disambiguation(mv, role)),
        };
        let capture = if is_capture { "x" } else { "" };
        let promotion = if mv.kind == MoveKind::Promotion { "=Q" } else { "" };
        format!("{origin}{capture}{}{promotion}", mv.to)
    }

    /// File, rank, or both, as far as needed to tell the move from those of like pieces.
    fn disambiguation(&self, mv: Move, role: Role) -> String {
        let mut rivals: Vec<Square> = Vec::new();
        pseudo_legal(&self.board, self.played.last(), |other| {
            let is_like = self.board.piece(other.from).is_some_and(|piece| piece.role == role);
            if is_like && other.to == mv.to && other.from != mv.from && is_legal(&self.board, other) {
                rivals.push(other.from);
            }
        });
        if rivals.is_empty() {
            return String::new();
        }
        if rivals.iter().all(|rival| rival.file() != mv.from.file()) {
            return mv.from.file().char().to_string();
        }
        if rivals.iter().all(|rival| rival.rank() != mv.from.rank()) {
            return mv.from.rank().char().to_string();
        }
        mv.from.to_string()
    }
}
