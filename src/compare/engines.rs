//! The program of 1978 and the project's own search on one position.

use crate::game::chess::{Chess, ChessGame, Evaluator, FenError};
use crate::game::{Game, Side};
use crate::sargon::{BookUse, SargonGame, SargonProgram};
use crate::score::Score;
use crate::search::{Settings, SettingsError};
use crate::study::{AnyStudy, Study, StudyError};
use serde::Serialize;

/// What an engine decided and what it cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contender {
    /// The engine and how it searches.
    pub name: String,
    /// The best move.
    pub best: String,
    /// The score of the root in White's view, in each engine's own idea of it; none for a move out of the book.
    pub score: Option<Score>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Positions that came into being.
    pub created: u64,
    /// Leaves that were scored.
    pub leaves: u64,
    /// Cutoffs.
    pub cutoffs: u64,
}

/// Why two engines cannot be compared on a position.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The program of 1978 cannot hold the position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The program of 1978 has nothing to think about.
    #[error(transparent)]
    Think(#[from] crate::sargon::ThinkError),
    /// The settings make no sense.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The search cannot be run.
    #[error(transparent)]
    Study(#[from] StudyError),
}

/// Lets the program of 1978 (book closed) and the search of `settings` decide on a move.
///
/// Sargon's own root score says what changes, not who is ahead; what is given here is the material and control of squares at
/// the end of its principal variation, as its ports show it.
///
/// # Errors
/// [`PlayError`] if the game is over or the settings make no sense.
pub fn play<E: Evaluator + Clone + 'static>(
    position: &Chess,
    evaluator: E,
    settings: Settings,
) -> Result<[Contender; 2], PlayError> {
    let game = ChessGame::new(position.clone(), evaluator);
    let for_white = |score: Score| if game.turn() == Side::First { score } else { -score };
    let mut old = SargonGame::from_fen(&game.fen(), BookUse::Closed)?;
    let thought = SargonProgram::new(settings.depth).think(&mut old, &mut ())?;
    let sargon = Contender {
        name: "sargon".to_owned(),
        best: thought.best_san,
        score: Some(Score::from_centipawns(thought.value)),
        pv: thought.pv,
        created: thought.counters.positions_created,
        leaves: thought.counters.leaf_positions,
        cutoffs: thought.counters.cutoffs,
    };
    let outcome = Study::new(game.clone(), (), settings)?.solve()?;
    let plywood = Contender {
        name: "plywood".to_owned(),
        best: outcome.best.unwrap_or_default(),
        score: outcome.score.map(for_white),
        pv: outcome.pv,
        created: outcome.statistics.created,
        leaves: outcome.statistics.leaves,
        cutoffs: outcome.statistics.cutoffs,
    };
    Ok([sargon, plywood])
}
