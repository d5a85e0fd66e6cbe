//! Hooks alone make a search of one position do what a lesson does on another.

#[allow(dead_code, reason = "the example has a main function, too")]
#[path = "../examples/own_hooks.rs"]
mod own_hooks;
mod support;

use plywood::search::{Algorithm, Order};
use plywood::trace::{Event, Trace, node_key};
use support::{load_model, path};

/// The events, with keys for lines; the static score of the root is used for nothing, and how games end is left out.
fn keyed(trace: &Trace) -> Vec<String> {
    let mut lists: Vec<&[String]> = Vec::new();
    let mut lines = Vec::new();
    for event in &trace.events {
        if let Event::Enter { line, moves, .. } = event {
            lists.truncate(line.len());
            lists.push(moves);
        }
        let key = |line: &[String]| {
            let index = |(name, list): (&String, &&[String])| list.iter().position(|other| other == name).unwrap();
            node_key(&line.iter().zip(&lists).map(index).collect::<Vec<_>>())
        };
        lines.push(match event {
            Event::Enter { line, depth, window, moves, .. } => {
                format!("enter {} {depth} {window:?} {}", key(line), moves.len())
            }
            Event::Created { line, number, score } => format!("created {} {number} {score:?}", key(line)),
            Event::Judged { line, order, score, bound, window, verdict, skipped, .. } => {
                format!("judged {} {order:?} {score} {bound:?} {window:?} {verdict:?} {skipped}", key(line))
            }
            Event::Leave { line, score, bound } => format!("leave {} {score} {bound:?}", key(line)),
            _ => continue,
        });
    }
    lines
}

#[test]
fn the_pawn_ending_in_disguise_is_searched_like_each_sargon_lesson() {
    for number in 1..=5 {
        let name = format!("sargon-{number}");
        let lesson = load_model(&path(&format!("models/{name}.json")));
        let disguised = own_hooks::search(own_hooks::lesson(&name).unwrap()).unwrap();
        let expected = keyed(&support::trace(&lesson, Algorithm::AlphaBeta, Order::Static));
        assert!(15 < expected.len());
        assert_eq!(keyed(&disguised).join("\n"), expected.join("\n"), "{name}");
    }
}
