//! Words for bounds that no move set.

/// Label for a bound that no move set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoundLabel {
    /// A bound set by MTD(f), which tests a value.
    Test,
    /// The narrow window at the start of a search.
    Aspiration,
    /// A null window.
    NullWindow,
    /// The score of standing pat, that is, of making no capture.
    StandPat,
    /// The range of leaf values.
    Limit,
    /// The window of a chance node above.
    Mean,
    /// The fastest mate that is still possible.
    MateDistance,
    /// No known reason.
    NoMove,
}

impl BoundLabel {
    /// Returns the word in brackets after a bound.
    pub(crate) const fn name(self) -> &'static str {
        self.texts()[0]
    }

    /// Returns the meaning of the word, for the legend.
    pub(crate) const fn meaning(self) -> &'static str {
        self.texts()[1]
    }

    /// Returns a description of the bound.
    pub(crate) const fn said(self) -> &'static str {
        self.texts()[2]
    }

    const fn texts(self) -> [&'static str; 3] {
        let (meaning, said) = ("no move set this bound", "the bound; no move set it.");
        match self {
            Self::Test => [
                "(test)",
                "the value that MTD(f) tests in this pass, or that value plus the smallest unit (0.001); no move set it",
                "the value that MTD(f) tests in this pass; no move has it yet.",
            ],
            Self::Aspiration => [
                "(aspiration)",
                "a bound of the narrow window that the search started with; no move set it",
                "a bound of the narrow window that the search started with; no move has it.",
            ],
            Self::NullWindow => [
                "(null window)",
                "the bound of a null window: the smallest unit (0.001) beyond a score, to ask only whether the score is higher or lower; no move set it",
                "the bound of a null window, which only asks whether the score is higher or lower.",
            ],
            Self::StandPat => ["(stand pat)", meaning, said],
            Self::Limit => [
                "(range)",
                "a bound that follows from what a leaf can be worth (--leaves); no move set it",
                "a bound that follows from what a leaf can be worth; no move has it.",
            ],
            Self::Mean => [
                "(mean)",
                "the score with which the mean of the chance node above would reach a bound of its window; no move set it",
                "the score with which the mean of the chance node above would reach a bound of its window.",
            ],
            Self::MateDistance => [
                "(mate distance)",
                "no faster mate is possible there; no move set this bound",
                "the bound: no faster mate is possible there.",
            ],
            Self::NoMove => ["(no move)", meaning, said],
        }
    }
}
