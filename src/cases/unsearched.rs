//! The tree before a search: each leaf has its score, or the letter that stands for it.

use crate::core::score::{Bound, Score, Window};
use crate::core::trace::{Header, Shape};
use crate::page::Row;
use crate::page::comparison::Mark;
use crate::page::row::LeafWord;

/// A tree that is drawn before it is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnsearchedTree<'a> {
    pub header: &'a Header,
    /// The lines to the unknown leaves, and the letter of each.
    pub unknown: &'a [(Vec<String>, String)],
    /// The values of all nodes for MAX, if the drawing shows them.
    pub values: Option<&'a [Score]>,
}

impl UnsearchedTree<'_> {
    /// Returns the row of the root. If the header has a shape, the rows of the whole tree are below it.
    pub(crate) fn root(&self) -> Row {
        match &self.header.shape {
            Some(shape) => self.row(shape, 0, &mut Vec::new(), &mut Vec::new()),
            None => Row::named("(root)".to_owned()),
        }
    }

    fn row(&self, shape: &Shape, node: usize, line: &mut Vec<String>, path: &mut Vec<usize>) -> Row {
        let movers = self.header.movers();
        let mut children = Vec::new();
        for (index, child) in shape.children(node).enumerate() {
            line.push(shape.name(child).to_owned());
            path.push(index);
            children.push(self.row(shape, child, line, path));
            path.pop();
            line.pop();
        }
        let is_leaf = children.is_empty() && node != 0;
        let own = shape.score(node).filter(|_| is_leaf).map(|score| movers.at_max(path.len() - 1, score));
        let letter = self.unknown.iter().find(|(unknown, _)| unknown == line);
        let name = if node == 0 { "(root)" } else { shape.name(node) };
        Row {
            score: own.or(self.values.map(|values| values[node])).map(|score| (score, Bound::Exact)),
            weight: shape.weight(node),
            leaf: letter.map(|(_, letter)| LeafWord { word: letter.clone(), meaning: "its score is unknown" }),
            mark: if node == 0 { Mark::Root } else { Mark::Open },
            window: (!is_leaf).then_some(Window::FULL),
            path: path.clone(),
            lines: vec![line.clone()],
            children,
            ..Row::named(name.to_owned())
        }
    }
}
