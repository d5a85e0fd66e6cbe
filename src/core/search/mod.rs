//! Searches. Each algorithm is in its own file, which you can compare with the algorithm's reference. Code that all of
//! them share is in `walk`.
//!
//! Start with `minimax.rs`, `negamax.rs` and `alpha_beta.rs` in `algorithm`. This module is the full engine: the list
//! of techniques, and alpha-beta or principal variation search, step by step, with each technique in its place. Without
//! techniques, it emits exactly the events of [`alpha_beta`](alpha_beta()), `fail_soft` or `pvs`. [`Settings`] combines
//! algorithms and techniques. [`Walk`] is for your own algorithms.
//!
//! Invariant: a search depends only on [`Game`], [`Hooks`] and [`Score`]. It contains no chess, no input or output, and
//! no strings except the names and the pseudocode of algorithms and techniques.

pub(crate) mod algorithm;
mod leaves;
mod mistakes;
pub(crate) mod ordering;
pub(crate) mod pseudocode;
mod ranking;
mod run;
mod settings;
mod sides;
mod visit;
pub(crate) mod walk;

/// The techniques, each in its own file or as a step of the engine.
pub(crate) mod technique {
    pub(crate) mod aspiration;
    pub(crate) mod check_extension;
    pub(crate) mod futility;
    pub(crate) mod history;
    pub(crate) mod iterative;
    pub(crate) mod killers;
    pub(crate) mod late_move_reduction;
    pub(crate) mod mate_distance;
    pub(crate) mod null_move;
    pub(crate) mod quiescence;
    pub(crate) mod set;
    pub(crate) mod transposition_table;
}

pub use algorithm::{Algorithm, Cut, Fail, alpha_beta, fail_soft, minimax, mtdf, negamax, pvs};
pub use mistakes::Mistake;
pub use ordering::{Child, Children, Order, UnknownOrder};
pub use run::{Found, SearchError};
pub use settings::{MAX_DEPTH, Settings, SettingsError};
pub use technique::set::Techniques;
pub use technique::transposition_table::{
    LineEnd, Replacement, TableAnswers, TableLine, TableSettings, TableSizeError,
};
pub use walk::{SearchResult, Stopped, Value, Walk};

use crate::core::game::{Ending, Game};
use crate::core::hooks::{Event, Flow, Hooks, Leaf, Prune, ReSearchReason, Reason, Verdict};
use crate::core::names::named;
use crate::core::score::{Bound, Score, WindowSide};
use ranking::{HASH, KILLER, QUIET};
use technique::history::History;
use technique::killers::Killers;
use technique::set::{Effect, Need, TechniqueProperties};
use technique::transposition_table::{TableAnswer, TranspositionTable};
use technique::{
    check_extension, futility, history, killers, late_move_reduction, mate_distance, null_move, quiescence,
};
use visit::Visit;

named! {
    /// Techniques that can be added to an algorithm. The documentation of each names its file.
    #[non_exhaustive]
    pub enum Technique: "technique" {
        /// `iterative.rs`: <https://www.chessprogramming.org/Iterative_Deepening>.
        Iterative = "iterative", "searches to depth 1, then 2, and so on; the best line so far is tried first";
        /// `aspiration.rs`: <https://www.chessprogramming.org/Aspiration_Windows>.
        Aspiration = "aspiration", "starts with a narrow window around the expected score";
        /// `transposition_table.rs`: <https://www.chessprogramming.org/Transposition_Table>.
        TranspositionTable = "tt", "remembers positions already searched";
        /// `killers.rs`: <https://www.chessprogramming.org/Killer_Heuristic>.
        Killers = "killers", "tries quiet moves early if they caused a cutoff at the same ply";
        /// `history.rs`: <https://www.chessprogramming.org/History_Heuristic>.
        History = "history", "tries quiet moves early if they often caused cutoffs elsewhere";
        /// `quiescence.rs`: <https://www.chessprogramming.org/Quiescence_Search>.
        Quiescence = "quiescence", "searches captures beyond the horizon until the position is quiet";
        /// `quiescence.rs`: <https://www.chessprogramming.org/Delta_Pruning>.
        Delta = "delta", "skips captures in quiescence that win too little";
        /// `quiescence.rs`: <https://www.chessprogramming.org/Static_Exchange_Evaluation>.
        See = "see", "skips captures in quiescence that lose material in the exchange";
        /// `check_extension.rs`: <https://www.chessprogramming.org/Check_Extensions>.
        CheckExtension = "check-extension", "searches one ply deeper in check";
        /// `null_move.rs`: <https://www.chessprogramming.org/Null_Move_Pruning>.
        NullMove = "null-move", "causes a cutoff if even a null move is good enough";
        /// `late_move_reduction.rs`: <https://www.chessprogramming.org/Late_Move_Reductions>.
        LateMoveReduction = "lmr", "first searches late quiet moves to a reduced depth";
        /// `futility.rs`: <https://www.chessprogramming.org/Futility_Pruning>.
        Futility = "futility", "skips quiet moves at the last ply if the score is far below alpha";
        /// `mate_distance.rs`: <https://www.chessprogramming.org/Mate_Distance_Pruning>.
        MateDistance = "mate-distance", "does not look for mates longer than one already found";
        /// `transposition_table.rs`: rotated and mirrored positions share an entry.
        Symmetry = "symmetry", "shares table entries between rotated and mirrored positions";
    }
    older { "exchange" => See }
    spelled {
        "id" => Iterative, "iterativedeepening" => Iterative, "deepening" => Iterative, "aspirationwindow" => Aspiration,
        "aspirationwindows" => Aspiration, "hash" => TranspositionTable, "hashtable" => TranspositionTable,
        "transposition" => TranspositionTable, "transpositions" => TranspositionTable,
        "transpositiontable" => TranspositionTable, "transpositiontables" => TranspositionTable, "killer" => Killers,
        "killermoves" => Killers, "killerheuristic" => Killers, "historyheuristic" => History, "qs" => Quiescence,
        "qsearch" => Quiescence, "quiescencesearch" => Quiescence, "deltapruning" => Delta,
        "staticexchangeevaluation" => See, "checkextensions" => CheckExtension, "nmp" => NullMove,
        "nullmovepruning" => NullMove, "latemovereduction" => LateMoveReduction, "latemovereductions" => LateMoveReduction,
        "futilitypruning" => Futility, "matedistancepruning" => MateDistance
    }
}

impl Technique {
    #[rustfmt::skip]
    const fn properties(self) -> TechniqueProperties {
        use {Effect::{Guesses, Orders, Remembers, SearchesOn}, Need::{Keys, Nothing, Passes, SameMoves, Symmetry, Tactics}};
        const TABLE: Option<Technique> = Some(Technique::TranspositionTable);
        const QUIESCENCE: Option<Technique> = Some(Technique::Quiescence);
        let (effect, needs, part_of, code): (_, _, _, &[_]) = match self {
            Self::Iterative          => (Orders,     Nothing,   None,       &[]),
            Self::Aspiration         => (Orders,     Nothing,   None,       &[]),
            Self::TranspositionTable => (Remembers,  Keys,      None,       &[]),
            Self::Killers            => (Orders,     Nothing,   None,       killers::CODE),
            Self::History            => (Orders,     SameMoves, None,       history::CODE),
            Self::Quiescence         => (SearchesOn, Tactics,   None,       &[]),
            Self::Delta              => (Guesses,    Nothing,   QUIESCENCE, &[]),
            Self::See                => (Guesses,    Nothing,   QUIESCENCE, &[]),
            Self::CheckExtension     => (SearchesOn, Tactics,   None,       check_extension::CODE),
            Self::NullMove           => (Guesses,    Passes,    None,       null_move::CODE),
            Self::LateMoveReduction  => (Guesses,    Nothing,   None,       &[]),
            Self::Futility           => (Guesses,    Nothing,   None,       futility::CODE),
            Self::MateDistance       => (Remembers,  Nothing,   None,       &[]),
            Self::Symmetry           => (Remembers,  Symmetry,  TABLE,      &[]),
        };
        TechniqueProperties { effect, needs, part_of, code }
    }
}

struct EngineMemory<M> {
    settings: Settings,
    table: Option<TranspositionTable<M>>,
    killers: Option<Killers<M>>,
    history: Option<History>,
}

/// Techniques that treat a node differently if the side to move is in check.
const ASK_FOR_CHECK: Techniques = Techniques::NONE
    .with(Technique::CheckExtension)
    .with(Technique::NullMove)
    .with(Technique::LateMoveReduction)
    .with(Technique::Futility);

/// Techniques that treat a move differently if it comes late in the move order.
const ASK_FOR_LATE: Techniques = Techniques::NONE.with(Technique::LateMoveReduction).with(Technique::Futility);

impl<M: Copy + Eq> EngineMemory<M> {
    fn new(settings: Settings, moves: usize) -> Result<Self, TableSizeError> {
        let has = |technique| settings.techniques.has(technique);
        Ok(Self {
            settings,
            table: has(Technique::TranspositionTable)
                .then(|| TranspositionTable::new(settings.table, has(Technique::Symmetry)))
                .transpose()?,
            killers: has(Technique::Killers).then(Killers::new),
            history: has(Technique::History).then(|| History::new(moves)),
        })
    }

    #[inline]
    fn has(&self, technique: Technique) -> bool {
        self.settings.techniques.has(technique)
    }

    #[inline]
    fn learns_order(&self) -> bool {
        self.table.is_some() || self.killers.is_some() || self.history.is_some()
    }

    /// Returns the rank that this search has learned for a move, and the reason for the rank. Returns `None` if it has
    /// learned nothing about the move.
    #[inline]
    fn learned<G: Game<Move = M>>(&self, game: &G, ply: u32, hash: Option<M>, mv: M) -> Option<(i64, Reason)> {
        if hash == Some(mv) {
            return Some((HASH, Reason::Table));
        }
        if game.is_tactical(mv) {
            return None;
        }
        if let Some(place) = self.killers.as_ref().and_then(|killers| killers.place(ply, mv)) {
            return Some((KILLER - place as i64, Reason::Killer));
        }
        let count = self.history.as_ref()?.of(game.history_index(mv));
        (count != 0).then(|| (QUIET + i64::from(count), Reason::History { rank: count }))
    }

    #[inline]
    fn learn<G: Game<Move = M>>(&mut self, game: &G, ply: u32, depth: u32, mv: M) {
        if game.is_tactical(mv) {
            return;
        }
        if let Some(killers) = &mut self.killers {
            killers.remember(ply, mv);
        }
        if let Some(history) = &mut self.history {
            history.remember(game.history_index(mv), depth);
        }
    }
}

/// Searches a node. At the root, this searches the whole tree.
fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    mut visit: Visit,
) -> Flow<Value> {
    let in_check = engine.settings.techniques.intersects(ASK_FOR_CHECK) && walk.game.in_check();
    // Step 1. Check extension: a position in check is not quiet enough for the horizon.
    if in_check && engine.has(Technique::CheckExtension) && walk.ply() != 0 {
        visit.depth += check_extension::PLIES;
        walk.event(Event::Extended { plies: check_extension::PLIES })?;
    }
    if visit.depth == 0 {
        return horizon(walk, engine, visit);
    }
    let hash = match without_moves(walk, engine, &mut visit, in_check)? {
        TableAnswer::Value(value) => return Flow::Continue(value),
        TableAnswer::Try(hash) => hash,
    };
    // Step 5. The moves, in order.
    let Visit { depth, window, .. } = visit;
    let ply = walk.ply();
    let children = if engine.learns_order() {
        walk.expand_by(depth, window, |game, mv| engine.learned(game, ply, hash, mv))?
    } else {
        walk.expand(depth, window)?
    };
    if children.is_empty() {
        return walk.childless(children, visit.known);
    }
    let entered = walk.visit_number();
    visit.window = walk.limited(window);
    let window = visit.window;
    let found = best_of(walk, engine, visit, &children, in_check)?;
    // Step 8. Store the result.
    if let Some(table) = &mut engine.table {
        table.store(walk, depth, (found.score, found.bound), found.mv, entered);
    }
    walk.leave(children, engine.settings.returned(found.score, window), found.bound)
}

struct NodeResult<M> {
    score: Score,
    bound: Bound,
    mv: Option<M>,
}

/// Steps 6 and 7: tries the moves of a node until one of them causes a cutoff.
#[inline]
fn best_of<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    mut visit: Visit,
    children: &Children<G::Move>,
    in_check: bool,
) -> Flow<NodeResult<G::Move>> {
    let Settings { techniques, cut, .. } = engine.settings;
    let asks_for_late = !in_check && techniques.intersects(ASK_FOR_LATE);
    let mut found = NodeResult { score: Score::MIN, bound: Bound::Upper, mv: None };
    for (index, child) in children.iter().enumerate() {
        let window = visit.window;
        let is_late = index != 0 && asks_for_late && !walk.game.is_tactical(child.mv);
        if is_late && let Some(score) = futile(walk, engine, &mut visit, child.mv)? {
            found.score = found.score.max(score);
            continue;
        }
        let value = searched(walk, engine, child, visit, index, is_late)?;
        let skipped = (children.len() - 1 - index) as u32;
        let place = cut.place(window, value.score);
        walk.judged(child.mv, value, window, Verdict::of(place, skipped))?;
        found.score = found.score.max(value.score);
        match place {
            WindowSide::FailLow => found.bound = cut.bound_after_low(found.bound, window, value.score, value.bound),
            WindowSide::Exact => {
                visit.window.alpha = value.score;
                (found.bound, found.mv) = (value.bound, Some(child.mv));
            }
            WindowSide::FailHigh => {
                (found.bound, found.mv) = (Bound::Lower, Some(child.mv));
                engine.learn(walk.game, walk.ply(), visit.depth, child.mv);
                break;
            }
        }
    }
    Flow::Continue(found)
}

/// Steps 2 to 4: the rules that may determine a node's score before its moves are generated. If none of them does,
/// returns the hash move, if there is one.
#[inline]
fn without_moves<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    visit: &mut Visit,
    in_check: bool,
) -> Flow<TableAnswer<G::Move>> {
    // Step 2. Mate distance.
    if engine.has(Technique::MateDistance)
        && let Some((score, bound)) = mate_distance::value(walk.ply(), visit.window)
        // A side that has already won does not need to move.
        && walk.game.ending() != Some(Ending::Win)
    {
        return Flow::Continue(TableAnswer::Value(Value { score, bound, leaf: Some(Leaf::MateDistance) }));
    }
    // Step 3. The table doesn't know the moves that led to this position, so the step checks for a draw by repetition
    // first.
    let mut hash = None;
    if let Some(table) = &engine.table {
        if let Some(ending) = walk.game.ending() {
            let score = visit.known.map_or_else(|| walk.static_score_of(Some(ending)), Flow::Continue)?;
            let leaf = Some(Leaf::Terminal(ending));
            return Flow::Continue(TableAnswer::Value(Value { score, bound: Bound::Exact, leaf }));
        }
        match table.look_up(walk, visit.depth, visit.window)? {
            TableAnswer::Try(best) => hash = best,
            value => return Flow::Continue(value),
        }
    }
    // Step 4. Null move.
    if engine.has(Technique::NullMove) && !in_check && visit.may_pass {
        let static_score = visit.static_score(walk)?;
        let asked = (visit.depth, visit.window);
        let after = |walk: &mut Walk<'_, G, H>, depth, window| {
            node(walk, engine, Visit { depth, window, known: None, may_pass: false })
        };
        if let Some(value) = null_move::attempt(walk, asked, static_score, after)? {
            return Flow::Continue(TableAnswer::Value(value));
        }
    }
    Flow::Continue(TableAnswer::Try(hash))
}

/// Step 6. Futility: returns the estimate of a quiet move if the move is not worth searching.
#[inline]
fn futile<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &EngineMemory<G::Move>,
    visit: &mut Visit,
    mv: G::Move,
) -> Flow<Option<Score>> {
    if visit.depth != 1 || !engine.has(Technique::Futility) {
        return Flow::Continue(None);
    }
    let expected = futility::expectation(visit.static_score(walk)?, visit.window);
    let Some(score) = expected.filter(|_| !walk.gives_check(mv)) else { return Flow::Continue(None) };
    walk.event(Event::Pruned { mv, reason: Prune::Futility, score: Some(score), window: visit.window })?;
    Flow::Continue(Some(score))
}

/// Step 7. Searches a child, up to three times: reduced if it comes late, with a null window if it is not the first,
/// and with the window and depth of `parent`. Returns its value for the side that makes the move.
#[inline]
fn searched<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    child: Child<G::Move>,
    parent: Visit,
    index: usize,
    is_late: bool,
) -> Flow<Value> {
    if parent.depth == 1 && !engine.settings.techniques.intersects(Techniques::BEYOND_DEPTH) {
        return walk.horizon(child.mv);
    }
    let reduction = match is_late && engine.has(Technique::LateMoveReduction) {
        true => late_move_reduction::plies(parent.depth, index),
        false => 0,
    };
    let is_scouted = index != 0 && engine.settings.algorithm.scouts();
    walk.descend(child, parent.window, |walk, known, window| {
        let full = Visit { depth: parent.depth - 1, window, known, may_pass: true };
        let scout = Visit { window: walk.null_window(window), ..full };
        if reduction != 0 && !walk.game.in_check() {
            walk.event(Event::Reduced { plies: reduction })?;
            let value = node(walk, engine, Visit { depth: full.depth - reduction, ..scout })?;
            if !walk.beats(full.window, value.score) {
                return Flow::Continue(value);
            }
            let Visit { depth, window, .. } = if is_scouted { scout } else { full };
            walk.event(Event::ReSearch { reason: ReSearchReason::Reduced, depth, window })?;
        }
        if is_scouted && full.depth != 0 {
            let value = node(walk, engine, scout)?;
            if value.bound == Bound::Exact || full.window.place(value.score) != WindowSide::Exact {
                return Flow::Continue(value);
            }
            let Visit { depth, window, .. } = full;
            walk.event(Event::ReSearch { reason: ReSearchReason::Scout, depth, window })?;
        }
        node(walk, engine, full)
    })
}

/// Returns the value of a node at which the depth is used up.
fn horizon<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &EngineMemory<G::Move>,
    visit: Visit,
) -> Flow<Value> {
    if engine.has(Technique::Quiescence) {
        return quiescence::node(walk, &engine.settings, visit.window, visit.known);
    }
    let ending = walk.game.ending();
    let score = visit.known.map_or_else(|| walk.static_score_of(ending), Flow::Continue)?;
    walk.leaf(score, Bound::Exact, Leaf::of(ending, walk.game.is_known(), Leaf::Horizon))
}
