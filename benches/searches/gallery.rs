//! The effect of the techniques: nodes and time compared with plain alpha-beta with MVV-LVA ordering, all in one run.
//!
//! `cargo bench --bench searches -- gallery`, or with a depth: `cargo bench --bench searches -- gallery 5`. Ratios are
//! comparable between machines, times are not.

use crate::timing::{POSITIONS, fastest, position, ratio};
use plywood::game::chess::{ChessGame, Material};
use plywood::hooks::{Event, Flow, Hooks, Line, SearchEvent};
use plywood::search::{Algorithm, Order, Settings, TableAnswers, TableSettings, Technique, Techniques};
use plywood::{game::Game, search::SearchResult};
use std::time::{Duration, Instant};

/// Nodes entered, counting each visit, and leaves.
#[derive(Default)]
struct Nodes(u64);

impl<G: Game> Hooks<G> for Nodes {
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        self.0 += match event {
            Event::Enter { .. } | Event::Judged { leaf: Some(_), .. } => 1,
            Event::NullMove { entered, leaves, .. } => entered + leaves,
            _ => 0,
        };
        Flow::Continue(())
    }
}

struct Run {
    nodes: u64,
    seconds: f64,
    result: SearchResult<<ChessGame as Game>::Move>,
}

fn run(fen: &str, settings: Settings) -> Run {
    let mut game = ChessGame::new(position(fen), Material);
    let mut nodes = Nodes::default();
    let result = settings.search(&mut game, &mut nodes).expect("settings from the list below");
    let mut seconds = f64::INFINITY;
    let began = Instant::now();
    // The shortest time of several runs, so that short runs can be compared.
    while seconds.is_infinite() || began.elapsed() < Duration::from_millis(100) {
        let began = Instant::now();
        let again = settings.search(&mut game, &mut ()).expect("settings from the list below");
        seconds = seconds.min(began.elapsed().as_secs_f64());
        assert_eq!(result, again, "counting changes nothing");
    }
    Run { nodes: nodes.0, seconds, result }
}

pub(crate) fn main() {
    let depth = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(6);
    let plain = Settings::default().depth(depth).order(Order::MvvLva);
    let set = |names: &str| -> Techniques {
        names.split_whitespace().map(|name| name.parse::<Technique>().expect("a technique")).collect()
    };
    let exact = plain.techniques(set("tt killers history iterative"));
    let table = TableSettings::default().answers(TableAnswers::AtLeastDepth);
    let full = plain.techniques(set("tt killers history null-move lmr")).table(table);
    let ways = [
        ("alpha-beta, static order", plain.order(Order::Static)),
        ("pvs", plain.algorithm(Algorithm::Pvs)),
        ("mtdf +tt", plain.algorithm(Algorithm::MtdF).techniques(set("tt"))),
        ("+killers", plain.techniques(set("killers"))),
        ("+killers history", plain.techniques(set("killers history"))),
        ("+tt", plain.techniques(set("tt"))),
        ("+tt killers history iterative", exact),
        ("pvs +tt killers history iterative", exact.algorithm(Algorithm::Pvs)),
        ("+tt killers history null-move lmr", full),
        ("the same, iterative", full.techniques(full.techniques.with(Technique::Iterative))),
        ("the same, pvs", full.algorithm(Algorithm::Pvs).techniques(full.techniques.with(Technique::Iterative))),
    ];
    for (name, fen, _) in POSITIONS {
        let base = run(fen, plain);
        println!(
            "\n{name}, depth {depth}: plain alpha-beta with MVV-LVA {} nodes, {:.1} ms",
            base.nodes,
            1e3 * base.seconds
        );
        println!("{:<36} {:>12} {:>9} {:>9}  score", "", "nodes", "of plain", "its time");
        for (way, settings) in ways {
            let Run { nodes, seconds, result } = run(fen, settings);
            let (of_nodes, of_time) = (nodes as f64 / base.nodes as f64, seconds / base.seconds);
            let differs = if result.score == base.result.score { "" } else { " differs" };
            assert!(!settings.is_exact() || differs.is_empty(), "{way} is exact");
            println!("{way:<36} {nodes:>12} {of_nodes:>9.4} {of_time:>9.4}  {}{differs}", result.score);
        }
    }
    switches(plain);
}

/// The cost of inactive techniques: the engine with one technique that never acts, compared with the plain algorithm,
/// which has none. Both visit the same nodes.
fn switches(plain: Settings) {
    println!("\nthe engine, but for one technique switched off, against the plain algorithm: time");
    for (name, fen, depth) in POSITIONS {
        let game = ChessGame::new(position(fen), Material);
        let search = |techniques| {
            let settings = plain.depth(depth).techniques(techniques);
            let game = game.clone();
            move || {
                let result = settings.search(&mut game.clone(), &mut ()).expect("the settings make sense");
                u64::from(result.best.is_some())
            }
        };
        let one = Techniques::NONE.with(Technique::MateDistance);
        let nodes = |techniques| run(fen, plain.depth(depth).techniques(techniques)).nodes;
        assert_eq!(nodes(one), nodes(Techniques::NONE), "{name}: there is a mate, take another position");
        let [bare, engine] = fastest(9, [&mut search(Techniques::NONE), &mut search(one)]);
        println!("{name:<12} {:.3}", ratio(engine, bare));
    }
}
