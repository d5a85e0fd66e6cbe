//! The cost of a cursor's jump. It should be less than 10 ms in the start position at depth 5 (57,000 events), and less
//! than 100 ms in a file with a trace of ten million events. `cargo bench --bench pages -- seek 10000000` measures with
//! a trace of that length.

use plywood::cursor::{Cursor, Goal, Way};
use plywood::game::chess::{ChessGame, Positional, parse_fen};
use plywood::search::Settings;
use plywood::study::{AnyStudy, Limits, Study};
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek, Write};
use std::time::{Duration, Instant};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const JUMPS: usize = 200;

pub(crate) fn main() {
    let events = std::env::args().find_map(|word| word.parse::<u64>().ok());
    let depth = if events.is_some() { 20 } else { 5 };
    let game = ChessGame::new(parse_fen(START).expect("it is one"), Positional);
    let settings = Settings::default().depth(depth);
    // There are about two events for each node.
    let limits = Limits::default().nodes(events.map(|events| events / 2));
    let study = Study::new(game, (), settings).expect("the settings are plain").within(limits);
    let mut out = BufWriter::new(tempfile::tempfile().expect("there is room for it"));
    let (_, written) = timed(|| study.json_lines(&mut out).expect("it can be written"));
    out.flush().expect("it can be written");
    let mut file: File = out.into_inner().expect("it was flushed");
    let bytes = file.stream_position().expect("it is a file");
    file.rewind().expect("it is a file");
    let (mut cursor, opened) = timed(|| Cursor::new(BufReader::new(file)).expect("it is a trace"));
    let last = cursor.len();
    println!("{last} events, {} MB; searched and written in {written:.1?}, opened in {opened:.1?}", bytes / 1_000_000);
    let mut jumps: Vec<Duration> = (1..=JUMPS)
        .map(|jump| {
            let step = 1 + jump.wrapping_mul(0x9e37_79b9_7f4a_7c15) % last;
            timed(|| cursor.go(step).expect("it is a step")).1
        })
        .collect();
    jumps.sort_unstable();
    println!("jump anywhere: median {:.2?}, longest {:.2?}", jumps[JUMPS / 2], jumps[JUMPS - 1]);
    for (name, goal) in [("cutoff", Goal::Cutoff), ("new best line", Goal::NewPv), ("event", Goal::Event)] {
        cursor.go(last / 2).expect("it is a step");
        let forward = timed(|| cursor.advance(&goal, Way::Forward).expect("it can be read")).1;
        let back = timed(|| cursor.advance(&goal, Way::Back).expect("it can be read")).1;
        println!("next {name}: {forward:.2?}, back: {back:.2?}");
    }
    let state = timed(|| cursor.state()).1;
    println!("the state in names: {state:.2?}");
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed())
}
