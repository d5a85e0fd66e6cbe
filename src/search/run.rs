//! Runs what [`Settings`] describe: iterations, passes, and in each pass an algorithm.

use super::engine::{self, Engine, Visit};
use super::ordering::Sorting;
use super::transposition_table::{TableLine, TableSizeError};
use super::walk::{Value, Walk};
use super::{Algorithm, Fail, SearchResult, Settings, SettingsError, Stopped, Technique};
use super::{alpha_beta, aspiration, fail_soft, iterative, minimax, mtdf, negamax, pvs};
use crate::game::Searchable;
use crate::hooks::{Flow, Hooks};
use crate::score::{Score, Window};

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
    pub fn search<G: Searchable, H: Hooks<G>>(
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
    pub fn run<G: Searchable, H: Hooks<G>>(
        &self,
        game: &mut G,
        hooks: &mut H,
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.validate::<G>()?;
        if let Some(mistake) = self.mistake {
            let result = mistake.search(game, hooks, self.depth, self.order)?;
            return Ok(Outcome { result, table_line: None });
        }
        let mut engine = Engine::new(*self, G::MOVES)?;
        let walk = Walk::new(game, hooks, Sorting::searchable(self.order));
        let result = walk.run(|walk, known| iterations(walk, &mut engine, known))?;
        let table_line = engine.table.map(|table| table.line(game, self.depth));
        Ok(Outcome { result, table_line })
    }
}

/// What a search found, and what it left in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// Score and best move.
    pub result: SearchResult<M>,
    /// The principal variation as the transposition table has it, if there was one.
    pub table_line: Option<TableLine<M>>,
}

/// One search, or one for each depth.
fn iterations<G: Searchable, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut Engine<G::Move>,
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

/// One search with the full window, or several with narrow ones.
fn passes<G: Searchable, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut Engine<G::Move>,
    depth: u32,
    guess: Score,
    known: Option<Score>,
) -> Flow<Value> {
    let Settings { algorithm, techniques, .. } = engine.settings;
    let mut search = |walk: &mut Walk<'_, G, H>, depth, window| pass(walk, engine, depth, window, known);
    if algorithm == Algorithm::MtdF {
        mtdf::passes(walk, depth, guess, &mut search)
    } else if techniques.has(Technique::Aspiration) {
        aspiration::passes(walk, depth, guess, &mut search)
    } else {
        if techniques.has(Technique::Iterative) {
            iterative::announce(walk, depth)?;
        }
        search(walk, depth, Window::FULL)
    }
}

/// Goes over the tree once.
fn pass<G: Searchable, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut Engine<G::Move>,
    depth: u32,
    window: Window,
    known: Option<Score>,
) -> Flow<Value> {
    let settings = engine.settings;
    match (settings.algorithm, settings.fails()) {
        _ if !settings.is_plain() => {
            if let Some(table) = &mut engine.table {
                table.next_pass();
            }
            engine::node(walk, engine, Visit { depth, window, known, may_pass: false })
        }
        (Algorithm::Minimax, _) => minimax::max(walk, depth, known),
        (Algorithm::Negamax, _) => negamax::node(walk, depth, known),
        (Algorithm::Pvs, _) => pvs::node(walk, depth, window, known),
        (_, Fail::Soft) => fail_soft::node(walk, depth, window, known, settings.cut),
        (_, Fail::Hard) => alpha_beta::node(walk, depth, window, known, settings.cut),
    }
}
