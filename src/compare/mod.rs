//! Searches of the same position side by side: a row for each search, or two searches node by node. [`page`] writes the
//! result.

mod differences;
mod matching;
pub mod page;
mod recordings;
pub mod results;
pub mod suite;
mod trees;

pub use differences::{Difference, DifferenceCounts, DifferenceKind, Differences, SearchClaim};
#[cfg(feature = "cli")]
pub(crate) use recordings::result_fields;
pub use recordings::{HeaderField, Ignored, Parting, Ply, Recordings, recordings};
#[cfg(feature = "cli")]
pub(crate) use trees::tree_difference;
pub use trees::{NodeInTree, TreeDifference};

#[cfg(feature = "cli")]
use crate::core::game::chess::{Chess, ChessGame, FenError, Material};
#[cfg(feature = "cli")]
use crate::core::game::{Game, Side};
use crate::core::score::Score;
use crate::core::search::{Algorithm, Fail, Mistake, Settings, TableAnswers, Technique};
#[cfg(feature = "cli")]
use crate::core::search::{Cut, Order};
use crate::core::study::{AnyStudy, CountedLeaves, StudyError};
use crate::core::trace::{Header, Leaves, Outcome, Shape, Statistics};
use crate::core::tree::{Keep, SearchTree};
use crate::explain::most_counted;
#[cfg(feature = "cli")]
use crate::sargon::{BookUse, SargonGame, SargonProgram};
use crate::subject::SubjectError;
use serde::Serialize;

/// The result of one search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchRow {
    /// The name that distinguishes the row from the others: algorithm, options, techniques.
    pub name: String,
    /// Whether the search finished.
    pub complete: bool,
    /// The score of the root for the side to move.
    pub score: Option<Score>,
    /// The best move.
    pub best: Option<String>,
    /// How the game ended, if it was over at the root.
    #[serde(skip)]
    pub ending: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The counts.
    pub statistics: Statistics,
    /// The techniques that can make the result differ from that of minimax; empty for an exact search.
    pub inexact: Vec<String>,
    /// Whether the score differs from the first row's.
    pub other_score: bool,
    /// Whether the best move differs from the first row's.
    pub other_best: bool,
}

impl SearchRow {
    /// Returns the result of a search, not yet compared with the other rows.
    pub fn new(name: String, inexact: Vec<String>, outcome: Outcome) -> Self {
        Self {
            name,
            complete: outcome.complete,
            score: outcome.score,
            best: outcome.best,
            ending: outcome.ending,
            pv: outcome.pv,
            statistics: outcome.statistics,
            inexact,
            other_score: false,
            other_best: false,
        }
    }
}

/// Rows, and the numbers with which to compare them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchRows {
    /// The subject. The fields about the search itself are those of the first row.
    #[serde(flatten)]
    pub header: Header,
    /// The rows, one for each search.
    pub rows: Vec<SearchRow>,
    /// Impossible combinations, and the reason for each.
    pub refused: Vec<Refused>,
    /// The number of leaves in the whole tree, if they were counted.
    pub leaves: Option<u64>,
    /// The minimum number of leaves that any alpha-beta search must evaluate, if the tree is known (Knuth and Moore).
    pub fewest: Option<u64>,
}

/// A combination that was not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// Its name.
    pub name: String,
    /// The reason why it was not run, as a usage error.
    pub reason: String,
}

impl SearchRows {
    /// Combines rows, and marks where they differ from the first row; a stopped search is never marked.
    pub fn new(header: Header, mut rows: Vec<SearchRow>, refused: Vec<Refused>, leaves: Option<Leaves>) -> Self {
        if let Some((first, others)) = rows.split_first_mut() {
            for row in others.iter_mut().filter(|row| row.complete && first.complete) {
                row.other_score = row.score != first.score;
                row.other_best = row.best != first.best;
            }
        }
        let of_shape = |shape: &Shape| Leaves { all: shape.leaves() as u64, fewest: shape.fewest_leaves() as u64 };
        let leaves = header.shape.as_ref().map(of_shape).or(leaves);
        let fewest = leaves.filter(|_| !header.has_other_cutoffs()).map(|leaves| leaves.fewest);
        let all = leaves.map(|leaves| leaves.all);
        Self { header, rows, refused, leaves: all, fewest }
    }

    /// Returns whether no search was stopped.
    pub fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.complete)
    }
}

/// Returns the searches that are compared by default, at the depth and with the order of `base`.
pub(crate) fn default_searches(base: Settings) -> Vec<Settings> {
    use Technique as T;
    // A lesson may have a different default fail rule, but every subject must have the same rows by default.
    let hard = |algorithm| (algorithm == Algorithm::AlphaBeta).then_some(Fail::Hard);
    let with = |algorithm, techniques: &[T]| {
        let techniques = techniques.iter().copied().collect();
        Settings { algorithm, fail: hard(algorithm), techniques, ..base }
    };
    vec![
        with(Algorithm::Minimax, &[]),
        with(Algorithm::Negamax, &[]),
        with(Algorithm::AlphaBeta, &[]),
        Settings { fail: Some(Fail::Soft), ..with(Algorithm::AlphaBeta, &[]) },
        with(Algorithm::Pvs, &[]),
        with(Algorithm::MtdF, &[]),
        with(Algorithm::AlphaBeta, &[T::TranspositionTable]),
        with(Algorithm::AlphaBeta, &[T::Iterative, T::Aspiration]),
        with(Algorithm::Pvs, &[T::Iterative, T::TranspositionTable, T::Killers]),
        with(Algorithm::MtdF, &[T::Iterative, T::TranspositionTable]),
    ]
}

/// Returns `base` with every combination of `algorithms`, `orders`, `cuts` and `fails`, in this order.
///
/// For an algorithm without a window, plywood drops the settings that need one, so that minimax can be compared with
/// any other search.
#[cfg(feature = "cli")]
pub(crate) fn combinations(
    base: Settings,
    algorithms: &[Algorithm],
    orders: &[Order],
    cuts: &[Cut],
    fails: &[Option<Fail>],
) -> Vec<Settings> {
    let mut all: Vec<Settings> = Vec::new();
    for &algorithm in algorithms {
        for &order in orders {
            for &cut in cuts {
                for &fail in fails {
                    let mut settings = Settings { algorithm, order, cut, fail, ..base };
                    if !algorithm.has_window() {
                        settings = Settings { cut: Cut::default(), fail: None, ..settings };
                        settings.techniques = base.techniques.and(algorithm.techniques());
                    }
                    if !all.contains(&settings) {
                        all.push(settings);
                    }
                }
            }
        }
    }
    all
}

/// Returns names that distinguish each search from the others: the algorithm, and the settings that they don't share.
pub(crate) fn names(all: &[Settings]) -> Vec<String> {
    let differ = |what: fn(&Settings) -> String| all.iter().any(|settings| what(settings) != what(&all[0]));
    let orders = differ(|settings| settings.order.to_string());
    let cuts = differ(|settings| settings.cut.name().to_owned());
    let name = |settings: &Settings| {
        let mut name = settings.algorithm.name().to_owned();
        if settings.algorithm.has_window() {
            if let Some(fail) = settings.fail {
                name.push_str(&format!(" fail-{}", fail.name()));
            }
            if cuts {
                name.push_str(&format!(" {}", settings.cut.name()));
            }
        }
        if orders {
            name.push_str(&format!(" {}", settings.order));
        }
        if !settings.techniques.is_empty() {
            name.push_str(&format!(" +{}", settings.techniques.to_string().replace(',', "+")));
        }
        name
    };
    all.iter().map(name).collect()
}

/// Returns the index of the first of these searches that emits the same events as the search at index `at`. The two
/// searches therefore have the same result. Minimax and negamax visit the same nodes; only their code differs.
#[cfg(feature = "cli")]
pub(crate) fn same_walk(all: &[Settings], at: usize) -> usize {
    let walk = |settings: &Settings| {
        let is_negamax = settings.algorithm == Algorithm::Negamax;
        Settings { algorithm: if is_negamax { Algorithm::Minimax } else { settings.algorithm }, ..*settings }
    };
    all.iter().position(|settings| walk(settings) == walk(&all[at])).unwrap_or(at)
}

/// Returns the names of the settings that can change the result.
pub(crate) fn inexact(settings: &Settings) -> Vec<String> {
    let techniques = settings.techniques.iter().filter(|technique| !technique.is_exact()).map(Technique::name);
    let has_table = settings.techniques.has(Technique::TranspositionTable);
    let deeper =
        (has_table && settings.table.answers == TableAnswers::AtLeastDepth).then_some("deeper entries of the table");
    techniques.chain(deeper).chain(settings.mistake.map(Mistake::name)).map(str::to_owned).collect()
}

/// The maximum number of nodes to compare one by one.
const MOST_NODES: usize = 500_000;

/// The result of one of the searches.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    pub row: SearchRow,
    pub header: Header,
    pub tree: Option<SearchTree>,
}

impl Ran {
    /// Runs a search, and keeps its tree if nodes will be compared. `inexact` lists the reasons why its score may
    /// differ from that of minimax.
    pub(crate) fn of(
        name: String,
        inexact: Vec<String>,
        study: &dyn AnyStudy,
        with_tree: bool,
    ) -> Result<Self, StudyError> {
        let row = SearchRow::new(name, inexact, study.solve()?);
        let keep = Keep { limit: MOST_NODES, ..Keep::ALL };
        let tree = if with_tree { Some(study.explain(&keep)?) } else { None };
        Ok(Self { row, header: study.header().clone(), tree })
    }

    /// Returns this result under the name of another search that emits the same events.
    #[cfg(feature = "cli")]
    pub(crate) fn under(&self, name: String, header: &Header) -> Self {
        Self { row: SearchRow { name, ..self.row.clone() }, header: header.clone(), tree: None }
    }
}

/// The results of several searches of a subject.
#[derive(Debug, Default)]
pub(crate) struct Searched {
    rows: Vec<SearchRow>,
    /// The searches that the subject does not allow.
    refused: Vec<Refused>,
    trees: Vec<SearchTree>,
    /// The index and the header of the first search that ran.
    first: Option<(usize, Header)>,
}

impl Searched {
    /// Gathers the results of searches with these names.
    ///
    /// # Errors
    /// Any [`SubjectError`] that doesn't depend on the settings.
    pub(crate) fn of(
        names: impl IntoIterator<Item = String>,
        results: Vec<Result<Ran, SubjectError>>,
    ) -> Result<Self, SubjectError> {
        let mut searched = Self::default();
        for (index, (name, result)) in names.into_iter().zip(results).enumerate() {
            match result {
                Ok(ran) => {
                    searched.rows.push(ran.row);
                    searched.trees.extend(ran.tree);
                    searched.first.get_or_insert((index, ran.header));
                }
                Err(SubjectError::Settings(error)) => {
                    searched.refused.push(Refused { name, reason: error.to_string() });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(searched)
    }

    /// Returns the index of the first search that ran.
    ///
    /// # Errors
    /// If none ran, the reasons.
    pub(crate) fn first(&self) -> Result<usize, Vec<String>> {
        let reasons = || self.refused.iter().map(|one| format!("{}: {}", one.name, one.reason)).collect();
        self.first.as_ref().map(|(index, _)| *index).ok_or_else(reasons)
    }

    /// Returns the rows to print and the trees to compare node by node. `study` is the [first](Self::first) search.
    pub(crate) fn rows(self, study: &dyn AnyStudy) -> (SearchRows, Vec<SearchTree>) {
        let Self { rows, refused, trees, first } = self;
        let header = first.map_or_else(|| study.header().clone(), |(_, header)| header);
        let searched = rows.iter().map(|row| row.statistics.nodes()).sum();
        let counted = || study.count_leaves(most_counted(searched)).and_then(CountedLeaves::all);
        let leaves = if header.shape.is_some() { None } else { counted() };
        (SearchRows::new(header, rows, refused, leaves), trees)
    }
}

/// An engine's decision and its cost.
#[cfg(feature = "cli")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Contender {
    pub name: String,
    pub best: String,
    /// The score of the root from White's view, on the engine's own scale; `None` for a book move.
    pub score: Option<Score>,
    pub pv: Vec<String>,
    /// The number of positions created.
    pub created: u64,
    pub leaves: u64,
    pub cutoffs: u64,
}

/// The reasons why two engines cannot be compared on a position.
#[cfg(feature = "cli")]
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Think(#[from] crate::sargon::ThinkError),
    #[error(transparent)]
    Study(#[from] StudyError),
}

/// Runs the 1978 program (without its book) on a position, and plywood's own search of it.
///
/// Sargon's own root score is relative and doesn't show who is ahead. This function therefore returns the material and
/// board control at the end of Sargon's principal variation, as the ports of Sargon do.
#[cfg(feature = "cli")]
pub(crate) fn play(position: &Chess, search: &dyn AnyStudy) -> Result<[Contender; 2], PlayError> {
    let game = ChessGame::new(position.clone(), Material);
    let for_white = |score: Score| if game.turn() == Side::First { score } else { -score };
    let mut old = SargonGame::from_fen(&game.fen(), BookUse::Closed)?;
    let thought = SargonProgram::new(search.header().depth).think(&mut old, &mut ())?;
    let sargon = Contender {
        name: "sargon".to_owned(),
        best: thought.best_san,
        score: Some(Score::from_centipawns(thought.value)),
        pv: thought.pv,
        created: thought.counters.positions_created,
        leaves: thought.counters.leaf_positions,
        cutoffs: thought.counters.cutoffs,
    };
    let outcome = search.solve()?;
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
