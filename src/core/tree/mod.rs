//! The tree of a search, folded from its events: what the renderers draw.

mod builder;
mod names;
mod open_node;

pub use builder::{Keep, TreeBuilder};
pub use names::{GameNames, Names};

use crate::core::game::Weight;
use crate::core::hooks::{self, Event, Leaf, NotUsed, Owner, Pass, Prune, SearchEvent, Tracker, Verdict, walk_event};
use crate::core::recording::{Label, Replay};
use crate::core::score::{Bound, Score, Window};
use crate::core::trace::{Header, Outcome, Record, Sink, Trace};
use std::io;
use std::sync::Arc;

/// A search as a tree, with its subject and result.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTree {
    /// The subject and settings of the search.
    pub header: Header,
    /// The result.
    pub outcome: Outcome,
    /// The root. After several passes over the tree, this is the tree of the last finished pass or, if iterative
    /// deepening was stopped, of the last pass of the last finished depth.
    pub root: Node,
    /// The passes, if the algorithm makes several.
    pub passes: Vec<PassSummary>,
}

impl SearchTree {
    /// Folds all nodes except those on `line` and in the subtree below its end.
    ///
    /// If the tree contains only the beginning of the line, the nodes below that part stay as they are.
    pub fn focus(&mut self, line: &[String]) {
        let mut node = &mut self.root;
        for name in line {
            let Some(index) = node.children.iter().position(|child| child.name() == name) else { return };
            let decisive = node.decisive().map(|child| child.name().to_owned());
            let child = node.children.swap_remove(index);
            for other in std::mem::take(&mut node.children) {
                node.fold.count(&other);
                node.fold.has_best |= decisive.as_deref() == Some(other.name());
            }
            node.children.push(child);
            node = &mut node.children[0];
        }
    }
}

/// A node of a [`SearchTree`]; `N` represents a move: its name, unless the tree is still being built.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<N = String> {
    /// The move that leads here; `None` at the root.
    pub mv: Option<N>,
    /// The index of the node among its parent's children, in generator order from 0.
    pub index: usize,
    /// The number of the node among all positions: in the full tree if that is known, otherwise in order of creation;
    /// `None` if the node was never created.
    pub number: Option<u64>,
    /// The number of the node among the positions of this search, in order of creation.
    pub created: Option<u64>,
    /// The static evaluation, if computed, for the side that moved here.
    pub static_score: Option<Score>,
    /// The comparison with the parent's window; `None` at the root or if the node was not searched.
    pub judgement: Option<Box<Judgement<N>>>,
    /// Why the node was not searched; `None` if it was. The nodes of an unsearched subtree share the reason.
    pub unsearched: Option<Arc<Unsearched<N>>>,
    /// Why the node is a leaf; `None` unless it was searched as a leaf.
    pub leaf: Option<Leaf>,
    /// How the game ended here, in words.
    pub ending: Option<String>,
    /// The rule of an engine's own that made the node a leaf, in the words of the program that wrote the trace.
    pub why: Option<Box<str>>,
    /// Plies still to search here; 0 at leaves.
    pub depth: u32,
    /// The window that the node was given, for the side to move here; `None` if the node was not entered.
    pub window: Option<Window>,
    /// The node's score and bound, for the side to move here; `None` if the search never left the node.
    pub value: Option<(Score, Bound)>,
    /// Searched nodes in this subtree, including this one.
    pub nodes: u64,
    /// Whether the node is on the principal variation.
    pub on_pv: bool,
    /// The effects of techniques at this node, if any.
    pub techniques: Option<Box<Applied>>,
    /// The kept children, in generator order.
    pub children: Vec<Node<N>>,
    /// The children that were not kept, as counts.
    pub fold: Fold,
}

impl<N> Node<N> {
    /// Returns the children in the order in which they were searched, with unsearched children last.
    #[must_use]
    pub fn in_search_order(&self) -> Vec<&Self> {
        let mut children: Vec<&Self> = self.children.iter().collect();
        children.sort_by_key(|child| child.judgement.as_ref().map_or(u32::MAX, |judgement| judgement.tried));
        children
    }

    /// Returns the child that decided the score: the child that caused a cutoff, otherwise the last new best, otherwise
    /// the child with the highest score. Returns `None` if standing pat decided the score.
    #[must_use]
    pub fn decisive(&self) -> Option<&Self> {
        let rank = |judgement: &Judgement<N>| match judgement.verdict {
            Verdict::Cutoff { .. } => (2, 0, judgement.score),
            Verdict::Best => (1, judgement.tried, judgement.score),
            Verdict::NotBest | Verdict::Weighed => (0, 0, judgement.score),
        };
        let judged =
            self.children.iter().filter_map(|child| child.judgement.as_ref().map(|j| (rank(j), j.tried, child)));
        let (_, _, child) = judged.max_by_key(|&(rank, tried, _)| (rank, std::cmp::Reverse(tried)))?;
        // If standing pat decided the score, no capture did.
        let stands_pat = self.techniques.as_ref().is_some_and(|applied| applied.stand_pat.is_some());
        let in_vain = child.judgement.as_ref().is_some_and(|judgement| judgement.verdict == Verdict::NotBest);
        (!(stands_pat && in_vain)).then_some(child)
    }

    /// Returns the number of kept nodes in this subtree, including this one.
    #[must_use]
    pub fn size(&self) -> usize {
        1 + self.children.iter().map(Self::size).sum::<usize>()
    }
}

impl Node {
    /// Returns the name of the move that leads here; empty at the root.
    #[must_use]
    pub fn name(&self) -> &str {
        self.mv.as_deref().unwrap_or_default()
    }
}

/// The comparison of a child's score with its parent's window. Scores are for the side that moved to the child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement<N = String> {
    /// The number of this judgement in the search, counted from 1; `None` if the child was dropped because one of its
    /// replies caused a cutoff.
    pub order: Option<u64>,
    /// How many children the parent had tried, including this one.
    pub tried: u32,
    /// The probability of the move, if the parent is a chance node.
    pub weight: Option<Weight>,
    /// The child's score.
    pub score: Score,
    /// The bound that the score proves.
    pub bound: Bound,
    /// The parent's window at the time of the comparison.
    pub window: Window,
    /// The move that set alpha.
    pub alpha_set_by: Option<Owner<N>>,
    /// The move that set beta.
    pub beta_set_by: Option<Owner<N>>,
    /// The result of the comparison.
    pub verdict: Verdict,
}

impl<N> Node<N> {
    /// Returns the node with these children and with other names for moves; `owner` renames the moves that own bounds.
    #[inline]
    pub(crate) fn renamed<M>(
        &self,
        mv: Option<M>,
        children: Vec<Node<M>>,
        mut owner: impl FnMut(&Owner<N>) -> Owner<M>,
    ) -> Node<M> {
        let judgement = self.judgement.as_deref().map(|one| Judgement {
            order: one.order,
            tried: one.tried,
            weight: one.weight,
            score: one.score,
            bound: one.bound,
            window: one.window,
            alpha_set_by: one.alpha_set_by.as_ref().map(&mut owner),
            beta_set_by: one.beta_set_by.as_ref().map(&mut owner),
            verdict: one.verdict,
        });
        let unsearched = self.unsearched.as_deref().map(|reason| match reason {
            Unsearched::Pruned(rule, score, why) => Unsearched::Pruned(*rule, *score, why.clone()),
            Unsearched::Cutoff(cutter) => Unsearched::Cutoff(owner(cutter)),
            Unsearched::Settled(winner) => Unsearched::Settled(owner(winner)),
            Unsearched::Stopped => Unsearched::Stopped,
        });
        Node {
            mv,
            index: self.index,
            number: self.number,
            created: self.created,
            static_score: self.static_score,
            judgement: judgement.map(Box::new),
            unsearched: unsearched.map(Arc::new),
            leaf: self.leaf,
            ending: self.ending.clone(),
            why: self.why.clone(),
            depth: self.depth,
            window: self.window,
            value: self.value,
            nodes: self.nodes,
            on_pv: self.on_pv,
            techniques: self.techniques.clone(),
            children,
            fold: self.fold,
        }
    }
}

impl<M: Copy> Judgement<M> {
    /// Returns the judgement that `event` reports, if it judges a child. The event is at a node `ply` half-moves after
    /// the root, and the child is the `tried`th child searched at that node. Call this function before `tracker`
    /// records the event.
    #[inline]
    pub(crate) fn of(event: SearchEvent<'_, M>, ply: usize, tried: u32, tracker: &Tracker<M>) -> Option<Self> {
        let Event::Judged { weight, score, bound, leaf, window, verdict, .. } = event else { return None };
        let (order, [alpha_set_by, beta_set_by]) = (tracker.next_step(bound, leaf, verdict), tracker.owners(ply));
        Some(Self { order, tried, weight, score, bound, window, alpha_set_by, beta_set_by, verdict })
    }
}

/// The effects of techniques at a node. Scores are for the side to move there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The number of plies by which the node was extended.
    pub extended: u32,
    /// The number of plies by which the node's first search was reduced.
    pub reduced: u32,
    /// The reason for the last re-search of the node.
    pub re_search: Option<hooks::ReSearchReason>,
    /// The transposition table entry: depth, score, bound, and whether the entry decided the node's score.
    pub hash: Option<(u32, Score, Bound, bool)>,
    /// Why the entry did not decide the node's score, if the search gives a reason.
    pub not_used: Option<NotUsed>,
    /// The score of the null move, and whether it caused a cutoff.
    pub null_move: Option<(Score, bool)>,
    /// The static evaluation in quiescence, and whether it raised alpha.
    pub stand_pat: Option<(Score, bool)>,
}

impl Applied {
    /// Records what a technique did at a node before the search entered it. Events inside the node are not recorded
    /// here. Omitted parts are not recorded either, because they are not the effect of a technique.
    pub(crate) fn note<M: Copy>(place: &mut Option<Box<Self>>, event: SearchEvent<'_, M>) {
        if let Event::Omitted { .. } = event {
            return;
        }
        let applied = place.get_or_insert_default();
        match event {
            Event::TableHit { stored, cut, not_used } => {
                applied.hash = Some((stored.depth, stored.score, stored.bound, cut));
                applied.not_used = not_used;
            }
            Event::Extended { plies } => applied.extended = plies,
            Event::Reduced { plies } => applied.reduced = plies,
            Event::ReSearch { reason, .. } => applied.re_search = Some(reason),
            Event::NullMove { score, cut, .. } => applied.null_move = Some((score, cut)),
            walk_event!()
            | Event::Ordered { .. }
            | Event::Omitted { .. }
            | Event::StandPat { .. }
            | Event::Pruned { .. } => {}
        }
    }
}

/// One of several searches of the whole tree. The score is for the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassSummary {
    /// Why the pass was made.
    pub pass: Pass,
    /// The depth in plies.
    pub depth: u32,
    /// The window.
    pub window: Window,
    /// The score and bound; `None` if the pass was stopped.
    pub value: Option<(Score, Bound)>,
    /// Searched nodes.
    pub nodes: u64,
}

/// Why a node was not searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsearched<N = String> {
    /// The fields are the rule that pruned the move to the node, the rule's estimate if it makes one, for the side that
    /// makes the move, and the rule in the words of the program that wrote the trace.
    Pruned(Prune, Option<Score>, Option<Box<str>>),
    /// The owner's move, a sibling of the node or of one of its ancestors, caused a cutoff.
    Cutoff(Owner<N>),
    /// The owner's move at the root wins by force, so the search ended with that move.
    Settled(Owner<N>),
    /// The search was stopped before it reached the node.
    Stopped,
}

/// Counts of children that a tree does not show individually.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fold {
    /// Children that were searched.
    pub searched: u32,
    /// The highest score of a searched child, and the bound of that score, for the side to move at the parent.
    pub best: Option<(Score, Bound)>,
    /// Searched nodes in the subtrees of the searched children.
    pub nodes: u64,
    /// Children that were not searched: after a cutoff, a win by force, or a stop.
    pub skipped: u32,
    /// Children that were pruned because of their estimates.
    pub pruned: u32,
    /// Whether one of these children decided the score of their parent.
    pub has_best: bool,
}

impl Fold {
    /// Returns how many children are folded.
    #[must_use]
    pub const fn len(&self) -> usize {
        (self.searched + self.skipped + self.pruned) as usize
    }

    /// Returns whether nothing is folded.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Counts one more child.
    pub fn count<N>(&mut self, child: &Node<N>) {
        match (&child.judgement, child.unsearched.as_deref()) {
            (Some(judgement), _) => self.add(judgement.score, judgement.bound, child.nodes),
            (None, Some(Unsearched::Pruned(..))) => self.pruned += 1,
            (None, _) => self.skipped += 1,
        }
    }

    /// Counts one more searched child.
    pub(super) fn add(&mut self, score: Score, bound: Bound, nodes: u64) {
        self.searched += 1;
        self.nodes = self.nodes.saturating_add(nodes);
        self.best = match self.best {
            Some((best, Bound::Upper)) if best == score => Some((best, bound)),
            Some((best, kind)) if score <= best => Some((best, kind)),
            _ => Some((score, bound)),
        };
    }
}

/// Returns a node about which nothing is known yet.
pub(crate) fn bare_node<N>() -> Node<N> {
    Node {
        mv: None,
        index: 0,
        number: None,
        created: None,
        static_score: None,
        judgement: None,
        unsearched: None,
        leaf: None,
        ending: None,
        why: None,
        depth: 0,
        window: None,
        value: None,
        nodes: 0,
        on_pv: false,
        techniques: None,
        children: Vec::new(),
        fold: Fold::default(),
    }
}

/// Folds records into a tree, using memory only for the kept nodes and for the distinct names.
#[derive(Clone, Debug)]
pub(crate) struct RecordedTree {
    names: Replay,
    builder: TreeBuilder<Label>,
}

impl RecordedTree {
    pub(crate) fn new(keep: &Keep<String>) -> Self {
        let mut names = Replay::default();
        let focus = keep.focus.iter().map(|name| names.label(name)).collect();
        let &Keep { at_focus, width, plies, limit, .. } = keep;
        let builder = TreeBuilder::new(Keep { focus, at_focus, width, plies, limit });
        Self { names, builder }
    }

    /// Drops the root of every earlier pass, even if the last pass is not finished.
    pub(crate) fn keep_last_pass(&mut self) {
        self.builder.keep_last_pass();
    }

    pub(crate) fn finish(mut self, header: Header, outcome: Outcome) -> SearchTree {
        self.builder.finish(&mut self.names, header, outcome)
    }
}

impl Sink for RecordedTree {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.names.show(record, &mut self.builder);
        // Endings are stored with their nodes and not with the names, because names are never dropped.
        let (ply, notes) = (record.line.len(), &record.notes);
        match (&record.event, &notes.why, &notes.ending) {
            (Event::Judged { mv, leaf: Some(Leaf::Other), .. }, Some(words), _)
            | (Event::Judged { mv, .. }, _, Some(words)) => self.builder.ended(ply, self.names.label(mv), words),
            (Event::Pruned { mv, .. }, Some(why), _) => self.builder.pruned_by(ply, self.names.label(mv), why),
            _ => {}
        }
        Ok(())
    }
}

impl Trace {
    /// Folds the trace into a tree, in time proportional to the length of the trace.
    #[must_use]
    pub fn tree(&self) -> SearchTree {
        let mut tree = RecordedTree::new(&Keep::ALL);
        // This sink never fails.
        let _ = self.tell(&mut tree);
        tree.finish(self.header.clone(), self.outcome.clone())
    }
}
