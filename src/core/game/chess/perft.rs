//! Counting lines of play, which checks the rules underneath.

use shakmaty::{Chess, Move, Position};

/// Returns the number of legal lines of exactly `depth` plies from `position`.
///
/// These are the rules alone: draws by repetition, by the fifty-move rule or by lack of material do not end a line.
///
/// # Complexity
/// Time as the number of positions before the last ply, whose moves are counted without being played.
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

/// Returns for every legal move, in generator order, the number of lines of `depth` plies that begin with it; nothing
/// if `depth` is 0.
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
