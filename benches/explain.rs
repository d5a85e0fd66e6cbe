//! What explaining costs on top of the search: the time of a folded tree at depth 5, as a multiple of the bare search.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

mod timing;

use plywood::game::chess::{ChessGame, Material};
use plywood::search::Settings;
use plywood::study::{Limits, Study};
use plywood::trace::{Header, Keep};
use timing::{POSITIONS, fastest, position, ratio};

const DEPTH: u32 = 5;

fn main() {
    println!("{:<12} {:>9} {:>9} {:>11} {:>7} {:>6}", "position", "nodes", "bare ms", "explain ms", "ratio", "limit");
    for (name, fen, _) in POSITIONS {
        let study = Study {
            game: ChessGame::new(position(fen), Material),
            hooks: (),
            settings: Settings { depth: DEPTH, ..Settings::default() },
            header: Header { depth: DEPTH, ..Header::default() },
            limits: Limits::default(),
        };
        let explain = || study.explain(Keep::FOLDED).expect("the settings are plain");
        let nodes = explain().outcome.statistics.nodes();
        let mut bare = || {
            let result = study.settings.search(&mut study.game.clone(), &mut ()).expect("nothing stops it");
            u64::from(result.best.is_some())
        };
        let mut explained = || explain().root.nodes;
        let [bare, explained] = fastest(15, [&mut bare, &mut explained]);
        let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
        println!(
            "{name:<12} {nodes:>9} {:>9.1} {:>11.1} {:>7.2} {:>6}",
            ms(bare),
            ms(explained),
            ratio(explained, bare),
            "1.5"
        );
    }
}
