//! The static evaluation: the value of a position for the side that has just moved, compared with the root, and all
//! parts of that value.
//!
//! This is the readable form, which is slow and meant for display. The search uses `quick`, which must agree with it.

use super::attack::{Attacker, Attacks, ExchangeStep, PinReport, display, points_lost, scan};
use super::board::{Move, SargonBoard, piece_value};
use super::{Direction, PseudoLegal, SargonGame};
use crate::core::game::Game;
use crate::core::score::{Score, ScoreKind};
use serde::{Serialize, Serializer};
use shakmaty::{Color, Role, Square};

/// The position to score, and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored<'a> {
    pub board: &'a SargonBoard,
    pub mover: Color,
    /// The target square of that move; `None` at the root.
    pub destination: Option<Square>,
    pub moveno: u8,
}

/// The sums over all squares, before they are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// MTRL: material in half pawns, White positive; a piece that loses something counts one less.
    pub material: i32,
    /// BRDC: attacks on all squares and development, White positive.
    pub board_control: i32,
    /// PTSL: the largest loss of the mover on one square.
    pub lost: i32,
    /// PTSCK: the piece that moved has the largest loss.
    pub is_mover_lost: bool,
    /// The largest and second-largest losses of the opponent on one square.
    pub won: [i32; 2],
    pub pins: u32,
}

/// The move number before which rooks and queens should stay at home.
const OPENING_MOVES: u8 = 7;

impl Totals {
    /// Returns the parts that do not depend on attacks.
    #[inline]
    pub(super) fn new(scored: Scored<'_>) -> Self {
        let sums = scored.board.sums();
        let restless = if scored.moveno < OPENING_MOVES { 2 * sums.restless } else { 0 };
        Self { material: sums.material, board_control: sums.development - restless, ..Self::default() }
    }

    /// Adds a piece that loses `lost` > 0 on its square. Squares must be added in order from a1 to h8.
    #[inline]
    pub(super) fn add_loss(&mut self, scored: Scored<'_>, square: Square, color: Color, lost: i32) {
        self.material += if color == Color::White { -1 } else { 1 };
        if color == scored.mover {
            if self.lost <= lost {
                self.lost = lost;
                // Quirk: the flag stays set even if another piece turns out to lose more.
                self.is_mover_lost |= scored.destination == Some(square);
            }
        } else {
            let [first, second] = self.won;
            let (first, other) = if first <= lost { (lost, first) } else { (first, lost) };
            self.won = [first, second.max(other)];
        }
    }

    /// Adds up all parts square by square. This is the readable form of what `quick` computes.
    pub(super) fn of(scored: Scored<'_>) -> Self {
        let mut totals = Self::new(scored);
        let mut attacks = Attacks::new(scored.board);
        for square in Square::ALL {
            attacks.list(square);
            let count = |color| i32::from(attacks.memory.count(color) as i8);
            totals.board_control += count(Color::White) - count(Color::Black);
            let Some(piece) = scored.board.piece(square) else { continue };
            let lost = points_lost(piece.role, &mut attacks.memory.reader(piece.color.other()), |_| ());
            if lost != 0 {
                totals.add_loss(scored, square, piece.color, lost);
            }
        }
        totals.pins = attacks.pins.len() as u32;
        totals
    }

    /// Combines the totals for `mover`; the score is relative to `baseline`.
    #[inline]
    pub(super) fn score(self, mover: Color, baseline: Baseline) -> StaticScore {
        // Only the second-best threat counts, because the opponent is to move and can parry one threat; a single threat
        // does not count at all.
        let [won1, won2] = if self.is_mover_lost { [self.won[1], 0] } else { self.won };
        let loss = if self.lost == 0 { 0 } else { self.lost - 1 };
        let win = if won1 != 0 && won2 != 0 { (won2 - 1) / 2 } else { 0 };
        let balance = if mover == Color::White { win - loss } else { loss - win };
        let adjusted_material = self.material + balance;
        let adjusted_control = if self.is_mover_lost { 0 } else { self.board_control };
        let material = limit_material(adjusted_material - baseline.material);
        let control = if self.is_mover_lost { 0 } else { limit_control(self.board_control - baseline.board_control) };
        let eighths = 4 * material + control;
        StaticScore {
            material: self.material,
            board_control: self.board_control,
            pts_lost: self.lost,
            pts_won1: won1,
            pts_won2: won2,
            moving_piece_lost: u8::from(self.is_mover_lost),
            pins: self.pins,
            adjusted_material,
            adjusted_control,
            score_byte: (128 - if mover == Color::White { eighths } else { -eighths }) as u8,
        }
    }
}

pub(super) fn limit_material(material: i32) -> i32 {
    material.clamp(-30, 30)
}

pub(super) fn limit_control(control: i32) -> i32 {
    control.clamp(-6, 6)
}

/// MV0 and BC0: material and board control of the root, with which other positions are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Baseline {
    pub material: i32,
    pub board_control: i32,
}

/// The static evaluation of a position, with its components.
///
/// The names in capitals are from the 1978 book; the fields have the column names of the reference data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StaticScore {
    /// MTRL: material in half pawns, White positive, kings included; a piece that loses something counts one less.
    pub material: i32,
    /// BRDC: attacks on all squares plus development, White positive.
    pub board_control: i32,
    /// PTSL: the largest loss of the mover on one square, in half pawns.
    pub pts_lost: i32,
    /// The largest loss of the opponent on one square, in half pawns, or the second largest if the piece moved into a
    /// loss.
    pub pts_won1: i32,
    /// The second-largest loss of the opponent; 0 if the piece moved into a loss.
    pub pts_won2: i32,
    /// PTSCK: 1 if the piece that moved has the largest loss, otherwise 0. If it is 1, threats and board control do not
    /// count.
    pub moving_piece_lost: u8,
    pub pins: u32,
    /// Material including losses and threats, in half pawns, White positive, not yet compared with the root.
    pub adjusted_material: i32,
    /// Board control, or 0 if the piece moved into a loss; White positive, not yet compared with the root.
    pub adjusted_control: i32,
    /// The score: 128 minus eighths of a pawn for the side that moved, so low scores are good for that side.
    pub score_byte: u8,
}

impl StaticScore {
    #[inline]
    pub const fn score(&self) -> Score {
        score_of_byte(self.score_byte)
    }

    /// Returns the value in centipawns as the modern ports display it: White positive, and not compared with the root.
    pub fn centipawns(&self) -> i32 {
        let eighths = 4 * limit_material(self.adjusted_material) + limit_control(self.adjusted_control);
        eighths * 25 / 2
    }
}

/// Converts a score byte to the score for its side: 16 - byte/8 pawns.
///
/// ```
/// use plywood::{Score, internal::sargon::score_of_byte};
/// assert_eq!(score_of_byte(128), Score::ZERO);
/// assert_eq!(score_of_byte(120), Score::from_millipawns(1000));
/// ```
#[inline]
pub const fn score_of_byte(byte: u8) -> Score {
    Score::from_millipawns(125 * (128 - byte as i32))
}

/// Converts a score to the byte that the program would store: truncated, and limited to the range from 2 to 254.
///
/// ```
/// use plywood::{Score, internal::sargon::{byte_of_score, score_of_byte}};
/// assert_eq!(byte_of_score(Score::from_millipawns(1000)), 120);
/// assert_eq!(score_of_byte(byte_of_score(Score::from_millipawns(100))), Score::from_millipawns(125));
/// assert_eq!(score_of_byte(byte_of_score(Score::from_millipawns(-100))), Score::ZERO);
/// ```
pub fn byte_of_score(score: Score) -> u8 {
    let millipawns = if let ScoreKind::Millipawns(n) = score.kind() {
        i64::from(n)
    } else if Score::ZERO < score {
        i64::from(i32::MAX)
    } else {
        i64::from(i32::MIN)
    };
    ((128_000 - 8 * millipawns) / 1000).clamp(2, 254) as u8
}

pub(crate) const fn half_pawns(role: Role) -> i32 {
    2 * piece_value(role)
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReport {
    /// The components of the static evaluation. At the root, the score is absolute, as if the side to move had just
    /// moved.
    #[serde(flatten)]
    pub score: StaticScore,
    /// MOVENO, the number of the move.
    #[serde(rename = "MOVENO")]
    pub moveno: u8,
    /// The pins, in the order in which the program finds them; NPINS is their number.
    pub pin_list: Vec<PinReport>,
    /// The square on which the program believes White's queen to be.
    #[serde(serialize_with = "square_or_null")]
    pub white_queen: Option<Square>,
    /// The square on which the program believes Black's queen to be.
    #[serde(serialize_with = "square_or_null")]
    pub black_queen: Option<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AttackReport {
    #[serde(serialize_with = "display")]
    pub square: Square,
    pub piece: char,
    /// The offset from the attacked square to the piece, on the 10-column board.
    pub direction: Direction,
    pub value: i32,
    /// The slot of the exchange list for this piece, 1 to 6 for pawn to king.
    pub slot: usize,
    /// Whether a pin makes the program overlook the piece.
    pub ignored: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquareReport {
    #[serde(serialize_with = "display")]
    pub square: Square,
    /// The letter of the piece on the square, upper case for White.
    pub piece: Option<char>,
    pub white_count: u8,
    pub black_count: u8,
    /// White's pieces in the order of the exchange list, with ignored pieces last.
    pub white: Vec<AttackReport>,
    /// Black's pieces in the order of the exchange list, with ignored pieces last.
    pub black: Vec<AttackReport>,
    pub exchange: Vec<ExchangeStep>,
    pub lost: i32,
}

/// A root move with the components of its static evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RootMoveReport {
    pub index: usize,
    /// The move in coordinates, such as `g1f3`.
    #[serde(rename = "move", serialize_with = "display")]
    pub mv: Move,
    /// The move in algebraic notation; `None` if it is illegal.
    pub san: Option<String>,
    pub legal: bool,
    /// The score for the side that moves; `None` if the move is illegal.
    #[serde(flatten)]
    pub score: Option<StaticScore>,
}

fn square_or_null<S: Serializer>(value: &Option<Square>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(|square| square.to_string()).serialize(serializer)
}

impl SargonGame {
    /// Returns the components of the static evaluation of this position.
    pub fn report(&self) -> PositionReport {
        let Scored { board, moveno, .. } = self.scored();
        PositionReport {
            score: self.static_score_readable(),
            moveno,
            pin_list: Attacks::new(board).pins.to_vec(),
            white_queen: board.queen(Color::White),
            black_queen: board.queen(Color::Black),
        }
    }

    /// Returns the attackers and defenders of `square`, and the exchange on it.
    ///
    /// If a list overflows (a quirk of the program), the exchange shows the effect, but the lists do not.
    pub fn square_report(&self, square: Square) -> SquareReport {
        let board = &self.board;
        let mut attacks = Attacks::new(board);
        let lists = lists(&attacks, square);
        attacks.list(square);
        let [white_count, black_count] = [Color::White, Color::Black].map(|color| attacks.memory.count(color));
        let mut exchange = Vec::new();
        let piece = board.piece(square);
        let lost = piece.map_or(0, |piece| {
            points_lost(piece.role, &mut attacks.memory.reader(piece.color.other()), |step| exchange.push(step))
        });
        let [white, black] = lists;
        SquareReport {
            square,
            piece: piece.map(|piece| letter(piece.color, piece.role)),
            white_count,
            black_count,
            white,
            black,
            exchange,
            lost,
        }
    }

    /// Returns every pseudo-legal move of this position with its score, in generation order.
    ///
    /// The position is treated as the root, so scores are relative to it.
    pub fn root_moves(&self) -> Vec<RootMoveReport> {
        let mut game = Self::at_root(self.board.clone(), self.diagram.clone(), self.played.last().copied(), false);
        let mut moves = Vec::new();
        game.pseudo_legal_moves(|mv, legal| moves.push((mv, legal)));
        let mut report = |(index, (mv, legal)): (usize, (Move, bool))| {
            let san = legal.then(|| game.name(mv));
            // Illegal moves are also tried, because they can change the recorded queen squares.
            game.play(mv);
            let score = legal.then(|| game.static_score());
            game.undo();
            RootMoveReport { index, mv, san, legal, score }
        };
        moves.into_iter().enumerate().map(&mut report).collect()
    }
}

fn letter(color: Color, role: Role) -> char {
    role.of(color).char()
}

/// Returns the lists of White and of Black, ordered like the half-bytes of the program's lists.
fn lists(attacks: &Attacks<'_>, square: Square) -> [Vec<AttackReport>; 2] {
    let mut slots: [[Vec<AttackReport>; 8]; 2] = Default::default();
    let mut ignored: [Vec<AttackReport>; 2] = Default::default();
    scan(attacks.board, square, |attacker| {
        let side = usize::from(attacker.piece.color == Color::Black);
        let report = report(attacks, &attacker);
        if report.ignored {
            ignored[side].push(report);
            return;
        }
        let slots = &mut slots[side];
        let slot = report.slot;
        if slots[slot].len() < 2 {
            slots[slot].push(report);
        } else {
            // The value moves to the front of the next slot; if that slot then has three values, the last one is lost.
            slots[slot + 1].insert(0, report);
            slots[slot + 1].truncate(2);
        }
    });
    let [white, black] = slots;
    let [white_ignored, black_ignored] = ignored;
    [(white, white_ignored), (black, black_ignored)]
        .map(|(slots, ignored)| slots.into_iter().flatten().chain(ignored).collect())
}

fn report(attacks: &Attacks<'_>, attacker: &Attacker) -> AttackReport {
    AttackReport {
        square: attacker.square,
        piece: letter(attacker.piece.color, attacker.piece.role),
        direction: attacker.direction,
        value: half_pawns(attacker.piece.role),
        slot: attacks.slot(attacker),
        ignored: attacks.is_ignored(attacker),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sargon::board::Piece;

    fn board() -> SargonBoard {
        let mut board = SargonBoard::empty(Color::Black, 20);
        for (square, color, role) in [(Square::E1, Color::White, Role::King), (Square::E8, Color::Black, Role::King)] {
            board.put(square, Piece::new(color, role));
            board.record_king(color, square);
        }
        board
    }

    fn score(losses: &[(Square, Color, i32)]) -> StaticScore {
        let board = board();
        let scored = Scored { board: &board, mover: Color::White, destination: Some(Square::C3), moveno: 20 };
        let mut totals = Totals::new(scored);
        losses.iter().for_each(|&(square, color, lost)| totals.add_loss(scored, square, color, lost));
        totals.score(Color::White, Baseline { material: totals.material, board_control: 0 })
    }

    #[test]
    fn one_threat_counts_nothing_and_of_two_the_smaller_half() {
        assert_eq!(score(&[(Square::A7, Color::Black, 10)]).score_byte, 128);
        let two = score(&[(Square::A7, Color::Black, 10), (Square::B7, Color::Black, 6)]);
        assert_eq!((two.pts_won1, two.pts_won2), (10, 6));
        assert_eq!(two.score_byte, 128 - 4 * ((6 - 1) / 2));
    }

    #[test]
    fn a_piece_that_moved_into_a_loss_takes_the_best_threat_away() {
        let score =
            score(&[(Square::C3, Color::White, 6), (Square::A7, Color::Black, 10), (Square::B7, Color::Black, 8)]);
        assert_eq!((score.moving_piece_lost, score.pts_won1, score.pts_won2), (1, 8, 0));
        assert_eq!(score.score_byte, 128 + 4 * (6 - 1));
    }

    #[test]
    fn the_flag_stays_set_when_another_piece_loses_more() {
        let moved_first = score(&[(Square::C3, Color::White, 6), (Square::D4, Color::White, 10)]);
        assert_eq!((moved_first.pts_lost, moved_first.moving_piece_lost), (10, 1));
        let moved_last = score(&[(Square::A1, Color::White, 10), (Square::C3, Color::White, 6)]);
        assert_eq!((moved_last.pts_lost, moved_last.moving_piece_lost), (10, 0), "it never was the largest loss");
    }

    #[test]
    fn material_is_limited_to_fifteen_pawns() {
        let board = board();
        let scored = Scored { board: &board, mover: Color::White, destination: None, moveno: 20 };
        let totals = Totals::new(scored);
        let byte = |material| totals.score(Color::White, Baseline { material, board_control: 100 }).score_byte;
        assert_eq!((byte(-99), byte(99)), (128 - 120 + 6, 128 + 120 + 6));
    }
}
