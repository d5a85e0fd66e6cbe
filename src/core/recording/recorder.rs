//! Producers of records: a hook that names the events of a search, and a selected part of a search with counts of the
//! rest.

use crate::core::game::{Game, Movers};
use crate::core::hooks::{
    Event, Flow, Hooks, Leaf, Line, Owner, Ranked, SearchEvent, Siblings, Stored, Tracker, technique_event,
};
use crate::core::score::Score;
use crate::core::trace::{Notes, Record, Shape, Sink};
use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::{io, mem};

/// Hooks that name and number all events and pass them to a [`Sink`].
///
/// A recorder needs memory only for one record and a list of move names per ply, so it can record a search of any
/// length. A sink that fails stops the search; [`finish`](Self::finish) returns the error.
#[derive(Debug)]
pub struct Recorder<M, S> {
    sink: S,
    failed: Option<io::Error>,
    shape: Option<Shape>,
    /// The record passed to the sink. Its line leads to the current node.
    record: Record,
    /// The memory of the last child's name, for the next one.
    spare: String,
    /// The nodes on that line, root first.
    open: Vec<RecordedNode<M>>,
    tracker: Tracker<M>,
    /// The lines of the first entered nodes, to name the visit that stored a transposition table entry.
    visits: Vec<Arc<[String]>>,
    most_visits: usize,
}

/// The maximum number of entered nodes whose lines are remembered.
const MOST_VISITS: usize = 100_000;

/// A node that has been entered but not yet left.
#[derive(Debug)]
struct RecordedNode<M> {
    siblings: Siblings<M>,
    names: Vec<String>,
    /// The node's index in the shape.
    place: Option<usize>,
    /// The move that last set a bound of the window, and its line.
    owner: Option<(M, Arc<[String]>)>,
}

impl<M: Copy + Eq + Hash, S: Sink> Recorder<M, S> {
    /// Returns a recorder that writes to `sink`. If there is a `shape`, it determines the numbers of the nodes.
    pub fn new(sink: S, shape: Option<Shape>) -> Self {
        let record = Record {
            line: Vec::new(),
            event: Event::Root { score: Score::ZERO, movers: Movers::default(), leaves: None },
            notes: Notes::default(),
        };
        Self {
            sink,
            failed: None,
            shape,
            record,
            spare: String::new(),
            open: Vec::new(),
            tracker: Tracker::default(),
            visits: Vec::new(),
            most_visits: 0,
        }
    }

    /// Remembers the lines of the first hundred thousand visits, so that a transposition table hit can name the visit
    /// that stored the entry.
    pub fn with_visits(self) -> Self {
        Self { most_visits: MOST_VISITS, ..self }
    }

    /// Returns the sink.
    ///
    /// # Errors
    /// Returns the sink's error if it stopped the search.
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

    /// Sets the record's line to `moves`, and returns the node's index in the shape.
    fn step_to(&mut self, moves: &[M]) -> Option<usize> {
        let Some((&mv, parents)) = moves.split_last() else { return Some(0) };
        let parent = &mut self.open[parents.len()];
        let index = parent.index(mv);
        self.record.line.truncate(parents.len());
        self.record.line.push(parent.names[index].clone());
        self.shape.as_ref().and_then(|shape| shape.child(parent.place, index, &parent.names[index]))
    }

    /// Returns the data that the event itself doesn't contain.
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

    /// Returns the number of a created child: its index in the shape or, without a shape, the number of nodes created
    /// before it.
    fn number(&self, ply: usize, index: usize) -> u64 {
        let (shape, parent) = (self.shape.as_ref(), &self.open[ply]);
        let place = shape.and_then(|shape| shape.child(parent.place, index, &parent.names[index]));
        Shape::number(shape, place, self.tracker.created() + 1)
    }

    /// Returns the line of the move that set a bound of the window.
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
        let name = child.map(|index| {
            let mut name = mem::take(&mut self.spare);
            name.clone_from(&self.open[ply].names[index]);
            name
        });
        // The record borrows all names of an entered node and returns them afterwards.
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
        } else if let Event::Created { mv, .. } | Event::Judged { mv, .. } = &mut self.record.event {
            self.spare = mem::take(mv);
        }
        if let Err(error) = taken {
            self.failed = Some(error);
            return Flow::Break(());
        }
        // The notes of a verdict describe the window before the verdict, but the notes of `Enter` describe the window
        // inside the node.
        if !matches!(event, Event::Enter { .. }) {
            self.tracker.observe(ply, &event);
        }
        Flow::Continue(())
    }
}

impl<M: Copy + Eq + Hash> RecordedNode<M> {
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

/// The part of a search to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceSelection {
    /// The line to focus on. The selection includes the events at the nodes on this line and below its end.
    pub focus: Vec<String>,
    /// Nodes are included down to this many plies below the end of that line; `None` includes all.
    pub plies: Option<usize>,
    /// If this is N, every Nth of the subtrees that would be omitted is written anyway. Each visit to the same node
    /// makes the same choice.
    pub every: Option<NonZeroU64>,
}

impl TraceSelection {
    /// Returns whether the events inside the node after a line are included.
    fn has(&self, line: &[String]) -> bool {
        let focus = self.focus.as_slice();
        let is_near = |plies: usize| line.len() < focus.len() + plies;
        focus.starts_with(line) && line.len() < focus.len() || line.starts_with(focus) && self.plies.is_none_or(is_near)
    }
}

/// Forwards part of the records. If an entered child is not included, [`Event::Omitted`] replaces everything until that
/// child is judged.
#[derive(Debug)]
pub struct Part<S> {
    sink: S,
    told: TraceSelection,
    /// The child that is currently omitted, and the counts of the omitted events.
    omitted: Option<(Vec<String>, [u64; 4])>,
    /// For the line to each subtree outside the selection, whether the subtree is written anyway.
    chosen: HashMap<Vec<String>, bool>,
    /// The ply of the subtree that is being written although it is outside the selection, if there is one.
    whole: Option<usize>,
}

impl<S: Sink> Part<S> {
    /// Returns a sink that forwards to `sink` only the events that `told` selects.
    pub fn new(sink: S, told: TraceSelection) -> Self {
        Self { sink, told, omitted: None, chosen: HashMap::new(), whole: None }
    }

    /// Ends the selection and returns the inner sink. If the search stopped in an omitted child, a final record
    /// contains that child's counts.
    ///
    /// # Errors
    /// Returns the sink's error if the sink fails.
    pub fn end(mut self) -> io::Result<S> {
        if let Some((line, counts)) = self.omitted.take() {
            self.tell(line, counts)?;
        }
        Ok(self.sink)
    }

    /// Returns whether the node entered after this line is included.
    fn tells(&mut self, line: &[String]) -> bool {
        if line.is_empty() || self.whole.is_some() || self.told.has(line) {
            return true;
        }
        let Some(every) = self.told.every else { return false };
        let is_chosen = match self.chosen.get(line) {
            Some(&is_chosen) => is_chosen,
            None => {
                let is_chosen = (self.chosen.len() as u64 + 1).is_multiple_of(every.get());
                self.chosen.insert(line.to_vec(), is_chosen);
                is_chosen
            }
        };
        self.whole = is_chosen.then_some(line.len());
        self.whole.is_some()
    }

    fn tell(&mut self, line: Vec<String>, [created, entered, leaves, steps]: [u64; 4]) -> io::Result<()> {
        let event = Event::Omitted { created, entered, leaves, steps };
        self.sink.take(&Record { line, event, notes: Notes::default() })
    }
}

impl<S: Sink> Sink for Part<S> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if let Event::Enter { .. } = record.event
            && self.omitted.is_none()
            && !self.tells(&record.line)
        {
            self.omitted = Some((record.line.to_vec(), [0; 4]));
        } else if let Event::Leave { .. } = record.event
            && self.whole == Some(record.line.len())
        {
            self.whole = None;
        }
        let Some((line, [created, entered, leaves, steps])) = &mut self.omitted else { return self.sink.take(record) };
        // The records may themselves come from a partial trace.
        if let Event::Omitted { created: more, entered: inner, leaves: ends, steps: judged } = record.event {
            (*created, *entered) = (created.saturating_add(more), entered.saturating_add(inner));
            (*leaves, *steps) = (leaves.saturating_add(ends), steps.saturating_add(judged));
            return Ok(());
        }
        match record.event {
            Event::Created { .. } => *created += 1,
            Event::Enter { .. } => *entered += 1,
            Event::Judged { .. } if record.names().eq(line.iter()) => {
                let Some((line, counts)) = self.omitted.take() else { return Ok(()) };
                self.tell(line, counts)?;
                let mut judged = record.clone();
                if let Event::Judged { leaf, .. } = &mut judged.event {
                    *leaf = Some(Leaf::Omitted);
                }
                return self.sink.take(&judged);
            }
            Event::Judged { leaf, .. } => {
                *leaves += u64::from(!Leaf::was_entered(leaf));
                *steps += u64::from(record.notes.step.is_some());
            }
            Event::Root { .. } | Event::Settled { .. } | Event::Leave { .. } | Event::Pass { .. } => {}
            technique_event!() => {}
        }
        Ok(())
    }
}
