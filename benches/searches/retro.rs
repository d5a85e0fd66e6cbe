//! The time to solve endings, and the memory of their tables.

use plywood::internal::endgame::retro::{SmallBoard, TablePlan};
use std::ops::ControlFlow;
use std::time::Instant;

pub(crate) fn main() {
    for name in ["KQK", "KRK", "KPK", "KBNK", "KQKR"] {
        let ending = name.parse().expect("these are endings");
        let plan = TablePlan::new(ending, SmallBoard::default()).expect("the board can hold them");
        let start = Instant::now();
        let tables = plan.run(&mut |_| ControlFlow::Continue(())).expect("nobody stops it");
        let made = start.elapsed().as_secs_f64();
        let iterations = tables.summary().iterations();
        println!(
            "{name:<5} {made:6.2} s, with its summary {:6.2} s; {:>9} bytes, {iterations} iterations",
            start.elapsed().as_secs_f64(),
            plan.bytes()
        );
    }
}
