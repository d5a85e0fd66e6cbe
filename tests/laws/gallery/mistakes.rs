//! Each built-in mistake does what its name says and has a visible effect.

use crate::gallery::watch::Counts;
use crate::support::trees::{Tree, check, uneven};
use plywood::game::Game;
use plywood::hooks::{Event, Flow, Hooks, Line, SearchEvent};
use plywood::search::{Mistake, Order, Settings};
use plywood::{Score, Window};
use proptest::prelude::*;

fn run(tree: &Tree, depth: u32, mistake: Option<Mistake>) -> (Score, Option<usize>, Counts) {
    let mut counts = Counts::default();
    let settings = Settings::default().depth(depth).mistake(mistake).order(Order::None);
    let mut game = tree.game();
    let result = settings.search(&mut game, &mut counts).unwrap();
    (result.score, result.best.map(|mv| mv.number()), counts)
}

#[test]
fn the_forgotten_root_window_costs_nodes_and_nothing_else() {
    check(200, (uneven(5), 1..=6_u32), |(tree, depth)| {
        let (right, wrong) = (run(&tree, depth, None), run(&tree, depth, Some(Mistake::RootWindow)));
        prop_assert_eq!((right.0, right.1), (wrong.0, wrong.1));
        prop_assert!(right.2.distinct_leaves.is_subset(&wrong.2.distinct_leaves));
        Ok(())
    });
    let tree = Tree::parse("[[3,4],[1,9],[2,9]]");
    assert_eq!(run(&tree, 2, None).2.leaves, 4);
    assert_eq!(run(&tree, 2, Some(Mistake::RootWindow)).2.leaves, 6);
}

#[test]
fn swapped_bounds_cut_at_the_first_leaf() {
    let tree = Tree::parse("[[3,4],[5,1]]");
    assert_eq!(run(&tree, 2, None).0, Score::from_millipawns(3000));
    let (score, _, counts) = run(&tree, 2, Some(Mistake::SwappedBounds));
    assert_eq!((score, counts.leaves), (Score::MAX, 1));
    // Both bounds are negated but not swapped: no score is above alpha, all are at least beta.
    let mut windows = Windows::default();
    let settings = Settings::default().depth(2).mistake(Mistake::SwappedBounds);
    settings.search(&mut tree.game(), &mut windows).unwrap();
    assert_eq!(windows.0, [Window::FULL, Window { alpha: Score::MAX, beta: Score::MIN }]);
}

/// The windows with which nodes are entered.
#[derive(Default)]
struct Windows(Vec<Window>);

impl<G: Game> Hooks<G> for Windows {
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        if let Event::Enter { window, .. } = event {
            self.0.push(window);
        }
        Flow::Continue(())
    }
}

#[test]
fn without_the_negation_both_sides_want_the_same() {
    let tree = Tree::parse("[[3,4],[5,6]]");
    let (right, wrong) = (run(&tree, 2, None), run(&tree, 2, Some(Mistake::MissingNegation)));
    assert_eq!((right.0, right.1), (Score::from_millipawns(5000), Some(4)));
    // A takes the larger of its leaves; none of B's leaves is inside its window (-inf,-4).
    assert_eq!((wrong.0, wrong.1, wrong.2.leaves), (Score::from_millipawns(4000), Some(1), 3));
}

/// The mistakes whose descriptions say that the result is right cost nothing on a lucky tree.
#[test]
fn some_mistakes_only_may_cost_nodes() {
    for mistake in [Mistake::RootWindow, Mistake::NoDeepBounds, Mistake::Strict] {
        assert!(mistake.description().ends_with("the result is right, but the search may visit more nodes"));
        check(100, (uneven(5), 1..=6_u32), |(tree, depth)| {
            let (right, wrong) = (run(&tree, depth, None), run(&tree, depth, Some(mistake)));
            prop_assert_eq!((right.0, right.1), (wrong.0, wrong.1));
            prop_assert!(right.2.leaves <= wrong.2.leaves);
            Ok(())
        });
        let tree = Tree::parse("[[3,4],[5,6]]");
        assert_eq!(run(&tree, 2, None).2.leaves, run(&tree, 2, Some(mistake)).2.leaves, "{}", mistake.name());
    }
}

/// The scores of judged moves, for the side that made the move: of leaves, and of other nodes.
#[derive(Default)]
struct JudgedScores {
    leaves: Vec<Score>,
    inner: Vec<Score>,
}

impl<G: Game> Hooks<G> for JudgedScores {
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        if let Event::Judged { score, leaf, .. } = event {
            if leaf.is_some() { self.leaves.push(score) } else { self.inner.push(score) }
        }
        Flow::Continue(())
    }
}

/// A node that starts at 0 can't return less to its own side, so it is worth at most 0 to the side that moved to it.
#[test]
fn a_start_of_zero_allows_no_negative_result() {
    check(200, (uneven(5), 1..=6_u32), |(tree, depth)| {
        let mut scores = JudgedScores::default();
        let settings = Settings::default().depth(depth).mistake(Mistake::ZeroStart).order(Order::None);
        let result = settings.search(&mut tree.game(), &mut scores).unwrap();
        prop_assert!(Score::ZERO <= result.score, "{:?}", result.score);
        prop_assert!(scores.inner.iter().all(|score| *score <= Score::ZERO), "{:?}", scores.inner);
        Ok(())
    });
}

/// Only the leaves where the other side is to move get the wrong sign: all leaves of this tree at one ply, and none at
/// two.
#[test]
fn a_leaf_of_the_roots_side_keeps_its_sign() {
    for (tree, depth, is_wrong) in [("[3,4]", 1, true), ("[[3,4],[5,6]]", 2, false)] {
        let tree = Tree::parse(tree);
        let leaves = [None, Some(Mistake::LeafSign)].map(|mistake| {
            let mut scores = JudgedScores::default();
            let settings = Settings::default().depth(depth).mistake(mistake).order(Order::None);
            settings.search(&mut tree.game(), &mut scores).unwrap();
            scores.leaves
        });
        let [right, wrong] = leaves;
        let turned: Vec<Score> = right.iter().map(|&score| -score).collect();
        assert_eq!(wrong, if is_wrong { turned } else { right });
    }
}

#[test]
fn a_tie_at_the_root_replaces_the_best_move_by_a_worse_one() {
    let tree = Tree::parse("[[1,1],[5,3],[4,3,2]]");
    let (right, wrong) = (run(&tree, 2, None), run(&tree, 2, Some(Mistake::RootGe)));
    assert_eq!(right.0, wrong.0);
    assert_eq!((right.1, wrong.1), (Some(4), Some(7)));
}
