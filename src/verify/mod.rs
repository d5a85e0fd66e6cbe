//! Checks whether a search is correct, in two parts that check different claims:
//!
//! * [`Audit`] checks events against each other and against the rules of the game, for every search, exact or not. It
//!   needs no reference solution, and memory for only one line.
//! * Then the claims about nodes and the result are checked against plain minimax, which needs memory for each node.
//!
//! [`verify`] runs both on a search, [`verify_lines`] on a trace while reading it. The findings are a [`Report`], which
//! [`page`] writes.

mod audit;
pub mod batch;
mod board;
mod draws;
mod learned;
mod minimax_page;
mod moves;
pub mod page;
mod positions;
mod pruned;
mod report;
mod scores;
mod statics;
mod truth;

pub use crate::core::score::Interval;
pub use audit::{About, Audit, Audited, Finding, Lack, Rule, TraceValue};
pub use page::document;
pub use report::{Check, Failure, Problem, Report, Unchecked};

use crate::core::game::chess::{ChessGame, DrawRules, Evaluation, FenError, Material};
use crate::core::game::classic::AnyGame;
use crate::core::game::{Game, MoveError};
use crate::core::hooks::{Event, Flow, Hooks, Line, Prune};
use crate::core::score::Score;
use crate::core::setters::setters;
use crate::core::study::{AnyStudy, Limits, PlayedTree, ShapeTree, StudyError};
use crate::core::trace::{Header, Outcome, Record, Shape, Sink, Trace, TraceError, TraceReader, line_text};
use crate::endgame::tablebase::Tables;
use crate::lessons::model::Overlay;
use audit::RootState;
use board::{KnownTree, ReplayBoard};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use truth::{Claims, Examiner};

/// The reasons why a search or trace cannot be verified at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The search is not a form of minimax.
    #[error("Sargon's search of 1978 is not minimax to a fixed depth, so there is nothing to check it against")]
    Sargon,
    /// The root position of the trace is invalid.
    #[error("the root position of the trace")]
    Fen(#[from] FenError),
    /// A line to a replaced score cannot be played.
    #[error("the trace replaces the static evaluation after {line}")]
    Replaced {
        /// The moves from the root.
        line: String,
        /// The error in one of the moves.
        source: MoveError,
    },
    /// The caller stopped the verification.
    #[error("stopped before all checks finished; no verdict")]
    Stopped,
    /// The trace cannot be read to the end.
    #[error("{problem}")]
    Trace {
        /// The error, and its position.
        problem: TraceError,
        /// The header of the trace.
        header: Box<Header>,
        /// The findings in earlier events.
        audit: Box<Audited>,
    },
    /// plywood cannot run the search to be verified.
    #[error(transparent)]
    Study(#[from] StudyError),
}

/// The default maximum number of leaves that plain minimax may evaluate.
pub const LEAVES: u64 = 6_000_000;

/// The limits of verification.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Effort {
    /// The maximum number of leaves that plain minimax evaluates.
    pub leaves: u64,
    /// Whether the nodes of a trace are kept in memory. If they are not, no node can be checked against minimax.
    pub keeps_nodes: bool,
    /// The limits of the verification itself. Only [`stop`](Limits::stop) and [`progress`](Limits::progress) apply,
    /// because the search of a study has its own limits.
    pub limits: Limits,
}

impl Effort {
    setters! { leaves: u64, keeps_nodes: bool, limits: Limits }
}

impl Default for Effort {
    fn default() -> Self {
        Self { leaves: LEAVES, keeps_nodes: true, limits: Limits::default() }
    }
}

/// Checks the search of `study` against the rules for events, and against minimax.
///
/// The tree is that of the study. For a recorded search, it is the trace's shape if the shape has scores, and otherwise
/// the board with the evaluation that the trace names. On a board, moves are restricted to those listed in the trace,
/// and static evaluations are replaced as the trace says. If neither of these trees is available, only conclusions from
/// the searched leaves are checked.
///
/// # Errors
/// [`VerifyError`] if there is nothing to compare, or [`VerifyError::Stopped`].
///
/// # Complexity
/// Memory for every searched node; time for up to `effort.leaves` leaves and the search itself.
pub fn verify(study: &dyn AnyStudy, effort: &Effort) -> Result<Report, VerifyError> {
    let header = study.header();
    refuse_sargon(header)?;
    let known = match study.is_recorded() {
        true => ground_of(header)?,
        false => study.game_tree().map(|tree| (tree, true)),
    };
    // Minimax reads every leaf, so it needs all their scores.
    let leaves = if header.shape.as_ref().is_some_and(Shape::has_unknown) { 0 } else { effort.leaves };
    verified(header, known, &Effort { leaves, ..effort.clone() }, |listener| {
        if let Some(board) = &mut listener.board {
            board.judges_restrictions = study.is_recorded();
        }
        study.record(listener).map_err(|error| match effort.limits.is_stopped() {
            true => VerifyError::Stopped,
            false => error.into(),
        })
    })
}

/// Like [`verify`], but for a trace that is read line by line.
///
/// # Errors
/// [`VerifyError`] if there is nothing to compare, if the trace cannot be read, or [`VerifyError::Stopped`].
pub fn verify_lines<R: BufRead>(mut reader: TraceReader<R>, effort: &Effort) -> Result<Report, VerifyError> {
    let header = &reader.header().clone();
    refuse_sargon(header)?;
    verified(header, ground_of(header)?, effort, |listener| {
        let damaged = |problem: TraceError, audit: &mut Audit| VerifyError::Trace {
            problem,
            header: Box::new(header.clone()),
            audit: Box::new(std::mem::take(&mut audit.report)),
        };
        while let Some(record) = reader.lend() {
            let (line, record) = record.map_err(|problem| damaged(problem, &mut listener.audit))?;
            listener.audit.place = Some(line as u64);
            listener.take(record).map_err(|_| VerifyError::Stopped)?;
        }
        reader.finish().map(|(_, outcome)| outcome).map_err(|problem| damaged(problem, &mut listener.audit))
    })
}

/// Checks the records that `tell` passes to the listener against the tree or, without a tree, only for consistency.
fn verified(
    header: &Header,
    mut known: Option<KnownTree<'_>>,
    effort: &Effort,
    tell: impl FnOnce(&mut Listener<'_>) -> Result<Outcome, VerifyError>,
) -> Result<Report, VerifyError> {
    let mut listener = Listener::new(header, known.as_mut(), effort.keeps_nodes, &effort.limits);
    let outcome = &tell(&mut listener)?.into_recorded();
    let records = std::mem::take(&mut listener.records);
    let drawn = records.map(|records| Trace { header: header.clone(), outcome: outcome.clone(), records });
    let (audit, claims) = listener.finish(outcome);
    let is_long = claims.is_none();
    let claims = claims.unwrap_or_else(|| Claims::new(header));
    let examiner = Examiner::new(&claims, header, outcome, effort.leaves, &effort.limits);
    let report = match known {
        _ if is_long => examiner.not_at_all(Unchecked::Long, audit.events),
        _ if breaks_limits(header) => examiner.not_at_all(Unchecked::Limits, audit.events),
        // Where the tablebases of another program end the tree is not known.
        Some((mut ground, true)) if !(claims.has_tablebase && header.tablebases.is_empty()) => {
            examiner.examine(&mut *ground)
        }
        Some(_) | None => examiner.examine_alone(),
    };
    if effort.limits.is_stopped() { Err(VerifyError::Stopped) } else { Ok(Report { audit, is_long, drawn, ..report }) }
}

/// Returns whether a leaf of the header's tree is outside the range that the header states.
fn breaks_limits(header: &Header) -> bool {
    let limits = header.leaves.zip(header.shape.as_ref());
    limits.is_some_and(|(limits, shape)| shape.leaf_beyond(limits, header.movers()).is_some())
}

/// Returns the tree of a trace, if the header describes it completely.
fn ground_of(header: &Header) -> Result<Option<KnownTree<'_>>, VerifyError> {
    let is_scored = |shape: &&Shape| (1..shape.len()).all(|node| shape.score(node).is_some());
    if let Some(shape) = header.shape.as_ref().filter(is_scored) {
        return Ok(Some((Box::new(ShapeTree::new(shape, header.movers())), true)));
    }
    if let Some(game) = header.scored_game() {
        let hooks = replaced_scores(&game, header, AnyGame::read)?;
        return Ok(Some((Box::new(PlayedTree::new(game, hooks)), true)));
    }
    // plywood knows the rules of a named game.
    if let Some(game) = header.named_game().ok().flatten().filter(|_| header.shape.is_none()) {
        return Ok(Some((Box::new(PlayedTree::new(game, NoScores)), false)));
    }
    let history = header.positions()?;
    if history.is_empty() {
        return Ok(None);
    }
    let own = header.evaluation.parse::<Evaluation>().ok();
    let Some(evaluation) = own.filter(|_| header.tablebases.is_empty() || header.has_own_tables()) else {
        // A lesson may omit moves, and only its tree shows which ones.
        if header.shape.is_some() {
            return Ok(None);
        }
        // If plywood doesn't know the evaluation, it doesn't know the engine's rules for draws either, unless the
        // header states them.
        let none = DrawRules { repetition: 0, clock: 0, material: false };
        let rules = header.draws.unwrap_or(if header.is_scored_outside() { DrawRules::default() } else { none });
        let game = ChessGame::with_history(history, Material).drawn_by(rules);
        // A UCI engine only evaluates; the search is plywood's own.
        let game = if header.is_scored_outside() { game } else { game.playing_on() };
        return Ok(Some((Box::new(PlayedTree::new(game, NoScores)), false)));
    };
    let mut game = ChessGame::with_history(history, evaluation).drawn_by(header.draws.unwrap_or_default());
    if header.has_own_tables() {
        game = game.knowing(Arc::new(Tables::retro()));
    }
    let hooks = replaced_scores(&game, header, ChessGame::parse_san)?;
    Ok(Some((Box::new(PlayedTree::new(game, hooks)), true)))
}

/// A stand-in for an evaluation that plywood doesn't know.
struct NoScores;

impl<G: Game> Hooks<G> for NoScores {
    fn score(&mut self, _: Line<'_, G>, _: Score) -> Flow<Score> {
        Flow::Break(())
    }
}

fn refuse_sargon(header: &Header) -> Result<(), VerifyError> {
    if header.algorithm == "sargon" { Err(VerifyError::Sargon) } else { Ok(()) }
}

/// Returns hooks that replace scores as a trace says.
fn replaced_scores<G: Game + Clone>(
    game: &G,
    header: &Header,
    read: impl Fn(&G, &str) -> Result<G::Move, MoveError>,
) -> Result<Overlay<G::Move>, VerifyError> {
    Overlay::of_replaced_scores(game, &header.replaced_scores, read).map_err(|(replaced, source)| {
        VerifyError::Replaced { line: line_text(&replaced.line, header.numbering), source }
    })
}

/// The number of events between checks of the stop flag.
const PERIOD: u64 = 4096;

/// The maximum number of events of a search that the page draws.
const MOST_DRAWN: usize = 4000;

/// Audits a search and collects its claims.
struct Listener<'a> {
    audit: Audit,
    board: Option<ReplayBoard<'a>>,
    claims: Option<Claims>,
    /// All events so far, or `None` if there are too many to draw.
    records: Option<Vec<Record>>,
    limits: &'a Limits,
    uncounted: u64,
}

impl<'a> Listener<'a> {
    /// Returns a listener. If `keeps` is set, the listener keeps the claims of all nodes, which needs memory for each
    /// node.
    fn new(header: &'a Header, known: Option<&'a mut KnownTree<'_>>, keeps: bool, limits: &'a Limits) -> Self {
        let mut audit = Audit::new(header);
        audit.has_scores = known.as_ref().is_some_and(|(_, is_scored)| *is_scored);
        Self {
            audit,
            board: known.map(|known| ReplayBoard::new(known, header)),
            claims: keeps.then(|| Claims::new(header)),
            records: Some(Vec::new()),
            limits,
            uncounted: 0,
        }
    }

    /// Returns the findings, and moves the tree back to the root.
    fn finish(mut self, outcome: &Outcome) -> (Audited, Option<Claims>) {
        self.audit.root = self.board.as_mut().map_or(RootState::Unknown, ReplayBoard::root_state);
        self.audit.conclude(outcome);
        if let Some(board) = self.board {
            board.finish(&mut self.audit, outcome);
        }
        (self.audit.report, self.claims)
    }
}

impl Sink for Listener<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.uncounted += 1;
        if self.uncounted == PERIOD {
            self.limits.progress.fetch_add(self.uncounted, Ordering::Relaxed);
            self.uncounted = 0;
            if self.limits.is_stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
        if let Some(claims) = &mut self.claims {
            claims.add(record);
        }
        match &mut self.records {
            Some(records) if records.len() < MOST_DRAWN => records.push(record.clone()),
            records => *records = None,
        }
        if let Some(board) = &mut self.board {
            board.locate(&mut self.audit, record);
            self.audit.ending = board.ending_of(record);
        }
        self.audit.take(record)?;
        match (&mut self.board, &record.event) {
            (Some(board), _) => board.check(&mut self.audit, record),
            (None, Event::Enter { .. }) => self.audit.unknown(Rule::Moves, Lack::Moves),
            (None, Event::Pruned { reason: Prune::See, .. }) if self.audit.manner.has_own_margins() => {
                self.audit.unknown(Rule::Pruned, Lack::Pruned);
            }
            (None, Event::Created { score: Some(_), .. }) => self.audit.unknown(Rule::Static, Lack::Statics),
            (None, _) => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::Movers;
    use crate::core::score::Score;
    use crate::core::trace::Notes;

    #[test]
    fn the_flag_is_looked_at_once_in_a_period_of_events() {
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        let header = Header::default();
        let mut listener = Listener::new(&header, None, false, &limits);
        let event = Event::Root { score: Score::ZERO, movers: Movers::default(), leaves: None };
        let record = Record { line: Vec::new(), event, notes: Notes::default() };
        let mut take = || listener.take(&record);
        for _ in 1..PERIOD {
            take().unwrap();
        }
        assert_eq!(limits.progress.load(Ordering::Relaxed), 0);
        assert_eq!(take().unwrap_err().kind(), io::ErrorKind::Interrupted);
        assert_eq!(limits.progress.load(Ordering::Relaxed), PERIOD);
    }
}
