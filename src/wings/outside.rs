//! Static scores from outside: those of another engine, say. To a search they come as a hook like any other.

use crate::game::Game;
use crate::game::chess::{Chess, ChessGame, Evaluator};
use crate::hooks::{Flow, Hooks, Line};
use crate::score::{Score, ScoreKind};
use std::fmt::Debug;
use std::sync::Arc;

/// Scores positions.
pub trait Outside: Debug + Send + Sync {
    /// Returns its name, as it stands in the header of a trace.
    fn name(&self) -> String;

    /// Returns the score of a position that is not over, for its side to move, mates counted from this position. The same
    /// position has the same score. None if it cannot, which stops the search.
    fn score(&self, position: &Chess) -> Option<Score>;
}

/// What a position is worth that is scored from outside: a mate in one is worth this less a thousandth of a pawn.
const MATE_IN_PAWNS: i32 = 1_000_000;

/// The hook.
#[derive(Clone, Debug)]
pub struct FromOutside {
    /// Who scores.
    pub scorer: Arc<dyn Outside>,
    /// Whether mates that are not on the board become pawns: a lesson can only write those that are.
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
