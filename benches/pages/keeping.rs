//! The cost of keeping every event of a search in memory, compared with the bare search: `cargo bench --bench pages --
//! keeping`.

use crate::timing::{POSITIONS, fastest, position, ratio};
use plywood::game::chess::{ChessGame, Evaluator, Material, Positional};
use plywood::internal::core::recording::Recording;
use plywood::search::{Order, alpha_beta};

const ROUNDS: u32 = 7;

pub(crate) fn main() {
    println!("position     evaluation depth    events   bare ms   kept ms  ratio");
    for (name, fen, depth) in POSITIONS {
        for depth in [depth - 2, depth, depth + 1] {
            measure(name, fen, depth, Positional, "positional");
            measure(name, fen, depth, Material, "material");
        }
    }
}

fn measure<E: Evaluator + Copy + 'static>(name: &str, fen: &str, depth: u32, evaluator: E, evaluation: &str) {
    let game = ChessGame::new(position(fen), evaluator);
    let (mut one, mut other) = (game.clone(), game);
    let mut bare = || {
        let result = alpha_beta(&mut one, &mut (), depth, Order::Static).expect("nothing stops it");
        u64::from(result.best.is_some())
    };
    let mut kept = || {
        let mut recording = Recording::default();
        alpha_beta(&mut other, &mut recording, depth, Order::Static).expect("nothing stops it");
        recording.len() as u64
    };
    let events = kept();
    let [bare, kept] = fastest(ROUNDS, [&mut bare, &mut kept]);
    let ratio = ratio(kept, bare);
    let [bare, kept] = [bare, kept].map(|time| time.as_secs_f64() * 1e3);
    println!("{name:<12} {evaluation:<10} {depth:>5} {events:>9} {bare:>9.2} {kept:>9.2} {ratio:>6.2}");
}
