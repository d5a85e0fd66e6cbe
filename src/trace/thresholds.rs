//! Which move set the thresholds that a child is judged against.

use crate::hooks::{Event, Verdict};
use crate::score::Window;

/// The move that set a bound: `mv`, played at the node `ply` half-moves after the root on the current line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<M> {
    /// Ply of the node whose best move so far it was; the line of the source is `line[..ply]` and then `mv`.
    pub ply: usize,
    /// The move.
    pub mv: M,
}

/// Follows a search and knows at each moment who set alpha and beta at the current node.
///
/// A bound is inherited: the parent's alpha is the child's beta and the other way round, so the source of a bound can
/// be any ancestor's best move so far (a deep cutoff is one whose beta is older than the parent). A bound that no
/// ancestor has, such as the edge of a null window, has no source.
#[derive(Clone, Debug)]
pub struct Thresholds<M> {
    /// One frame for each node on the current line, root first.
    frames: Vec<Frame<M>>,
}

#[derive(Clone, Copy, Debug)]
struct Frame<M> {
    window: Window,
    alpha: Option<Source<M>>,
    beta: Option<Source<M>>,
}

impl<M> Default for Thresholds<M> {
    fn default() -> Self {
        Self { frames: Vec::new() }
    }
}

impl<M: Copy> Thresholds<M> {
    /// Takes note of `event` at the node `ply` half-moves after the root.
    #[inline]
    pub fn observe(&mut self, ply: usize, event: Event<'_, M>) {
        match event {
            Event::Enter { window, .. } => {
                self.frames.truncate(ply);
                let frame = match self.frames.last() {
                    None => Frame { window, alpha: None, beta: None },
                    Some(parent) => Frame {
                        window,
                        alpha: parent.beta.filter(|_| window.alpha == -parent.window.beta),
                        beta: parent.alpha.filter(|_| window.beta == -parent.window.alpha),
                    },
                };
                self.frames.push(frame);
            }
            Event::Judged { mv, score, verdict: Verdict::Best, .. } => {
                if let Some(frame) = self.frames.get_mut(ply) {
                    frame.window.alpha = score;
                    frame.alpha = Some(Source { ply, mv });
                }
            }
            _ => {}
        }
    }

    /// Returns who set alpha at the node `ply` half-moves after the root.
    #[inline]
    #[must_use]
    pub fn alpha(&self, ply: usize) -> Option<Source<M>> {
        self.frames.get(ply).and_then(|frame| frame.alpha)
    }

    /// Returns who set beta there.
    #[inline]
    #[must_use]
    pub fn beta(&self, ply: usize) -> Option<Source<M>> {
        self.frames.get(ply).and_then(|frame| frame.beta)
    }
}
