//! The tree of a sheet with the root above: as a figure, and with characters where that fits.

use super::super::Exercise;
use super::figure::{SheetNode, figure};
use super::row::SheetRow;
use crate::page::comparison::Mark;
use crate::page::upright::{NodeLabel, Upright};
use crate::page::{Perspective, Row, Style};
use crate::picture::{Figure, MOST_UPRIGHT};
use crate::score::{Bound, End, Window};
use crate::trace::move_text;

/// A tree with the root above.
#[derive(Clone, Debug)]
pub(super) struct UprightTree {
    /// The tree with what is to be filled in at its nodes.
    pub figure: Figure,
    /// The tree with characters, where that fits; what is to be filled in then stands below it, by the names of the nodes.
    pub lines: Option<(Vec<String>, Vec<[String; 3]>)>,
}

/// Returns whether the tree of an exercise stands upright: if it has few leaves.
pub(super) fn is_upright(exercise: &Exercise) -> bool {
    exercise.tree.leaves().count() <= MOST_UPRIGHT
}

/// What such a tree is drawn of.
pub(super) struct UprightSheet<'a> {
    pub exercise: &'a Exercise,
    pub is_key: bool,
    pub perspective: Perspective,
    pub rows: &'a [SheetRow],
}

impl UprightSheet<'_> {
    /// Draws the tree.
    pub(super) fn draw(&self, style: &Style) -> UprightTree {
        let tree = &self.exercise.tree;
        let figure = figure(&self.node(0), self.perspective, &self.exercise.title);
        let root = self.row(0);
        let style = Style { decimals: tree.decimals(), ..*style };
        let ways = [NodeLabel::Scores, NodeLabel::Narrow];
        let ways = ways.map(|label| Upright { style: &style, perspective: self.perspective, label });
        // Moves have no room beside names.
        let way = ways.into_iter().find(|way| !tree.has_moves() && way.width(&root) <= style.width);
        UprightTree { figure, lines: way.map(|way| (way.draw(&root), self.blanks())) }
    }

    /// What is to be filled in at the inner nodes.
    fn blanks(&self) -> Vec<[String; 3]> {
        let mut inner: Vec<&SheetRow> = self.rows.iter().filter(|row| row.is_inner).collect();
        inner.sort_by_key(|row| row.node);
        let name = |row: &SheetRow| self.exercise.tree.node(row.node).name.clone();
        inner.into_iter().map(|row| [name(row), row.window.clone(), row.value.clone()]).collect()
    }

    /// Whether the key shows that the search comes to a node; a sheet tells nobody.
    fn is_read(&self, node: usize) -> bool {
        !self.is_key || self.exercise.tree.leaves_below(node).any(|leaf| self.exercise.key().reads(leaf))
    }

    fn is_best(&self, node: usize) -> bool {
        self.is_key && self.exercise.key().pv.contains(&node)
    }

    fn node(&self, node: usize) -> SheetNode<'_> {
        let tree = &self.exercise.tree;
        let at = tree.node(node);
        let has_move = at.mv != at.name && node != 0;
        SheetNode {
            name: &at.name,
            mv: has_move.then(|| move_text(&at.mv, at.ply - 1, tree.numbering())),
            cells: self.rows.iter().find(|row| row.node == node).unwrap_or(&self.rows[0]),
            is_read: self.is_read(node),
            on_pv: self.is_best(node),
            children: at.children.iter().map(|&child| self.node(child)).collect(),
        }
    }

    /// The row that is drawn with characters: with the values of leaves.
    fn row(&self, node: usize) -> Row {
        let tree = &self.exercise.tree;
        let at = tree.node(node);
        let mut children: Vec<Row> = at.children.iter().map(|&child| self.row(child)).collect();
        // Whoever has a child that is not read has cut.
        if let Some(skipped) = children.iter().position(|child| child.mark == Mark::NotSearched)
            && let Some(cutter) = skipped.checked_sub(1)
        {
            children[cutter].mark = Mark::Cutoff { end: End::Beta, skipped: 0 };
        }
        let value = tree.is_leaf(node).then_some(at.value);
        let is_read = self.is_read(node);
        Row {
            on_pv: self.is_best(node),
            score: value.filter(|_| is_read).map(|value| (value, Bound::Exact)),
            known: value.filter(|_| !is_read),
            mark: match node {
                0 => Mark::Root,
                _ if is_read => Mark::NoBetter,
                _ => Mark::NotSearched,
            },
            window: (!tree.is_leaf(node)).then_some(Window::FULL),
            path: tree.path(node),
            children,
            ..Row::named(at.name.clone())
        }
    }
}
