//! The positions and the time measurement of the benchmarks.

use plywood::game::chess::{Chess, parse_fen};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Name, FEN, and a depth at which a bare search takes a few tenths of a second.
pub const POSITIONS: [(&str, &str, u32); 4] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("rook ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("WAC.002", "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", 7),
];

pub fn position(fen: &str) -> Chess {
    parse_fen(fen).expect("the positions above are well-formed")
}

/// Returns the shortest time of several runs of each task; the tasks run in turn, so that changes of the machine affect
/// all of them.
pub fn fastest<const N: usize>(rounds: u32, mut tasks: [&mut dyn FnMut() -> u64; N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..rounds {
        for (task, best) in tasks.iter_mut().zip(&mut best) {
            let start = Instant::now();
            black_box(task());
            *best = start.elapsed().min(*best);
        }
    }
    best
}

pub fn ratio(part: Duration, whole: Duration) -> f64 {
    part.as_secs_f64() / whole.as_secs_f64()
}
