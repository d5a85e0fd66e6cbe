//! What a node is asked by the one above it.

use super::walk::Walk;
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks};
use crate::core::score::{Score, Window};

/// What a node is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub depth: u32,
    pub window: Window,
    /// Its static evaluation, if that was asked before.
    pub known: Option<Score>,
    /// Whether passing may be tried: not at the root, and not after a pass.
    pub may_pass: bool,
}

impl Visit {
    /// Returns the static evaluation of the node, asked once.
    #[inline]
    pub(super) fn static_score<G: Game, H: Hooks<G>>(&mut self, walk: &mut Walk<'_, G, H>) -> Flow<Score> {
        let score = self.known.map_or_else(|| walk.static_score(), Flow::Continue)?;
        self.known = Some(score);
        Flow::Continue(score)
    }
}
