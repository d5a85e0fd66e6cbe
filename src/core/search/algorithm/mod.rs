//! The algorithms. Each is in its own file, with its pseudocode at the end. Only this module converts the name of an
//! algorithm to a search.

mod alpha_beta;
pub(crate) mod chance;
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

use super::pseudocode::CodeLine;
use super::technique::aspiration;
use super::walk::Walk;
use super::{Technique, Techniques, Value};
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks};
use crate::core::names::named;
use crate::core::score::{Bound, Score, Window, WindowSide};

named! {
    /// The algorithms by name, from the simplest to the most elaborate.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Algorithm: "algorithm" {
        /// [`minimax()`](crate::core::search::minimax()).
        Minimax = "minimax", "searches everything, with separate code for MAX and MIN";
        /// [`negamax()`](crate::core::search::negamax()).
        Negamax = "negamax", "minimax with one function for both sides";
        /// [`alpha_beta()`](crate::core::search::alpha_beta()), or [`fail_soft()`](super::fail_soft()).
        #[default]
        AlphaBeta = "alpha-beta", "skips moves that cannot change the result";
        /// [`pvs()`](crate::core::search::pvs()).
        Pvs = "pvs", "alpha-beta that tests all but the first move with a null window (NegaScout)";
        /// [`mtdf()`](crate::core::search::mtdf()).
        MtdF = "mtdf", "closes in on the score with null windows only; works best with a transposition table";
    }
    older { "negascout" => Pvs }
    spelled {
        "ab" => AlphaBeta, "alphabetapruning" => AlphaBeta, "alphabetasearch" => AlphaBeta, "principalvariationsearch" => Pvs,
        "pvsearch" => Pvs, "mm" => Minimax, "mtd" => MtdF
    }
}

/// The windows that an algorithm gives to nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Windows {
    /// No windows, so no cutoffs.
    None,
    /// Windows as wide as the known bounds allow.
    Wide,
    /// Null windows for all moves except the first, and then a wide window for a move whose test with a null window
    /// fails high.
    Scouts,
    /// Only null windows, so the algorithm needs several passes for one score.
    Tests,
}

/// The properties of an algorithm, apart from its code. There is one row per algorithm.
#[derive(Clone, Copy, Debug)]
struct AlgorithmProperties {
    windows: Windows,
    /// The default fail rule of a search in which scores equal to beta cause a cutoff.
    fail: Fail,
    techniques: Techniques,
    code: Pseudocode,
}

impl Algorithm {
    /// Makes one pass over the tree with the plain form of the algorithm.
    pub(super) fn pass<G: Game, H: Hooks<G>>(
        self,
        walk: &mut Walk<'_, G, H>,
        depth: u32,
        window: Window,
        known: Option<Score>,
        (cut, fail): (Cut, Fail),
    ) -> Flow<Value> {
        match (self, fail) {
            (Self::Minimax, _) => minimax::node(walk, depth, known, walk.game().turn()),
            (Self::Negamax, _) => negamax::node(walk, depth, known),
            (Self::AlphaBeta, Fail::Hard) => alpha_beta::node(walk, depth, window, known, cut),
            (Self::AlphaBeta | Self::MtdF, _) => fail_soft::node(walk, depth, window, known, cut),
            (Self::Pvs, _) => pvs::node(walk, depth, window, known),
        }
    }

    /// Makes as many passes over the tree as the algorithm needs for one score: calls `pass` with a depth and a window.
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
            Self::Minimax   => AlgorithmProperties { windows: Windows::None, fail: Soft, techniques: DEEPENS, code: minimax::CODE },
            Self::Negamax   => AlgorithmProperties { windows: Windows::None, fail: Soft, techniques: DEEPENS, code: negamax::CODE },
            Self::AlphaBeta => AlgorithmProperties { windows: Wide, fail: Hard, techniques: ALL, code: alpha_beta::CODE },
            Self::Pvs       => AlgorithmProperties { windows: Scouts, fail: Soft, techniques: ALL, code: pvs::CODE },
            Self::MtdF      => AlgorithmProperties { windows: Tests, fail: Soft, techniques: ALL.without(Technique::Aspiration), code: fail_soft::CODE },
        }
    }

    /// Returns the algorithm's pseudocode. `is_soft` selects the fail-soft version of alpha-beta; the other algorithms
    /// have only one version.
    pub(crate) const fn code(self, is_soft: bool) -> Pseudocode {
        match self {
            Self::AlphaBeta if is_soft => fail_soft::CODE,
            Self::AlphaBeta | Self::Minimax | Self::Negamax | Self::Pvs | Self::MtdF => self.properties().code,
        }
    }

    /// Returns the techniques that the algorithm can use. All others are rejected.
    #[must_use]
    pub const fn techniques(self) -> Techniques {
        self.properties().techniques
    }

    /// Returns the default fail rule, which decides what a node returns outside its window. Only a search that cuts off
    /// at beta can fail hard.
    #[must_use]
    pub const fn fails(self, cut: Cut) -> Fail {
        match cut {
            Cut::AtBeta => self.properties().fail,
            Cut::AboveBeta => Fail::Soft,
        }
    }

    /// Returns whether the algorithm searches all moves except the first with a null window, even with techniques.
    #[must_use]
    pub const fn scouts(self) -> bool {
        matches!(self.properties().windows, Windows::Scouts)
    }

    /// Returns whether the algorithm only tests bounds at the root, with null windows. In that case no move sets a
    /// bound at the root, and only the first move of the best line is known.
    #[must_use]
    pub const fn only_tests(self) -> bool {
        matches!(self.properties().windows, Windows::Tests)
    }

    /// Returns whether the algorithm uses windows and therefore has cutoffs.
    #[must_use]
    pub const fn has_window(self) -> bool {
        !matches!(self.properties().windows, Windows::None)
    }

    /// Returns whether the algorithm searches some nodes with null windows.
    #[must_use]
    pub const fn has_null_windows(self) -> bool {
        self.scouts() || self.only_tests()
    }
}

named! {
    /// Whether a tie causes a cutoff.
    #[derive(Default)]
    pub enum Cut: "rule for ties" {
        /// `beta <= score`: a tie causes a cutoff, since the opponent has an equally good choice elsewhere.
        #[default]
        AtBeta = "ge", "a score that reaches beta causes a cutoff";
        /// `beta < score`: a tie does not cause a cutoff. The search visits more nodes, but its result is the same.
        AboveBeta = "gt", "only a score above beta causes a cutoff";
    }
    spelled { ">=" => AtBeta, ">" => AboveBeta }
}

impl Cut {
    /// Returns the place of `score` relative to the window under this rule: below, inside or above it.
    #[inline]
    #[must_use]
    pub fn place(self, window: Window, score: Score) -> WindowSide {
        let cuts = window.beta <= score && (self == Self::AtBeta || window.beta < score);
        if cuts {
            WindowSide::FailHigh
        } else if score <= window.alpha {
            WindowSide::FailLow
        } else {
            WindowSide::Exact
        }
    }

    /// Returns the bound of a node's score after a child that doesn't beat alpha; `bound` is the bound before this
    /// child.
    ///
    /// After a tie without a cutoff, the window is empty, and a fail-hard search cannot distinguish a child that only
    /// reaches alpha from a better child.
    #[inline]
    #[must_use]
    pub fn bound_after_low(self, bound: Bound, window: Window, score: Score, proved: Bound) -> Bound {
        let hides_more = score == window.alpha && self == Self::AboveBeta && proved == Bound::Lower;
        if hides_more { Bound::Lower } else { bound }
    }
}

named! {
    /// The value that a node returns when it fails high or low.
    #[derive(Default)]
    pub enum Fail: "rule for failing" {
        /// The bound of the window: alpha or beta.
        #[default]
        Hard = "hard", "the bound: alpha or beta";
        /// The score that was found, which is a tighter bound.
        Soft = "soft", "the best score found";
    }
    spelled { "failhard" => Hard, "failsoft" => Soft }
}

/// An algorithm in lines of pseudocode, in two versions for pages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pseudocode {
    /// With one function for both sides.
    pub negamax: &'static [CodeLine],
    /// With a branch for MAX and one for MIN.
    pub branches: &'static [CodeLine],
}

impl Pseudocode {
    const fn in_every_view(lines: &'static [CodeLine]) -> Self {
        Self { negamax: lines, branches: lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_behind_a_tie_that_did_not_cut_a_child_may_be_better_than_it_seems() {
        let (alpha, less) = (Score::from_millipawns(1000), Score::from_millipawns(500));
        let window = Window { alpha, beta: alpha };
        let after = |cut: Cut, score, proved| cut.bound_after_low(Bound::Upper, window, score, proved);
        assert_eq!(after(Cut::AboveBeta, alpha, Bound::Lower), Bound::Lower);
        assert_eq!(after(Cut::AboveBeta, alpha, Bound::Exact), Bound::Upper);
        assert_eq!(after(Cut::AboveBeta, alpha, Bound::Upper), Bound::Upper);
        assert_eq!(after(Cut::AboveBeta, less, Bound::Lower), Bound::Upper);
        assert_eq!(after(Cut::AtBeta, alpha, Bound::Lower), Bound::Upper);
        assert_eq!(Cut::AboveBeta.bound_after_low(Bound::Exact, window, less, Bound::Upper), Bound::Exact);
    }
}
