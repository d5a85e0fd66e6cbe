//! The coverage of `verify`: the nodes that it compares with minimax, the leaves that it evaluates, and the reasons why
//! it does not check the rest.

use crate::gallery::counts::WIKIPEDIA;
use crate::gallery::pv::KIWIPETE;
use crate::gallery::techniques::set;
use crate::support::trees::Tree;
use crate::support::{tree_study, tree_trace};
use plywood::Score;
use plywood::game::chess::Evaluation::Positional;
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::game::{Game, TreeGame};
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::Shape;
use plywood::verify::{Effort, LEAVES, Report, Unchecked, VerifyError, verify};
use std::sync::atomic::Ordering;

/// Adds at each ply as many moves as `widths` says; their names are numbers.
fn grow(game: &mut TreeGame, widths: &[u32]) {
    let Some((&width, deeper)) = widths.split_first() else { return };
    for at in 0..width {
        let mv = game.add(&at.to_string(), Score::from_millipawns((at * 7919 % 101) as i32));
        game.play(mv);
        grow(game, deeper);
        game.undo();
    }
}

/// Returns the search of a tree with these widths, verified with this many leaves.
fn verified(widths: &[u32], algorithm: Algorithm, leaves: u64) -> Report {
    let mut game = TreeGame::new();
    grow(&mut game, widths);
    let settings = Settings::plain(algorithm, widths.len() as u32, Order::Static);
    let report = verify(&Study::new(game, (), settings).unwrap(), &Effort::default().leaves(leaves)).unwrap();
    assert!(report.passes(), "{:?} {:?}", report.failures, report.audit.findings);
    report
}

/// Minimax finds the score of a tree if the limit equals its number of leaves, and evaluates no leaf if the limit is
/// smaller by one.
fn is_scored(tree: &str, depth: u32, leaves: u64, score: i32) {
    let study = tree_study(&Tree::parse(tree), depth, Order::None);
    let report = verify(&study, &Effort::default().leaves(leaves)).unwrap();
    assert_eq!((report.minimax, report.leaves), (Some(Score::from_millipawns(score)), leaves));
    let report = verify(&study, &Effort::default().leaves(leaves - 1)).unwrap();
    assert_eq!((report.minimax, report.leaves), (None, 0));
}

#[test]
fn minimax_looks_at_every_leaf_of_a_tree_that_fits() {
    is_scored(WIKIPEDIA, 4, 14, 6000);
}

#[test]
fn a_leaf_above_the_depth_counts_like_any_other() {
    is_scored("[1,[[2,3],[4]],[[5]]]", 3, 5, 5000);
}

#[test]
fn where_the_whole_does_not_fit_subtrees_of_the_first_ply_that_does_are_searched() {
    // 48 subtrees with 4 leaves each; half of them are searched, as 24 times 4 leaves are allowed.
    let report = verified(&[48, 2, 2], Algorithm::Minimax, 96);
    assert_eq!((report.minimax, report.leaves), (None, 24 * 4));
    assert_eq!(report.by_minimax, (24 * 7, 1 + 48 * 7));
    // If these subtrees are too large by one leaf, the smaller ones below them are searched: 24 of 96, with 2 leaves
    // each.
    let report = verified(&[48, 2, 2], Algorithm::Minimax, 95);
    assert_eq!((report.minimax, report.leaves), (None, 24 * 2));
    assert_eq!(report.by_minimax, (24 * 3, 1 + 48 * 7));
}

#[test]
fn each_of_very_many_children_is_one_node() {
    // For static ordering, all moves are created before the first is searched. Each has one reply.
    for width in [300, 301, 330, 700] {
        let nodes = 1 + 2 * u64::from(width);
        assert_eq!(verified(&[width, 1], Algorithm::AlphaBeta, LEAVES).by_minimax, (nodes, nodes));
    }
}

#[test]
fn nodes_to_which_the_search_gave_fewer_moves_than_there_are_are_counted() {
    let (whole, part) = (Tree::parse("[[1,2],[3,4],[5,6]]"), Tree::parse("[[1,2],[3,4]]"));
    let restricted = |trace| verify(&trace, &Effort::default()).unwrap().restricted;
    assert_eq!(restricted(tree_trace(&whole, 2, Order::None)), 0);
    let mut trace = tree_trace(&part, 2, Order::None);
    trace.header.shape = Some(Shape::of(&mut whole.game(), &mut (), 2));
    assert_eq!(restricted(trace), 1, "the root has three moves");
}

#[test]
fn who_says_stop_is_heard_while_minimax_looks_at_leaves() {
    let settings = Settings::default().depth(2);
    let game = ChessGame::new(parse_fen(KIWIPETE).unwrap(), Positional);
    let trace = Study::new(game, (), settings).unwrap().trace().unwrap();
    // There are too few events for the replay to check the stop flag.
    assert!(trace.records.len() < 4096);
    let limits = Limits::default();
    let report = verify(&trace, &Effort::default().limits(limits.clone())).unwrap();
    assert_eq!(report.leaves, 2039);
    let whole = limits.progress.load(Ordering::Relaxed);
    assert!(2039 - 1024 < whole, "{whole}");
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let result = verify(&trace, &Effort::default().limits(stopped.clone()));
    assert!(matches!(result, Err(VerifyError::Stopped)), "{result:?}");
    assert_eq!(
        stopped.progress.load(Ordering::Relaxed),
        1024,
        "so many nodes are looked at between two looks at the flag"
    );
}

/// Explains why not all claims of a search with this technique are about minimax.
fn reasons(fen: &str, depth: u32, technique: &str) -> Vec<Unchecked> {
    let settings = Settings::default().depth(depth).techniques(set(technique));
    let game = ChessGame::new(parse_fen(fen).unwrap(), Positional);
    let report = verify(&Study::new(game, (), settings).unwrap(), &Effort::default()).unwrap();
    assert!(report.passes(), "{:?} {:?}", report.failures, report.audit.findings);
    report.unchecked.into_iter().map(|(why, _)| why).collect()
}

#[test]
fn what_is_not_about_minimax_is_put_down_to_the_technique_that_was_at_work() {
    assert_eq!(reasons("8/8/8/3k4/2p5/1P6/3K4/8 w - - 0 1", 3, "lmr"), [Unchecked::Reduced]);
    // The search goes beyond its depth, so the end of the best line is also unknown.
    assert_eq!(
        reasons("8/8/8/3k4/2p5/1P6/3K4/R7 w - - 0 1", 1, "quiescence"),
        [Unchecked::Quiescence, Unchecked::PvShort]
    );
}
