//! The trees on which a program is tried: by seed, small ones first, each kind with one property of its own.

use super::super::dice::Dice;
use super::twig::{Task, Twig};
use crate::names::named;
use crate::score::Score;

named! {
    /// What is special about a tree.
    pub(crate) enum Kind: "kind of tree" {
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
pub(crate) fn drawn(seed: u64, index: usize, trees: usize) -> (Kind, Task) {
    let kind = Kind::ALL[index % Kind::ALL.len()];
    let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64));
    let is_large = 100 <= trees && index + 1 == trees;
    let task = if is_large { large(&mut dice) } else { small(kind, index / Kind::ALL.len(), &mut dice) };
    (kind, task)
}

fn small(kind: Kind, round: usize, dice: &mut Dice) -> Task {
    let is_mixed = kind == Kind::Mixed;
    let plies = match kind {
        Kind::Bare => 0,
        Kind::Deep => 4,
        Kind::Limited => 4,
        Kind::Plain | Kind::Uneven | Kind::Ties | Kind::Negative | Kind::OneChild | Kind::MinRoot | Kind::Mixed => {
            2 + (round + dice.below(2)).min(4) / 2
        }
    };
    let uneven = matches!(kind, Kind::Uneven | Kind::Mixed);
    let least = if matches!(kind, Kind::OneChild | Kind::Mixed) { 1 } else { 2 };
    let mut tree = grow(plies, (least, 3), uneven, dice);
    number(&mut tree, kind, dice);
    let root_is_max = kind != Kind::MinRoot && !(is_mixed && dice.below(2) == 0);
    let depth = (kind == Kind::Limited || (is_mixed && dice.below(3) == 0)).then(|| 1 + dice.below(3));
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
fn number(tree: &mut Twig, kind: Kind, dice: &mut Dice) {
    let count = tree.nodes();
    let mut different: Vec<i32> = (1..=count as i32 + 5).collect();
    for at in (1..different.len()).rev() {
        different.swap(at, dice.below(at + 1));
    }
    let mut next = different.into_iter();
    tree.each_value(&mut |value| {
        let number = match kind {
            Kind::Ties => 1 + dice.below(4) as i32,
            Kind::Negative => next.next().unwrap_or(0) - count as i32 / 2 - 3,
            Kind::Mixed => dice.below(9) as i32 - 4,
            Kind::Plain | Kind::Uneven | Kind::OneChild | Kind::MinRoot => next.next().unwrap_or(0),
            Kind::Limited | Kind::Deep | Kind::Bare => next.next().unwrap_or(0),
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
    number(&mut tree, Kind::Negative, dice);
    Task { tree, root_is_max: true, depth: None }
}
