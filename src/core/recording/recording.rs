//! A search kept as it happened: all events as owned plain data, with moves, to be named or looked at later.

use super::Recorder;
use super::pieces::{Items, Lists, Pieces};
use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Leaf, Line, Ranked, SearchEvent, Translate, Verdict, technique_event};
use crate::score::{Bound, Score, Window};
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
/// Memory is in proportion to the events, and it is what keeping them costs. So what is usual is short: a child that is created in
/// the order of its node's moves takes five bytes, one that is judged in the window that can be foretold twelve or twenty.
#[derive(Clone, Debug)]
pub struct Recording<M> {
    marks: Pieces<Mark>,
    events: usize,
    places: Pieces<Place<M>>,
    entered: Pieces<Entered>,
    scores: Pieces<Score>,
    created: Pieces<(M, Option<Score>)>,
    dropped: Pieces<Judged<M>>,
    kept: Pieces<(Judged<M>, Verdict)>,
    left: Pieces<(Score, Bound)>,
    /// All other events, with the lengths of their lists in their place.
    others: Pieces<Event<M, u32, u32>>,
    /// The moves of all `Enter`, one list behind the other.
    moves: Pieces<M>,
    /// The same of all `Ordered`.
    ranked: Pieces<Ranked<M>>,
    /// How many moves of the node that was entered last are created after this.
    to_create: usize,
    windows: Windows,
}

/// What comes next, and in which list it stands.
#[derive(Clone, Copy, Debug)]
enum Mark {
    /// No event: the next one happens at another place.
    Place,
    Enter,
    /// The next of the moves of the node that was entered last is created, with a score.
    Next,
    /// Any child is created.
    Created,
    /// A child is judged to be no better, in the window that was foretold.
    NotBest,
    /// A child is judged in any other way, in the window that was foretold.
    Judged,
    Leave,
    /// Anything else.
    Other,
}

/// So many half-moves after the root, behind this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place<M> {
    ply: u32,
    last: Option<M>,
}

/// A node that was entered, with the number of its moves.
#[derive(Clone, Copy, Debug)]
struct Entered {
    depth: u32,
    window: Window,
    moves: u32,
}

/// A child that was judged: all of it but window and verdict.
#[derive(Clone, Copy, Debug)]
struct Judged<M> {
    mv: M,
    score: Score,
    bound: Bound,
    leaf: Option<Leaf>,
}

/// The window in which the next child is likely to be judged, at each node from the root to where the search is.
#[derive(Clone, Debug, Default)]
struct Windows(Vec<Window>);

impl Windows {
    #[inline]
    fn enter(&mut self, ply: u32, window: Window) {
        self.0.resize(ply as usize, Window::FULL);
        self.0.push(window);
    }

    #[inline]
    fn at(&self, ply: u32) -> Option<Window> {
        self.0.get(ply as usize).copied()
    }

    /// Takes note of what was compared: a best score is the lower end of what comes next.
    #[inline]
    fn judge(&mut self, ply: u32, window: Window, score: Score, verdict: Verdict) {
        if let Some(next) = self.0.get_mut(ply as usize) {
            *next = if verdict == Verdict::Best { Window::new(score, window.beta) } else { window };
        }
    }
}

impl<M> Default for Recording<M> {
    fn default() -> Self {
        Self {
            marks: Pieces::default(),
            events: 0,
            places: Pieces::default(),
            entered: Pieces::default(),
            scores: Pieces::default(),
            created: Pieces::default(),
            dropped: Pieces::default(),
            kept: Pieces::default(),
            left: Pieces::default(),
            others: Pieces::default(),
            moves: Pieces::default(),
            ranked: Pieces::default(),
            to_create: 0,
            windows: Windows::default(),
        }
    }
}

impl<M: Copy + Eq> Recording<M> {
    /// Returns the number of events.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.events
    }

    /// Returns whether nothing happened yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.events == 0
    }

    /// Shows every event to `hooks` as the search did, playing the moves on `game`, which has to stand where the search
    /// began and is brought back there. Only [`Hooks::event`] is called.
    ///
    /// # Errors
    /// `Break` if the hooks break off.
    pub fn replay<G: Game<Move = M>, H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Flow {
        let mut line = Vec::new();
        let flow = self.replay_from(game, &mut line, hooks);
        for _ in line {
            game.undo();
        }
        flow
    }

    fn replay_from<G: Game<Move = M>, H: Hooks<G>>(&self, game: &mut G, line: &mut Vec<M>, hooks: &mut H) -> Flow {
        let mut rest = Rest::of(self);
        for &mark in self.marks.iter() {
            if let Mark::Place = mark {
                rest.places.next().into_iter().for_each(|&place| go(game, line, place));
            } else if let Some(event) = rest.event(line.len() as u32, mark) {
                hooks.event(Line { game, moves: line }, event)?;
            }
        }
        Flow::Continue(())
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

/// Takes moves back and plays the last one, until the game stands at the place.
fn go<G: Game>(game: &mut G, line: &mut Vec<G::Move>, Place { ply, last }: Place<G::Move>) {
    let ply = ply as usize;
    while ply < line.len() || ply == line.len() && line.last() != last.as_ref() {
        line.pop();
        game.undo();
    }
    if let Some(mv) = last.filter(|_| line.len() < ply) {
        game.play(mv);
        line.push(mv);
    }
}

impl<G: Game> Hooks<G> for Recording<G::Move> {
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        let place = Place { ply: at.ply(), last: at.moves.last().copied() };
        if self.places.last() != Some(&place) {
            self.places.push(place);
            self.marks.push(Mark::Place);
        }
        let mark = self.keep(at.ply(), event);
        self.marks.push(mark);
        self.events += 1;
        Flow::Continue(())
    }
}

impl<M: Copy + Eq> Recording<M> {
    #[inline(always)]
    fn keep(&mut self, ply: u32, event: SearchEvent<'_, M>) -> Mark {
        match event {
            Event::Enter { depth, window, moves } => {
                self.windows.enter(ply, window);
                self.to_create = moves.len();
                self.moves.extend(moves);
                self.entered.push(Entered { depth, window, moves: moves.len() as u32 });
                Mark::Enter
            }
            Event::Created { mv, score: Some(score) } if self.moves.newest(self.to_create).first() == Some(&mv) => {
                self.to_create -= 1;
                self.scores.push(score);
                Mark::Next
            }
            Event::Created { mv, score } => {
                self.created.push((mv, score));
                Mark::Created
            }
            Event::Judged { mv, score, bound, leaf, window, verdict } if self.windows.at(ply) == Some(window) => {
                self.windows.judge(ply, window, score, verdict);
                let judged = Judged { mv, score, bound, leaf };
                if verdict == Verdict::NotBest {
                    self.dropped.push(judged);
                    Mark::NotBest
                } else {
                    self.kept.push((judged, verdict));
                    Mark::Judged
                }
            }
            Event::Leave { score, bound } => {
                self.left.push((score, bound));
                Mark::Leave
            }
            other @ (Event::Root { .. }
            | Event::Judged { .. }
            | Event::Settled { .. }
            | Event::Pass { .. }
            | technique_event!()) => {
                if let Event::Judged { score, window, verdict, .. } = other {
                    self.windows.judge(ply, window, score, verdict);
                } else if let Event::Ordered { moves } = other {
                    self.ranked.extend(moves);
                }
                self.others.push(other.map(&mut Lengths));
                Mark::Other
            }
        }
    }
}

/// Puts the length of a list in its place.
struct Lengths;

impl<M: Copy> Translate<'_, M, &[M], &[Ranked<M>]> for Lengths {
    type Move = M;
    type Moves = u32;
    type Ranking = u32;

    #[inline]
    fn mv(&mut self, &mv: &M) -> M {
        mv
    }

    #[inline]
    fn moves(&mut self, moves: &&[M]) -> u32 {
        moves.len() as u32
    }

    #[inline]
    fn ranking(&mut self, ranking: &&[Ranked<M>]) -> u32 {
        ranking.len() as u32
    }
}

/// What was not told yet.
struct Rest<'a, M> {
    places: Items<'a, Place<M>>,
    entered: Items<'a, Entered>,
    scores: Items<'a, Score>,
    created: Items<'a, (M, Option<Score>)>,
    dropped: Items<'a, Judged<M>>,
    kept: Items<'a, (Judged<M>, Verdict)>,
    left: Items<'a, (Score, Bound)>,
    others: Items<'a, Event<M, u32, u32>>,
    lists: ListsOf<'a, M>,
    /// The moves of the node that was entered last, without those that were created.
    to_create: &'a [M],
    windows: Windows,
}

impl<'a, M: Copy> Rest<'a, M> {
    fn of(all: &'a Recording<M>) -> Self {
        Self {
            places: all.places.iter(),
            entered: all.entered.iter(),
            scores: all.scores.iter(),
            created: all.created.iter(),
            dropped: all.dropped.iter(),
            kept: all.kept.iter(),
            left: all.left.iter(),
            others: all.others.iter(),
            lists: ListsOf { moves: all.moves.lists(), ranked: all.ranked.lists() },
            to_create: &[],
            windows: Windows::default(),
        }
    }

    fn event(&mut self, ply: u32, mark: Mark) -> Option<SearchEvent<'a, M>> {
        match mark {
            Mark::Place => None,
            Mark::Enter => {
                let &Entered { depth, window, moves } = self.entered.next()?;
                self.windows.enter(ply, window);
                self.to_create = self.lists.moves(&moves);
                Some(Event::Enter { depth, window, moves: self.to_create })
            }
            Mark::Next => {
                let (&mv, rest) = self.to_create.split_first()?;
                self.to_create = rest;
                Some(Event::Created { mv, score: self.scores.next().copied() })
            }
            Mark::Created => self.created.next().map(|&(mv, score)| Event::Created { mv, score }),
            Mark::NotBest => self.dropped.next().and_then(|&judged| self.judged(ply, judged, Verdict::NotBest)),
            Mark::Judged => self.kept.next().and_then(|&(judged, verdict)| self.judged(ply, judged, verdict)),
            Mark::Leave => self.left.next().map(|&(score, bound)| Event::Leave { score, bound }),
            Mark::Other => {
                let event = self.others.next()?;
                if let &Event::Judged { score, window, verdict, .. } = event {
                    self.windows.judge(ply, window, score, verdict);
                }
                Some(event.map(&mut self.lists))
            }
        }
    }

    fn judged(&mut self, ply: u32, judged: Judged<M>, verdict: Verdict) -> Option<SearchEvent<'a, M>> {
        let window = self.windows.at(ply)?;
        let Judged { mv, score, bound, leaf } = judged;
        self.windows.judge(ply, window, score, verdict);
        Some(Event::Judged { mv, score, bound, leaf, window, verdict })
    }
}

/// The lists that were not told yet: takes as much from their front as the length says.
struct ListsOf<'a, M> {
    moves: Lists<'a, M>,
    ranked: Lists<'a, Ranked<M>>,
}

impl<'a, M: Copy> Translate<'_, M, u32, u32> for ListsOf<'a, M> {
    type Move = M;
    type Moves = &'a [M];
    type Ranking = &'a [Ranked<M>];

    fn mv(&mut self, &mv: &M) -> M {
        mv
    }

    fn moves(&mut self, &length: &u32) -> &'a [M] {
        self.moves.next(length)
    }

    fn ranking(&mut self, &length: &u32) -> &'a [Ranked<M>] {
        self.ranked.next(length)
    }
}
