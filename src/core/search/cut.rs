//! The two choices that alpha-beta leaves open: whether a tie cuts, and what a node outside of its window returns.

use crate::names::named;
use crate::score::{Bound, Place, Score, Window};

named! {
    /// Which scores cut.
    #[derive(Default)]
    pub enum Cut: "rule for ties" {
        /// `beta <= score`: a tie cuts, since the opponent has as good a choice elsewhere.
        #[default]
        AtBeta = "ge", "a score that reaches beta cuts";
        /// `beta < score`: a tie does not cut, which costs nodes and changes no result.
        AboveBeta = "gt", "only a score above beta cuts";
    }
}

impl Cut {
    /// Returns how `score` lies to the window under this rule.
    #[inline]
    #[must_use]
    pub fn place(self, window: Window, score: Score) -> Place {
        let cuts = window.beta <= score && (self == Self::AtBeta || window.beta < score);
        if cuts {
            Place::High
        } else if score <= window.alpha {
            Place::Low
        } else {
            Place::Inside
        }
    }

    /// Returns what a node knows of its score after a child that does not beat alpha, if it knew `bound` before.
    ///
    /// Behind a tie that did not cut, the window is empty, and who fails hard cannot tell a child that only reaches alpha
    /// from one that is better.
    #[inline]
    #[must_use]
    pub fn bound_after_low(self, bound: Bound, window: Window, score: Score, proved: Bound) -> Bound {
        let hides_more = self == Self::AboveBeta && proved == Bound::Lower && score == window.alpha;
        if hides_more { Bound::Lower } else { bound }
    }
}

named! {
    /// What a node returns whose score lies outside of its window.
    #[derive(Default)]
    pub enum Fail: "rule for failing" {
        /// The end of the window: alpha or beta.
        #[default]
        Hard = "hard", "the end of the window: alpha or beta";
        /// The score that was found, which is a tighter bound.
        Soft = "soft", "the score that was found";
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
