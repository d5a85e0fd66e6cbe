//! The board at a node, played from the root by the names of the moves.

use crate::game::chess::{parse_fen, parse_san};
use shakmaty::{EnPassantMode, Position, fen::Fen};

/// The board at the end of a line, as far as it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The position.
    pub fen: String,
    /// How many moves of the line were played on it. Fewer than all if the next one is no move of chess there.
    pub moves: usize,
}

/// Plays a line from the root position; nothing if that is no position of chess.
pub(super) fn board<S: AsRef<str>>(root: &str, line: &[S]) -> Option<Board> {
    let mut position = parse_fen(root).ok()?;
    let mut moves = 0;
    for name in line {
        let Ok(mv) = parse_san(&position, name.as_ref()) else { break };
        position.play_unchecked(mv);
        moves += 1;
    }
    Some(Board { fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(), moves })
}
