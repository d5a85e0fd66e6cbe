//! The cost of searches: `cargo bench --bench searches` measures all parts, `cargo bench --bench searches -- gallery 5`
//! one part.

#![allow(clippy::print_stdout, reason = "a bench prints")]

#[path = "../by_hand/mod.rs"]
mod by_hand;
mod gallery;
mod games;
mod retro;
mod sargon;
mod search;
mod suite;
#[path = "../timing/mod.rs"]
mod timing;
#[path = "../by_hand/tuned.rs"]
mod tuned;

/// The names of the parts, and the function that measures each part.
const PARTS: [(&str, fn()); 6] = [
    ("search", search::main),
    ("gallery", gallery::main),
    ("games", games::main),
    ("sargon", sargon::main),
    ("suite", suite::main),
    ("retro", retro::main),
];

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let is_named = |(name, _): &&(&str, fn())| words.iter().any(|word| word == name);
    let named: Vec<_> = PARTS.iter().filter(is_named).collect();
    for (name, measure) in if named.is_empty() { PARTS.iter().collect() } else { named } {
        println!("== {name}");
        measure();
    }
}
