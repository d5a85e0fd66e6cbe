//! Chess as a [`Game`]: an adapter over the rules of the `shakmaty` crate.

mod ending;
mod evaluation;
mod fen;
mod notation;

pub use ending::DrawRules;
pub(crate) use ending::REPETITION;
pub use evaluation::{Evaluation, Evaluator, Material, Phase, Positional, Tapered, Term, see};
pub use fen::{FenError, parse_fen};
pub(crate) use fen::{MOST_MOVES, is_pass, passed};
pub use notation::parse_san;
pub use shakmaty::{Chess, Move, Piece, Role, Square};

use super::{Diagram, Ending, Game, MoveError, Side};
use crate::core::score::Score;
use ending::ending_of;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Color, EnPassantMode, Position};
use std::fmt::Debug;
use std::sync::Arc;

/// A chess position that can be searched, with the positions that led to it.
///
/// Below the root, a position that has occurred before in the game counts as a draw, as in most programs: a side that
/// can repeat once can repeat twice (<https://www.chessprogramming.org/Repetitions>). The root itself is drawn at its
/// third occurrence, as in the laws of chess. [`DrawRules`] can change this.
#[derive(Clone, Debug)]
pub struct ChessGame<E = Material> {
    evaluator: E,
    /// The positions up to the current one, which is the last. Never empty.
    stack: Vec<Reached>,
    /// The number of positions in the stack before the root.
    root: usize,
    /// A source of scores for positions below the root.
    oracle: Option<Arc<dyn Oracle>>,
    rules: DrawRules,
    /// Whether the root keeps its legal moves even if the game is drawn by a rule at the root.
    plays_on: bool,
}

/// A position of a game.
#[derive(Clone, Debug)]
struct Reached {
    position: Chess,
    /// The sum of [`Evaluator::piece`] over White's pieces minus the sum over Black's; 0 before the root, where nothing
    /// is evaluated.
    pieces: i32,
}

impl<E: Evaluator> ChessGame<E> {
    /// Returns the game that begins at `position`.
    #[must_use]
    pub fn new(position: Chess, evaluator: E) -> Self {
        Self::with_history(vec![position], evaluator)
    }

    /// Returns the game whose current position is the last of `history`, so that repetitions of earlier positions are
    /// recognized.
    ///
    /// # Panics
    /// If `history` is empty.
    #[must_use]
    pub fn with_history(history: Vec<Chess>, evaluator: E) -> Self {
        assert!(!history.is_empty(), "a game has at least one position");
        let root = history.len() - 1;
        let mut stack: Vec<_> = history.into_iter().map(|position| Reached { position, pieces: 0 }).collect();
        stack[root].pieces = evaluation::pieces(&evaluator, stack[root].position.board());
        Self { evaluator, stack, root, oracle: None, rules: DrawRules::default(), plays_on: false }
    }

    /// Returns the same game with different draw rules.
    #[must_use]
    pub fn drawn_by(self, rules: DrawRules) -> Self {
        Self { rules, ..self }
    }

    /// Returns the same game, but with moves at the root even if a rule draws the game there. Many programs test for
    /// draws only below the root.
    pub(crate) fn playing_on(self) -> Self {
        Self { plays_on: true, ..self }
    }

    /// Returns whether the position has no moves because the game is drawn by a rule.
    #[inline]
    fn is_drawn_by_rule(&self) -> bool {
        let plays_on = self.plays_on && self.stack.len() == self.root + 1;
        !plays_on && ending::is_drawn_by_rule(&self.stack, self.root, &self.rules)
    }

    /// Lets `oracle` score each position below the root that it knows. Such a position then has no moves, and the
    /// oracle's score is its static evaluation.
    #[must_use]
    pub fn knowing(self, oracle: Arc<dyn Oracle>) -> Self {
        Self { oracle: Some(oracle), ..self }
    }

    /// Returns the oracle's score of the current position. The root has no such score, because the root is always
    /// searched.
    #[inline(always)]
    fn known(&self) -> Option<Score> {
        self.ask(self.oracle.as_deref()?)
    }

    fn ask(&self, oracle: &dyn Oracle) -> Option<Score> {
        let ply = self.stack.len() - 1 - self.root;
        let zeroed = (1..=ply).find(|ply| self.stack[self.root + ply].position.halfmoves() == 0);
        if ply == 0 || ending_of(&self.stack, self.root, &self.rules).is_some() {
            return None;
        }
        oracle.score(self.position(), ply as u32, zeroed.map(|ply| ply as u32))
    }

    /// Returns the current position.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.last().position
    }

    /// Makes room for more positions and plays a move.
    #[cold]
    fn grow_and_play(&mut self, mv: Move) {
        self.stack.reserve(self.stack.len());
        self.play(mv);
    }

    #[inline]
    fn last(&self) -> &Reached {
        &self.stack[self.stack.len() - 1]
    }

    /// Returns the current position as FEN; the en-passant field is set only if an en-passant capture is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(self.position(), EnPassantMode::Legal).to_string()
    }

    /// Returns the positions before the root that may recur, oldest first, as FEN: those since the last capture or pawn
    /// move.
    #[must_use]
    pub fn repeatable(&self) -> Vec<String> {
        let earlier = &self.stack[..self.root];
        let reach = earlier.len().min(self.stack[self.root].position.halfmoves() as usize);
        let fen = |earlier: &Reached| Fen::from_position(&earlier.position, EnPassantMode::Legal).to_string();
        earlier[earlier.len() - reach..].iter().map(fen).collect()
    }

    /// Returns the number of the next move, as in FEN.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.position().fullmoves().get()
    }

    /// Reads a move of the current position; see [`parse_san`].
    ///
    /// # Errors
    /// [`MoveError`], with the legal moves, if the text is not a move or is illegal or ambiguous.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        parse_san(self.position(), text)
    }

    /// Returns the legal move with these coordinates, such as `g1f3`.
    pub(crate) fn by_coordinates(&self, text: &str) -> Option<Move> {
        notation::by_coordinates(self.position(), text)
    }

    /// Returns the names of all legal moves, in alphabetical order.
    #[must_use]
    pub fn legal_names(&self) -> Vec<String> {
        notation::legal_names(self.position())
    }
}

impl<E: Evaluator> Game for ChessGame<E> {
    type Move = Move;

    /// Nearly all moves are [`Move::Normal`], whose fields are adjacent in memory, so that one comparison can cover all
    /// of them.
    #[inline(always)]
    fn is_same(one: &Move, other: &Move) -> bool {
        let number = |role: Option<Role>| role.map_or(0, u8::from);
        let Move::Normal { role, from, capture, to, promotion } = *one else { return one == other };
        let Move::Normal { role: r, from: f, capture: c, to: t, promotion: p } = *other else { return false };
        (role == r) & (from == f) & (number(capture) == number(c)) & (to == t) & (number(promotion) == number(p))
    }

    #[inline]
    fn turn(&self) -> Side {
        match self.position().turn() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        if !self.is_drawn_by_rule() && !self.is_known() {
            moves.extend_from_slice(&self.position().legal_moves());
        }
    }

    /// Does not update the sum of the pieces, because nothing is evaluated.
    fn count_replies(&mut self, mv: Move, _: &mut Vec<Move>) -> usize {
        self.stack.push(Reached { position: after(self.position(), mv), pieces: 0 });
        let is_over = self.is_drawn_by_rule() || self.is_known();
        let count = if is_over { 0 } else { self.position().legal_moves().len() };
        self.stack.pop();
        count
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        // Asked first, so that the usual path keeps nothing across a call that allocates.
        if self.stack.len() == self.stack.capacity() {
            return self.grow_and_play(mv);
        }
        let Reached { position, pieces } = self.last();
        let pieces = pieces + evaluation::change(&self.evaluator, position.turn(), mv);
        self.stack.push(Reached { position: position.clone(), pieces });
        let last = self.stack.len() - 1;
        self.stack[last].position.play_unchecked(mv);
    }

    #[inline]
    fn undo(&mut self) {
        debug_assert!(self.root + 1 < self.stack.len(), "nothing was played since the root");
        self.stack.pop();
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        ending_of(&self.stack, self.root, &self.rules)
    }

    #[inline]
    fn evaluate(&self) -> Score {
        self.known().unwrap_or_else(|| self.evaluator.evaluate_with(self.position(), self.last().pieces))
    }

    #[inline]
    fn is_known(&self) -> bool {
        self.known().is_some()
    }

    fn name(&self, mv: Move) -> String {
        SanPlus::from_move(self.position().clone(), mv).to_string()
    }

    fn names(&self, moves: &[Move], names: &mut Vec<String>) {
        notation::write_names(self.position(), moves, names);
    }

    fn read(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_san(text)
    }

    fn ending_name(&self) -> Option<&'static str> {
        ending::name(&self.stack, self.root, &self.rules)
    }

    fn usual_draw(&self) -> Option<&'static str> {
        ending::usual_draw(&self.stack, self.root)
    }

    fn clock(&self) -> u32 {
        self.position().halfmoves()
    }

    fn diagram(&self) -> Option<Diagram> {
        Some(Diagram { fen: self.fen(), move_number: self.move_number() })
    }

    fn evaluation_name(&self) -> &'static str {
        self.evaluator.name()
    }

    const HAS_TACTICS: bool = true;

    #[inline]
    fn in_check(&self) -> bool {
        self.position().is_check()
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        evaluation::is_tactical(mv)
    }

    #[inline]
    fn mvv_lva(&self, mv: Move) -> i32 {
        evaluation::mvv_lva(mv)
    }

    #[inline]
    fn see(&self, mv: Move) -> Score {
        evaluation::see(self.position(), mv)
    }

    fn may_lose_material(&self, mv: Move) -> bool {
        evaluation::may_lose_material(self.position(), mv)
    }

    #[inline]
    fn gain(&self, mv: Move) -> Score {
        evaluation::gain(mv)
    }

    #[inline]
    fn tactical_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_drawn_by_rule() && !self.is_known() {
            moves.extend(self.position().legal_moves().into_iter().filter(|&mv| evaluation::is_tactical(mv)));
        }
    }

    const CAN_PASS: bool = true;

    /// Restarts the halfmove clock, so that no repetition is detected across a null move.
    fn play_null_move(&mut self) -> bool {
        let position = self.position();
        let board = position.board();
        let pieces = position.us() & !(board.pawns() | board.kings());
        if position.is_check()
            || pieces.is_empty()
            || ending_of(&self.stack, self.root, &self.rules).is_some()
            || self.is_known()
        {
            return false;
        }
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.swap_turn();
        setup.halfmoves = 0;
        let Ok(passed) = fen::position_from(setup) else { return false };
        let pieces = self.last().pieces;
        self.stack.push(Reached { position: passed, pieces });
        true
    }

    const HAS_KEYS: bool = true;

    /// Returns the Zobrist key. The en-passant file is part of the key only if an en-passant capture is legal.
    #[inline]
    fn key(&self) -> u64 {
        self.position().zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    fn depends_on_past(&self, plies: u32) -> bool {
        // An oracle's score depends on the move clock.
        self.oracle.is_some() || ending::depends_on_past(&self.stack, &self.rules, plies)
    }

    /// The number of history indices: one for each combination of side, start square and target square.
    const HISTORY_SIZE: usize = 2 * 64 * 64;

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        let from = mv.from().map_or(0, usize::from);
        let turn = usize::from(self.turn() == Side::Second);
        (turn * 64 + from) * 64 + usize::from(mv.to())
    }
}

/// A source of scores for some positions.
pub trait Oracle: Debug + Send + Sync {
    /// Returns the score of a position for its side to move, if known. The position is `ply` plies below the root;
    /// `zeroed` is the ply of the first capture or pawn move between the root and the position, if there was one.
    fn score(&self, position: &Chess, ply: u32, zeroed: Option<u32>) -> Option<Score>;
}

/// Returns the number of legal lines of exactly `depth` plies from `position`.
///
/// Only the rules of movement count: draws by repetition, by the fifty-move rule or by insufficient material do not end
/// a line.
///
/// # Complexity
/// Takes time proportional to the number of positions before the last ply. Moves of the last ply are counted without
/// being played.
///
/// # References
/// <https://www.chessprogramming.org/Perft>
///
/// ```
/// use plywood::game::chess::{Chess, perft};
/// assert_eq!(perft(&Chess::default(), 3), 8902);
/// ```
#[must_use]
pub fn perft(position: &Chess, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position.legal_moves().into_iter().map(|mv| perft(&after(position, mv), depth - 1)).sum(),
    }
}

/// Returns each legal move, in generator order, with the number of lines of `depth` plies that begin with it. The list
/// is empty if `depth` is 0.
///
/// ```
/// use plywood::game::chess::{Chess, divide};
/// let moves = divide(&Chess::default(), 2);
/// assert_eq!((moves.len(), moves[0].1), (20, 20));
/// ```
#[must_use]
pub fn divide(position: &Chess, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|mv| (mv, perft(&after(position, mv), rest))).collect()
}

fn after(position: &Chess, mv: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}
