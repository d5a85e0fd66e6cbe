//! A libFuzzer target: command lines. All are parsed; cheap and harmless ones are run, in this process.

#![no_main]

#[path = "src/arguments.rs"]
mod words;

use libfuzzer_sys::fuzz_target;
use plywood::cli;
use plywood::internal::page::Style;
use std::ffi::OsString;
use words::{is_cheap, words};

fuzz_target!(|input: &[u8]| {
    let words = words(input);
    let all = ["plywood"].into_iter().map(OsString::from).chain(words.iter().map(OsString::from));
    if cli::Cli::parse(all).is_ok() && is_cheap(&words) {
        let _ = cli::printed(&words, &Style::default());
    }
});
