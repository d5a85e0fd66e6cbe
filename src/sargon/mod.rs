//! *Sargon* (Dan and Kathe Spracklen, Hayden 1978): its board, its search, and the program around them.
//!
//! No lower module depends on this one. Its search emits the same events as every other search. [`SargonGame`] is chess
//! as the program represents it, [`sargon()`] is its search, [`SargonProgram`] is the state that it keeps from move to
//! move, and [`SargonEngine`] makes a [`Study`](crate::core::study::Study) of all this.
//!
//! The rules differ from real chess in details: a pawn always becomes a queen, and facts that the program does not
//! record, or records incorrectly, are missing or incorrect here too. Each such case is marked "quirk" and has a test.
//! Scores are bytes, 128 minus eighths of a pawn for the side that has just moved, so they are from 0 to 255 and low
//! values are good. Their conversion to [`Score`]s is exact.
//!
//! Invariant: `quick` and `evaluation` agree on every position.

mod attack;
mod board;
mod chess;
mod evaluation;
mod generator;
mod program;
mod quick;
mod search;

pub use attack::{ExchangeStep, PinReport};
#[cfg(feature = "cli")]
pub(crate) use board::piece_value;
pub use board::{Move, MoveKind, Piece, SargonBoard};
pub use evaluation::{
    AttackReport, PositionReport, RootMoveReport, SquareReport, StaticScore, byte_of_score, score_of_byte,
};
pub use generator::Direction;
pub use program::{SargonCounters, SargonCounts, SargonEngine, SargonProgram, SargonReport, ThinkError, Thought};
pub use search::{PseudoLegal, sargon};

use crate::core::game::{Diagram, Ending, Game, MoveError, Side};
use crate::core::score::Score;
use board::SargonMove;
use evaluation::{Baseline, Scored, Totals};
use shakmaty::{Color, Square};
use std::cell::Cell;

/// The score byte for being mated. No static evaluation is this bad.
const MATED_BYTE: u8 = 255;
/// The score byte for a stalemate. Quirk: it means "as good as the root", not "drawn".
const STALEMATE_BYTE: u8 = 128;

/// A position in Sargon's representation, with the moves played since the root.
///
/// # Static evaluations
/// Scores are relative to the root: they show the change since the root. The same position therefore has different
/// scores below different roots. The root's own score is absolute; the program computes it, but uses only its material
/// and board control.
///
/// # Memory
/// `play` and `undo` restore everything except the recorded queen squares ([`SargonBoard::queen`]), which affect pins.
/// So a static evaluation can depend on the moves tried before, as in the program.
#[derive(Clone, Debug)]
pub struct SargonGame {
    board: SargonBoard,
    /// The moves that led to this position. At most one move comes before `root`: the double step that a FEN indicates.
    played: Vec<SargonMove>,
    root: usize,
    /// The position at the root, for display; Sargon itself doesn't use FEN.
    diagram: Diagram,
    baseline: Baseline,
    opening: bool,
    last: Cell<StaticScore>,
}

impl SargonGame {
    fn at_root(board: SargonBoard, diagram: Diagram, previous: Option<SargonMove>, opening: bool) -> Self {
        let played: Vec<SargonMove> = previous.into_iter().collect();
        let root = played.len();
        let mut game = Self {
            board,
            played,
            root,
            diagram,
            baseline: Baseline::default(),
            opening,
            last: Cell::new(StaticScore::default()),
        };
        let Totals { material, board_control, .. } = quick::totals(game.scored());
        game.baseline = Baseline { material, board_control };
        game
    }

    #[inline]
    pub fn board(&self) -> &SargonBoard {
        &self.board
    }

    #[inline]
    pub fn ply(&self) -> usize {
        self.played.len() - self.root
    }

    /// Returns the static evaluation of this position with its components, for the side that has just moved; at the
    /// root, for the side to move.
    #[inline]
    pub fn static_score(&self) -> StaticScore {
        let scored = self.scored();
        quick::totals(scored).score(scored.mover, self.baseline_here())
    }

    /// Returns the same as [`static_score`](Self::static_score), but computed square by square, which is slow. Use it
    /// for comparison.
    pub fn static_score_readable(&self) -> StaticScore {
        let scored = self.scored();
        Totals::of(scored).score(scored.mover, self.baseline_here())
    }

    /// Returns the last static evaluation that [`Game::evaluate`] computed, at any position.
    ///
    /// The ports derive a line's displayed value from this; see [`SargonReport`].
    #[inline]
    pub fn last_static_score(&self) -> StaticScore {
        self.last.get()
    }

    #[inline]
    fn baseline_here(&self) -> Baseline {
        if self.ply() == 0 { Baseline::default() } else { self.baseline }
    }

    #[inline]
    fn scored(&self) -> Scored<'_> {
        let board = &self.board;
        match self.played.get(self.root..).and_then(<[SargonMove]>::last) {
            None => Scored { board, mover: board.turn(), destination: None, moveno: board.moveno() },
            Some(last) => {
                // The program increases the move number only when it searches White's replies.
                let behind = u8::from(board.turn() == Color::White);
                let moveno = board.moveno().wrapping_sub(behind);
                Scored { board, mover: board.turn().other(), destination: Some(last.mv.to), moveno }
            }
        }
    }

    fn has_legal_move(&self) -> bool {
        let mut found = false;
        generator::pseudo_legal(&self.board, self.played.last(), |mv| {
            found = found || generator::is_legal(&self.board, mv);
        });
        found
    }

    /// Returns the book's move; `None` after move 1 or if the book is closed.
    ///
    /// Quirk: White's choice depends on whether `random` is even (e4) or odd (d4). Black replies e5 if the pawn came
    /// from a2, b2, c2 or e2, and d5 after all other moves, including every knight move.
    pub fn book_move(&self, random: u8) -> Option<Move> {
        if !self.opening || self.ply() != 0 {
            return None;
        }
        let double_step = |from, to| Some(Move { from, to, kind: MoveKind::Ordinary });
        match self.board.turn() {
            Color::White if random.is_multiple_of(2) => double_step(Square::E2, Square::E4),
            Color::White => double_step(Square::D2, Square::D4),
            Color::Black => {
                let left = [Square::A2, Square::B2, Square::C2, Square::E2];
                if left.into_iter().any(|square| self.board.piece(square).is_none()) {
                    double_step(Square::E7, Square::E5)
                } else {
                    double_step(Square::D7, Square::D5)
                }
            }
        }
    }
}

impl Game for SargonGame {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Side {
        match self.board.turn() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        generator::pseudo_legal(&self.board, self.played.last(), |mv| {
            if generator::is_legal(&self.board, mv) {
                moves.push(mv);
            }
        });
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.played.push(self.board.play(mv));
    }

    #[inline]
    fn undo(&mut self) {
        debug_assert!(self.root < self.played.len(), "nothing was played since the root");
        if let Some(played) = self.played.pop() {
            self.board.undo(played);
        }
    }

    /// Returns mate or stalemate, because Sargon does not recognize any other ending.
    fn ending(&self) -> Option<Ending> {
        if self.has_legal_move() {
            return None;
        }
        Some(if self.is_in_check() { Ending::Loss } else { Ending::Draw })
    }

    #[inline]
    fn evaluate(&self) -> Score {
        let score = self.static_score();
        self.last.set(score);
        if self.ply() == 0 { score.score() } else { -score.score() }
    }

    fn name(&self, mv: Move) -> String {
        self.san(mv)
    }

    fn read(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_san(text)
    }

    /// Returns the position at the root, wherever the search currently is.
    fn diagram(&self) -> Option<Diagram> {
        Some(self.diagram.clone())
    }

    fn ending_name(&self) -> Option<&'static str> {
        Some(match self.ending()? {
            Ending::Loss => "checkmate",
            Ending::Draw => "stalemate",
            Ending::Win => "won",
        })
    }
}

impl PseudoLegal for SargonGame {
    const LOST: Score = score_of_byte(MATED_BYTE);

    #[inline]
    fn pseudo_legal_moves(&self, mut found: impl FnMut(Move, bool)) {
        generator::pseudo_legal(&self.board, self.played.last(), |mv| {
            found(mv, generator::is_legal(&self.board, mv));
        });
    }

    #[inline]
    fn try_illegal(&mut self, mv: Move) {
        let played = self.board.play(mv);
        self.board.undo(played);
    }

    #[inline]
    fn is_in_check(&self) -> bool {
        generator::is_in_check(&self.board, self.board.turn())
    }

    fn pseudo_score(&self) -> Score {
        if self.is_in_check() { Self::LOST } else { score_of_byte(STALEMATE_BYTE) }
    }
}

/// Whether a game may begin with the opening book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BookUse {
    /// Move 1 is played from the book without a search, as in the program.
    #[default]
    Open,
    /// Move 1 is searched like any other move. It then counts as move 2 or later.
    Closed,
}
