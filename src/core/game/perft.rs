//! Counts the lines of a game.

use super::Game;

/// Returns the number of lines of exactly `depth` plies. Lines in which the game ends earlier don't count.
pub fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let (mut moves, mut list) = (Vec::new(), Vec::new());
    game.moves(&mut moves);
    match rest {
        0 => moves.len() as u64,
        1 => moves.into_iter().map(|mv| game.count_replies(mv, &mut list) as u64).sum(),
        _ => {
            let mut lines = 0;
            for mv in moves {
                game.play(mv);
                lines += perft(game, rest);
                game.undo();
            }
            lines
        }
    }
}
