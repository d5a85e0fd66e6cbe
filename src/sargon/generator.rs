//! Sargon's move list: the sixteen directions in scan order, pseudo-legal moves in Sargon's order, and the tests for
//! check and legality.

use super::board::{Move, MoveKind, Piece, SargonBoard, SargonMove};
use serde::{Serialize, Serializer};
use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};
use std::fmt;

/// One of the sixteen directions in which Sargon scans: four diagonals, four straight lines, eight knight jumps.
///
/// The order of [`Direction::ALL`] determines the order of generated moves and of exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Direction(u8);

/// For each direction, the difference between square numbers, and the numbers of files and ranks that a step crosses.
const DIRECTIONS: [(i8, i8, i8); 16] = [
    (9, -1, 1),
    (11, 1, 1),
    (-11, -1, -1),
    (-9, 1, -1),
    (10, 0, 1),
    (-10, 0, -1),
    (1, 1, 0),
    (-1, -1, 0),
    (-21, -1, -2),
    (-12, -2, -1),
    (8, -2, 1),
    (19, -1, 2),
    (21, 1, 2),
    (12, 2, 1),
    (-8, 2, -1),
    (-19, 1, -2),
];

const NO_SQUARE: u8 = 64;

/// The neighbour of each square in each direction.
const STEPS: [[u8; 64]; 16] = {
    let mut steps = [[NO_SQUARE; 64]; 16];
    let mut direction = 0;
    while direction < 16 {
        let (_, files, ranks) = DIRECTIONS[direction];
        let mut square = 0;
        while square < 64 {
            let file = (square % 8) as i8 + files;
            let rank = (square / 8) as i8 + ranks;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                steps[direction][square] = (rank * 8 + file) as u8;
            }
            square += 1;
        }
        direction += 1;
    }
    steps
};

/// For each direction of the queen and each square: all squares from that square (excluded) to the edge.
const RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            let mut at = STEPS[direction][square];
            while at != NO_SQUARE {
                rays[direction][square] |= 1 << at;
                at = STEPS[direction][at as usize];
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

impl Direction {
    /// The diagonals (up-left, up-right, down-left and down-right from White's view), the straight lines (up, down,
    /// right and left), and the knight jumps.
    pub const ALL: [Self; 16] = {
        let mut all = [Self(0); 16];
        let mut index = 0;
        while index < 16 {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    pub(super) const DIAGONAL: &'static [Self] = Self::ALL.split_at(4).0;
    pub(super) const STRAIGHT: &'static [Self] = Self::ALL.split_at(8).0.split_at(4).1;
    pub(super) const QUEEN: &'static [Self] = Self::ALL.split_at(8).0;
    pub(super) const KNIGHT: &'static [Self] = Self::ALL.split_at(8).1;

    pub(super) const UP_LEFT: Self = Self(0);
    pub(super) const UP_RIGHT: Self = Self(1);
    pub(super) const DOWN_LEFT: Self = Self(2);
    pub(super) const DOWN_RIGHT: Self = Self(3);
    pub(super) const UP: Self = Self(4);
    pub(super) const DOWN: Self = Self(5);
    pub(super) const RIGHT: Self = Self(6);
    pub(super) const LEFT: Self = Self(7);

    /// Returns the number that a step in this direction adds to a square's `mailbox` number, such as +9 or -21.
    #[inline]
    pub const fn offset(self) -> i8 {
        DIRECTIONS[self.0 as usize].0
    }

    /// Returns the neighbour of `square` in this direction; `None` beyond the edge.
    #[inline]
    pub fn step(self, square: Square) -> Option<Square> {
        Square::try_from(STEPS[self.0 as usize][square as usize]).ok()
    }

    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self.0 < 4
    }

    #[inline]
    pub const fn is_jump(self) -> bool {
        8 <= self.0
    }

    /// Returns all squares from `square` (excluded) to the edge. Must not be called for knight jumps.
    #[inline]
    pub(super) fn ray(self, square: Square) -> Bitboard {
        Bitboard(RAYS[self.0 as usize][square as usize])
    }

    /// Returns the square among `squares` that a ray in this direction meets first. All of them must be on the ray.
    #[inline]
    pub(super) fn first_met(self, squares: Bitboard) -> Option<Square> {
        if 0 < self.offset() { squares.first() } else { squares.last() }
    }
}

/// Serializes a direction as an offset on the 10-column board.
impl Serialize for Direction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i8(self.offset())
    }
}

impl fmt::Debug for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.offset())
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.offset()))
    }
}

/// Returns the number of a square on Sargon's board (12 rows, 10 columns): a1 = 21, b1 = 22, a2 = 31, h8 = 98.
#[inline]
pub(crate) const fn mailbox(square: Square) -> u8 {
    let index = square as u8;
    21 + 10 * (index / 8) + index % 8
}

/// Calls `found` with each pseudo-legal move: pieces from a1 to h8, directions in Sargon's order, including moves that
/// leave the mover's own king attacked.
///
/// `previous` is the move that led here; without it, there are no en-passant captures.
pub(super) fn pseudo_legal(board: &SargonBoard, previous: Option<&SargonMove>, mut found: impl FnMut(Move)) {
    for from in board.color(board.turn()) {
        let Some(piece) = board.piece(from) else { continue };
        let directions = match piece.role {
            Role::Pawn => {
                pawn_moves(board, previous, from, piece, &mut found);
                continue;
            }
            Role::Knight => Direction::KNIGHT,
            Role::Bishop => Direction::DIAGONAL,
            Role::Rook => Direction::STRAIGHT,
            Role::Queen | Role::King => Direction::QUEEN,
        };
        let slides = matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen);
        for &direction in directions {
            piece_moves(board, from, direction, slides, &mut found);
        }
        if piece.role == Role::King {
            castling(board, from, piece, &mut found);
        }
    }
}

fn piece_moves(board: &SargonBoard, from: Square, direction: Direction, slides: bool, found: &mut impl FnMut(Move)) {
    let mut at = from;
    while let Some(to) = direction.step(at) {
        let hit = board.piece(to);
        if hit.is_some_and(|piece| piece.color == board.turn()) {
            return;
        }
        found(Move { from, to, kind: MoveKind::Ordinary });
        if hit.is_some() || !slides {
            return;
        }
        at = to;
    }
}

fn pawn_moves(
    board: &SargonBoard,
    previous: Option<&SargonMove>,
    from: Square,
    pawn: Piece,
    found: &mut impl FnMut(Move),
) {
    let (forward, captures) = match pawn.color {
        Color::White => (Direction::UP, [Direction::UP_RIGHT, Direction::UP_LEFT]),
        Color::Black => (Direction::DOWN, [Direction::DOWN_LEFT, Direction::DOWN_RIGHT]),
    };
    let advance = |to: Square| {
        let is_last_rank = matches!(to.rank(), Rank::First | Rank::Eighth);
        Move { from, to, kind: if is_last_rank { MoveKind::Promotion } else { MoveKind::Ordinary } }
    };
    let empty = |square: &Square| board.piece(*square).is_none();
    if let Some(to) = forward.step(from).filter(empty) {
        found(advance(to));
        if !pawn.has_moved
            && let Some(to) = forward.step(to).filter(empty)
        {
            found(advance(to));
        }
    }
    for direction in captures {
        let Some(to) = direction.step(from) else { continue };
        match board.piece(to) {
            Some(piece) if piece.color != pawn.color => found(advance(to)),
            None if is_en_passant(board, previous, from, to) => found(Move { from, to, kind: MoveKind::EnPassant }),
            _ => {}
        }
    }
}

/// Quirk: the program does not check whether the previous move was a double step. It checks whether that move was the
/// first of its piece, whether a pawn is on the move's target square, and whether that target square is next to `to` on
/// the same file.
fn is_en_passant(board: &SargonBoard, previous: Option<&SargonMove>, from: Square, to: Square) -> bool {
    let fifth = match board.turn() {
        Color::White => Rank::Fifth,
        Color::Black => Rank::Fourth,
    };
    let Some(previous) = previous else { return false };
    let last = previous.mv.to;
    from.rank() == fifth
        && previous.is_first
        && board.piece(last).is_some_and(|piece| piece.role == Role::Pawn)
        && last.file() == to.file()
        && last.rank().distance(to.rank()) == 1
}

fn castling(board: &SargonBoard, from: Square, king: Piece, found: &mut impl FnMut(Move)) {
    if king.has_moved || is_in_check(board, king.color) {
        return;
    }
    for (kind, step) in [(MoveKind::CastleKingSide, Direction::RIGHT), (MoveKind::CastleQueenSide, Direction::LEFT)] {
        let Some(to) = step.step(from).and_then(|square| step.step(square)) else { continue };
        let mv = Move { from, to, kind };
        // Quirk: the rook's colour is not checked. This hardly matters, because an opponent's rook there would give
        // check.
        let has_rook = mv.rook_way().is_some_and(|(rook, _)| {
            board.piece(rook).is_some_and(|piece| piece.role == Role::Rook && !piece.has_moved)
        });
        if has_rook && is_way_free(board, mv, king.color) {
            found(mv);
        }
    }
}

fn is_way_free(board: &SargonBoard, mv: Move, color: Color) -> bool {
    let Some((rook, _)) = mv.rook_way() else { return false };
    attacks::between(mv.from, rook).into_iter().all(|square| {
        // Only b1 and b8, which the king does not cross, may be attacked.
        let may_be_attacked = matches!(square, Square::B1 | Square::B8);
        board.piece(square).is_none()
            && (may_be_attacked
                || !is_attacked(board, square, board.color(color.other()), color.other(), board.occupied()))
    })
}

#[inline]
pub(super) fn is_in_check(board: &SargonBoard, color: Color) -> bool {
    is_attacked(board, board.king(color), board.color(color.other()), color.other(), board.occupied())
}

/// Returns whether a pseudo-legal move leaves the mover's own king safe.
#[inline]
pub(super) fn is_legal(board: &SargonBoard, mv: Move) -> bool {
    let us = board.turn();
    let king = board.king(us);
    let target = if mv.from == king { mv.to } else { king };
    let gone = Bitboard::from_square(mv.capture_square());
    let occupied = board.occupied().without(gone).without(mv.from).with(mv.to);
    !is_attacked(board, target, board.color(us.other()).without(gone), us.other(), occupied)
}

/// Returns whether one of the pieces `them` of the side `by` attacks `square`, given that pieces on `occupied` block
/// the lines.
#[inline]
fn is_attacked(board: &SargonBoard, square: Square, them: Bitboard, by: Color, occupied: Bitboard) -> bool {
    let queens = board.role(Role::Queen);
    let leapers = (attacks::knight_attacks(square) & board.role(Role::Knight))
        | (attacks::pawn_attacks(by.other(), square) & board.role(Role::Pawn))
        | (attacks::king_attacks(square) & board.role(Role::King));
    let (bishops, rooks) = ((board.role(Role::Bishop) | queens) & them, (board.role(Role::Rook) | queens) & them);
    (leapers & them).any()
        || (bishops.any() && (attacks::bishop_attacks(square, occupied) & bishops).any())
        || (rooks.any() && (attacks::rook_attacks(square, occupied) & rooks).any())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_add_their_offset_to_the_square_number() {
        let mut steps = 0;
        for square in Square::ALL {
            for direction in Direction::ALL {
                if let Some(next) = direction.step(square) {
                    steps += 1;
                    assert_eq!(i16::from(mailbox(next)), i16::from(mailbox(square)) + i16::from(direction.offset()));
                }
            }
        }
        // Each straight direction has 56 steps, each diagonal 49, and each knight jump 42.
        assert_eq!(steps, 4 * 56 + 4 * 49 + 8 * 42);
        assert_eq!((mailbox(Square::A1), mailbox(Square::H8)), (21, 98));
    }

    #[test]
    fn an_opponents_rook_cannot_castle_only_because_it_gives_check() {
        let mut board = SargonBoard::empty(Color::White, 20);
        for (square, color, role) in [
            (Square::E1, Color::White, Role::King),
            (Square::E8, Color::Black, Role::King),
            (Square::H1, Color::Black, Role::Rook),
        ] {
            board.put(square, Piece::new(color, role));
            board.record_king(color, square);
        }
        let mut found = false;
        let king = board.piece(Square::E1).expect("it was put there");
        castling(&board, Square::E1, king, &mut |_| found = true);
        assert!(!found && is_in_check(&board, Color::White));
        let mv = Move { from: Square::E1, to: Square::G1, kind: MoveKind::CastleKingSide };
        let rook = board.play(mv);
        assert_eq!(board.piece(Square::F1).map(|rook| rook.color), Some(Color::Black), "its colour is not looked at");
        board.undo(rook);
        assert_eq!(board.piece(Square::H1), Some(Piece::new(Color::Black, Role::Rook)));
    }
}
