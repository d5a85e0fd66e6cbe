//! Says who had already decided against a node when the program came to it, as far as the leaves read before show.

use crate::core::score::{Interval, Window};
use crate::exercise::PaperTree;
use crate::exercise::solution::window_by;
use std::collections::BTreeSet;

/// Returns what the leaves read so far prove about the value of a leaf.
pub(super) fn ranges<'a>(tree: &'a PaperTree, read: &'a BTreeSet<usize>) -> impl Fn(usize) -> Interval + 'a {
    move |leaf| if read.contains(&leaf) { Interval::point(tree.node(leaf).value) } else { Interval::ANY }
}

/// Returns the window of a node that follows from the leaves read before.
pub(super) fn window(tree: &PaperTree, node: usize, read: &BTreeSet<usize>) -> Window {
    window_by(tree, node, &ranges(tree, read), |sibling, at| sibling != at)
}

/// Returns a clause that says why a node can no longer change the result.
///
/// On the way from the root to the node, there is a first node at which the player to move can already get more than
/// the other player, who has an alternative above it, will allow.
pub(super) fn why_over(tree: &PaperTree, node: usize, read: &BTreeSet<usize>) -> String {
    let is_tie = |window: Window| window.alpha == window.beta;
    let whole = window(tree, node, read);
    let is_over = |window: Window| window.beta < window.alpha || is_tie(whole) && is_tie(window);
    let path = tree.path(node);
    let mut windows = path.iter().map(|&at| (at, window(tree, at, read)));
    let (at, Window { alpha, beta }) = windows.find(|(_, window)| is_over(*window)).unwrap_or((node, whole));
    let [alpha, beta] = [alpha, beta].map(|end| tree.text(end));
    if tree.node(at).parent.is_some_and(|parent| tree.is_max(parent)) {
        format!("MIN already had {beta}, and MAX could get {alpha} there")
    } else {
        format!("MAX already had {alpha}, and MIN could hold MAX to {beta} there")
    }
}

#[cfg(test)]
mod tests {
    use super::super::task::{TreeSpec, drawn};
    use super::*;
    use crate::core::score::Score;

    /// Returns the value of a node if each leaf that was not read has this value.
    fn filled(tree: &PaperTree, read: &BTreeSet<usize>, other: Score, at: usize) -> Score {
        let node = tree.node(at);
        let values = node.children.iter().map(|&child| filled(tree, read, other, child));
        match values.clone().count() {
            0 if read.contains(&at) => node.value,
            0 => other,
            _ if tree.is_max(at) => values.max().unwrap(),
            _ => values.min().unwrap(),
        }
    }

    /// Returns whether the clause names what one player can get at a node, and what the other player can hold it to at
    /// a node below.
    fn is_true(tree: &PaperTree, node: usize, read: &BTreeSet<usize>, clause: &str) -> bool {
        let clause = clause.strip_suffix(" there").unwrap();
        let (by_min, (had, got)) = match clause.strip_prefix("MAX already had ") {
            Some(rest) => (true, rest.split_once(", and MIN could hold MAX to ").unwrap()),
            None => {
                let rest = clause.strip_prefix("MIN already had ").unwrap();
                (false, rest.split_once(", and MAX could get ").unwrap())
            }
        };
        let [had, got] = [had, got].map(|text| Score::from_pawns(text.parse().unwrap()).unwrap());
        let at_least = |at: usize| filled(tree, read, Score::MIN, at);
        let at_most = |at: usize| filled(tree, read, Score::MAX, at);
        let mut above: Vec<usize> = tree.path(node).iter().filter_map(|&at| tree.node(at).parent).collect();
        above.sort_unstable();
        above.iter().enumerate().any(|(index, &there)| {
            tree.is_max(there) != by_min
                && above[..index].iter().filter(|before| tree.is_max(**before) == by_min).any(|&before| match by_min {
                    true => got <= had && had <= at_least(before) && at_most(there) <= got,
                    false => had <= got && at_most(before) <= had && got <= at_least(there),
                })
        })
    }

    #[test]
    fn what_the_players_already_had_is_what_the_leaves_show() {
        let mut clauses = [0; 2];
        for index in 0..120 {
            let tree = drawn(5, index, 0, TreeSpec::default()).1.searched();
            let mut read = BTreeSet::new();
            for leaf in tree.leaves() {
                let Window { alpha, beta } = window(&tree, leaf, &read);
                if beta <= alpha {
                    let clause = why_over(&tree, leaf, &read);
                    assert!(is_true(&tree, leaf, &read, &clause), "{index}, {}: {clause}", tree.node(leaf).name);
                    clauses[usize::from(clause.starts_with("MIN"))] += 1;
                }
                read.insert(leaf);
            }
        }
        assert!(clauses.iter().all(|count| 40 < *count), "{clauses:?}");
    }
}
