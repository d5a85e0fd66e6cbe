//! What explaining costs on top of the search: the time of a folded tree at depth 5 as a multiple of the bare search,
//! with the default evaluation (at most 1.5 is promised) and with material alone, where a node costs less.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

mod timing;

use plywood::game::chess::{ChessGame, Evaluator, Material, Positional};
use plywood::search::Settings;
use plywood::study::{AnyStudy, Study};
use plywood::tree::Keep;
use timing::{POSITIONS, fastest, position, ratio};

const DEPTH: u32 = 5;

fn main() {
    println!("position     evaluation      nodes   bare ms  explain ms  ratio");
    measure(Positional, "positional");
    measure(Material, "material");
}

fn measure<E: Evaluator + Copy + 'static>(evaluator: E, evaluation: &str) {
    for (name, fen, _) in POSITIONS {
        let mut game = ChessGame::new(position(fen), evaluator);
        let settings = Settings { depth: DEPTH, ..Settings::default() };
        let study = Study::new(game.clone(), (), settings).expect("the settings are plain");
        let explain = || study.explain(&Keep::FOLDED).expect("nothing stops it");
        let nodes = explain().outcome.statistics.nodes();
        let mut bare = || {
            let result = settings.search(&mut game, &mut ()).expect("nothing stops it");
            u64::from(result.best.is_some())
        };
        let mut explained = || explain().root.nodes;
        let [bare, explained] = fastest(25, [&mut bare, &mut explained]);
        let (ratio, bare, explained) =
            (ratio(explained, bare), bare.as_secs_f64() * 1e3, explained.as_secs_f64() * 1e3);
        println!("{name:<12} {evaluation:<12} {nodes:>8} {bare:>9.2} {explained:>11.2} {ratio:>6.2}");
    }
}
