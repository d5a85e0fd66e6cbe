//! Measures the documented costs of the library: `cargo bench --bench cost`.
//!
//! A ratio is the median of pairs of runs that alternate within this process, so ratios can be compared between
//! machines; rates and times cannot.

#![allow(clippy::print_stdout, reason = "a bench prints")]

use plywood::Score;
use plywood::game::chess::{ChessGame, Material, parse_fen};
use plywood::game::{Game, TreeGame};
use plywood::hooks::{Flow, Hooks, Line, SearchEvent, Watch};
use plywood::internal::core::recording::Recorder;
use plywood::internal::explain::outline;
use plywood::internal::page::{Style, Words};
use plywood::search::{Order, Settings, alpha_beta};
use plywood::study::{AnyStudy, Study};
use plywood::trace::{Header, JsonLines, Outcome, Record, Sink};
use plywood::tree::{Keep, TreeBuilder};
use std::cell::RefCell;
use std::hint::black_box;
use std::io;
use std::ops::ControlFlow;
use std::process::Command;
use std::time::Instant;

#[path = "by_hand/mod.rs"]
mod by_hand;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const STREAM: &str = "--stream-ten-million-events";

fn main() {
    if std::env::args().any(|argument| argument == STREAM) {
        return stream();
    }
    let (chess, tree) = (chess(), tree(6, 8));
    hooks("tree, order none", &tree, 8, Order::None);
    hooks("tree, static order", &tree, 8, Order::Static);
    hooks("chess, order none", &chess, 4, Order::None);
    hooks("chess, static order", &chess, 4, Order::Static);
    recording("tree", &tree, 8);
    recording("chess", &chess, 4);
    json_lines("tree", &tree, 8);
    json_lines("chess", &chess, 4);
    memory();
    lesson();
    rendering(&chess);
}

fn chess() -> ChessGame {
    ChessGame::new(parse_fen(KIWIPETE).expect("a sound position"), Material)
}

/// Returns a uniform tree with scores from a linear congruential generator (Knuth, MMIX).
fn tree(width: usize, depth: u32) -> TreeGame {
    fn grow(game: &mut TreeGame, width: usize, depth: u32, seed: &mut u64) {
        for name in &["a", "b", "c", "d", "e", "f"][..width] {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = game.add(name, Score::from_millipawns((*seed >> 40) as i32 % 10_000));
            if 1 < depth {
                game.play(mv);
                grow(game, width, depth - 1, seed);
                game.undo();
            }
        }
    }
    let mut game = TreeGame::new();
    grow(&mut game, width, depth, &mut 1);
    game
}

fn seconds(run: &mut dyn FnMut()) -> f64 {
    let began = Instant::now();
    run();
    began.elapsed().as_secs_f64()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Returns the median ratio of the times of two tasks; the tasks run in pairs, taking turns to go first.
fn ratio(pairs: usize, mut this: impl FnMut(), mut that: impl FnMut()) -> f64 {
    let pair = |index: usize| {
        if index.is_multiple_of(2) {
            let time = seconds(&mut this);
            time / seconds(&mut that)
        } else {
            let base = seconds(&mut that);
            seconds(&mut this) / base
        }
    };
    median((0..pairs).map(pair).collect())
}

fn report(what: &str, measured: String, target: &str) {
    println!("{what:<46} {measured:>16}   target {target}");
}

fn hooks<G: Game + Clone>(name: &str, game: &G, depth: u32, order: Order) {
    let (mut one, mut other) = (game.clone(), game.clone());
    let by_library = alpha_beta(&mut one, &mut (), depth, order).expect("nothing stops it").score;
    let is_sorted = order == Order::Static;
    assert_eq!(by_hand::alpha_beta::<false, G>(&mut other, depth, is_sorted).0, by_library);
    assert_eq!(by_hand::alpha_beta::<true, G>(&mut other, depth, is_sorted).0, by_library);
    let mut library = || _ = black_box(alpha_beta(&mut one, &mut (), depth, order));
    let textbook = || _ = black_box(by_hand::alpha_beta::<false, G>(&mut other, depth, is_sorted));
    report(&format!("no hooks / textbook, {name}"), format!("{:.3}", ratio(41, &mut library, textbook)), "<= 1.03");
    let tuned = || _ = black_box(by_hand::alpha_beta::<true, G>(&mut other, depth, is_sorted));
    report(&format!("no hooks / last ply apart, {name}"), format!("{:.3}", ratio(41, &mut library, tuned)), "-");
}

/// Takes events with names and drops them.
struct Nowhere;

impl Sink for Nowhere {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        black_box(&record);
        Ok(())
    }
}

fn recording<G: Game + Clone>(name: &str, game: &G, depth: u32) {
    // A search restores the game, so only one copy is made, before the clock starts.
    let game = RefCell::new(game.clone());
    let search = |hooks: &mut dyn FnMut(&mut G)| hooks(&mut game.borrow_mut());
    let plain = || search(&mut |game| _ = black_box(alpha_beta(game, &mut (), depth, Order::Static)));
    let folded = || {
        let mut watch = Watch(TreeBuilder::new(Keep::FOLDED));
        search(&mut |game| _ = black_box(alpha_beta(game, &mut watch, depth, Order::Static)));
    };
    let named = || {
        let mut recorder = Recorder::new(Nowhere, None);
        search(&mut |game| _ = black_box(alpha_beta(game, &mut recorder, depth, Order::Static)));
    };
    let kept = || {
        let mut recorder = Recorder::new(Vec::new(), None);
        search(&mut |game| _ = black_box(alpha_beta(game, &mut recorder, depth, Order::Static)));
    };
    report(&format!("folding the tree / no hooks, {name}"), format!("{:.2}", ratio(15, folded, plain)), "-");
    report(&format!("naming events / no hooks, {name}"), format!("{:.2}", ratio(15, named, plain)), "-");
    report(&format!("keeping events / no hooks, {name}"), format!("{:.2}", ratio(9, kept, plain)), "-");
}

/// Counts events, and stops after a given number.
struct Limit {
    events: u64,
    limit: u64,
}

impl<G: Game> Hooks<G> for Limit {
    fn event(&mut self, _: Line<'_, G>, _: SearchEvent<'_, G::Move>) -> Flow {
        self.events += 1;
        if self.events < self.limit { Flow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

fn write_lines<G: Game + Clone>(game: &mut G, depth: u32, limit: u64) -> u64 {
    let header = Header { depth, ..Header::default() };
    let lines = JsonLines::new(io::BufWriter::new(io::sink()), &header).expect("a sink takes everything");
    let mut hooks = (Recorder::new(lines, None), Limit { events: 0, limit });
    let _ = alpha_beta(game, &mut hooks, depth, Order::Static);
    hooks.0.finish().expect("nothing fails").finish(&Outcome::default()).expect("a sink takes everything");
    hooks.1.events
}

fn json_lines<G: Game + Clone>(name: &str, game: &G, depth: u32) {
    let mut game = game.clone();
    let mut rate = || {
        let mut events = 0;
        let time = seconds(&mut || events = write_lines(&mut game, depth, u64::MAX));
        events as f64 / time / 1e6
    };
    let rates = median((0..9).map(|_| rate()).collect());
    report(&format!("JSON Lines to a sink, {name}"), format!("{rates:.2} M events/s"), ">= 2 M events/s");
}

/// The work of the child process.
fn stream() {
    let events = write_lines(&mut chess(), 8, 10_000_000);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map_or("0", str::trim);
    println!("{events} {}", peak.trim_end_matches(" kB"));
}

fn memory() {
    let this = std::env::current_exe().expect("it runs");
    let output = Command::new(this).arg(STREAM).output().expect("it can run again");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace().filter_map(|word| word.parse::<u64>().ok());
    let (events, kibibytes) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    let measured = format!("{:.1} MiB", kibibytes as f64 / 1024.0);
    report(&format!("peak memory, {:.0} M events streamed", events as f64 / 1e6), measured, "< 32 MB");
}

fn lesson() {
    let explain = || {
        let output = Command::new(env!("CARGO_BIN_EXE_plywood")).args(["explain", "sargon-2", "--log"]).output();
        assert!(output.is_ok_and(|output| output.status.success()));
    };
    let times = (0..51).map(|_| 1e3 * seconds(&mut || explain())).collect();
    report("a lesson explained, with the process", format!("{:.2} ms", median(times)), "< 10 ms");
}

fn rendering(chess: &ChessGame) {
    let study = Study::new(chess.clone(), (), Settings::default().depth(3)).expect("sound settings");
    let tree = study.explain(&Keep::ALL).expect("nothing stops it");
    let style = Style::default();
    let words = Words::new(&style, &tree.header);
    let draw = || outline(&tree, &words, &mut io::BufWriter::new(io::sink())).expect("a sink takes all");
    let times = (0..9).map(|_| seconds(&mut || draw())).collect();
    let what = format!("outline of {} nodes", tree.root.size());
    report(&what, format!("{:.3} s", median(times)), "< 0.2 s for 100,000");
}
