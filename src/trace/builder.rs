//! Folds the events of a search into a tree while the search runs, in memory that depends only on what is kept.

use super::naming::{Names, Naming};
use super::recorder::is_dropped;
use super::thresholds::Thresholds;
use super::tree::{Applied, Fold, Judgement, Node, PassSummary, SearchTree, Unsearched, bare_node};
use super::{Header, Observer, Outcome, Source, Trace};
use crate::hooks::{Event, Leaf, Prune, Verdict};
use crate::score::{Bound, Score, Window};
use std::cmp::Reverse;

/// Which nodes a [`TreeBuilder`] keeps. All children of the root and of the nodes on the way to `focus` are kept in any
/// case; so is, at every node that is kept, the child that decided it: the one that cut, or the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep<M> {
    /// The line whose subtree the other limits are for; elsewhere one child of each node is kept.
    pub focus: Vec<M>,
    /// How many children of each node are kept; `None` for all, also those that were not searched.
    pub width: Option<usize>,
    /// Nodes further from the focus are not kept, but for the replies that refute the last ones.
    pub plies: Option<usize>,
    /// When so many nodes are kept, those that are entered later are folded as narrowly as possible.
    pub limit: usize,
}

impl<M> Keep<M> {
    /// Keeps everything, up to a hundred million nodes.
    pub const ALL: Self = Self { focus: Vec::new(), width: None, plies: None, limit: 100_000_000 };
    /// Keeps one child of each node: the skeleton that proves the result.
    pub const FOLDED: Self = Self { focus: Vec::new(), width: Some(1), plies: None, limit: usize::MAX };
}

/// Builds a [`SearchTree`] from the events of a search.
#[derive(Clone, Debug)]
pub struct TreeBuilder<M> {
    keep: Keep<M>,
    thresholds: Thresholds<M>,
    frames: Vec<Frame<M>>,
    /// Nodes on the line that were entered and not left.
    open: usize,
    root: Option<Node<M>>,
    root_score: Option<Score>,
    passes: Vec<PassSummary>,
    settled: bool,
    created: u64,
    judged: u64,
    nodes: u64,
    kept: usize,
    /// The children that are kept of the node that is being left, so that no node allocates a list.
    indices: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Frame<M> {
    moves: Vec<M>,
    /// At least as many as moves. Most moves of most nodes are skipped, so a child that this visit has not touched is
    /// left as an earlier visit left it; see [`Child::visit`].
    children: Vec<Child<M>>,
    /// Counts the nodes that were entered here, from 1.
    visit: u64,
    cursor: usize,
    window: Window,
    depth: u32,
    tried: u32,
    nodes_before: u64,
    /// Index of the child that cut, or of the best one.
    decisive: Option<usize>,
    /// Index of the first child with the highest score, with that score.
    highest: Option<(usize, Score)>,
    cut: bool,
    /// It was entered when there were too many nodes already.
    is_late: bool,
    stand_pat: Option<(Score, bool)>,
}

#[derive(Clone, Debug)]
struct Child<M> {
    /// The visit of the frame that it belongs to; of any other visit, the rest means nothing.
    visit: u64,
    number: u64,
    static_score: Option<Score>,
    judgement: Option<Judgement<M>>,
    leaf: Option<Leaf>,
    subtree: Option<Box<Node<M>>>,
    pruned: Option<(Prune, Score)>,
    techniques: Option<Box<Applied>>,
}

impl<M> Child<M> {
    const NEW: Self = Self {
        visit: 0,
        number: 0,
        static_score: None,
        judgement: None,
        leaf: None,
        subtree: None,
        pruned: None,
        techniques: None,
    };

    fn nodes(&self) -> u64 {
        self.subtree.as_ref().map_or(1, |node| node.nodes)
    }
}

impl<M: Copy + Eq> Frame<M> {
    fn new() -> Self {
        Self {
            moves: Vec::new(),
            children: Vec::new(),
            visit: 0,
            cursor: 0,
            window: Window::FULL,
            depth: 0,
            tried: 0,
            nodes_before: 0,
            decisive: None,
            highest: None,
            cut: false,
            is_late: false,
            stand_pat: None,
        }
    }

    /// Returns the place of a move among the moves. Most events are about the same move as the one before, or the next.
    #[inline]
    fn index(&mut self, mv: M) -> Option<usize> {
        let next = self.cursor + 1;
        if self.moves.get(self.cursor) == Some(&mv) {
            Some(self.cursor)
        } else if self.moves.get(next) == Some(&mv) {
            self.cursor = next;
            Some(next)
        } else {
            self.find(mv)
        }
    }

    fn find(&mut self, mv: M) -> Option<usize> {
        let index = self.moves.iter().position(|&other| other == mv);
        self.cursor = index.unwrap_or(self.cursor);
        index
    }

    /// Returns a child of this visit.
    #[inline]
    fn child(&mut self, index: usize) -> &mut Child<M> {
        let child = &mut self.children[index];
        if child.visit != self.visit {
            // Field by field, which writes a tenth of the bytes.
            child.visit = self.visit;
            child.number = 0;
            child.static_score = None;
            child.judgement = None;
            child.leaf = None;
            child.subtree = None;
            child.pruned = None;
            child.techniques = None;
        }
        child
    }

    #[inline]
    fn judgement(&self, index: usize) -> Option<&Judgement<M>> {
        let child = &self.children[index];
        child.judgement.as_ref().filter(|_| child.visit == self.visit)
    }

    /// Finds out which children to keep when `width` of them are wanted: the decisive one, then those that were once
    /// best, then the highest scores, then the others as they were tried.
    fn most_telling(&self, width: Option<usize>, kept: &mut Vec<usize>) {
        match width {
            None => kept.extend(0..self.moves.len()),
            // Nothing was best, or the decisive one would be known.
            Some(1) => kept.extend(self.decisive.or(self.highest.map(|(index, _)| index))),
            Some(width) => {
                kept.extend((0..self.moves.len()).filter(|&index| self.judgement(index).is_some()));
                kept.sort_by_key(|&index| self.rank(index));
                kept.truncate(width);
                kept.sort_unstable();
            }
        }
    }

    /// The most telling child has the least rank.
    fn rank(&self, index: usize) -> impl Ord + use<M> {
        let judgement = self.judgement(index);
        let was_best = judgement.is_some_and(|judgement| judgement.verdict == Verdict::Best);
        let score = judgement.map(|judgement| Reverse(judgement.score));
        let tried = judgement.map_or(u32::MAX, |judgement| judgement.tried);
        (self.decisive != Some(index), !was_best, score, tried)
    }
}

impl<M: Copy + Eq> TreeBuilder<M> {
    /// Returns a builder that keeps what `keep` says.
    #[must_use]
    pub fn new(keep: Keep<M>) -> Self {
        Self {
            keep,
            thresholds: Thresholds::default(),
            frames: Vec::new(),
            open: 0,
            root: None,
            root_score: None,
            passes: Vec::new(),
            settled: false,
            created: 0,
            judged: 0,
            nodes: 0,
            kept: 0,
            indices: Vec::new(),
        }
    }

    fn enter(&mut self, ply: usize, depth: u32, window: Window, moves: &[M]) {
        if self.frames.len() <= ply {
            self.frames.resize_with(ply + 1, Frame::new);
        }
        self.open = ply + 1;
        let (nodes_before, is_late) = (self.nodes, self.keep.limit <= self.kept);
        self.nodes += 1;
        let frame = &mut self.frames[ply];
        frame.moves.clear();
        frame.moves.extend_from_slice(moves);
        frame.visit += 1;
        if frame.children.len() < moves.len() {
            frame.children.resize_with(moves.len(), || Child::NEW);
        }
        (frame.cursor, frame.window, frame.depth, frame.tried) = (0, window, depth, 0);
        (frame.nodes_before, frame.decisive, frame.highest, frame.cut) = (nodes_before, None, None, false);
        (frame.is_late, frame.stand_pat) = (is_late, None);
    }

    fn judge(&mut self, ply: usize, event: Event<'_, M>) {
        let Event::Judged { mv, score, bound, leaf, window, verdict } = event else { return };
        let (alpha_set_by, beta_set_by) = (self.thresholds.alpha(ply), self.thresholds.beta(ply));
        let Some(frame) = self.frames.get_mut(ply) else { return };
        let Some(index) = frame.index(mv) else { return };
        let dropped = is_dropped(bound, leaf, verdict);
        self.judged += u64::from(!dropped);
        self.nodes += u64::from(leaf.is_some());
        frame.tried += 1;
        match verdict {
            Verdict::Best => frame.decisive = Some(index),
            Verdict::Cutoff { .. } => (frame.decisive, frame.cut) = (Some(index), true),
            Verdict::NotBest => {}
        }
        if frame.highest.is_none_or(|(_, highest)| highest < score) {
            frame.highest = Some((index, score));
        }
        let (order, tried) = ((!dropped).then_some(self.judged), frame.tried);
        let child = frame.child(index);
        child.leaf = leaf;
        child.judgement = Some(Judgement { order, tried, score, bound, window, alpha_set_by, beta_set_by, verdict });
    }

    /// Makes a node of the frame at `line`, with the children that are kept.
    fn close(&mut self, line: &[M], value: Option<(Score, Bound)>) -> Node<M> {
        let mut kept = std::mem::take(&mut self.indices);
        kept.clear();
        self.kept_children(line, &mut kept);
        let ply = line.len();
        let frame = &mut self.frames[ply];
        let decisive = frame.decisive.map(|index| Source { ply, mv: frame.moves[index] });
        let settled = self.settled && ply == 0;
        let reason = match decisive {
            Some(cutter) if frame.cut => Unsearched::Cutoff(cutter),
            Some(winner) if settled => Unsearched::Settled(winner),
            _ => Unsearched::Stopped,
        };
        let mut fold = Fold::default();
        let mut children = Vec::with_capacity(kept.len());
        let mut next = kept.iter().copied().peekable();
        for index in 0..frame.moves.len() {
            if next.peek() == Some(&index) {
                next.next();
                children.push(child_node(frame.moves[index], index, frame.child(index), &reason));
            } else if let Some(judgement) = frame.judgement(index) {
                fold.add(judgement.score, judgement.bound, frame.children[index].nodes());
                frame.children[index].subtree = None;
            } else {
                fold.skipped += 1;
            }
        }
        self.kept += children.len();
        self.indices = kept;
        Node {
            mv: line.last().copied(),
            depth: frame.depth,
            window: Some(frame.window),
            value,
            nodes: self.nodes - frame.nodes_before,
            techniques: frame
                .stand_pat
                .map(|stand_pat| Box::new(Applied { stand_pat: Some(stand_pat), ..Applied::default() })),
            children,
            fold,
            ..bare_node()
        }
    }

    fn kept_children(&self, line: &[M], kept: &mut Vec<usize>) {
        let frame = &self.frames[line.len()];
        let Keep { focus, width, plies, .. } = &self.keep;
        let width = if focus.starts_with(line) && !(line.len() == focus.len() && *plies == Some(0)) {
            let at_focus = line.len() == focus.len() && !line.is_empty();
            if at_focus { *width } else { None }
        } else if !line.starts_with(focus) || frame.is_late {
            Some(1)
        } else if let Some(plies) = plies.filter(|&plies| plies <= line.len() - focus.len()) {
            // What refutes a move that is shown is shown, too.
            if line.len() - focus.len() != plies || !(frame.cut || line.len() == 1) {
                return;
            }
            Some(1)
        } else {
            *width
        };
        frame.most_telling(width, kept);
    }

    fn leave(&mut self, line: &[M], value: Option<(Score, Bound)>) {
        if self.frames.len() <= line.len() {
            return;
        }
        let node = self.close(line, value);
        self.open = line.len();
        match line.split_last() {
            None => {
                if let Some(pass) = self.passes.last_mut() {
                    (pass.value, pass.nodes) = (value, node.nodes);
                }
                self.root = Some(node);
            }
            Some((&mv, parent)) => {
                let frame = &mut self.frames[parent.len()];
                if let Some(index) = frame.index(mv) {
                    frame.child(index).subtree = Some(Box::new(node));
                }
            }
        }
    }

    /// Notes what a technique did at a child before it is entered.
    fn apply(&mut self, line: &[M], event: Event<'_, M>) {
        let Some((&mv, parent)) = line.split_last() else { return };
        let Some(frame) = self.frames.get_mut(parent.len()) else { return };
        let Some(index) = frame.index(mv) else { return };
        let applied = frame.child(index).techniques.get_or_insert_default();
        match event {
            Event::Hash { stored, cut } => applied.hash = Some((stored.depth, stored.score, stored.bound, cut)),
            Event::Extended { plies } => applied.extended = plies,
            Event::Reduced { plies } => applied.reduced = plies,
            Event::Again { reason, .. } => applied.again = Some(reason),
            Event::NullMove { score, cut, .. } => applied.null_move = Some((score, cut)),
            _ => {}
        }
    }

    /// Returns the tree with names; nodes of a search that was stopped are closed without a value.
    ///
    /// Unsearched subtrees are drawn from the header's shape where all nodes are kept.
    pub fn finish(mut self, names: &mut dyn Names<M>, header: Header, outcome: Outcome) -> SearchTree {
        if 0 < self.open {
            let mut line: Vec<M> = (0..self.open - 1).filter_map(|ply| self.line_move(ply)).collect();
            while line.len() + 1 > 0 && self.root.is_none() {
                self.leave(&line.clone(), None);
                if line.pop().is_none() {
                    break;
                }
            }
        }
        let root = self.root.take().unwrap_or_else(bare_node);
        let mut naming = Naming { names, shape: header.shape.as_ref(), pv: &outcome.pv, line: Vec::new() };
        let mut root = naming.node(root, 0, true);
        root.number = Some(0);
        root.static_score = self.root_score;
        SearchTree { header, outcome, root, passes: self.passes }
    }

    /// The move that was being searched at the node `ply` of the line when the search stopped.
    fn line_move(&self, ply: usize) -> Option<M> {
        let frame = self.frames.get(ply)?;
        frame.moves.get(frame.cursor).copied()
    }
}

impl<M: Copy + Eq> Observer<M> for TreeBuilder<M> {
    #[inline]
    fn observe(&mut self, line: &[M], event: Event<'_, M>) {
        let ply = line.len();
        match event {
            Event::Root { score } => self.root_score = Some(score),
            Event::Enter { depth, window, moves } => {
                if let Some((&mv, parent)) = line.split_last()
                    && let Some(frame) = self.frames.get_mut(parent.len())
                {
                    frame.index(mv);
                }
                self.thresholds.observe(ply, event);
                self.enter(ply, depth, window, moves);
            }
            Event::Created { mv, score } => {
                self.created += 1;
                let number = self.created;
                if let Some(frame) = self.frames.get_mut(ply)
                    && let Some(index) = frame.index(mv)
                {
                    let child = frame.child(index);
                    (child.number, child.static_score) = (number, score);
                }
            }
            Event::Judged { .. } => {
                self.judge(ply, event);
                self.thresholds.observe(ply, event);
            }
            Event::Leave { score, bound } => self.leave(line, Some((score, bound))),
            Event::Ordered { .. } => {}
            Event::Settled { .. } => self.settled = true,
            Event::Pass { pass, depth, window } => {
                self.passes.push(PassSummary { pass, depth, window, value: None, nodes: 0 });
            }
            Event::StandPat { score, verdict, .. } => {
                if let Some(frame) = self.frames.get_mut(ply) {
                    frame.stand_pat = Some((score, verdict == Verdict::Best));
                }
            }
            Event::Pruned { mv, reason, score, .. } => {
                if let Some(frame) = self.frames.get_mut(ply)
                    && let Some(index) = frame.index(mv)
                {
                    frame.child(index).pruned = Some((reason, score));
                }
            }
            Event::Hash { .. } | Event::Extended { .. } | Event::Reduced { .. } | Event::Again { .. } => {
                self.apply(line, event);
            }
            Event::NullMove { entered, leaves, .. } => {
                self.nodes = self.nodes.saturating_add(entered).saturating_add(leaves);
                self.apply(line, event);
            }
        }
    }
}

fn child_node<M: Copy>(mv: M, index: usize, child: &mut Child<M>, reason: &Unsearched<M>) -> Node<M> {
    let subtree = child.subtree.take().map_or_else(bare_node, |node| *node);
    let judgement = child.judgement.take();
    let techniques = merged(child.techniques.take(), subtree.techniques.as_deref());
    let unsearched = match (&judgement, subtree.window, child.pruned) {
        (None, None, Some((rule, score))) => Some(Unsearched::Pruned(rule, score)),
        (None, None, None) => Some(reason.clone()),
        _ => None,
    };
    Node {
        mv: Some(mv),
        index,
        number: (child.number != 0).then_some(child.number),
        static_score: child.static_score,
        nodes: if child.leaf.is_some() { 1 } else { subtree.nodes },
        leaf: child.leaf.map(Into::into),
        judgement,
        unsearched,
        techniques,
        ..subtree
    }
}

/// What was done before a node was entered, and in it.
fn merged(before: Option<Box<Applied>>, within: Option<&Applied>) -> Option<Box<Applied>> {
    match (before, within) {
        (Some(mut before), Some(within)) => {
            before.stand_pat = within.stand_pat;
            Some(before)
        }
        (before, within) => before.or_else(|| within.map(|within| Box::new(*within))),
    }
}

impl Trace {
    /// Folds the trace into a tree.
    ///
    /// Takes time in proportion to the length of the trace.
    #[must_use]
    pub fn tree(&self) -> SearchTree {
        let mut builder = TreeBuilder::new(Keep::ALL);
        let mut labels = self.replay_with_labels(&mut builder);
        builder.finish(&mut labels, self.header.clone(), self.outcome.clone())
    }
}
