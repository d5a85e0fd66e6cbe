//! Helpers for reading and writing text: byte order marks, control characters, JSON values that must be objects,
//! JSON output, and many short texts in little memory.

use serde::Serialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::marker::PhantomData;

/// Many short texts in one allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedTexts(String);

/// Where a text begins among [`PackedTexts`], and its length in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextPlace {
    start: u32,
    length: u32,
}

impl PackedTexts {
    /// Adds a text and returns its place.
    pub(crate) fn add(&mut self, text: &str) -> TextPlace {
        let number = |bytes: usize| u32::try_from(bytes).expect("the texts in memory have fewer than 2^32 bytes");
        let place = TextPlace { start: number(self.0.len()), length: number(text.len()) };
        self.0.push_str(text);
        place
    }

    /// Returns the text that was added at this place.
    pub(crate) fn get(&self, TextPlace { start, length }: TextPlace) -> &str {
        &self.0[start as usize..][..length as usize]
    }
}

/// Drops the byte order mark that some editors put at the beginning of a file.
pub(crate) fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns a problem that the JSON parser found, without the names of Rust types.
pub(crate) fn in_plain_words(problem: &str) -> String {
    let words = [
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number"),
        ("expected u64", "expected a whole number"),
        ("expected i64", "expected a whole number"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
        ("invalid type: sequence", "invalid type: list"),
        ("invalid type: map", "invalid type: object"),
        ("invalid type: floating point", "invalid type: decimal number"),
        ("EOF while parsing", "the file ends in the middle of"),
    ];
    words.iter().fold(problem.to_owned(), |problem, (rust, english)| problem.replace(rust, english))
}

/// If an error of the JSON parser is about a number that JSON does not have, such as `NaN` or `-Infinity`, returns that
/// number and the column where it begins. The error's line and column are counted from 1.
pub(crate) fn no_json_number(text: &str, line: usize, column: usize) -> Option<(&str, usize)> {
    let line = text.lines().nth(line.checked_sub(1)?)?;
    let (before, after) = line.split_at_checked(column.checked_sub(1)?)?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "+-".contains(letter);
    let start = before.trim_end_matches(is_part).len();
    let end = line.len() - after.trim_start_matches(is_part).len();
    let word = &line[start..end];
    let name = word.trim_start_matches(['+', '-']);
    let is_no_number = ["nan", "inf", "infinity"].iter().any(|known| name.eq_ignore_ascii_case(known));
    is_no_number.then_some((word, start + 1))
}

/// Returns the text with line feeds as line ends, if it uses single carriage returns as old computers did. Returns any
/// other text unchanged.
pub fn with_line_ends(text: &str) -> Cow<'_, str> {
    let is_old = text.contains('\r') && !text.contains('\n');
    if is_old { Cow::Owned(text.replace('\r', "\n")) } else { Cow::Borrowed(text) }
}

/// Returns whether a character has an effect instead of being visible: control characters, which give commands to a
/// terminal; marks that change the direction of the text around them; zero-width characters, which make two names look
/// alike; line ends that only some programs recognize; and characters not allowed in XML.
pub(crate) fn acts(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
                | '\u{fffe}'..='\u{ffff}'
        )
}

/// Returns a name in a form that is safe on any page and terminal: control characters are written as their codes, such
/// as `[U+001B]`, so that a name shows what it is and doesn't affect its surroundings.
pub(crate) fn visible(name: &str) -> String {
    by_number(name, acts)
}

/// Returns a text of several lines in a form that is safe anywhere; see [`visible`]. Line feeds and tabs are kept.
pub(crate) fn visible_lines(text: &str) -> String {
    by_number(text, |letter| acts(letter) && !matches!(letter, '\n' | '\t'))
}

/// Returns the visible code of a character.
pub(crate) fn numbered(letter: char) -> String {
    format!("[U+{:04X}]", u32::from(letter))
}

fn by_number(text: &str, is_hidden: impl Fn(char) -> bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_hidden(letter) {
            safe.push_str(&numbered(letter));
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// Writes a list of words: `a, b and c`.
pub(crate) fn listed<S: AsRef<str>>(words: &[S]) -> String {
    listed_with("and", words)
}

/// Writes a list with this word before the last item: `a, b or c`.
pub(crate) fn listed_with<S: AsRef<str>>(word: &str, words: &[S]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// A type that contains names from outside the program.
pub(crate) trait HasNames {
    /// Makes each of these names [`visible`].
    fn show(&mut self);
}

impl HasNames for String {
    fn show(&mut self) {
        // Fast path: most names are plain ASCII, and there may be millions of them.
        if !self.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            *self = visible(self);
        }
    }
}

impl<T: HasNames> HasNames for Option<T> {
    fn show(&mut self) {
        self.iter_mut().for_each(T::show);
    }
}

impl<T: HasNames> HasNames for Vec<T> {
    fn show(&mut self) {
        self.iter_mut().for_each(T::show);
    }
}

impl HasNames for Value {
    fn show(&mut self) {
        match self {
            Self::String(text) => text.show(),
            Self::Array(values) => values.show(),
            Self::Object(fields) => fields.values_mut().for_each(Self::show),
            Self::Null | Self::Bool(_) | Self::Number(_) => {}
        }
    }
}

/// Reads names and makes them [`visible`].
pub(crate) fn names<'de, D: Deserializer<'de>, T: Deserialize<'de> + HasNames>(deserializer: D) -> Result<T, D::Error> {
    let mut names = T::deserialize(deserializer)?;
    names.show();
    Ok(names)
}

/// Reads text and makes it safe as [`visible_lines`] does.
pub(crate) fn lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|text| visible_lines(&text))
}

/// Converts a value to a JSON value by writing it as text and parsing that text, as is done for files. A direct
/// conversion would require compiling a second serializer for headers, records and their parts.
pub(crate) fn json_value(written: &(impl Serialize + ?Sized)) -> Value {
    serde_json::to_string(written).and_then(|text| serde_json::from_str(&text)).unwrap_or_default()
}

/// Writes indented JSON and a final line break.
pub(crate) fn write_json(written: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, written)?;
    writeln!(out)
}

/// Returns an object with these fields. Collecting the fields into a map would make the compiler generate a sort for
/// each iterator type.
pub(crate) fn json_object(fields: impl IntoIterator<Item = (String, Value)>) -> Map<String, Value> {
    let mut object = Map::new();
    object.extend(fields);
    object
}

/// A value whose JSON text must be an object. For a struct, serde's derived code would also accept a list of the
/// fields.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_stands_by_its_number_and_nothing_else_does() {
        assert_eq!(visible("a\x1b[31m\u{9b}\n\t"), "a[U+001B][31m[U+009B][U+000A][U+0009]");
        assert_eq!(visible_lines("a\n\tb\r"), "a\n\tb[U+000D]");
        for letter in
            "\u{0}\u{7f}\u{85}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}"
                .chars()
        {
            assert_eq!(visible(&letter.to_string()), format!("[U+{:04X}]", u32::from(letter)));
        }
        for name in [
            "Nf3+",
            "\u{a0}",
            "\u{ad}",
            "\u{200a}",
            "\u{2010}",
            "日本語é",
            "★",
            "😀",
            "\u{fffd}",
            "e\u{301}",
            "[U+001B]",
        ] {
            assert_eq!(visible(name), name);
        }
    }
}
