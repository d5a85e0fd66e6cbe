//! The fewest leaves that a search of a tree of a given shape must evaluate.

use crate::support::tree_trace;
use crate::support::trees::{NAMES, Tree, check, in_order, uneven, uniform};
use plywood::game::Movers;
use plywood::search::Order;
use plywood::trace::Shape;
use proptest::prelude::*;
use std::cell::Cell;

fn leaves(tree: &Tree, depth: u32) -> (usize, usize) {
    let trace = tree_trace(tree, depth, Order::None);
    (trace.outcome.statistics.leaves as usize, trace.header.shape.unwrap().fewest_leaves())
}

/// Puts the best move first at every node.
fn best_first(tree: &mut Tree, depth: usize, max: bool) {
    if let Some(depth) = depth.checked_sub(1) {
        tree.children.iter_mut().for_each(|child| best_first(child, depth, !max));
        let worth = |child: &Tree| child.value(depth, !max) * if max { -1 } else { 1 };
        let keys: Vec<i32> = tree.children.iter().map(worth).collect();
        reorder(tree, &keys);
    }
}

/// Sorts the children by their keys.
fn reorder(tree: &mut Tree, keys: &[i32]) {
    tree.children = in_order(keys).into_iter().map(|place| tree.children[place].clone()).collect();
}

#[test]
fn on_uniform_trees_it_is_the_formula_and_perfect_order_reaches_it() {
    for (width, depth) in [(1_usize, 4_u32), (2, 1), (2, 2), (2, 3), (2, 6), (3, 3), (3, 4), (4, 3), (5, 2)] {
        let formula = width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1;
        check(20, uniform(width, depth), |mut tree| {
            best_first(&mut tree, depth as usize, true);
            prop_assert_eq!(leaves(&tree, depth), (formula, formula));
            Ok(())
        });
    }
}

#[test]
fn no_search_scores_fewer() {
    check(800, (uneven(6), 1..=6_u32), |(mut tree, depth)| {
        let (scored, fewest) = leaves(&tree, depth);
        prop_assert!(tree.children.is_empty() || fewest <= scored);
        best_first(&mut tree, depth as usize, true);
        let (scored, same) = leaves(&tree, depth);
        prop_assert!(tree.children.is_empty() || same <= scored);
        prop_assert_eq!(same, fewest, "the order of the moves does not matter");
        Ok(())
    });
}

/// Assigns new scores to the leaves of `tree` and new orders to its nodes.
fn shuffle(tree: &mut Tree, numbers: &mut impl Iterator<Item = i32>) {
    tree.score = numbers.next().unwrap();
    let keys: Vec<i32> = numbers.take(tree.children.len()).collect();
    reorder(tree, &keys);
    tree.children.iter_mut().for_each(|child| shuffle(child, numbers));
}

/// All trees that differ from this one only in the order of moves.
fn orders(tree: &Tree) -> Vec<Tree> {
    let mut all = vec![Tree { children: Vec::new(), ..tree.clone() }];
    for child in &tree.children {
        let (children, mut longer) = (orders(child), Vec::new());
        for before in &all {
            for child in &children {
                longer.extend((0..=before.children.len()).map(|place| {
                    let mut tree = before.clone();
                    tree.children.insert(place, child.clone());
                    tree
                }));
            }
        }
        all = longer;
    }
    all
}

/// Trees with so few orders that all of them can be tried, and with few scores, so that there are ties.
fn small() -> impl Strategy<Value = Tree> {
    let few = (1..=4_i32, uneven(4)).prop_map(|(scores, mut tree)| {
        round(&mut tree, scores);
        tree
    });
    few.prop_filter("too many orders", |tree| (2..=600).contains(&count(tree)))
}

fn round(tree: &mut Tree, scores: i32) {
    tree.score = tree.score.rem_euclid(scores) * 1000;
    tree.children.iter_mut().for_each(|child| round(child, scores));
}

fn count(tree: &Tree) -> usize {
    let own: usize = (1..=tree.children.len()).product();
    tree.children.iter().fold(own, |orders, child| orders.saturating_mul(count(child)))
}

#[test]
fn the_best_order_is_the_best_of_all_orders() {
    check(400, small(), |tree| {
        let found = orders(&tree).iter().map(|tree| leaves(tree, 4).0).min();
        prop_assert_eq!(
            tree_trace(&tree, 4, Order::None).header.shape.unwrap().best_order_leaves(Movers::default()),
            found
        );
        Ok(())
    });
    let tree = Tree::parse("[9,[8,8,[4,7]]]");
    let said =
        |tree: &Tree| tree_trace(tree, 4, Order::None).header.shape.unwrap().best_order_leaves(Movers::default());
    assert_eq!(said(&tree), Some(2), "one of the two 8s is enough, and the best move first would take the 4");
}

#[test]
fn some_order_and_scores_reach_it_on_small_shapes() {
    for shape in ["[[1,2],3,[4,5]]", "[[[1,2],3],[[4,5,6]]]", "[[1,[2,3]],[[4,5],6]]", "[[[1],[2,3]],4]", "[1,2,3]"] {
        let tree = Tree::parse(shape);
        let least = Cell::new(usize::MAX);
        check(1500, prop::collection::vec(-99..99, 40), |numbers| {
            let mut tree = tree.clone();
            shuffle(&mut tree, &mut numbers.into_iter().cycle());
            least.set(least.get().min(leaves(&tree, 4).0));
            Ok(())
        });
        assert_eq!(least.get(), leaves(&tree, 4).1, "{shape}");
    }
}

#[test]
fn a_shape_is_cut_at_the_depth_of_the_search() {
    let tree = Tree::parse("[[[1,2],3],4]");
    let shape = |depth| Shape::of(&mut tree.game(), &mut (), depth);
    let sizes = [1, 2, 3, 4].map(|depth| (shape(depth).len(), shape(depth).leaves()));
    assert_eq!(sizes, [(3, 2), (5, 3), (7, 4), (7, 4)]);
    let names: Vec<String> = (0..7).map(|node| shape(3).name(node).to_owned()).collect();
    assert_eq!(names, ["", NAMES[0], NAMES[1], NAMES[0], NAMES[1], NAMES[0], NAMES[1]]);
}
