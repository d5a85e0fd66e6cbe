//! Holds a search against plain minimax, node by node.
//!
//! What a search claims (each score, each bound, each verdict, the result) is gathered from its events and compared with
//! two things: with minimax over the whole tree, as far as that can be afforded; and with what follows from the searched
//! leaves alone, whatever the skipped nodes may hide. The second proves that every cutoff is safe.
//!
//! Before that, and for every search, its events are held against each other ([`audit`](crate::audit)) and its moves against
//! the rules of the game. That takes the memory of one line; who has no memory for the nodes of a search asks for no more.

mod beyond;
mod board;
mod events;
mod examine;
mod interval;
mod listener;
mod minimax;
mod result;
mod visits;

use crate::audit::Audited;
use crate::game::MoveError;
use crate::game::chess::{ChessGame, Evaluation, FenError, parse_fen};
use crate::hooks::Verdict;
use crate::model::Overlay;
use crate::score::{Bound, Score, Window};
use crate::study::{AnyStudy, GameGround, Ground, Limits, ShapeGround, StudyError};
use crate::trace::{Header, Outcome, Shape, Sink, Trace, TraceError, TraceReader, line_text};
use examine::Examiner;
pub use interval::Interval;
use listener::Listener;
use std::io::BufRead;
use visits::Claims;

/// How many leaves plain minimax may look at, unless told otherwise.
pub const LEAVES: u64 = 6_000_000;

/// What can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The score of the root is minimax's.
    Root,
    /// The best move is one of the truly best.
    Best,
    /// The PV can be played, and its leaf has the score of the root.
    Pv,
    /// A static score is what the evaluation gives.
    Static,
    /// A score that is said to be exact is, also one out of a table.
    Exact,
    /// A score that is said to be a bound is one, on the right side, also one out of a table.
    Bound,
    /// A verdict follows from score and window, and the window from those before.
    Verdict,
    /// A child that was skipped cannot change the score of the root.
    Skipped,
}

impl Check {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Root, Self::Best, Self::Pv, Self::Static, Self::Exact, Self::Bound, Self::Verdict, Self::Skipped];
}

/// Why something a search says is no claim about minimax to the fixed depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unchecked {
    /// It rests on a table that holds scores of inexact searches.
    Hash,
    /// It rests on passing.
    NullMove,
    /// It rests on a node that was searched less deep than the fixed depth.
    Reduced,
    /// It rests on a node that was searched deeper.
    Extended,
    /// It rests on moves that were pruned because nothing was expected of them.
    Pruned,
    /// It rests on a search beyond the horizon.
    Quiescence,
    /// It is about another depth than that of the search.
    Depth,
    /// The PV is cut short, by a table or by null windows.
    PvShort,
    /// The search was stopped.
    Stopped,
    /// The trace is too long for its nodes to be kept.
    Long,
    /// The trace does not say enough: neither a board whose evaluation is known nor scores of a tree.
    Unknown,
}

/// What is wrong with a node. Scores are for the side that moved to it; at the root, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The score of the root is another one.
    Root {
        /// What the search says.
        said: Score,
        /// What it is.
        is: Interval,
    },
    /// There is a better move.
    Best {
        /// What the move is worth.
        its: Interval,
        /// What the best is worth.
        best: Score,
    },
    /// The line cannot be played.
    Illegal,
    /// The search is finished and there are moves, but none is said to be the best.
    NoBest,
    /// The search is finished and there are moves, but the PV has none.
    NoPv,
    /// The PV begins with another move than the best.
    PvBegins {
        /// The move that is said to be the best.
        best: String,
    },
    /// The leaf at the end of the PV has another score. Both are for the side to move at the root.
    LeafScore {
        /// What the search says.
        said: Score,
        /// What it is.
        is: Score,
    },
    /// The leaf at the end of the PV has another score than the root. Both are for the side to move at the root.
    PvLeaf {
        /// The root's.
        root: Score,
        /// The leaf's.
        leaf: Score,
    },
    /// The static score is another one.
    Static {
        /// What the search says.
        said: Score,
        /// What it is.
        is: Score,
    },
    /// The score is not what it is said to be.
    Score {
        /// What the search says.
        said: Score,
        /// And what it says this proves.
        bound: Bound,
        /// What the true score is.
        is: Interval,
    },
    /// The verdict does not follow.
    Verdict {
        /// The score that was compared.
        score: Score,
        /// The window.
        window: Window,
        /// The verdict.
        verdict: Verdict,
    },
    /// No technique explains the depth to which the node is searched.
    Depth {
        /// What the search says.
        said: u32,
        /// What it is.
        is: u32,
    },
    /// The window is not the one in which its parent, or the pass, stands at this moment.
    Window {
        /// What the search says.
        said: Window,
        /// What it is.
        is: Window,
    },
    /// The best child's score should be the alpha of its siblings.
    Alpha {
        /// The child's score.
        score: Score,
        /// The alpha that its next sibling was compared with.
        alpha: Score,
    },
    /// Standing pat does not follow. Score and window are for the side to move.
    StandPat {
        /// The static score.
        score: Score,
        /// The window.
        window: Window,
        /// The verdict.
        verdict: Verdict,
    },
    /// The table returns something else than was stored.
    Stored {
        /// The score that it returns.
        said: Score,
        /// And what it says this proves.
        bound: Bound,
    },
    /// The skipped child could change the score of the root.
    Skipped {
        /// What the searched nodes say of the root.
        root: Interval,
    },
}

impl Problem {
    /// Returns every score that it speaks of.
    pub fn scores(&self) -> impl Iterator<Item = Score> {
        let (scores, interval) = match *self {
            Self::Root { said, is } | Self::Score { said, is, .. } => (vec![said], Some(is)),
            Self::Best { its, best } => (vec![best], Some(its)),
            Self::Illegal | Self::NoBest | Self::NoPv | Self::PvBegins { .. } | Self::Depth { .. } => {
                (Vec::new(), None)
            }
            Self::PvLeaf { root, leaf } => (vec![root, leaf], None),
            Self::Static { said, is } | Self::LeafScore { said, is } => (vec![said, is], None),
            Self::Verdict { score, window, .. } | Self::StandPat { score, window, .. } => {
                (vec![score, window.alpha, window.beta], None)
            }
            Self::Window { said, is } => (vec![said.alpha, said.beta, is.alpha, is.beta], None),
            Self::Alpha { score, alpha } => (vec![score, alpha], None),
            Self::Stored { said, .. } => (vec![said], None),
            Self::Skipped { root } => (Vec::new(), Some(root)),
        };
        scores.into_iter().chain(interval.into_iter().flat_map(|Interval { low, high }| [low, high]))
    }
}

/// Something that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which check found it.
    pub check: Check,
    /// The moves to the node.
    pub line: Vec<String>,
    /// What is wrong.
    pub problem: Problem,
}

/// What was checked and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What was searched.
    pub header: Header,
    /// What the search says came out.
    pub outcome: Outcome,
    /// How often each check was made, in the order of [`Check::ALL`].
    pub checked: [u64; 8],
    /// What failed, in the order of the tree.
    pub failures: Vec<Failure>,
    /// What could not be checked, and how often.
    pub unchecked: Vec<(Unchecked, u64)>,
    /// The score of the root by minimax for the side to move, if the whole tree could be searched.
    pub minimax: Option<Score>,
    /// How many leaves minimax looked at.
    pub leaves: u64,
    /// Of how many nodes the score was compared with minimax, and how many nodes there are.
    pub by_minimax: (u64, u64),
    /// Nodes of which the trace lists fewer moves than the rules give.
    pub restricted: u64,
    /// Whether nothing was known of the tree but what the search says.
    pub is_alone: bool,
    /// What came of holding the events against each other and against the rules of the game.
    pub audit: Audited,
    /// Whether the trace is too long for its nodes to be kept, so that none was held against minimax.
    pub is_long: bool,
}

impl Report {
    /// Returns every score that it speaks of.
    pub fn scores(&self) -> impl Iterator<Item = Score> {
        let of_root = self.minimax.into_iter().chain(self.outcome.score);
        of_root.chain(self.failures.iter().flat_map(|failure| failure.problem.scores()))
    }

    /// Returns whether anything was checked at all.
    #[must_use]
    pub fn has_checked(&self) -> bool {
        self.checked.iter().any(|&count| count != 0)
    }

    /// Returns whether nothing is wrong.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.failures.is_empty() && self.audit.all_wrong() == 0
    }

    /// How many claims about scores and the result were held against minimax or the searched leaves, and how many were not.
    #[must_use]
    pub fn coverage(&self) -> (u64, u64) {
        (self.checked.iter().sum(), self.unchecked.iter().map(|&(_, count)| count).sum())
    }
}

/// Why a trace cannot be verified at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The search does something else than minimax.
    #[error("the search of 1978 is no minimax to a fixed depth, so there is nothing to hold it against")]
    Sargon,
    /// The root position of the trace is wrong.
    #[error("the root position of the trace")]
    Fen(#[from] FenError),
    /// A line to a replaced score cannot be played.
    #[error("the trace replaces the static score after {line}")]
    Replaced {
        /// The moves from the root.
        line: String,
        /// What is wrong with one of them.
        source: MoveError,
    },
    /// Somebody stopped it.
    #[error("stopped before everything was checked, so nothing is said")]
    Stopped,
    /// The trace cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The search to be verified cannot be run.
    #[error(transparent)]
    Study(#[from] StudyError),
}

/// Holds the search of `study` against minimax that may look at `leaves` leaves.
///
/// # Errors
/// [`VerifyError`] if there is nothing to compare.
///
/// # Complexity
/// Memory for every searched node, time for up to `leaves` leaves and the search itself.
pub fn verify(study: &dyn AnyStudy, leaves: u64) -> Result<Report, VerifyError> {
    verify_within(study, leaves, &Limits::default())
}

/// The same until `limits` say stop. Of them only [`stop`](Limits::stop) and [`progress`](Limits::progress) count: the search
/// of the study has its own.
///
/// # Errors
/// [`VerifyError`] if there is nothing to compare, or [`VerifyError::Stopped`].
pub fn verify_within(study: &dyn AnyStudy, leaves: u64, limits: &Limits) -> Result<Report, VerifyError> {
    let header = study.header();
    refuse_sargon(header)?;
    let mut ground = study.ground();
    let mut listener = Listener::new(header, ground.as_deref_mut(), true, limits);
    let outcome = study.record(&mut listener)?;
    let heard = listener.finish(&outcome);
    examined(heard, header, &outcome, ground, leaves, limits)
}

/// Holds what was heard against the tree, or against itself if there is none.
fn examined(
    (audit, claims): (Audited, Option<Claims>),
    header: &Header,
    outcome: &Outcome,
    ground: Option<Box<dyn Ground + '_>>,
    leaves: u64,
    limits: &Limits,
) -> Result<Report, VerifyError> {
    let is_long = claims.is_none();
    let claims = claims.unwrap_or_else(|| Claims::new(header));
    let examiner = Examiner::new(&claims, header, outcome, leaves, limits);
    let report = match ground {
        _ if is_long => examiner.not_at_all(audit.events),
        Some(mut ground) => examiner.examine(&mut *ground),
        None => examiner.examine_alone(),
    };
    if limits.is_stopped() { Err(VerifyError::Stopped) } else { Ok(Report { audit, is_long, ..report }) }
}

/// Holds a recorded search against minimax that may look at `leaves` leaves.
///
/// The tree is the trace's shape, if that has scores, or the board with the evaluation that the trace names, where moves
/// are restricted to those that the trace lists, and static scores replaced as it says. Without either, only what follows
/// from the searched leaves is checked.
///
/// # Errors
/// [`VerifyError`] if there is nothing to compare.
pub fn verify_trace(trace: &Trace, leaves: u64) -> Result<Report, VerifyError> {
    verify_trace_within(trace, leaves, &Limits::default())
}

/// The same until `limits` say stop.
///
/// # Errors
/// [`VerifyError`] if there is nothing to compare, or [`VerifyError::Stopped`].
pub fn verify_trace_within(trace: &Trace, leaves: u64, limits: &Limits) -> Result<Report, VerifyError> {
    let header = &trace.header;
    refuse_sargon(header)?;
    let mut ground = ground_of(header)?;
    let mut listener = Listener::new(header, ground.as_deref_mut(), true, limits);
    trace.tell(&mut listener).map_err(StudyError::from)?;
    let heard = listener.finish(&trace.outcome);
    examined(heard, header, &trace.outcome, ground, leaves, limits)
}

/// The same of a trace that is read line by line. Unless `keeps`, its nodes are not kept in memory and not held against
/// minimax; everything else is.
///
/// # Errors
/// [`VerifyError`] if there is nothing to compare, if the trace cannot be read, or [`VerifyError::Stopped`].
pub fn verify_lines<R: BufRead>(
    mut reader: TraceReader<R>,
    keeps: bool,
    leaves: u64,
    limits: &Limits,
) -> Result<Report, VerifyError> {
    let header = reader.header().clone();
    refuse_sargon(&header)?;
    let mut ground = ground_of(&header)?;
    let mut listener = Listener::new(&header, ground.as_deref_mut(), keeps, limits);
    while let Some(record) = reader.next() {
        listener.at_line(reader.line() as u64);
        if listener.take(record?.as_ref()).is_err() {
            return Err(VerifyError::Stopped);
        }
    }
    let (_, outcome) = reader.finish()?;
    let heard = listener.finish(&outcome);
    examined(heard, &header, &outcome, ground, leaves, limits)
}

/// The tree that a trace was made of, if it says enough.
fn ground_of(header: &Header) -> Result<Option<Box<dyn Ground + '_>>, VerifyError> {
    let is_scored = |shape: &&Shape| (1..shape.len()).all(|node| shape.score(node).is_some());
    if let Some(shape) = header.shape.as_ref().filter(is_scored) {
        return Ok(Some(Box::new(ShapeGround::new(shape))));
    }
    let (Some(fen), Ok(evaluation)) = (&header.fen, header.evaluation.parse::<Evaluation>()) else { return Ok(None) };
    let mut history = header.history.iter().map(|fen| parse_fen(fen)).collect::<Result<Vec<_>, _>>()?;
    history.push(parse_fen(fen)?);
    let game = ChessGame::with_history(history, evaluation);
    let hooks = replaced_scores(&game, header)?;
    Ok(Some(Box::new(GameGround::new(game, hooks))))
}

fn refuse_sargon(header: &Header) -> Result<(), VerifyError> {
    if header.algorithm == "sargon" { Err(VerifyError::Sargon) } else { Ok(()) }
}

/// The scores that a trace replaces, as hooks.
fn replaced_scores(game: &ChessGame<Evaluation>, header: &Header) -> Result<Overlay, VerifyError> {
    Overlay::of_replaced_scores(game, &header.replaced_scores, ChessGame::parse_san).map_err(|(replaced, source)| {
        VerifyError::Replaced { line: line_text(&replaced.line, header.numbering), source }
    })
}
