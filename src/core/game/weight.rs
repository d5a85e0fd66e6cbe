//! The probability of a move at a chance node.

use crate::core::ratio;
use crate::core::score::Score;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The probability of a move at a chance node: a fraction whose denominator all moves of the node share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Weight {
    part: u32,
    of: u32,
}

impl Weight {
    /// The largest denominator.
    pub const MOST: u32 = 1_000_000;
    /// The weight of a move that has no siblings.
    pub const ONE: Self = Self { part: 1, of: 1 };

    /// Returns the fraction `part / of`, or `None` if it is zero, is more than one, or has a denominator greater than
    /// [`MOST`](Self::MOST).
    #[must_use]
    pub const fn new(part: u32, of: u32) -> Option<Self> {
        if part == 0 || of < part || Self::MOST < of { None } else { Some(Self { part, of }) }
    }

    /// Returns the numerator.
    #[must_use]
    pub const fn part(self) -> u32 {
        self.part
    }

    /// Returns the denominator.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of
    }

    /// Returns the weights with their smallest common denominator, or `None` if this denominator is too large or if the
    /// weights do not add up to 1.
    #[must_use]
    pub fn shared(weights: &[Self]) -> Option<Vec<Self>> {
        let of = weights.iter().try_fold(1_u64, |of, weight| {
            let of = of / gcd(of, u64::from(weight.of)) * u64::from(weight.of);
            (of <= u64::from(Self::MOST)).then_some(of)
        })?;
        let shared: Vec<Self> = weights.iter().map(|weight| weight.in_parts_of(of as u32)).collect();
        let sum: u64 = shared.iter().map(|weight| u64::from(weight.part)).sum();
        let divisor = shared.iter().fold(of, |divisor, weight| gcd(divisor, u64::from(weight.part))) as u32;
        let reduced = |weight: &Self| Self { part: weight.part / divisor, of: weight.of / divisor };
        (sum == of).then(|| shared.iter().map(reduced).collect())
    }

    const fn in_parts_of(self, of: u32) -> Self {
        Self { part: (self.part as u64 * of as u64 / self.of as u64) as u32, of }
    }

    /// Returns the sum as a fraction in its lowest terms, or `None` if a part of the fraction is greater than
    /// `u64::MAX`.
    #[must_use]
    pub fn sum(weights: &[Self]) -> Option<(u64, u64)> {
        weights.iter().try_fold((0_u64, 1_u64), |(sum, whole), weight| {
            let (part, of) = (u128::from(weight.part), u128::from(weight.of));
            let (sum, whole) = (u128::from(sum) * of + part * u128::from(whole), u128::from(whole) * of);
            let divisor = ratio::gcd(sum, whole);
            Some((u64::try_from(sum / divisor).ok()?, u64::try_from(whole / divisor).ok()?))
        })
    }

    /// Returns the nearest decimal fraction.
    #[must_use]
    pub fn as_decimal(self) -> f64 {
        f64::from(self.part) / f64::from(self.of)
    }

    /// Returns the fraction in its lowest terms.
    #[must_use]
    pub fn lowest(self) -> (u32, u32) {
        let divisor = gcd(u64::from(self.part), u64::from(self.of)) as u32;
        (self.part / divisor, self.of / divisor)
    }

    /// Writes a decimal fraction such as `0.4` if at most three decimals are enough, otherwise a fraction such as
    /// `1/3`.
    #[must_use]
    pub fn text(self) -> String {
        let (part, of) = self.lowest();
        if 1000_u32.is_multiple_of(of) {
            let thousandths = format!("{:03}", part * (1000 / of) % 1000);
            let decimals = thousandths.trim_end_matches('0');
            let whole = part / of;
            return if decimals.is_empty() { whole.to_string() } else { format!("{whole}.{decimals}") };
        }
        format!("{part}/{of}")
    }
}

/// Returns the mean of the scores of a chance node's children, given their shares of the probability, rounded to the
/// nearest thousandth. The shares need not add up to 1. An infinite score makes the mean infinite.
///
/// # Panics
/// If there is no child.
pub(crate) fn weighted_mean(children: impl IntoIterator<Item = (u32, Score)>) -> Score {
    let (mut sum, mut whole) = (0, 0);
    for (share, score) in children {
        if score.is_infinite() {
            return score;
        }
        sum += i64::from(share) * score.ordinal();
        whole += i64::from(share);
    }
    Score::clamped((2 * sum + whole).div_euclid(2 * whole))
}

/// Returns the greatest common divisor; for two zeros, 1.
pub(crate) const fn gcd(a: u64, b: u64) -> u64 {
    ratio::gcd(a as u128, b as u128) as u64
}

/// Writes the fraction with the denominator that all moves of the node share: `2/5`.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// A text that is not a probability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a probability; write 0.4, 2/5 or 40%, more than 0 and at most 1")]
pub struct WeightError(pub String);

/// Reads `0.4`, `2/5` and `40%`.
impl std::str::FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let decimal = |text: &str, of: u64| {
            let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
            let digits = format!("{whole}{decimals}");
            let is_number =
                !digits.is_empty() && digits.len() <= 12 && digits.bytes().all(|byte| byte.is_ascii_digit());
            let part = digits.parse::<u64>().ok().filter(|_| is_number)?;
            Some((part, of * 10_u64.pow(decimals.len() as u32)))
        };
        let (part, of) = match (text.split_once('/'), text.strip_suffix('%')) {
            (Some((part, of)), _) => part.trim().parse().ok().zip(of.trim().parse().ok()),
            (None, Some(percent)) => decimal(percent.trim(), 100),
            (None, None) => decimal(text, 1),
        }
        .filter(|&(_, of)| of != 0)
        .ok_or_else(|| WeightError(text.to_owned()))?;
        let divisor = gcd(part, of);
        let (part, of) = (u32::try_from(part / divisor), u32::try_from(of / divisor));
        part.ok().zip(of.ok()).and_then(|(part, of)| Self::new(part, of)).ok_or_else(|| WeightError(text.to_owned()))
    }
}

/// Reads a fraction without reducing it, because all moves of a node share one denominator.
impl TryFrom<String> for Weight {
    type Error = WeightError;

    fn try_from(text: String) -> Result<Self, WeightError> {
        let fraction = text.split_once('/').and_then(|(part, of)| Self::new(part.parse().ok()?, of.parse().ok()?));
        fraction.map_or_else(|| text.parse(), Ok)
    }
}

impl From<Weight> for String {
    fn from(weight: Weight) -> Self {
        weight.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_read_in_three_ways_and_written_in_the_shortest() {
        let read = |text: &str| text.parse::<Weight>().map(|weight| (weight.to_string(), weight.text())).ok();
        let both = |fraction: &str, text: &str| Some((fraction.to_owned(), text.to_owned()));
        assert_eq!(
            [read("0.4"), read("2/5"), read("40%")],
            [both("2/5", "0.4"), both("2/5", "0.4"), both("2/5", "0.4")]
        );
        assert_eq!(
            [read("1/3"), read("12.5%"), read("1")],
            [both("1/3", "1/3"), both("1/8", "0.125"), both("1/1", "1")]
        );
        for text in
            ["0", "1.5", "3/2", "0/5", "1/0", "x", "", "%", "-0.4", "1e-1", "0.0000001", "999999999999999999999/2"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_mean_is_rounded_to_the_nearest_thousandth() {
        let mean = |children: &[(u32, i32)]| {
            weighted_mean(children.iter().map(|&(share, score)| (share, Score::from_millipawns(score)))).ordinal()
        };
        assert_eq!([mean(&[(1, 3000), (3, 1000)]), mean(&[(2, 1), (1, 0)]), mean(&[(2, -1), (1, 0)])], [1500, 1, -1]);
        assert_eq!([mean(&[(1, 1), (1, 0)]), mean(&[(1, -1), (1, 0)])], [1, 0]);
        assert_eq!(weighted_mean([(1, Score::ZERO), (1, Score::MIN)]), Score::MIN);
    }

    #[test]
    fn the_moves_of_a_node_share_one_whole() {
        let all = |texts: &[&str]| -> Vec<Weight> { texts.iter().map(|text| text.parse().unwrap()).collect() };
        let shared = |texts: &[&str]| {
            Weight::shared(&all(texts)).map(|all| all.iter().map(Weight::to_string).collect::<Vec<_>>())
        };
        assert_eq!(shared(&["0.5", "1/3", "1/6"]), Some(vec!["3/6".to_owned(), "2/6".to_owned(), "1/6".to_owned()]));
        assert_eq!(shared(&["1"]), Some(vec!["1/1".to_owned()]));
        assert_eq!((shared(&["0.5", "0.4"]), Weight::sum(&all(&["0.5", "0.4"]))), (None, Some((9, 10))));
        let primes: Vec<Weight> = [999_983, 999_979, 999_961, 999_959].map(|of| Weight::new(1, of).unwrap()).into();
        assert_eq!((Weight::sum(&primes), Weight::sum(&primes[..3]).is_some()), (None, true));
    }
}
