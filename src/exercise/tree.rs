//! The tree of an exercise on paper, in which every node has a unique name and every leaf a value.

use super::is_word;
use crate::core::game::{Game, Mover, Movers, TreeGame, TreeMove, Weight, made_name, weighted_mean};
use crate::core::score::{Interval, Score};
use crate::core::trace::{Header, Numbering, Shape};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperNode {
    /// The node's unique name; `root` at the root.
    pub name: String,
    /// The move that leads to the node, if names are not moves; otherwise the same as the name.
    pub mv: String,
    /// The node's parent; `None` at the root.
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub ply: usize,
    /// The value of a leaf from MAX's view; for an inner node, a static evaluation, which only a shallower search uses.
    pub value: Score,
    /// For a child of a chance node: its probability is this share divided by the sum of the siblings' shares.
    pub share: u32,
}

/// A tree with names. Nodes are numbered depth first from the left, starting at 0 for the root; all scores are for MAX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperTree {
    nodes: Vec<PaperNode>,
    /// Who chooses at each ply.
    movers: Movers,
    numbering: Option<Numbering>,
    /// The names of the sides of a classroom game, the first player's first.
    players: Option<[&'static str; 2]>,
}

/// Returns a name without the brackets that people write around it.
fn bare(name: &str) -> &str {
    name.trim_matches(['(', ')'])
}

pub(crate) const ROOT: &str = "root";

impl PaperTree {
    /// Returns the tree of a search if the whole tree is known.
    pub fn of(header: &Header) -> Option<Self> {
        // Questions on paper are only about MAX and MIN.
        Self::with_chance(header).filter(|tree| !tree.movers.has_chance())
    }

    /// Like [`Self::of`], but also allows chance nodes.
    pub(crate) fn with_chance(header: &Header) -> Option<Self> {
        let (shape, movers) = (header.shape.as_ref()?, header.movers());
        let players = header.named_game().ok().flatten().map(|game| game.sides());
        let mut tree = Self { nodes: Vec::new(), movers, numbering: header.numbering, players };
        tree.grow(shape, header.scale(), 0, None);
        let names_do = tree.names_are_unique();
        if !names_do {
            for index in 1..tree.nodes.len() {
                tree.name(index);
            }
        }
        Some(tree)
    }

    /// Returns a tree made of nodes in depth-first order from the left, each with its parent, its value from MAX's
    /// view, and its share.
    #[cfg(feature = "cli")]
    pub(crate) fn planted(movers: Movers, nodes: &[(Option<usize>, Score, u32)]) -> Self {
        let mut tree = Self { nodes: Vec::with_capacity(nodes.len()), movers, numbering: None, players: None };
        for (index, &(parent, value, share)) in nodes.iter().enumerate() {
            let ply = parent.map_or(0, |parent| tree.nodes[parent].ply + 1);
            let (name, children) = (ROOT.to_owned(), Vec::new());
            tree.nodes.push(PaperNode { mv: name.clone(), name, parent, children, ply, value, share });
            if let Some(parent) = parent {
                tree.nodes[parent].children.push(index);
            }
        }
        for index in 1..nodes.len() {
            tree.name(index);
            tree.nodes[index].mv = tree.nodes[index].name.clone();
        }
        tree
    }

    /// Names the moves at the root.
    #[cfg(feature = "cli")]
    pub(crate) fn name_moves(&mut self, names: impl Iterator<Item = String>) {
        for (index, name) in self.nodes[0].children.clone().into_iter().zip(names) {
            (self.nodes[index].mv, self.nodes[index].name) = (name.clone(), name);
        }
    }

    /// Adds a node and all nodes below it, with the shape's scores multiplied by `scale`.
    fn grow(&mut self, shape: &Shape, scale: u32, at: usize, parent: Option<usize>) -> usize {
        let index = self.nodes.len();
        let ply = parent.map_or(0, |parent| self.nodes[parent].ply + 1);
        let name = if ply == 0 { ROOT } else { shape.name(at) }.to_owned();
        // A leaf's score is from the view of the side that moved to it.
        let score = shape.score(at).unwrap_or_default();
        let value = if ply == 0 { -score } else { self.movers.at_max(ply - 1, score) };
        let value =
            if scale == 1 { value } else { Score::from_millipawns((value.ordinal() / i64::from(scale)) as i32) };
        let (share, children) = (shape.weight(at).map_or(1, Weight::part), Vec::new());
        self.nodes.push(PaperNode { mv: name.clone(), name, parent, children, ply, value, share });
        for child in shape.children(at) {
            let child = self.grow(shape, scale, child, Some(index));
            self.nodes[index].children.push(child);
        }
        index
    }

    /// Returns whether every name can be used in an answer and identifies exactly one node.
    fn names_are_unique(&self) -> bool {
        let plain = |c: char| c.is_alphanumeric() || ".'_".contains(c);
        let mut names: Vec<String> = self.nodes.iter().map(|node| node.name.to_lowercase()).collect();
        let is_plain =
            |name: &String| name.chars().all(plain) && name.chars().any(char::is_alphabetic) && !is_word(name);
        let are_plain = self.numbering.is_none() && names.iter().all(is_plain);
        names.sort_unstable();
        are_plain && names.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Names a node by its position: A, A1, A1a.
    fn name(&mut self, index: usize) {
        let PaperNode { parent, ply, .. } = self.nodes[index];
        let Some(parent) = parent else { return };
        let place = self.nodes[parent].children.iter().position(|&child| child == index).unwrap_or_default();
        let above = if parent == 0 { "" } else { &self.nodes[parent].name };
        let name = made_name(above, place, ply);
        // In a wide tree, the name could be a keyword such as PV.
        self.nodes[index].name = if is_word(&name) { name + "'" } else { name };
    }

    pub fn nodes(&self) -> &[PaperNode] {
        &self.nodes
    }

    pub fn node(&self, index: usize) -> &PaperNode {
        &self.nodes[index]
    }

    /// Returns the number of the first move, if the moves are chess moves.
    pub const fn numbering(&self) -> Option<Numbering> {
        self.numbering
    }

    /// Returns whether nodes have names other than their moves.
    pub fn has_moves(&self) -> bool {
        self.nodes.iter().any(|node| node.name != node.mv)
    }

    /// Returns who chooses at each ply.
    pub const fn movers(&self) -> Movers {
        self.movers
    }

    /// Returns the names of MAX and MIN.
    pub fn sides(&self) -> [&'static str; 2] {
        let plain = if self.numbering().is_some() { ["White", "Black"] } else { ["MAX", "MIN"] };
        self.players.unwrap_or(plain)
    }

    pub fn is_max(&self, index: usize) -> bool {
        self.movers.at(self.nodes[index].ply) == Mover::Max
    }

    pub fn is_chance(&self, index: usize) -> bool {
        self.movers.is_chance(self.nodes[index].ply)
    }

    pub fn is_leaf(&self, index: usize) -> bool {
        self.nodes[index].children.is_empty()
    }

    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&index| self.is_leaf(index))
    }

    /// Returns the leaves below a node, or the node if it is a leaf, from left to right.
    pub fn leaves_below(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let ply = self.nodes[index].ply;
        let below = (index..self.nodes.len()).take_while(move |&at| at == index || ply < self.nodes[at].ply);
        below.filter(|&at| self.is_leaf(at))
    }

    pub fn height(&self) -> usize {
        self.nodes.iter().map(|node| node.ply).max().unwrap_or(0)
    }

    /// Returns the node with this name, ignoring case unless two names differ only in case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let lower = bare(name).to_lowercase();
        self.find_exactly(name).or_else(|| self.nodes.iter().position(|node| node.name.to_lowercase() == lower))
    }

    pub(crate) fn find_exactly(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == bare(name))
    }

    /// Returns the nodes on the path to this one, without the root.
    pub fn path(&self, index: usize) -> Vec<usize> {
        let above = |&at: &usize| self.nodes[at].parent;
        let mut path: Vec<usize> = std::iter::successors(Some(index), above).filter(|&at| at != 0).collect();
        path.reverse();
        path
    }

    /// Returns the minimum and maximum value of the node if each leaf has the range given by `leaf`.
    ///
    /// Minimax is monotone in every leaf, so the minimum is the value with every leaf at the low end of its range, and
    /// the maximum is the value with every leaf at the high end. Takes time proportional to the size of the tree.
    pub fn interval(&self, index: usize, leaf: &impl Fn(usize) -> Interval) -> Interval {
        if self.is_leaf(index) {
            return leaf(index);
        }
        let children = self.nodes[index].children.iter().map(|&child| self.interval(child, leaf));
        self.choice(index, children)
    }

    /// Returns the value of a node whose children have these values.
    pub fn choice(&self, index: usize, children: impl Iterator<Item = Interval>) -> Interval {
        if self.is_chance(index) {
            return self.mean(index, children);
        }
        let pick = |a: Score, b: Score| if self.is_max(index) { a.max(b) } else { a.min(b) };
        let both = |a: Interval, b: Interval| Interval { low: pick(a.low, b.low), high: pick(a.high, b.high) };
        children.reduce(both).unwrap_or(Interval::ANY)
    }

    /// Returns the mean of the values of a chance node's children.
    fn mean(&self, index: usize, children: impl Iterator<Item = Interval>) -> Interval {
        let shares = self.nodes[index].children.iter().map(|&child| self.nodes[child].share);
        let children: Vec<(u32, Interval)> = shares.zip(children).collect();
        let mean =
            |end: fn(Interval) -> Score| weighted_mean(children.iter().map(|&(share, value)| (share, end(value))));
        Interval { low: mean(|value| value.low), high: mean(|value| value.high) }
    }

    /// Returns the sum of the shares of a node's children.
    #[cfg(feature = "cli")]
    pub(crate) fn shares(&self, index: usize) -> i64 {
        self.nodes[index].children.iter().map(|&child| i64::from(self.nodes[child].share)).sum()
    }

    /// Returns the probability that a chance node leads to this child, or 1 for children of other nodes.
    #[cfg(feature = "cli")]
    pub(crate) fn probability(&self, index: usize) -> f64 {
        match self.nodes[index].parent.filter(|&parent| self.is_chance(parent)) {
            Some(parent) => f64::from(self.nodes[index].share) / self.shares(parent) as f64,
            None => 1.0,
        }
    }

    pub fn minimax(&self, index: usize) -> Score {
        self.interval(index, &|leaf| Interval::point(self.nodes[leaf].value)).low
    }

    /// Returns the tree as a game whose moves are numbered like the nodes that they lead to.
    pub fn game(&self) -> TreeGame {
        let mut game = TreeGame::new().with_movers(self.movers);
        self.add_to(&mut game, 0);
        game
    }

    fn add_to(&self, game: &mut TreeGame, index: usize) {
        for &child in &self.nodes[index].children {
            let value = self.nodes[child].value;
            let mv: TreeMove = game.add(&self.nodes[child].name, value);
            game.play(mv);
            self.add_to(game, child);
            game.undo();
        }
    }

    /// Returns the smallest number of decimals that prints all values exactly.
    pub fn decimals(&self) -> usize {
        if self.movers.has_chance() {
            return (0..self.nodes.len()).map(|node| self.minimax(node).decimals()).max().unwrap_or(0);
        }
        self.leaves().map(|leaf| self.nodes[leaf].value.decimals()).max().unwrap_or(0)
    }

    /// Returns whether two leaves have the same value. Without such leaves, no comparison of a search is a tie.
    pub(super) fn has_ties(&self) -> bool {
        let mut values: Vec<_> = self.leaves().map(|leaf| self.node(leaf).value).collect();
        values.sort_unstable();
        values.windows(2).any(|two| two[0] == two[1])
    }

    /// Returns the words that say which of several equal moves counts as the best; empty if no two can be equal.
    pub(super) fn rule_of_equals(&self) -> &'static str {
        if self.has_ties() { " (of equal moves, the first)" } else { "" }
    }

    /// Writes a score of this tree: `3`, `2.5`, `-inf`, `#2`.
    pub fn text(&self, score: Score) -> String {
        format!("{score:.*}", self.decimals())
    }

    /// Returns a fingerprint of the tree, of six letters and digits.
    pub fn fingerprint(&self) -> String {
        let mut sum = u64::from(self.is_max(0));
        if !self.movers.in_turn() {
            let plies = self.nodes.iter().map(|node| node.ply + 1).max().unwrap_or_default();
            sum = (0..plies).fold(sum, |sum, ply| crate::core::random::splitmix64(sum ^ self.movers.at(ply) as u64));
        }
        for node in &self.nodes {
            let value = if node.children.is_empty() { node.value.ordinal() as u64 } else { u64::MAX };
            for part in [node.ply as u64, value] {
                sum = crate::core::random::splitmix64(sum ^ part);
            }
        }
        format!("{:06x}", sum >> 40)
    }
}
