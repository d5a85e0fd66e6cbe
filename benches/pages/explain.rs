//! The cost of explaining a search: the time for a folded tree at depth 5 as a multiple of the time of the bare search,
//! with the default evaluation (at most 1.5) and with material only, where a node costs less; and the time for the
//! whole page, which also counts the leaves of the full tree (at most twice the search, or 0.3 s).

use crate::timing::{POSITIONS, fastest, position, ratio};
use plywood::game::chess::{ChessGame, Evaluator, Material, Positional};
use plywood::internal::explain::{Page, PageOptions};
use plywood::internal::page::Style;
use plywood::search::Settings;
use plywood::study::{AnyStudy, Study};
use plywood::tree::Keep;

const DEPTH: u32 = 5;
const ROUNDS: u32 = 9;

pub(crate) fn main() {
    println!("position     evaluation      nodes   bare ms  explain ms  ratio    page ms  ratio");
    measure(Positional, "positional");
    measure(Material, "material");
}

fn measure<E: Evaluator + Copy + 'static>(evaluator: E, evaluation: &str) {
    for (name, fen, _) in POSITIONS {
        let mut game = ChessGame::new(position(fen), evaluator);
        let settings = Settings::default().depth(DEPTH);
        let study = Study::new(game.clone(), (), settings).expect("the settings are plain");
        let explain = || study.explain(&Keep::FOLDED).expect("nothing stops it");
        let nodes = explain().outcome.statistics.nodes();
        let mut bare = || {
            let result = settings.search(&mut game, &mut ()).expect("nothing stops it");
            u64::from(result.best.is_some())
        };
        let mut explained = || explain().root.nodes;
        let mut page = || {
            let mut text = Vec::new();
            let parts = PageOptions::default();
            let page = Page::new(&study, &parts, &Style::default()).expect("nothing stops it");
            page.write(&mut text).expect("a vector takes everything");
            text.len() as u64
        };
        let [bare, explained, page] = fastest(ROUNDS, [&mut bare, &mut explained, &mut page]);
        let (ratio, page_ratio) = (ratio(explained, bare), ratio(page, bare));
        let [bare, explained, page] = [bare, explained, page].map(|time| time.as_secs_f64() * 1e3);
        println!(
            "{name:<12} {evaluation:<12} {nodes:>8} {bare:>9.2} {explained:>11.2} {ratio:>6.2} {page:>10.2} {page_ratio:>6.2}"
        );
    }
}
