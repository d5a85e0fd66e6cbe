//! Runs a search as its settings describe: in passes over the tree, each of them made by the plain algorithm or by the
//! engine.

use super::technique::iterative;
use super::visit::Visit;
use super::{
    EngineMemory, SearchResult, Settings, SettingsError, Stopped, TableLine, TableSizeError, Technique, Value, Walk,
    mistakes, node,
};
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks};
use crate::core::score::{Score, Window};

/// Why a search described by [`Settings`] has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// There is not enough memory for the transposition table.
    #[error(transparent)]
    TableSize(#[from] TableSizeError),
    /// A hook stopped the search.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Settings {
    /// Searches `game`.
    ///
    /// The score is for the side to move at the root.
    ///
    /// # Errors
    /// [`SearchError`] if the settings are invalid or a hook stops the search.
    pub fn search<G: Game, H: Hooks<G>>(
        &self,
        game: &mut G,
        hooks: &mut H,
    ) -> Result<SearchResult<G::Move>, SearchError> {
        Ok(self.run(game, hooks)?.result)
    }

    /// Searches `game` as [`search`](Self::search) does, and also returns the principal variation that can be read from
    /// the transposition table afterwards.
    ///
    /// # Errors
    /// [`SearchError`] if the settings are invalid or a hook stops the search.
    pub fn run<G: Game, H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError> {
        // A development build spends more time compiling than searching, and in browser pages code size matters more
        // than speed. So these compile only one search per game, which all observers share.
        if cfg!(any(target_family = "wasm", debug_assertions)) {
            let mut hooks: &mut dyn Hooks<G> = hooks;
            self.run_by(game, &mut hooks)
        } else {
            self.run_by(game, hooks)
        }
    }

    fn run_by<G: Game, H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError> {
        self.validate_for(game)?;
        let mut engine = EngineMemory::new(*self, G::HISTORY_SIZE)?;
        let walk = Walk::new(game, hooks, self.order);
        let result = walk.run(|walk, known| iterations(walk, &mut engine, known))?;
        let table_line = engine.table.map(|table| table.line(game, self.depth));
        Ok(Found { result, table_line })
    }
}

/// The result of a search, and the line read from its transposition table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The score and the best move.
    pub result: SearchResult<M>,
    /// The principal variation read from the transposition table, if there was one.
    pub table_line: Option<TableLine<M>>,
}

/// Runs one search or, with iterative deepening, one for each depth.
fn iterations<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    known: Option<Score>,
) -> Flow<Value> {
    let Settings { depth, techniques, .. } = engine.settings;
    let guess = walk.within_range(known.unwrap_or_default());
    let mut search = |walk: &mut Walk<'_, G, H>, depth, guess| passes(walk, engine, depth, guess, known);
    if techniques.has(Technique::Iterative) {
        iterative::deepen(walk, depth, guess, &mut search)
    } else {
        search(walk, depth, guess)
    }
}

/// Makes as many passes over the tree as the algorithm needs, which is usually one.
fn passes<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    depth: u32,
    guess: Score,
    known: Option<Score>,
) -> Flow<Value> {
    let Settings { algorithm, techniques, .. } = engine.settings;
    let mut search = |walk: &mut Walk<'_, G, H>, depth, window| pass(walk, engine, depth, window, known);
    algorithm.passes(walk, depth, guess, techniques, &mut search)
}

fn pass<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    depth: u32,
    window: Window,
    known: Option<Score>,
) -> Flow<Value> {
    let settings = engine.settings;
    if let Some(mistake) = settings.mistake {
        return mistakes::node(walk, depth, window, known, (mistake, settings.fails()));
    }
    if settings.is_plain() {
        return settings.algorithm.pass(walk, depth, window, known, (settings.cut, settings.fails()));
    }
    if let Some(table) = &mut engine.table {
        table.next_pass();
    }
    node(walk, engine, Visit { depth, window, known, may_pass: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::chess::{ChessGame, Material, parse_fen};
    use crate::core::game::{Game, TreeGame};
    use crate::core::hooks::{Line, SearchEvent};
    use crate::core::search::{Algorithm, Cut, Fail, Order, Stopped};

    /// Collects every event as text, with its line.
    #[derive(Default, PartialEq, Debug)]
    struct Script(Vec<String>);

    impl<G: Game> Hooks<G> for Script {
        fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
            self.0.push(format!("{:?} {event:?}", at.moves));
            Flow::Continue(())
        }
    }

    fn tell<G: Game>(game: &mut G, settings: Settings) -> [Script; 2] {
        let mut engine = EngineMemory::new(settings, G::HISTORY_SIZE).unwrap();
        let (mut plain, mut full) = (Script::default(), Script::default());
        settings.search(game, &mut plain).unwrap();
        let walk = Walk::new(game, &mut full, settings.order);
        let visit = Visit { depth: settings.depth, window: Window::FULL, known: None, may_pass: false };
        let result: Result<_, Stopped> = walk.run(|walk, known| node(walk, &mut engine, Visit { known, ..visit }));
        result.unwrap();
        [plain, full]
    }

    fn plain_settings() -> impl Iterator<Item = Settings> {
        let hard = Settings { depth: 3, ..Settings::default() };
        let soft = Settings { fail: Some(Fail::Soft), ..hard };
        let above = Settings { cut: Cut::AboveBeta, ..hard };
        let pvs = Settings { algorithm: Algorithm::Pvs, ..hard };
        [Order::Static, Order::None, Order::MvvLva]
            .into_iter()
            .flat_map(move |order| [hard, soft, above, pvs].map(|settings| Settings { order, ..settings }))
    }

    #[test]
    fn without_techniques_the_engine_is_the_plain_algorithm() {
        // The second position is stalemate.
        for fen in ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", "7k/5Q2/8/8/8/8/8/K7 b - -"] {
            let mut game = ChessGame::new(parse_fen(fen).unwrap(), Material);
            for settings in plain_settings() {
                let [plain, full] = tell(&mut game, settings);
                let differs = plain.0.iter().zip(&full.0).find(|(a, b)| a != b);
                assert!(plain == full, "{settings:?} {differs:?}");
            }
        }
    }

    #[test]
    fn without_techniques_the_engine_treats_a_bare_root_alike() {
        for settings in plain_settings().filter(|settings| !settings.order.needs_tactics()) {
            let [plain, full] = tell(&mut TreeGame::new(), settings);
            assert_eq!(plain, full);
        }
    }
}
