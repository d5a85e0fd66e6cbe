//! Three ways to find the principal variation agree, and its leaf has the score of the root.

use crate::naive::number;
use crate::support::trees::{Tree, check, uneven, uniform};
use crate::support::{load_model, path, trace, tree_trace};
use plywood::game::{Movers, TreeMove};
use plywood::hooks::Watch;
use plywood::internal::core::pv::{CollectedLines, ReverseScan, TriangularTable};
use plywood::search::{Algorithm, Order, SearchResult, Settings};
use plywood::tree::{GameNames, Names};
use proptest::prelude::*;

type Rules = (ReverseScan<TreeMove>, (CollectedLines<TreeMove>, TriangularTable<TreeMove>));

fn search(tree: &Tree, depth: u32, algorithm: Algorithm, order: Order) -> (Rules, SearchResult<TreeMove>) {
    let mut watch: Watch<Rules> = Watch::default();
    let result = Settings::plain(algorithm, depth, order).search(&mut tree.game(), &mut watch).unwrap();
    (watch.0, result)
}

#[test]
fn all_rules_agree_and_the_leaf_proves_the_score() {
    check(800, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in [Order::Static, Order::None] {
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
                let ((scan, (lines, table)), result) = search(&tree, depth, algorithm, order);
                let pv = lines.pv();
                prop_assert_eq!(&scan.line(&scan.picks()), &pv.line);
                prop_assert_eq!(&table.line(), &pv.line);
                prop_assert_eq!(pv.line.first().copied(), result.best);
                let mut names = GameNames::new(tree.game());
                let line: Vec<String> = (1..=pv.line.len()).map(|length| names.name(&pv.line[..length])).collect();
                let leaf = tree.at(&line);
                prop_assert!(line.len() == depth as usize || leaf.children.is_empty(), "it ends at a leaf");
                prop_assert_eq!(i64::from(leaf.score), number(result.score));
                if !tree.children.is_empty() {
                    prop_assert_eq!(pv.leaf_score_at_root(Movers::default()), Some(result.score));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn a_replayed_trace_gives_the_same_line() {
    check(200, (uneven(6), 1..=6_u32), |(tree, depth)| {
        let trace = tree_trace(&tree, depth, Order::Static);
        let mut lines = CollectedLines::default();
        trace.replay(&mut lines);
        prop_assert_eq!(lines.pv().line.len(), trace.outcome.pv.len());
        prop_assert_eq!(lines.pv().leaf_score_at_root(Movers::default()).is_some(), !trace.outcome.pv.is_empty());
        Ok(())
    });
}

#[test]
fn the_plain_rule_is_right_on_even_trees_and_only_there() {
    for (width, depth) in [(2, 3), (3, 3), (2, 5)] {
        check(100, uniform(width, depth), |tree| {
            let ((scan, _), _) = search(&tree, depth, Algorithm::AlphaBeta, Order::Static);
            prop_assert_eq!(scan.naive_picks(), scan.picks());
            Ok(())
        });
    }
    let lesson = trace(&load_model(&path("models/unequal-lines.json")), Algorithm::AlphaBeta, Order::Static);
    let mut scan = ReverseScan::default();
    lesson.replay(&mut scan);
    assert_eq!((scan.picks().len(), scan.naive_picks().len()), (2, 3), "a h, and a h a, which does not exist");
    assert_eq!(scan.picks()[..], scan.naive_picks()[..2]);
}
