//! Static evaluations from other programs, such as engines. A hook passes them to a search. This module also parses an
//! engine's UCI output.

use crate::core::game::Game;
use crate::core::game::chess::{Chess, ChessGame, Evaluator};
use crate::core::hooks::{Flow, Hooks, Line};
use crate::core::score::{Score, ScoreKind};
use std::fmt::Debug;
use std::sync::Arc;

/// Another program that evaluates positions.
pub trait Outside: Debug + Send + Sync {
    /// Returns the program's name, which the header of a trace contains.
    fn name(&self) -> String;

    /// Returns the score of a position in which the game is not over, for the side to move, with mates counted from
    /// this position. Equal positions have equal scores. Returns `None` if the program cannot give a score, which stops
    /// the search.
    fn score(&self, position: &Chess) -> Option<Score>;
}

/// The largest engine score that plywood accepts, in centipawns.
const MOST: i64 = 100 * Score::LIMIT_PAWNS as i64;
/// The maximum distance of a mate, in moves.
const MOST_MOVES: i64 = 450;

/// The score in a line of an engine's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// The score, for the side to move.
    Known(Score),
    /// The line contains only a bound.
    Bound,
    /// A score that is too large for plywood, as the engine wrote it.
    TooLarge(String),
}

impl EngineScore {
    /// Describes the range of scores.
    pub fn limits() -> String {
        format!("The limits are {} pawns and mate in {MOST_MOVES} moves", Score::LIMIT_PAWNS)
    }
}

/// Returns the words before `string`, after which the line is free text.
fn without_text<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    words.split(|&word| word == "string").next().unwrap_or_default()
}

fn number_after(words: &[&str], name: &str) -> Option<usize> {
    let at = words.iter().position(|&word| word == name)?;
    words.get(at + 1)?.parse().ok()
}

/// Returns the score of the position, given the words after `info`. With several lines, this is the score of the first
/// line. Returns `None` if the words don't contain it.
pub fn score_of(words: &[&str]) -> Option<EngineScore> {
    let words = without_text(words);
    let is_first = number_after(words, "multipv").is_none_or(|number| number == 1);
    of_any_line(words).filter(|_| is_first)
}

fn of_any_line(words: &[&str]) -> Option<EngineScore> {
    let at = words.iter().position(|&word| word == "score")?;
    let (kind, number) = (words.get(at + 1)?, words.get(at + 2)?.parse::<i64>().ok()?);
    if matches!(words.get(at + 3), Some(&("lowerbound" | "upperbound"))) {
        return Some(EngineScore::Bound);
    }
    let most = match *kind {
        "cp" => MOST,
        "mate" => MOST_MOVES,
        _ => return None,
    };
    if !(-most..=most).contains(&number) {
        return Some(EngineScore::TooLarge(format!("{kind} {number}")));
    }
    let number = number as i32;
    Some(EngineScore::Known(match *kind {
        "cp" => Score::from_centipawns(number),
        _ if 0 < number => Score::mate_in(2 * number as u32 - 1),
        _ => Score::mated_in(2 * number.unsigned_abs()),
    }))
}

/// Returns the number, the moves and the score of a line, given the words after `info`. An engine that has only one
/// line need not number it.
pub fn line_of(words: &[&str]) -> Option<(usize, (Vec<String>, EngineScore))> {
    let words = without_text(words);
    let number = number_after(words, "multipv").unwrap_or(1);
    let at = words.iter().position(|&word| word == "pv")?;
    let moves = words[at + 1..].iter().map(|&word| word.to_owned()).collect();
    Some((number, (moves, of_any_line(words)?)))
}

/// The value of a mate in an external evaluation: a mate in one is worth this minus a thousandth of a pawn.
const MATE_IN_PAWNS: i32 = 1_000_000;

/// A hook that takes static evaluations from another program.
#[derive(Clone, Debug)]
pub struct FromOutside {
    /// The program.
    pub scorer: Arc<dyn Outside>,
    /// Whether to convert mate scores to pawns, except for a mate that is already on the board. Lessons need this,
    /// because they can contain only mates on the board.
    pub is_in_pawns: bool,
}

impl FromOutside {
    /// Returns the program's score of a game's position, or `score` if the game is over or its result is already known.
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
        let known = |score| Some(EngineScore::Known(score));
        assert_eq!(read("depth 1 seldepth 2 score cp -31 nodes 20"), known(Score::from_centipawns(-31)));
        assert_eq!(read("depth 1 score mate 1 nodes 20 pv e2e4"), known(Score::mate_in(1)));
        assert_eq!(read("depth 1 score mate 3"), known(Score::mate_in(5)));
        assert_eq!(read("depth 1 score mate -2"), known(Score::mated_in(4)));
        assert_eq!(read("depth 1 score mate 0"), known(Score::mated_in(0)));
        assert_eq!(read("score cp 20 lowerbound"), Some(EngineScore::Bound));
        assert_eq!(read("score cp 9999999"), known(Score::from_centipawns(9_999_999)));
        assert_eq!(read("score cp -10000001"), Some(EngineScore::TooLarge("cp -10000001".to_owned())));
        assert_eq!(read("score cp 99999999999"), Some(EngineScore::TooLarge("cp 99999999999".to_owned())));
        assert_eq!(read("score mate 451"), Some(EngineScore::TooLarge("mate 451".to_owned())));
        assert_eq!(read("string final score cp 900"), None);
        assert_eq!(read("depth 1 score cp 20 string score cp 900"), known(Score::from_centipawns(20)));
        assert_eq!(read("depth 1 string score cp 900"), None);
        assert_eq!(read("depth 1 multipv 1 score cp 20"), known(Score::from_centipawns(20)));
        assert_eq!(read("depth 1 multipv 2 score cp -300"), None);
        assert_eq!(read("depth 1 currmove e2e4"), None);
        assert_eq!(read("score cp"), None);
    }
}
