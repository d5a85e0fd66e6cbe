//! What is common to all texts that are read: byte order marks, control characters, and JSON objects that are read as
//! objects only.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// Drops the byte order mark that some editors put at the beginning of a file.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns the text with line feeds for line ends, where a lone carriage return ends each line, as it did on old computers.
/// Other texts stay as they are.
#[must_use]
pub fn with_line_ends(text: &str) -> Cow<'_, str> {
    let is_old = text.contains('\r') && !text.contains('\n');
    if is_old { Cow::Owned(text.replace('\r', "\n")) } else { Cow::Borrowed(text) }
}

/// Returns text in which control characters, but for line feeds and tabs, stand there by their numbers, as `[U+001B]`: what a
/// file says about itself gives no orders to a terminal, and is allowed on any page.
#[must_use]
pub fn without_controls(text: &str) -> String {
    by_number(text, |letter| letter.is_control() && !matches!(letter, '\n' | '\t'))
}

/// Returns text in which some letters stand by their numbers.
pub(crate) fn by_number(text: &str, is_hidden: impl Fn(char) -> bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_hidden(letter) {
            safe.push_str(&format!("[U+{:04X}]", u32::from(letter)));
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// Reads text as [`without_controls`] returns it.
pub(crate) fn controls_by_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|text| without_controls(&text))
}

/// Something that is written as an object. What serde derives for a struct would also take a list of its fields.
pub(crate) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, which begins with {")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}
