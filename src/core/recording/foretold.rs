//! What a record so far foretells of the next event: whoever writes it and whoever reads it keep the same account, so that only
//! what comes otherwise need be written.

use crate::game::Game;
use crate::hooks::{Leaf, Verdict};
use crate::score::{Bound, Score, Window};

/// A child that was judged: all of it but window and verdict.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedChild<M> {
    pub(super) mv: M,
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) leaf: Option<Leaf>,
}

impl<M> JudgedChild<M> {
    /// Returns whether `other` is the same, and none of the leaves that are never foretold.
    #[inline(always)]
    pub(super) fn is<G: Game<Move = M>>(&self, other: &Self) -> bool {
        let is_same_leaf = matches!((self.leaf, other.leaf), (None, None) | (Some(Leaf::Horizon), Some(Leaf::Horizon)));
        is_same_leaf && self.score == other.score && self.bound == other.bound && G::is_same(&self.mv, &other.mv)
    }
}

/// The account of the search so far.
#[derive(Clone, Debug)]
pub(super) struct Foretold<M> {
    /// The node that was entered last at each ply, as far as the search came, and the root.
    nodes: Vec<EnteredNode<M>>,
    /// The child that is judged next if nothing else happens: the one that was created last, as a leaf at the horizon, or
    /// the one that was left last.
    pub(super) child: Option<JudgedChild<M>>,
}

/// A node that was entered.
#[derive(Clone, Debug)]
pub(super) struct EnteredNode<M> {
    depth: u32,
    /// The window in which the next child is likely to be judged.
    pub(super) window: Window,
    /// What it is worth if no more comes.
    pub(super) value: (Score, Bound),
    pub(super) moves: Vec<M>,
    /// So many of its moves were created, in this order.
    created: usize,
    /// So many were judged.
    judged: usize,
}

impl<M> Default for EnteredNode<M> {
    fn default() -> Self {
        Self {
            depth: 0,
            window: Window::FULL,
            value: (Score::MIN, Bound::Upper),
            moves: Vec::new(),
            created: 0,
            judged: 0,
        }
    }
}

impl<M> Default for Foretold<M> {
    fn default() -> Self {
        Self { nodes: vec![EnteredNode::default()], child: None }
    }
}

impl<M: Copy> Foretold<M> {
    /// A move leads down to this ply.
    pub(super) fn reach(&mut self, ply: usize) {
        if self.nodes.len() <= ply {
            self.nodes.resize_with(ply + 1, EnteredNode::default);
        }
    }

    /// The node at a ply that was reached.
    #[inline(always)]
    pub(super) fn node(&mut self, ply: usize) -> &mut EnteredNode<M> {
        &mut self.nodes[ply]
    }

    /// Depth and window with which a node at this ply is entered.
    pub(super) fn question(&self, ply: usize) -> Option<(u32, Window)> {
        let parent = self.nodes.get(ply.checked_sub(1)?)?;
        Some((parent.depth.saturating_sub(1), -parent.window))
    }

    /// A child was created.
    #[inline(always)]
    pub(super) fn created(&mut self, mv: M, score: Option<Score>) {
        if let Some(score) = score {
            self.child = Some(JudgedChild { mv, score, bound: Bound::Exact, leaf: Some(Leaf::Horizon) });
        }
    }

    /// The node behind this move, or the root, was left.
    #[inline(always)]
    pub(super) fn left(&mut self, mv: Option<M>, (score, bound): (Score, Bound)) {
        self.child = mv.map(|mv| JudgedChild { mv, score: -score, bound: -bound, leaf: None });
    }
}

impl<M: Copy> EnteredNode<M> {
    /// Takes note that it is entered; its moves are still those of the node before.
    pub(super) fn enter(&mut self, (depth, window): (u32, Window)) {
        (self.depth, self.window, self.value) = (depth, window, (window.alpha, Bound::Upper));
        (self.created, self.judged) = (0, 0);
    }

    /// The move that is created next.
    #[inline(always)]
    pub(super) fn next(&self) -> Option<M> {
        self.moves.get(self.created).copied()
    }

    /// Takes note that the child behind this move is created, and returns whether that was foretold.
    #[inline(always)]
    pub(super) fn create<G: Game<Move = M>>(&mut self, mv: M) -> bool {
        let is_next = self.moves.get(self.created).is_some_and(|next| G::is_same(next, &mv));
        self.created += usize::from(is_next);
        is_next
    }

    /// How a cutoff by the next child reads.
    #[inline(always)]
    pub(super) fn cutoff(&self) -> Verdict {
        Verdict::Cutoff { skipped: self.moves.len().saturating_sub(self.judged + 1) as u32 }
    }

    /// Takes note that a child was judged in this window.
    #[inline(always)]
    pub(super) fn judge(&mut self, window: Window, (score, bound): (Score, Bound), verdict: Verdict) {
        self.window = window;
        self.judged += 1;
        match verdict {
            Verdict::NotBest => {}
            Verdict::Best => {
                self.window.alpha = score;
                self.value = (score, bound);
            }
            Verdict::Cutoff { .. } => self.value = (window.beta, Bound::Lower),
        }
    }
}
