//! Negamax as students write it: the best so far is kept beside alpha, and nothing is cut unless alpha reaches beta.
//!
//! The mistakes of minimax, which has no windows, are made here; and one that alpha-beta has only where the best goes into alpha.

use super::super::PaperTree;
use super::AskedAlgorithm;
use crate::score::Score;
use crate::search::Mistake;

/// A search that goes on.
pub(super) struct Plain<'a> {
    tree: &'a PaperTree,
    mistake: Option<Mistake>,
    prunes: bool,
    /// So many plies are searched.
    plies: usize,
    best: Option<usize>,
    reads: Vec<usize>,
}

impl<'a> Plain<'a> {
    /// Searches a tree; returns the value of the root for MAX, its best child, and the leaves in the order in which they are read.
    /// None if this mistake is one of windows.
    pub(super) fn search(
        tree: &'a PaperTree,
        mistake: Option<Mistake>,
        algorithm: AskedAlgorithm,
        plies: usize,
    ) -> Option<(Score, Option<usize>, Vec<usize>)> {
        use Mistake as M;
        let is_of_windows = match mistake {
            None | Some(M::MissingNegation | M::RightToLeft | M::RootIsMin | M::ZeroStart | M::LastScore) => false,
            Some(M::LeafSign | M::BothMax | M::PlyShort) => false,
            Some(M::RootWindow | M::SwappedBounds | M::RootGe | M::NoDeepBounds | M::Strict | M::NoPruning) => true,
            Some(M::WorseSibling | M::SameWindow | M::LateAlpha | M::WrongSide) => true,
        };
        if is_of_windows {
            return None;
        }
        let plies = if mistake == Some(M::PlyShort) { plies.saturating_sub(1) } else { plies };
        let prunes = algorithm == AskedAlgorithm::AlphaBeta;
        let mut search = Self { tree, mistake, prunes, plies, best: None, reads: Vec::new() };
        let score = search.node(0, (Score::MIN, Score::MAX));
        let is_max = tree.is_max(0) != (mistake == Some(M::RootIsMin));
        Some((if is_max { score } else { -score }, search.best, search.reads))
    }

    /// The value of a leaf for the side that is taken to move there.
    fn value(&self, at: usize) -> Score {
        let is_max = match self.mistake {
            Some(Mistake::LeafSign | Mistake::BothMax) => true,
            Some(Mistake::RootIsMin) => !self.tree.is_max(at),
            _ => self.tree.is_max(at),
        };
        let value = self.tree.node(at).value;
        if is_max { value } else { -value }
    }

    fn node(&mut self, at: usize, (mut alpha, beta): (Score, Score)) -> Score {
        if self.tree.is_leaf(at) {
            self.reads.push(at);
        }
        if self.tree.is_leaf(at) || self.plies <= self.tree.node(at).ply {
            return self.value(at);
        }
        let mut children = self.tree.node(at).children.clone();
        if self.mistake == Some(Mistake::RightToLeft) {
            children.reverse();
        }
        let (mut best, mut last) =
            (if self.mistake == Some(Mistake::ZeroStart) { Score::ZERO } else { Score::MIN }, Score::MIN);
        for child in children {
            let score = self.node(child, (-beta, -alpha));
            last =
                if matches!(self.mistake, Some(Mistake::MissingNegation | Mistake::BothMax)) { score } else { -score };
            if best < last {
                best = last;
                if at == 0 {
                    self.best = Some(child);
                }
            }
            alpha = alpha.max(best);
            if self.prunes && beta <= alpha {
                break;
            }
        }
        if self.mistake == Some(Mistake::LastScore) { last } else { best }
    }
}
