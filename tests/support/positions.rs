//! Reads the positions in `tests/data`, in one place for all tests.

use plywood::internal::input::{Epd, read_epd};
use std::fs;
use std::path::Path;

/// Returns the text of a file in `tests/data`.
pub fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All records of an EPD file in `tests/data`; a bad one fails the test.
pub fn epd(file: &str) -> Vec<Epd> {
    let records = text(file);
    let record = |record: Result<_, _>| record.map(|record: plywood::internal::input::InputRecord<Epd>| record.content);
    read_epd(&records).map(record).collect::<Result<_, _>>().unwrap_or_else(|error| {
        let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        panic!("{file}: {error}: {cause}")
    })
}
