//! The static score laid open: pins, attackers and defenders, exchanges, and the scored list of root moves.
//!
//! Everything here is slow and meant to be shown.

use super::PseudoLegal;
use super::attack::{Attacker, Attacks, Pin, scan};
use super::board::Move;
use super::evaluation::{Scored, StaticScore, half_pawns};
use super::exchange::{ExchangeStep, points_lost};
use super::{Direction, SargonGame};
use crate::game::Game;
use serde::{Serialize, Serializer};
use shakmaty::{Color, Role, Square};

/// What Sargon makes of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReport {
    /// The components of the static score. At the root it is absolute, as if the side to move had just moved.
    #[serde(flatten)]
    pub score: StaticScore,
    /// MOVENO, the number of the move.
    #[serde(rename = "MOVENO")]
    pub moveno: u8,
    /// The pins, in the order in which they are found; NPINS is their number.
    pub pin_list: Vec<PinReport>,
    /// Where the program believes White's queen to be.
    #[serde(serialize_with = "square_or_null")]
    pub white_queen: Option<Square>,
    /// Where the program believes Black's queen to be.
    #[serde(serialize_with = "square_or_null")]
    pub black_queen: Option<Square>,
}

/// A pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PinReport {
    /// The square of the pinned piece.
    #[serde(serialize_with = "square")]
    pub pinned: Square,
    /// The square of the king or queen behind it, or what is recorded as the queen's.
    #[serde(serialize_with = "square")]
    pub royal: Square,
    /// The square of the piece that pins.
    #[serde(serialize_with = "square")]
    pub pinner: Square,
    /// From the royal piece to the pinned one, as an offset on the board of 10 columns.
    #[serde(serialize_with = "direction")]
    pub direction: Direction,
}

/// A piece that attacks or defends a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AttackReport {
    /// Where it stands.
    #[serde(serialize_with = "square")]
    pub square: Square,
    /// Its letter: upper case for White.
    pub piece: char,
    /// From the attacked square to the piece, as an offset on the board of 10 columns.
    #[serde(serialize_with = "direction")]
    pub direction: Direction,
    /// Its value in half pawns.
    pub value: i32,
    /// The slot of the exchange list that it is put into, 1 to 6 for pawn to king.
    pub slot: usize,
    /// A pin makes the program overlook it.
    pub ignored: bool,
}

/// What happens on one square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquareReport {
    /// The square.
    #[serde(serialize_with = "square")]
    pub square: Square,
    /// The letter of the piece on it, upper case for White.
    pub piece: Option<char>,
    /// How many white pieces are counted.
    pub white_count: u8,
    /// How many black pieces are counted.
    pub black_count: u8,
    /// White's pieces in the order of the exchange list, ignored ones last.
    pub white: Vec<AttackReport>,
    /// Black's pieces in the order of the exchange list, ignored ones last.
    pub black: Vec<AttackReport>,
    /// The exchange, if there is a piece to be exchanged.
    pub exchange: Vec<ExchangeStep>,
    /// What the owner of the piece loses, in half pawns.
    pub lost: i32,
}

/// A root move with the components of its static score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RootMoveReport {
    /// Its place in generation order.
    pub index: usize,
    /// In coordinates, such as `g1f3`.
    #[serde(rename = "move", serialize_with = "display")]
    pub mv: Move,
    /// In algebraic notation; nothing for an illegal move.
    pub san: Option<String>,
    /// The own king is safe after it.
    pub legal: bool,
    /// The score for the side that moves; nothing for an illegal move.
    #[serde(flatten)]
    pub score: Option<StaticScore>,
}

fn display<T: std::fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn square<S: Serializer>(value: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn square_or_null<S: Serializer>(value: &Option<Square>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(|square| square.to_string()).serialize(serializer)
}

fn direction<S: Serializer>(value: &Direction, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i8(value.offset())
}

impl SargonGame {
    /// Returns the components of the static score of this position.
    #[must_use]
    pub fn report(&self) -> PositionReport {
        let Scored { board, moveno, .. } = self.scored();
        let report =
            |pin: Pin| PinReport { pinned: pin.pinned, royal: pin.royal, pinner: pin.pinner, direction: pin.direction };
        PositionReport {
            score: self.static_score_readable(),
            moveno,
            pin_list: Attacks::new(board).pins.into_iter().map(report).collect(),
            white_queen: board.queen(Color::White),
            black_queen: board.queen(Color::Black),
        }
    }

    /// Returns who attacks and defends `square`, and the exchange on it.
    ///
    /// Spilt lists ([`SargonGame`] has the quirk) show in the exchange, not in the lists.
    #[must_use]
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

    /// Returns every pseudo-legal move of this position in generation order, scored.
    ///
    /// Here a position counts as a root: scores compare with it.
    #[must_use]
    pub fn root_moves(&self) -> Vec<RootMoveReport> {
        let mut game = Self::at_root(self.board.clone(), self.diagram.clone(), self.played.last().copied(), false);
        let mut moves = Vec::new();
        game.pseudo_legal_moves(|mv, legal| moves.push((mv, legal)));
        let mut report = |(index, (mv, legal)): (usize, (Move, bool))| {
            let san = legal.then(|| game.name(mv));
            // Illegal ones are tried too, since that can change the recorded queen squares.
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

/// The lists of White and of Black, put together like the half-bytes of the program's.
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
            // The next slot takes it in front of its own; what is third there is lost.
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
