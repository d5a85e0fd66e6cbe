//! The nodes that a page shows, in one list: each with its parent, its row, and whose turn it is there.

use crate::page::layout::Branching;
use crate::page::row::Row;
use std::collections::HashMap;

/// A node of the page; its number is its place in the list, parents first.
#[derive(Clone, Debug)]
pub(super) struct PageNode {
    /// The number of its parent; none at the root.
    pub parent: Option<usize>,
    /// Half-moves from the root.
    pub ply: usize,
    /// Its number behind that of the last node below it.
    pub end: usize,
    /// Its row in the finished tree, without those below it.
    pub row: Row,
}

impl PageNode {
    /// Returns whether it is one node, and no row for several.
    pub(super) const fn is_node(&self) -> bool {
        self.row.lines.len() == 1
    }
}

/// A tree with more leaves is not drawn upright.
const MOST_LEAVES: usize = 24;

/// A node as the layouts take it.
pub(super) struct PageTwig {
    /// The number of the node.
    pub number: usize,
    /// Those below it.
    pub children: Vec<Self>,
}

impl Branching for PageTwig {
    fn children(&self) -> &[Self] {
        &self.children
    }
}

impl PageTwig {
    /// Returns a node with all that is below it.
    pub(super) fn of(nodes: &Nodes, number: usize) -> Self {
        Self { number, children: nodes.children(number).map(|child| Self::of(nodes, child)).collect() }
    }
}

/// All nodes of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// The nodes, the root first.
    pub all: Vec<PageNode>,
    by_line: HashMap<Vec<String>, usize>,
}

impl Nodes {
    /// Lists the rows of a finished tree.
    pub(super) fn of(root: &Row) -> Self {
        let mut nodes = Self::default();
        nodes.add(root, None, 0);
        nodes
    }

    fn add(&mut self, row: &Row, parent: Option<usize>, ply: usize) {
        let number = self.all.len();
        self.by_line.extend(row.lines.iter().map(|line| (line.clone(), number)));
        let alone = Row { children: Vec::new(), ..row.clone() };
        self.all.push(PageNode { parent, ply, end: number, row: alone });
        for child in &row.children {
            self.add(child, Some(number), ply + 1);
        }
        self.all[number].end = self.all.len();
    }

    /// Returns the number of the node at the end of a line, if the page shows it.
    pub(super) fn at(&self, line: &[String]) -> Option<usize> {
        self.by_line.get(line).copied()
    }

    /// Returns the numbers of a node's children.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < self.all[node].end).then(|| {
                next = self.all[child].end;
                child
            })
        })
    }

    /// Returns all nodes but the root, those of best play last, so that it lies above the others.
    pub(super) fn best_last(&self) -> impl Iterator<Item = usize> + '_ {
        let of = |is_best: bool| (1..self.all.len()).filter(move |&node| self.all[node].row.on_pv == is_best);
        of(false).chain(of(true))
    }

    /// Returns whether every node is shown, and so few that the tree stands upright.
    pub(super) fn is_upright(&self) -> bool {
        let leaves = (0..self.all.len()).filter(|&node| self.is_leaf(node)).count();
        self.all.iter().all(|shown| shown.is_node()) && leaves <= MOST_LEAVES
    }

    /// Returns whether a node has no others below it.
    pub(super) fn is_leaf(&self, node: usize) -> bool {
        self.all[node].end == node + 1
    }
}
