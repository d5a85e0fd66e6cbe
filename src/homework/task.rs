//! The tasks for programs: random trees from a fixed seed, each kind with one special property. A task has two trees:
//! one that the program may ask about, and one that it must search.

use super::position::SolvedPosition;
use crate::core::game::{Mover, Movers, Side, Weight};
use crate::core::names::named;
use crate::core::random::Rng;
use crate::core::score::{Score, ScoreKind};
use crate::exercise::PaperTree;
use std::fmt;

/// A node and everything below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twig {
    /// The value for MAX: the score of a leaf, or the static evaluation of an inner node, which only searches of
    /// limited depth use.
    pub value: Score,
    pub children: Vec<Self>,
    /// For a child of a chance node: its probability is this share divided by the sum of the siblings' shares.
    pub share: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub tree: Twig,
    pub movers: Movers,
    pub depth: Option<usize>,
    /// The position that the program gets instead of a tree. `tree` then has a leaf for each of its moves.
    pub position: Option<SolvedPosition>,
}

/// The properties that all random trees share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TreeSpec {
    /// Who moves at each ply; if not given, MAX and MIN alternate.
    pub movers: Option<Movers>,
    /// The depth to which all trees are searched.
    pub depth: Option<usize>,
}

impl Twig {
    pub const fn leaf(value: Score) -> Self {
        Self { value, children: Vec::new(), share: 1 }
    }

    /// Returns an inner node with the static evaluation zero.
    pub const fn node(children: Vec<Self>) -> Self {
        Self { value: Score::ZERO, children, share: 1 }
    }

    pub fn of(tree: &PaperTree, at: usize) -> Self {
        let node = tree.node(at);
        Self {
            value: in_numbers(node.value),
            children: node.children.iter().map(|&child| Self::of(tree, child)).collect(),
            share: node.share,
        }
    }

    /// Reads a number, or a one-ply tree such as `(3 1 2)`: too small for an exercise on paper, but large enough for a
    /// program.
    pub fn small(text: &str) -> Option<Self> {
        let pawns = |word: &str| word.parse().ok().filter(|&pawns| Score::is_exact(pawns));
        let number = |word: &str| Some(Self::leaf(Score::from_pawns(pawns(word)?)?));
        let Some(inside) = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
            return number(text.trim());
        };
        let words = inside.split([' ', ',']).filter(|word| !word.is_empty());
        let children: Vec<Self> = words.map(number).collect::<Option<_>>()?;
        (!children.is_empty()).then(|| Self::node(children))
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

    /// Makes all children of chance nodes equally likely.
    pub(super) fn share_evenly(&mut self) {
        self.share = 1;
        self.children.iter_mut().for_each(Self::share_evenly);
    }

    /// Calls `change` with the value of every node.
    pub(super) fn each_value(&mut self, change: &mut impl FnMut(&mut Score)) {
        change(&mut self.value);
        self.children.iter_mut().for_each(|child| child.each_value(change));
    }

    fn plant(&self, parent: Option<usize>, plies: usize, nodes: &mut Vec<(Option<usize>, Score, u32)>) {
        let index = nodes.len();
        nodes.push((parent, self.value, self.share));
        if plies != 0 {
            self.children.iter().for_each(|child| child.plant(Some(index), plies - 1, nodes));
        }
    }
}

/// Programs get this number for an immediate mate, so that they need to handle only numbers. Later mates are worth
/// less.
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
    pub const fn of(tree: Twig, movers: Movers) -> Self {
        Self { tree, movers, depth: None, position: None }
    }

    /// Returns the task of finding a move in this position that keeps the result.
    pub(crate) fn of_position(position: SolvedPosition) -> Self {
        let leaf = |(_, result): (String, i32)| Twig::leaf(Score::from_millipawns(result * 1000));
        let tree = Twig::node(position.moves().map(leaf).collect());
        let side = if position.first_moves() { Side::First } else { Side::Second };
        Self { position: Some(position), ..Self::of(tree, Movers::alternating(side)) }
    }

    pub const fn root_is_max(&self) -> bool {
        matches!(self.movers.at(0), Mover::Max)
    }

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
        let mut tree = PaperTree::planted(self.movers, &nodes);
        if let Some(position) = &self.position {
            tree.name_moves(position.moves().map(|(name, _)| name));
        }
        tree
    }

    /// Returns the minimax value of a node in the whole tree, without a depth limit.
    pub(super) fn searched_value(&self, at: usize) -> Option<Score> {
        let whole = self.whole();
        (at < whole.nodes().len()).then(|| whole.minimax(at))
    }
}

/// Writes the tree to search in the form in which users type it, or the position. Unless MAX and MIN alternate, each
/// node names its player.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position {
            Some(position) => f.write_str(&position.text()),
            None => write_node(&self.searched(), 0, f),
        }
    }
}

fn write_node(tree: &PaperTree, at: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let node = tree.node(at);
    if node.children.is_empty() {
        return write!(f, "{:.*}", node.value.decimals(), node.value);
    }
    if !tree.movers().in_turn() {
        f.write_str(mover_name(tree.movers().at(node.ply)))?;
    }
    f.write_str("(")?;
    let parts: Vec<u32> = node.children.iter().map(|&child| tree.node(child).share).collect();
    let is_even = parts.windows(2).all(|pair| pair[0] == pair[1]);
    for (index, &child) in node.children.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { " " })?;
        if tree.is_chance(at) && !is_even {
            let weight = Weight::new(tree.node(child).share, tree.shares(at) as u32);
            write!(f, "{}: ", weight.map_or_else(String::new, Weight::text))?;
        }
        write_node(tree, child, f)?;
    }
    f.write_str(")")
}

/// Returns the name of the player in the protocol, and before a typed node.
pub(super) const fn mover_name(mover: Mover) -> &'static str {
    match mover {
        Mover::Max => "max",
        Mover::Min => "min",
        Mover::Chance => "chance",
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

/// Generates the task with this number.
pub(crate) fn drawn(seed: u64, index: usize, trees: usize, spec: TreeSpec) -> (TreeKind, Task) {
    let kind = TreeKind::ALL[index % TreeKind::ALL.len()];
    let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64));
    let is_large = 100 <= trees && index + 1 == trees;
    let round = index / TreeKind::ALL.len();
    let mut task = if is_large { large(&mut rng) } else { small(kind, round, spec, &mut rng) };
    task.movers = spec.movers.unwrap_or(task.movers);
    task.depth = spec.depth.or(task.depth);
    if task.movers.has_chance() {
        share_out(&mut task.tree, &mut rng);
    }
    (kind, task)
}

/// Gives the children of each node random probabilities, all of them multiples of a tenth.
fn share_out(tree: &mut Twig, rng: &mut Rng) {
    let mut left = 10;
    let count = tree.children.len();
    for (index, child) in tree.children.iter_mut().enumerate() {
        let rest = (count - index - 1) as u32;
        child.share = if rest == 0 { left } else { 1 + rng.below((left - rest) as usize) as u32 };
        left -= child.share;
        share_out(child, rng);
    }
}

fn small(kind: TreeKind, round: usize, spec: TreeSpec, rng: &mut Rng) -> Task {
    let is_mixed = kind == TreeKind::Mixed;
    let plies = if kind == TreeKind::Bare {
        0
    } else if matches!(kind, TreeKind::Deep | TreeKind::Limited) {
        4
    } else {
        2 + (round + rng.below(2)).min(4) / 2
    };
    // In two of three rounds, the tree continues below the depth limit.
    let deep = spec.depth.map_or(0, |depth| depth + usize::from(!round.is_multiple_of(3)));
    let plies = if plies == 0 { 0 } else { plies.max(deep) };
    let uneven = matches!(kind, TreeKind::Uneven | TreeKind::Mixed);
    let least = if matches!(kind, TreeKind::OneChild | TreeKind::Mixed) { 1 } else { 2 };
    let mut tree = grow(plies, (least, if plies <= 4 { 3 } else { 2 }), uneven, rng);
    number(&mut tree, kind, rng);
    // In some rounds, MIN also moves at the root of a bare leaf and of a tree with ties.
    let is_min = match kind {
        TreeKind::MinRoot => true,
        TreeKind::Mixed => rng.below(2) == 0,
        TreeKind::Bare => round % 2 == 1,
        TreeKind::Ties => round % 3 == 2,
        TreeKind::Plain | TreeKind::Uneven | TreeKind::Negative | TreeKind::OneChild => false,
        TreeKind::Limited | TreeKind::Deep => false,
    };
    let root_is_max = !is_min;
    let depth = (kind == TreeKind::Limited || (is_mixed && rng.below(3) == 0)).then(|| 1 + rng.below(3));
    let movers = Movers::alternating(if root_is_max { Side::First } else { Side::Second });
    Task { depth, ..Task::of(tree, movers) }
}

fn grow(plies: usize, (least, most): (usize, usize), uneven: bool, rng: &mut Rng) -> Twig {
    let mut twig = Twig::leaf(Score::ZERO);
    if plies != 0 {
        let moves = least + rng.below(most - least + 1);
        twig.children = (0..moves)
            .map(|_| {
                let plies = if uneven && rng.below(3) == 0 { rng.below(plies) } else { plies - 1 };
                grow(plies, (least, most), uneven, rng)
            })
            .collect();
    }
    twig
}

fn number(tree: &mut Twig, kind: TreeKind, rng: &mut Rng) {
    let count = tree.nodes();
    let mut different: Vec<i32> = (1..=count as i32 + 5).collect();
    rng.shuffle(&mut different);
    let mut next = different.into_iter();
    tree.each_value(&mut |value| {
        let number = match kind {
            TreeKind::Ties => 1 + rng.below(4) as i32,
            TreeKind::Negative => next.next().unwrap_or(0) - count as i32 / 2 - 3,
            TreeKind::Mixed => rng.below(9) as i32 - 4,
            TreeKind::Plain | TreeKind::Uneven | TreeKind::OneChild | TreeKind::MinRoot => next.next().unwrap_or(0),
            TreeKind::Limited | TreeKind::Deep | TreeKind::Bare => next.next().unwrap_or(0),
        };
        *value = Score::from_millipawns(number * 1000);
    });
}

fn large(rng: &mut Rng) -> Task {
    let mut tree = grow(5, (4, 4), false, rng);
    while LARGE < tree.leaves() {
        tree.children.pop();
    }
    number(&mut tree, TreeKind::Negative, rng);
    Task::of(tree, Movers::default())
}
