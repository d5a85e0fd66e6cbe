//! Runs what [`Settings`] describe: iterations, passes, and in each pass an algorithm.

use super::algorithm::NodeQuestion;
use super::engine::{self, EngineMemory, Visit};
use super::technique::iterative;
use super::technique::transposition_table::{TableLine, TableSizeError};
use super::value::Value;
use super::walk::Walk;
use super::{SearchResult, Settings, SettingsError, Stopped, Technique, mistakes};
use crate::game::Game;
use crate::hooks::{Flow, Hooks};
use crate::score::Score;

/// Why a search described by [`Settings`] has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// It makes no sense.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// There is no memory for the transposition table.
    #[error(transparent)]
    TableSize(#[from] TableSizeError),
    /// A hook broke it off.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Settings {
    /// Searches `game`.
    ///
    /// The score is for the side to move at the root.
    ///
    /// # Errors
    /// [`SearchError`] if the settings make no sense or a hook breaks off.
    pub fn search<G: Game, H: Hooks<G>>(
        &self,
        game: &mut G,
        hooks: &mut H,
    ) -> Result<SearchResult<G::Move>, SearchError> {
        Ok(self.run(game, hooks)?.result)
    }

    /// Searches `game` as [`search`](Self::search) does, and returns also what is left in the transposition table.
    ///
    /// # Errors
    /// [`SearchError`] if the settings make no sense or a hook breaks off.
    pub fn run<G: Game, H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError> {
        // A development build is made far more often than it searches for long: it has one search for each game, whoever watches.
        if cfg!(debug_assertions) {
            let mut hooks: &mut dyn Hooks<G> = hooks;
            self.run_by(game, &mut hooks)
        } else {
            self.run_by(game, hooks)
        }
    }

    fn run_by<G: Game, H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError> {
        self.validate::<G>()?;
        let mut engine = EngineMemory::new(*self, G::HISTORY_SIZE)?;
        let walk = Walk::new(game, hooks, self.order);
        let result = walk.run(|walk, known| iterations(walk, &mut engine, known))?;
        let table_line = engine.table.map(|table| table.line(game, self.depth));
        Ok(Found { result, table_line })
    }
}

/// What a search found, and what it left in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// Score and best move.
    pub result: SearchResult<M>,
    /// The principal variation as the transposition table has it, if there was one.
    pub table_line: Option<TableLine<M>>,
}

/// One search, or one for each depth.
fn iterations<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    known: Option<Score>,
) -> Flow<Value> {
    let Settings { depth, techniques, .. } = engine.settings;
    let guess = known.unwrap_or_default();
    let mut search = |walk: &mut Walk<'_, G, H>, depth, guess| passes(walk, engine, depth, guess, known);
    if techniques.has(Technique::Iterative) {
        iterative::deepen(walk, depth, guess, &mut search)
    } else {
        search(walk, depth, guess)
    }
}

/// One search of the tree, or as many as the algorithm needs.
fn passes<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    depth: u32,
    guess: Score,
    static_score: Option<Score>,
) -> Flow<Value> {
    let Settings { algorithm, techniques, .. } = engine.settings;
    let mut search =
        |walk: &mut Walk<'_, G, H>, depth, window| pass(walk, engine, NodeQuestion { depth, window, static_score });
    algorithm.passes(walk, depth, guess, techniques, &mut search)
}

/// Goes over the tree once.
fn pass<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    question: NodeQuestion,
) -> Flow<Value> {
    let settings = engine.settings;
    let NodeQuestion { depth, window, static_score } = question;
    if let Some(mistake) = settings.mistake {
        return mistakes::node(walk, depth, window, static_score, (mistake, settings.fails()));
    }
    if settings.is_plain() {
        return settings.algorithm.pass(walk, question, (settings.cut, settings.fails()));
    }
    if let Some(table) = &mut engine.table {
        table.next_pass();
    }
    engine::node(walk, engine, Visit { depth, window, known: static_score, may_pass: false })
}
