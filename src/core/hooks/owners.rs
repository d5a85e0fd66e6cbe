//! Which move set alpha and beta at the current node: who owns the ends of the window.

use super::{Event, Verdict};
use crate::score::{Score, Window};

/// The move that set a bound: `mv`, played at the node `ply` half-moves after the root on the current line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner<M> {
    /// Ply of the node whose best move so far it was; the line of the owner is `line[..ply]` and then `mv`.
    pub ply: usize,
    /// The move.
    pub mv: M,
}

impl Owner<String> {
    /// Returns the line of the owner, if `line` leads to where the bound is known.
    #[must_use]
    pub fn line<S: AsRef<str>>(&self, line: &[S]) -> Vec<String> {
        line.iter().take(self.ply).map(AsRef::as_ref).chain([self.mv.as_str()]).map(str::to_owned).collect()
    }
}

/// Follows a search and knows at each moment who set alpha and beta at the current node.
///
/// A bound is inherited: the parent's alpha is the child's beta and the other way round, so the owner of a bound can
/// be any ancestor's best move so far (a deep cutoff is one whose beta is older than the parent). A bound that no
/// ancestor has, such as the edge of a null window, has no owner.
#[derive(Clone, Debug)]
pub(crate) struct Owners<M> {
    /// The nodes on the current line, root first.
    line: Vec<WindowOwners<M>>,
}

#[derive(Clone, Copy, Debug)]
struct WindowOwners<M> {
    window: Window,
    alpha: Option<Owner<M>>,
    beta: Option<Owner<M>>,
}

impl<M> Default for Owners<M> {
    fn default() -> Self {
        Self { line: Vec::new() }
    }
}

impl<M: Copy> Owners<M> {
    /// Notes `event` at the node `ply` half-moves after the root.
    #[inline]
    pub(crate) fn observe<L, R>(&mut self, ply: usize, event: &Event<M, L, R>) {
        if let Event::Enter { window, .. } = *event {
            self.enter(ply, window);
        } else if let Event::Judged { mv, score, verdict: Verdict::Best, .. } = *event {
            self.raise(ply, score, Some(mv));
        } else if let Event::StandPat { score, verdict: Verdict::Best, .. } = *event {
            // Who stands pat makes no move, so nobody owns that alpha.
            self.raise(ply, score, None);
        }
    }

    /// A node is entered.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize, window: Window) {
        self.line.truncate(ply);
        let ends = match self.line.last() {
            None => WindowOwners { window, alpha: None, beta: None },
            Some(parent) => WindowOwners {
                window,
                alpha: parent.beta.filter(|_| window.alpha == -parent.window.beta),
                beta: parent.alpha.filter(|_| window.beta == -parent.window.alpha),
            },
        };
        self.line.push(ends);
    }

    /// Alpha is raised at a node, by a move unless by standing pat.
    #[inline]
    pub(crate) fn raise(&mut self, ply: usize, score: Score, mv: Option<M>) {
        if let Some(ends) = self.line.get_mut(ply) {
            ends.window.alpha = score;
            ends.alpha = mv.map(|mv| Owner { ply, mv });
        }
    }

    /// Returns who set alpha at the node `ply` half-moves after the root.
    #[inline]
    pub(crate) fn alpha(&self, ply: usize) -> Option<Owner<M>> {
        self.line.get(ply).and_then(|ends| ends.alpha)
    }

    /// Returns who set beta there.
    #[inline]
    pub(crate) fn beta(&self, ply: usize) -> Option<Owner<M>> {
        self.line.get(ply).and_then(|ends| ends.beta)
    }
}
