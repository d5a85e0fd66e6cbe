//! How scores are written in JSON.
//!
//! Pawns are numbers with at most three decimals (`3.375`), infinities the strings `"+inf"` and `"-inf"`, forced mates
//! `{"mate": 5}`: mate five plies after the root, negative for being mated.

use super::{Score, ScoreKind};
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mate = |serializer: S, plies: i64| {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry("mate", &plies)?;
            map.end()
        };
        match self.kind() {
            ScoreKind::Millipawns(n) => serializer.serialize_f64(f64::from(n) / 1000.0),
            ScoreKind::PlusInfinity => serializer.serialize_str("+inf"),
            ScoreKind::MinusInfinity => serializer.serialize_str("-inf"),
            ScoreKind::MateIn(plies) => mate(serializer, i64::from(plies)),
            ScoreKind::MatedIn(plies) => mate(serializer, -i64::from(plies)),
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
        score.ok_or_else(|| E::custom(format!("{pawns} pawns are beyond any sense")))
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
        match map.next_entry::<String, i64>()? {
            Some((key, plies)) if key == "mate" && plies.unsigned_abs() <= 1000 => {
                // Being mated already is -0 plies away, which JSON cannot say; 0 is that.
                let distance = plies.unsigned_abs() as u32;
                Ok(if 0 < plies { Score::mate_in(distance) } else { Score::mated_in(distance) })
            }
            _ => Err(de::Error::custom("a mate is written as {\"mate\": plies}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
