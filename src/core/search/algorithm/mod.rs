//! The algorithms, one file each, and the one place where a name becomes a search.

mod alpha_beta;
pub(super) mod fail_soft;
mod minimax;
mod mtdf;
mod negamax;
mod pvs;

pub use alpha_beta::alpha_beta;
pub use fail_soft::fail_soft;
pub use minimax::minimax;
pub use mtdf::mtdf;
pub use negamax::negamax;
pub use pvs::pvs;

use crate::game::Game;
use crate::hooks::{Flow, Hooks};
use crate::names::named;
use crate::score::{Score, Window};
use crate::search::technique::aspiration;
use crate::search::value::Value;
use crate::search::walk::Walk;
use crate::search::{Cut, Fail, Technique, Techniques};

named! {
    /// The algorithms by name, from the plainest to the least plain.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Algorithm: "algorithm" {
        /// [`minimax()`](crate::search::minimax()).
        Minimax = "minimax", "searches everything, MAX and MIN in turn";
        /// [`negamax()`](crate::search::negamax()).
        Negamax = "negamax", "minimax with one function for both sides";
        /// [`alpha_beta()`](crate::search::alpha_beta()), or [`fail_soft()`](super::fail_soft()).
        #[default]
        AlphaBeta = "alpha-beta", "skips moves that cannot change the result";
        /// [`pvs()`](crate::search::pvs()).
        Pvs = "pvs", "alpha-beta that tests all but the first move with a null window (NegaScout)";
        /// [`mtdf()`](crate::search::mtdf()).
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
    /// Null windows for all moves but the first; wide ones where such a test promises more.
    Scouts,
    /// Null windows alone, so that it needs several passes for one score.
    Tests,
}

/// All that others ask of an algorithm beside its code: a row for each.
#[derive(Clone, Copy, Debug)]
struct AlgorithmProperties {
    windows: Windows,
    /// What a node outside of its window returns where scores that equal beta cut.
    fail: Fail,
    techniques: Techniques,
}

/// What a node is asked by a plain algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeQuestion {
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
        NodeQuestion { depth, window, static_score }: NodeQuestion,
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

    #[rustfmt::skip]
    const fn properties(self) -> AlgorithmProperties {
        use {Fail::{Hard, Soft}, Windows::{Scouts, Tests, Wide}};
        const DEEPENS: Techniques = Techniques::NONE.with(Technique::Iterative);
        const ALL: Techniques = Techniques::ALL;
        match self {
            Self::Minimax   => AlgorithmProperties { windows: Windows::None, fail: Soft, techniques: DEEPENS },
            Self::Negamax   => AlgorithmProperties { windows: Windows::None, fail: Soft, techniques: DEEPENS },
            Self::AlphaBeta => AlgorithmProperties { windows: Wide, fail: Hard, techniques: ALL },
            Self::Pvs       => AlgorithmProperties { windows: Scouts, fail: Soft, techniques: ALL },
            Self::MtdF      => AlgorithmProperties { windows: Tests, fail: Soft, techniques: ALL.without(Technique::Aspiration) },
        }
    }

    /// Returns the techniques that it can use. All others are refused.
    #[must_use]
    pub const fn techniques(self) -> Techniques {
        self.properties().techniques
    }

    /// Returns what a node outside of its window returns, unless that is chosen: only what cuts at beta can fail hard.
    #[must_use]
    pub const fn fails(self, cut: Cut) -> Fail {
        match cut {
            Cut::AtBeta => self.properties().fail,
            Cut::AboveBeta => Fail::Soft,
        }
    }

    /// Returns whether it gives all moves but the first a null window, also where techniques are added to it.
    #[must_use]
    pub const fn scouts(self) -> bool {
        matches!(self.properties().windows, Windows::Scouts)
    }

    /// Returns whether it only tests, by null windows at the root: then no move sets a threshold there, and best play is
    /// known to its first move only.
    #[must_use]
    pub const fn only_tests(self) -> bool {
        matches!(self.properties().windows, Windows::Tests)
    }

    /// Returns whether it uses windows, so that it can cut.
    #[must_use]
    pub const fn has_window(self) -> bool {
        !matches!(self.properties().windows, Windows::None)
    }

    /// Returns whether it searches some nodes with null windows.
    #[must_use]
    pub const fn has_null_windows(self) -> bool {
        self.scouts() || self.only_tests()
    }
}
