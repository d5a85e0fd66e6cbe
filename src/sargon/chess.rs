//! Converts chess positions to Sargon's board, which needs more than a FEN contains: which pieces have moved, and when.
//! Also names moves in standard algebraic notation, because the program itself uses only coordinates.

use super::board::{Move, MoveKind, Piece, SargonBoard, SargonMove};
use super::generator::{is_in_check, is_legal, pseudo_legal};
use super::{BookUse, SargonGame};
use crate::core::game::chess::{FenError, parse_fen};
use crate::core::game::{Diagram, Game, MoveError, MoveErrorKind};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{Chess, Color, EnPassantMode, File, MoveList, Position, Rank, Role, Square};

impl SargonGame {
    /// Returns the game that begins at a FEN.
    ///
    /// # Errors
    /// [`FenError`] if the text is not a FEN of a legal position.
    ///
    /// ```
    /// use plywood::internal::sargon::{BookUse, SargonGame};
    /// let error = SargonGame::from_fen("8/8/8/8/8/8/8/K7 w - - 0 1", BookUse::Open).unwrap_err();
    /// assert!(error.to_string().contains("king"));
    /// ```
    pub fn from_fen(fen: &str, book: BookUse) -> Result<Self, FenError> {
        Ok(Self::from_chess(&parse_fen(fen)?, book))
    }

    /// Returns the game that begins at a position.
    ///
    /// Which pieces have moved is a guess: pieces on their home squares have not moved, and all others have. A rook on
    /// its home square counts as unmoved only if castling with it is allowed or its king has moved. A king without
    /// castling rights counts as castled.
    pub fn from_chess(position: &Chess, book: BookUse) -> Self {
        let mut board = SargonBoard::empty(position.turn(), 0);
        for square in Square::ALL {
            let Some(piece) = position.board().piece_at(square) else { continue };
            board.put(square, import(position, square, piece));
            if let Role::King = piece.role {
                board.record_king(piece.color, square);
            } else if let Role::Queen = piece.role {
                // If a side has several queens, the last one scanned is recorded.
                board.record_queen(piece.color, square);
            }
        }
        let opening = book == BookUse::Open && is_opening(position);
        board.set_moveno(if opening { 1 } else { move_number(position) });
        Self::at_root(board, diagram(position), previous_move(position), opening)
    }

    /// Returns the name of a move in chess notation, with `=Q`, `+` and `#`.
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

    /// Reads a move of this position in algebraic notation or coordinates (`e2e4`, `e7e8q`). Symbols such as `x`, `=`,
    /// `+` and `!` may be missing or superfluous.
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a legal move of this position, or is ambiguous.
    ///
    /// ```
    /// use plywood::internal::sargon::{BookUse, SargonGame};
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
        legal.sort_unstable();
        Err(MoveError { text: text.to_owned(), kind, legal })
    }

    /// Returns the legal moves as chess moves.
    fn legal_in_chess(&self) -> MoveList {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        legal.into_iter().map(|mv| self.to_chess(mv)).collect()
    }

    /// Converts a move of this position to a chess move.
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

/// Returns the diagram of a position. Its FEN includes every double step, because Sargon records every one.
fn diagram(position: &Chess) -> Diagram {
    let fen = Fen::from_position(position, EnPassantMode::Always).to_string();
    Diagram { fen, move_number: position.fullmoves().get() }
}

impl Move {
    /// Converts a chess move to a Sargon move, or returns `None` for a promotion to a piece other than a queen.
    pub fn from_chess(mv: shakmaty::Move) -> Option<Self> {
        let from = mv.from()?;
        let (to, kind) = match mv {
            shakmaty::Move::EnPassant { to, .. } => (to, MoveKind::EnPassant),
            shakmaty::Move::Castle { king, rook } => {
                let (file, kind) = if king.file() < rook.file() {
                    (File::G, MoveKind::CastleKingSide)
                } else {
                    (File::C, MoveKind::CastleQueenSide)
                };
                (Square::from_coords(file, king.rank()), kind)
            }
            mv @ (shakmaty::Move::Normal { .. } | shakmaty::Move::Put { .. }) => match mv.promotion() {
                None => (mv.to(), MoveKind::Ordinary),
                Some(Role::Queen) => (mv.to(), MoveKind::Promotion),
                Some(_) => return None,
            },
        };
        Some(Self { from, to, kind })
    }
}

fn import(position: &Chess, square: Square, piece: shakmaty::Piece) -> Piece {
    let shakmaty::Piece { color, role } = piece;
    let rights = position.castles().castling_rights();
    let is_home_rank = square.rank() == home_rank(color);
    let king_is_home = position.board().king_of(color) == Some(king_home(color));
    let has_right = rights.into_iter().any(|rook| rook.rank() == home_rank(color));
    let is_unmoved = match role {
        Role::Pawn => square.rank() == pawn_rank(color),
        Role::Knight => is_home_rank && matches!(square.file(), File::B | File::G),
        Role::Bishop => is_home_rank && matches!(square.file(), File::C | File::F),
        Role::Queen => is_home_rank && square.file() == File::D,
        Role::Rook => {
            is_home_rank && matches!(square.file(), File::A | File::H) && (rights.contains(square) || !king_is_home)
        }
        Role::King => king_is_home && has_right,
    };
    Piece { color, role, has_moved: !is_unmoved, has_castled: role == Role::King && !is_unmoved }
}

fn home_rank(color: Color) -> Rank {
    color.fold_wb(Rank::First, Rank::Eighth)
}

fn pawn_rank(color: Color) -> Rank {
    color.fold_wb(Rank::Second, Rank::Seventh)
}

fn king_home(color: Color) -> Square {
    Square::from_coords(File::E, home_rank(color))
}

/// Returns the double step indicated by the en-passant field, as the move before the root.
fn previous_move(position: &Chess) -> Option<SargonMove> {
    let passed = position.ep_square(EnPassantMode::Always)?;
    let mover = position.turn().other();
    let from = Square::from_coords(passed.file(), pawn_rank(mover));
    let to = Square::from_coords(passed.file(), mover.fold_wb(Rank::Fourth, Rank::Fifth));
    Some(SargonMove { mv: Move { from, to, kind: MoveKind::Ordinary }, captured: None, is_first: true })
}

/// Returns MOVENO for a game that does not begin in the opening book.
///
/// Quirk: "move 1" in a FEN is ignored. The number is then guessed from how many squares of the home ranks have
/// changed, and is at least 2.
fn move_number(position: &Chess) -> u8 {
    let told = position.fullmoves().get();
    if 1 < told {
        // The number is one byte, as in the program.
        return told as u8;
    }
    (displaced(position) / 2).max(2) as u8
}

/// Counts the squares on both sides' first two ranks whose content differs from the start position.
fn displaced(position: &Chess) -> u32 {
    let start = Chess::default();
    let home = |square: &Square| matches!(square.rank(), Rank::First | Rank::Second | Rank::Seventh | Rank::Eighth);
    let differs = |&square: &Square| position.board().piece_at(square) != start.board().piece_at(square);
    Square::ALL.into_iter().filter(home).filter(differs).count() as u32
}

/// Returns whether this is the start of a game, or the position after White's first move.
fn is_opening(position: &Chess) -> bool {
    let start = Chess::default();
    let is_same = |other: &Chess| {
        position.board() == other.board()
            && position.turn() == other.turn()
            && position.castles().castling_rights() == other.castles().castling_rights()
    };
    if 1 < position.fullmoves().get() {
        return false;
    }
    is_same(&start)
        || start.legal_moves().into_iter().any(|mv| {
            let mut next = start.clone();
            next.play_unchecked(mv);
            is_same(&next)
        })
}
