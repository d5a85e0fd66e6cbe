//! Collects a search's claims about each node from its events.

use crate::core::game::{Movers, Weight};
use crate::core::hooks::{Event, Leaf, Verdict};
use crate::core::recording::{Label, Replay};
use crate::core::score::{Bound, Score};
use crate::core::search::Technique;
use crate::core::trace::{Header, Record};
use crate::verify::report::Unchecked;
use std::collections::{HashMap, HashSet};

/// A node of the searched tree. Scores are for the side that moved to it; at the root, for the side to move.
///
/// There is one for each position of a trace, so it is small: data that only some nodes have is stored separately.
#[derive(Debug, Default)]
pub(crate) struct ClaimedNode {
    parent: u32,
    ply: u32,
    /// The reason why the node was a leaf, if it ever was one.
    pub leaf: Option<Leaf>,
    /// The move that leads to the node; `None` at the root.
    pub label: Option<Label>,
    claims: NodeClaims,
    /// The node's moves and children, if the search entered the node or visited children.
    inner: Option<Box<ClaimedInner>>,
}

/// The moves and children of an inner node.
#[derive(Debug, Default)]
struct ClaimedInner {
    /// The node's moves, if the search entered the node.
    moves: Box<[Label]>,
    /// The nodes that were searched.
    children: Vec<u32>,
}

/// The claims about one node. Most nodes have a single claim, which is stored without allocating memory.
#[derive(Debug, Default)]
enum NodeClaims {
    #[default]
    None,
    One((Score, Bound)),
    #[expect(clippy::box_collection, reason = "a list is larger than a claim, and few nodes have one")]
    Many(Box<Vec<(Score, Bound)>>),
}

impl ClaimedNode {
    /// Returns the node's ply.
    pub(crate) fn ply(&self) -> usize {
        self.ply as usize
    }

    /// Returns the node's moves if the search entered it, otherwise an empty list.
    pub(crate) fn moves(&self) -> &[Label] {
        self.inner.as_ref().map_or(&[], |inner| &inner.moves)
    }

    /// Returns the numbers of the node's children, in the order in which they were first searched.
    pub(crate) fn children(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        self.child_numbers().iter().map(|&child| child as usize)
    }

    /// Returns the same numbers as [`Self::children`], in the form in which they are stored.
    pub(crate) fn child_numbers(&self) -> &[u32] {
        self.inner.as_ref().map_or(&[], |inner| &inner.children)
    }

    /// Returns the scores and bounds that the search claims for the node.
    pub(crate) fn claims(&self) -> &[(Score, Bound)] {
        match &self.claims {
            NodeClaims::None => &[],
            NodeClaims::One(claim) => std::slice::from_ref(claim),
            NodeClaims::Many(claims) => claims,
        }
    }

    fn claim(&mut self, claim: (Score, Bound)) {
        self.claims = match std::mem::take(&mut self.claims) {
            NodeClaims::None => NodeClaims::One(claim),
            NodeClaims::One(first) => NodeClaims::Many(Box::new(vec![first, claim])),
            NodeClaims::Many(mut claims) => {
                claims.push(claim);
                NodeClaims::Many(claims)
            }
        };
    }
}

/// The number of most recent children that are scanned. Older children are looked up in a map.
const MANY: usize = 300;

/// The nodes of all passes to one depth; the root is the first.
#[derive(Debug)]
pub(crate) struct ClaimedTree {
    pub depth: u32,
    pub nodes: Vec<ClaimedNode>,
    /// Children of nodes with many children, by parent and move.
    wide: HashMap<(usize, Option<Label>), usize>,
    /// The probabilities of moves that are drawn at random, by the node that they lead to.
    weights: HashMap<usize, Weight>,
    /// The reason why a visit to the root makes no claim about minimax, if there is such a visit. Conclusions from
    /// several visits are then also invalid.
    pub root_taint: Option<Unchecked>,
}

impl ClaimedTree {
    /// Returns a tree that has only a root, for searches to this depth.
    pub(crate) fn new(depth: u32) -> Self {
        let (wide, weights) = (HashMap::new(), HashMap::new());
        Self { depth, nodes: vec![ClaimedNode::default()], wide, weights, root_taint: None }
    }

    /// Returns the probability of the move to a node, if the move is drawn at random.
    pub(crate) fn weight(&self, node: usize) -> Option<Weight> {
        self.weights.get(&node).copied()
    }

    /// Returns the child of a node, and creates it if it is new.
    fn child(&mut self, parent: usize, ply: usize, label: Option<Label>) -> usize {
        let (nodes, new) = (&self.nodes, self.nodes.len());
        let children = nodes[parent].child_numbers();
        let is_it = |&child: &usize| nodes[child].label == label;
        let recent = nodes[parent].children().rev().take(MANY).find(is_it);
        let older = || self.wide.get(&(parent, label)).copied();
        if let Some(child) = recent.or_else(|| if MANY < children.len() { older() } else { None }) {
            return child;
        }
        // The map is for older children, which the scan doesn't reach.
        if let Some(&older) = children.len().checked_sub(MANY).and_then(|at| children.get(at)) {
            self.wide.insert((parent, nodes[older as usize].label), older as usize);
        }
        let (above, ply) = (parent as u32, ply as u32);
        self.nodes.push(ClaimedNode { parent: above, ply, label, ..ClaimedNode::default() });
        self.nodes[parent].inner.get_or_insert_default().children.push(new as u32);
        new
    }
}

/// Gathers claims from events.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    pub trees: Vec<ClaimedTree>,
    pub unchecked: HashMap<Unchecked, u64>,
    pub names: Replay,
    /// The lines to leaves with scores by a rule of the engine's own, if the search thought them good enough for a best
    /// line.
    by_own_rule: HashSet<Vec<Label>>,
    /// Whether a technique changes depths or scores, so that a table may hold scores that differ from those of minimax.
    is_inexact: bool,
    /// Whether the scores of omitted parts also equal those of minimax.
    may_trust_omitted: bool,
    /// Whether anything is omitted.
    pub has_omitted: bool,
    /// Whether a tablebase scored a leaf.
    pub has_tablebase: bool,
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

/// A node that was entered and not yet left.
#[derive(Debug)]
struct ClaimedFrame {
    /// The index of the node in the tree; `None` if the node is not part of the fixed-depth tree.
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
            node = tree.nodes[node].parent as usize;
        }
        line.reverse();
        line
    }

    /// Returns whether a line leads to a leaf with a score by a rule of the engine's own.
    pub(crate) fn ends_by_own_rule(&self, line: &[String]) -> bool {
        let names = |labels: &Vec<Label>| labels.iter().map(|&label| self.names.name(label)).eq(line);
        self.by_own_rule.iter().any(names)
    }

    /// Records whether the child that was judged is a leaf with a score by a rule of the engine's own.
    fn note_own_rule(&mut self, record: &Record) {
        let Event::Judged { leaf, verdict, .. } = record.event else { return };
        let is_own = leaf == Some(Leaf::Other) && verdict != Verdict::NotBest;
        if is_own || !self.by_own_rule.is_empty() {
            let line: Vec<Label> = record.names().map(|name| self.names.label(name)).collect();
            match is_own {
                true => self.by_own_rule.insert(line),
                false => self.by_own_rule.remove(&line),
            };
        }
    }

    /// Selects the tree of `depth` plies as the current one.
    fn turn_to(&mut self, depth: u32) {
        self.now = self.trees.iter().position(|tree| tree.depth == depth).unwrap_or_else(|| {
            self.trees.push(ClaimedTree::new(depth));
            self.trees.len() - 1
        });
    }

    /// Returns the child of the open node, creating it if necessary, or `None` outside the fixed-depth tree.
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
            Event::ReSearch { .. } => self.pending = None,
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
            self.trees[self.now].nodes[node].inner.get_or_insert_default().moves = moves;
        }
        self.frames.push(ClaimedFrame { node, taint });
    }

    fn judge(&mut self, record: &Record) {
        let Event::Judged { ref mv, weight, score, bound, leaf, .. } = record.event else { return };
        self.note_own_rule(record);
        self.has_tablebase |= leaf == Some(Leaf::Tablebase);
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
        let tree = &mut self.trees[self.now];
        tree.weights.extend(weight.map(|weight| (child, weight)));
        let node = &mut tree.nodes[child];
        node.leaf = leaf.or(node.leaf);
        node.claim((score, bound));
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
                self.trees[self.now].nodes[node].claim(claim);
            }
            (None, None) => {}
        }
    }
}
