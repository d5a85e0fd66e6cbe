//! The hook that gives names to what a search says, and hands it to a sink.

use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Leaf, Line, Owner, Ranked, SearchEvent, Siblings, Stored, Tracker};
use crate::score::Score;
use crate::trace::{Notes, Record, Shape, Sink};
use std::sync::Arc;
use std::{io, mem};

/// Hooks that name and number everything that happens and hand it to a [`Sink`].
///
/// Its own memory is one record and a list of move names for each ply, so a search of any length can be recorded. A sink that fails
/// stops the search; [`finish`](Self::finish) tells why.
#[derive(Debug)]
pub struct Recorder<M, S> {
    sink: S,
    failed: Option<io::Error>,
    shape: Option<Shape>,
    /// What is lent. Its line leads to where the search is.
    record: Record,
    /// The nodes on that line, root first.
    open: Vec<RecordedNode<M>>,
    tracker: Tracker<M>,
    /// The lines of the first nodes that were entered, to say who stored something in a transposition table.
    visits: Vec<Arc<[String]>>,
    most_visits: usize,
}

/// So many entered nodes are remembered by their line.
const MOST_VISITS: usize = 100_000;

/// A node that was entered and not left.
#[derive(Debug)]
struct RecordedNode<M> {
    siblings: Siblings<M>,
    names: Vec<String>,
    /// The node's place in the shape.
    place: Option<usize>,
    /// The move that set an end of the window last, and the line of it.
    owner: Option<(M, Arc<[String]>)>,
}

impl<M: Copy + Eq, S: Sink> Recorder<M, S> {
    /// Returns a recorder that writes to `sink`; nodes of a known `shape` get their numbers from it.
    pub fn new(sink: S, shape: Option<Shape>) -> Self {
        let record = Record { line: Vec::new(), event: Event::Root { score: Score::ZERO }, notes: Notes::default() };
        Self {
            sink,
            failed: None,
            shape,
            record,
            open: Vec::new(),
            tracker: Tracker::default(),
            visits: Vec::new(),
            most_visits: 0,
        }
    }

    /// From now on the lines of the first hundred thousand visits are remembered, so that what a transposition table
    /// gives can be told by who stored it.
    #[must_use]
    pub fn with_visits(self) -> Self {
        Self { most_visits: MOST_VISITS, ..self }
    }

    /// Returns the sink.
    ///
    /// # Errors
    /// What the sink gave when it stopped the search.
    pub fn finish(self) -> io::Result<S> {
        self.failed.map_or(Ok(self.sink), Err)
    }

    fn enter<G: Game<Move = M>>(&mut self, at: Line<'_, G>, moves: &[M]) {
        let ply = at.moves.len();
        let place = self.step_to(at.moves);
        if self.open.len() == ply {
            self.open.push(RecordedNode { siblings: Siblings::default(), names: Vec::new(), place: None, owner: None });
        }
        let node = &mut self.open[ply];
        node.siblings.set(moves);
        at.game.names(moves, &mut node.names);
        (node.place, node.owner) = (place, None);
        if self.visits.len() < self.most_visits {
            self.visits.push(self.record.line.as_slice().into());
        }
    }

    /// Makes the line of the record that of `moves`; returns the node's place in the shape.
    fn step_to(&mut self, moves: &[M]) -> Option<usize> {
        let Some((&mv, parents)) = moves.split_last() else { return Some(0) };
        let parent = &mut self.open[parents.len()];
        let index = parent.index(mv);
        self.record.line.truncate(parents.len());
        self.record.line.push(parent.names[index].clone());
        self.shape.as_ref().and_then(|shape| shape.child(parent.place, index, &parent.names[index]))
    }

    /// What the event itself does not say.
    fn notes<G: Game<Move = M> + Clone>(
        &mut self,
        at: Line<'_, G>,
        event: SearchEvent<'_, M>,
        child: Option<usize>,
    ) -> Notes {
        let ply = at.moves.len();
        let mut notes = Notes::default();
        if let Event::Enter { .. } | Event::Judged { .. } = event {
            let [alpha, beta] = self.tracker.owners(ply);
            (notes.alpha_set_by, notes.beta_set_by) = (self.line_of(alpha), self.line_of(beta));
        }
        if let Event::Created { .. } = event {
            notes.number = child.map(|index| self.number(ply, index));
        } else if let Event::Judged { mv, bound, leaf, verdict, .. } = event {
            notes.step = self.tracker.next_step(bound, leaf, verdict);
            notes.ending = leaf.and_then(|leaf| ending_name(at.game, mv, leaf));
        } else if let Event::TableHit { stored: Stored { visit, .. }, .. } = event {
            let visit = usize::try_from(visit).ok().and_then(|visit| visit.checked_sub(1));
            notes.stored_by = visit.and_then(|visit| self.visits.get(visit).cloned());
        }
        notes
    }

    /// The number of a child that is created: its place in the shape, else how many were created before it.
    fn number(&self, ply: usize, index: usize) -> u64 {
        let (shape, parent) = (self.shape.as_ref(), &self.open[ply]);
        let place = shape.and_then(|shape| shape.child(parent.place, index, &parent.names[index]));
        Shape::number(shape, place, self.tracker.created() + 1)
    }

    /// The line of the move that set an end of the window.
    fn line_of(&mut self, owner: Option<Owner<M>>) -> Option<Arc<[String]>> {
        let Owner { ply, mv } = owner?;
        let node = self.open.get_mut(ply)?;
        if node.owner.as_ref().is_none_or(|(owner, _)| *owner != mv) {
            let name = &node.names[node.siblings.find(&mv)?];
            node.owner = Some((mv, self.record.line[..ply].iter().chain([name]).cloned().collect()));
        }
        node.owner.as_ref().map(|(_, line)| line.clone())
    }
}

impl<G: Game + Clone, S: Sink> Hooks<G> for Recorder<G::Move, S> {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        let ply = at.moves.len();
        self.record.line.truncate(ply);
        if let Event::Enter { moves, .. } = event {
            self.enter(at, moves);
            self.tracker.observe(ply, &event);
        } else if event.comes_before_enter() {
            self.step_to(at.moves);
        }
        let child = event.child().map(|&mv| self.open[ply].index(mv));
        self.record.notes = self.notes(at, event, child);
        let name = child.map(|index| self.open[ply].names[index].clone());
        // A node that is entered lends all its names to the record, and gets them back.
        let names = if let Event::Enter { .. } = event { mem::take(&mut self.open[ply].names) } else { Vec::new() };
        let ranked = |&Ranked { mv, reason }: &Ranked<_>| {
            let index = self.open[ply].index(mv);
            Ranked { mv: self.open[ply].names[index].clone(), reason }
        };
        self.record.event = event.map(
            |&mv| name.unwrap_or_else(|| at.game.name(mv)),
            |_| names,
            |moves| moves.iter().map(ranked).collect(),
        );
        let taken = self.sink.take(&self.record);
        if let Event::Enter { moves, .. } = &mut self.record.event {
            self.open[ply].names = mem::take(moves);
        }
        if let Err(error) = taken {
            self.failed = Some(error);
            return Flow::Break(());
        }
        // Notes are of the window before a verdict, but within a node that is entered.
        if !matches!(event, Event::Enter { .. }) {
            self.tracker.observe(ply, &event);
        }
        Flow::Continue(())
    }
}

impl<M: Copy + Eq> RecordedNode<M> {
    fn index(&mut self, mv: M) -> usize {
        self.siblings.seek(&mv).expect("a search tells of no move that it was not given")
    }
}

fn ending_name<G: Game + Clone>(game: &G, mv: G::Move, leaf: Leaf) -> Option<String> {
    let Leaf::Terminal(_) = leaf else { return None };
    let mut game = game.clone();
    game.play(mv);
    game.ending_name().map(str::to_owned)
}
