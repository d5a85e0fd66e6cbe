//! Hooks that record the nodes that a search visits, and check that its events come in the documented order.

use crate::support::searches::minimax;
use plywood::Bound;
use plywood::game::Game;
use plywood::hooks::{Event, Flow, Hooks, Leaf, Line, SearchEvent, Verdict};
use plywood::search::Order;
use std::collections::HashSet;
use std::fmt::Debug;

/// Counts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub entered: usize,
    pub leaves: usize,
    /// Lines of the leaves, in generator indices.
    pub distinct_leaves: HashSet<Vec<usize>>,
    /// Lines of the nodes at which a child caused a cutoff, as generator indices, in order.
    pub cutoffs: Vec<Vec<usize>>,
    moves: Vec<Vec<String>>,
}

impl Counts {
    /// Nodes visited: the root, inner nodes and leaves.
    pub fn nodes(&self) -> usize {
        self.entered + self.leaves
    }

    fn path<M: Debug>(&self, line: &[M]) -> Vec<usize> {
        let index = |(ply, mv): (usize, &M)| {
            let name = format!("{mv:?}");
            self.moves[ply].iter().position(|other| *other == name).expect("a generated move")
        };
        line.iter().enumerate().map(index).collect()
    }
}

/// Returns whether a child was evaluated; otherwise its score was known or it was cut off without an evaluation.
fn is_evaluated(leaf: Option<Leaf>) -> bool {
    !matches!(leaf, None | Some(Leaf::Table | Leaf::NullMove | Leaf::MateDistance))
}

impl<G: Game> Hooks<G> for Counts {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        match event {
            Event::Enter { moves, .. } => {
                self.entered += 1;
                self.moves.truncate(at.moves.len());
                self.moves.push(moves.iter().map(|mv| format!("{mv:?}")).collect());
            }
            Event::Judged { mv, leaf, verdict, .. } => {
                let child: Vec<_> = at.moves.iter().copied().chain([mv]).collect();
                if is_evaluated(leaf) {
                    self.leaves += 1;
                    self.distinct_leaves.insert(self.path(&child));
                }
                if let Verdict::Cutoff { .. } = verdict {
                    self.cutoffs.push(self.path(at.moves));
                }
            }
            _ => {}
        }
        Flow::Continue(())
    }
}

/// Every event as text, with its line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Script(pub Vec<String>);

impl<G: Game> Hooks<G> for Script {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        self.0.push(format!("{:?} {event:?}", at.moves));
        Flow::Continue(())
    }
}

/// Panics at the first event that breaks the order documented at [`Event`].
#[derive(Debug)]
pub struct Balance<M> {
    began: bool,
    nodes: Vec<Node<M>>,
}

impl<M> Default for Balance<M> {
    fn default() -> Self {
        Self { began: false, nodes: Vec::new() }
    }
}

#[derive(Debug)]
struct Node<M> {
    depth: u32,
    moves: Vec<M>,
    created: Vec<M>,
    judged: Vec<M>,
    pruned: Vec<M>,
    /// The moves as `Ordered` reported them; empty if it did not.
    order: Vec<M>,
    /// The child that was left last.
    left: Option<M>,
    is_cut: bool,
}

impl<M: Copy + Eq + Debug> Node<M> {
    /// Moves are tried in the reported order.
    fn assert_turn_of(&self, mv: M) {
        let done = self.judged.len() + self.pruned.len();
        assert!(self.order.is_empty() || self.order[done] == mv, "{mv:?} out of order");
    }
}

impl<M: Copy + Eq + Debug> Balance<M> {
    /// Every node was left.
    pub fn assert_closed(&self) {
        assert!(self.began && self.nodes.is_empty(), "{self:?}");
    }

    fn here(&mut self, ply: usize) -> &mut Node<M> {
        assert_eq!(self.nodes.len(), ply + 1, "an event of a node that is not open");
        let node = self.nodes.last_mut().expect("one is open");
        assert!(!node.is_cut, "an event after the cutoff");
        node
    }

    fn check(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        let ply = line.len();
        assert_eq!(!self.began, matches!(event, Event::Root { .. }), "Root comes first, and once");
        match event {
            Event::Root { .. } => self.began = true,
            Event::Pass { .. } => assert_eq!((self.nodes.len(), ply), (0, 0)),
            Event::Enter { moves, depth, .. } => {
                self.check_open_child(line);
                assert!(!moves.is_empty(), "a leaf is never entered");
                let (moves, created) = (moves.to_vec(), Vec::new());
                self.nodes.push(Node {
                    depth,
                    moves,
                    created,
                    judged: Vec::new(),
                    pruned: Vec::new(),
                    order: Vec::new(),
                    left: None,
                    is_cut: false,
                });
            }
            Event::Reduced { .. }
            | Event::Extended { .. }
            | Event::TableHit { .. }
            | Event::NullMove { .. }
            | Event::ReSearch { .. } => self.check_open_child(line),
            Event::Leave { .. } => {
                assert_eq!(self.nodes.len(), ply + 1);
                let node = self.nodes.pop().expect("one is open");
                let done = node.judged.len() + node.pruned.len();
                assert!(node.is_cut || done == node.moves.len(), "left too early: {node:?}");
                if let (Some(parent), Some(&mv)) = (self.nodes.last_mut(), line.last()) {
                    parent.left = Some(mv);
                }
            }
            _ => Self::check_inside(self.here(ply), event),
        }
    }

    /// The node at the end of `line` was created, and neither judged nor entered.
    fn check_open_child(&mut self, line: &[M]) {
        assert_eq!(self.nodes.len(), line.len());
        if let Some(&mv) = line.last() {
            let parent = self.here(line.len() - 1);
            assert!(parent.created.contains(&mv) && !parent.judged.contains(&mv) && !parent.pruned.contains(&mv));
        }
    }

    fn check_inside(node: &mut Node<M>, event: SearchEvent<'_, M>) {
        match event {
            Event::Ordered { moves } => {
                assert!(node.judged.is_empty() && moves.len() == node.moves.len());
                assert!(moves.iter().all(|ranked| node.moves.contains(&ranked.mv)));
                node.order = moves.iter().map(|ranked| ranked.mv).collect();
            }
            Event::StandPat { .. } => assert!(node.depth == 0 && node.judged.is_empty()),
            Event::Created { mv, .. } => {
                assert!(node.moves.contains(&mv) && !node.created.contains(&mv) && !node.pruned.contains(&mv));
                node.created.push(mv);
            }
            Event::Pruned { mv, .. } => {
                assert!(node.moves.contains(&mv) && !node.judged.contains(&mv) && !node.pruned.contains(&mv));
                node.assert_turn_of(mv);
                node.pruned.push(mv);
            }
            Event::Judged { mv, leaf, verdict, .. } => {
                assert!(node.created.contains(&mv) && !node.judged.contains(&mv) && !node.pruned.contains(&mv));
                assert!(leaf.is_some() || node.left == Some(mv), "an inner node that was not entered: {mv:?}");
                node.assert_turn_of(mv);
                node.judged.push(mv);
                if let Verdict::Cutoff { skipped } = verdict {
                    assert_eq!(skipped as usize, node.moves.len() - node.judged.len() - node.pruned.len());
                    node.is_cut = true;
                }
            }
            other => panic!("no rule for {other:?}"),
        }
    }
}

impl<G: Game> Hooks<G> for Balance<G::Move> {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        self.check(at.moves, event);
        Flow::Continue(())
    }
}

/// Panics if a node returns something that is false according to minimax.
#[derive(Debug, Default)]
pub struct Truth {
    depths: Vec<u32>,
    pub checked: usize,
}

impl<G: Game + Clone> Hooks<G> for Truth {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        match event {
            Event::Enter { depth, .. } => self.depths.push(depth),
            Event::Leave { score, bound } => {
                let depth = self.depths.pop().expect("it was entered");
                let truth = minimax(&mut at.game.clone(), &mut (), depth, Order::None).expect("nobody stops it").score;
                let is_true = match bound {
                    Bound::Exact => score == truth,
                    Bound::Lower => score <= truth,
                    Bound::Upper => truth <= score,
                };
                assert!(is_true, "{} {score} is said of {truth} at {:?}", bound.sign(), at.moves);
                self.checked += 1;
            }
            _ => {}
        }
        Flow::Continue(())
    }
}
