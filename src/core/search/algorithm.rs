//! The algorithms by name: the one place where a name becomes a search.

use super::walk::{Value, Walk};
use super::{Cut, Fail, Technique, Techniques};
use super::{alpha_beta, aspiration, fail_soft, minimax, mtdf, negamax, pvs};
use crate::game::Game;
use crate::hooks::{Flow, Hooks};
use crate::names::named;
use crate::score::{Score, Window};

named! {
    /// The algorithms by name, from the plainest to the least plain.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Algorithm: "algorithm" {
        /// [`minimax()`](super::minimax()).
        Minimax = "minimax", "searches everything, MAX and MIN in turn";
        /// [`negamax()`](super::negamax()).
        Negamax = "negamax", "minimax with one function for both sides";
        /// [`alpha_beta()`](super::alpha_beta()), or [`fail_soft()`](super::fail_soft()).
        #[default]
        AlphaBeta = "alpha-beta", "skips moves that cannot change the result";
        /// [`pvs()`](super::pvs()).
        Pvs = "pvs", "alpha-beta that tests all but the first move with a null window (NegaScout)";
        /// [`mtdf()`](super::mtdf()).
        MtdF = "mtdf", "closes in on the score by null windows alone; wants a transposition table";
    }
    older { "negascout" => Pvs }
}

/// The windows that an algorithm gives to nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Windows {
    /// None: it cannot cut.
    None,
    /// As wide as what is known allows.
    Wide,
    /// Null windows, at least for a part of the nodes.
    Null,
}

/// What a node is asked by a plain algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub depth: u32,
    pub window: Window,
    /// Its static score, if that was asked before.
    pub static_score: Option<Score>,
}

impl Algorithm {
    /// Goes over the tree once, in the plain form of the algorithm.
    pub(super) fn pass<G: Game, H: Hooks<G>>(
        self,
        walk: &mut Walk<'_, G, H>,
        Question { depth, window, static_score }: Question,
        (cut, fail): (Cut, Fail),
    ) -> Flow<Value> {
        match (self, fail) {
            (Self::Minimax, _) => minimax::max(walk, depth, static_score),
            (Self::Negamax, _) => negamax::node(walk, depth, static_score),
            (Self::AlphaBeta, Fail::Hard) => alpha_beta::node(walk, depth, window, static_score, cut),
            (Self::AlphaBeta | Self::MtdF, _) => fail_soft::node(walk, depth, window, static_score, cut),
            (Self::Pvs, _) => pvs::node(walk, depth, window, static_score),
        }
    }

    /// Goes over the tree as often as the algorithm has to for one score: calls `pass` with a depth and a window.
    pub(super) fn passes<G: Game, H: Hooks<G>>(
        self,
        walk: &mut Walk<'_, G, H>,
        depth: u32,
        guess: Score,
        techniques: Techniques,
        pass: &mut impl FnMut(&mut Walk<'_, G, H>, u32, Window) -> Flow<Value>,
    ) -> Flow<Value> {
        match self {
            Self::MtdF => mtdf::passes(walk, depth, guess, pass),
            Self::Minimax | Self::Negamax | Self::AlphaBeta | Self::Pvs => {
                aspiration::passes(walk, depth, guess, techniques, pass)
            }
        }
    }

    const fn windows(self) -> Windows {
        match self {
            Self::Minimax | Self::Negamax => Windows::None,
            Self::AlphaBeta => Windows::Wide,
            Self::Pvs | Self::MtdF => Windows::Null,
        }
    }

    /// Returns the techniques that it can use. All others are refused.
    #[must_use]
    pub const fn techniques(self) -> Techniques {
        match self {
            Self::Minimax | Self::Negamax => Techniques::NONE.with(Technique::Iterative),
            Self::AlphaBeta | Self::Pvs => Techniques::ALL,
            Self::MtdF => Techniques::ALL.without(Technique::Aspiration),
        }
    }

    /// Returns whether it gives all moves but the first a null window, also where techniques are added to it.
    pub(super) const fn scouts(self) -> bool {
        match self {
            Self::Pvs => true,
            Self::Minimax | Self::Negamax | Self::AlphaBeta | Self::MtdF => false,
        }
    }

    /// Returns whether it uses windows, so that it can cut.
    #[must_use]
    pub fn has_window(self) -> bool {
        self.windows() != Windows::None
    }

    /// Returns whether it searches some nodes with null windows.
    #[must_use]
    pub fn has_null_windows(self) -> bool {
        self.windows() == Windows::Null
    }
}
