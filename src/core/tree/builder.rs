//! Folds the events of a search into a tree while the search runs, using memory only for what is kept, and finally
//! names the moves of the kept nodes.

use super::names::Names;
use super::open_node::{OpenNode, Pending, WantedChildren};
use super::{Applied, Judgement, Node, PassSummary, SearchTree, Unsearched, bare_node};
use crate::core::hooks::{
    Event, Leaf, Observer, Owner, SearchEvent, Tracker, Verdict, before_enter_event, technique_event, untold_nodes,
};
use crate::core::score::{Bound, Score, Window};
use crate::core::setters::setters;
use crate::core::trace::{Header, Outcome, Shape};
use std::hash::Hash;
use std::sync::Arc;

/// Which nodes a [`TreeBuilder`] keeps. It always keeps all children of the nodes on the path to `focus` and, at every
/// kept node, the child that decided it: the child that caused the cutoff, or the best child.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Keep<M> {
    /// The line to focus on. The other limits apply to the subtree below its end; elsewhere, one child of each node is
    /// kept.
    pub focus: Vec<M>,
    /// The number of children kept at the node at the end of the focus; `None` for all, including those that were not
    /// searched.
    pub at_focus: Option<usize>,
    /// The number of children kept at each node below the end of the focus; `None` for all.
    pub width: Option<usize>,
    /// Nodes further than this from the focus are not kept, except for the replies that refute the last moves within
    /// this distance.
    pub plies: Option<usize>,
    /// Once this many nodes are kept, nodes entered later keep as little as possible.
    pub limit: usize,
}

impl<M> Keep<M> {
    setters! {
        focus: Vec<M>,
        at_focus: impl Into<Option<usize>>,
        width: impl Into<Option<usize>>,
        plies: impl Into<Option<usize>>,
        limit: usize,
    }

    /// Keeps everything, up to a hundred million nodes.
    pub const ALL: Self = Self { focus: Vec::new(), at_focus: None, width: None, plies: None, limit: 100_000_000 };
    /// Keeps all root moves and one child of every other node: the part that proves the result.
    pub const FOLDED: Self = Self { focus: Vec::new(), at_focus: None, width: Some(1), plies: None, limit: usize::MAX };
}

/// Builds a [`SearchTree`] from the events of a search.
#[derive(Clone, Debug)]
pub struct TreeBuilder<M> {
    keep: Keep<M>,
    tracker: Tracker<M>,
    line: Vec<OpenNode<M>>,
    /// The number of nodes on the line that have been entered but not yet left.
    open: usize,
    root: Option<Node<M>>,
    /// The root of the tree for the last finished depth, if a search to a greater depth has begun since.
    finished: Option<Node<M>>,
    root_score: Option<Score>,
    passes: Vec<PassSummary>,
    /// The number of nodes searched before this pass.
    pass_start: u64,
    settled: bool,
    kept: usize,
}

impl<M: Copy + Eq + Hash> TreeBuilder<M> {
    /// Returns a builder that keeps the nodes selected by `keep`.
    #[must_use]
    pub fn new(keep: Keep<M>) -> Self {
        Self {
            keep,
            tracker: Tracker::default(),
            line: Vec::new(),
            open: 0,
            root: None,
            finished: None,
            root_score: None,
            passes: Vec::new(),
            pass_start: 0,
            settled: false,
            kept: 0,
        }
    }

    fn enter(&mut self, line: &[M], depth: u32, window: Window, moves: &[M]) {
        let ply = line.len();
        if let Some((&mv, parent)) = line.split_last()
            && let Some(frame) = self.line.get_mut(parent.len())
        {
            frame.current = Some(mv);
        }
        if self.line.len() <= ply {
            self.line.resize_with(ply + 1, OpenNode::new);
        }
        self.open = ply + 1;
        let wanted = self.wanted(line);
        let frame = &mut self.line[ply];
        (frame.depth, frame.window, frame.nodes_before) = (depth, window, self.tracker.nodes());
        frame.enter(moves, wanted);
    }

    /// Returns the number of children that the node at `line` keeps.
    fn wanted(&self, line: &[M]) -> WantedChildren {
        let Keep { focus, at_focus, width, plies, limit } = &self.keep;
        let wanted = |most: &Option<usize>| most.map_or(WantedChildren::All, WantedChildren::Most);
        if line.len() == focus.len() && line == focus && *plies != Some(0) {
            return wanted(at_focus);
        }
        if line.len() < focus.len() && focus.starts_with(line) {
            return WantedChildren::All;
        }
        if !line.starts_with(focus) || *limit <= self.kept {
            return WantedChildren::Most(1);
        }
        match plies {
            Some(plies) if line.len() - focus.len() == *plies => WantedChildren::Refutation,
            Some(plies) if *plies < line.len() - focus.len() => WantedChildren::Most(0),
            _ => wanted(width),
        }
    }

    fn create(&mut self, ply: usize, mv: M, score: Option<Score>) {
        if let Some(frame) = self.line.get_mut(ply) {
            frame.created(mv, self.tracker.created() + 1, score);
        }
    }

    #[inline]
    fn judge(&mut self, ply: usize, event: SearchEvent<'_, M>) {
        let Event::Judged { score, bound, leaf, verdict, .. } = event else { return };
        let Some(frame) = self.line.get_mut(ply) else { return };
        frame.tried += 1;
        if frame.wants(score, bound, verdict, !Leaf::was_entered(leaf)) {
            self.remember(ply, event);
        }
    }

    /// Records a judged child.
    fn remember(&mut self, ply: usize, event: SearchEvent<'_, M>) {
        let Event::Judged { mv, leaf, verdict, .. } = event else { return };
        let frame = &mut self.line[ply];
        let Some(judgement) = Judgement::of(event, ply, frame.tried, &self.tracker) else { return };
        frame.judged(mv, judgement, leaf);
        if verdict != Verdict::NotBest {
            frame.decisive = Some(mv);
            frame.cut = verdict != Verdict::Best;
        }
    }

    /// Records, in words, how the game ended at the last judged child of the node at `ply`, or which rule of the
    /// engine's own ended the search there.
    pub(super) fn ended(&mut self, ply: usize, mv: M, words: &str) {
        if let Some(frame) = self.line.get_mut(ply) {
            frame.ended(mv, words);
        }
    }

    /// Records why the last pruned child of the node at `ply` was pruned, in the words of the trace.
    pub(super) fn pruned_by(&mut self, ply: usize, mv: M, why: &str) {
        if let Some(frame) = self.line.get_mut(ply) {
            frame.pruned_by(mv, why);
        }
    }

    /// Turns the frame at `line` into a node with its kept children.
    fn close(&mut self, line: &[M], value: Option<(Score, Bound)>) -> Node<M> {
        let ply = line.len();
        let frame = &mut self.line[ply];
        let decisive = frame.decisive.map(|mv| Owner { ply, mv });
        let settled = self.settled && ply == 0;
        let reason = match decisive {
            Some(cutter) if frame.cut => Unsearched::Cutoff(cutter),
            Some(winner) if settled => Unsearched::Settled(winner),
            _ => Unsearched::Stopped,
        };
        let (children, fold) = frame.close(ply, &reason);
        self.kept += children.len();
        let stand_pat = frame.stand_pat.map(|stand_pat| Applied { stand_pat: Some(stand_pat), ..Applied::default() });
        Node {
            mv: line.last().copied(),
            depth: frame.depth,
            window: Some(frame.window),
            value,
            nodes: self.tracker.nodes() - frame.nodes_before,
            techniques: stand_pat.map(Box::new),
            children,
            fold,
            ..bare_node()
        }
    }

    fn leave(&mut self, line: &[M], value: Option<(Score, Bound)>) {
        if self.line.len() <= line.len() {
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
                if let Some(pending) = self.line[parent.len()].pending(mv) {
                    pending.take(node);
                }
            }
        }
    }

    /// Records the events that do not occur at every node.
    fn observe_other(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        match event {
            Event::Root { score, .. } => self.root_score = Some(score),
            Event::Settled { .. } => self.settled = true,
            Event::Pass { pass, depth, window } => {
                if self.passes.last().is_some_and(|before| before.depth < depth) {
                    self.finished = self.root.take();
                }
                self.pass_start = self.tracker.nodes();
                self.passes.push(PassSummary { pass, depth, window, value: None, nodes: 0 });
            }
            Event::StandPat { score, verdict, .. } => {
                if let Some(frame) = self.line.get_mut(line.len()) {
                    frame.stand_pat = Some((score, verdict == Verdict::Best));
                }
            }
            Event::Pruned { mv, reason, score, .. } => {
                if let Some(frame) = self.line.get_mut(line.len()) {
                    frame.pruned(mv, reason, score);
                }
            }
            before_enter_event!() => self.observe_before_enter(line, event),
            Event::Ordered { .. } => {}
            Event::Enter { .. } | Event::Created { .. } | Event::Judged { .. } | Event::Leave { .. } => {}
        }
    }

    /// Records what a technique did at a child before the child is entered.
    fn observe_before_enter(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        if let Some(pending) = self.pending(line) {
            pending.earlier = pending.earlier.saturating_add(untold_nodes(&event));
            Applied::note(&mut pending.techniques, event);
        }
    }

    /// Returns where to record what happens at the node after `line` before it is judged.
    fn pending(&mut self, line: &[M]) -> Option<&mut Pending<M>> {
        let (&mv, parent) = line.split_last()?;
        self.line.get_mut(parent.len())?.pending(mv)
    }

    /// Drops the root of every earlier pass, even if the last pass is not finished.
    pub(super) fn keep_last_pass(&mut self) {
        (self.finished, self.root) = (None, self.root.take().filter(|_| self.open == 0));
    }

    /// Returns the tree with names; open nodes of a stopped search are closed without a value.
    ///
    /// Unsearched subtrees are drawn from the header's shape if all nodes are kept.
    pub fn finish(mut self, names: &mut dyn Names<M>, header: Header, outcome: Outcome) -> SearchTree {
        if let Some(pass) = self.passes.last_mut().filter(|pass| pass.value.is_none()) {
            pass.nodes = self.tracker.nodes() - self.pass_start;
        }
        let is_last = self.passes.last().is_some_and(|pass| match outcome.finished_depth {
            Some(depth) => depth == pass.depth,
            None => matches!(pass.value, Some((_, Bound::Exact))),
        });
        let keeps_last = outcome.complete || is_last && self.open == 0 && self.root.is_some();
        if let Some(finished) = self.finished.take().filter(|_| !keeps_last) {
            self.root = Some(finished);
        } else if 0 < self.open {
            let mut line: Vec<M> = (0..self.open - 1).filter_map(|ply| self.line.get(ply)?.current).collect();
            while self.root.is_none() {
                self.leave(&line.clone(), None);
                if line.pop().is_none() {
                    break;
                }
            }
        }
        let root = self.root.take().unwrap_or_else(bare_node);
        let mut naming = Naming { names, shape: header.shape.as_ref(), pv: &outcome.pv, line: Vec::new() };
        let mut root = naming.node(root, None, true);
        (root.number, root.created) = (Some(0), Some(0));
        root.static_score = self.root_score;
        SearchTree { header, outcome, root, passes: self.passes }
    }
}

impl<M: Copy + Eq + Hash> Observer<M> for TreeBuilder<M> {
    // This only dispatches the events, so that it can be inlined into the search, where each call site reports one kind
    // of event.
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        match event {
            Event::Enter { depth, window, moves } => self.enter(line, depth, window, moves),
            Event::Created { mv, score } => self.create(line.len(), mv, score),
            Event::Judged { .. } => self.judge(line.len(), event),
            Event::Leave { score, bound } => self.leave(line, Some((score, bound))),
            other @ (Event::Root { .. } | Event::Settled { .. } | Event::Pass { .. } | technique_event!()) => {
                self.observe_other(line, other)
            }
        }
        self.tracker.observe(line.len(), &event);
    }
}

/// Converts the moves of a finished tree to names.
pub(super) struct Naming<'a, M> {
    pub names: &'a mut dyn Names<M>,
    pub shape: Option<&'a Shape>,
    pub pv: &'a [String],
    pub line: Vec<M>,
}

impl<M: Copy + Eq + Hash> Naming<'_, M> {
    /// Names a node and everything below it; `parent` is its parent's index in the shape, or `None` below the end of
    /// the shape.
    pub(super) fn node(&mut self, mut node: Node<M>, parent: Option<usize>, parent_on_pv: bool) -> Node {
        let mv = node.mv.map(|_| self.names.name(&self.line));
        let in_shape = match &mv {
            Some(name) => self.shape.and_then(|shape| shape.child(parent, node.index, name)),
            None => self.shape.map(|_| 0),
        };
        let on_pv = parent_on_pv && (mv.is_none() || mv.as_ref() == self.pv.get(self.line.len() - 1));
        let terminal = node.leaf.filter(|leaf| !matches!(leaf, Leaf::Horizon | Leaf::Childless));
        let ending = terminal.and_then(|_| node.ending.take().or_else(|| self.names.ending(&self.line)));
        let mut children = Vec::with_capacity(node.children.len());
        for child in std::mem::take(&mut node.children) {
            self.line.extend(child.mv);
            children.push(self.node(child, in_shape, on_pv));
            self.line.pop();
        }
        let mut named = Node {
            number: node.number.map(|created| Shape::number(self.shape, in_shape, created)),
            created: node.number,
            ending,
            on_pv,
            ..node.renamed(mv, children, |&owner| self.owner(owner))
        };
        if let (Some(shape), Some(place), Some(reason), true) =
            (self.shape, in_shape, &named.unsearched, named.children.is_empty())
        {
            named.children = unsearched_children(shape, place, reason);
        }
        named
    }

    fn owner(&mut self, Owner { ply, mv }: Owner<M>) -> Owner<String> {
        let line: Vec<M> = self.line[..ply].iter().copied().chain([mv]).collect();
        Owner { ply, mv: self.names.name(&line) }
    }
}

fn unsearched_children(shape: &Shape, parent: usize, reason: &Arc<Unsearched>) -> Vec<Node> {
    shape
        .children(parent)
        .enumerate()
        .map(|(index, node)| Node {
            mv: Some(shape.name(node).to_owned()),
            index,
            unsearched: Some(Arc::clone(reason)),
            children: unsearched_children(shape, node, reason),
            ..bare_node()
        })
        .collect()
}
