//! What searches of the games that classes play cost, as the command runs them: without knowing which game it is.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use plywood::game::classic::read_game;
use plywood::hooks::Watch;
use plywood::search::{Algorithm, Order, Settings, Technique};
use plywood::trace::Counter;
use std::time::Instant;

/// Game, depth, algorithm, order, and techniques.
const SEARCHES: [(&str, u32, Algorithm, Order, &[Technique]); 6] = [
    ("tic-tac-toe", 9, Algorithm::Minimax, Order::None, &[]),
    ("tic-tac-toe", 9, Algorithm::AlphaBeta, Order::Centre, &[]),
    ("connect4", 8, Algorithm::Minimax, Order::None, &[]),
    ("connect4", 10, Algorithm::AlphaBeta, Order::None, &[]),
    ("connect4@4x4", 16, Algorithm::AlphaBeta, Order::Centre, TABLE),
    ("connect4@5x4", 20, Algorithm::AlphaBeta, Order::Centre, TABLE),
];

const TABLE: &[Technique] = &[Technique::TranspositionTable, Technique::Symmetry];

fn main() {
    println!(
        "{:<13} {:>5} {:<10} {:<6} {:>10} {:>8} {:>10} {:>6}",
        "game", "depth", "search", "order", "nodes", "ms", "million/s", "score"
    );
    for (name, depth, algorithm, order, techniques) in SEARCHES {
        let game = read_game(name).expect("a game of the table").expect("its beginning");
        let mut settings =
            Settings { techniques: techniques.iter().copied().collect(), ..Settings::plain(algorithm, depth, order) };
        settings.table.mebibytes = 256;
        let mut watch = Watch(Counter::default());
        let score = settings.search(&mut game.clone(), &mut watch).expect("nothing stops it").score;
        let nodes = watch.0.statistics.nodes();
        let best = (0..3).map(|_| {
            let start = Instant::now();
            let again = settings.search(&mut game.clone(), &mut ()).expect("nothing stops it").score;
            assert_eq!(again, score);
            start.elapsed().as_secs_f64()
        });
        let seconds = best.fold(f64::INFINITY, f64::min);
        let search = algorithm.name();
        let (ms, speed) = (1e3 * seconds, nodes as f64 / seconds / 1e6);
        println!(
            "{name:<13} {depth:>5} {search:<10} {order:<6} {nodes:>10} {ms:>8.1} {speed:>10.1} {score:>6.0}",
            order = order.to_string()
        );
    }
}
