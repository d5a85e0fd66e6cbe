//! Hooks alone make a search of one position behave like a lesson on another.

use crate::support::{load_model, path};
use plywood::hooks::Event;
use plywood::search::{Algorithm, Fail, Order};
use plywood::trace::{Trace, node_key};

/// Returns the events, with keys instead of lines; the unused static evaluation of the root and the words for endings
/// are omitted.
fn keyed(trace: &Trace) -> Vec<String> {
    let mut lists: Vec<&[String]> = Vec::new();
    let mut lines = Vec::new();
    for record in &trace.records {
        if let Event::Enter { moves, .. } = &record.event {
            lists.truncate(record.line.len());
            lists.push(moves);
        }
        let index = |(name, list): (&String, &&[String])| list.iter().position(|other| other == name).unwrap();
        let key = node_key(&record.subject().iter().zip(&lists).map(index).collect::<Vec<_>>());
        let (number, step) = (record.notes.number, record.notes.step);
        lines.push(match &record.event {
            Event::Enter { depth, window, moves } => format!("enter {key} {depth} {window:?} {}", moves.len()),
            Event::Created { score, .. } => format!("created {key} {number:?} {score:?}"),
            Event::Judged { score, bound, window, verdict, .. } => {
                format!("judged {key} {step:?} {score} {bound:?} {window:?} {verdict:?}")
            }
            Event::Leave { score, bound } => format!("leave {key} {score} {bound:?}"),
            _ => continue,
        });
    }
    lines
}

#[test]
fn the_pawn_ending_in_disguise_is_searched_like_each_sargon_lesson() {
    for number in 1..=5 {
        let name = format!("sargon-{number}");
        let mut lesson = load_model(&path(&format!("models/{name}.json")));
        // As in the example's search.
        lesson.caption.fail = Some(Fail::Hard);
        let disguised = crate::own_hooks_example::search(crate::own_hooks_example::lesson(&name).unwrap()).unwrap();
        let expected = keyed(&crate::support::trace(&lesson, Algorithm::AlphaBeta, Order::Static));
        assert!(15 < expected.len());
        assert_eq!(keyed(&disguised).join("\n"), expected.join("\n"), "{name}");
    }
}
