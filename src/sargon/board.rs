//! Sargon's board: the pieces, which of them have moved, and the recorded squares of each side's king and queen.
//!
//! Invariant: `play` and `undo` are inverse to each other except for the recorded queen squares; see
//! [`SargonBoard::queen`].

use shakmaty::{Bitboard, Color, Role, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub color: Color,
    pub role: Role,
    /// Whether the piece has moved or is assumed to have moved.
    pub has_moved: bool,
    /// Whether the piece is a king that has castled or is assumed to have castled.
    pub has_castled: bool,
}

impl Piece {
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role, has_moved: false, has_castled: false }
    }
}

/// Returns the value of a kind of piece in pawns; a king counts 10.
#[inline]
pub(crate) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}

/// A move in Sargon. A pawn that reaches the last rank becomes a queen: there is no other promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub from: Square,
    /// The target square; for castling, the king's target square.
    pub to: Square,
    pub kind: MoveKind,
}

/// The effects of a [`Move`] in addition to moving one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// No other effect, or a capture on the target square.
    Ordinary,
    Promotion,
    /// A pawn captures the pawn next to it.
    EnPassant,
    /// The rook to the right of the king jumps over it.
    CastleKingSide,
    /// The rook to the left of the king jumps over it.
    CastleQueenSide,
}

impl Move {
    /// Returns the square on which a piece is captured, if any.
    #[inline]
    pub fn capture_square(self) -> Square {
        if let MoveKind::EnPassant = self.kind {
            Square::from_coords(self.to.file(), self.from.rank())
        } else {
            self.to
        }
    }

    /// Returns the squares between which the rook moves, if the move is castling.
    #[inline]
    pub(super) fn rook_way(self) -> Option<(Square, Square)> {
        let (from, to) = match self.kind {
            MoveKind::CastleKingSide => (3, 1),
            MoveKind::CastleQueenSide => (-4, -1),
            MoveKind::Ordinary | MoveKind::Promotion | MoveKind::EnPassant => return None,
        };
        Some((self.from.offset(from)?, self.from.offset(to)?))
    }
}

/// Writes coordinates without the promoted piece, as the program does: `e2e4`, `e7e8`, `e1g1`.
impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// A move that was played, with the data needed to take it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SargonMove {
    pub mv: Move,
    pub captured: Option<Piece>,
    pub is_first: bool,
}

/// A position: pieces with their flags, recorded squares, side to move and move number.
#[derive(Clone, Debug)]
pub struct SargonBoard {
    squares: [Option<Piece>; 64],
    by_role: [Bitboard; 6],
    by_color: [Bitboard; 2],
    kings: [Square; 2],
    queens: [Option<Square>; 2],
    turn: Color,
    moveno: u8,
    sums: Sums,
}

/// Sums over all pieces, White positive. They are updated with each move, so that a static evaluation need not visit
/// pieces that are not attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// Material in half pawns.
    pub material: i32,
    /// The development terms of bishops, knights and kings.
    pub development: i32,
    /// The number of rooks and queens that have moved.
    pub restless: i32,
}

impl Sums {
    #[inline]
    fn add(&mut self, piece: Piece, sign: i32) {
        let sign = if piece.color == Color::White { sign } else { -sign };
        self.material += sign * 2 * piece_value(piece.role);
        match piece.role {
            Role::Knight | Role::Bishop if !piece.has_moved => self.development -= 2 * sign,
            Role::King if piece.has_castled => self.development += 6 * sign,
            Role::King if piece.has_moved => self.development -= 2 * sign,
            Role::Rook | Role::Queen if piece.has_moved => self.restless += sign,
            Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {}
        }
    }
}

impl SargonBoard {
    /// Returns a board without pieces; the caller must place both kings on it before calling anything else.
    pub(super) fn empty(turn: Color, moveno: u8) -> Self {
        Self {
            squares: [None; 64],
            by_role: [Bitboard::EMPTY; 6],
            by_color: [Bitboard::EMPTY; 2],
            kings: [Square::E8, Square::E1],
            queens: [None; 2],
            turn,
            moveno,
            sums: Sums::default(),
        }
    }

    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns MOVENO, the number of the next move of the side to move. It is one byte, so it wraps around.
    #[inline]
    pub fn moveno(&self) -> u8 {
        self.moveno
    }

    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// Returns the square on which the program believes the queen to be. Only pin detection uses it.
    ///
    /// Quirk: there is one square per side, and it can be stale. A promotion does not record the new queen; the capture
    /// of any queen clears the square. When the move or the capture of a queen is taken back, that queen is recorded,
    /// even if another queen was recorded before. So the recorded square can contain another queen, any other piece, or
    /// nothing, and it keeps its value after the search.
    #[inline]
    pub fn queen(&self, color: Color) -> Option<Square> {
        self.queens[color as usize]
    }

    #[inline]
    pub(super) fn color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// Returns the colour of the piece on an occupied square.
    #[inline]
    pub(super) fn color_at(&self, square: Square) -> Color {
        Color::from_white(self.color(Color::White).contains(square))
    }

    #[inline]
    pub(super) fn role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize - 1]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    #[inline]
    pub(super) fn sums(&self) -> Sums {
        self.sums
    }

    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.squares[square as usize] = Some(piece);
        self.by_role[piece.role as usize - 1].toggle_const(Bitboard::from_square(square));
        self.by_color[piece.color as usize].toggle_const(Bitboard::from_square(square));
        self.sums.add(piece, 1);
    }

    #[inline]
    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square as usize].take()?;
        self.by_role[piece.role as usize - 1].toggle_const(Bitboard::from_square(square));
        self.by_color[piece.color as usize].toggle_const(Bitboard::from_square(square));
        self.sums.add(piece, -1);
        Some(piece)
    }

    pub(super) fn set_moveno(&mut self, moveno: u8) {
        self.moveno = moveno;
    }

    pub(super) fn record_king(&mut self, color: Color, square: Square) {
        self.kings[color as usize] = square;
    }

    pub(super) fn record_queen(&mut self, color: Color, square: Square) {
        self.queens[color as usize] = Some(square);
    }

    /// Records the new square of a king or queen; at this point, a pawn that promotes is still a pawn.
    #[inline]
    fn record(&mut self, piece: Piece, square: Square) {
        if let Role::King = piece.role {
            self.record_king(piece.color, square);
        } else if let Role::Queen = piece.role {
            self.record_queen(piece.color, square);
        }
    }

    pub(super) fn play(&mut self, mv: Move) -> SargonMove {
        let mut piece = self.take(mv.from).expect("a move starts from a piece");
        let is_first = !piece.has_moved;
        let captured = self.take(mv.capture_square());
        if let Some(Piece { role: Role::Queen, color, .. }) = captured {
            self.queens[color as usize] = None;
        }
        self.record(piece, mv.to);
        piece.has_moved = true;
        if mv.kind == MoveKind::Promotion {
            // Quirk: the new queen's square is not recorded.
            piece.role = Role::Queen;
        }
        if let Some((from, to)) = mv.rook_way() {
            piece.has_castled = true;
            self.shift_rook(from, to, true);
        }
        self.put(mv.to, piece);
        self.turn = self.turn.other();
        if self.turn == Color::White {
            self.moveno = self.moveno.wrapping_add(1);
        }
        SargonMove { mv, captured, is_first }
    }

    pub(super) fn undo(&mut self, played: SargonMove) {
        let SargonMove { mv, captured, is_first } = played;
        if self.turn == Color::White {
            self.moveno = self.moveno.wrapping_sub(1);
        }
        self.turn = self.turn.other();
        let mut piece = self.take(mv.to).expect("the piece is on its target square");
        piece.has_moved = !is_first;
        if mv.kind == MoveKind::Promotion {
            piece.role = Role::Pawn;
        }
        if let Some((from, to)) = mv.rook_way() {
            piece.has_castled = false;
            self.shift_rook(to, from, false);
        }
        self.record(piece, mv.from);
        self.put(mv.from, piece);
        if let Some(captured) = captured {
            let square = mv.capture_square();
            self.put(square, captured);
            if captured.role == Role::Queen {
                self.record_queen(captured.color, square);
            }
        }
    }

    fn shift_rook(&mut self, from: Square, to: Square, has_moved: bool) {
        let rook = self.take(from).expect("castling needs a rook");
        self.put(to, Piece { has_moved, ..rook });
    }
}
