//! The techniques by name, and sets of them.

use super::Order;
use crate::names::named;
use std::fmt;

named! {
    /// What can be added to an algorithm. Each has a file, named in its documentation.
    #[non_exhaustive]
    pub enum Technique: "technique" {
        /// `iterative.rs`: <https://www.chessprogramming.org/Iterative_Deepening>.
        Iterative = "iterative", "searches to depth 1, then 2, and so on; the best line so far is tried first";
        /// `aspiration.rs`: <https://www.chessprogramming.org/Aspiration_Windows>.
        Aspiration = "aspiration", "starts with a narrow window around the expected score";
        /// `transposition_table.rs`: <https://www.chessprogramming.org/Transposition_Table>.
        TranspositionTable = "tt", "remembers positions already searched";
        /// `killers.rs`: <https://www.chessprogramming.org/Killer_Heuristic>.
        Killers = "killers", "tries quiet moves early that cut at the same ply before";
        /// `history.rs`: <https://www.chessprogramming.org/History_Heuristic>.
        History = "history", "tries quiet moves early that cut often anywhere";
        /// `quiescence.rs`: <https://www.chessprogramming.org/Quiescence_Search>.
        Quiescence = "quiescence", "searches captures beyond the horizon, until none is worth it";
        /// `quiescence.rs`: <https://www.chessprogramming.org/Delta_Pruning>.
        Delta = "delta", "skips captures in quiescence that win too little";
        /// `quiescence.rs`: <https://www.chessprogramming.org/Static_Exchange_Evaluation>.
        See = "see", "skips captures in quiescence that lose material in exchange";
        /// `engine.rs`: <https://www.chessprogramming.org/Check_Extensions>.
        CheckExtension = "check-extension", "searches a ply deeper when in check";
        /// `null_move.rs`: <https://www.chessprogramming.org/Null_Move_Pruning>.
        NullMove = "null-move", "cuts where even passing is too good";
        /// `late_move_reduction.rs`: <https://www.chessprogramming.org/Late_Move_Reductions>.
        LateMoveReduction = "lmr", "searches late quiet moves less deep at first";
        /// `futility.rs`: <https://www.chessprogramming.org/Futility_Pruning>.
        Futility = "futility", "skips quiet moves at the last ply where much is missing";
        /// `mate_distance.rs`: <https://www.chessprogramming.org/Mate_Distance_Pruning>.
        MateDistance = "mate-distance", "does not look for mates longer than one already found";
        /// `transposition_table.rs`: positions that are the same turned or mirrored share an entry.
        Symmetry = "symmetry", "lets the table know turned and mirrored positions, too";
    }
    older { "exchange" => See }
}

/// What a technique does to a search: all that others ask of one beside its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// It only changes in which order or in how many passes a tree is searched, and leaves no leaf out.
    Orders,
    /// It leaves out what is known already; the score stays that of minimax.
    Remembers,
    /// It searches on where the depth is used up.
    SearchesOn,
    /// It guesses that something need not be searched, or not so deep.
    Guesses,
}

impl Technique {
    #[rustfmt::skip]
    const fn effect(self) -> Effect {
        match self {
            Self::Iterative          => Effect::Orders,
            Self::Aspiration         => Effect::Orders,
            Self::TranspositionTable => Effect::Remembers,
            Self::Killers            => Effect::Orders,
            Self::History            => Effect::Orders,
            Self::Quiescence         => Effect::SearchesOn,
            Self::Delta              => Effect::Guesses,
            Self::See                => Effect::Guesses,
            Self::CheckExtension     => Effect::SearchesOn,
            Self::NullMove           => Effect::Guesses,
            Self::LateMoveReduction  => Effect::Guesses,
            Self::Futility           => Effect::Guesses,
            Self::MateDistance       => Effect::Remembers,
            Self::Symmetry           => Effect::Remembers,
        }
    }

    /// Returns whether the score stays that of minimax to the same depth.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self.effect(), Effect::Orders | Effect::Remembers)
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
    /// All of them.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
    /// Those that only change in which order or in how many passes a tree is searched: they leave no leaf out.
    pub const ORDERING: Self = Self::with_effect(Effect::Orders);
    /// Those that search on where the depth is used up.
    pub const BEYOND_DEPTH: Self = Self::with_effect(Effect::SearchesOn);

    /// Those that guess that something need not be searched, or not so deep, so that limits rest on guesses.
    pub const GUESSES: Self = Self::with_effect(Effect::Guesses);

    const fn with_effect(effect: Effect) -> Self {
        let (mut set, mut index) = (Self::NONE, 0);
        while index < Technique::ALL.len() {
            let technique = Technique::ALL[index];
            if technique.effect() as u8 == effect as u8 {
                set = set.with(technique);
            }
            index += 1;
        }
        set
    }

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

    /// Returns the techniques that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
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

    /// Returns the order of moves that the techniques need, where nobody asks for another: history can only rank moves that
    /// the order leaves equal. `has_tactics` says whether the game can tell captures, for which there is an order.
    #[must_use]
    pub const fn order(self, has_tactics: bool) -> Order {
        match (self.has(Technique::History), has_tactics) {
            (true, true) => Order::MvvLva,
            (true, false) => Order::None,
            (false, _) => Order::Static,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        use Technique as T;
        let (both, one) = (Techniques::NONE.with(T::NullMove).with(T::Killers), Techniques::NONE.with(T::NullMove));
        assert_eq!(both.and(Techniques::GUESSES), one);
        assert_eq!(both.with(T::Killers), both, "what is there is not taken out");
        assert_eq!(both.without(T::Killers), one);
        assert_eq!(one.without(T::Killers), one);
        assert!(both.intersects(one) && !one.intersects(Techniques::ORDERING));
        assert_eq!(Techniques::ALL.iter().count(), Technique::ALL.len());
        assert_eq!(both.to_string(), "killers,null-move");
    }
}
