//! A target of libFuzzer: the name of the binary says which of the hunts it is.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| plywood_fuzz::hunt(env!("CARGO_BIN_NAME"), input));
