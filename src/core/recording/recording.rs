//! A search kept as it happened: all events as owned plain data, with moves, to be named or looked at later.

use super::Recorder;
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
/// Memory is in proportion to the events, and the more there are the more each costs. So what is usual is short: a child that is
/// created in the order of its node's moves takes five bytes, one that is judged without any change of the window twenty.
#[derive(Clone, Debug)]
pub struct Recording<M> {
    marks: Vec<Mark>,
    events: usize,
    places: Vec<Place<M>>,
    scores: Vec<Score>,
    created: Vec<(M, Option<Score>)>,
    dropped: Vec<(M, Score, Bound, Option<Leaf>)>,
    /// All other events, with the lengths of their lists in their place.
    others: Vec<Event<M, u32, u32>>,
    /// The moves of all `Enter`, one list behind the other.
    moves: Vec<M>,
    /// The same of all `Ordered`.
    ranked: Vec<Ranked<M>>,
    told: Told,
}

/// What comes next, and in which list it stands.
#[derive(Clone, Copy, Debug)]
enum Mark {
    /// No event: the next one happens at another place.
    Place,
    /// The next of the moves of the node that was entered last is created, with a score.
    Next,
    /// Any child is created.
    Created,
    /// A child is judged to be no better, in the window that was told last.
    NotBest,
    /// Anything else.
    Other,
}

/// So many half-moves after the root, behind this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place<M> {
    ply: u32,
    last: Option<M>,
}

/// What the events so far have told that the next may refer to.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    /// Where in the list of all moves the next of the node stands that was entered last.
    next: usize,
    window: Option<Window>,
}

impl Told {
    /// Takes note of another event; the moves of a node that is entered begin at `moves`.
    fn other<M, L, R>(&mut self, event: &Event<M, L, R>, moves: usize) {
        if let Event::Enter { window, .. } = event {
            (self.next, self.window) = (moves, Some(*window));
        } else if let Event::Judged { window, .. } = event {
            self.window = Some(*window);
        }
    }
}

impl<M> Default for Recording<M> {
    fn default() -> Self {
        Self {
            marks: Vec::new(),
            events: 0,
            places: Vec::new(),
            scores: Vec::new(),
            created: Vec::new(),
            dropped: Vec::new(),
            others: Vec::new(),
            moves: Vec::new(),
            ranked: Vec::new(),
            told: Told::default(),
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
        let mut rest = Rest {
            places: self.places.iter(),
            scores: self.scores.iter(),
            created: self.created.iter(),
            dropped: self.dropped.iter(),
            others: self.others.iter(),
            lists: Lists { moves: &self.moves, ranked: &self.ranked },
            all: &self.moves,
            told: Told::default(),
        };
        for &mark in &self.marks {
            if let Mark::Place = mark {
                rest.places.next().into_iter().for_each(|&place| go(game, line, place));
            } else if let Some(event) = rest.event(mark) {
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
    #[inline]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        let place = Place { ply: at.ply(), last: at.moves.last().copied() };
        if self.places.last() != Some(&place) {
            self.places.push(place);
            self.marks.push(Mark::Place);
        }
        let mark = match event {
            Event::Created { mv, score: Some(score) } if self.moves.get(self.told.next) == Some(&mv) => {
                self.told.next += 1;
                self.scores.push(score);
                Mark::Next
            }
            Event::Created { mv, score } => {
                self.created.push((mv, score));
                Mark::Created
            }
            Event::Judged { mv, score, bound, leaf, window, verdict: Verdict::NotBest }
                if self.told.window == Some(window) =>
            {
                self.dropped.push((mv, score, bound, leaf));
                Mark::NotBest
            }
            other @ (Event::Root { .. }
            | Event::Enter { .. }
            | Event::Judged { .. }
            | Event::Settled { .. }
            | Event::Leave { .. }
            | Event::Pass { .. }
            | technique_event!()) => {
                self.told.other(&other, self.moves.len());
                if let Event::Enter { moves, .. } = other {
                    self.moves.extend_from_slice(moves);
                } else if let Event::Ordered { moves } = other {
                    self.ranked.extend_from_slice(moves);
                }
                self.others.push(other.map(&mut Lengths));
                Mark::Other
            }
        };
        self.marks.push(mark);
        self.events += 1;
        Flow::Continue(())
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
    places: std::slice::Iter<'a, Place<M>>,
    scores: std::slice::Iter<'a, Score>,
    created: std::slice::Iter<'a, (M, Option<Score>)>,
    dropped: std::slice::Iter<'a, (M, Score, Bound, Option<Leaf>)>,
    others: std::slice::Iter<'a, Event<M, u32, u32>>,
    lists: Lists<'a, M>,
    /// The moves of all nodes, told or not.
    all: &'a [M],
    told: Told,
}

impl<'a, M: Copy> Rest<'a, M> {
    fn event(&mut self, mark: Mark) -> Option<SearchEvent<'a, M>> {
        match mark {
            Mark::Place => None,
            Mark::Next => {
                let mv = *self.all.get(self.told.next)?;
                self.told.next += 1;
                Some(Event::Created { mv, score: self.scores.next().copied() })
            }
            Mark::Created => self.created.next().map(|&(mv, score)| Event::Created { mv, score }),
            Mark::NotBest => {
                let &(mv, score, bound, leaf) = self.dropped.next()?;
                let window = self.told.window?;
                Some(Event::Judged { mv, score, bound, leaf, window, verdict: Verdict::NotBest })
            }
            Mark::Other => {
                let event = self.others.next()?;
                self.told.other(event, self.all.len() - self.lists.moves.len());
                Some(event.map(&mut self.lists))
            }
        }
    }
}

/// The lists that were not told yet: takes as much from their front as the length says.
struct Lists<'a, M> {
    moves: &'a [M],
    ranked: &'a [Ranked<M>],
}

impl<'a, M: Copy> Translate<'_, M, u32, u32> for Lists<'a, M> {
    type Move = M;
    type Moves = &'a [M];
    type Ranking = &'a [Ranked<M>];

    fn mv(&mut self, &mv: &M) -> M {
        mv
    }

    fn moves(&mut self, &length: &u32) -> &'a [M] {
        let (here, rest) = self.moves.split_at(length as usize);
        self.moves = rest;
        here
    }

    fn ranking(&mut self, &length: &u32) -> &'a [Ranked<M>] {
        let (here, rest) = self.ranked.split_at(length as usize);
        self.ranked = rest;
        here
    }
}
