//! A node that is being searched: what a [`TreeBuilder`](super::TreeBuilder) remembers about its children until the
//! search leaves the node.
//!
//! In a big tree, most nodes are folded into the child that decided them. For such a node, only that child and counts
//! of the others are kept, so a leaf needs almost no memory. A node that is shown with several children remembers all
//! of them.

use super::{Applied, Fold, Judgement, Node, Unsearched, bare_node};
use crate::core::hooks::{Leaf, Prune, Siblings, Verdict};
use crate::core::score::{Bound, Score, Window};
use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::Arc;

/// What the builder remembers about a node on the current line.
#[derive(Clone, Debug)]
pub(super) struct OpenNode<M> {
    pub siblings: Siblings<M>,
    pub window: Window,
    pub depth: u32,
    /// The number of judged children.
    pub tried: u32,
    /// Nodes that were searched before this one was entered.
    pub nodes_before: u64,
    /// The child that was entered last.
    pub current: Option<M>,
    /// The child that caused a cutoff, or the best one so far.
    pub decisive: Option<M>,
    pub cut: bool,
    pub stand_pat: Option<(Score, bool)>,
    pub wanted: WantedChildren,
    pub children: KeptChildren<M>,
}

/// How many children of a node are kept when the search leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WantedChildren {
    All,
    Most(usize),
    /// Keeps only the child that caused a cutoff, because the refutation of a shown move is also shown. After a root
    /// move, keeps the child that decided it even without a cutoff, because the table of root moves shows the reply.
    Refutation,
}

/// The children of a node.
#[derive(Clone, Debug)]
pub(super) enum KeptChildren<M> {
    /// All children individually, in generator order.
    All(AllChildren<M>),
    /// The most significant child, and counts of the others.
    One(Box<OneChild<M>>),
}

impl<M: Copy + Eq + Hash> OpenNode<M> {
    pub(super) fn new() -> Self {
        Self {
            siblings: Siblings::default(),
            window: Window::FULL,
            depth: 0,
            tried: 0,
            nodes_before: 0,
            current: None,
            decisive: None,
            cut: false,
            stand_pat: None,
            wanted: WantedChildren::All,
            children: KeptChildren::One(Box::new(OneChild::new())),
        }
    }

    pub(super) fn enter(&mut self, moves: &[M], wanted: WantedChildren) {
        self.siblings.set(moves);
        (self.tried, self.current, self.decisive, self.cut, self.stand_pat) = (0, None, None, false, None);
        self.wanted = wanted;
        let is_one = matches!(wanted, WantedChildren::Most(0 | 1) | WantedChildren::Refutation);
        match (&mut self.children, is_one) {
            (KeptChildren::One(one), true) => one.clear(),
            (KeptChildren::All(all), false) => all.clear(moves.len()),
            (children, true) => *children = KeptChildren::One(Box::new(OneChild::new())),
            (children, false) => {
                *children = KeptChildren::All(AllChildren { children: Vec::new() });
                if let KeptChildren::All(all) = children {
                    all.clear(moves.len());
                }
            }
        }
    }

    #[inline]
    pub(super) fn created(&mut self, mv: M, number: u64, score: Option<Score>) {
        match &mut self.children {
            KeptChildren::One(one) => {
                one.created.push(mv);
                one.created_as.push((number, score));
            }
            KeptChildren::All(all) => {
                if let Some(child) = all.child(&mut self.siblings, mv) {
                    (child.number, child.static_score) = (number, score);
                }
            }
        }
    }

    /// Returns whether a child with this score and verdict must be remembered. If not, it is only counted.
    #[inline]
    pub(super) fn wants(&mut self, score: Score, bound: Bound, verdict: Verdict, is_leaf: bool) -> bool {
        match &mut self.children {
            KeptChildren::All(_) => true,
            KeptChildren::One(one) => {
                let wanted = match &one.kept {
                    None => true,
                    Some(_) if verdict != Verdict::NotBest => true,
                    Some((_, kept)) => {
                        self.decisive.is_none()
                            && kept.judgement.as_ref().is_none_or(|judgement| judgement.score < score)
                    }
                };
                if !wanted {
                    one.fold.add(score, bound, one.pending.nodes(is_leaf));
                    one.pending.clear();
                }
                wanted
            }
        }
    }

    /// Remembers a child that is [wanted](Self::wants).
    pub(super) fn judged(&mut self, mv: M, judgement: Judgement<M>, leaf: Option<Leaf>) {
        match &mut self.children {
            KeptChildren::One(one) => one.keep(mv, judgement, leaf),
            KeptChildren::All(all) => {
                let Some(child) = all.child(&mut self.siblings, mv) else { return };
                child.pending.end(leaf);
                (child.judgement, child.leaf) = (Some(judgement), leaf);
            }
        }
    }

    /// Records, in words, what ended the search at a child, if that child is remembered.
    pub(super) fn ended(&mut self, mv: M, words: &str) {
        let child = match &mut self.children {
            KeptChildren::One(one) => one.kept.as_mut().filter(|kept| kept.0 == mv).map(|kept| &mut kept.1),
            KeptChildren::All(all) => all.child(&mut self.siblings, mv),
        };
        if let Some(child) = child {
            child.ended_by = Some(words.into());
        }
    }

    /// Returns where to record what happens at a child before it is judged.
    #[inline]
    pub(super) fn pending(&mut self, mv: M) -> Option<&mut Pending<M>> {
        match &mut self.children {
            KeptChildren::One(one) => Some(&mut one.pending),
            KeptChildren::All(all) => all.child(&mut self.siblings, mv).map(|child| &mut child.pending),
        }
    }

    pub(super) fn pruned(&mut self, mv: M, rule: Prune, score: Option<Score>) {
        match &mut self.children {
            KeptChildren::One(one) => one.fold.pruned += 1,
            KeptChildren::All(all) => {
                if let Some(child) = all.child(&mut self.siblings, mv) {
                    child.pruned = Some(Box::new((rule, score, None)));
                }
            }
        }
    }

    /// Records why a child was pruned, if that child is remembered.
    pub(super) fn pruned_by(&mut self, mv: M, reason: &str) {
        if let KeptChildren::All(all) = &mut self.children
            && let Some(pruned) = all.child(&mut self.siblings, mv).and_then(|child| child.pruned.as_mut())
        {
            pruned.2 = Some(reason.into());
        }
    }

    /// Ends the node: returns the kept children, in generator order, and the counts of the others.
    pub(super) fn close(&mut self, ply: usize, reason: &Unsearched<M>) -> (Vec<Node<M>>, Fold) {
        let width = match self.wanted {
            WantedChildren::All => usize::MAX,
            WantedChildren::Most(width) => width,
            WantedChildren::Refutation => usize::from(self.cut || ply == 1),
        };
        match &mut self.children {
            KeptChildren::One(one) => one.close(self.siblings.moves(), width, self.tried, reason),
            KeptChildren::All(all) => all.close(self.siblings.moves(), width, self.decisive, reason),
        }
    }
}

/// The events at a child so far, before it is judged.
#[derive(Clone, Debug)]
pub(super) struct Pending<M> {
    pub subtree: Option<Box<Node<M>>>,
    pub techniques: Option<Box<Applied>>,
    /// The number of nodes in the searches of this child that came before the one stored in `subtree`: reduced
    /// searches, null-window searches and null-move searches.
    pub earlier: u64,
}

impl<M> Pending<M> {
    const NOTHING: Self = Self { subtree: None, techniques: None, earlier: 0 };

    #[inline]
    fn clear(&mut self) {
        (self.subtree, self.techniques, self.earlier) = (None, None, 0);
    }

    /// Stores the tree of another search of this child, replacing the previous tree.
    pub(super) fn take(&mut self, node: Node<M>) {
        self.earlier = self.earlier.saturating_add(self.subtree.take().map_or(0, |node| node.nodes));
        self.subtree = Some(Box::new(node));
    }

    /// Drops the tree of an earlier search if the child became a leaf when it was to be searched again, because the
    /// moves of that search did not decide its score.
    fn end(&mut self, leaf: Option<Leaf>) {
        if let Some(node) = self.subtree.take_if(|_| !Leaf::was_entered(leaf)) {
            self.earlier = self.earlier.saturating_add(node.nodes);
        }
    }

    /// Returns the total number of nodes that were searched for the child.
    #[inline]
    fn nodes(&self, is_leaf: bool) -> u64 {
        let searched = self.subtree.as_ref().map_or(0, |node| node.nodes);
        self.earlier.saturating_add(searched).saturating_add(u64::from(is_leaf))
    }
}

/// The fields of [`Unsearched::Pruned`].
type PrunedAs = (Prune, Option<Score>, Option<Box<str>>);

#[derive(Clone, Debug)]
pub(super) struct KeptChild<M> {
    number: u64,
    static_score: Option<Score>,
    judgement: Option<Judgement<M>>,
    leaf: Option<Leaf>,
    /// How the game ended or, for [`Leaf::Other`], which rule ended the search, in words.
    ended_by: Option<Box<str>>,
    pruned: Option<Box<PrunedAs>>,
    pending: Pending<M>,
}

impl<M: Copy> KeptChild<M> {
    const NEW: Self = Self {
        number: 0,
        static_score: None,
        judgement: None,
        leaf: None,
        ended_by: None,
        pruned: None,
        pending: Pending::NOTHING,
    };

    fn count(&self, fold: &mut Fold) {
        match (&self.judgement, &self.pruned) {
            (Some(it), _) => fold.add(it.score, it.bound, self.pending.nodes(!Leaf::was_entered(self.leaf))),
            (None, Some(_)) => fold.pruned += 1,
            (None, None) => fold.skipped += 1,
        }
    }

    fn node(self, mv: M, index: usize, reason: &Unsearched<M>) -> Node<M> {
        let nodes = self.pending.nodes(!Leaf::was_entered(self.leaf));
        let subtree = self.pending.subtree.map_or_else(bare_node, |node| *node);
        let techniques = merged(self.pending.techniques, subtree.techniques.as_deref());
        let is_own = self.leaf == Some(Leaf::Other);
        let unsearched = match (&self.judgement, subtree.window, self.pruned) {
            (None, None, Some(pruned)) => {
                let (rule, score, why) = *pruned;
                Some(Arc::new(Unsearched::Pruned(rule, score, why)))
            }
            (None, None, None) => Some(Arc::new(reason.clone())),
            _ => None,
        };
        Node {
            mv: Some(mv),
            index,
            number: (self.number != 0).then_some(self.number),
            static_score: self.static_score,
            nodes,
            leaf: self.leaf,
            ending: self.ended_by.as_deref().filter(|_| !is_own).map(String::from),
            why: self.ended_by.filter(|_| is_own),
            judgement: self.judgement.map(Box::new),
            unsearched,
            techniques,
            ..subtree
        }
    }
}

/// Returns the techniques recorded before a node was entered, combined with those inside it.
fn merged(mut before: Option<Box<Applied>>, within: Option<&Applied>) -> Option<Box<Applied>> {
    if let (Some(before), Some(within)) = (&mut before, within) {
        before.stand_pat = within.stand_pat;
    }
    before.or_else(|| within.map(|within| Box::new(*within)))
}

/// See [`KeptChildren::All`].
#[derive(Clone, Debug)]
pub(super) struct AllChildren<M> {
    children: Vec<KeptChild<M>>,
}

impl<M: Copy + Eq + Hash> AllChildren<M> {
    fn clear(&mut self, moves: usize) {
        self.children.clear();
        self.children.resize_with(moves, || KeptChild::NEW);
    }

    fn child(&mut self, siblings: &mut Siblings<M>, mv: M) -> Option<&mut KeptChild<M>> {
        self.children.get_mut(siblings.seek(&mv)?)
    }

    fn close(
        &mut self,
        moves: &[M],
        width: usize,
        decisive: Option<M>,
        reason: &Unsearched<M>,
    ) -> (Vec<Node<M>>, Fold) {
        let kept = self.most_telling(moves, width, decisive);
        let mut next = kept.iter().peekable();
        let mut nodes = Vec::with_capacity(kept.len());
        let mut fold = Fold::default();
        for (index, (child, &mv)) in self.children.drain(..).zip(moves).enumerate() {
            if next.next_if_eq(&&index).is_some() {
                nodes.push(child.node(mv, index, reason));
            } else {
                child.count(&mut fold);
            }
        }
        (nodes, fold)
    }

    /// Returns which children to keep. They are chosen in this order: the decisive child; children that were the best
    /// for a while; those with the highest scores; the others in search order. If the width is unlimited, all children
    /// are kept, even those that were not searched.
    fn most_telling(&self, moves: &[M], width: usize, decisive: Option<M>) -> Vec<usize> {
        if width == usize::MAX {
            return (0..moves.len()).collect();
        }
        let rank = |index: usize| {
            let judgement = self.children[index].judgement.as_ref()?;
            let is_best = judgement.verdict == Verdict::Best;
            Some((decisive != Some(moves[index]), !is_best, Reverse(judgement.score), judgement.tried, index))
        };
        let mut ranked: Vec<_> = (0..moves.len()).filter_map(rank).collect();
        ranked.sort_unstable();
        let mut kept: Vec<usize> = ranked.into_iter().map(|(.., index)| index).collect();
        kept.truncate(width);
        kept.sort_unstable();
        kept
    }
}

/// See [`KeptChildren::One`].
#[derive(Clone, Debug)]
pub(super) struct OneChild<M> {
    created: Siblings<M>,
    /// The number and the static evaluation of each created child.
    created_as: Vec<(u64, Option<Score>)>,
    /// The child that is being searched.
    pending: Pending<M>,
    /// The decisive child so far, or the one with the highest score.
    kept: Option<(M, KeptChild<M>)>,
    fold: Fold,
}

impl<M: Copy + Eq + Hash> OneChild<M> {
    fn new() -> Self {
        let (created, pending) = (Siblings::default(), Pending::NOTHING);
        Self { created, created_as: Vec::new(), pending, kept: None, fold: Fold::default() }
    }

    fn clear(&mut self) {
        self.created.write(Vec::clear);
        self.created_as.clear();
        self.pending.clear();
        (self.kept, self.fold) = (None, Fold::default());
    }

    fn keep(&mut self, mv: M, judgement: Judgement<M>, leaf: Option<Leaf>) {
        let (number, static_score) = self.created.seek(&mv).map(|index| self.created_as[index]).unwrap_or_default();
        self.pending.end(leaf);
        let child = KeptChild {
            number,
            static_score,
            judgement: Some(judgement),
            leaf,
            pending: std::mem::replace(&mut self.pending, Pending::NOTHING),
            ..KeptChild::NEW
        };
        if let Some((_, before)) = self.kept.replace((mv, child)) {
            before.count(&mut self.fold);
        }
    }

    fn close(&mut self, moves: &[M], width: usize, tried: u32, reason: &Unsearched<M>) -> (Vec<Node<M>>, Fold) {
        self.fold.skipped = (moves.len() as u32).saturating_sub(tried + self.fold.pruned);
        let kept = self.kept.take();
        if width == 0 {
            if let Some((_, child)) = kept {
                child.count(&mut self.fold);
            }
            return (Vec::new(), self.fold);
        }
        let node = kept.map(|(mv, child)| {
            let index = moves.iter().position(|&other| other == mv).unwrap_or_default();
            child.node(mv, index, reason)
        });
        (node.into_iter().collect(), self.fold)
    }
}
