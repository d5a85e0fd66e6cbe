//! The lessons give the numbers that are known of them: published ones, and those that `docs/lessons.md` asks for.

use crate::support::{load_model, path, trace};
use plywood::hooks::{Event, Verdict};
use plywood::search::{Algorithm, Order};
use plywood::trace::Trace;

fn run(lesson: &str, algorithm: Algorithm, order: Order) -> Trace {
    trace(&load_model(&path(&format!("models/{lesson}.json"))), algorithm, order)
}

/// The nodes at which a cutoff happened, as child numbers from the root.
fn cut_nodes(trace: &Trace) -> Vec<String> {
    let mut moves: Vec<&[String]> = Vec::new();
    let mut nodes = Vec::new();
    for record in &trace.records {
        match &record.event {
            Event::Enter { moves: here, .. } => {
                moves.truncate(record.line.len());
                moves.push(here);
            }
            Event::Judged { verdict: Verdict::Cutoff { .. }, .. } => {
                let index = |(name, list): (&String, &&[String])| list.iter().position(|other| other == name).unwrap();
                nodes.push(record.line.iter().zip(&moves).map(index).map(|index| index.to_string()).collect());
            }
            _ => {}
        }
    }
    nodes
}

/// Score in pawns, PV, scored leaves and where cutoffs happened; recomputed with a separate program from the scores
/// that retro-sargon (billforsternz/retro-sargon) shows in its five examples.
#[test]
fn the_five_sargon_lessons() {
    let facts: [(&str, &str, &str, u64, &[&str]); 5] = [
        ("sargon-1", "9.000", "Ng6+ Kg8 Nxe5", 8, &[]),
        ("sargon-2", "12.000", "Qg8+ Nxg8 Nf7#", 5, &["01", "1"]),
        ("sargon-3", "12.000", "Qg8+ Nxg8 Nf7#", 6, &["01", "11"]),
        ("sargon-4", "5.125", "Nf5+ Kg8 Nxh6+", 5, &["01", "1"]),
        ("sargon-5", "9.000", "Ng6+ Kg8 Nxe5", 6, &["0"]),
    ];
    for (lesson, score, pv, leaves, cuts) in facts {
        let trace = run(lesson, Algorithm::AlphaBeta, Order::Static);
        assert_eq!(trace.outcome.score.unwrap().to_string(), score, "{lesson}");
        assert_eq!(trace.outcome.pv.join(" "), pv, "{lesson}");
        assert_eq!(trace.outcome.statistics.leaves, leaves, "{lesson}");
        assert_eq!(cut_nodes(&trace), cuts, "{lesson}");
        let shape = trace.header.shape.unwrap();
        assert_eq!((shape.leaves(), shape.fewest_leaves()), (8, 5), "{lesson}");
    }
}

/// Wikipedia's tree: 33 nodes, 14 leaves; 25 nodes and 9 leaves are visited. Two of the five cutoffs skip nothing.
#[test]
fn the_tree_of_the_encyclopedia() {
    let trace = run("wikipedia", Algorithm::AlphaBeta, Order::Static);
    let shape = trace.header.shape.as_ref().unwrap();
    assert_eq!((shape.len(), shape.leaves()), (33, 14));
    let counts = trace.outcome.statistics;
    assert_eq!((counts.nodes(), counts.leaves, counts.cutoffs, counts.skipped), (25, 9, 5, 3));
    assert_eq!(cut_nodes(&trace), ["001", "101", "11", "200", "2"]);
    assert_eq!(
        (trace.outcome.score.unwrap().to_string().as_str(), trace.outcome.pv.join(" ").as_str()),
        ("6.000", "B B1 B1a B1a1")
    );
}

/// `[[1,1],[5,3],[4,3,2]]`, from a question about equality: 11 nodes, 7 leaves, 6 of them read; value 3, PV 1-1.
#[test]
fn the_equality_tree() {
    let trace = run("equality", Algorithm::AlphaBeta, Order::Static);
    let shape = trace.header.shape.as_ref().unwrap();
    assert_eq!((shape.len(), shape.leaves(), trace.outcome.statistics.leaves), (11, 7, 6));
    assert_eq!(
        (trace.outcome.score.unwrap().to_string().as_str(), trace.outcome.pv.join(" ").as_str()),
        ("3.000", "B B2")
    );
}

/// The numbers in `docs/lessons.md`: leaves scored, cutoffs, children skipped.
#[test]
fn the_numbers_that_teachers_are_told() {
    use Algorithm::{AlphaBeta, Minimax};
    let facts = [
        ("highest-leaf", AlphaBeta, Order::Static, "1.000", [4, 0, 0]),
        ("last-child", AlphaBeta, Order::Static, "4.000", [5, 2, 1]),
        ("ties", AlphaBeta, Order::Static, "3.000", [5, 2, 1]),
        ("ties", Minimax, Order::Static, "3.000", [6, 0, 0]),
        ("wide", AlphaBeta, Order::Static, "5.000", [9, 7, 7]),
        ("skipped-subtree", AlphaBeta, Order::Static, "3.000", [4, 1, 2]),
        ("deep-cutoff", AlphaBeta, Order::Static, "6.000", [7, 2, 3]),
        ("order-worst", AlphaBeta, Order::Static, "9.000", [9, 0, 0]),
        ("order-best", AlphaBeta, Order::Static, "9.000", [5, 2, 4]),
        ("static-orders", AlphaBeta, Order::Static, "5.000", [5, 2, 4]),
        ("static-orders", AlphaBeta, Order::None, "5.000", [9, 0, 0]),
        ("sargon-5", AlphaBeta, Order::None, "9.000", [8, 0, 0]),
        ("leaf-kinds", Minimax, Order::Static, "#1", [5, 0, 0]),
        ("mate-flat", AlphaBeta, Order::Static, "12.000", [3, 0, 0]),
        ("mate-distance", AlphaBeta, Order::None, "#1", [5, 0, 0]),
        ("black-to-move", AlphaBeta, Order::Static, "4.000", [5, 2, 2]),
        ("single-reply", AlphaBeta, Order::Static, "#3", [2, 2, 1]),
    ];
    for (lesson, algorithm, order, score, expected) in facts {
        let outcome = run(lesson, algorithm, order).outcome;
        let counts = outcome.statistics;
        assert_eq!(outcome.score.unwrap().to_string(), score, "{lesson}");
        assert_eq!([counts.leaves, counts.cutoffs, counts.skipped], expected, "{lesson}");
    }
}
