//! Who chooses at each ply: MAX, MIN or chance. All nodes of a ply have the same chooser.

use super::{Game, Side};
use serde::{Deserialize, Serialize};
use std::ops::Neg;

/// Who chooses among the moves of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    /// The player who wants the largest score.
    Max,
    /// The player who wants the smallest score.
    Min,
    /// Neither player: a move is drawn at random, and the value of the node is the mean.
    Chance,
}

/// Who chooses at each ply of a game. After its end, the list starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Mover>", into = "Vec<Mover>")]
pub struct Movers {
    len: u8,
    /// One bit per ply: whether MIN chooses at that ply.
    min: u64,
    /// One bit per ply: whether it is a chance ply.
    chance: u64,
}

/// MAX and MIN alternate, MAX first.
impl Default for Movers {
    fn default() -> Self {
        Self::alternating(Side::First)
    }
}

impl Movers {
    /// The maximum length of a list.
    pub const LONGEST: usize = 64;

    /// Returns the list in which MAX and MIN alternate. The side `first` moves first; [`Side::First`] is MAX.
    #[must_use]
    pub const fn alternating(first: Side) -> Self {
        let min = match first {
            Side::First => 0b10,
            Side::Second => 0b01,
        };
        Self { len: 2, min, chance: 0 }
    }

    /// Returns who chooses at each ply, starting from the current position of a game.
    #[must_use]
    pub fn of<G: Game>(game: &G) -> Self {
        game.movers().unwrap_or_else(|| Self::alternating(game.turn()))
    }

    /// Returns this list in its shortest form, or `None` if it is empty or longer than [`LONGEST`](Self::LONGEST).
    #[must_use]
    pub fn new(list: &[Mover]) -> Option<Self> {
        if list.is_empty() || Self::LONGEST < list.len() {
            return None;
        }
        let bits = |mover| list.iter().zip(0..).filter(|(one, _)| **one == mover).map(|(_, ply)| 1_u64 << ply).sum();
        let whole = Self { len: list.len() as u8, min: bits(Mover::Min), chance: bits(Mover::Chance) };
        let divides = |len: &usize| list.len().is_multiple_of(*len);
        let mut shorter = (1..list.len()).filter(divides).map(|len| Self { len: len as u8, ..whole }.cut());
        Some(shorter.find(|shorter| shorter.agrees(whole, list.len())).unwrap_or(whole))
    }

    /// Returns plain alternation if the list alternates for this many plies, because the plies after them do not
    /// matter. Otherwise returns the list.
    #[must_use]
    pub fn within(self, plies: usize) -> Self {
        let in_turn = [Side::First, Side::Second].map(Self::alternating);
        in_turn.into_iter().find(|in_turn| in_turn.agrees(self, plies)).unwrap_or(self)
    }

    fn agrees(self, other: Self, plies: usize) -> bool {
        (0..plies).all(|ply| self.at(ply) == other.at(ply))
    }

    /// Clears the bits beyond the end of the list.
    const fn cut(self) -> Self {
        let kept = u64::MAX >> (64 - self.len as u32);
        Self { len: self.len, min: self.min & kept, chance: self.chance & kept }
    }

    /// Returns who chooses at the nodes `ply` half-moves after the root.
    #[inline]
    #[must_use]
    pub const fn at(self, ply: usize) -> Mover {
        let bit = 1 << self.place(ply);
        if self.chance & bit != 0 {
            Mover::Chance
        } else if self.min & bit != 0 {
            Mover::Min
        } else {
            Mover::Max
        }
    }

    #[inline]
    const fn place(self, ply: usize) -> usize {
        if self.len == 2 { ply & 1 } else { ply % self.len as usize }
    }

    /// Returns the side whose scores are reported at this ply: the player's, or MAX's at a chance ply.
    #[inline]
    #[must_use]
    pub const fn side(self, ply: usize) -> Side {
        if self.min >> self.place(ply) & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Returns whether nodes at the next ply report the other side's scores.
    #[inline]
    #[must_use]
    pub const fn turns(self, ply: usize) -> bool {
        (self.min >> self.place(ply) ^ self.min >> self.place(ply + 1)) & 1 != 0
    }

    /// Converts a score, bound or window between the view of a node at `ply` and the view of its parent. At the root,
    /// nothing changes.
    #[inline]
    #[must_use]
    pub fn up<T: Neg<Output = T>>(self, ply: usize, told: T) -> T {
        if ply != 0 && self.turns(ply - 1) { -told } else { told }
    }

    /// Converts a score, bound or window at `ply` to the root's view, and back.
    #[must_use]
    pub fn at_root<T: Neg<Output = T>>(self, ply: usize, told: T) -> T {
        if self.min >> self.place(ply) & 1 == self.min & 1 { told } else { -told }
    }

    /// Converts a score, bound or window at `ply` to MAX's view, and back.
    #[must_use]
    pub fn at_max<T: Neg<Output = T>>(self, ply: usize, told: T) -> T {
        if self.min >> self.place(ply) & 1 == 0 { told } else { -told }
    }

    /// Returns whether two players alternate and no ply is a chance ply.
    #[must_use]
    pub const fn in_turn(self) -> bool {
        self.len == 2 && self.chance == 0 && (self.min == 0b01 || self.min == 0b10)
    }

    /// Returns whether any ply is a chance ply.
    #[must_use]
    pub const fn has_chance(self) -> bool {
        self.chance != 0
    }

    /// Returns whether the nodes at `ply` are chance nodes.
    #[inline]
    #[must_use]
    pub const fn is_chance(self, ply: usize) -> bool {
        self.chance >> self.place(ply) & 1 != 0
    }
}

/// A list of movers that is empty or too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`movers` must have 1 to {} entries, each of them max, min or chance", Movers::LONGEST)]
pub struct MoversError;

impl TryFrom<Vec<Mover>> for Movers {
    type Error = MoversError;

    fn try_from(list: Vec<Mover>) -> Result<Self, MoversError> {
        Self::new(&list).ok_or(MoversError)
    }
}

impl From<Movers> for Vec<Mover> {
    fn from(movers: Movers) -> Self {
        (0..usize::from(movers.len)).map(|ply| movers.at(ply)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Mover::{Chance, Max, Min};

    fn read(list: &[Mover]) -> Movers {
        Movers::new(list).unwrap()
    }

    #[test]
    fn a_list_says_at_each_ply_what_it_was_made_of() {
        let all = [Max, Min, Chance];
        for len in 1..=5_u32 {
            for number in 0..3_usize.pow(len) {
                let list: Vec<Mover> = (0..len).map(|ply| all[number / 3_usize.pow(ply) % 3]).collect();
                let movers = read(&list);
                assert!((0..list.len()).all(|ply| movers.at(ply) == list[ply]), "{list:?} {movers:?}");
                assert_eq!(Movers::try_from(Vec::from(movers)), Ok(movers));
            }
        }
        assert_eq!(read(&[Max; 64]), read(&[Max]));
        assert_eq!((Movers::new(&[]), Movers::new(&[Max; 65])), (None, None));
    }

    #[test]
    fn players_in_turn_have_one_form() {
        assert_eq!([read(&[Max]).at(1), read(&[Max]).at(2)], [Max, Max]);
        assert_eq!(read(&[Max, Min, Max, Min]), Movers::default());
        assert_eq!(read(&[Max, Min, Max]).within(3), Movers::default());
        assert_eq!(read(&[Min]).within(1), Movers::alternating(Side::Second));
        assert_eq!(read(&[Min]).within(2), read(&[Min]));
        assert!(read(&[Min, Max]).in_turn() && !read(&[Max, Min, Min]).in_turn() && !read(&[Max, Chance]).in_turn());
    }

    #[test]
    fn signs_turn_where_the_side_changes_whose_scores_are_told() {
        let movers = read(&[Max, Min, Min, Chance]);
        assert_eq!([0, 1, 2, 3].map(|ply| movers.turns(ply)), [true, false, true, false]);
        assert_eq!([0, 1, 2, 3].map(|ply| movers.up(ply, 1)), [1, -1, 1, -1]);
        assert_eq!([0, 1, 2, 3].map(|ply| movers.at_root(ply, 1)), [1, -1, -1, 1]);
        let first_min = read(&[Min, Min, Max]);
        assert_eq!([0, 1, 2].map(|ply| first_min.at_root(ply, 1)), [1, 1, -1]);
        assert_eq!([0, 1, 2].map(|ply| first_min.at_max(ply, 1)), [-1, -1, 1]);
    }
}
