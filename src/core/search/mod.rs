//! Searches. Each algorithm is one file that reads next to its reference; what they share is in `walk`.
//!
//! Start with `minimax.rs`, `negamax.rs` and `alpha_beta.rs` in `algorithm`. [`Settings`] combines algorithms and techniques. [`Walk`] is for
//! algorithms of one's own.
//!
//! Invariant: a search knows [`Game`](crate::game::Game), [`Hooks`](crate::hooks::Hooks) and [`Score`]: no chess, no
//! input or output, and no strings but the names and the pseudocode of its own parts.

pub(crate) mod algorithm;
mod engine;
mod mistakes;
pub(crate) mod ordering;
mod ranking;
mod settings;
pub(crate) mod technique;
pub(crate) mod walk;

pub use algorithm::{Algorithm, Cut, Fail, alpha_beta, fail_soft, minimax, mtdf, negamax, pvs};
pub use mistakes::Mistake;
pub use ordering::{Child, Children, Order, UnknownOrder};
pub use settings::{Settings, SettingsError};
pub use technique::transposition_table::{
    LineEnd, Replacement, TableAnswers, TableLine, TableSettings, TableSizeError,
};
pub use technique::{Technique, Techniques};
pub use walk::Walk;

use crate::game::Game;
use crate::hooks::{Flow, Hooks, Leaf};
use crate::score::{Bound, Score, Window};
use engine::{EngineMemory, Visit};
use std::ops::Neg;
use technique::iterative;

/// The deepest search that is accepted, in plies.
pub const MAX_DEPTH: u32 = 64;

/// What a finished search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The score of the root for the side to move.
    pub score: Score,
    /// The best move, the first of equals; `None` if the root is a leaf.
    pub best: Option<M>,
}

/// A hook broke off the search; nothing is proved about the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// What a visit returns, for the side to move at the visited node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The score.
    pub score: Score,
    /// What it proves.
    pub bound: Bound,
    /// Why the node is a leaf; none if it was entered.
    pub leaf: Option<Leaf>,
}

/// The same as the other side sees it.
impl Neg for Value {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { score: -self.score, bound: -self.bound, leaf: self.leaf }
    }
}

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
    engine::node(walk, engine, Visit { depth, window, known, may_pass: false })
}
