//! Properties of every search, tested on random trees (uneven, with ties, with leaves before the horizon) and on real
//! positions; and published results about chess, endings and Sargon.

mod accounting;
mod bounds;
mod cases;
mod chance;
mod chess;
mod cursor;
mod cutting_values;
mod drawn;
mod events;
mod exercise;
#[path = "../../fuzz/src/lib.rs"]
mod fuzz;
mod fuzz_regressions;
mod gallery;
mod games;
mod hooks;
mod interpreter;
mod marked_sheets;
mod movers;
mod naive;
mod naive_games;
mod outside;
#[path = "../../examples/own_algorithm.rs"]
#[expect(dead_code, reason = "only its search is tested, not its main function")]
mod own_algorithm_example;
mod own_hooks;
#[path = "../../examples/own_hooks.rs"]
#[expect(dead_code, reason = "only its hooks are tested, not its main function")]
mod own_hooks_example;
mod pictured;
mod pv;
mod real_positions;
mod real_trees;
mod recording;
mod sargon;
mod shapes;
#[path = "../support/mod.rs"]
mod support;
mod traces;
