//! Events come in the documented order and report what really happened.

use crate::naive;
use crate::support::searches::{alpha_beta, minimax};
use crate::support::trees::{Tree, check, in_order, uneven};
use crate::support::{runs, tree_trace};
use plywood::game::Game;
use plywood::hooks::{Event, Leaf, Watch};
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Study};
use plywood::trace::{Counter, Trace};
use plywood::tree::TreeBuilder;
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::HashSet;

const ORDERS: [Order; 2] = [Order::Static, Order::None];

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    check(600, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in ORDERS {
            let found = alpha_beta(&mut tree.game(), &mut (), depth, order).unwrap();
            prop_assert_eq!(found, minimax(&mut tree.game(), &mut (), depth, order).unwrap());
            prop_assert_eq!(naive::number(found.score), i64::from(tree.value(depth as usize, true)));
        }
        Ok(())
    });
}

#[test]
fn the_best_move_is_the_first_of_equals_in_the_order_of_the_search() {
    check(600, (uneven(5), 1..=6_u32), |(tree, depth)| {
        let value = tree.value(depth as usize, true);
        for (order, is_static) in [(Order::Static, 1 < depth), (Order::None, false)] {
            let mut tried: Vec<usize> = (0..tree.children.len()).collect();
            if is_static {
                tried = in_order(&tree.children.iter().map(|child| -child.score).collect::<Vec<i32>>());
            }
            let first = tried.into_iter().find(|&index| tree.children[index].value(depth as usize - 1, false) == value);
            let mut moves = Vec::new();
            tree.game().moves(&mut moves);
            let found = alpha_beta(&mut tree.game(), &mut (), depth, order).unwrap();
            prop_assert_eq!(found.best, first.map(|index| moves[index]));
        }
        Ok(())
    });
}

#[test]
fn every_window_and_verdict_is_that_of_the_textbook() {
    check(600, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in ORDERS {
            let (score, comparisons) = naive::alpha_beta(&tree, depth, order == Order::Static);
            let trace = tree_trace(&tree, depth, order);
            prop_assert_eq!(naive::comparisons(&trace), comparisons);
            prop_assert_eq!(trace.outcome.score.map(naive::number), Some(score));
        }
        Ok(())
    });
}

#[test]
fn enter_and_leave_are_brackets_and_every_searched_child_is_judged_once() {
    check(400, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in ORDERS {
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
                let settings = Settings::plain(algorithm, depth, order);
                assert_balanced(&Study::new(tree.game(), (), settings).unwrap().trace().unwrap(), &tree);
            }
        }
        Ok(())
    });
}

/// Follows the events with a stack of open nodes.
fn assert_balanced(trace: &Trace, tree: &Tree) {
    let mut open: Vec<Vec<String>> = Vec::new();
    let (mut created, mut judged, mut left) = (HashSet::new(), HashSet::new(), HashSet::new());
    assert!(matches!(trace.records[0].event, Event::Root { .. }));
    for record in &trace.records[1..] {
        let line = record.subject();
        match &record.event {
            Event::Enter { depth, moves, .. } => {
                assert_eq!(line.len() as u32 + depth, trace.header.depth);
                let parent = line.split_last().map(|(_, parent)| parent.to_vec());
                assert_eq!(open.last(), parent.as_ref(), "children lie in parents");
                assert!(line.is_empty() || created.contains(&line), "created before it is entered");
                assert_eq!(moves.len(), tree.at(&line).children.len());
                open.push(line);
            }
            Event::Created { .. } => {
                assert_eq!(open.last(), Some(&record.line));
                assert!(created.insert(line), "created once");
            }
            Event::Judged { leaf, .. } => {
                assert_eq!(open.last(), Some(&record.line));
                assert_ne!(left.contains(&line), leaf.is_some(), "an inner node is judged when it was left");
                assert!(created.contains(&line) && judged.insert(line), "judged once, after it was created");
            }
            Event::Leave { .. } => {
                assert_eq!(open.pop().as_ref(), Some(&line));
                left.insert(line);
            }
            other => panic!("{other:?} has no place here"),
        }
    }
    assert!(open.is_empty());
    assert!(left.iter().all(|line| line.is_empty() || judged.contains(line)));
}

#[test]
fn watching_changes_nothing() {
    check(300, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in ORDERS {
            let alone = alpha_beta(&mut tree.game(), &mut (), depth, order).unwrap();
            let mut watch = Watch((Counter::default(), TreeBuilder::new(plywood::tree::Keep::FOLDED)));
            let watched = alpha_beta(&mut tree.game(), &mut watch, depth, order).unwrap();
            prop_assert_eq!(watched, alone);
            prop_assert_eq!(tree_trace(&tree, depth, order).outcome.score, Some(alone.score));
        }
        Ok(())
    });
}

#[test]
fn the_random_trees_have_what_the_laws_are_about() {
    let (cutoffs, deep, ties, early) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |cell: &Cell<u32>, is: bool| cell.set(cell.get() + u32::from(is));
    check(400, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for record in tree_trace(&tree, depth, Order::None).records {
            let line = record.subject();
            let Event::Judged { score, window, leaf, verdict, .. } = record.event else { continue };
            let cut = verdict.is_cutoff();
            count(&cutoffs, cut);
            count(&deep, cut && record.notes.beta_set_by.as_ref().is_some_and(|owner| owner.len() + 1 < line.len()));
            count(&ties, cut && score == window.beta || score == window.alpha);
            count(&early, leaf == Some(Leaf::Childless));
        }
        Ok(())
    });
    let counts = [cutoffs, deep, ties, early].map(Cell::into_inner);
    assert!(counts.iter().all(|&count| runs(200) < count), "cutoffs, deep ones, ties, early leaves: {counts:?}");
}
