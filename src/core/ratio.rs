//! Exact fractions, for values that are not scores: the values of an unknown leaf at which a search changes its
//! decisions, and how the root's value depends on that leaf.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

/// A fraction in its lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    part: i128,
    of: i128,
}

impl Ratio {
    /// Zero.
    pub const ZERO: Self = Self::whole(0);

    /// Returns the fraction `part / of`.
    ///
    /// # Panics
    /// If `of` is zero.
    #[must_use]
    pub fn new(part: i128, of: i128) -> Self {
        assert_ne!(of, 0, "nothing can be divided by zero");
        let divisor = gcd(part.unsigned_abs(), of.unsigned_abs()) as i128 * of.signum();
        Self { part: part / divisor, of: of / divisor }
    }

    /// Returns a whole number.
    #[must_use]
    pub const fn whole(number: i128) -> Self {
        Self { part: number, of: 1 }
    }

    /// Returns the numerator.
    #[must_use]
    pub const fn part(self) -> i128 {
        self.part
    }

    /// Returns the denominator, which is positive.
    #[must_use]
    pub const fn of(self) -> i128 {
        self.of
    }

    /// Returns the fraction with the smallest denominator between two others; a missing end is infinite.
    ///
    /// # Panics
    /// If there is no number between them.
    #[must_use]
    pub fn simplest_between(low: Option<Self>, high: Option<Self>) -> Self {
        match (low, high) {
            (None, None) => Self::ZERO,
            (Some(low), None) if low < Self::ZERO => Self::ZERO,
            (Some(low), None) => Self::whole(low.part.div_euclid(low.of) + 1),
            (None, Some(high)) => Self::simplest_between(Some(high.negated()), None).negated(),
            (Some(low), Some(high)) => {
                assert!(low < high, "nothing is between {low} and {high}");
                if low < Self::ZERO && Self::ZERO < high {
                    Self::ZERO
                } else if high <= Self::ZERO {
                    Self::simplest_between(Some(high.negated()), Some(low.negated())).negated()
                } else {
                    Self::simplest_positive(low, high)
                }
            }
        }
    }

    /// Does the same as [`simplest_between`](Self::simplest_between) for two ends that are not negative.
    fn simplest_positive(low: Self, high: Self) -> Self {
        let below = Self::whole(low.part.div_euclid(low.of));
        let next = below + Self::whole(1);
        if next < high {
            return next;
        }
        // Both ends are between the same two whole numbers.
        let (low, high) = (low - below, high - below);
        let least = Self::whole(1) / high;
        let inverse = match low == Self::ZERO {
            true => Self::simplest_between(Some(least), None),
            false => Self::simplest_between(Some(least), Some(Self::whole(1) / low)),
        };
        below + Self::whole(1) / inverse
    }

    fn negated(self) -> Self {
        Self { part: -self.part, ..self }
    }
}

/// Returns the greatest common divisor; for two zeros, 1.
pub(crate) const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a }
}

impl Add for Ratio {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.part * other.of + other.part * self.of, self.of * other.of)
    }
}

impl Sub for Ratio {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.part * other.of - other.part * self.of, self.of * other.of)
    }
}

impl Mul for Ratio {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::new(self.part * other.part, self.of * other.of)
    }
}

impl Div for Ratio {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        Self::new(self.part * other.of, self.of * other.part)
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.part * other.of).cmp(&(other.part * self.of))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes at most three decimals if they are enough, otherwise a fraction.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if 1000 % self.of != 0 {
            return write!(f, "{}/{}", self.part, self.of);
        }
        let thousandths = self.part * (1000 / self.of);
        let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.abs());
        let decimals = format!("{:03}", size % 1000);
        let decimals = decimals.trim_end_matches('0');
        write!(f, "{sign}{}{}{decimals}", size / 1000, if decimals.is_empty() { "" } else { "." })
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn a_fraction_is_written_as_people_write_it() {
        let text = |part, of| Ratio::new(part, of).to_string();
        assert_eq!(
            [text(4, 2), text(-5, 2), text(1, -8), text(19, 3), text(-1, 1000), text(0, 7)],
            ["2", "-2.5", "-0.125", "19/3", "-0.001", "0"]
        );
    }

    #[test]
    fn the_simplest_fraction_between_two_has_the_smallest_denominator() {
        let between = |low: Option<(i128, i128)>, high: Option<(i128, i128)>| {
            let end = |end: Option<(i128, i128)>| end.map(|(part, of)| Ratio::new(part, of));
            Ratio::simplest_between(end(low), end(high)).to_string()
        };
        assert_eq!(between(None, None), "0");
        assert_eq!(between(Some((2, 1)), None), "3");
        assert_eq!(between(None, Some((-5, 2))), "-3");
        assert_eq!(between(Some((1, 3)), Some((1, 2))), "0.4");
        assert_eq!(between(Some((2, 1)), Some((3, 1))), "2.5");
        assert_eq!(between(Some((-3, 1)), Some((-2, 1))), "-2.5");
        assert_eq!(between(Some((314, 100)), Some((315, 100))), "22/7");
        assert_eq!(between(Some((0, 1)), Some((1, 9))), "0.1");
    }
}
