//! What came out of a search.

use super::Statistics;
use crate::hooks::Leaf;
use crate::score::Score;
use crate::search::TableLine;
use crate::text::{HasNames, names};
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// What came out of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the search was finished; if not, the rest is what was found so far.
    pub complete: bool,
    /// The depth of which the answer is, if a search that goes deeper and deeper was stopped at a larger one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_depth: Option<u32>,
    /// Score of the root, for the side to move; none if no move was searched to the end.
    pub score: Option<Score>,
    /// The best move.
    #[serde(default, deserialize_with = "names")]
    pub best: Option<String>,
    /// The principal variation.
    #[serde(deserialize_with = "names")]
    pub pv: Vec<String>,
    /// The score of the leaf at the end of the PV, for the side to move at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf_score: Option<Score>,
    /// Why the PV ends in a leaf that was not evaluated but known otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_short: Option<Leaf>,
    /// How the game ended, if it was over at the root.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "names")]
    pub ending: Option<String>,
    /// The counts.
    pub statistics: Statistics,
    /// The principal variation as the transposition table has it, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "names")]
    pub table_line: Option<TableLine<String>>,
    /// What else the engine reports. Its fields stand beside the others.
    #[serde(flatten, skip_deserializing)]
    pub extra: Extra,
}

impl HasNames for TableLine<String> {
    fn show(&mut self) {
        self.moves.show();
    }
}

/// Fields that the format does not know, in the order in which they were written: an engine's own report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra(Vec<(String, Value)>);

impl Extra {
    /// Returns the fields of a report.
    ///
    /// # Errors
    /// If the report is not written as a JSON object.
    pub fn of(report: &impl Serialize) -> serde_json::Result<Self> {
        // By way of text, which keeps the order of the fields.
        serde_json::from_str(&serde_json::to_string(report)?)
    }

    /// Returns the fields without those of these names.
    pub(crate) fn without(mut self, names: &[&str]) -> Self {
        self.0.retain(|(name, _)| !names.contains(&name.as_str()));
        self
    }

    /// Reads a report out of the fields; nothing if it is not there.
    #[must_use]
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        let fields: Map<String, Value> = self.0.iter().cloned().collect();
        serde_json::from_value(Value::Object(fields)).ok()
    }
}

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OutcomeFields;
        impl<'de> Visitor<'de> for OutcomeFields {
            type Value = Extra;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Extra, A::Error> {
                let mut fields = Vec::new();
                while let Some((mut name, mut value)) = map.next_entry::<String, Value>()? {
                    name.show();
                    value.show();
                    fields.push((name, value));
                }
                Ok(Extra(fields))
            }
        }
        deserializer.deserialize_map(OutcomeFields)
    }
}
