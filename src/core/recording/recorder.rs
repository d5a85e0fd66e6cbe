//! The hook that gives names to what a search says, and hands it to a sink.

use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Leaf, Line, Owner, Owners, Ranked, SearchEvent, Siblings, Stored, Verdict};
use crate::score::Bound;
use crate::trace::{LineRef, NamedEvent, Notes, Record, Shape, Sink};
use std::io;

/// Hooks that name and number everything that happens and hand it to a [`Sink`].
///
/// Its own memory is one list of move names for each ply, so a search of any length can be recorded. A sink that fails
/// stops the search; [`finish`](Self::finish) tells why.
#[derive(Debug)]
pub struct Recorder<M, S> {
    sink: S,
    failed: Option<io::Error>,
    names: NamedLine<M>,
    owners: Owners<M>,
    created: u64,
    steps: u64,
    /// The lines of the first nodes that were entered, to say who stored something in a transposition table.
    visits: Vec<Vec<String>>,
    most_visits: usize,
}

/// So many entered nodes are remembered by their line.
const MOST_VISITS: usize = 100_000;

impl<M: Copy + Eq, S: Sink> Recorder<M, S> {
    /// Returns a recorder that writes to `sink`; nodes of a known `shape` get their numbers from it.
    pub fn new(sink: S, shape: Option<Shape>) -> Self {
        Self {
            sink,
            failed: None,
            names: NamedLine { shape, open: Vec::new(), path: Vec::new(), ranking: Vec::new(), stored: String::new() },
            owners: Owners::default(),
            created: 0,
            steps: 0,
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

    /// What the event itself does not say.
    fn notes<G: Game<Move = M> + Clone>(
        &mut self,
        at: Line<'_, G>,
        event: SearchEvent<'_, M>,
        child: Option<usize>,
    ) -> OwnNotes<M> {
        let ply = at.moves.len();
        let mut notes = OwnNotes::default();
        if let Event::Enter { .. } | Event::Judged { .. } = event {
            (notes.alpha_set_by, notes.beta_set_by) = (self.owners.alpha(ply), self.owners.beta(ply));
        }
        if let Event::Created { .. } = event {
            self.created += 1;
            notes.number = child.map(|index| self.names.number(ply, index, self.created));
        } else if let Event::Judged { mv, bound, leaf, verdict, .. } = event {
            if !is_dropped(bound, leaf, verdict) {
                self.steps += 1;
                notes.step = Some(self.steps);
            }
            notes.ending = leaf.and_then(|leaf| ending_name(at.game, mv, leaf));
        } else if let Event::TableHit { stored: Stored { visit, .. }, .. } = event {
            notes.stored_by = usize::try_from(visit).ok().and_then(|visit| visit.checked_sub(1));
        }
        notes
    }

    fn take(&mut self, ply: usize, event: SearchEvent<'_, M>, child: Option<usize>, notes: &OwnNotes<M>) -> Flow {
        let names = &self.names;
        let stored_by = notes.stored_by.and_then(|visit| self.visits.get(visit));
        let record = Record {
            line: &names.path[..ply.min(names.path.len())],
            event: names.event(ply, event, child),
            notes: Notes {
                number: notes.number,
                step: notes.step,
                ending: notes.ending,
                why: None,
                alpha_set_by: names.owner(notes.alpha_set_by),
                beta_set_by: names.owner(notes.beta_set_by),
                stored_by: stored_by.map(|line| LineRef::whole(line)),
            },
        };
        match self.sink.take(record) {
            Ok(()) => Flow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                Flow::Break(())
            }
        }
    }
}

/// Notes before names are given.
struct OwnNotes<M> {
    number: Option<u64>,
    step: Option<u64>,
    ending: Option<&'static str>,
    alpha_set_by: Option<Owner<M>>,
    beta_set_by: Option<Owner<M>>,
    stored_by: Option<usize>,
}

impl<M> Default for OwnNotes<M> {
    fn default() -> Self {
        Self { number: None, step: None, ending: None, alpha_set_by: None, beta_set_by: None, stored_by: None }
    }
}

impl<G: Game + Clone, S: Sink> Hooks<G> for Recorder<G::Move, S> {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        let ply = at.moves.len();
        if let Event::Enter { moves, .. } = event {
            self.names.enter(at, moves);
            if self.visits.len() < self.most_visits {
                self.visits.push(self.names.path.clone());
            }
            self.owners.observe(ply, &event);
        } else if let Event::Ordered { moves } = event {
            self.names.rank(ply, moves);
        } else if let Event::TableHit { stored: Stored { best: Some(mv), .. }, .. } = event {
            self.names.stored.clear();
            self.names.stored.push_str(&at.game.name(mv));
        }
        if event.comes_before_enter() {
            self.names.step_to(at.moves);
        }
        let child = event.child().map(|&mv| self.names.open[ply].index(mv));
        let notes = self.notes(at, event, child);
        self.take(ply, event, child, &notes)?;
        if let Event::Judged { .. } | Event::StandPat { .. } = event {
            self.owners.observe(ply, &event);
        }
        Flow::Continue(())
    }
}

/// The current line in names, with those of all moves of the nodes on it.
#[derive(Debug)]
struct NamedLine<M> {
    shape: Option<Shape>,
    /// The nodes on the line, root first.
    open: Vec<Open<M>>,
    /// The names of the moves on the line.
    path: Vec<String>,
    /// The ranked moves of the node that was put in order last.
    ranking: Vec<Ranked<String>>,
    /// The best move that the table told last.
    stored: String,
}

/// A node that was entered and not left.
#[derive(Debug)]
struct Open<M> {
    siblings: Siblings<M>,
    names: Vec<String>,
    /// The node's place in the shape.
    place: Option<usize>,
}

impl<M: Copy + Eq> Open<M> {
    fn index(&mut self, mv: M) -> usize {
        self.siblings.seek(&mv).expect("a search tells of no move that it was not given")
    }
}

impl<M: Copy + Eq> NamedLine<M> {
    fn enter<G: Game<Move = M>>(&mut self, at: Line<'_, G>, moves: &[M]) {
        let ply = at.moves.len();
        let place = self.step_to(at.moves);
        if self.open.len() == ply {
            self.open.push(Open { siblings: Siblings::default(), names: Vec::new(), place: None });
        }
        let node = &mut self.open[ply];
        node.siblings.set(moves);
        at.game.names(moves, &mut node.names);
        node.place = place;
    }

    /// Makes the names of the current line those of `moves`; returns the node's place in the shape.
    fn step_to(&mut self, moves: &[M]) -> Option<usize> {
        let Some((&mv, parents)) = moves.split_last() else {
            self.path.clear();
            return Some(0);
        };
        let parent = &mut self.open[parents.len()];
        let index = parent.index(mv);
        match self.path.get_mut(parents.len()) {
            Some(name) => name.clone_from(&parent.names[index]),
            None => self.path.push(parent.names[index].clone()),
        }
        self.path.truncate(moves.len());
        self.shape.as_ref().and_then(|shape| shape.child(parent.place, index, &parent.names[index]))
    }

    fn rank(&mut self, ply: usize, moves: &[Ranked<M>]) {
        let Self { open, ranking, .. } = self;
        let node = &mut open[ply];
        ranking.clear();
        ranking.extend(moves.iter().map(|&Ranked { mv, reason }| {
            let index = node.index(mv);
            Ranked { mv: node.names[index].clone(), reason }
        }));
    }

    /// The number of a child: its place in the shape, else when it was created.
    fn number(&self, ply: usize, index: usize, created: u64) -> u64 {
        let (shape, parent) = (self.shape.as_ref(), &self.open[ply]);
        let place = shape.and_then(|shape| shape.child(parent.place, index, &parent.names[index]));
        Shape::number(shape, place, created)
    }

    /// The line of the move that set an end of the window.
    fn owner(&self, owner: Option<Owner<M>>) -> Option<LineRef<'_>> {
        let Owner { ply, mv } = owner?;
        let node = self.open.get(ply)?;
        let index = node.siblings.find(&mv)?;
        Some(LineRef { prefix: &self.path[..ply], last: node.names.get(index).map(String::as_str) })
    }

    /// The event with names; `child` is the index of the move that it is about.
    fn event<'a>(&'a self, ply: usize, event: SearchEvent<'_, M>, child: Option<usize>) -> NamedEvent<'a> {
        let names: &[String] = self.open.get(ply).map_or(&[], |node| &node.names);
        let mv = child.and_then(|index| names.get(index)).unwrap_or(&self.stored);
        event.map(|_| mv.as_str(), |_| names, |_| &self.ranking[..])
    }
}

/// Returns whether a child is dropped without being judged in its own right: one of its replies cut, so its score is
/// only known not to be of use.
pub(crate) fn is_dropped(bound: Bound, leaf: Option<Leaf>, verdict: Verdict) -> bool {
    // The mates of Sargon's search are limited to the window, and dropped like inner nodes.
    let is_searched = matches!(leaf, None | Some(Leaf::Terminal(_) | Leaf::Omitted));
    bound == Bound::Upper && is_searched && verdict == Verdict::NotBest
}

fn ending_name<G: Game + Clone>(game: &G, mv: G::Move, leaf: Leaf) -> Option<&'static str> {
    let Leaf::Terminal(_) = leaf else { return None };
    let mut game = game.clone();
    game.play(mv);
    game.ending_name()
}
