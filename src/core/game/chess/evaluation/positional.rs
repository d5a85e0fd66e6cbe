//! The default evaluation: material, piece squares, mobility and king shelter.

use super::{Evaluator, Phase, Tapered, Term, for_side_to_move, pieces};
use crate::core::score::Score;
use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square, attacks};

/// Material, piece-square tables, a little mobility and a pawn shelter for the king, tapered from middlegame to
/// endgame. It uses only integers and treats both colours alike.
///
/// | term | worth |
/// |---|---|
/// | material | pawn 1.00, knight 3.20, bishop 3.30, rook 5.00, queen 9.00 |
/// | squares | a table per kind of piece; the king has one for the middlegame and one for the endgame |
/// | mobility | for each attacked square without an own piece, above or below the usual number: knight 0.04 (usually 4 squares), bishop 0.05 (6), rook 0.02, in the endgame 0.04 (7), queen 0.01, in the endgame 0.02 (13) |
/// | king shelter | in the middlegame, for each own pawn on the three files in front of the king: 0.10 on the next rank, 0.05 on the one after |
///
/// # References
/// Material and tables: <https://www.chessprogramming.org/Simplified_Evaluation_Function> (T. Michniewski). Mobility:
/// the weights of Fruit 2.1 (F. Letouzey, 2005), <https://www.chessprogramming.org/Mobility>. Shelter:
/// <https://www.chessprogramming.org/King_Safety#Pawn_Shield>. Phase: <https://www.chessprogramming.org/Tapered_Eval>.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Positional;

impl Evaluator for Positional {
    fn name(&self) -> &'static str {
        "positional"
    }

    #[inline]
    fn evaluate(&self, position: &Chess) -> Score {
        self.evaluate_with(position, pieces(self, position.board()))
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        let phase = Phase::of(position);
        let part = |color| SideTerms::of(position.board(), color).named();
        let pairs = part(Color::White).into_iter().zip(part(Color::Black));
        pairs.map(|((name, white), (_, black))| Term { name, white, black, phase }).collect()
    }

    /// Omits the king's squares, because their values depend on the phase.
    #[inline]
    fn piece(&self, piece: Piece, square: Square) -> i32 {
        let (value, table) = match piece.role {
            Role::Pawn => (PAWN_VALUE, &PAWN),
            Role::Knight => (KNIGHT_VALUE, &KNIGHT),
            Role::Bishop => (BISHOP_VALUE, &BISHOP),
            Role::Rook => (ROOK_VALUE, &ROOK),
            Role::Queen => (QUEEN_VALUE, &QUEEN),
            Role::King => return 0,
        };
        10 * (value + table.at(piece.color, square))
    }

    #[inline]
    fn evaluate_with(&self, position: &Chess, pieces: i32) -> Score {
        let board = position.board();
        let phase = Phase::of_board(board);
        let rest = |color| TaperedTerms::of(board, color).at(phase);
        for_side_to_move(position, pieces + rest(Color::White) - rest(Color::Black))
    }
}

const PAWN_VALUE: i32 = 100;
const KNIGHT_VALUE: i32 = 320;
const BISHOP_VALUE: i32 = 330;
const ROOK_VALUE: i32 = 500;
const QUEEN_VALUE: i32 = 900;

/// The parts of one side's evaluation that depend on the phase, in millipawns.
struct TaperedTerms {
    king: Tapered,
    mobility: Tapered,
    shelter: Tapered,
}

impl TaperedTerms {
    #[inline]
    fn of(board: &Board, color: Color) -> Self {
        let own = board.by_color(color);
        let men = [board.knights(), board.bishops(), board.rooks(), board.queens()].map(|men| men & own);
        // A board without a king can only come from a caller's custom rules. It is evaluated anyway.
        let king = board.king_of(color);
        Self {
            king: king.map_or_else(Tapered::default, |king| king_square(color, king)),
            mobility: mobility(board, own, men),
            shelter: king.map_or_else(Tapered::default, |king| shelter(board.pawns() & own, color, king)),
        }
    }

    #[inline]
    fn at(&self, phase: Phase) -> i32 {
        self.king.at(phase) + self.mobility.at(phase) + self.shelter.at(phase)
    }
}

/// The values of one side, the first six in centipawns.
struct SideTerms {
    material: i32,
    pawns: i32,
    knights: i32,
    bishops: i32,
    rooks: i32,
    queens: i32,
    tapered: TaperedTerms,
}

impl SideTerms {
    fn of(board: &Board, color: Color) -> Self {
        let own = board.by_color(color);
        let [pawns, knights, bishops, rooks, queens] =
            [board.pawns(), board.knights(), board.bishops(), board.rooks(), board.queens()].map(|men| men & own);
        let values = [
            (pawns, PAWN_VALUE),
            (knights, KNIGHT_VALUE),
            (bishops, BISHOP_VALUE),
            (rooks, ROOK_VALUE),
            (queens, QUEEN_VALUE),
        ];
        Self {
            material: values.into_iter().map(|(men, value)| men.count() as i32 * value).sum(),
            pawns: on_squares(pawns, color, &PAWN),
            knights: on_squares(knights, color, &KNIGHT),
            bishops: on_squares(bishops, color, &BISHOP),
            rooks: on_squares(rooks, color, &ROOK),
            queens: on_squares(queens, color, &QUEEN),
            tapered: TaperedTerms::of(board, color),
        }
    }

    fn named(&self) -> [(&'static str, Tapered); 9] {
        let constant = |centipawns: i32| Tapered::constant(10 * centipawns);
        [
            ("material", constant(self.material)),
            ("pawn squares", constant(self.pawns)),
            ("knight squares", constant(self.knights)),
            ("bishop squares", constant(self.bishops)),
            ("rook squares", constant(self.rooks)),
            ("queen squares", constant(self.queens)),
            ("king square", self.tapered.king),
            ("mobility", self.tapered.mobility),
            ("king shelter", self.tapered.shelter),
        ]
    }
}

fn on_squares(men: Bitboard, color: Color, table: &SquareTable) -> i32 {
    men.into_iter().map(|square| table.at(color, square)).sum()
}

#[inline]
fn king_square(color: Color, king: Square) -> Tapered {
    Tapered { middlegame: 10 * KING_MIDDLEGAME.at(color, king), endgame: 10 * KING_ENDGAME.at(color, king) }
}

#[inline]
fn mobility(board: &Board, own: Bitboard, [knights, bishops, rooks, queens]: [Bitboard; 4]) -> Tapered {
    let occupied = board.occupied();
    let knights = surplus(knights, own, 4, attacks::knight_attacks);
    let bishops = surplus(bishops, own, 6, |square| attacks::bishop_attacks(square, occupied));
    let rooks = surplus(rooks, own, 7, |square| attacks::rook_attacks(square, occupied));
    let queens = surplus(queens, own, 13, |square| attacks::queen_attacks(square, occupied));
    let minors = 40 * knights + 50 * bishops;
    Tapered { middlegame: minors + 20 * rooks + 10 * queens, endgame: minors + 40 * rooks + 20 * queens }
}

/// Returns how many more squares than usual these pieces can reach in total.
#[inline]
fn surplus(men: Bitboard, own: Bitboard, usual: i32, attacks: impl Fn(Square) -> Bitboard) -> i32 {
    men.into_iter().map(|square| (attacks(square) & !own).count() as i32 - usual).sum()
}

#[inline]
fn shelter(pawns: Bitboard, color: Color, king: Square) -> Tapered {
    let (near, far) = shields(color, king);
    let middlegame = 100 * (pawns & near).count() as i32 + 50 * (pawns & far).count() as i32;
    Tapered { middlegame, endgame: 0 }
}

/// Returns the squares on the next rank, and those on the rank after that, on the king's file and the adjacent files.
#[inline]
fn shields(color: Color, king: Square) -> (Bitboard, Bitboard) {
    let row = (attacks::king_attacks(king) & Bitboard::from_rank(king.rank())).with(king);
    let forward = |squares: Bitboard| match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    };
    (forward(row), forward(forward(row)))
}

/// A value for each square, in centipawns, as White sees the board: a8 first, h1 last.
///
/// Source: Tomasz Michniewski's values, <https://www.chessprogramming.org/Simplified_Evaluation_Function>.
struct SquareTable([i8; 64]);

impl SquareTable {
    #[inline(always)]
    fn at(&self, color: Color, square: Square) -> i32 {
        let index = match color {
            Color::White => square.flip_vertical(),
            Color::Black => square,
        };
        i32::from(self.0[usize::from(index)])
    }
}

#[rustfmt::skip]
static PAWN: SquareTable = SquareTable([
      0,   0,   0,   0,   0,   0,   0,   0,
     50,  50,  50,  50,  50,  50,  50,  50,
     10,  10,  20,  30,  30,  20,  10,  10,
      5,   5,  10,  25,  25,  10,   5,   5,
      0,   0,   0,  20,  20,   0,   0,   0,
      5,  -5, -10,   0,   0, -10,  -5,   5,
      5,  10,  10, -20, -20,  10,  10,   5,
      0,   0,   0,   0,   0,   0,   0,   0,
]);

#[rustfmt::skip]
static KNIGHT: SquareTable = SquareTable([
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
]);

#[rustfmt::skip]
static BISHOP: SquareTable = SquareTable([
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
]);

#[rustfmt::skip]
static ROOK: SquareTable = SquareTable([
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  10,  10,  10,  10,  10,   5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
      0,   0,   0,   5,   5,   0,   0,   0,
]);

#[rustfmt::skip]
static QUEEN: SquareTable = SquareTable([
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
]);

#[rustfmt::skip]
static KING_MIDDLEGAME: SquareTable = SquareTable([
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
]);

#[rustfmt::skip]
static KING_ENDGAME: SquareTable = SquareTable([
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
]);
