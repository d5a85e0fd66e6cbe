//! Makes a tree smaller while a program still fails on it in the same way.

use super::task::{Task, Twig};
use crate::core::game::Movers;
use crate::core::score::Score;

/// The maximum number of trees to try.
const TRIES: usize = 400;

/// Makes a task smaller as long as the program still fails on the smaller task, according to `fails`. The result is
/// deterministic.
pub(crate) fn shrunk(mut task: Task, fails: &mut dyn FnMut(&Task) -> bool) -> Task {
    let mut left = TRIES;
    let mut try_one = |task: &mut Task, smaller: Task| {
        let is_smaller = left != 0 && smaller != *task && {
            left -= 1;
            fails(&smaller)
        };
        if is_smaller {
            *task = smaller;
        }
        is_smaller
    };
    loop {
        let before = task.clone();
        plain(&mut task, &mut try_one);
        fewer(&mut task, &mut try_one);
        if let Some(ranked) = ranked(&task) {
            try_one(&mut task, ranked);
        }
        smaller(&mut task, &mut try_one);
        if task == before {
            return task;
        }
    }
}

type TryOne<'a> = dyn FnMut(&mut Task, Task) -> bool + 'a;

/// Removes features that only some trees have.
fn plain(task: &mut Task, try_one: &mut TryOne<'_>) {
    let smaller = Task { depth: None, ..task.clone() };
    try_one(task, smaller);
    if task.movers.in_turn() {
        let smaller = Task { movers: Movers::default(), ..task.clone() };
        try_one(task, smaller);
    }
    let mut smaller = task.clone();
    smaller.tree.share_evenly();
    try_one(task, smaller);
}

/// Removes children, and turns inner nodes into leaves.
fn fewer(task: &mut Task, try_one: &mut TryOne<'_>) {
    let mut at = 0;
    while at < task.tree.nodes() {
        let mut smaller = task.clone();
        let value = task.searched_value(at);
        if let (Some(twig), Some(value)) = (smaller.tree.at(at), value)
            && !twig.children.is_empty()
        {
            *twig = Twig { share: twig.share, ..Twig::leaf(value) };
            try_one(task, smaller);
        }
        // Remove two plies at once, so that the player to move stays the same.
        let below: Vec<Twig> = twig(task, at).children.iter().flat_map(|child| child.children.clone()).collect();
        for grandchild in below {
            let mut smaller = task.clone();
            if let Some(twig) = smaller.tree.at(at) {
                *twig = Twig { share: twig.share, ..grandchild };
            }
            if try_one(task, smaller) {
                break;
            }
        }
        let mut child = 0;
        loop {
            let mut smaller = task.clone();
            match smaller.tree.at(at) {
                Some(twig) if child < twig.children.len() && 1 < twig.children.len() => {
                    twig.children.remove(child);
                }
                _ => break,
            }
            if !try_one(task, smaller) {
                child += 1;
            }
        }
        at += 1;
    }
}

/// Returns the node with this number and everything below it.
fn twig(task: &mut Task, at: usize) -> Twig {
    task.tree.at(at).cloned().unwrap_or_else(|| Twig::leaf(Score::ZERO))
}

/// Replaces the values above zero with 1, 2, 3 ... and the values below zero with -1, -2 ..., without changing their
/// order.
fn ranked(task: &Task) -> Option<Task> {
    let mut values = Vec::new();
    let mut smaller = task.clone();
    smaller.tree.each_value(&mut |value| values.push(*value));
    values.sort_unstable();
    values.dedup();
    let below = values.iter().filter(|value| **value < Score::ZERO).count() as i32;
    let has_zero = i32::from(values.contains(&Score::ZERO));
    smaller.tree.each_value(&mut |value| {
        let place = values.binary_search(value).unwrap_or_default() as i32;
        let number = if place < below { place - below } else { place - below + 1 - has_zero };
        *value = Score::from_millipawns(number * 1000);
    });
    (smaller != *task).then_some(smaller)
}

/// Tries to replace each value with 1, 2 or 3. A positive value is replaced only with a smaller one.
fn smaller(task: &mut Task, try_one: &mut TryOne<'_>) {
    for at in 0..task.tree.nodes() {
        for number in 1..=3 {
            let mut smaller = task.clone();
            let Some(twig) = smaller.tree.at(at) else { break };
            let value = Score::from_millipawns(number * 1000);
            if (Score::ZERO..=value).contains(&twig.value) && twig.value != Score::ZERO {
                break;
            }
            twig.value = value;
            if try_one(task, smaller) {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::Side;

    fn leaf(number: i32) -> Twig {
        Twig::leaf(Score::from_millipawns(number * 1000))
    }

    fn node(children: Vec<Twig>) -> Twig {
        Twig::node(children)
    }

    #[test]
    fn a_tree_shrinks_to_what_fails() {
        let tree = node(vec![
            node(vec![leaf(7), leaf(9)]),
            node(vec![leaf(-5), leaf(3), node(vec![leaf(4), leaf(8)])]),
            node(vec![leaf(6)]),
        ]);
        let task = Task { depth: Some(3), ..Task::of(tree, Movers::alternating(Side::Second)) };
        let small = shrunk(task.clone(), &mut |task| 2 <= task.tree.leaves());
        assert_eq!((small.to_string(), small.root_is_max(), small.depth), ("(1 1)".to_owned(), true, None));
        let has_negative = |task: &Task| task.to_string().contains('-');
        assert_eq!(shrunk(task, &mut |task| has_negative(task)).to_string(), "-1");
    }

    #[test]
    fn a_tree_of_one_leaf_shrinks_too() {
        let task = Task::of(leaf(7), Movers::default());
        let small = shrunk(task, &mut |task| ["7", "2"].contains(&task.to_string().as_str()));
        assert_eq!(small.to_string(), "2");
    }

    #[test]
    fn what_never_fails_stays() {
        let task = Task::of(node(vec![leaf(7), leaf(9)]), Movers::default());
        assert_eq!(shrunk(task.clone(), &mut |_| false), task);
    }
}
