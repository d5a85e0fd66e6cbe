//! A search that can be run again and again with the same result, each time for another purpose.
//!
//! The tree that people see is folded while the search runs, so nothing keeps millions of nodes. Who wants to know
//! more afterwards, such as the log or a corner of the tree, searches again and looks there.

mod limits;

pub use limits::Limits;

use crate::game::sargon::{Move, SargonGame};
use crate::game::{Game, Notation, Searchable};
use crate::hooks::{Event, Flow, Hooks, Line};
use crate::pv::{CollectedLines, PrincipalVariation};
use crate::sargon::{Counters, Report, Thought};
use crate::score::Score;
use crate::search::{
    Algorithm, LineEnd, Order, Outcome as Found, SearchError, SearchResult, Settings, Stopped, Technique, sargon,
};
use crate::trace::{
    Counter, Critical, GameNames, Header, JsonDocument, JsonLines, Keep, Leaves, Names, Outcome, Recorder,
    SargonReport, SearchTree, Shape, Sink, TableLine, TableLineEnd, Trace, TreeBuilder, VERSION, Watch,
};
use std::io::{self, Write};

/// What a study searches with.
pub trait Engine<G: Game>: Clone {
    /// Hooks that watch a search for what the engine reports of it; `()` if the events tell everything.
    type Report: Hooks<G> + Default;

    /// Searches `game` once.
    ///
    /// # Errors
    /// [`SearchError`] if that makes no sense or a hook breaks off.
    fn search<H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError>;

    /// Adds to the outcome of a finished search from `root` what the engine reports.
    fn report(&self, root: &G, found: &Found<G::Move>, report: &Self::Report, outcome: &mut Outcome);
}

/// The project's own search.
impl<G: Searchable> Engine<G> for Settings {
    type Report = ();

    fn search<H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError> {
        self.run(game, hooks)
    }

    fn report(&self, _: &G, _: &Found<G::Move>, (): &(), _: &mut Outcome) {}
}

/// The program of 1978: its book where the game has one open, else its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SargonEngine {
    /// Plies to search; checks at the horizon are answered one ply deeper.
    pub depth: u32,
}

impl Engine<SargonGame> for SargonEngine {
    type Report = Report;

    fn search<H: Hooks<SargonGame>>(&self, game: &mut SargonGame, hooks: &mut H) -> Result<Found<Move>, SearchError> {
        let Some(best) = game.book_move(FIRST_REQUEST) else {
            return Ok(Found { result: sargon(game, hooks, self.depth)?, table_line: None });
        };
        let score = game.static_score().score();
        match hooks.event(Line { game, moves: &[] }, Event::Root { score }) {
            Flow::Continue(()) => {
                Ok(Found { result: SearchResult { score: Score::ZERO, best: Some(best) }, table_line: None })
            }
            Flow::Break(()) => Err(Stopped.into()),
        }
    }

    /// The PV is the one that the ports report.
    fn report(&self, root: &SargonGame, found: &Found<Move>, report: &Report, outcome: &mut Outcome) {
        let thought = match root.book_move(FIRST_REQUEST) {
            Some(best) => Some(Thought::book(root, best)),
            None => Thought::searched(root, self.depth, found.result, report),
        };
        let Some(thought) = thought else { return };
        let book = thought.is_book();
        let searched = std::mem::replace(&mut outcome.pv, thought.pv);
        let is_other = !book && searched != outcome.pv;
        if book {
            outcome.score = None;
        }
        if book || is_other {
            (outcome.leaf_score, outcome.cut_short) = (None, None);
        }
        let Counters { positions_created, leaf_positions, move_lists, ab_tests, cutoffs, new_best } = thought.counters;
        outcome.sargon = Some(SargonReport {
            plymax: self.depth,
            best_move: thought.best_move.to_string(),
            best_san: thought.best_san,
            value: thought.value,
            positions_created,
            leaf_positions,
            move_lists,
            ab_tests,
            cutoffs,
            new_best,
            root_score1: thought.root_score1,
            book,
            searched_line: is_other.then_some(searched),
        });
    }
}

/// The book's choice hangs on a byte that counts the requests; a study asks once.
const FIRST_REQUEST: u8 = 1;

/// A position or tree to search, what to do to the search, and how to search.
#[derive(Clone, Debug)]
pub struct Study<G, H, E = Settings> {
    /// The game, at the root.
    pub game: G,
    /// Hooks that change the search: those of a lesson, or `()`.
    pub hooks: H,
    /// The search.
    pub engine: E,
    /// What is written about it.
    pub header: Header,
    /// When to stop.
    pub limits: Limits,
}

impl<G: Notation + Clone, H: Hooks<G> + Clone, E: Engine<G>> Study<G, H, E> {
    /// Searches and folds the tree to the nodes that `keep` says.
    ///
    /// # Errors
    /// [`SearchError::Settings`] if the settings make no sense. A search that is stopped is no error: the outcome says
    /// that it is incomplete.
    pub fn explain(&self, keep: Keep<G::Move>) -> Result<SearchTree, SearchError> {
        let mut watch = Watch((TreeBuilder::new(keep), Observed::default()));
        let mut report = E::Report::default();
        let found = self.run(&mut (&mut report, &mut watch))?;
        let Watch((builder, observed)) = watch;
        let mut names = GameNames::new(self.game.clone());
        let outcome = self.outcome(found, &observed, &report, &mut names);
        Ok(builder.finish(&mut names, self.header.clone(), outcome))
    }

    /// Returns the study whose searches end exactly where the one with this outcome did, even if its time is over by now:
    /// who asks for the log wants that of the same search.
    #[must_use]
    pub fn up_to(self, outcome: &Outcome) -> Self {
        // Nodes after null moves are not told of, and limits count what is told.
        let searched = outcome.statistics.entered.saturating_add(outcome.statistics.leaves);
        let nodes = (!outcome.complete).then_some(searched);
        Self { limits: self.limits.again(nodes), ..self }
    }

    /// Searches and keeps every event.
    ///
    /// # Errors
    /// As [`explain`](Self::explain).
    pub fn trace(&self) -> Result<Trace, SearchError> {
        let (events, outcome) = self.record(Vec::new())?;
        Ok(Trace { header: self.header.clone(), outcome, events })
    }

    /// Searches and writes the trace as one JSON document meanwhile.
    ///
    /// # Errors
    /// As [`explain`](Self::explain), or what writing gives.
    pub fn json(&self, out: impl Write) -> Result<(), StudyError> {
        let (sink, outcome) = self.record(JsonDocument::new(out, &self.header)?)?;
        sink.finish(&outcome)?;
        Ok(())
    }

    /// Searches and writes the trace as JSON Lines meanwhile.
    ///
    /// # Errors
    /// As [`explain`](Self::explain), or what writing gives.
    pub fn json_lines(&self, out: impl Write) -> Result<(), StudyError> {
        let (sink, outcome) = self.record(JsonLines::new(out, &self.header)?)?;
        sink.finish(&outcome)?;
        Ok(())
    }

    /// Searches and hands every event, with names, to `sink`, which comes back with the outcome.
    ///
    /// # Errors
    /// As [`explain`](Self::explain).
    pub fn record<S: Sink>(&self, sink: S) -> Result<(S, Outcome), SearchError> {
        let mut recorder = Recorder::new(sink, self.header.shape.clone());
        if self.header.technique_set().has(Technique::TranspositionTable) {
            recorder = recorder.with_visits();
        }
        let mut observed = Watch(Observed::default());
        let mut report = E::Report::default();
        let found = self.run(&mut (&mut report, (&mut recorder, &mut observed)))?;
        let outcome = self.outcome(found, &observed.0, &report, &mut GameNames::new(self.game.clone()));
        Ok((recorder.into_sink(), outcome))
    }

    /// Searches and keeps nothing but what came out.
    ///
    /// # Errors
    /// As [`explain`](Self::explain).
    pub fn solve(&self) -> Result<Outcome, SearchError> {
        let mut observed = Watch(Observed::default());
        let mut report = E::Report::default();
        let found = self.run(&mut (&mut report, &mut observed))?;
        Ok(self.outcome(found, &observed.0, &report, &mut GameNames::new(self.game.clone())))
    }

    /// Runs the search under `watch`; returns what it found if it was finished.
    ///
    /// # Errors
    /// [`SearchError::Settings`] or [`SearchError::TableSize`].
    pub fn run(&self, watch: &mut impl Hooks<G>) -> Result<Option<Found<G::Move>>, SearchError> {
        let mut game = self.game.clone();
        match self.engine.search(&mut game, &mut (self.hooks.clone(), (self.limits.guard(), watch))) {
            Ok(found) => Ok(Some(found)),
            Err(SearchError::Stopped(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Counts the leaves of the full tree to the depth of the header, if plain minimax would score no more than `limit`.
    ///
    /// Takes time in proportion to the inner nodes, and stops when the limit is passed.
    #[must_use]
    pub fn count_leaves(&self, limit: u64) -> Option<Leaves> {
        let mut count = LeafCount { hooks: self.hooks.clone(), line: Vec::new(), leaves: 0, limit };
        let critical = count.below(&mut self.game.clone(), self.header.depth).continue_value()?;
        Some(Leaves { all: count.leaves, fewest: critical.pv() })
    }

    fn outcome(
        &self,
        found: Option<Found<G::Move>>,
        observed: &Observed<G::Move>,
        report: &E::Report,
        names: &mut GameNames<G>,
    ) -> Outcome {
        let result = found.as_ref().map(|found| found.result);
        let table_line = found.as_ref().and_then(|found| found.table_line.as_ref()).map(|table| TableLine {
            moves: named(names, &table.moves),
            exact: table.exact,
            end: match table.end {
                LineEnd::Depth => TableLineEnd::Depth,
                LineEnd::GameOver => TableLineEnd::GameOver,
                LineEnd::Missing => TableLineEnd::Missing,
                LineEnd::NoMove => TableLineEnd::NoMove,
            },
        });
        let mut outcome = Outcome { table_line, ..outcome(&self.game, result, observed, names) };
        if let Some(found) = found {
            self.engine.report(&self.game, &found, report, &mut outcome);
        }
        outcome
    }
}

/// Searches `game`, of which nothing need be known but moves and names, by a plain algorithm, and keeps every event.
///
/// # Errors
/// [`Stopped`] if a hook breaks off.
pub fn trace<G: Notation + Clone, H: Hooks<G>>(
    game: &G,
    hooks: &mut H,
    algorithm: Algorithm,
    depth: u32,
    order: Order,
) -> Result<Trace, Stopped> {
    let header = Header {
        version: VERSION,
        algorithm: algorithm.name().to_owned(),
        depth,
        order: order.to_string(),
        shape: Some(Shape::of(&mut game.clone(), hooks, depth)),
        ..Header::default()
    };
    let mut recorder = Recorder::new(Vec::new(), header.shape.clone());
    let mut observed = Watch(Observed::default());
    let mut watched = (hooks, (&mut recorder, &mut observed));
    let result = algorithm.search(&mut game.clone(), &mut watched, depth, order)?;
    let outcome = outcome(game, Some(result), &observed.0, &mut GameNames::new(game.clone()));
    Ok(Trace { header, outcome, events: recorder.into_sink() })
}

/// Writes down what was found, as far as watching tells.
fn outcome<G: Notation>(
    game: &G,
    result: Option<SearchResult<G::Move>>,
    (lines, counter): &Observed<G::Move>,
    names: &mut GameNames<G>,
) -> Outcome {
    let mut pv = lines.pv();
    // Null windows alone prove a score without a line; then the best move is all there is.
    if let Some(best) = result.and_then(|result| result.best).filter(|&best| pv.line.first() != Some(&best)) {
        pv = PrincipalVariation { line: vec![best], ..PrincipalVariation::default() };
    }
    let line = named(names, &pv.line);
    Outcome {
        complete: result.is_some(),
        score: result.map(|result| result.score).or(pv.score),
        best: line.first().cloned(),
        pv: line,
        leaf_score: pv.leaf_score_at_root(),
        cut_short: pv.cut_short.map(Into::into),
        ending: game.ending_name().map(str::to_owned),
        statistics: counter.statistics,
        ..Outcome::default()
    }
}

fn named<G: Notation>(names: &mut GameNames<G>, line: &[G::Move]) -> Vec<String> {
    (1..=line.len()).map(|length| names.name(&line[..length])).collect()
}

/// Counts leaves up to a limit.
struct LeafCount<G: Game, H> {
    hooks: H,
    line: Vec<G::Move>,
    leaves: u64,
    limit: u64,
}

impl<G: Game, H: Hooks<G>> LeafCount<G, H> {
    fn below(&mut self, game: &mut G, depth: u32) -> Flow<Critical> {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        self.hooks.moves(Line { game, moves: &self.line }, &mut moves)?;
        if depth <= 1 || moves.is_empty() {
            // At the last ply each move is a leaf; without moves, the node itself is.
            self.leaves += moves.len().max(1) as u64;
            let critical = moves.iter().map(|_| Critical::LEAF).collect();
            return if self.limit < self.leaves { Flow::Break(()) } else { Flow::Continue(critical) };
        }
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            game.play(mv);
            self.line.push(mv);
            children.push(self.below(game, depth - 1)?);
            self.line.pop();
            game.undo();
        }
        Flow::Continue(children.into_iter().collect())
    }
}

/// What is watched in every search: the PV and the counts.
type Observed<M> = (CollectedLines<M>, Counter);

/// Why a study gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The search could not be run.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The output could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
