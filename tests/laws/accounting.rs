//! The searched and the skipped nodes add up to the whole tree, however the tree is folded.

use crate::support::trees::{check, uneven};
use crate::support::{tree_study, tree_trace};
use plywood::hooks::Event;
use plywood::search::Order;
use plywood::study::AnyStudy;
use plywood::trace::Record;
use plywood::tree::{Keep, Node};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

/// Counts the nodes below `node` that `wanted` selects, given whether the parent was searched.
fn count(node: &Node, wanted: &impl Fn(&Node, bool) -> bool) -> usize {
    let searched = node.unsearched.is_none();
    node.children.iter().map(|child| usize::from(wanted(child, searched)) + count(child, wanted)).sum()
}

#[test]
fn searched_and_skipped_nodes_are_the_whole_tree() {
    check(500, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in [Order::Static, Order::None] {
            let trace = tree_trace(&tree, depth, order);
            let (counts, root) = (trace.outcome.statistics, trace.tree().root);
            let whole = trace.header.shape.as_ref().unwrap().len();
            let unsearched = count(&root, &|node, _| node.unsearched.is_some());
            let is_leaf = tree.children.is_empty();
            prop_assert_eq!(root.size(), whole);
            prop_assert_eq!(counts.nodes() as usize + unsearched + usize::from(is_leaf), whole);
            prop_assert_eq!(counts.judged, counts.nodes() - u64::from(!is_leaf), "each but the root");
            prop_assert_eq!(counts.created as usize, 1 + count(&root, &|node, _| node.number.is_some()));
            let skipped = count(&root, &|node, parent_searched| node.unsearched.is_some() && parent_searched);
            prop_assert_eq!(counts.skipped as usize, skipped);
            prop_assert_eq!(counts.leaves as usize, count(&root, &|node, _| node.leaf.is_some()));
        }
        Ok(())
    });
}

#[test]
fn the_numbers_of_positions_do_not_depend_on_the_search() {
    check(200, (uneven(5), 1..=5_u32), |(tree, depth)| {
        let numbers = |order| -> HashMap<Vec<String>, u64> {
            let records = tree_trace(&tree, depth, order).records.into_iter();
            let created = |record: Record| match record.event {
                Event::Created { .. } => Some((record.subject(), record.notes.number?)),
                _ => None,
            };
            records.filter_map(created).collect()
        };
        let (sorted, unsorted) = (numbers(Order::Static), numbers(Order::None));
        for (line, number) in &unsorted {
            prop_assert!(sorted.get(line).is_none_or(|other| other == number));
        }
        prop_assert_eq!(
            sorted.values().collect::<HashSet<_>>().len(),
            sorted.len(),
            "a number belongs to one position"
        );
        Ok(())
    });
}

/// Checks that each node counts its own subtree, folded or not.
fn assert_counts(node: &Node) {
    let searched = node.leaf.is_some() || node.window.is_some();
    let below: u64 = node.children.iter().map(|child| child.nodes).sum();
    if node.window.is_some() {
        assert_eq!(node.nodes, u64::from(searched) + below + node.fold.nodes, "{node:?}");
    }
    node.children.iter().for_each(assert_counts);
}

#[test]
fn a_folded_tree_counts_what_it_does_not_show() {
    let keep = (prop::option::of(0..3_usize), prop::option::of(0..4_usize), 0..40_usize);
    check(400, (uneven(6), 1..=6_u32, keep), |(tree, depth, (width, plies, limit))| {
        let trace = tree_trace(&tree, depth, Order::Static);
        let keep = Keep::ALL.at_focus(width).width(width).plies(plies).limit(limit);
        let folded = tree_study(&tree, depth, Order::Static).with_whole_tree().explain(&keep).unwrap();
        assert_counts(&folded.root);
        prop_assert_eq!(folded.root.nodes, trace.tree().root.nodes);
        prop_assert_eq!(folded.outcome, trace.outcome);
        Ok(())
    });
}
