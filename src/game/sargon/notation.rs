//! Names of moves in standard algebraic notation.

use super::SargonGame;
use super::board::{Move, MoveKind};
use super::generator::{is_in_check, is_legal, pseudo_legal};
use crate::game::chess::{SanError, SanErrorKind};
use crate::game::{Ending, Game, Notation};
use shakmaty::san::San;
use shakmaty::{File, Role, Square};

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
    /// Reads a move of this position in algebraic notation or coordinates (`e2e4`, `e7e8q`). Signs such as `x`, `=`,
    /// `+` and `!` may be missing or too many.
    ///
    /// # Errors
    /// [`SanError`], with the legal moves, if the text is not a move, or an illegal or ambiguous one.
    ///
    /// ```
    /// use plywood::game::sargon::{Book, SargonGame};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = SargonGame::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 60", Book::Open)?;
    /// assert_eq!(game.parse_san("a8=Q")?, game.parse_san("a7a8q")?);
    /// assert!(game.parse_san("a8=N").is_err(), "the program knows queens only");
    /// # Ok(())
    /// # }
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']).trim_end_matches("e.p.");
        let castling = bare.replace('0', "O");
        let san = if bare.starts_with('0') { &castling } else { bare }.parse::<San>();
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let letters = |text: &str| text.chars().filter(|c| !"x:=-+#".contains(*c)).collect::<String>();
        let wanted = letters(bare);
        let is_meant = |mv: &Move| match &san {
            Ok(san) => self.is_named(*mv, san),
            Err(_) => {
                let coordinates = mv.to_string();
                let is_queen = mv.kind == MoveKind::Promotion && wanted == format!("{coordinates}q");
                wanted == coordinates || is_queen || wanted == letters(&self.name(*mv))
            }
        };
        let mut meant = legal.iter().filter(|mv| is_meant(mv));
        let kind = match (meant.next(), meant.next()) {
            (Some(&mv), None) => return Ok(mv),
            (Some(_), Some(_)) => SanErrorKind::Ambiguous,
            (None, _) if san.is_ok() => SanErrorKind::Illegal,
            (None, _) => SanErrorKind::NotAMove,
        };
        let mut legal: Vec<String> = legal.iter().map(|&mv| self.name(mv)).collect();
        legal.sort();
        Err(SanError { text: text.to_owned(), kind, legal })
    }

    /// Returns whether `san` may mean a legal move.
    fn is_named(&self, mv: Move, san: &San) -> bool {
        let castles = matches!(mv.kind, MoveKind::CastleKingSide | MoveKind::CastleQueenSide);
        match *san {
            San::Normal { role, file, rank, to, promotion, .. } => {
                let queen = (mv.kind == MoveKind::Promotion).then_some(Role::Queen);
                self.board.piece(mv.from).is_some_and(|piece| piece.role == role)
                    && !castles
                    && to == mv.to
                    && promotion == queen
                    && file.is_none_or(|file| file == mv.from.file())
                    && rank.is_none_or(|rank| rank == mv.from.rank())
            }
            San::Castle(side) => castles && (mv.to.file() == File::G) == side.is_king_side(),
            San::Put { .. } | San::Null => false,
        }
    }

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
