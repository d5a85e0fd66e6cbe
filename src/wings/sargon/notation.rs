//! Names of moves in standard algebraic notation. The program itself knows only coordinates.

use super::SargonGame;
use super::board::{Move, MoveKind};
use super::generator::{is_in_check, is_legal, pseudo_legal};
use crate::game::{Game, MoveError, MoveErrorKind};
use shakmaty::san::San;
use shakmaty::{File, MoveList, Role, Square};

impl SargonGame {
    /// The name of a move in chess, with `=Q`, `+` and `#`.
    pub(super) fn san(&self, mv: Move) -> String {
        let mut name = San::disambiguate(self.to_chess(mv), &self.legal_in_chess()).to_string();
        let mut board = self.board.clone();
        let played = board.play(mv);
        if is_in_check(&board, board.turn()) {
            let mut has_reply = false;
            pseudo_legal(&board, Some(&played), |reply| has_reply = has_reply || is_legal(&board, reply));
            name.push(if has_reply { '+' } else { '#' });
        }
        name
    }

    /// Reads a move of this position in algebraic notation or coordinates (`e2e4`, `e7e8q`). Signs such as `x`, `=`,
    /// `+` and `!` may be missing or too many.
    ///
    /// # Errors
    /// [`MoveError`], with the legal moves, if the text is not a move, or an illegal or ambiguous one.
    ///
    /// ```
    /// use plywood::sargon::{BookUse, SargonGame};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = SargonGame::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 60", BookUse::Open)?;
    /// assert_eq!(game.parse_san("a8=Q")?, game.parse_san("a7a8q")?);
    /// assert!(game.parse_san("a8=N").is_err(), "the program knows queens only");
    /// # Ok(())
    /// # }
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']).trim_end_matches("e.p.");
        let castling = bare.replace('0', "O");
        let san = if bare.starts_with('0') { &castling } else { bare }.parse::<San>();
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let letters = |text: &str| text.chars().filter(|c| !"x:=-+#".contains(*c)).collect::<String>();
        let wanted = letters(bare);
        let is_meant = |mv: &Move| match &san {
            Ok(san) => san.matches(self.to_chess(*mv)),
            Err(_) => {
                let coordinates = mv.to_string();
                let is_queen = mv.kind == MoveKind::Promotion && wanted == format!("{coordinates}q");
                wanted == coordinates || is_queen || wanted == letters(&self.name(*mv))
            }
        };
        let mut meant = legal.iter().filter(|mv| is_meant(mv));
        let kind = match (meant.next(), meant.next()) {
            (Some(&mv), None) => return Ok(mv),
            (Some(_), Some(_)) => MoveErrorKind::Ambiguous,
            (None, _) if san.is_ok() => MoveErrorKind::Illegal,
            (None, _) => MoveErrorKind::NotAMove,
        };
        let mut legal: Vec<String> = legal.iter().map(|&mv| self.name(mv)).collect();
        legal.sort();
        Err(MoveError { text: text.to_owned(), kind, legal })
    }

    /// The legal moves as chess writes them.
    fn legal_in_chess(&self) -> MoveList {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        legal.into_iter().map(|mv| self.to_chess(mv)).collect()
    }

    /// A move of this position as chess writes it.
    fn to_chess(&self, mv: Move) -> shakmaty::Move {
        let rank = mv.from.rank();
        let role = |square: Square| self.board.piece(square).map(|piece| piece.role);
        match mv.kind {
            MoveKind::CastleKingSide => {
                shakmaty::Move::Castle { king: mv.from, rook: Square::from_coords(File::H, rank) }
            }
            MoveKind::CastleQueenSide => {
                shakmaty::Move::Castle { king: mv.from, rook: Square::from_coords(File::A, rank) }
            }
            MoveKind::EnPassant => shakmaty::Move::EnPassant { from: mv.from, to: mv.to },
            MoveKind::Ordinary | MoveKind::Promotion => shakmaty::Move::Normal {
                role: role(mv.from).unwrap_or(Role::Pawn),
                from: mv.from,
                capture: role(mv.to),
                to: mv.to,
                promotion: (mv.kind == MoveKind::Promotion).then_some(Role::Queen),
            },
        }
    }
}
