//! The board at a node, played from the root by the names of the moves.

use crate::game::Game;
use crate::game::chess::{parse_fen, parse_san};
use crate::game::classic::{AnyGame, read_game};
use shakmaty::{EnPassantMode, Move, Position, Square, fen::Fen};

/// The board at the end of a line, as far as it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The position: FEN, or as a game of the table is asked for.
    pub fen: String,
    /// How many moves of the line were played on it. Fewer than all if the next one is no move there.
    pub moves: usize,
    /// From where to where the last of them went, each as file and rank from 0; a king that castles went to where it stands.
    pub last: Option<[(u8, u8); 2]>,
}

/// Plays a line from the root position; nothing if that is no position.
pub(crate) fn board<S: AsRef<str>>(root: &str, line: &[S]) -> Option<Board> {
    if let Some(game) = read_game(root) {
        return Some(of_game(game.ok()?, line));
    }
    let mut position = parse_fen(root).ok()?;
    let (mut moves, mut last) = (0, None);
    for name in line {
        let Ok(mv) = parse_san(&position, name.as_ref()) else { break };
        last = squares(mv);
        position.play_unchecked(mv);
        moves += 1;
    }
    Some(Board { fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(), moves, last })
}

fn of_game<S: AsRef<str>>(mut game: AnyGame, line: &[S]) -> Board {
    let mut moves = 0;
    for name in line {
        let Ok(mv) = game.read(name.as_ref()) else { break };
        game.play(mv);
        moves += 1;
    }
    Board { fen: game.position(), moves, last: None }
}

fn squares(mv: Move) -> Option<[(u8, u8); 2]> {
    let to = mv.castling_side().map_or(mv.to(), |side| Square::from_coords(side.king_to_file(), mv.to().rank()));
    let place = |square: Square| (square.file() as u8, square.rank() as u8);
    Some([place(mv.from()?), place(to)])
}
