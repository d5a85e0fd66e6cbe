//! A search that can be replayed for different purposes as often as needed.
//!
//! The tree for display is folded while the search runs, so millions of nodes are never kept. To show more later, a
//! [`Study`] reruns its search with another observer. [`AnyStudy`] also covers other sources of events, such as traces.

mod any;
mod game_tree;
mod header_tree;
mod leaf_count;
mod limits;
mod line_end;
mod line_reader;
mod listed;
mod moment;
mod recorded;
mod san_names;

pub use any::{AnyStudy, StudyError};
pub(crate) use any::{Played, play_line};
pub use game_tree::{GameTree, Tactical};
pub(crate) use game_tree::{PlayedTree, ShapeTree};
pub use leaf_count::CountedLeaves;
pub use limits::Limits;
pub use line_end::{LineEndReport, TacticalMoves};
pub use line_reader::LineError;
#[cfg(feature = "cli")]
pub(crate) use line_reader::line_words;
pub use moment::{Moment, MomentError, StudyUntil, Until};
pub use recorded::RecordedStudy;
pub(crate) use san_names::SanNames;
pub(crate) use san_names::{numbered, retell, spelled};

use crate::core::game::Game;
use crate::core::game::classic::GameList;
use crate::core::hooks::{Event, Hooks, Observer, Pass, SearchEvent, Verdict, Watch};
use crate::core::pv::{CollectedLines, PrincipalVariation};
use crate::core::recording::Recorder;
use crate::core::score::{Bound, Score, Window};
use crate::core::search::{Found, SearchError, Settings, SettingsError, TableLine, Technique};
use crate::core::trace::{Caption, Change, Counter, Header, Outcome, ReplacedScore, Shape, Sink};
use crate::core::tree::{GameNames, Keep, Names, SearchTree, TreeBuilder};

/// A position or tree to search, hooks for the search, and its settings. Settings are checked when a study is made, so
/// every study can be searched.
///
/// Each search takes a clone of the hooks, so what hooks count in themselves is lost; to read a hook after a search,
/// pass it to [`run`](Study::run). `G` and `H` must be `Clone` and `'static`.
///
/// ```
/// use plywood::game::chess::{ChessGame, Material, parse_fen};
/// use plywood::search::Settings;
/// use plywood::study::{AnyStudy, Study};
///
/// let game = ChessGame::new(parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?, Material);
/// let study = Study::new(game, (), Settings::default().depth(1))?;
/// assert_eq!(study.solve()?.pv, ["Ra8#"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Study<G, H = (), E = Settings> {
    game: G,
    hooks: H,
    engine: E,
    header: Header,
    limits: Limits,
    /// Whether this search has run before. If so, a rerun that does not reach the same end is an error.
    is_again: bool,
}

impl<G: Game + Clone, H: Hooks<G> + Clone> Study<G, H> {
    /// Returns the study of `game`, searched with `settings` and `hooks`.
    ///
    /// # Errors
    /// [`SettingsError`] if the settings are invalid or don't suit this game.
    pub fn new(game: G, hooks: H, settings: Settings) -> Result<Self, SettingsError> {
        settings.validate_for(&game)?;
        Ok(Self::by(settings, game, hooks))
    }
}

impl<G: Game + Clone, H: Hooks<G> + Clone, E: Engine<G>> Study<G, H, E> {
    /// Returns the study of `game`, searched by a custom engine.
    pub fn by(engine: E, game: G, hooks: H) -> Self {
        Self { header: engine.header(&game), game, hooks, engine, limits: Limits::default(), is_again: false }
    }

    /// Sets the context of the search: title, note, question.
    #[must_use]
    pub fn captioned(mut self, caption: &Caption) -> Self {
        self.header = self.header.captioned(caption);
        self
    }

    /// Sets the list of named games that the game may belong to.
    pub(crate) fn among(mut self, games: GameList) -> Self {
        self.header.games = games;
        self
    }

    /// Sets the list of changes made for this search.
    pub(crate) fn with_changes(mut self, changes: &[Change]) -> Self {
        self.header.changes = changes.to_vec();
        self
    }

    /// Marks the depth, the range of leaf values or the evaluation as different from the lesson's.
    pub(crate) fn varied(mut self, is_varied: bool) -> Self {
        self.header.varied = is_varied;
        self
    }

    /// Sets when the search must stop.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Explores the whole tree before the search, so that positions get fixed numbers, skipped parts can be drawn, and
    /// the minimum number of leaves is known.
    ///
    /// Takes time and memory proportional to the size of the tree, so use it only for small trees.
    #[must_use]
    pub fn with_whole_tree(mut self) -> Self {
        self.header.shape = Some(Shape::of(&mut self.game, &mut self.hooks, self.header.depth));
        self
    }

    /// Marks the evaluation as unused, so that the scores are not attributed to it.
    pub(crate) fn without_evaluation(mut self) -> Self {
        self.header.evaluation.clear();
        self
    }

    /// Sets the name of the evaluation, if the positions are not scored by the game's own evaluation.
    pub(crate) fn scored_by(mut self, other: Option<String>) -> Self {
        self.header.evaluation = other.unwrap_or(self.header.evaluation);
        self
    }

    /// Sets the name of the tablebases that score the positions they contain, if there are any.
    pub(crate) fn with_tablebases(mut self, name: Option<&str>) -> Self {
        self.header.tablebases = name.unwrap_or_default().to_owned();
        self
    }

    /// Sets which static evaluations the hooks replace.
    pub(crate) fn with_replaced_scores(mut self, scores: Vec<ReplacedScore>) -> Self {
        self.header.replaced_scores = scores;
        self
    }

    /// Sets the positions of the game that led to the root, as FEN.
    pub(crate) fn with_history(mut self, history: Vec<String>) -> Self {
        self.header.history = history;
        self
    }

    /// Sets the lines after which the moves that the hooks return differ from the legal moves.
    pub(crate) fn with_restricted(mut self, restricted: Vec<Vec<String>>) -> Self {
        self.header.restricted = restricted;
        self
    }

    /// Runs the search with the observer `watch`, and returns the result if the search finished.
    ///
    /// # Errors
    /// [`SearchError::TableSize`] if there is not enough memory for the table; [`SearchError::Stopped`] if a rerun is
    /// stopped.
    pub fn run(&self, watch: &mut impl Hooks<G>) -> Result<Option<Found<G::Move>>, SearchError> {
        let mut game = self.game.clone();
        match self.engine.search(&mut game, &mut (self.hooks.clone(), (self.limits.guard(), watch))) {
            Ok(found) => Ok(Some(found)),
            Err(SearchError::Stopped(_)) if !(self.is_again && self.limits.is_stopped()) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Does the same as [`run`](Self::run), but is compiled only once for all observers, so each event costs a dynamic
    /// call.
    fn run_told(&self, mut watch: &mut dyn Hooks<G>) -> Result<Option<Found<G::Move>>, SearchError> {
        self.run(&mut watch)
    }

    /// Searches and folds the tree, keeping the nodes that `keep` selects.
    fn fold(&self, keep: Keep<G::Move>) -> Result<SearchTree, SearchError> {
        let mut watch = Watch((TreeBuilder::new(keep), Observed::default()));
        let mut report = E::Report::default();
        let mut both = (&mut report, &mut watch);
        let found = self.run(&mut both)?;
        let Watch((builder, observed)) = watch;
        let mut names = GameNames::new(self.game.clone());
        let outcome = self.outcome(found, &observed, &report, &mut names);
        Ok(builder.finish(&mut names, self.header.clone(), outcome))
    }

    fn tell(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        let mut recorder = Recorder::new(sink, self.header.shape.clone());
        if self.header.technique_set().has(Technique::TranspositionTable) {
            recorder = recorder.with_visits();
        }
        let mut observed = Watch(Observed::default());
        let mut report = E::Report::default();
        let found = self.run_told(&mut (&mut report, (&mut recorder, &mut observed)))?;
        recorder.finish()?;
        Ok(self.outcome(found, &observed.0, &report, &mut GameNames::new(self.game.clone())))
    }

    fn only_outcome(&self) -> Result<Outcome, SearchError> {
        let mut observed = Watch(Observed::default());
        let mut report = E::Report::default();
        let found = self.run_told(&mut (&mut report, &mut observed))?;
        Ok(self.outcome(found, &observed.0, &report, &mut GameNames::new(self.game.clone())))
    }

    fn outcome(
        &self,
        found: Option<Found<G::Move>>,
        (lines, counter): &Observed<G::Move>,
        report: &E::Report,
        names: &mut GameNames<G>,
    ) -> Outcome {
        let result = found.as_ref().map(|found| found.result);
        // The result of an unfinished depth is not reliable.
        let finished = lines.finished().filter(|_| result.is_none());
        let pv = match finished {
            Some(finished) => finished.line(),
            None => beginning_with(result.and_then(|result| result.best), lines.pv()),
        };
        let line = named(names, &pv.line);
        let table_line = found.as_ref().and_then(|found| found.table_line.as_ref());
        let mut outcome = Outcome {
            complete: result.is_some(),
            finished_depth: finished.map(|finished| finished.depth),
            score: result.map(|result| result.score).or_else(|| finished?.score).or(pv.score),
            best: line.first().cloned(),
            pv: line,
            leaf_score: pv.leaf_score_at_root(self.header.movers()),
            cut_short: pv.cut_short,
            ending: self.game.ending_name().map(str::to_owned),
            statistics: counter.statistics,
            table_line: table_line.map(|line| TableLine {
                moves: named(names, &line.moves),
                exact: line.exact,
                end: line.end,
            }),
            ..Outcome::default()
        };
        if let Some(found) = found {
            self.engine.report(&self.game, &found, report, &mut outcome);
        }
        self.list(&mut outcome);
        outcome
    }
}

fn named<G: Game>(names: &mut GameNames<G>, line: &[G::Move]) -> Vec<String> {
    (1..=line.len()).map(|length| names.name(&line[..length])).collect()
}

/// The observers of every search, which collect the PV and the counts.
type Observed<M> = (Lines<M>, Counter);

/// Something that searches games of the type `G`: plywood's own search, or another engine.
pub trait Engine<G: Game>: Clone {
    /// Hooks that observe a search to produce the engine's report; `()` if the events contain everything.
    type Report: Hooks<G> + Default;

    /// Returns the header of a search of `game`.
    fn header(&self, game: &G) -> Header;

    /// Returns the same engine with another depth, or `None` if depth does not apply to this engine.
    fn to_depth(&self, depth: u32) -> Option<Self> {
        let _ = depth;
        None
    }

    /// Searches `game` once.
    ///
    /// # Errors
    /// [`SearchError`] if the settings are invalid or a hook stops the search.
    fn search<H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError>;

    /// Adds the engine's report to the outcome of a finished search from `root`.
    fn report(&self, root: &G, found: &Found<G::Move>, report: &Self::Report, outcome: &mut Outcome) {
        let _ = (root, found, report, outcome);
    }
}

/// plywood's own search.
impl<G: Game> Engine<G> for Settings {
    type Report = ();

    fn header(&self, game: &G) -> Header {
        Header::of(game, self)
    }

    fn to_depth(&self, depth: u32) -> Option<Self> {
        Some(Self { depth, ..*self })
    }

    fn search<H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError> {
        self.run(game, hooks)
    }
}

/// Collects the PV, and keeps the PV of the last completed depth.
#[derive(Clone, Debug)]
struct Lines<M> {
    collected: CollectedLines<M>,
    /// The current pass and its depth, if they were reported.
    now: Option<(Pass, u32)>,
    /// The bounds that the passes to the current depth have proved.
    proved: Window,
    /// The score of the last finished pass.
    score: Option<Score>,
    /// The last root move that was a new best or caused a cutoff.
    best: Option<M>,
    finished: Option<Finished<M>>,
}

/// The result of a finished depth.
#[derive(Clone, Debug)]
struct Finished<M> {
    pub depth: u32,
    /// The score of the root for the side to move.
    pub score: Option<Score>,
    pub best: Option<M>,
    pub pv: PrincipalVariation<M>,
}

impl<M: Copy + Eq> Finished<M> {
    fn line(&self) -> PrincipalVariation<M> {
        beginning_with(self.best, self.pv.clone())
    }
}

/// Returns the line if it begins with the best move. If a score was proved by null windows alone, there is no such
/// line, and only the best move is known.
fn beginning_with<M: Copy + Eq>(best: Option<M>, pv: PrincipalVariation<M>) -> PrincipalVariation<M> {
    match best.filter(|best| pv.line.first() != Some(best)) {
        Some(best) => PrincipalVariation { line: vec![best], ..PrincipalVariation::default() },
        None => pv,
    }
}

impl<M> Default for Lines<M> {
    fn default() -> Self {
        Self {
            collected: CollectedLines::default(),
            now: None,
            proved: Window::FULL,
            score: None,
            best: None,
            finished: None,
        }
    }
}

impl<M: Copy + Eq> Lines<M> {
    fn pv(&self) -> PrincipalVariation<M> {
        self.collected.pv()
    }

    /// Returns the result of the last finished depth.
    const fn finished(&self) -> Option<&Finished<M>> {
        self.finished.as_ref()
    }

    /// Begins a pass. If the new pass is deeper, the previous passes have finished their depth.
    fn begin(&mut self, pass: Pass, depth: u32) {
        let before = self.now.replace((pass, depth));
        if before.is_some_and(|(_, before)| before < depth) {
            self.finish(before);
        }
        if before.is_none_or(|(_, before)| before != depth) {
            self.proved = Window::FULL;
        }
    }

    /// Records the root's result. It finishes the depth if it decides the score: a search can be stopped between two
    /// passes.
    fn leave(&mut self, score: Score, bound: Bound) {
        self.score = Some(score);
        if bound != Bound::Upper {
            self.proved.alpha = self.proved.alpha.max(score);
        }
        if bound != Bound::Lower {
            self.proved.beta = self.proved.beta.min(score);
        }
        let is_decided = self.proved.beta <= self.proved.alpha;
        self.finish(self.now.filter(|&(pass, _)| is_decided || pass == Pass::Iteration));
    }

    fn finish(&mut self, pass: Option<(Pass, u32)>) {
        if let Some((_, depth)) = pass {
            let (score, best, pv) = (self.score, self.best, self.collected.pv());
            self.finished = Some(Finished { depth, score, best, pv });
        }
    }
}

impl<M: Copy + Eq> Observer<M> for Lines<M> {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        if let Event::Pass { pass, depth, .. } = event {
            self.begin(pass, depth);
        } else if let Event::Judged { mv, verdict, .. } = event
            && line.is_empty()
            && verdict != Verdict::NotBest
        {
            self.best = Some(mv);
        }
        self.collected.observe(line, event);
        if let Event::Leave { score, bound } = event
            && line.is_empty()
        {
            self.leave(score, bound);
        }
    }
}
