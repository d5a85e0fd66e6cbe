//! Collects a search's claims about each node from its events.

use crate::core::game::{Movers, Weight};
use crate::core::hooks::{Event, Leaf};
use crate::core::recording::{Label, Replay};
use crate::core::score::{Bound, Score};
use crate::core::search::Technique;
use crate::core::trace::{Header, Record};
use crate::verify::report::Unchecked;
use std::collections::HashMap;

/// A node of the searched tree. Scores are for the side that moved to it; at the root, for the side to move.
#[derive(Debug, Default)]
pub(crate) struct ClaimedNode {
    pub parent: usize,
    pub ply: usize,
    /// The move that leads there, if it is not the root.
    pub label: Option<Label>,
    /// Its moves, if it was entered.
    pub moves: Vec<Label>,
    /// The children that the search visited.
    pub children: Vec<usize>,
    /// The probability of the move to the node, if the move is drawn at random.
    pub weight: Option<Weight>,
    pub claims: Vec<(Score, Bound)>,
    /// The reason why it was a leaf, if it ever was.
    pub leaf: Option<Leaf>,
}

/// The number of children that are scanned before using a map.
const MANY: usize = 300;

/// The nodes of all passes to one depth; the root is the first.
#[derive(Debug)]
pub(crate) struct ClaimedTree {
    pub depth: u32,
    pub nodes: Vec<ClaimedNode>,
    /// Children of nodes with many children, by parent and move.
    wide: HashMap<(usize, Option<Label>), usize>,
    /// The reason why a visit of the root makes no claim about minimax. Conclusions from several visits are then
    /// invalid as well.
    pub root_taint: Option<Unchecked>,
}

impl ClaimedTree {
    /// Returns a tree with nothing known except its depth.
    pub(crate) fn new(depth: u32) -> Self {
        Self { depth, nodes: vec![ClaimedNode::default()], wide: HashMap::new(), root_taint: None }
    }

    /// Returns the child of a node, and creates it if it is new.
    fn child(&mut self, parent: usize, ply: usize, label: Option<Label>) -> usize {
        let (nodes, new) = (&self.nodes, self.nodes.len());
        let children = &nodes[parent].children;
        let recent = children.iter().rev().take(MANY).find(|&&child| nodes[child].label == label);
        let known = recent.or_else(|| if MANY < children.len() { self.wide.get(&(parent, label)) } else { None });
        if let Some(&child) = known {
            return child;
        }
        // The map is for older children, which the scan doesn't reach.
        if let Some(&older) = children.len().checked_sub(MANY).and_then(|at| children.get(at)) {
            self.wide.insert((parent, nodes[older].label), older);
        }
        self.nodes.push(ClaimedNode { parent, ply, label, ..ClaimedNode::default() });
        self.nodes[parent].children.push(new);
        new
    }
}

/// Gathers claims from events.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    pub trees: Vec<ClaimedTree>,
    pub unchecked: HashMap<Unchecked, u64>,
    pub names: Replay,
    /// Whether a technique changes depths or scores, so that a table may hold scores that differ from minimax.
    is_inexact: bool,
    /// Whether the scores of omitted parts are those of minimax as well.
    may_trust_omitted: bool,
    /// Whether anything is omitted.
    pub has_omitted: bool,
    depth: u32,
    movers: Movers,
    /// The index of the tree for the current depth.
    now: usize,
    frames: Vec<ClaimedFrame>,
    /// The reason why the next child makes no claim about minimax.
    pending: Option<Unchecked>,
    /// The reason why the node that was left last makes no claim about minimax.
    left: Option<Unchecked>,
}

/// A node that was entered and not left.
#[derive(Debug)]
struct ClaimedFrame {
    /// `None` if the node is not part of the fixed-depth tree.
    node: Option<usize>,
    taint: Option<Unchecked>,
}

impl Claims {
    pub(crate) fn new(header: &Header) -> Self {
        let exact = |name: &String| name.parse().is_ok_and(Technique::is_exact);
        let is_inexact = !header.techniques.iter().all(exact) || header.takes_deeper_answers();
        Self {
            is_inexact,
            may_trust_omitted: !is_inexact && header.known_algorithm().is_some(),
            depth: header.depth,
            movers: header.movers(),
            ..Self::default()
        }
    }

    /// Returns whether the move to a node has this name.
    pub(crate) fn is_named(&self, node: &ClaimedNode, name: &str) -> bool {
        node.label.is_some_and(|label| self.names.name(label) == name)
    }

    /// Returns the moves from the root to a node.
    pub(crate) fn line(&self, tree: &ClaimedTree, mut node: usize) -> Vec<String> {
        let mut line = Vec::new();
        while node != 0 {
            line.extend(tree.nodes[node].label.map(|label| self.names.name(label).to_owned()));
            node = tree.nodes[node].parent;
        }
        line.reverse();
        line
    }

    /// Selects the tree of `depth` plies as the current one.
    fn turn_to(&mut self, depth: u32) {
        self.now = self.trees.iter().position(|tree| tree.depth == depth).unwrap_or_else(|| {
            self.trees.push(ClaimedTree::new(depth));
            self.trees.len() - 1
        });
    }

    /// Returns the child of the open node, which it creates if necessary, or `None` outside the fixed-depth tree.
    fn child(&mut self, ply: usize, name: &str) -> Option<usize> {
        let parent = self.frames.last()?.node?;
        let label = self.names.label(name);
        Some(self.trees[self.now].child(parent, ply, Some(label)))
    }

    pub(crate) fn skip(&mut self, why: Unchecked) {
        *self.unchecked.entry(why).or_default() += 1;
    }

    /// Processes the next record.
    pub(crate) fn add(&mut self, record: &Record) {
        let line = record.line.as_slice();
        match record.event {
            Event::Root { .. } | Event::Settled { .. } | Event::Ordered { .. } => {}
            Event::TableHit { .. } | Event::NullMove { .. } => {}
            Event::Omitted { .. } => self.has_omitted = true,
            Event::Pass { depth, .. } => self.turn_to(depth),
            Event::Enter { depth, ref moves, .. } => self.enter(line, depth, moves),
            Event::Created { ref mv, .. } => drop(self.child(line.len() + 1, mv)),
            Event::Judged { .. } => self.judge(record),
            Event::Leave { score, bound } => self.leave(line, score, bound),
            Event::Extended { .. } => self.pending = Some(Unchecked::Extended),
            Event::Reduced { .. } => self.pending = Some(Unchecked::Reduced),
            Event::Research { .. } => self.pending = None,
            Event::StandPat { .. } => self.taint(Unchecked::Quiescence),
            Event::Pruned { .. } => self.taint(Unchecked::Pruned),
        }
    }

    fn taint(&mut self, why: Unchecked) {
        if let Some(frame) = self.frames.last_mut() {
            frame.taint.get_or_insert(why);
        }
    }

    fn enter(&mut self, line: &[String], depth: u32, moves: &[String]) {
        if self.trees.is_empty() {
            self.turn_to(self.depth);
        }
        let fixed = self.trees[self.now].depth.saturating_sub(line.len() as u32);
        let is_fixed = depth != 0 && depth == fixed;
        let node = match (is_fixed, line.is_empty()) {
            (false, _) => None,
            (true, true) => Some(0),
            (true, false) => line.last().and_then(|name| self.child(line.len(), name)),
        };
        let taint = match node {
            Some(_) => None,
            None if depth == 0 => Some(Unchecked::Quiescence),
            None => self.pending.or(self.frames.last().and_then(|frame| frame.taint)).or(Some(Unchecked::Depth)),
        };
        self.pending = None;
        if let Some(node) = node {
            let moves = moves.iter().map(|name| self.names.label(name)).collect();
            self.trees[self.now].nodes[node].moves = moves;
        }
        self.frames.push(ClaimedFrame { node, taint });
    }

    fn judge(&mut self, record: &Record) {
        let Event::Judged { ref mv, weight, score, bound, leaf, .. } = record.event else { return };
        let ply = record.line.len() + 1;
        let at_horizon = ply == self.trees.get(self.now).map_or(0, |tree| tree.depth as usize);
        let taint = match leaf {
            None => self.left.take(),
            Some(Leaf::Table) if self.is_inexact => Some(Unchecked::Hash),
            Some(Leaf::NullMove) => Some(Unchecked::NullMove),
            Some(Leaf::StandPat) => Some(Unchecked::Quiescence),
            Some(Leaf::Other) => Some(Unchecked::Other),
            Some(Leaf::Omitted) if !self.may_trust_omitted => Some(self.pending.unwrap_or(Unchecked::Omitted)),
            Some(Leaf::Horizon) if !at_horizon => Some(self.pending.unwrap_or(Unchecked::Depth)),
            Some(_) => None,
        };
        self.pending = None;
        let Some(child) = self.child(ply, mv) else {
            let why = self.frames.last().and_then(|frame| frame.taint).unwrap_or(Unchecked::Depth);
            return self.skip(why);
        };
        if let Some(why) = taint {
            self.taint(why);
            return self.skip(why);
        }
        let node = &mut self.trees[self.now].nodes[child];
        node.leaf = leaf.or(node.leaf);
        node.weight = weight;
        node.claims.push((score, bound));
    }

    fn leave(&mut self, line: &[String], score: Score, bound: Bound) {
        let Some(frame) = self.frames.pop() else { return };
        self.left = frame.taint;
        if line.is_empty() {
            self.trees[self.now].root_taint = self.trees[self.now].root_taint.or(frame.taint);
        }
        match (frame.taint, frame.node) {
            (Some(why), _) => self.skip(why),
            (None, Some(node)) => {
                let claim = (self.movers.up(line.len(), score), self.movers.up(line.len(), bound));
                self.trees[self.now].nodes[node].claims.push(claim);
            }
            (None, None) => {}
        }
    }
}
