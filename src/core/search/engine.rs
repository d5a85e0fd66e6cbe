//! The full engine: alpha-beta or principal variation search with every technique in its place.
//!
//! Without techniques it does, event for event, what [`alpha_beta`](super::alpha_beta()), `fail_soft` and `pvs` do; read
//! those first. Each step here is one technique, with its own file.

use super::ordering::{Child, Children};
use super::ranking::{HASH, KILLER, QUIET};
use super::technique::history::History;
use super::technique::killers::Killers;
use super::technique::transposition_table::{TableAnswer, TableSizeError, TranspositionTable};
use super::technique::{futility, late_move_reduction, mate_distance, null_move, quiescence};
use super::walk::Walk;
use super::{Settings, Technique, Techniques, Value};
use crate::game::{Ending, Game};
use crate::hooks::{Again, Event, Flow, Hooks, Leaf, Prune, Reason, Verdict};
use crate::score::{Bound, Place, Score, Window};

pub(super) struct EngineMemory<M> {
    pub settings: Settings,
    pub table: Option<TranspositionTable<M>>,
    killers: Option<Killers<M>>,
    history: Option<History>,
}

/// Techniques that treat a node differently when its side to move is in check.
const ASK_FOR_CHECK: Techniques = Techniques::NONE
    .with(Technique::CheckExtension)
    .with(Technique::NullMove)
    .with(Technique::LateMoveReduction)
    .with(Technique::Futility);

/// Techniques that treat a move differently when it comes late.
const ASK_FOR_LATE: Techniques = Techniques::NONE.with(Technique::LateMoveReduction).with(Technique::Futility);

/// What a node is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub depth: u32,
    pub window: Window,
    /// Its static score, if that was asked before.
    pub known: Option<Score>,
    /// Whether passing may be tried: not at the root, and not after a pass.
    pub may_pass: bool,
}

impl<M: Copy + Eq> EngineMemory<M> {
    pub(super) fn new(settings: Settings, moves: usize) -> Result<Self, TableSizeError> {
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

    /// Returns the rank of a move that was learned in this search.
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

/// Visits a node; at the root, the tree.
pub(super) fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    engine: &mut EngineMemory<G::Move>,
    mut visit: Visit,
) -> Flow<Value> {
    let in_check = engine.settings.techniques.intersects(ASK_FOR_CHECK) && walk.game.in_check();
    // Step 1. Check extension: whoever is in check has no quiet horizon.
    if in_check && engine.has(Technique::CheckExtension) && walk.ply() != 0 {
        visit.depth += 1;
        walk.event(Event::Extended { plies: 1 })?;
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
    let found = best_of(walk, engine, visit, &children, in_check)?;
    // Step 8. Remember.
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

/// Steps 6 and 7: tries the moves of a node until one of them cuts.
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
        let verdict = Verdict::of(cut.place(window, value.score), skipped);
        walk.judged(child.mv, value, window, verdict)?;
        found.score = found.score.max(value.score);
        match verdict {
            Verdict::NotBest => found.bound = cut.bound_after_low(found.bound, window, value.score, value.bound),
            Verdict::Best => {
                visit.window.alpha = value.score;
                (found.bound, found.mv) = (value.bound, Some(child.mv));
            }
            Verdict::Cutoff { .. } => {
                (found.bound, found.mv) = (Bound::Lower, Some(child.mv));
                engine.learn(walk.game, walk.ply(), visit.depth, child.mv);
                break;
            }
        }
    }
    Flow::Continue(found)
}

/// Steps 2 to 4: what may settle a node before its moves are generated. If nothing does, the hash move.
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
        // Who has won already has done so sooner than by the next move.
        && walk.game.ending() != Some(Ending::Win)
    {
        return Flow::Continue(TableAnswer::Value(Value { score, bound, leaf: Some(Leaf::MateDistance) }));
    }
    // Step 3. The table, which does not know how this position came about: a draw by repetition comes first.
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
        let static_score = known(walk, visit)?;
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

/// The static score of the current node, asked once.
#[inline]
fn known<G: Game, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, visit: &mut Visit) -> Flow<Score> {
    let score = visit.known.map_or_else(|| walk.static_score(), Flow::Continue)?;
    visit.known = Some(score);
    Flow::Continue(score)
}

/// Step 6. Futility: returns the most that is expected of a quiet move if it is not worth searching.
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
    let expected = futility::expectation(known(walk, visit)?, visit.window);
    let Some(score) = expected.filter(|_| !walk.gives_check(mv)) else { return Flow::Continue(None) };
    walk.event(Event::Pruned { mv, reason: Prune::Futility, score, window: visit.window })?;
    Flow::Continue(Some(score))
}

/// Step 7. Searches a child, up to three times: reduced if it comes late, with a null window if it is not the first, and as
/// `parent` is searched itself. Returns its value for the side that makes the move.
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
    walk.descend(child, |walk, known| {
        let full = Visit { depth: parent.depth - 1, window: -parent.window, known, may_pass: true };
        let scout = Visit { window: Window::null_below(full.window.beta), ..full };
        if reduction != 0 && !walk.game.in_check() {
            walk.event(Event::Reduced { plies: reduction })?;
            let value = node(walk, engine, Visit { depth: full.depth - reduction, ..scout })?;
            if full.window.beta <= value.score {
                return Flow::Continue(value);
            }
            let Visit { depth, window, .. } = if is_scouted { scout } else { full };
            walk.event(Event::Again { reason: Again::Reduced, depth, window })?;
        }
        if is_scouted && full.depth != 0 {
            let value = node(walk, engine, scout)?;
            if value.bound == Bound::Exact || full.window.place(value.score) != Place::Inside {
                return Flow::Continue(value);
            }
            let Visit { depth, window, .. } = full;
            walk.event(Event::Again { reason: Again::Scout, depth, window })?;
        }
        node(walk, engine, full)
    })
}

/// The depth is used up.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chess::{ChessGame, Material, parse_fen};
    use crate::game::{Game, TreeGame};
    use crate::hooks::{Line, SearchEvent};
    use crate::search::{Algorithm, Cut, Fail, Order, Stopped};

    /// Every event as text, with its line.
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
