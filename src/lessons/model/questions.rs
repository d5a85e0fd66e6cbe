//! What an exercise asks beside its lesson: which items, for how many points, by which rule.

use crate::names::named;
use crate::search::Cut;
use crate::text::names;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

named! {
    /// A kind of question.
    pub enum Item: "item" {
        /// The value of each inner node that the search visits, with `=`, `<=` or `>=`.
        Values = "values", "the value of each inner node that the search visits";
        /// Alpha and beta of each inner node when the search comes to it.
        Windows = "windows", "alpha and beta of each inner node when the search comes to it";
        /// Which leaves the search does not read.
        Pruned = "pruned", "the leaves that the search does not read";
        /// In which order the leaves are read.
        Order = "order", "the order in which the leaves are read";
        /// How many cutoffs there are.
        Cutoffs = "cutoffs", "the number of cutoffs";
        /// Which move set an end of a window.
        Owner = "owner", "which move set a bound that was handed down";
        /// For which values of a leaf the next one is not read.
        Range = "range", "for which values of a leaf the next one is not read";
        /// The best move at the root.
        Best = "best", "the best move at the root";
        /// The principal variation.
        Pv = "pv", "the line of best play";
    }
}

impl Item {
    /// What one answer of this kind is worth unless the exercise says something else.
    #[must_use]
    pub const fn usual_points(self) -> Points {
        Points::from_hundredths(match self {
            Self::Pruned => 400,
            Self::Order => 200,
            Self::Values | Self::Windows | Self::Cutoffs | Self::Owner | Self::Range | Self::Best | Self::Pv => 100,
        })
    }

    /// The words with which an answer may begin, its name among them; none where it begins with the name of a node.
    pub(crate) const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Pruned => {
                &["pruned", "cut", "cut off", "left out", "not read", "not searched", "skipped", "crossed out"]
            }
            Self::Order => &["order", "order of visits"],
            Self::Cutoffs => &["cutoffs", "cuts"],
            Self::Best => &["best", "best move"],
            Self::Pv => &["pv", "best play", "best line"],
            Self::Values | Self::Windows | Self::Owner | Self::Range => &[],
        }
    }
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Points for an answer: whole hundredths, so that sums are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(u32);

impl Points {
    /// The most that one answer can be worth.
    pub const LIMIT: u32 = 1000;

    /// Returns so many hundredths of a point.
    #[must_use]
    pub const fn from_hundredths(hundredths: u32) -> Self {
        Self(hundredths)
    }

    /// Returns how many hundredths of a point these are.
    #[must_use]
    pub const fn hundredths(self) -> u32 {
        self.0
    }

    /// Returns the part `share` of `whole`, rounded to the nearest hundredth; no more than all of it.
    #[must_use]
    pub const fn part(self, share: usize, whole: usize) -> Self {
        if whole <= share {
            return self;
        }
        let (share, whole) = (share as u64, whole as u64);
        Self(((self.0 as u64 * share * 2 + whole) / (2 * whole)) as u32)
    }

    /// Returns half of it, rounded up to a hundredth.
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0.div_ceil(2))
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.map(|points| points.0).sum())
    }
}

/// The number of points with as many decimals as it needs: `1`, `0.5`, `3.56`.
impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = match self.0 {
            n if n % 100 == 0 => (n / 100).to_string(),
            n if n % 10 == 0 => format!("{}.{}", n / 100, n % 100 / 10),
            n => format!("{}.{:02}", n / 100, n % 100),
        };
        f.pad(&text)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            n if n % 100 == 0 => serializer.serialize_u32(n / 100),
            n => serializer.serialize_f64(f64::from(n) / 100.0),
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let points = f64::deserialize(deserializer)?;
        let hundredths = points * 100.0;
        let is_exact = (hundredths - hundredths.round()).abs() < 1e-6;
        if !(0.0..=f64::from(Self::LIMIT)).contains(&points) || !is_exact {
            let problem = format!("{points} points; from 0 to {} with two decimals are possible", Self::LIMIT);
            return Err(serde::de::Error::custom(problem));
        }
        Ok(Self(hundredths.round() as u32))
    }
}

/// The field `exercise` of a model: what is asked, and what that is worth. `docs/teaching.md` describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Questions {
    /// The items, in the order in which they are asked; none for the usual ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
    /// What an answer of a kind is worth, where that is not the usual.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<Item, Points>,
    /// The rule for ties that answers must follow; none if both are right.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "rule")]
    pub rule: Option<Cut>,
    /// How it was made, as printed on sheet and key: seed, options and version.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub made: String,
}

impl Questions {
    /// What is asked unless the exercise says something else: what fits a page of paper.
    pub const USUAL: [Item; 4] = [Item::Values, Item::Windows, Item::Pruned, Item::Pv];

    /// Returns the kinds of questions, each once, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<Item> {
        let named: &[Item] = if self.items.is_empty() { &Self::USUAL } else { &self.items };
        let mut asked: Vec<Item> = Vec::new();
        for &item in named {
            if !asked.contains(&item) {
                asked.push(item);
            }
        }
        asked
    }

    /// Returns what one answer of this kind is worth.
    #[must_use]
    pub fn points(&self, item: Item) -> Points {
        self.points.get(&item).copied().unwrap_or_else(|| item.usual_points())
    }
}

/// A rule for ties by its name.
mod rule {
    use super::{Cut, Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(rule: &Option<Cut>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rule.map(Cut::name).unwrap_or_default())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cut>, D::Error> {
        String::deserialize(deserializer)?.parse().map(Some).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_print_with_the_decimals_they_need() {
        let points = [100, 50, 356, 1000].map(|n| Points::from_hundredths(n).to_string());
        assert_eq!(points, ["1", "0.5", "3.56", "10"]);
        assert_eq!(Points::from_hundredths(400).part(2, 3).to_string(), "2.67");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let read = |text: &str| serde_json::from_str::<Questions>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"items": ["valu"]}"#).unwrap_err().contains("`valu` is no item; choose one of: values"));
        assert!(read(r#"{"points": {"pv": -1}}"#).unwrap_err().contains("-1 points"));
        assert!(read(r#"{"rule": "gte"}"#).unwrap_err().contains("`gte` is no rule for ties"));
        let read = read(r#"{"points": {"pv": 2.5}, "rule": "ge"}"#).unwrap();
        assert_eq!((read.points(Item::Pv).to_string().as_str(), read.rule), ("2.5", Some(Cut::AtBeta)));
    }
}
