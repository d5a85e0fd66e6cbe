//! The techniques by name, and sets of them.

use std::fmt;

macro_rules! techniques {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $is_exact:literal, $description:literal;)*) => {
        /// What can be added to an algorithm. Each has a file of its own, named in its documentation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Technique { $($(#[$doc])* $variant,)* }

        impl Technique {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the name as it is written on the command line and in traces.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Returns one line that says what it does.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self { $(Self::$variant => $description),* }
            }

            /// Returns whether the score stays that of minimax to the same depth.
            #[must_use]
            pub const fn is_exact(self) -> bool {
                match self { $(Self::$variant => $is_exact),* }
            }
        }
    };
}

techniques! {
    /// `iterative.rs`: <https://www.chessprogramming.org/Iterative_Deepening>.
    Iterative, "iterative", true, "searches to depth 1, then 2, and so on; the best move so far is tried first";
    /// `aspiration.rs`: <https://www.chessprogramming.org/Aspiration_Windows>.
    Aspiration, "aspiration", true, "starts with a narrow window around the expected score";
    /// `transposition_table.rs`: <https://www.chessprogramming.org/Transposition_Table>.
    TranspositionTable, "tt", true, "remembers positions already searched";
    /// `killers.rs`: <https://www.chessprogramming.org/Killer_Heuristic>.
    Killers, "killers", true, "tries quiet moves early that cut at the same ply before";
    /// `history.rs`: <https://www.chessprogramming.org/History_Heuristic>.
    History, "history", true, "tries quiet moves early that cut often anywhere";
    /// `quiescence.rs`: <https://www.chessprogramming.org/Quiescence_Search>.
    Quiescence, "quiescence", false, "searches captures beyond the horizon, until none is worth it";
    /// `quiescence.rs`: <https://www.chessprogramming.org/Delta_Pruning>.
    Delta, "delta", false, "skips captures in quiescence that win too little";
    /// `quiescence.rs`: <https://www.chessprogramming.org/Static_Exchange_Evaluation>.
    Exchange, "exchange", false, "skips captures in quiescence that lose material in exchange";
    /// `check_extension.rs`: <https://www.chessprogramming.org/Check_Extensions>.
    CheckExtension, "check-extension", false, "searches a ply deeper when in check";
    /// `null_move.rs`: <https://www.chessprogramming.org/Null_Move_Pruning>.
    NullMove, "null-move", false, "cuts where even passing is too good";
    /// `late_move_reduction.rs`: <https://www.chessprogramming.org/Late_Move_Reductions>.
    LateMoveReduction, "lmr", false, "searches late quiet moves less deep at first";
    /// `futility.rs`: <https://www.chessprogramming.org/Futility_Pruning>.
    Futility, "futility", false, "skips quiet moves at the last ply where much is missing";
    /// `mate_distance.rs`: <https://www.chessprogramming.org/Mate_Distance_Pruning>.
    MateDistance, "mate-distance", true, "does not look for mates longer than one already found";
}

impl Technique {
    /// Returns the technique of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.name() == name)
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A set of [`Technique`]s.
///
/// ```
/// use plywood::search::{Technique, Techniques};
/// let techniques: Techniques = [Technique::Iterative].into_iter().collect();
/// assert!(techniques.has(Technique::Iterative) && !techniques.has(Technique::Aspiration));
/// assert_eq!(techniques.to_string(), "iterative");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Techniques(u32);

impl Techniques {
    /// None.
    pub const NONE: Self = Self(0);
    /// Those that only change in which order or in how many passes a tree is searched: they leave no leaf out.
    pub const ORDERING: Self = Self::NONE
        .with(Technique::Iterative)
        .with(Technique::Aspiration)
        .with(Technique::Killers)
        .with(Technique::History);
    /// Those that search on where the depth is used up.
    pub const BEYOND_DEPTH: Self = Self::NONE.with(Technique::Quiescence).with(Technique::CheckExtension);

    /// Returns the set with `technique` in it.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | technique.bit())
    }

    /// Returns the set without `technique`.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !technique.bit())
    }

    /// Returns whether `technique` is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// Returns whether a technique is in both sets.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether all techniques of the set are in `other`.
    #[inline]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Visits the techniques, always in the same order.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.iter().copied().filter(move |&technique| self.has(technique))
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Self {
        techniques.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The names, with commas between them.
impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, technique) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}", technique.name())?;
        }
        Ok(())
    }
}
