//! The interface between a search and a game, and the built-in games.
//!
//! Invariant: a game knows nothing about searches, hooks or output.

pub mod chess;
pub mod classic;
mod movers;
mod perft;
mod tree;
mod weight;

pub use movers::{Mover, Movers, MoversError};
pub use perft::perft;
pub(crate) use tree::{ANY, is_unknown_leaf, made_name};
pub use tree::{TreeGame, TreeMove};
pub use weight::{Weight, WeightError};
pub(crate) use weight::{gcd, weighted_mean};

use crate::core::score::Score;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hash;

/// One of the two players, identified by which of them moves first at the start of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White; in a game without a board, the side to move at the root.
    First,
    /// Black, or the opponent of the side to move at the root.
    Second,
}

impl Side {
    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a game ended, for the side that would move next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// The side to move has lost: checkmate.
    #[serde(rename = "lost")]
    Loss,
    /// Neither side has won: stalemate, or a draw by rule.
    #[serde(rename = "drawn")]
    Draw,
    /// The side to move has won, which never happens in chess.
    #[serde(rename = "won")]
    Win,
}

impl Ending {
    /// Returns the score of this ending for the side to move, `ply` half-moves after the root.
    #[inline]
    #[must_use]
    pub const fn score(self, ply: u32) -> Score {
        match self {
            Self::Loss => Score::mated_in(ply),
            Self::Draw => Score::ZERO,
            Self::Win => Score::mate_in(ply),
        }
    }
}

/// A two-player game with perfect information: a position that generates its moves, and on which moves can be played
/// and taken back.
///
/// A value of this type is one position together with the data needed to undo moves. `play` and `undo` must be inverses
/// of each other; a search calls them in pairs, like brackets.
///
/// Seven methods make a game that every algorithm can search and every renderer can draw. All other methods have a
/// default that means "unknown"; a search that needs more (a transposition table, quiescence) is then rejected, with an
/// error that names what is missing.
pub trait Game {
    /// A move, small and cheap to copy.
    type Move: Copy + Eq + Hash + fmt::Debug + 'static;

    /// Returns the side to move.
    fn turn(&self) -> Side;

    /// Appends all legal moves, always in the same order. Appends nothing if the game is over for any reason.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a move that [`moves`](Self::moves) returned for this position.
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move played.
    ///
    /// # Panics
    /// May panic if no move was played.
    fn undo(&mut self);

    /// Returns how the game ended; `None` if it is not over.
    /// If the result is a number of points, return `None`, no moves, and the points from [`evaluate`](Self::evaluate).
    fn ending(&self) -> Option<Ending>;

    /// Returns the static evaluation for the side to move. Called only while the game is not over.
    fn evaluate(&self) -> Score;

    /// Returns the name of a legal move of this position (SAN in chess). The names within a position are unique.
    fn name(&self, mv: Self::Move) -> String;

    /// Returns whether [`evaluate`](Self::evaluate) gives the true score here, from a tablebase of solved positions, so
    /// that no search is needed. The position then has no moves, although the game is not over.
    fn is_known(&self) -> bool {
        false
    }

    /// Returns whether two moves of this game are equal, as `==` does; games with a faster way can override it.
    #[inline(always)]
    fn is_same(one: &Self::Move, other: &Self::Move) -> bool {
        one == other
    }

    // Most games don't need these.

    /// Whether two sides alternate, there are no chance nodes, and leaves have no known range. Scores then change sign
    /// from ply to ply. Set this to `false` if you override `movers`, `weight` or `value_range`.
    const PLAIN: bool = true;

    /// The word for what is searched, in messages such as `this game has no null move`.
    const KIND: &'static str = "game";

    /// Returns who chooses at each ply from here on, or `None` if two sides alternate. If this is not `None`, a node's
    /// [`turn`](Self::turn) is [`Movers::side`]. All nodes of a ply have the same mover, so a game in which a player
    /// may move again must generate a pass as the only move of the other player.
    fn movers(&self) -> Option<Movers> {
        None
    }

    /// Returns the probability of a move at a chance node.
    fn weight(&self, _mv: Self::Move) -> Weight {
        Weight::ONE
    }

    /// Returns the lowest and the highest value that a leaf can have for MAX, if known; an infinite value means no
    /// limit.
    fn value_range(&self) -> Option<[Score; 2]> {
        None
    }

    /// Returns the factor by which all scores are multiplied to make the mean of a chance node a whole number of
    /// thousandths.
    fn scale(&self) -> u32 {
        1
    }

    /// Returns whether the score of this leaf is unknown.
    fn is_unknown(&self) -> bool {
        false
    }

    /// Returns the number of [`moves`](Self::moves) after a move. The default generates them into `list`.
    fn count_replies(&mut self, mv: Self::Move, list: &mut Vec<Self::Move>) -> usize {
        list.clear();
        self.play(mv);
        self.moves(list);
        self.undo();
        list.len()
    }

    // Texts for people.

    /// Writes the names of several legal moves of this position to `names`, reusing its strings.
    fn names(&self, moves: &[Self::Move], names: &mut Vec<String>) {
        names.clear();
        names.extend(moves.iter().map(|&mv| self.name(mv)));
    }

    /// Reads a move of this position as people write it: by its name, or in any other notation that the game accepts.
    ///
    /// # Errors
    /// [`MoveError`], with the legal moves, if the text matches no legal move or several.
    fn read(&self, text: &str) -> Result<Self::Move, MoveError> {
        read_by_name(self, text)
    }

    /// Returns the line from the root to the only position with this name, if names are unique in this game.
    fn find(&self, _name: &str) -> Option<Vec<Self::Move>> {
        None
    }

    /// Returns how the game ended in words, such as "checkmate", or `None` if it is not over.
    fn ending_name(&self) -> Option<&'static str> {
        self.ending().map(|ending| match ending {
            Ending::Loss => "lost",
            Ending::Draw => "drawn",
            Ending::Win => "won",
        })
    }

    /// Returns the rule by which most programs count this position as drawn, even if this game has other rules.
    fn usual_draw(&self) -> Option<&'static str> {
        None
    }

    /// Returns the number of half-moves since the last one that cannot be taken back, if the rules count them.
    fn clock(&self) -> u32 {
        0
    }

    /// Returns the position as pages and traces show it, if the game is played on a chess board.
    fn diagram(&self) -> Option<Diagram> {
        None
    }

    /// Returns the text that names this position, if the game is a named game (see [`classic`]).
    fn position_text(&self) -> Option<String> {
        None
    }

    /// Returns the name of the evaluation that [`evaluate`](Self::evaluate) computes; empty if it has none.
    fn evaluation_name(&self) -> &'static str {
        ""
    }

    // The methods below serve move ordering and techniques. All concern the current position and its legal moves.

    /// Whether the game can distinguish tactical moves and checks, for move ordering and quiescence.
    const HAS_TACTICS: bool = false;

    /// Returns whether the side to move is in check, so that it may neither stand pat nor pass.
    fn in_check(&self) -> bool {
        false
    }

    /// Returns whether the move changes material: a capture or a promotion.
    fn is_tactical(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Ranks tactical moves by most valuable victim, then least valuable attacker: the higher, the earlier. Tactical
    /// moves rank above 0; quiet moves are 0. Only the order of the numbers matters.
    ///
    /// # References
    /// <https://www.chessprogramming.org/MVV-LVA>
    fn mvv_lva(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Returns the static exchange evaluation of the move: the material that the side to move wins (or loses, if
    /// negative) if both sides then capture on the target square for as long as that gains material.
    ///
    /// # References
    /// <https://www.chessprogramming.org/Static_Exchange_Evaluation>
    fn see(&self, _mv: Self::Move) -> Score {
        Score::ZERO
    }

    /// Returns whether the exchange after the move can lose material, whatever the pieces are worth.
    fn may_lose_material(&self, _mv: Self::Move) -> bool {
        true
    }

    /// Returns the material that the move wins if nothing is recaptured, never less than [`see`](Self::see).
    fn gain(&self, _mv: Self::Move) -> Score {
        Score::ZERO
    }

    /// Appends the tactical moves among [`moves`](Self::moves), in the same order.
    fn tactical_moves(&self, moves: &mut Vec<Self::Move>) {
        let before = moves.len();
        self.moves(moves);
        let mut kept = before;
        for index in before..moves.len() {
            if self.is_tactical(moves[index]) {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Whether [`play_null_move`](Self::play_null_move) ever succeeds, for null-move pruning.
    const CAN_PASS: bool = false;

    /// Passes the move to the opponent and returns `true`, or returns `false` and changes nothing.
    ///
    /// It returns `false` when passing proves nothing: in check, when the game is over, and in positions where having
    /// to move is often a disadvantage (in chess, with only a king and pawns). [`undo`](Self::undo) takes back a null
    /// move like any other.
    ///
    /// # References
    /// <https://www.chessprogramming.org/Null_Move_Pruning>
    fn play_null_move(&mut self) -> bool {
        false
    }

    /// Whether positions have keys, for transposition tables.
    const HAS_KEYS: bool = false;

    /// Returns a number that is equal for equal positions (same moves and same future) and, in practice, different for
    /// different ones. The path to the position doesn't matter: repetitions and move clocks are not part of the key.
    fn key(&self) -> u64 {
        0
    }

    /// Returns whether earlier moves may end the game by repetition or by a move clock, in this position or within the
    /// next `plies` plies. If they cannot, [`key`](Self::key) determines how the game can continue for that many plies,
    /// and a count visits equal positions once. The default, `true`, is right for every game, but slow.
    fn depends_on_past(&self, plies: u32) -> bool {
        let _ = plies;
        true
    }

    /// Whether the game recognizes symmetric positions (rotations and reflections of each other, say), so that a table
    /// can store them in one entry.
    const HAS_SYMMETRY: bool = false;

    /// Returns the [`key`](Self::key) of the position that represents all positions symmetric to this one, and the
    /// symmetry that maps this position to it.
    fn canonical_key(&self) -> (u64, Symmetry) {
        (self.key(), Symmetry::default())
    }

    /// Returns the move of the representative position that corresponds to the move `mv` of this one.
    fn apply_symmetry(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move {
        let _ = symmetry;
        mv
    }

    /// Returns the move of this position that corresponds to the move `mv` of the representative one: the inverse of
    /// [`apply_symmetry`](Self::apply_symmetry).
    fn undo_symmetry(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move {
        let _ = symmetry;
        mv
    }

    /// Whether [`centrality`](Self::centrality) distinguishes moves.
    const HAS_CENTRE: bool = false;

    /// Returns how near to the centre a move goes: the higher, the nearer. Only the order of the numbers matters.
    fn centrality(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The number of values of [`history_index`](Self::history_index); 0 if moves cannot be compared across positions,
    /// as the history heuristic requires.
    const HISTORY_SIZE: usize = 0;

    /// Returns a number below [`HISTORY_SIZE`](Self::HISTORY_SIZE) that the same move has in every position.
    fn history_index(&self, _mv: Self::Move) -> usize {
        0
    }
}

/// A symmetry of a game, such as a rotation of the board: a number that only its game can interpret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symmetry(pub u32);

/// Reads a move only by its name.
///
/// # Errors
/// [`MoveError`], with the legal moves, if none of them has that name.
pub fn read_by_name<G: Game + ?Sized>(game: &G, text: &str) -> Result<G::Move, MoveError> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let found = moves.iter().find(|&&mv| game.name(mv) == text).copied();
    found.ok_or_else(|| MoveError {
        text: text.to_owned(),
        kind: MoveErrorKind::Unknown,
        legal: moves.iter().map(|&mv| game.name(mv)).collect(),
    })
}

/// A chess position for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The position.
    pub fen: String,
    /// The number of the next move.
    pub move_number: u32,
}

/// A move that cannot be read or played, with the legal moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` {kind}; legal here: {}", self.legal_moves())]
pub struct MoveError {
    /// The text that was read.
    pub text: String,
    /// The error.
    pub kind: MoveErrorKind,
    /// The names of all legal moves.
    pub legal: Vec<String>,
}

impl MoveError {
    fn legal_moves(&self) -> String {
        match (self.legal.is_empty(), self.kind) {
            (false, _) => self.legal.join(" "),
            (true, MoveErrorKind::Unknown) => "nothing, the line ends here".to_owned(),
            (true, _) => "nothing, the game is over".to_owned(),
        }
    }
}

/// What is wrong with a move; see [`MoveError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// The text doesn't look like a chess move.
    #[error("is not a move in algebraic notation (like Nf3, exd5, O-O, e8=Q)")]
    NotAMove,
    /// The text matches no legal move.
    #[error("is not legal")]
    Illegal,
    /// The text matches several legal moves.
    #[error("is ambiguous")]
    Ambiguous,
    /// In a game other than chess: no move of the position has this name.
    #[error("is not a move here")]
    Unknown,
}
