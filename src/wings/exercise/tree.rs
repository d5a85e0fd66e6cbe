//! The tree of an exercise as it stands on paper: every node has a name of its own, every leaf a value.

use super::language::is_word;
use crate::game::TreeGame;
use crate::game::{Game, TreeMove};
use crate::model::made_name;
use crate::score::Score;
use crate::trace::{Header, Numbering, Shape};

/// A node of a [`PaperTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperNode {
    /// Its name, which no other node has; `root` at the root.
    pub name: String,
    /// The move that leads to it, where names stand for moves; else the same as the name.
    pub mv: String,
    /// Its parent; none at the root.
    pub parent: Option<usize>,
    /// Its children from left to right.
    pub children: Vec<usize>,
    /// Its distance from the root.
    pub ply: usize,
    /// The value of a leaf as MAX sees it; elsewhere a static score, which counts only for who searches less deep.
    pub value: Score,
}

/// A tree with names. Nodes are numbered depth first from the left, the root being 0; all scores are MAX's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperTree {
    nodes: Vec<PaperNode>,
    root_is_max: bool,
    numbering: Option<Numbering>,
    /// What the sides of a game of the table are called, the one that began first.
    players: Option<[&'static str; 2]>,
}

/// The lowest and the highest value that a node can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// No less than this.
    pub low: Score,
    /// No more than this.
    pub high: Score,
}

impl ValueRange {
    /// Nothing is known.
    pub const ALL: Self = Self { low: Score::MIN, high: Score::MAX };

    /// Exactly this.
    #[must_use]
    pub const fn exactly(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// Returns the value if only one is possible.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }
}

/// A name as people write it, without the brackets around it.
fn bare(name: &str) -> &str {
    name.trim_matches(['(', ')'])
}

/// The name of the root.
pub(crate) const ROOT: &str = "root";

impl PaperTree {
    /// Returns the tree of a search whose whole tree is known; nothing if it is not.
    #[must_use]
    pub fn of(header: &Header) -> Option<Self> {
        let shape = header.shape.as_ref()?;
        let root_is_max = !header.is_second_to_move();
        let players = header.named_game().ok().flatten().map(|game| game.sides());
        let mut tree = Self { nodes: Vec::new(), root_is_max, numbering: header.numbering, players };
        tree.grow(shape, 0, None);
        let names_do = tree.names_are_unique();
        if !names_do {
            for index in 1..tree.nodes.len() {
                tree.name(index);
            }
        }
        Some(tree)
    }

    /// Returns a tree whose nodes come depth first from the left, each with its parent and its value as MAX sees it.
    pub(super) fn planted(root_is_max: bool, nodes: &[(Option<usize>, Score)]) -> Self {
        let mut tree = Self { nodes: Vec::with_capacity(nodes.len()), root_is_max, numbering: None, players: None };
        for (index, &(parent, value)) in nodes.iter().enumerate() {
            let ply = parent.map_or(0, |parent| tree.nodes[parent].ply + 1);
            let (name, children) = (ROOT.to_owned(), Vec::new());
            tree.nodes.push(PaperNode { mv: name.clone(), name, parent, children, ply, value });
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

    fn grow(&mut self, shape: &Shape, at: usize, parent: Option<usize>) -> usize {
        let index = self.nodes.len();
        let ply = parent.map_or(0, |parent| self.nodes[parent].ply + 1);
        let name = if ply == 0 { ROOT } else { shape.name(at) }.to_owned();
        // The score is that of the side that moved here.
        let score = shape.score(at).unwrap_or_default();
        let value = if ply != 0 && self.ply_is_max(ply - 1) { score } else { -score };
        self.nodes.push(PaperNode { mv: name.clone(), name, parent, children: Vec::new(), ply, value });
        for child in shape.children(at) {
            let child = self.grow(shape, child, Some(index));
            self.nodes[index].children.push(child);
        }
        index
    }

    /// Whether every name can stand in an answer, means one node, and nothing else.
    fn names_are_unique(&self) -> bool {
        let plain = |c: char| c.is_alphanumeric() || ".'_".contains(c);
        let mut names: Vec<String> = self.nodes.iter().map(|node| node.name.to_lowercase()).collect();
        let is_plain =
            |name: &String| name.chars().all(plain) && name.chars().any(char::is_alphabetic) && !is_word(name);
        let are_plain = self.numbering.is_none() && names.iter().all(is_plain);
        names.sort();
        are_plain && names.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Gives a node the name of its place: A, A1, A1a.
    fn name(&mut self, index: usize) {
        let PaperNode { parent, ply, .. } = self.nodes[index];
        let Some(parent) = parent else { return };
        let place = self.nodes[parent].children.iter().position(|&child| child == index).unwrap_or_default();
        let above = if parent == 0 { "" } else { &self.nodes[parent].name };
        let name = made_name(above, place, ply);
        // A wide tree comes to PV, too.
        self.nodes[index].name = if is_word(&name) { name + "'" } else { name };
    }

    /// Returns all nodes.
    #[must_use]
    pub fn nodes(&self) -> &[PaperNode] {
        &self.nodes
    }

    /// Returns one node.
    #[must_use]
    pub fn node(&self, index: usize) -> &PaperNode {
        &self.nodes[index]
    }

    /// Returns where move numbers begin, if it is a tree of chess moves.
    #[must_use]
    pub const fn numbering(&self) -> Option<Numbering> {
        self.numbering
    }

    /// Returns whether names stand for moves that have other names.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.nodes.iter().any(|node| node.name != node.mv)
    }

    const fn ply_is_max(&self, ply: usize) -> bool {
        ply.is_multiple_of(2) == self.root_is_max
    }

    /// Returns what MAX and MIN are called.
    #[must_use]
    pub fn sides(&self) -> [&'static str; 2] {
        let plain = if self.numbering().is_some() { ["White", "Black"] } else { ["MAX", "MIN"] };
        self.players.unwrap_or(plain)
    }

    /// Returns whether MAX is to move at a node.
    #[must_use]
    pub fn is_max(&self, index: usize) -> bool {
        self.ply_is_max(self.nodes[index].ply)
    }

    /// Returns whether a node has no moves.
    #[must_use]
    pub fn is_leaf(&self, index: usize) -> bool {
        self.nodes[index].children.is_empty()
    }

    /// Returns the leaves from left to right.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&index| self.is_leaf(index))
    }

    /// Returns the leaves below a node, itself if it is one, from left to right.
    pub fn leaves_below(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let ply = self.nodes[index].ply;
        let below = (index..self.nodes.len()).take_while(move |&at| at == index || ply < self.nodes[at].ply);
        below.filter(|&at| self.is_leaf(at))
    }

    /// Returns the number of plies of the longest line.
    #[must_use]
    pub fn height(&self) -> usize {
        self.nodes.iter().map(|node| node.ply).max().unwrap_or(0)
    }

    /// Returns the node of this name; upper and lower case are the same unless both are there.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let lower = bare(name).to_lowercase();
        self.find_exactly(name).or_else(|| self.nodes.iter().position(|node| node.name.to_lowercase() == lower))
    }

    /// Returns the node of exactly this name.
    pub(super) fn find_exactly(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == bare(name))
    }

    /// Returns the nodes from below the root to this one.
    #[must_use]
    pub fn path(&self, index: usize) -> Vec<usize> {
        let above = |&at: &usize| self.nodes[at].parent;
        let mut path: Vec<usize> = std::iter::successors(Some(index), above).filter(|&at| at != 0).collect();
        path.reverse();
        path
    }

    /// Returns the least and the most that the node can be worth if each leaf is worth what `leaf` says.
    ///
    /// Minimax is monotone in every leaf, so these are its values with all unknown leaves at minus and at plus infinity.
    /// Takes time in proportion to the tree.
    pub fn interval(&self, index: usize, leaf: &impl Fn(usize) -> ValueRange) -> ValueRange {
        if self.is_leaf(index) {
            return leaf(index);
        }
        let children = self.nodes[index].children.iter().map(|&child| self.interval(child, leaf));
        self.choice(index, children)
    }

    /// Returns the value of a node whose children are worth `children`.
    #[must_use]
    pub fn choice(&self, index: usize, children: impl Iterator<Item = ValueRange>) -> ValueRange {
        let pick = |a: Score, b: Score| if self.is_max(index) { a.max(b) } else { a.min(b) };
        let both = |a: ValueRange, b: ValueRange| ValueRange { low: pick(a.low, b.low), high: pick(a.high, b.high) };
        children.reduce(both).unwrap_or(ValueRange::ALL)
    }

    /// Returns the minimax value of a node.
    #[must_use]
    pub fn minimax(&self, index: usize) -> Score {
        self.interval(index, &|leaf| ValueRange::exactly(self.nodes[leaf].value)).low
    }

    /// Returns the tree as a game whose moves have the numbers of the nodes that they lead to.
    #[must_use]
    pub fn game(&self) -> TreeGame {
        let mut game = TreeGame::new();
        self.add_to(&mut game, 0);
        game
    }

    fn add_to(&self, game: &mut TreeGame, index: usize) {
        for &child in &self.nodes[index].children {
            let value = self.nodes[child].value;
            let mv: TreeMove = game.add(&self.nodes[child].name, if self.root_is_max { value } else { -value });
            game.play(mv);
            self.add_to(game, child);
            game.undo();
        }
    }

    /// Returns the least number of decimals with which all values print exactly.
    #[must_use]
    pub fn decimals(&self) -> usize {
        self.leaves().map(|leaf| self.nodes[leaf].value.decimals()).max().unwrap_or(0)
    }

    /// Writes a score of this tree: `3`, `2.5`, `-inf`, `#2`.
    #[must_use]
    pub fn text(&self, score: Score) -> String {
        format!("{score:.*}", self.decimals())
    }

    /// Returns six letters and digits that tell this tree from others.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut sum = u64::from(self.root_is_max);
        for node in &self.nodes {
            let value = if node.children.is_empty() { node.value.ordinal() as u64 } else { u64::MAX };
            for part in [node.ply as u64, value] {
                sum = crate::random::splitmix64(sum ^ part);
            }
        }
        format!("{:06x}", sum >> 40)
    }
}
