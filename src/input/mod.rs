//! Files of positions and games in: EPD and PGN, record by record.
//!
//! Invariant: a bad record is an error that says which record it is, on which line, and what is wrong; the records
//! after it are read all the same. Nothing here opens a file.

mod epd;
mod pgn;
mod pgn_error;
mod pgn_places;

pub use epd::{Epd, EpdError, Operation, looks_like_fen, parse_epd_line, read_epd};
pub use pgn::{PgnGame, read_pgn};
pub use pgn_error::PgnError;

pub use crate::text::with_line_ends;
pub(crate) use crate::text::without_mark;
use std::borrow::Cow;

/// Something read from a file, and where it stood.
#[derive(Clone, Debug)]
pub struct InputRecord<T> {
    /// Counts the records of the file from 1, bad ones included.
    pub number: usize,
    /// The line on which the record begins, from 1.
    pub line: usize,
    /// What was read.
    pub content: T,
}

/// A record that cannot be used; the cause is its [`source`](std::error::Error::source).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record {number}, line {line}")]
pub struct RecordError<E: std::error::Error + 'static> {
    /// Counts the records of the file from 1.
    pub number: usize,
    /// The line on which the error is, from 1.
    pub line: usize,
    /// What is wrong.
    #[source]
    pub cause: E,
}

/// Returns the text of a file: UTF-8 with or without byte order mark, else Latin-1, as older PGN files are.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(without_mark(text)),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}
