//! Searches whose traces are checked against the schema.

/// A position in which every technique acts.
const BUSY: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

/// Searches that contain every kind of event and most words that can be in a field.
pub const SEARCHES: [&[&str]; 21] = [
    &["sargon-2"],
    &["equality", "--cut", "gt"],
    &["deep-cutoff", "--order", "none"],
    &["leaf-kinds", "--algorithm", "minimax"],
    &["mate-distance", "--order", "none"],
    &["black-to-move", "--fail", "soft"],
    &["unequal-lines", "--order", "best"],
    &["wikipedia", "--algorithm", "mtdf"],
    &["startpos", "--depth", "2"],
    &["7k/5KQ1/8/8/8/8/8/8 b - - 0 1"],
    &[BUSY, "--depth", "2", "--order", "mvv-lva"],
    &[BUSY, "--depth", "2", "--order", "see"],
    &[BUSY, "--depth", "3", "--with", "quiescence,delta,exchange,futility,lmr,check-extension"],
    &[
        BUSY,
        "--depth",
        "3",
        "--algorithm",
        "pvs",
        "--with",
        "iterative,aspiration,tt,killers,history",
        "--order",
        "none",
    ],
    &[BUSY, "--depth", "4", "--with", "null-move"],
    &[BUSY, "--depth", "3", "--with", "iterative,tt,mate-distance,quiescence", "--nodes", "300"],
    &[BUSY, "--depth", "2", "--set", "Nxe4 Qxf7#=1.5", "--set", "=-2"],
    &["startpos", "--depth", "3", "--with", "iterative", "--focus", "e4 e5"],
    &["startpos", "--engine", "sargon"],
    &["startpos", "--engine", "sargon", "--depth", "2", "--no-book"],
    // Sargon stops searching the root once it has a mate.
    &["7k/6pp/8/8/8/8/8/R3K2R w - - 0 1", "--engine", "sargon", "--depth", "1"],
];
