//! What an engine reports beside the fields of the format.

use crate::trace::{Extra, Header, Outcome};
use serde::de::value::Error;
use serde::de::{Deserializer, Error as _, IgnoredAny, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

/// Reads what stands beside header, events and outcome.
pub(super) fn extra(text: &str) -> serde_json::Result<Extra> {
    #[derive(Deserialize)]
    struct RestFields {
        #[serde(default, rename = "event")]
        _event: IgnoredAny,
        #[serde(default, rename = "events")]
        _events: IgnoredAny,
        #[serde(flatten)]
        _outcome: Outcome,
        #[serde(flatten)]
        extra: Extra,
    }
    let RestFields { extra, .. } = serde_json::from_str(text)?;
    // In a document they would stand there twice.
    Ok(extra.without(header_fields()))
}

/// The names of the fields of a header.
fn header_fields() -> &'static [&'static str] {
    let mut names = FieldNames(&[]);
    // It gives the names, and no header.
    let _ = Header::deserialize(&mut names);
    names.0
}

/// Learns which fields a structure asks for.
struct FieldNames(&'static [&'static str]);

impl<'de> Deserializer<'de> for &mut FieldNames {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0 = fields;
        self.deserialize_any(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("there are names only"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map enum identifier ignored_any
    }
}
