//! The cost of explaining a search, keeping it, and jumping to a point in it: `cargo bench --bench pages`, or one part
//! of it by its name.

#![allow(clippy::print_stdout, reason = "a bench prints")]

mod explain;
mod keeping;
mod seek;
#[path = "../timing/mod.rs"]
mod timing;

/// The names of the parts, and the function that measures each part.
const PARTS: [(&str, fn()); 3] = [("explain", explain::main), ("keeping", keeping::main), ("seek", seek::main)];

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let is_named = |(name, _): &&(&str, fn())| words.iter().any(|word| word == name);
    let named: Vec<_> = PARTS.iter().filter(is_named).collect();
    for (name, measure) in if named.is_empty() { PARTS.iter().collect() } else { named } {
        println!("== {name}");
        measure();
    }
}
