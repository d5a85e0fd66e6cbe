//! A trace that is written and read again is unchanged.

use crate::support::searches::alpha_beta;
use crate::support::trees::{check, uneven};
use crate::support::{load_model, path, trace, tree_trace};
use plywood::hooks::{Event, Watch};
use plywood::internal::core::recording::Recorder;
use plywood::search::{Algorithm, Order};
use plywood::trace::{Counter, Record, Sink, Trace};
use plywood::tree::{GameNames, Keep, TreeBuilder};
use proptest::prelude::*;

fn json(trace: &Trace) -> String {
    let mut text = Vec::new();
    trace.write_json(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn json_lines(trace: &Trace) -> String {
    let mut text = Vec::new();
    trace.write_json_lines(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn assert_survives(trace: &Trace) {
    assert_eq!(&Trace::read_json(&json(trace)).unwrap(), trace);
    assert_eq!(&Trace::read_json_lines(json_lines(trace).as_bytes()).unwrap(), trace);
}

#[test]
fn writing_and_reading_a_trace_changes_nothing() {
    check(200, (uneven(6), 1..=6_u32), |(tree, depth)| {
        assert_survives(&tree_trace(&tree, depth, Order::Static));
        Ok(())
    });
    for lesson in ["sargon-4", "mate-distance", "leaf-kinds", "smothered", "black-to-move"] {
        assert_survives(&trace(
            &load_model(&path(&format!("models/{lesson}.json"))),
            Algorithm::AlphaBeta,
            Order::None,
        ));
    }
}

#[test]
fn a_trace_that_was_cut_short_is_refused_line_by_line() {
    let tree = crate::support::trees::Tree::parse("[[1,2],[3,4]]");
    let text = json_lines(&tree_trace(&tree, 2, Order::Static));
    let lines: Vec<&str> = text.lines().collect();
    for length in 0..lines.len() {
        let error = Trace::read_json_lines(lines[..length].join("\n").as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), format!("line {length}: the trace ends without a result"));
    }
}

#[test]
fn a_replayed_trace_folds_into_the_tree_built_live() {
    check(300, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in [Order::Static, Order::None] {
            let recorded = tree_trace(&tree, depth, order);
            let mut watch = Watch(TreeBuilder::new(Keep::ALL));
            alpha_beta(&mut tree.game(), &mut watch, depth, order).unwrap();
            let (header, outcome) = (recorded.header.clone(), recorded.outcome.clone());
            let live = watch.0.finish(&mut GameNames::new(tree.game()), header, outcome);
            prop_assert_eq!(Trace::read_json(&json(&recorded)).unwrap().tree(), live);
            let mut counter = Counter::default();
            recorded.replay(&mut counter);
            prop_assert_eq!(counter.statistics, recorded.outcome.statistics);
        }
        Ok(())
    });
}

#[test]
fn a_stopped_search_still_folds_into_a_tree() {
    check(300, (uneven(5), 1..=5_u32, 0..400_usize), |(tree, depth, length)| {
        let mut recorded = tree_trace(&tree, depth, Order::Static);
        recorded.records.truncate(length % recorded.records.len());
        recorded.outcome.complete = false;
        let entered = recorded.records.iter().filter(|record| matches!(record.event, Event::Enter { .. }));
        let folded = recorded.tree();
        prop_assert!(entered.count() as u64 <= folded.root.nodes);
        Ok(())
    });
}

#[test]
fn positions_of_an_unknown_tree_are_numbered_as_they_are_created() {
    check(100, (uneven(5), 1..=5_u32), |(tree, depth)| {
        let mut records = Vec::new();
        let mut recorder = Recorder::new(&mut records as &mut dyn Sink, None);
        alpha_beta(&mut tree.game(), &mut recorder, depth, Order::Static).unwrap();
        recorder.finish().unwrap();
        let numbers = records.iter().filter_map(|record: &Record| record.notes.number);
        prop_assert!(numbers.eq(1..=count_created(&tree, depth)));
        Ok(())
    });
}

/// A result may repeat the depth of the header; in a single JSON document, a field can occur only once.
#[test]
fn fields_of_the_header_are_read_over_in_a_result() {
    let trace = trace(&load_model(&path("models/sargon-4.json")), Algorithm::AlphaBeta, Order::None);
    let result = |fields: &str| json_lines(&trace).replace("\"complete\":true", &format!("\"complete\":true,{fields}"));
    let read = Trace::read_json_lines(result(r#""shape":"?","depth":9,"evaluation":"own""#).as_bytes()).unwrap();
    assert_eq!(read, trace);
    let own = Trace::read_json_lines(result(r#""depth":9,"x_knps":"512""#).as_bytes()).unwrap();
    assert_ne!(own, trace, "a field of its own is kept");
    assert_survives(&own);
}

fn count_created(tree: &crate::support::trees::Tree, depth: u32) -> u64 {
    let mut counter = Watch(Counter::default());
    alpha_beta(&mut tree.game(), &mut counter, depth, Order::Static).unwrap();
    counter.0.statistics.created - 1
}
