//! The tree of a task while it is drawn and shrunk, and the two trees that are made of it: what a program may ask of, and what
//! it has to search.

use super::super::PaperTree;
use crate::score::Score;
use std::fmt;

/// A node and all below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twig {
    /// What it is worth for MAX: of a leaf its value, else its static score, for a depth that is limited.
    pub value: Score,
    /// Its children from left to right.
    pub children: Vec<Self>,
}

/// A search that is asked of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The tree.
    pub tree: Twig,
    /// Who moves at the root.
    pub root_is_max: bool,
    /// How many plies to search, unless all.
    pub depth: Option<usize>,
}

impl Twig {
    /// Returns a leaf.
    pub const fn leaf(value: Score) -> Self {
        Self { value, children: Vec::new() }
    }

    /// Returns the part of a paper tree that begins at a node.
    pub fn of(tree: &PaperTree, at: usize) -> Self {
        let node = tree.node(at);
        Self { value: node.value, children: node.children.iter().map(|&child| Self::of(tree, child)).collect() }
    }

    /// Returns how many leaves it has.
    pub fn leaves(&self) -> usize {
        if self.children.is_empty() { 1 } else { self.children.iter().map(Self::leaves).sum() }
    }

    /// Returns how many nodes it has.
    pub fn nodes(&self) -> usize {
        1 + self.children.iter().map(Self::nodes).sum::<usize>()
    }

    /// Returns the node of this number, depth first from the left.
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

    /// Calls `change` with each value that counts.
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

    /// The leaves of a tree that ends after so many plies, in brackets.
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

impl Task {
    fn plies(&self) -> usize {
        self.depth.unwrap_or(usize::MAX)
    }

    /// Returns the tree of which a program may ask.
    pub(super) fn whole(&self) -> PaperTree {
        self.planted(usize::MAX)
    }

    /// Returns the tree that has to be searched: it ends where the depth does.
    pub fn searched(&self) -> PaperTree {
        self.planted(self.plies())
    }

    fn planted(&self, plies: usize) -> PaperTree {
        let mut nodes = Vec::new();
        self.tree.plant(None, plies, &mut nodes);
        PaperTree::planted(self.root_is_max, &nodes)
    }
}

/// The tree that has to be searched, as it is typed.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.write(self.plies(), f)
    }
}
