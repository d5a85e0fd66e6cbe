//! Sargon's speed: positions created per second, the unit in which its ports are measured.
//!
//! A C++ port creates about 170,000 positions per second; the printed ratio is relative to this number, so it is only
//! meaningful on a similar machine.

use plywood::internal::sargon::SargonCounts;
use plywood::internal::sargon::sargon;
use plywood::internal::sargon::{BookUse, SargonGame};
use std::hint::black_box;
use std::time::{Duration, Instant};

const PORT: f64 = 170_000.0;
const SEARCHES: [(&str, &str, u32, u64); 3] = [
    ("Nd5", "2r1nrk1/5pbp/1p2p1p1/8/p2B4/PqNR2P1/1P3P1P/1Q1R2K1 w - - 0 1", 5, 111_254),
    ("Qa3", "r4r2/6kp/2pqppp1/p1R5/b2P4/4QN2/1P3PPP/2R3K1 w - - 0 1", 5, 180_456),
    ("Rxf6", "2rq1r1k/3npp1p/3p1n1Q/pp1P2N1/8/2P4P/1P4P1/R4R1K w - - 0 1", 7, 5_430_808),
];

/// Returns the shortest of several runs, which is least disturbed by other work on the machine.
fn shortest(runs: u32, mut run: impl FnMut()) -> Duration {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..runs).map(|_| time(&mut run)).min().unwrap_or_default()
}

#[allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
pub(crate) fn main() {
    for (name, fen, depth, positions) in SEARCHES {
        let mut game = SargonGame::from_fen(fen, BookUse::Closed).expect("the position is sound");
        let mut report = SargonCounts::default();
        sargon(&mut game, &mut report, depth).expect("nothing stops the search");
        assert_eq!(report.counters.positions_created, positions, "{name}: another tree was searched");
        let time = shortest(if depth < 6 { 10 } else { 2 }, || {
            black_box(sargon(&mut game, &mut (), depth).expect("nothing stops the search"));
        });
        let rate = positions as f64 / time.as_secs_f64();
        println!(
            "{name:5} depth {depth}: {positions:9} positions in {time:9.1?}, {rate:9.0} a second, {:.1} times the port",
            rate / PORT
        );
    }
}
