//! The nodes that a page shows, in one list: each with its parent, its row, and whose turn it is there.

use crate::render::row::Row;
use std::collections::HashMap;

/// A node of the page; its number is its place in the list, parents first.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The number of its parent; none at the root.
    pub parent: Option<usize>,
    /// Half-moves from the root.
    pub ply: usize,
    /// Its number behind that of the last node below it.
    pub end: usize,
    /// Its row in the finished tree, without those below it.
    pub row: Row,
}

/// All nodes of a page.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    /// The nodes, the root first.
    pub all: Vec<Shown>,
    by_line: HashMap<Vec<String>, usize>,
}

impl Nodes {
    /// Lists the rows of a finished tree.
    pub fn of(root: &Row) -> Self {
        let mut nodes = Self::default();
        nodes.add(root, None, 0);
        nodes
    }

    fn add(&mut self, row: &Row, parent: Option<usize>, ply: usize) {
        let number = self.all.len();
        if let Some(line) = &row.line {
            self.by_line.insert(line.clone(), number);
        }
        let alone = Row { children: Vec::new(), ..row.clone() };
        self.all.push(Shown { parent, ply, end: number, row: alone });
        for child in &row.children {
            self.add(child, Some(number), ply + 1);
        }
        self.all[number].end = self.all.len();
    }

    /// Returns the number of the node at the end of a line, if the page shows it.
    pub fn at(&self, line: &[String]) -> Option<usize> {
        self.by_line.get(line).copied()
    }

    /// Returns the numbers of a node's children.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < self.all[node].end).then(|| {
                next = self.all[child].end;
                child
            })
        })
    }

    /// Returns whether a node has no others below it.
    pub fn is_leaf(&self, node: usize) -> bool {
        self.all[node].end == node + 1
    }
}
