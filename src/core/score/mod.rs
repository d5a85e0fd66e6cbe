//! Scores, windows and bounds, with the arithmetic of negamax.
//!
//! All code that uses this module compares scores only with `<` and `<=`, on integers. Floats occur only where pawns
//! are read from text and written to text, and are never compared.

mod interval;
mod plies;
mod window;

pub use interval::Interval;
pub(crate) use plies::Plies;
pub use window::{Bound, End, Window, WindowSide};

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Neg;

/// The value of a position for one side, in thousandths of a pawn, or a forced win or loss in a number of plies.
///
/// Wherever a score is stored, the documentation must say from whose view; inside the search, it is always the view of
/// the side to move. Scores are totally ordered: being mated sooner < being mated later < any number of pawns < mating
/// later < mating sooner, with [`Score::MIN`] and [`Score::MAX`] outside all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// The base of mate scores, far larger than any sum of pawns.
const MATE: i32 = 1_000_000_000;
/// The maximum distance of a mate. A more distant mate could not be distinguished from pawns, but no search is that
/// deep.
const MATE_PLIES: i32 = 10_000;

impl Score {
    /// The score of a draw, or of an equal position.
    pub const ZERO: Self = Self(0);
    /// Larger than every score of a position: "plus infinity".
    pub const MAX: Self = Self(i32::MAX);
    /// Smaller than every score of a position: "minus infinity".
    pub const MIN: Self = Self(-i32::MAX);
    /// The largest number of pawns that [`Score::from_pawns`] accepts, in either direction.
    pub const LIMIT_PAWNS: i32 = 100_000;
    /// How many pawns a search may go beyond [`Score::LIMIT_PAWNS`], in the bounds of its windows and in its estimates
    /// of moves.
    pub(crate) const MARGIN_PAWNS: i32 = 1000;

    /// Returns the score of `millipawns` thousandths of a pawn.
    ///
    /// # Panics
    /// In debug builds, if the number is among the mate scores.
    #[inline]
    #[must_use]
    pub const fn from_millipawns(millipawns: i32) -> Self {
        debug_assert!(millipawns.unsigned_abs() < (MATE - MATE_PLIES) as u32);
        Self(millipawns)
    }

    /// Returns the finite score nearest to `millipawns` thousandths of a pawn, which may be out of range.
    pub(crate) fn clamped(millipawns: i64) -> Self {
        const MOST: i64 = 900_000_000;
        Self::from_millipawns(millipawns.clamp(-MOST, MOST) as i32)
    }

    /// Returns the score of `centipawns` hundredths of a pawn.
    ///
    /// # Panics
    /// In debug builds, if the number is among the mate scores: from about 100 million on.
    #[inline]
    #[must_use]
    pub const fn from_centipawns(centipawns: i32) -> Self {
        Self::from_millipawns(centipawns * 10)
    }

    /// Returns the score nearest to `pawns`, or `None` if `pawns` is not a number or is beyond [`Score::LIMIT_PAWNS`].
    ///
    /// ```
    /// # use plywood::Score;
    /// assert_eq!(Score::from_pawns(3.375), Some(Score::from_millipawns(3375)));
    /// assert_eq!(Score::from_pawns(f64::NAN), None);
    /// ```
    #[must_use]
    pub fn from_pawns(pawns: f64) -> Option<Self> {
        Self::from_pawns_within(pawns, Self::LIMIT_PAWNS)
    }

    /// Returns whether a score can express this number of pawns: it has at most three decimals. Rounding errors of
    /// calculations with such numbers do not count.
    pub(crate) fn is_exact(pawns: f64) -> bool {
        let millipawns = pawns * 1000.0;
        (millipawns - millipawns.round()).abs() < 1e-4
    }

    fn from_pawns_within(pawns: f64, limit: i32) -> Option<Self> {
        let limit = f64::from(limit);
        (-limit..=limit).contains(&pawns).then(|| Self((pawns * 1000.0).round() as i32))
    }

    /// Returns the score multiplied by `by`, or `None` for a mate, an infinity, or a result beyond
    /// [`Score::LIMIT_PAWNS`].
    #[must_use]
    pub fn times(self, by: u32) -> Option<Self> {
        let ScoreKind::Millipawns(millipawns) = self.kind() else { return None };
        let product = i64::from(millipawns) * i64::from(by);
        (product.abs() <= i64::from(Self::LIMIT_PAWNS) * 1000).then_some(Self(product as i32))
    }

    /// Returns the score of giving mate `plies` plies after the root (1 = by the next move), less than 10,000.
    ///
    /// # Panics
    /// In debug builds, if the number of plies is larger.
    #[inline]
    #[must_use]
    pub const fn mate_in(plies: u32) -> Self {
        debug_assert!(plies < MATE_PLIES as u32);
        Self(MATE - plies as i32)
    }

    /// Returns the score of being mated `plies` plies after the root (0 = mated already), less than 10,000.
    ///
    /// # Panics
    /// In debug builds, if the number of plies is larger.
    #[inline]
    #[must_use]
    pub const fn mated_in(plies: u32) -> Self {
        debug_assert!(plies < MATE_PLIES as u32);
        Self(plies as i32 - MATE)
    }

    /// Returns what kind of score this is: pawns, a forced mate, or an infinity.
    #[must_use]
    pub const fn kind(self) -> ScoreKind {
        match self.0 {
            i32::MAX => ScoreKind::PlusInfinity,
            n if n == -i32::MAX => ScoreKind::MinusInfinity,
            n if n > MATE - MATE_PLIES => ScoreKind::MateIn((MATE - n) as u32),
            n if n < MATE_PLIES - MATE => ScoreKind::MatedIn((MATE + n) as u32),
            n => ScoreKind::Millipawns(n),
        }
    }

    /// Returns this score plus `millipawns`; a mate score or an infinity is unchanged.
    ///
    /// Use it for margins and for adjacent scores: no score is between a score and its `shifted(1)`.
    #[inline]
    #[must_use]
    pub const fn shifted(self, millipawns: i32) -> Self {
        if let ScoreKind::Millipawns(n) = self.kind() { Self(n + millipawns) } else { self }
    }

    /// Returns the sum. If `self` is a mate score or an infinity, it is returned unchanged; if `other` is one, it
    /// counts as zero.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        if let ScoreKind::Millipawns(n) = other.kind() { self.shifted(n) } else { self }
    }

    /// Returns whether the scores are equal, or both are pawns that differ by at most `by`.
    #[must_use]
    pub fn is_near(self, other: Self, by: Self) -> bool {
        let Self(most) = by;
        let near = |a: i32, b: i32| a.abs_diff(b) <= most.unsigned_abs();
        match (self.kind(), other.kind()) {
            (ScoreKind::Millipawns(a), ScoreKind::Millipawns(b)) => near(a, b),
            _ => self == other,
        }
    }

    /// Returns the next larger score. The only score above mate with the next move is [`Score::MAX`].
    #[inline]
    #[must_use]
    pub const fn above(self) -> Self {
        match self.0 {
            n if n == -i32::MAX => Self::mated_in(1),
            n if n < MATE - 1 => Self(n + 1),
            _ => Self::MAX,
        }
    }

    /// Returns the next smaller score. The only score below being mated by the next move is [`Score::MIN`], because a
    /// side that is already mated has nothing to search.
    #[inline]
    #[must_use]
    pub const fn below(self) -> Self {
        match self.0 {
            i32::MAX => Self::mate_in(1),
            n if 1 - MATE < n => Self(n - 1),
            _ => Self::MIN,
        }
    }

    /// Returns a number that sorts like the score.
    #[inline]
    pub(crate) const fn ordinal(self) -> i64 {
        self.0 as i64
    }

    /// Converts a mate score counted from the root to one counted from a node `ply` plies below it; any other score is
    /// unchanged.
    #[inline]
    #[must_use]
    pub const fn counted_from_node(self, ply: u32) -> Self {
        match self.kind() {
            ScoreKind::MateIn(_) => Self(self.0 + ply as i32),
            ScoreKind::MatedIn(_) => Self(self.0 - ply as i32),
            ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => self,
        }
    }

    /// Undoes [`Score::counted_from_node`].
    #[inline]
    #[must_use]
    pub const fn counted_from_root(self, ply: u32) -> Self {
        match self.kind() {
            ScoreKind::MateIn(_) => Self(self.0 - ply as i32),
            ScoreKind::MatedIn(_) => Self(self.0 + ply as i32),
            ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => self,
        }
    }

    /// Returns whether this is a forced mate, for either side.
    #[inline]
    #[must_use]
    pub const fn is_mate(self) -> bool {
        matches!(self.kind(), ScoreKind::MateIn(_) | ScoreKind::MatedIn(_))
    }

    /// Returns the fewest decimals with which the score prints exactly, 0 to 3.
    #[must_use]
    pub const fn decimals(self) -> usize {
        let ScoreKind::Millipawns(n) = self.kind() else { return 0 };
        match n {
            n if n % 10 != 0 => 3,
            n if n % 100 != 0 => 2,
            n if n % 1000 != 0 => 1,
            _ => 0,
        }
    }

    /// Returns whether this is one of the two infinities.
    #[inline]
    #[must_use]
    pub const fn is_infinite(self) -> bool {
        self.0 == i32::MAX || self.0 == -i32::MAX
    }
}

/// The meaning of a [`Score`]; see [`Score::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Thousandths of a pawn.
    Millipawns(i32),
    /// A forced mate, counted in plies from the root.
    MateIn(u32),
    /// The side is mated by force, counted in plies from the root.
    MatedIn(u32),
    /// [`Score::MAX`].
    PlusInfinity,
    /// [`Score::MIN`].
    MinusInfinity,
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Pawns with three decimals, `#3` (mate in three moves), `#-3` (mated in three moves), `+inf` or `-inf`.
///
/// The sign flag (`{:+}`) writes `+` before positive pawns; width and fill are supported; the precision is the number
/// of decimals (default 3), rounded half away from zero.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.kind() {
            ScoreKind::PlusInfinity => "+inf".to_owned(),
            ScoreKind::MinusInfinity => "-inf".to_owned(),
            ScoreKind::MateIn(plies) => format!("#{}", plies.div_ceil(2)),
            ScoreKind::MatedIn(plies) => format!("#-{}", plies.div_ceil(2)),
            ScoreKind::Millipawns(n) => {
                let decimals = f.precision().unwrap_or(3).min(3);
                let unit = 10_i32.pow(3 - decimals as u32);
                let rounded = (n.abs() + unit / 2) / unit;
                let sign = match n {
                    _ if rounded == 0 => "",
                    n if n < 0 => "-",
                    _ if f.sign_plus() => "+",
                    _ => "",
                };
                let scale = 10_i32.pow(decimals as u32);
                match decimals {
                    0 => format!("{sign}{rounded}"),
                    _ => format!("{sign}{}.{:0decimals$}", rounded / scale, rounded % scale),
                }
            }
        };
        // `pad` would treat the precision as a maximum width.
        let width = f.width().unwrap_or(0);
        match f.align() {
            Some(fmt::Alignment::Left) => write!(f, "{text:<width$}"),
            Some(fmt::Alignment::Center) => write!(f, "{text:^width$}"),
            Some(fmt::Alignment::Right) | None => write!(f, "{text:>width$}"),
        }
    }
}

/// In JSON, pawns are numbers with at most three decimals (`3.375`), infinities are the strings `"+inf"` and `"-inf"`,
/// and a forced mate is `{"mate": 5}`, which means mate five plies after the root (negative for being mated). `{"won":
/// 0}` means already won, at the root.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = |serializer: S, word: &str, plies: i64| {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry(word, &plies)?;
            map.end()
        };
        match self.kind() {
            ScoreKind::Millipawns(n) => serializer.serialize_f64(f64::from(n) / 1000.0),
            ScoreKind::PlusInfinity => serializer.serialize_str("+inf"),
            ScoreKind::MinusInfinity => serializer.serialize_str("-inf"),
            // Zero has no sign, and in `mate` it means already mated.
            ScoreKind::MateIn(0) => object(serializer, "won", 0),
            ScoreKind::MateIn(plies) => object(serializer, "mate", i64::from(plies)),
            ScoreKind::MatedIn(plies) => object(serializer, "mate", -i64::from(plies)),
        }
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScoreVisitor)
    }
}

struct ScoreVisitor;

impl<'de> Visitor<'de> for ScoreVisitor {
    type Value = Score;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pawns as a number, {{\"mate\": plies}}, \"+inf\" or \"-inf\"")
    }

    fn visit_f64<E: de::Error>(self, pawns: f64) -> Result<Score, E> {
        let score = Score::from_pawns_within(pawns, Score::LIMIT_PAWNS + Score::MARGIN_PAWNS);
        score.ok_or_else(|| E::custom(format!("{pawns} pawns are out of range; write \"-inf\" or \"+inf\" for an open end of a window, and {{\"mate\": 3}} for a mate in 3 plies")))
    }

    fn visit_i64<E: de::Error>(self, pawns: i64) -> Result<Score, E> {
        self.visit_f64(pawns as f64)
    }

    fn visit_u64<E: de::Error>(self, pawns: u64) -> Result<Score, E> {
        self.visit_f64(pawns as f64)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Score, E> {
        match text {
            "+inf" => Ok(Score::MAX),
            "-inf" => Ok(Score::MIN),
            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Score, A::Error> {
        let score = match map.next_entry::<String, i64>()? {
            Some((key, 0)) if key == "won" => Score::mate_in(0),
            Some((key, plies)) if key == "mate" && plies.unsigned_abs() <= 1000 => {
                // "Already mated" would be -0 plies, which JSON cannot express, so it is written as 0.
                let distance = plies.unsigned_abs() as u32;
                if 0 < plies { Score::mate_in(distance) } else { Score::mated_in(distance) }
            }
            _ => return Err(de::Error::custom("a mate is written as {\"mate\": plies}, with at most 1000 plies")),
        };
        match map.next_key::<String>()? {
            None => Ok(score),
            Some(key) => {
                Err(de::Error::custom(format!("a mate has only one field, {{\"mate\": plies}}, without `{key}`")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_from_mated_now_to_mating_now() {
        let pawns = |n| Score::from_pawns(n).expect("within the limit");
        let line = [
            Score::MIN,
            Score::mated_in(0),
            Score::mated_in(2),
            pawns(-99_999.0),
            pawns(-0.001),
            Score::ZERO,
            pawns(99_999.0),
            Score::mate_in(3),
            Score::mate_in(1),
            Score::MAX,
        ];
        assert!(line.windows(2).all(|pair| pair[0] < pair[1]));
        for score in line {
            assert_eq!(-(-score), score);
        }
    }

    #[test]
    fn scores_print_as_people_read_them() {
        let show = |n: i32| Score::from_millipawns(n).to_string();
        assert_eq!([show(3375), show(-125), show(0), show(12_000)], ["3.375", "-0.125", "0.000", "12.000"]);
        assert_eq!(format!("{:+.2}", Score::from_millipawns(3375)), "+3.38");
        assert_eq!(format!("{:+.2}", Score::from_millipawns(-4)), "0.00");
        assert_eq!(format!("[{:>7}]", Score::mate_in(5)), "[     #3]");
        assert_eq!(Score::mated_in(4).to_string(), "#-2");
        assert_eq!(Score::mated_in(5).to_string(), "#-3");
        assert_eq!([Score::MAX.to_string(), Score::MIN.to_string()], ["+inf", "-inf"]);
    }

    #[test]
    fn a_score_knows_how_many_decimals_it_needs() {
        let needed = |n: i32| Score::from_millipawns(n).decimals();
        assert_eq!([12_000, -2500, 250, -125].map(needed), [0, 1, 2, 3]);
        assert_eq!([Score::MAX.decimals(), Score::mate_in(3).decimals()], [0, 0]);
    }

    #[test]
    fn every_neighbour_of_a_score_is_a_score() {
        let line = [Score::MIN, Score::mated_in(1), Score::mated_in(2)];
        for pair in line.windows(2) {
            assert_eq!((pair[0].above(), pair[1].below()), (pair[1], pair[0]));
            assert_eq!(((-pair[0]).below(), (-pair[1]).above()), (-pair[1], -pair[0]));
        }
        assert_eq!((Score::MAX.above(), Score::MIN.below()), (Score::MAX, Score::MIN));
        assert_eq!(Score::mated_in(0).below(), Score::MIN);
        assert_eq!((Score::ZERO.above(), Score::ZERO.below()), (Score(1), Score(-1)));
    }

    #[test]
    fn absurd_pawns_are_refused() {
        for pawns in [f64::NAN, f64::INFINITY, 100_001.0, -1e300] {
            assert_eq!(Score::from_pawns(pawns), None);
        }
    }

    #[test]
    fn mate_scores_are_counted_from_the_node_or_from_the_root() {
        for score in [Score::mate_in(7), Score::mated_in(8), Score::from_millipawns(7), Score::MAX] {
            assert_eq!(score.counted_from_node(5).counted_from_root(5), score);
        }
        assert_eq!(Score::mate_in(7).counted_from_node(5), Score::mate_in(2));
        assert_eq!(Score::mated_in(8).counted_from_node(5), Score::mated_in(3));
    }

    fn read(text: &str) -> Option<Score> {
        serde_json::from_str(text).ok()
    }

    #[test]
    fn scores_are_read_as_people_write_them() {
        let pawns = |pawns: i32| Some(Score::from_millipawns(pawns * 1000));
        assert_eq!([read("3"), read("-3"), read("3.0"), read("0")], [pawns(3), pawns(-3), pawns(3), pawns(0)]);
        assert_eq!([read("\"+inf\""), read("\"-inf\"")], [Some(Score::MAX), Some(Score::MIN)]);
        let mates = [read("{\"mate\": 3}"), read("{\"mate\": -2}"), read("{\"mate\": 0}")];
        assert_eq!(mates, [Some(Score::mate_in(3)), Some(Score::mated_in(2)), Some(Score::mated_in(0))]);
    }

    #[test]
    fn what_is_no_score_is_refused() {
        assert_eq!(read("{\"mate\": 1000}"), Some(Score::mate_in(1000)));
        assert_eq!(read("101000"), Some(Score::from_millipawns(101_000_000)));
        for text in ["{\"mate\": 1001}", "{\"mat\": 1}", "{}", "101001", "-101001", "\"inf\"", "null", "1e99"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
