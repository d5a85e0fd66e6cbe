//! Searches. Each algorithm is one file that reads next to its reference; what they share is in `walk`.
//!
//! Invariant: a search knows [`Game`], [`Hooks`] and [`Score`]: no chess, no strings, no input or output.

mod alpha_beta;
mod minimax;
mod ordering;
mod sargon;
mod walk;

pub use alpha_beta::alpha_beta;
pub use minimax::minimax;
pub use ordering::Order;
pub use sargon::sargon;

use crate::game::Game;
use crate::hooks::Hooks;
use crate::score::Score;

/// The deepest search that is accepted, in plies.
pub const MAX_DEPTH: u32 = 64;

/// What a finished search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The score of the root for the side to move.
    pub score: Score,
    /// The best move, the first of equals; `None` if the root is a leaf.
    pub best: Option<M>,
}

/// A hook broke off the search; nothing is proved about the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// The algorithms by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// [`alpha_beta()`].
    AlphaBeta,
    /// [`minimax()`].
    Minimax,
}

impl Algorithm {
    /// Searches `game` to `depth` plies with this algorithm.
    ///
    /// # Errors
    /// [`Stopped`] if a hook breaks off.
    pub fn search<G: Game, H: Hooks<G>>(
        self,
        game: &mut G,
        hooks: &mut H,
        depth: u32,
        order: Order,
    ) -> Result<SearchResult<G::Move>, Stopped> {
        match self {
            Self::AlphaBeta => alpha_beta(game, hooks, depth, order),
            Self::Minimax => minimax(game, hooks, depth, order),
        }
    }

    /// Returns the name as it is written on the command line and in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Minimax => "minimax",
        }
    }
}
