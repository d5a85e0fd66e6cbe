//! Static evaluations from outside, such as those of another engine. A search sees them as a hook like any other. This
//! module also parses what an engine writes in UCI.

use crate::core::game::Game;
use crate::core::game::chess::{Chess, ChessGame, Evaluator};
use crate::core::hooks::{Flow, Hooks, Line};
use crate::core::score::{Score, ScoreKind};
use std::fmt::Debug;
use std::sync::Arc;

/// Another program that evaluates positions.
pub trait Outside: Debug + Send + Sync {
    /// Returns its name, as in the header of a trace.
    fn name(&self) -> String;

    /// Returns the score of a position that is not over, for its side to move, with mates counted from this position.
    /// Equal positions have equal scores. None if it cannot, which stops the search.
    fn score(&self, position: &Chess) -> Option<Score>;
}

/// The maximum of an engine's score, in centipawns.
const MOST: i32 = 1_000_000;
/// The maximum distance of a mate, in moves.
const MOST_MOVES: i32 = 200;

/// Returns the score in the words after `info`, for the side to move; bounds are ignored.
pub fn score_of(words: &[&str]) -> Option<Score> {
    let at = words.iter().position(|&word| word == "score")?;
    let (kind, number) = (words.get(at + 1)?, words.get(at + 2)?.parse::<i32>().ok()?);
    if matches!(words.get(at + 3), Some(&("lowerbound" | "upperbound"))) {
        return None;
    }
    match (*kind, number) {
        ("cp", centipawns) => Some(Score::from_centipawns(centipawns.clamp(-MOST, MOST))),
        ("mate", 1..) => Some(Score::mate_in(2 * number.min(MOST_MOVES) as u32 - 1)),
        ("mate", _) => Some(Score::mated_in(2 * number.max(-MOST_MOVES).unsigned_abs())),
        _ => None,
    }
}

/// Returns the number, moves and score of a line in the words after `info`; bounds are ignored.
pub fn line_of(words: &[&str]) -> Option<(usize, (Vec<String>, Score))> {
    let behind = |name: &str| words.iter().position(|&word| word == name).map(|at| &words[at + 1..]);
    let number = behind("multipv")?.first()?.parse().ok()?;
    let moves = behind("pv")?.iter().map(|&word| word.to_owned()).collect();
    Some((number, (moves, score_of(words)?)))
}

/// The value of a mate in an external evaluation: a mate in one is worth this minus a thousandth of a pawn.
const MATE_IN_PAWNS: i32 = 1_000_000;

/// A hook that takes static evaluations from another program.
#[derive(Clone, Debug)]
pub struct FromOutside {
    /// The program.
    pub scorer: Arc<dyn Outside>,
    /// Whether mates that are not on the board are converted to pawns: a lesson can only contain mates on the board.
    pub is_in_pawns: bool,
}

impl FromOutside {
    /// Returns the score of a game's position, if it is not over.
    pub(crate) fn of<E: Evaluator>(&self, game: &ChessGame<E>, ply: u32, score: Score) -> Flow<Score> {
        if game.ending().is_some() || game.is_known() {
            return Flow::Continue(score);
        }
        match (self.scorer.score(game.position()), self.is_in_pawns) {
            (Some(score), true) => Flow::Continue(in_pawns(score)),
            (Some(score), false) => Flow::Continue(score.counted_from_root(ply)),
            (None, _) => Flow::Break(()),
        }
    }
}

fn in_pawns(score: Score) -> Score {
    match score.kind() {
        ScoreKind::MateIn(plies) => Score::from_millipawns(MATE_IN_PAWNS - plies as i32),
        ScoreKind::MatedIn(plies) => Score::from_millipawns(plies as i32 - MATE_IN_PAWNS),
        ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => score,
    }
}

impl<E: Evaluator> Hooks<ChessGame<E>> for FromOutside {
    fn score(&mut self, at: Line<'_, ChessGame<E>>, score: Score) -> Flow<Score> {
        self.of(at.game, at.ply(), score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_engines_write_them() {
        let read = |line: &str| score_of(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(read("depth 1 seldepth 2 score cp -31 nodes 20"), Some(Score::from_centipawns(-31)));
        assert_eq!(read("depth 1 score mate 1 nodes 20 pv e2e4"), Some(Score::mate_in(1)));
        assert_eq!(read("depth 1 score mate 3"), Some(Score::mate_in(5)));
        assert_eq!(read("depth 1 score mate -2"), Some(Score::mated_in(4)));
        assert_eq!(read("score cp 20 lowerbound"), None);
        assert_eq!(read("score cp 99999999"), Some(Score::from_centipawns(MOST)));
        assert_eq!(read("depth 1 currmove e2e4"), None);
        assert_eq!(read("score cp"), None);
    }
}
