//! The hook that turns the borrowed events of a search into trace events with names.

use super::event::{Event, LineRef};
use super::naming::number;
use super::{RankedName, Shape, Thresholds, thresholds::Source};
use crate::game::Notation;
use crate::hooks::{self, Flow, Hooks, Leaf, Line, Stored, Verdict};
use crate::score::Bound;
use std::io;

/// Takes the events of a [`Recorder`].
pub trait Sink {
    /// Takes one event.
    ///
    /// # Errors
    /// `Break` stops the search; a sink that breaks must remember why.
    fn take(&mut self, event: Event<LineRef<'_>>) -> Flow;
}

/// Goes on if something could be written; else remembers the error and breaks off.
pub(crate) fn written(result: io::Result<()>, remembered: &mut Option<io::Error>) -> Flow {
    match result {
        Ok(()) => Flow::Continue(()),
        Err(error) => {
            *remembered = Some(error);
            Flow::Break(())
        }
    }
}

/// Keeps everything.
impl Sink for Vec<Event> {
    fn take(&mut self, event: Event<LineRef<'_>>) -> Flow {
        self.push(event.to_owned());
        Flow::Continue(())
    }
}

/// Hooks that name and number everything that happens and hand it to a [`Sink`].
///
/// Its own memory is one list of move names for each ply, so a search of any length can be recorded.
#[derive(Clone, Debug)]
pub struct Recorder<M, S> {
    sink: S,
    shape: Option<Shape>,
    thresholds: Thresholds<M>,
    /// The nodes on the current line, root first.
    frames: Vec<Frame<M>>,
    /// The names of the moves on the current line.
    path: Vec<String>,
    created: u64,
    judged: u64,
    /// The lines of the first nodes that were entered, to say who stored something in a transposition table.
    visits: Option<Vec<Vec<String>>>,
}

/// So many entered nodes are remembered by their line.
const MOST_VISITS: usize = 100_000;

#[derive(Clone, Debug)]
struct Frame<M> {
    moves: Vec<M>,
    names: Vec<String>,
    /// Where a move is looked for first: children mostly come in generator order.
    cursor: usize,
    /// The node's place in the shape.
    node: Option<usize>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), names: Vec::new(), cursor: 0, node: None }
    }
}

impl<M: Copy + Eq> Frame<M> {
    fn index(&mut self, mv: M) -> usize {
        let found = self.moves[self.cursor..].iter().position(|&other| other == mv).map(|offset| self.cursor + offset);
        let index = found.or_else(|| self.moves.iter().position(|&other| other == mv));
        self.cursor = index.expect("a search tells of no move that it was not given");
        self.cursor
    }
}

impl<M: Copy + Eq, S: Sink> Recorder<M, S> {
    /// Returns a recorder that writes to `sink`; nodes of a known `shape` get their numbers from it.
    pub fn new(sink: S, shape: Option<Shape>) -> Self {
        Self {
            sink,
            shape,
            thresholds: Thresholds::default(),
            frames: Vec::new(),
            path: Vec::new(),
            created: 0,
            judged: 0,
            visits: None,
        }
    }

    /// From now on the lines of the first hundred thousand visits are remembered, so that what a transposition table
    /// gives can be told by who stored it.
    #[must_use]
    pub fn with_visits(mut self) -> Self {
        self.visits = Some(Vec::new());
        self
    }

    /// Returns the sink.
    pub fn into_sink(self) -> S {
        self.sink
    }

    fn enter<G: Notation<Move = M>>(&mut self, at: Line<'_, G>, moves: &[M]) {
        let ply = at.moves.len();
        let node = self.step_to(at.moves);
        if let Some(visits) = self.visits.as_mut().filter(|visits| visits.len() < MOST_VISITS) {
            visits.push(self.path.clone());
        }
        if self.frames.len() == ply {
            self.frames.push(Frame::default());
        }
        let frame = &mut self.frames[ply];
        frame.moves.clear();
        frame.moves.extend_from_slice(moves);
        at.game.names(moves, &mut frame.names);
        frame.cursor = 0;
        frame.node = node;
    }

    /// Makes the names of the current line those of `moves`; returns the node's place in the shape.
    fn step_to(&mut self, moves: &[M]) -> Option<usize> {
        let Some((&mv, parents)) = moves.split_last() else {
            self.path.clear();
            return Some(0);
        };
        let parent = &mut self.frames[parents.len()];
        let index = parent.index(mv);
        match self.path.get_mut(parents.len()) {
            Some(name) => name.clone_from(&parent.names[index]),
            None => self.path.push(parent.names[index].clone()),
        }
        self.path.truncate(moves.len());
        self.shape.as_ref().and_then(|shape| shape.child(parent.node, index, &parent.names[index]))
    }

    fn number(&self, ply: usize, index: usize) -> u64 {
        let (shape, parent) = (self.shape.as_ref(), &self.frames[ply]);
        number(shape, shape.and_then(|shape| shape.child(parent.node, index, &parent.names[index])), self.created)
    }
}

/// Events about a child that come before it is entered, if it is.
fn is_at_child<M>(event: &hooks::Event<'_, M>) -> bool {
    use hooks::Event as E;
    matches!(event, E::Hash { .. } | E::Extended { .. } | E::Reduced { .. } | E::Again { .. } | E::NullMove { .. })
}

/// The line that a source names, in the names of the current line.
fn source_line<'a, M: Copy + Eq>(
    frames: &'a [Frame<M>],
    path: &'a [String],
    source: Option<Source<M>>,
) -> Option<LineRef<'a>> {
    let Source { ply, mv } = source?;
    let frame = frames.get(ply)?;
    let index = frame.moves.iter().position(|&other| other == mv)?;
    Some(LineRef { prefix: &path[..ply], last: frame.names.get(index) })
}

/// Names the events of techniques, none for the others; `line` is that of the event.
fn technique<'a, G: Notation>(
    at: Line<'_, G>,
    event: hooks::Event<'_, G::Move>,
    line: LineRef<'a>,
    visits: &'a [Vec<String>],
) -> Option<Event<LineRef<'a>>> {
    use hooks::Event as E;
    Some(match event {
        E::Settled { skipped } => Event::Settled { skipped },
        E::Pass { pass, depth, window } => Event::Pass { pass, depth, window },
        E::Ordered { moves } => {
            let named = moves.iter().map(|ranked| RankedName::new(at.game.name(ranked.mv), ranked.reason));
            Event::Ordered { line, moves: named.collect() }
        }
        E::Hash { stored: Stored { depth, score, bound, best, visit }, cut } => {
            let visited = usize::try_from(visit).ok().and_then(|visit| visits.get(visit.checked_sub(1)?));
            let stored_by = visited.map(|line| LineRef { prefix: line, last: None });
            let best = best.map(|mv| at.game.name(mv));
            Event::Hash { line, depth, score, bound, best, visit, stored_by, cut }
        }
        E::Extended { plies } => Event::Extended { line, plies },
        E::Reduced { plies } => Event::Reduced { line, plies },
        E::Again { reason, depth, window } => Event::Again { line, reason, depth, window },
        E::NullMove { depth, window, score, cut, entered, leaves } => {
            Event::NullMove { line, depth, window, score, cut, entered, leaves }
        }
        E::StandPat { score, window, verdict } => Event::StandPat { line, score, window, verdict: verdict.into() },
        E::Pruned { reason, score, window, .. } => Event::Pruned { line, reason, score, window },
        E::Root { .. } | E::Enter { .. } | E::Created { .. } | E::Judged { .. } | E::Leave { .. } => return None,
    })
}

impl<G: Notation + Clone, S: Sink> Hooks<G> for Recorder<G::Move, S> {
    fn event(&mut self, at: Line<'_, G>, event: hooks::Event<'_, G::Move>) -> Flow {
        let ply = at.moves.len();
        if let hooks::Event::Enter { moves, .. } = event {
            self.enter(at, moves);
            self.thresholds.observe(ply, event);
        }
        if is_at_child(&event) {
            self.step_to(at.moves);
        }
        let child = match event {
            hooks::Event::Created { mv, .. } | hooks::Event::Judged { mv, .. } | hooks::Event::Pruned { mv, .. } => {
                Some(self.frames[ply].index(mv))
            }
            _ => None,
        };
        let number = match (event, child) {
            (hooks::Event::Created { .. }, Some(index)) => {
                self.created += 1;
                self.number(ply, index)
            }
            _ => 0,
        };
        let last = child.map(|index| &self.frames[ply].names[index]);
        let line = LineRef { prefix: &self.path[..ply.min(self.path.len())], last };
        let set_by = |source| source_line(&self.frames, &self.path, source);
        let owned = match event {
            hooks::Event::Root { score } => Event::Root { score },
            hooks::Event::Enter { depth, window, .. } => {
                let moves = LineRef { prefix: &self.frames[ply].names, last: None };
                let (alpha, beta) = (self.thresholds.alpha(ply), self.thresholds.beta(ply));
                Event::Enter { line, depth, window, alpha_set_by: set_by(alpha), beta_set_by: set_by(beta), moves }
            }
            hooks::Event::Created { score, .. } => Event::Created { line, number, score },
            hooks::Event::Judged { mv, score, bound, leaf, window, verdict } => {
                let dropped = is_dropped(bound, leaf, verdict);
                self.judged += u64::from(!dropped);
                Event::Judged {
                    line,
                    order: (!dropped).then_some(self.judged),
                    score,
                    bound,
                    leaf: leaf.map(Into::into),
                    ending: leaf.and_then(|leaf| ending_name(at.game, mv, leaf)),
                    window,
                    alpha_set_by: set_by(self.thresholds.alpha(ply)),
                    beta_set_by: set_by(self.thresholds.beta(ply)),
                    verdict: verdict.into(),
                    skipped: if let Verdict::Cutoff { skipped } = verdict { skipped } else { 0 },
                }
            }
            hooks::Event::Leave { score, bound } => Event::Leave { line, score, bound },
            _ => match technique(at, event, line, self.visits.as_deref().unwrap_or_default()) {
                Some(owned) => owned,
                None => return Flow::Continue(()),
            },
        };
        self.sink.take(owned)?;
        if let hooks::Event::Judged { .. } = event {
            self.thresholds.observe(ply, event);
        }
        Flow::Continue(())
    }
}

/// Returns whether a child is dropped without being judged in its own right: one of its replies cut, so its score is
/// only known not to be of use.
#[must_use]
pub(super) fn is_dropped(bound: Bound, leaf: Option<Leaf>, verdict: Verdict) -> bool {
    // The mates of Sargon's search are limited to the window, and dropped like inner nodes.
    let is_searched = matches!(leaf, None | Some(Leaf::Terminal(_)));
    bound == Bound::Upper && is_searched && verdict == Verdict::NotBest
}

fn ending_name<G: Notation + Clone>(game: &G, mv: G::Move, leaf: Leaf) -> Option<String> {
    let Leaf::Terminal(_) = leaf else { return None };
    let mut game = game.clone();
    game.play(mv);
    game.ending_name().map(str::to_owned)
}
