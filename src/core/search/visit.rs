//! The data that a parent passes to a node.

use super::walk::Walk;
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks};
use crate::core::score::{Score, Window};

/// The arguments of a visit to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub depth: u32,
    pub window: Window,
    /// The static evaluation of the node, if already computed.
    pub known: Option<Score>,
    /// Whether a null move may be tried: not at the root, and not after a null move.
    pub may_pass: bool,
}

impl Visit {
    /// Returns the static evaluation of the node, which is computed only once.
    #[inline]
    pub(super) fn static_score<G: Game, H: Hooks<G>>(&mut self, walk: &mut Walk<'_, G, H>) -> Flow<Score> {
        let score = self.known.map_or_else(|| walk.static_score(), Flow::Continue)?;
        self.known = Some(score);
        Flow::Continue(score)
    }
}
