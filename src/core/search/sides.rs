//! The side from whose view a node reports scores. In most games, the sides alternate; an explicit tree can specify the
//! side of each node.

use super::walk::Walk;
use crate::core::game::{Game, Side};
use crate::core::hooks::Hooks;
use crate::core::score::{Score, Window};

impl<G: Game, H: Hooks<G>> Walk<'_, G, H> {
    /// Returns the null window that tests whether the move that led here beats alpha at the previous node, given the
    /// `window` of this node.
    #[inline]
    pub(crate) fn null_window(&self, window: Window) -> Window {
        if self.has_just_changed_side() { Window::null_below(window.beta) } else { Window::null_above(window.alpha) }
    }

    /// Returns whether a score of this node shows that the move that led here beats alpha at the previous node.
    #[inline]
    pub(crate) fn beats(&self, window: Window, score: Score) -> bool {
        if self.has_just_changed_side() { score < window.beta } else { window.alpha < score }
    }

    /// Returns whether the scores of this node are for a different side than the scores of the previous node.
    #[inline]
    fn has_just_changed_side(&self) -> bool {
        G::PLAIN || self.game.movers().is_none_or(|movers| movers.turns(self.ply().saturating_sub(1) as usize))
    }

    /// Returns the side from whose view this node's scores are reported, or `None` if the next node always takes the
    /// other side's view.
    #[inline(always)]
    pub(super) fn mover(&self) -> Option<Side> {
        if G::PLAIN { None } else { Some(self.game.turn()) }
    }

    /// Returns whether the scores of this node are for a different side than `mover`.
    #[inline(always)]
    pub(super) fn has_changed_side(&self, mover: Option<Side>) -> bool {
        G::PLAIN || mover != Some(self.game.turn())
    }

    /// Returns `window` with beta limited to the highest possible leaf value, because the search need not look for
    /// higher scores.
    #[inline(always)]
    pub(super) fn limited(&self, window: Window) -> Window {
        if G::PLAIN {
            return window;
        }
        let Some([least, most]) = self.game.value_range() else { return window };
        let most = if self.game.turn() == Side::First { most } else { -least };
        Window { beta: window.beta.min(most), ..window }
    }

    /// Returns this score, or the end of the range of leaf values that is next to it. A window around a score outside
    /// the range would be empty at some nodes.
    pub(super) fn within_range(&self, score: Score) -> Score {
        let Some([least, most]) = self.game.value_range() else { return score };
        if self.game.turn() == Side::First { score.max(least).min(most) } else { score.max(-most).min(-least) }
    }

    /// Returns whether this is a chance node.
    #[inline(always)]
    pub(super) fn is_chance(&self) -> bool {
        !G::PLAIN && self.game.movers().is_some_and(|movers| movers.is_chance(self.ply() as usize))
    }
}
