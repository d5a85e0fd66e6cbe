//! The forms in which students write alpha-beta search.

use crate::core::search::{Cut, Fail};

/// The form in which a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchForm {
    pub best: BestIn,
    pub cut: Cut,
    pub fail: Fail,
    /// Whether the root has its own, correct loop.
    pub root_is_right: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BestIn {
    /// Alpha is the best score so far.
    Alpha,
    /// The same, but the score raises alpha before alpha is compared with beta and returned, so the search is fail-hard
    /// only below alpha.
    RaisedAlpha,
    /// The best score is kept separately and compared with beta.
    Own,
    /// The best score is kept separately; it raises alpha, which is then compared with beta.
    OwnThenAlpha,
}

impl SearchForm {
    pub fn all() -> impl Iterator<Item = Self> {
        let ways = [BestIn::Own, BestIn::Alpha, BestIn::OwnThenAlpha, BestIn::RaisedAlpha];
        ways.into_iter().flat_map(|best| {
            // What a search of this form returns does not depend on the fail rule.
            let fails: &[Fail] = if best == BestIn::RaisedAlpha { &[Fail::Hard] } else { &[Fail::Soft, Fail::Hard] };
            [Cut::AtBeta, Cut::AboveBeta].into_iter().flat_map(move |cut| {
                fails
                    .iter()
                    .flat_map(move |&fail| [false, true].map(|root_is_right| Self { best, cut, fail, root_is_right }))
            })
        })
    }
}
