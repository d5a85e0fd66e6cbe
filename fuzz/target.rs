//! A libFuzzer target: the name of the binary selects the fuzz function.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| plywood_fuzz::check(env!("CARGO_BIN_NAME"), input));
