//! Bounds are true, alpha and beta were set by the named lines, and skipped nodes could not change the result.

use crate::naive::number;
use crate::support::tree_trace;
use crate::support::trees::{Tree, check, uneven};
use plywood::hooks::{Event, Verdict};
use plywood::search::Order;
use plywood::trace::{Outcome, Trace};
use plywood::tree::Node;
use plywood::{Bound, Score, Window};
use proptest::prelude::*;

/// Returns whether `score` and `bound` are true for the position after `line`, for the side to move there.
fn is_true(tree: &Tree, depth: u32, line: &[String], score: Score, bound: Bound) -> bool {
    let max = line.len().is_multiple_of(2);
    let value = i64::from(tree.at(line).value(depth as usize - line.len(), max)) * if max { 1 } else { -1 };
    match bound {
        Bound::Exact => value == number(score),
        Bound::Lower => value >= number(score),
        Bound::Upper => value <= number(score),
    }
}

#[test]
fn every_bound_is_true() {
    check(500, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in [Order::Static, Order::None] {
            for record in tree_trace(&tree, depth, order).records {
                let line = record.subject();
                match record.event {
                    Event::Leave { score, bound } => {
                        prop_assert!(is_true(&tree, depth, &line, score, bound), "{:?}", record);
                    }
                    Event::Judged { score, bound, .. } => {
                        prop_assert!(is_true(&tree, depth, &line, -score, -bound), "{:?}", record);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    });
}

/// Checks one bound of the window of the node that `line` leads to, for the side that makes the last move of `line`.
fn assert_set_by(trace: &Trace, upto: usize, line: &[String], threshold: Score, set_by: Option<&[String]>) {
    let Some(source) = set_by else {
        assert!(threshold.is_infinite(), "nobody set {threshold} at {line:?}");
        return;
    };
    assert!(line.starts_with(&source[..source.len() - 1]), "{source:?} is a move of an ancestor of {line:?}");
    let judged = trace.records[..upto].iter().rev().find_map(|record| match record.event {
        Event::Judged { score, bound, verdict, .. } if record.subject() == *source => Some((score, bound, verdict)),
        _ => None,
    });
    let sign = |score: Score| if source.len() % 2 == line.len() % 2 { score } else { -score };
    assert_eq!(judged, Some((sign(threshold), Bound::Exact, Verdict::Best)), "{source:?} at {line:?}");
}

#[test]
fn thresholds_were_set_by_the_lines_that_they_name() {
    check(400, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in [Order::Static, Order::None] {
            let trace = tree_trace(&tree, depth, order);
            for (at, record) in trace.records.iter().enumerate() {
                let (mover, window) = match record.event {
                    Event::Judged { window, .. } => (record.subject(), window),
                    // The window of a node is for the side to move there: the mover of any of its moves.
                    Event::Enter { window, .. } => {
                        (record.line.iter().cloned().chain(["a".to_owned()]).collect(), window)
                    }
                    _ => continue,
                };
                let (alpha, beta) = (&record.notes.alpha_set_by, &record.notes.beta_set_by);
                let Window { alpha: low, beta: high } = window;
                assert_set_by(&trace, at, &mover, low, alpha.as_deref());
                assert_set_by(&trace, at, &mover, high, beta.as_deref());
            }
        }
        Ok(())
    });
}

/// Gives new scores to the unsearched nodes below `node` that `wanted` selects.
fn scramble(tree: &mut Tree, node: &Node, line: &mut Vec<String>, scores: &mut impl Iterator<Item = i32>, all: bool) {
    for child in &node.children {
        line.push(child.name().to_owned());
        if child.unsearched.is_some() && (all || child.number.is_none()) {
            tree.at_mut(line).score = scores.next().unwrap();
        }
        scramble(tree, child, line, scores, all);
        line.pop();
    }
}

#[test]
fn what_was_skipped_could_not_change_the_result() {
    let input = (uneven(6), 1..=6_u32, prop::collection::vec(-9000..9000, 1..20));
    check(500, input, |(tree, depth, scores)| {
        for order in [Order::Static, Order::None] {
            let trace = tree_trace(&tree, depth, order);
            let mut other = tree.clone();
            scramble(&mut other, &trace.tree().root, &mut Vec::new(), &mut scores.iter().copied().cycle(), false);
            // The header contains the whole tree, so only the header can differ.
            let again = tree_trace(&other, depth, order);
            // The other best moves come from the tree, not from the search.
            let found = |trace: &Trace| Outcome { also_best: None, ..trace.outcome.clone() };
            prop_assert_eq!((&again.records, found(&again)), (&trace.records, found(&trace)), "nobody has seen it");
            scramble(&mut other, &trace.tree().root, &mut Vec::new(), &mut scores.iter().copied().cycle(), true);
            prop_assert_eq!(tree_trace(&other, depth, order).outcome.score, trace.outcome.score);
        }
        Ok(())
    });
}
