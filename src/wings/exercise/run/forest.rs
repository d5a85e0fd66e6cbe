//! The trees on which a program is tried: by seed, small ones first, each kind with one property of its own.

use super::super::dice::Dice;
use super::twig::{Task, Twig};
use crate::names::named;
use crate::score::Score;

named! {
    /// What is special about a tree.
    pub(crate) enum TreeKind: "kind of tree" {
        Plain = "plain", "two or three moves at each node, all values different";
        Uneven = "uneven", "leaves stand at different plies";
        Ties = "ties", "values are repeated";
        Negative = "negative values", "values below zero, and zero";
        OneChild = "one child", "nodes with one move";
        MinRoot = "min at the root", "MIN moves at the root";
        Limited = "depth limit", "the search ends before the tree does";
        Deep = "deep", "four plies, for bounds from further up";
        Bare = "bare leaf", "the root is a leaf";
        Mixed = "mixed", "everything at once";
    }
}

/// Trees have no more leaves than this.
const LARGE: usize = 1000;

/// Returns the tree of this number.
pub(crate) fn drawn(seed: u64, index: usize, trees: usize) -> (TreeKind, Task) {
    let kind = TreeKind::ALL[index % TreeKind::ALL.len()];
    let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64));
    let is_large = 100 <= trees && index + 1 == trees;
    let task = if is_large { large(&mut dice) } else { small(kind, index / TreeKind::ALL.len(), &mut dice) };
    (kind, task)
}

fn small(kind: TreeKind, round: usize, dice: &mut Dice) -> Task {
    let is_mixed = kind == TreeKind::Mixed;
    let plies = match kind {
        TreeKind::Bare => 0,
        TreeKind::Deep => 4,
        TreeKind::Limited => 4,
        TreeKind::Plain
        | TreeKind::Uneven
        | TreeKind::Ties
        | TreeKind::Negative
        | TreeKind::OneChild
        | TreeKind::MinRoot
        | TreeKind::Mixed => 2 + (round + dice.below(2)).min(4) / 2,
    };
    let uneven = matches!(kind, TreeKind::Uneven | TreeKind::Mixed);
    let least = if matches!(kind, TreeKind::OneChild | TreeKind::Mixed) { 1 } else { 2 };
    let mut tree = grow(plies, (least, 3), uneven, dice);
    number(&mut tree, kind, dice);
    let root_is_max = kind != TreeKind::MinRoot && !(is_mixed && dice.below(2) == 0);
    let depth = (kind == TreeKind::Limited || (is_mixed && dice.below(3) == 0)).then(|| 1 + dice.below(3));
    Task { tree, root_is_max, depth }
}

fn grow(plies: usize, (least, most): (usize, usize), uneven: bool, dice: &mut Dice) -> Twig {
    let mut twig = Twig::leaf(Score::ZERO);
    if plies != 0 {
        let moves = least + dice.below(most - least + 1);
        twig.children = (0..moves)
            .map(|_| {
                let plies = if uneven && dice.below(3) == 0 { dice.below(plies) } else { plies - 1 };
                grow(plies, (least, most), uneven, dice)
            })
            .collect();
    }
    twig
}

/// Gives each node a value.
fn number(tree: &mut Twig, kind: TreeKind, dice: &mut Dice) {
    let count = tree.nodes();
    let mut different: Vec<i32> = (1..=count as i32 + 5).collect();
    for at in (1..different.len()).rev() {
        different.swap(at, dice.below(at + 1));
    }
    let mut next = different.into_iter();
    tree.each_value(&mut |value| {
        let number = match kind {
            TreeKind::Ties => 1 + dice.below(4) as i32,
            TreeKind::Negative => next.next().unwrap_or(0) - count as i32 / 2 - 3,
            TreeKind::Mixed => dice.below(9) as i32 - 4,
            TreeKind::Plain | TreeKind::Uneven | TreeKind::OneChild | TreeKind::MinRoot => next.next().unwrap_or(0),
            TreeKind::Limited | TreeKind::Deep | TreeKind::Bare => next.next().unwrap_or(0),
        };
        *value = Score::from_millipawns(number * 1000);
    });
}

/// A tree of some thousand leaves.
fn large(dice: &mut Dice) -> Task {
    let mut tree = grow(5, (4, 4), false, dice);
    while LARGE < tree.leaves() {
        tree.children.pop();
    }
    number(&mut tree, TreeKind::Negative, dice);
    Task { tree, root_is_max: true, depth: None }
}
