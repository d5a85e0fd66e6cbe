//! The algorithms by name.

use super::{Order, SearchResult, Stopped, alpha_beta, minimax, mtdf, negamax, pvs};
use crate::game::Game;
use crate::hooks::Hooks;

/// The algorithms by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// [`alpha_beta()`].
    #[default]
    AlphaBeta,
    /// [`minimax()`].
    Minimax,
    /// [`negamax()`].
    Negamax,
    /// [`pvs()`].
    Pvs,
    /// [`mtdf()`].
    MtdF,
}

impl Algorithm {
    /// All of them, from the plainest to the least plain.
    pub const ALL: [Self; 5] = [Self::Minimax, Self::Negamax, Self::AlphaBeta, Self::Pvs, Self::MtdF];

    /// Searches `game` to `depth` plies with this algorithm in its plain form.
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
            Self::Negamax => negamax(game, hooks, depth, order),
            Self::Pvs => pvs(game, hooks, depth, order),
            Self::MtdF => mtdf(game, hooks, depth, order),
        }
    }

    /// Returns the name as it is written on the command line and in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::Pvs => "pvs",
            Self::MtdF => "mtdf",
        }
    }

    /// Returns the algorithm of this name, where `negascout` is another name for `pvs`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "negascout" { "pvs" } else { name };
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// Returns one line that says what it does.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::AlphaBeta => "skips moves that cannot change the result",
            Self::Minimax => "searches everything, MAX and MIN in turn",
            Self::Negamax => "minimax with one function for both sides",
            Self::Pvs => "alpha-beta that tests all but the first move with a null window (NegaScout)",
            Self::MtdF => "closes in on the score by null windows alone; wants a transposition table",
        }
    }

    /// Returns whether it uses windows, so that it can cut.
    #[must_use]
    pub const fn has_window(self) -> bool {
        !matches!(self, Self::Minimax | Self::Negamax)
    }

    /// Returns whether it searches some nodes with null windows.
    #[must_use]
    pub const fn has_null_windows(self) -> bool {
        matches!(self, Self::Pvs | Self::MtdF)
    }
}
