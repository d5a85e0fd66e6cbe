//! A search kept as it happened: all events as owned plain data, with moves, to be named or looked at later.

use super::Recorder;
use super::recorder::Sink;
use crate::game::{Game, Notation};
use crate::hooks::{Event, Flow, Hooks, Line, Ranked};

/// Keeps every event of a search, so that it can be shown to other hooks afterwards, as often as wanted.
///
/// Names cost several times what a search costs. A recording keeps moves, and names are found when somebody reads it:
///
/// ```
/// use plywood::game::chess::{ChessGame, Material, parse_fen};
/// use plywood::search::{Order, alpha_beta};
/// use plywood::trace::{Recording, Shape};
///
/// let mut game = ChessGame::new(parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?, Material);
/// let mut recording = Recording::default();
/// alpha_beta(&mut game, &mut recording, 1, Order::None).expect("nothing stops it");
/// let events = recording.named(&mut game, Vec::new(), None);
/// assert_eq!(events.len(), recording.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Memory is in proportion to the events, about fifty bytes each in chess, and four for each move of an entered node.
#[derive(Clone, Debug)]
pub struct Recording<M: 'static> {
    records: Vec<Record<M>>,
    /// The moves of all `Enter`, one list behind the other.
    moves: Vec<M>,
    /// The same of all `Ordered`.
    ranked: Vec<Ranked<M>>,
}

#[derive(Clone, Copy, Debug)]
struct Record<M: 'static> {
    /// Where the event happened: so many half-moves after the root, behind this move.
    ply: u32,
    last: Option<M>,
    /// How long the list of the event is, if it has one.
    list: u32,
    /// The event without its list.
    event: Event<'static, M>,
}

impl<M> Default for Recording<M> {
    fn default() -> Self {
        Self { records: Vec::new(), moves: Vec::new(), ranked: Vec::new() }
    }
}

impl<M: Copy + Eq> Recording<M> {
    /// Returns the number of events.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns whether nothing happened yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
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
        let (mut moves, mut ranked) = (&self.moves[..], &self.ranked[..]);
        for record in &self.records {
            let Record { ply, last, list, event } = *record;
            let is_here = |line: &[M]| line.len() == ply as usize && line.last() == last.as_ref();
            while !line.is_empty() && !is_here(line) && ply as usize <= line.len() {
                line.pop();
                game.undo();
            }
            if let Some(mv) = last.filter(|_| line.len() + 1 == ply as usize) {
                game.play(mv);
                line.push(mv);
            }
            let event = match event {
                Event::Enter { depth, window, .. } => {
                    let (here, rest) = moves.split_at(list as usize);
                    moves = rest;
                    Event::Enter { depth, window, moves: here }
                }
                Event::Ordered { .. } => {
                    let (here, rest) = ranked.split_at(list as usize);
                    ranked = rest;
                    Event::Ordered { moves: here }
                }
                other => other,
            };
            hooks.event(Line { game, moves: line }, event)?;
        }
        Flow::Continue(())
    }

    /// Gives names to everything and hands it to `sink`, which comes back; see [`Recorder::new`] for the shape.
    pub fn named<G: Notation<Move = M> + Clone, S: Sink>(
        &self,
        game: &mut G,
        sink: S,
        shape: Option<super::Shape>,
    ) -> S {
        let mut recorder = Recorder::new(sink, shape);
        // A sink that breaks off remembers why.
        let _ = self.replay(game, &mut recorder);
        recorder.into_sink()
    }
}

impl<G: Game> Hooks<G> for Recording<G::Move> {
    #[inline]
    fn event(&mut self, at: Line<'_, G>, event: Event<'_, G::Move>) -> Flow {
        let list = match event {
            Event::Enter { moves, .. } => {
                self.moves.extend_from_slice(moves);
                moves.len()
            }
            Event::Ordered { moves } => {
                self.ranked.extend_from_slice(moves);
                moves.len()
            }
            _ => 0,
        };
        let (ply, last) = (at.ply(), at.moves.last().copied());
        self.records.push(Record { ply, last, list: list as u32, event: without_list(event) });
        Flow::Continue(())
    }
}

/// The event, but for the list that it borrows.
#[inline]
fn without_list<M>(event: Event<'_, M>) -> Event<'static, M> {
    use Event as E;
    match event {
        E::Enter { depth, window, .. } => E::Enter { depth, window, moves: &[] },
        E::Ordered { .. } => E::Ordered { moves: &[] },
        E::Root { score } => E::Root { score },
        E::Created { mv, score } => E::Created { mv, score },
        E::Judged { mv, score, bound, leaf, window, verdict } => E::Judged { mv, score, bound, leaf, window, verdict },
        E::Settled { skipped } => E::Settled { skipped },
        E::Leave { score, bound } => E::Leave { score, bound },
        E::Pass { pass, depth, window } => E::Pass { pass, depth, window },
        E::Hash { stored, cut } => E::Hash { stored, cut },
        E::Extended { plies } => E::Extended { plies },
        E::Reduced { plies } => E::Reduced { plies },
        E::Again { reason, depth, window } => E::Again { reason, depth, window },
        E::NullMove { depth, window, score, cut, entered, leaves } => {
            E::NullMove { depth, window, score, cut, entered, leaves }
        }
        E::StandPat { score, window, verdict } => E::StandPat { score, window, verdict },
        E::Pruned { mv, reason, score, window } => E::Pruned { mv, reason, score, window },
    }
}
