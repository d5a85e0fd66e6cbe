//! The fuzz functions, one for each kind of input. A function panics if a property is violated.
//!
//! The libFuzzer targets call these functions, and so do the tests, which replay every input that ever failed.

pub mod answers;
mod asked;
mod book;
mod bytes;
mod compared;
mod fields;
mod forms;
mod games;
mod grammar;
mod laws;
mod names;
mod pages;
mod pipe;
mod positions;
mod ranges;
mod suites;
mod tables;
mod trace;
mod trees;
mod uci;
mod unknown;

/// Checks the properties of one kind of input on an input.
pub type FuzzFunction = fn(&[u8]);

/// The fuzz functions by name.
pub const TARGETS: &[(&str, FuzzFunction)] = &[
    ("fen", |input| text(input, positions::fen)),
    ("epd", |input| text(input, positions::epd)),
    ("pgn", |input| text(input, positions::pgn)),
    ("lesson", |input| text(input, trees::lesson)),
    ("typed", |input| text(input, trees::typed)),
    ("grammar", grammar::grammar),
    ("unknown", unknown::unknown),
    ("ranges", ranges::ranges),
    ("forms", |input| text(input, forms::forms)),
    ("tree", trees::built),
    ("trace", |input| text(input, trace::trace)),
    ("fields", fields::fields),
    ("suites", suites::suites),
    ("compared", |input| text(input, compared::compared)),
    ("answers", |input| text(input, answers::answers)),
    ("asked", |input| text(input, asked::asked)),
    ("game", |input| text(input, games::game)),
    ("pipe", |input| text(input, pipe::pipe)),
    ("names", |input| text(input, names::names)),
    ("uci", |input| text(input, uci::uci)),
    ("book", book::book),
    ("tables", tables::tables),
];

/// Checks the properties of a fuzz function on an input.
///
/// # Panics
/// If one is violated.
pub fn check(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, function) = target.unwrap_or_else(|| panic!("there is no fuzz target {name}"));
    function(input);
}

/// Most readers take text: other input is read as they read a file that is not text.
fn text(input: &[u8], function: fn(&str)) {
    function(&plywood::internal::input::decode(input));
}
