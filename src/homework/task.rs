//! The trees on which a program is tested: random trees from a fixed seed, each kind with a special property, shrunk
//! while the program still fails in the same way. Each task has a tree that the program may ask about and a tree that
//! it must search.

use crate::core::game::{Movers, Side};
use crate::core::names::named;
use crate::core::random::Rng;
use crate::core::score::{Score, ScoreKind};
use crate::exercise::PaperTree;
use std::fmt;

/// A node and everything below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twig {
    /// Its value for MAX: a leaf's value, or the static evaluation of an inner node, for a limited depth.
    pub value: Score,
    pub children: Vec<Self>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub tree: Twig,
    pub root_is_max: bool,
    pub depth: Option<usize>,
}

impl Twig {
    pub const fn leaf(value: Score) -> Self {
        Self { value, children: Vec::new() }
    }

    pub fn of(tree: &PaperTree, at: usize) -> Self {
        let node = tree.node(at);
        Self {
            value: in_numbers(node.value),
            children: node.children.iter().map(|&child| Self::of(tree, child)).collect(),
        }
    }

    /// Reads a number, or a tree of one ply such as `(3 1 2)`: too small for an exercise on paper, but large enough for
    /// a program.
    pub fn small(text: &str) -> Option<Self> {
        let number = |word: &str| Some(Self::leaf(Score::from_pawns(word.parse().ok()?)?));
        let Some(inside) = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
            return number(text.trim());
        };
        let words = inside.split([' ', ',']).filter(|word| !word.is_empty());
        let children: Vec<Self> = words.map(number).collect::<Option<_>>()?;
        (!children.is_empty()).then_some(Self { value: Score::ZERO, children })
    }

    pub fn leaves(&self) -> usize {
        if self.children.is_empty() { 1 } else { self.children.iter().map(Self::leaves).sum() }
    }

    pub fn nodes(&self) -> usize {
        1 + self.children.iter().map(Self::nodes).sum::<usize>()
    }

    /// Returns the node with this number, depth first from the left.
    pub(super) fn at(&mut self, number: usize) -> Option<&mut Self> {
        let mut left = number;
        self.find(&mut left)
    }

    fn find(&mut self, left: &mut usize) -> Option<&mut Self> {
        if *left == 0 {
            return Some(self);
        }
        *left -= 1;
        self.children.iter_mut().find_map(|child| child.find(left))
    }

    /// Calls `change` for each value that affects the search.
    pub(super) fn each_value(&mut self, change: &mut impl FnMut(&mut Score)) {
        change(&mut self.value);
        self.children.iter_mut().for_each(|child| child.each_value(change));
    }

    fn plant(&self, parent: Option<usize>, plies: usize, nodes: &mut Vec<(Option<usize>, Score)>) {
        let index = nodes.len();
        nodes.push((parent, self.value));
        if plies != 0 {
            self.children.iter().for_each(|child| child.plant(Some(index), plies - 1, nodes));
        }
    }

    /// The leaves of a tree that ends after this many plies, in brackets.
    fn write(&self, plies: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.children.is_empty() || plies == 0 {
            return write!(f, "{:.*}", self.value.decimals(), self.value);
        }
        f.write_str("(")?;
        for (index, child) in self.children.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            child.write(plies - 1, f)?;
        }
        f.write_str(")")
    }
}

/// The number for an immediate mate, so that programs need only numbers; a later mate is worth less.
const MATE: i32 = 10_000;

fn in_numbers(score: Score) -> Score {
    let number = |plies: u32| (MATE - plies.min(MATE as u32 / 2) as i32) * 1000;
    match score.kind() {
        ScoreKind::MateIn(plies) => Score::from_millipawns(number(plies)),
        ScoreKind::MatedIn(plies) => Score::from_millipawns(-number(plies)),
        ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => score,
    }
}

impl Task {
    fn plies(&self) -> usize {
        self.depth.unwrap_or(usize::MAX)
    }

    /// Returns the tree that a program may ask about.
    pub(super) fn whole(&self) -> PaperTree {
        self.planted(usize::MAX)
    }

    /// Returns the tree that must be searched: it ends at the depth limit.
    pub fn searched(&self) -> PaperTree {
        self.planted(self.plies())
    }

    fn planted(&self, plies: usize) -> PaperTree {
        let mut nodes = Vec::new();
        self.tree.plant(None, plies, &mut nodes);
        PaperTree::planted(Movers::alternating(if self.root_is_max { Side::First } else { Side::Second }), &nodes)
    }

    /// The value of a node of the tree, searched without a depth limit.
    fn searched_value(&self, at: usize) -> Option<Score> {
        let whole = self.whole();
        (at < whole.nodes().len()).then(|| whole.minimax(at))
    }
}

/// The tree that must be searched, as typed.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.write(self.plies(), f)
    }
}

named! {
    pub(crate) enum TreeKind: "kind of tree" {
        Plain = "plain", "two or three moves at each node, all values different";
        Uneven = "uneven", "leaves are at different plies";
        Ties = "ties", "values are repeated";
        Negative = "negative values", "values below zero, and zero";
        OneChild = "one child", "nodes with one move";
        MinRoot = "min at the root", "MIN moves at the root";
        Limited = "depth limit", "the search ends before the tree does";
        Deep = "deep", "four plies, for deep cutoffs";
        Bare = "bare leaf", "the root is a leaf";
        Mixed = "mixed", "everything at once";
    }
}

/// The maximum number of leaves in a tree.
const LARGE: usize = 1000;

pub(crate) fn drawn(seed: u64, index: usize, trees: usize) -> (TreeKind, Task) {
    let kind = TreeKind::ALL[index % TreeKind::ALL.len()];
    let mut dice = Rng::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64));
    let is_large = 100 <= trees && index + 1 == trees;
    let task = if is_large { large(&mut dice) } else { small(kind, index / TreeKind::ALL.len(), &mut dice) };
    (kind, task)
}

fn small(kind: TreeKind, round: usize, dice: &mut Rng) -> Task {
    let is_mixed = kind == TreeKind::Mixed;
    let plies = if kind == TreeKind::Bare {
        0
    } else if matches!(kind, TreeKind::Deep | TreeKind::Limited) {
        4
    } else {
        2 + (round + dice.below(2)).min(4) / 2
    };
    let uneven = matches!(kind, TreeKind::Uneven | TreeKind::Mixed);
    let least = if matches!(kind, TreeKind::OneChild | TreeKind::Mixed) { 1 } else { 2 };
    let mut tree = grow(plies, (least, 3), uneven, dice);
    number(&mut tree, kind, dice);
    let root_is_max = kind != TreeKind::MinRoot && !(is_mixed && dice.below(2) == 0);
    let depth = (kind == TreeKind::Limited || (is_mixed && dice.below(3) == 0)).then(|| 1 + dice.below(3));
    Task { tree, root_is_max, depth }
}

fn grow(plies: usize, (least, most): (usize, usize), uneven: bool, dice: &mut Rng) -> Twig {
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

fn number(tree: &mut Twig, kind: TreeKind, dice: &mut Rng) {
    let count = tree.nodes();
    let mut different: Vec<i32> = (1..=count as i32 + 5).collect();
    dice.shuffle(&mut different);
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

fn large(dice: &mut Rng) -> Task {
    let mut tree = grow(5, (4, 4), false, dice);
    while LARGE < tree.leaves() {
        tree.children.pop();
    }
    number(&mut tree, TreeKind::Negative, dice);
    Task { tree, root_is_max: true, depth: None }
}

/// The maximum number of trees tried.
const TRIES: usize = 400;

/// Makes a task smaller for as long as `fails` reports that the smaller task also fails. The result is deterministic.
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
    let smaller = Task { root_is_max: true, ..task.clone() };
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
            *twig = Twig::leaf(value);
            try_one(task, smaller);
        }
        // If two plies are removed, the player to move stays the same.
        let below: Vec<Twig> = twig(task, at).children.iter().flat_map(|child| child.children.clone()).collect();
        for grandchild in below {
            let mut smaller = task.clone();
            if let Some(twig) = smaller.tree.at(at) {
                *twig = grandchild;
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

/// The node with this number and everything below it.
fn twig(task: &mut Task, at: usize) -> Twig {
    task.tree.at(at).cloned().unwrap_or_else(|| Twig::leaf(Score::ZERO))
}

/// The same task with values 1, 2, 3 ..., and -1, -2 ... below zero.
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

/// Replaces each value with a smaller value that occurs elsewhere in the tree.
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

    fn leaf(number: i32) -> Twig {
        Twig::leaf(Score::from_millipawns(number * 1000))
    }

    fn node(children: Vec<Twig>) -> Twig {
        Twig { value: Score::ZERO, children }
    }

    #[test]
    fn a_tree_shrinks_to_what_fails() {
        let tree = node(vec![
            node(vec![leaf(7), leaf(9)]),
            node(vec![leaf(-5), leaf(3), node(vec![leaf(4), leaf(8)])]),
            node(vec![leaf(6)]),
        ]);
        let task = Task { tree, root_is_max: false, depth: Some(3) };
        let small = shrunk(task.clone(), &mut |task| 2 <= task.tree.leaves());
        assert_eq!((small.to_string(), small.root_is_max, small.depth), ("(1 1)".to_owned(), true, None));
        let has_negative = |task: &Task| task.to_string().contains('-');
        assert_eq!(shrunk(task, &mut |task| has_negative(task)).to_string(), "-1");
    }

    #[test]
    fn a_tree_of_one_leaf_shrinks_too() {
        let task = Task { tree: leaf(7), root_is_max: true, depth: None };
        let small = shrunk(task, &mut |task| ["7", "2"].contains(&task.to_string().as_str()));
        assert_eq!(small.to_string(), "2");
    }

    #[test]
    fn what_never_fails_stays() {
        let task = Task { tree: node(vec![leaf(7), leaf(9)]), root_is_max: true, depth: None };
        assert_eq!(shrunk(task.clone(), &mut |_| false), task);
    }
}
