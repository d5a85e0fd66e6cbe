//! A search kept as it happened: all events as plain data of its own, with moves, to be named or looked at later.

use super::Recorder;
use super::foretold::{Foretold, JudgedChild};
use super::kept::{Kept, KeptMark, Shared};
use super::rest::Rest;
use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Line, SearchEvent, Verdict, technique_event};
use crate::score::Window;
use crate::trace::{Shape, Sink};
use std::io;

/// Keeps every event of a search, so that it can be shown to other hooks afterwards, as often as wanted.
///
/// Names cost several times what a search costs. A recording keeps moves, and names are found when somebody reads it:
///
/// ```
/// use plywood::game::chess::{ChessGame, Material, parse_fen};
/// use plywood::search::{Order, alpha_beta};
/// use plywood::recording::Recording;
///
/// let mut game = ChessGame::new(parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?, Material);
/// let mut recording = Recording::default();
/// alpha_beta(&mut game, &mut recording, 1, Order::None).expect("nothing stops it");
/// let records = recording.named(&mut game, Vec::new(), None)?;
/// assert_eq!(records.len(), recording.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Memory is in proportion to the events, and it is half of what keeping them costs. So what can be foretold is short: in alpha-beta
/// an event takes one byte, three if a child is created with a score, and a node the moves that its sibling did not have.
#[derive(Clone, Debug)]
pub struct Recording<M> {
    kept: Kept<M>,
    /// The moves from the root to where the search is.
    line: Vec<M>,
    foretold: Foretold<M>,
}

impl<M> Default for Recording<M> {
    fn default() -> Self {
        Self { kept: Kept::default(), line: Vec::new(), foretold: Foretold::default() }
    }
}

impl<M: Copy + Eq> Recording<M> {
    /// Returns the number of events.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.kept.marks.len() - self.kept.steps
    }

    /// Returns whether nothing happened yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Shows every event to `hooks` as the search did, playing the moves on `game`, which has to stand where the search
    /// began and is brought back there. Only [`Hooks::event`] is called.
    ///
    /// # Errors
    /// `Break` if the hooks break off.
    pub fn replay<G: Game<Move = M>, H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Flow {
        let mut line = Vec::new();
        let flow = Rest::of(&self.kept).tell(game, &mut line, hooks);
        for _ in line {
            game.undo();
        }
        flow
    }

    /// Gives names to everything and hands it to `sink`, which comes back; see [`Recorder::new`] for the shape.
    ///
    /// # Errors
    /// What the sink gives.
    pub fn named<G: Game<Move = M> + Clone, S: Sink>(
        &self,
        game: &mut G,
        sink: S,
        shape: Option<Shape>,
    ) -> io::Result<S> {
        let mut recorder = Recorder::new(sink, shape);
        // What the recorder breaks off for, it tells in the end.
        let _ = self.replay(game, &mut recorder);
        recorder.finish()
    }
}

impl<G: Game> Hooks<G> for Recording<G::Move> {
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        // What happens inside of a node stands behind its `Enter`, or at its ply after something below: the move that leads there
        // need not be looked at.
        let is_inside = matches!(event, Event::Created { .. } | Event::Judged { .. } | Event::Leave { .. });
        if self.line.len() != at.moves.len() || !is_inside && !is_same_end::<G>(&self.line, at.moves) {
            self.go::<G>(at.moves);
        }
        let mark = self.keep::<G>(event);
        self.kept.marks.push(mark);
        Flow::Continue(())
    }
}

impl<M: Copy + Eq> Recording<M> {
    /// Takes moves back and plays those that lead to where the search is now.
    fn go<G: Game<Move = M>>(&mut self, line: &[M]) {
        let before = self.kept.marks.len();
        while line.len() < self.line.len() || !is_same_end::<G>(&self.line, &line[..self.line.len()]) {
            self.line.pop();
            self.kept.marks.push(KeptMark::Up);
        }
        for &mv in &line[self.line.len()..] {
            self.line.push(mv);
            self.kept.down.push(mv);
            self.kept.marks.push(KeptMark::Down);
        }
        self.kept.steps += self.kept.marks.len() - before;
        self.foretold.reach(line.len());
    }

    #[inline(always)]
    fn keep<G: Game<Move = M>>(&mut self, event: SearchEvent<'_, M>) -> KeptMark {
        let ply = self.line.len();
        match event {
            Event::Enter { depth, window, moves } => self.enter::<G>(ply, (depth, window), moves),
            Event::Created { mv, score } => {
                self.foretold.created(mv, score);
                let is_next = self.foretold.node(ply).create::<G>(mv);
                match score.map(|score| i16::try_from(score.ordinal())) {
                    None if is_next => KeptMark::Unscored,
                    Some(Ok(short)) if is_next => {
                        self.kept.scores.push(short);
                        KeptMark::Scored
                    }
                    _ => {
                        self.kept.created.push((mv, score));
                        KeptMark::Created
                    }
                }
            }
            Event::Judged { mv, score, bound, leaf, window, verdict } if self.foretold.node(ply).window == window => {
                let judged = JudgedChild { mv, score, bound, leaf };
                let is_child = self.foretold.child.as_ref().is_some_and(|child| child.is::<G>(&judged));
                let node = self.foretold.node(ply);
                let is_foretold = is_child && (!verdict.is_cutoff() || verdict == node.cutoff());
                node.judge(window, (score, bound), verdict);
                if !is_foretold {
                    self.kept.judged.push((judged, verdict));
                    return KeptMark::Judged;
                }
                match verdict {
                    Verdict::NotBest => KeptMark::NotBest,
                    Verdict::Best => KeptMark::Best,
                    Verdict::Cutoff { .. } => KeptMark::Cutoff,
                }
            }
            Event::Leave { score, bound } => {
                self.foretold.left(self.line.last().copied(), (score, bound));
                if self.foretold.node(ply).value == (score, bound) {
                    return KeptMark::Leave;
                }
                self.kept.left.push((score, bound));
                KeptMark::Left
            }
            other @ (Event::Root { .. }
            | Event::Judged { .. }
            | Event::Settled { .. }
            | Event::Pass { .. }
            | technique_event!()) => {
                if let Event::Judged { score, bound, window, verdict, .. } = other {
                    self.foretold.node(ply).judge(window, (score, bound), verdict);
                } else if let Event::Ordered { moves } = other {
                    self.kept.ranked.extend(moves);
                }
                self.kept.others.push(other.map(|&mv| mv, |moves| moves.len() as u32, |moves| moves.len() as u32));
                KeptMark::Other
            }
        }
    }

    fn enter<G: Game<Move = M>>(&mut self, ply: usize, question: (u32, Window), moves: &[M]) -> KeptMark {
        let is_foretold = self.foretold.question(ply) == Some(question);
        let node = self.foretold.node(ply);
        node.enter(question);
        let front = common::<G>(node.moves.iter().zip(moves));
        let back = common::<G>(node.moves[front..].iter().rev().zip(moves[front..].iter().rev()));
        let others = &moves[front..moves.len() - back];
        self.kept.shared.push(Shared { front: front as u16, back: back as u16, others: others.len() as u32 });
        self.kept.moves.extend(others);
        node.moves.clear();
        node.moves.extend_from_slice(moves);
        if is_foretold {
            return KeptMark::Enter;
        }
        self.kept.entered.push(question);
        KeptMark::EnterOther
    }
}

/// How many pairs of the same come first, as far as a [`Shared`] can count.
#[inline]
fn common<'a, G: Game>(pairs: impl Iterator<Item = (&'a G::Move, &'a G::Move)>) -> usize {
    let mut same = 0;
    for (one, other) in pairs {
        if !G::is_same(one, other) || same == usize::from(u16::MAX) {
            break;
        }
        same += 1;
    }
    same
}

/// Returns whether two lines of the same length end with the same move.
#[inline]
fn is_same_end<G: Game>(one: &[G::Move], other: &[G::Move]) -> bool {
    match (one.last(), other.last()) {
        (Some(one), Some(other)) => G::is_same(one, other),
        (None, other) => other.is_none(),
        (Some(_), None) => false,
    }
}
