//! A search kept as it happened: all events as owned plain data, with moves, to be named or looked at later.

use super::Recorder;
use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Line, Ranked, SearchEvent, Translate};
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
/// Memory is in proportion to the events, about fifty bytes each in chess, and four for each move of an entered node.
#[derive(Clone, Debug)]
pub struct Recording<M> {
    entries: Vec<Entry<M>>,
    /// The moves of all `Enter`, one list behind the other.
    moves: Vec<M>,
    /// The same of all `Ordered`.
    ranked: Vec<Ranked<M>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    /// Where the event happened: so many half-moves after the root, behind this move.
    ply: u32,
    last: Option<M>,
    /// The event, with the lengths of its lists in their place.
    event: Event<M, u32, u32>,
}

impl<M> Default for Recording<M> {
    fn default() -> Self {
        Self { entries: Vec::new(), moves: Vec::new(), ranked: Vec::new() }
    }
}

impl<M: Copy + Eq> Recording<M> {
    /// Returns the number of events.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether nothing happened yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
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
        let mut lists = Lists { moves: &self.moves, ranked: &self.ranked };
        for &Entry { ply, last, event } in &self.entries {
            let is_here = |line: &[M]| line.len() == ply as usize && line.last() == last.as_ref();
            while !line.is_empty() && !is_here(line) && ply as usize <= line.len() {
                line.pop();
                game.undo();
            }
            if let Some(mv) = last.filter(|_| line.len() + 1 == ply as usize) {
                game.play(mv);
                line.push(mv);
            }
            hooks.event(Line { game, moves: line }, event.map(&mut lists))?;
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

impl<G: Game> Hooks<G> for Recording<G::Move> {
    #[inline]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        match event {
            Event::Enter { moves, .. } => self.moves.extend_from_slice(moves),
            Event::Ordered { moves } => self.ranked.extend_from_slice(moves),
            _ => {}
        }
        self.entries.push(Entry { ply: at.ply(), last: at.moves.last().copied(), event: event.map(&mut Lengths) });
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
