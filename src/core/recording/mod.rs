//! Converts a running search to records, and records back to events.
//!
//! A [`Recorder`] names moves while the search runs and passes records on. A [`Recording`] keeps events without names,
//! in a fraction of the time. A [`Replay`] replays records, so that an [`Observer`](crate::core::hooks::Observer) of a
//! search can also observe a file.

mod compact;
mod csv;
mod recorder;
mod replay;

pub(crate) use csv::Csv;
pub use recorder::{Part, Recorder, TraceSelection};
pub use replay::{Label, Replay};

use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Line, Ranked, SearchEvent, Verdict, technique_event};
use crate::core::score::{Bound, Score, Window};
use crate::core::trace::{Shape, Sink};
use compact::{Items, JudgedChild, Kept, KeptMark, PackedLists, Prediction, Shared};
use std::hash::Hash;
use std::io;

/// Keeps every event of a search, so that other hooks can replay it later, as often as necessary.
///
/// Naming moves takes several times as long as the search, so a recording stores moves and names them only when it is
/// read:
///
/// ```
/// use plywood::game::chess::{ChessGame, Material, parse_fen};
/// use plywood::search::{Order, alpha_beta};
/// use plywood::internal::core::recording::Recording;
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
/// Memory is proportional to the number of events, and filling that memory is half the cost of recording. Predictable
/// events are therefore stored compactly: in alpha-beta, an event takes one byte (three if a child is created with a
/// score), and a node stores only the moves that its sibling did not have.
#[derive(Clone, Debug)]
pub struct Recording<M> {
    kept: Kept<M>,
    /// The moves from the root to the current node.
    line: Vec<M>,
    foretold: Prediction<M>,
}

impl<M> Default for Recording<M> {
    fn default() -> Self {
        Self { kept: Kept::default(), line: Vec::new(), foretold: Prediction::default() }
    }
}

impl<M: Copy + Eq + Hash> Recording<M> {
    /// Returns the number of events.
    pub const fn len(&self) -> usize {
        self.kept.marks.len() - self.kept.steps
    }

    /// Returns whether nothing has been recorded yet.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Shows every event to `hooks` as the search did, playing the moves on `game`. The game must be at the position
    /// where the search began, and it is back at this position afterwards. Only [`Hooks::event`] is called.
    ///
    /// # Errors
    /// `Break` if the hooks stop it.
    pub fn replay<G: Game<Move = M>, H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Flow {
        let mut line = Vec::new();
        let flow = Rest::of(&self.kept).tell(game, &mut line, hooks);
        for _ in line {
            game.undo();
        }
        flow
    }

    /// Names all moves, passes the records to `sink`, and returns the sink. [`Recorder::new`] explains `shape`.
    ///
    /// # Errors
    /// Returns the sink's error if the sink fails.
    pub fn named<G: Game<Move = M> + Clone, S: Sink>(
        &self,
        game: &mut G,
        sink: S,
        shape: Option<Shape>,
    ) -> io::Result<S> {
        let mut recorder = Recorder::new(sink, shape);
        // `finish` reports the error that stopped the recorder.
        let _ = self.replay(game, &mut recorder);
        recorder.finish()
    }
}

impl<G: Game> Hooks<G> for Recording<G::Move> {
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        // `Created`, `Judged` and `Leave` happen inside a node, so the event before them is at this node or below it.
        // If the ply has not changed since that event, the node is the same, and its move need not be compared.
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
    /// Records the moves taken back and the moves played on the way to the current node.
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
            Event::Judged { mv, weight: None, score, bound, leaf, window, verdict }
                if self.foretold.node(ply).window == window =>
            {
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
                    Verdict::NotBest | Verdict::Weighed => KeptMark::NotBest,
                    Verdict::Best => KeptMark::Best,
                    Verdict::Cutoff { .. } => KeptMark::Cutoff,
                }
            }
            Event::Leave { score, bound } => {
                self.foretold.left(&self.line, (score, bound));
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
                } else if let Event::Root { movers, .. } = other {
                    self.foretold.movers = movers;
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

/// Returns the number of equal pairs at the beginning, up to the maximum that a [`Shared`] can store.
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

/// The part of a recording that is still to be replayed, list by list, and the current prediction.
struct Rest<'a, M> {
    marks: Items<'a, KeptMark>,
    down: Items<'a, M>,
    shared: Items<'a, Shared>,
    moves: Items<'a, M>,
    entered: Items<'a, (u32, Window)>,
    scores: Items<'a, i16>,
    created: Items<'a, (M, Option<Score>)>,
    judged: Items<'a, (JudgedChild<M>, Verdict)>,
    left: Items<'a, (Score, Bound)>,
    others: Items<'a, Event<M, u32, u32>>,
    ranked: PackedLists<'a, Ranked<M>>,
    foretold: Prediction<M>,
}

impl<'a, M: Copy + Eq> Rest<'a, M> {
    fn of(all: &'a Kept<M>) -> Self {
        Self {
            marks: all.marks.iter(),
            down: all.down.iter(),
            shared: all.shared.iter(),
            moves: all.moves.iter(),
            entered: all.entered.iter(),
            scores: all.scores.iter(),
            created: all.created.iter(),
            judged: all.judged.iter(),
            left: all.left.iter(),
            others: all.others.iter(),
            ranked: all.ranked.lists(),
            foretold: Prediction::default(),
        }
    }

    /// Replays the rest to `hooks`. If a hook stops the replay, `line` contains the moves from the root to the game's
    /// position.
    fn tell<G: Game<Move = M>>(mut self, game: &mut G, line: &mut Vec<M>, hooks: &mut impl Hooks<G>) -> Flow {
        while let Some(&mark) = self.marks.next() {
            if let KeptMark::Up = mark {
                line.pop();
                game.undo();
            } else if let KeptMark::Down = mark {
                self.down.next().into_iter().for_each(|&mv| {
                    game.play(mv);
                    line.push(mv);
                });
                self.foretold.reach(line.len());
            } else if let Some(event) = self.event::<G>(line, mark) {
                hooks.event(Line { game, moves: line }, event)?;
            }
        }
        Flow::Continue(())
    }

    fn event<G: Game<Move = M>>(&mut self, line: &[M], mark: KeptMark) -> Option<SearchEvent<'_, M>> {
        let ply = line.len();
        match mark {
            KeptMark::Up | KeptMark::Down => None,
            KeptMark::Enter => {
                let question = self.foretold.question(ply)?;
                self.enter(ply, question)
            }
            KeptMark::EnterOther => {
                let &question = self.entered.next()?;
                self.enter(ply, question)
            }
            KeptMark::Unscored => self.next::<G>(ply, None),
            KeptMark::Scored => {
                let &score = self.scores.next()?;
                self.next::<G>(ply, Some(Score::from_millipawns(i32::from(score))))
            }
            KeptMark::Created => {
                let &(mv, score) = self.created.next()?;
                self.foretold.node(ply).create::<G>(mv);
                self.foretold.created(mv, score);
                Some(Event::Created { mv, score })
            }
            KeptMark::NotBest => self.judged(ply, self.foretold.child?, Verdict::NotBest),
            KeptMark::Best => self.judged(ply, self.foretold.child?, Verdict::Best),
            KeptMark::Cutoff => {
                let cutoff = self.foretold.node(ply).cutoff();
                self.judged(ply, self.foretold.child?, cutoff)
            }
            KeptMark::Judged => {
                let &(judged, verdict) = self.judged.next()?;
                self.judged(ply, judged, verdict)
            }
            KeptMark::Leave => {
                let value = self.foretold.node(ply).value;
                self.leave(line, value)
            }
            KeptMark::Left => {
                let &value = self.left.next()?;
                self.leave(line, value)
            }
            KeptMark::Other => {
                let event = self.others.next()?;
                if let &Event::Judged { score, bound, window, verdict, .. } = event {
                    self.foretold.node(ply).judge(window, (score, bound), verdict);
                } else if let &Event::Root { movers, .. } = event {
                    self.foretold.movers = movers;
                }
                // Only an `Enter` event has a list of moves, and it is stored differently.
                Some(event.map(|&mv| mv, |_| &[][..], |&length| self.ranked.next(length)))
            }
        }
    }

    fn enter(&mut self, ply: usize, (depth, window): (u32, Window)) -> Option<SearchEvent<'_, M>> {
        let &Shared { front, back, others } = self.shared.next()?;
        let node = self.foretold.node(ply);
        node.enter((depth, window));
        let between = usize::from(front)..node.moves.len() - usize::from(back);
        node.moves.splice(between, self.moves.by_ref().take(others as usize).copied());
        Some(Event::Enter { depth, window, moves: &node.moves })
    }

    fn next<G: Game<Move = M>>(&mut self, ply: usize, score: Option<Score>) -> Option<SearchEvent<'_, M>> {
        let node = self.foretold.node(ply);
        let mv = node.next()?;
        node.create::<G>(mv);
        self.foretold.created(mv, score);
        Some(Event::Created { mv, score })
    }

    fn judged(&mut self, ply: usize, judged: JudgedChild<M>, verdict: Verdict) -> Option<SearchEvent<'_, M>> {
        let window = self.foretold.node(ply).window;
        let JudgedChild { mv, score, bound, leaf } = judged;
        self.foretold.node(ply).judge(window, (score, bound), verdict);
        Some(Event::Judged { mv, weight: None, score, bound, leaf, window, verdict })
    }

    fn leave(&mut self, line: &[M], (score, bound): (Score, Bound)) -> Option<SearchEvent<'_, M>> {
        self.foretold.left(line, (score, bound));
        Some(Event::Leave { score, bound })
    }
}
