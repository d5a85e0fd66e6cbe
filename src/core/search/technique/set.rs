//! Properties of techniques, apart from their code, and sets of techniques.

use crate::core::game::Game;
use crate::core::search::pseudocode::{CodeLine, CodeSection, SectionLines};
use crate::core::search::{Order, Technique};
use std::fmt;

/// The effect of a technique on a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Changes only the move ordering or the number of passes; skips no leaf.
    Orders,
    /// Skips parts whose result is already known; the score still equals minimax's.
    Remembers,
    /// Continues the search after the depth is used up.
    SearchesOn,
    /// Guesses that a move need not be searched at all, or only to a reduced depth.
    Guesses,
}

/// The information that a game must provide for a technique.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Need {
    Nothing,
    Keys,
    Symmetry,
    Passes,
    Tactics,
    SameMoves,
}

/// The properties of a technique, apart from its step in the search. There is one row per technique.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TechniqueProperties {
    pub effect: Effect,
    pub needs: Need,
    /// The technique that this one is part of.
    pub part_of: Option<Technique>,
    /// The lines that the technique adds to the pseudocode. Lines that depend on several techniques are assembled
    /// elsewhere.
    pub code: &'static [SectionLines],
}

impl Technique {
    /// Returns a clause about what the technique needs but the game lacks, or `None` if the game provides everything.
    pub(crate) fn missing<G: Game>(self) -> Option<&'static str> {
        let (can, what) = match self.properties().needs {
            Need::Nothing => return None,
            Need::Keys => (G::HAS_KEYS, "has no hash keys"),
            Need::Symmetry => (G::HAS_SYMMETRY, "has no known symmetries"),
            Need::Passes => (G::CAN_PASS, "has no null move"),
            Need::Tactics => (G::HAS_TACTICS, "does not mark captures and checks"),
            Need::SameMoves => (G::HISTORY_SIZE != 0, "does not identify the same move in different positions"),
        };
        (!can).then_some(what)
    }

    /// Returns the technique that this one is part of. Without that technique, this one has no effect.
    pub(crate) const fn part_of(self) -> Option<Self> {
        self.properties().part_of
    }

    /// Returns the lines of pseudocode that the technique adds to a section.
    pub(crate) fn code(self, section: CodeSection) -> impl Iterator<Item = CodeLine> {
        let sections = self.properties().code.iter().filter(move |(of, _)| *of == section);
        sections.flat_map(|(_, lines)| lines.iter().copied())
    }

    /// Returns whether a search with this technique still finds the score of minimax to the same depth.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self.properties().effect, Effect::Orders | Effect::Remembers)
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
    /// Techniques that change only the move ordering or the number of passes. They skip no leaf.
    pub const ORDERING: Self = Self::with_effect(Effect::Orders);
    /// Techniques that make several passes over a tree and work with any algorithm.
    pub(crate) const AROUND: Self = Self::NONE.with(Technique::Iterative).with(Technique::Aspiration);
    /// Techniques that continue the search after the depth is used up.
    pub const BEYOND_DEPTH: Self = Self::with_effect(Effect::SearchesOn);

    /// Techniques that guess that it is enough to search a move to a reduced depth or not at all. Bounds then depend on
    /// these guesses.
    pub const GUESSES: Self = Self::with_effect(Effect::Guesses);

    const fn with_effect(effect: Effect) -> Self {
        let (mut set, mut index) = (Self::NONE, 0);
        while index < Technique::ALL.len() {
            let technique = Technique::ALL[index];
            if technique.properties().effect as u8 == effect as u8 {
                set = set.with(technique);
            }
            index += 1;
        }
        set
    }

    /// Returns the set with `technique` added.
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

    /// Returns whether the two sets have a technique in common.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether all techniques of this set are in `other`.
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

    /// Returns the move ordering to use with these techniques if none is requested: history can rank only moves that
    /// the ordering leaves equal. `has_tactics` says whether the game recognizes captures and can therefore order them.
    #[must_use]
    pub const fn order(self, has_tactics: bool) -> Order {
        match (self.has(Technique::History), has_tactics) {
            (true, true) => Order::MvvLva,
            (true, false) => Order::None,
            (false, _) => Order::Static,
        }
    }

    /// Iterates over the techniques, always in the same order.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.iter().copied().filter(move |&technique| self.has(technique))
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Self {
        techniques.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The names, separated by commas.
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
