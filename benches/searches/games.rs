//! The cost of searches of classroom games, as the command runs them: with the type of the game erased. For comparison,
//! Connect Four with its own type and in plain C++, and chess, in the same run.

use plywood::game::Game;
use plywood::game::chess::{Chess, ChessGame, Material};
use plywood::game::classic::{ConnectFour, Playable, read_game};
use plywood::hooks::Watch;
use plywood::search::{Algorithm, Order, Settings, Technique};
use plywood::trace::Counter;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

/// Game, depth, algorithm, order, and techniques.
const SEARCHES: [(&str, u32, Algorithm, Order, &[Technique]); 8] = [
    ("tic-tac-toe", 9, Algorithm::Minimax, Order::None, &[]),
    ("tic-tac-toe", 9, Algorithm::AlphaBeta, Order::Centre, &[]),
    ("tic-tac-toe", 9, Algorithm::AlphaBeta, Order::Centre, TABLE),
    ("connect4", 8, Algorithm::Minimax, Order::None, &[]),
    ("connect4", 10, Algorithm::AlphaBeta, Order::None, &[]),
    ("connect4", 10, Algorithm::AlphaBeta, Order::Centre, &[]),
    ("connect4@4x4", 16, Algorithm::AlphaBeta, Order::Centre, TABLE),
    ("connect4@5x4", 20, Algorithm::AlphaBeta, Order::Centre, TABLE),
];

const TABLE: &[Technique] = &[Technique::TranspositionTable, Technique::Symmetry];

pub(crate) fn main() {
    println!(
        "{:<16} {:>5} {:<10} {:<6} {:>10} {:>8} {:>10} {:>6}",
        "game", "depth", "search", "order", "nodes", "ms", "million/s", "score"
    );
    for (name, depth, algorithm, order, techniques) in SEARCHES {
        let game = read_game(name).expect("a game of the table").expect("its beginning");
        let mut settings = Settings::plain(algorithm, depth, order).techniques(techniques.iter().copied().collect());
        settings.table.mebibytes = 256;
        measure(name, &game, &settings);
    }
    let four = ConnectFour::parse(None, None).expect("its beginning");
    measure("connect4 (typed)", &four, &Settings::plain(Algorithm::AlphaBeta, 10, Order::None));
    beside_cpp();
    let chess = ChessGame::new(Chess::default(), Material);
    measure("chess", &chess, &Settings::plain(Algorithm::Minimax, 5, Order::None));
    measure("chess", &chess, &Settings::plain(Algorithm::AlphaBeta, 6, Order::None));
}

/// The C++ program that searches Connect Four.
const YARDSTICK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/searches/connect4.cpp");
/// The maximum ratio of plywood's time to that of the C++ program.
const LIMIT: f64 = 1.5;

/// Compares Connect Four with the same searches in plain C++, if there is a compiler. The runs alternate, so that
/// changes of the machine affect both programs.
fn beside_cpp() {
    let folder = tempfile::tempdir().expect("there is room for a small program");
    let program = folder.path().join("connect4");
    let compiler = Command::new("c++").args(["-O2", "-std=c++17", YARDSTICK, "-o"]).arg(&program).status();
    if !compiler.is_ok_and(|status| status.success()) {
        return println!("no C++ compiler, so no comparison with {YARDSTICK}");
    }
    let four = ConnectFour::parse(None, None).expect("its beginning");
    let erased = read_game("connect4").expect("a game of the table").expect("its beginning");
    for (algorithm, depth) in [(Algorithm::AlphaBeta, 10), (Algorithm::Minimax, 8)] {
        let settings = Settings::plain(algorithm, depth, Order::None);
        let mut watch = Watch(Counter::default());
        let result = settings.search(&mut four.clone(), &mut watch).expect("nothing stops it");
        let counted = format!("{} {}", watch.0.statistics.nodes(), result.score);
        let [mut cpp, mut typed, mut command] = [f64::INFINITY; 3];
        for _ in 0..9 {
            let output = Command::new(&program).args([algorithm.name(), &depth.to_string()]).output();
            let output = String::from_utf8(output.expect("it was compiled").stdout).expect("it prints numbers");
            let (its_counts, seconds) = output.trim().rsplit_once(' ').expect("it prints three numbers");
            assert_eq!(its_counts, counted, "both programs must do the same");
            cpp = cpp.min(seconds.parse().expect("it prints seconds"));
            typed = typed.min(seconds_of(&four, &settings));
            command = command.min(seconds_of(&erased, &settings));
        }
        println!(
            "connect4 {} {depth}: C++ {:.1} ms, typed {:.2} times that, as the command runs it {:.2} times; limit {LIMIT}",
            algorithm.name(),
            1e3 * cpp,
            typed / cpp,
            command / cpp
        );
    }
}

fn seconds_of<G: Game + Clone>(game: &G, settings: &Settings) -> f64 {
    let start = Instant::now();
    black_box(settings.search(&mut game.clone(), &mut ()).expect("nothing stops it"));
    start.elapsed().as_secs_f64()
}

/// Searches three times, and prints the fastest.
fn measure<G: Game + Clone>(name: &str, game: &G, settings: &Settings) {
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
    let (ms, speed) = (1e3 * seconds, nodes as f64 / seconds / 1e6);
    let Settings { depth, algorithm, order, .. } = settings;
    let (search, order) = (algorithm.name(), order.to_string());
    println!(
        "{name:<16} {depth:>5} {search:<10} {order:<6} {nodes:>10} {ms:>8.1} {speed:>10.1} {:>6}",
        score.to_string()
    );
}
