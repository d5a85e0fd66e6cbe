//! Draws the tree of a sheet as textbooks do, with the root on top and room to write a window and a value at each inner
//! node. Also draws the tree as text, if it fits the page.

use super::super::Exercise;
use crate::core::score::{Bound, End, Window};
use crate::core::search::Cut;
use crate::core::trace::move_text;
use crate::page::comparison::Mark;
use crate::page::packing::{MOST_UPRIGHT, Packing, Spot, upright};
use crate::page::upright::{NodeLabel, NodeRoom, Upright};
use crate::page::{Perspective, Row, Style};
use crate::picture::{
    Anchor, Class, Figure, FigurePart, Group, MARGIN, NodeTag, Point, at, bars, house, leaf_box, width,
};

#[derive(Clone, Debug)]
pub(super) struct UprightTree {
    /// The tree with the blanks at its nodes.
    pub figure: Figure,
    /// If the tree fits the page as text: its lines, and the blanks to list below it, with the names of the nodes.
    pub lines: Option<(Vec<String>, Vec<[String; 3]>)>,
}

/// The maximum width of all leaves side by side, in pixels. A wider drawing would shrink so much that its names would be
/// too small on paper.
const MOST_WIDE: i32 = 1200;

/// Returns whether the tree of an exercise has so few leaves, with names so short, that it is drawn upright.
pub(super) fn is_upright(exercise: &Exercise) -> bool {
    let tree = &exercise.tree;
    let leaf = |leaf: usize| width(&tree.node(leaf).name, Class::Name).max(2 * LEAF.x) + GAP;
    tree.leaves().count() <= MOST_UPRIGHT && tree.leaves().map(leaf).sum::<i32>() <= MOST_WIDE
}

pub(super) struct UprightSheet<'a> {
    pub exercise: &'a Exercise,
    pub is_key: bool,
    pub perspective: Perspective,
    pub rows: &'a [SheetRow],
}

impl UprightSheet<'_> {
    pub(super) fn draw(&self, style: &Style) -> UprightTree {
        let tree = &self.exercise.tree;
        let root = self.row(0);
        let figure = TreeFigure::new(self).draw(&root);
        let style = Style { decimals: tree.decimals(), ..*style };
        let ways = [NodeLabel::Scores, NodeLabel::Narrow];
        let ways = ways.map(|label| Upright {
            style: &style,
            perspective: self.perspective,
            cut: Cut::default(),
            label,
            room: NodeRoom::default(),
        });
        // A tree with moves is not drawn as text, because it has no room for moves next to names.
        let way = ways.into_iter().find(|way| !tree.has_moves() && way.width(&root) <= style.width);
        UprightTree { figure, lines: way.map(|way| (way.draw(&root), self.blanks())) }
    }

    /// Returns the blanks at the inner nodes.
    fn blanks(&self) -> Vec<[String; 3]> {
        let mut inner: Vec<&SheetRow> = self.rows.iter().filter(|row| row.is_inner).collect();
        inner.sort_unstable_by_key(|row| row.node);
        let name = |row: &SheetRow| self.exercise.tree.node(row.node).name.clone();
        inner.into_iter().map(|row| [name(row), row.window.clone(), row.value.clone()]).collect()
    }

    /// Returns whether the key shows that the search visits a node; sheets never show this.
    fn is_read(&self, node: usize) -> bool {
        !self.is_key || self.exercise.tree.leaves_below(node).any(|leaf| self.exercise.key().reads(leaf))
    }

    fn is_best(&self, node: usize) -> bool {
        self.is_key && self.exercise.key().pv.contains(&node)
    }

    fn cells(&self, row: &Row) -> &SheetRow {
        let node = place(row);
        self.rows.iter().find(|row| row.node == node).unwrap_or(&self.rows[0])
    }

    /// Returns the move that leads to a node, if the move differs from the node's name.
    fn mv(&self, row: &Row) -> Option<String> {
        let (tree, node) = (&self.exercise.tree, place(row));
        let at = tree.node(node);
        (at.mv != at.name && node != 0).then(|| move_text(&at.mv, at.ply - 1, tree.numbering()))
    }

    /// Returns the row to draw, with the values of leaves.
    fn row(&self, node: usize) -> Row {
        let tree = &self.exercise.tree;
        let at = tree.node(node);
        let mut children: Vec<Row> = at.children.iter().map(|&child| self.row(child)).collect();
        // A node with an unread child had a cutoff.
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

/// Pixels between neighbours.
const GAP: i32 = 9;
/// Pixels from the text at a node down to its children.
const BRANCH: i32 = 44;
/// Pixels for a line of text.
const LINE: i32 = 18;
/// Pixels for a blank line to write on.
const WRITTEN: i32 = 32;
/// Half the width of the space for a value or for one bound of a window; narrower if there are more leaves.
const VALUE: [i32; 3] = [32, 30, 24];
const END: [i32; 3] = [24, 20, 18];
/// Trees with more leaves than this are drawn narrower.
const MANY: [usize; 2] = [10, 18];
/// The distances from the middle of a player's house to its flat side and to its tip.
const HOUSE: [i32; 2] = [16, 22];
/// Half the size of a leaf.
const LEAF: Point = at(15, 12);

fn place(row: &Row) -> usize {
    row.path.last().copied().unwrap_or(0)
}

/// Returns whether the search visits the row's node; on a sheet, every node counts as visited.
fn is_read(row: &Row) -> bool {
    row.mark != Mark::NotSearched
}

struct TreeFigure<'a> {
    sheet: &'a UprightSheet<'a>,
    /// Half the width of the space for a value.
    value: i32,
    end: i32,
}

impl<'a> TreeFigure<'a> {
    fn new(sheet: &'a UprightSheet<'a>) -> Self {
        let leaves = sheet.exercise.tree.leaves().count();
        let narrow = MANY.iter().filter(|&&most| most < leaves).count();
        Self { sheet, value: VALUE[narrow], end: END[narrow] }
    }

    fn draw(&self, root: &Row) -> Figure {
        let UprightSheet { exercise, perspective, .. } = *self.sheet;
        let plies = exercise.tree.height();
        let spot = upright(root, &|node| self.reach(node), GAP, Packing::Apart);
        let mut levels = vec![MARGIN];
        for ply in 0..plies {
            levels.push(levels[ply] + self.height(root, ply) + BRANCH);
        }
        let sides = (0..plies).map(|ply| width(perspective.side(ply), Class::Head)).max().unwrap_or(0) + LINE;
        let mut groups = vec![Group::default()];
        for (ply, top) in levels.iter().enumerate().take(plies) {
            groups[0].items.push(FigurePart::text(at(0, top + 13), Anchor::Start, perspective.side(ply), Class::Head));
        }
        self.node(&spot, 0, sides + spot.reach.0, &levels, &mut groups);
        let leaves = exercise.tree.leaves().count();
        let description = format!("A tree with {leaves} leaves; the list below it names all of them.");
        Figure { title: exercise.heading(self.sheet.is_key), description, groups }
    }

    /// Returns how far a single node extends to its left and to its right.
    fn reach(&self, node: &Row) -> (i32, i32) {
        let cells = self.sheet.cells(node);
        let half = |text: &str, class: Class| width(text, class) / 2 + 1;
        let is_inner = cells.is_inner;
        let name = half(&node.name, Class::Name);
        let mv = self.sheet.mv(node).map_or(0, |mv| half(&mv, Class::Small));
        let leaf = if is_inner { 0 } else { LEAF.x.max(half(&cells.leaf, Class::Score) + 5) };
        let window = match cells.window.as_str() {
            "" => 0,
            text if is_blank(text) => 2 * self.end + 12,
            text => half(text, Class::Compared),
        };
        let house = if is_inner { self.box_half(&cells.value) } else { 0 };
        let most = [name, mv, leaf, window, house].into_iter().max().unwrap_or(0);
        (most, most)
    }

    /// Returns half the width of the box around a value.
    fn box_half(&self, value: &str) -> i32 {
        match value {
            blank if blank.is_empty() || is_blank(blank) => self.value,
            value => self.value.max(width(value, Class::Score) / 2 + 5),
        }
    }

    /// Returns the height of the text at the inner nodes of a ply.
    fn height(&self, node: &Row, ply: usize) -> i32 {
        if ply != 0 {
            return node.children.iter().map(|child| self.height(child, ply - 1)).max().unwrap_or(0);
        }
        self.below(node)
    }

    /// Returns the height of the text at a node.
    fn below(&self, node: &Row) -> i32 {
        let cells = self.sheet.cells(node);
        let mv = if self.sheet.mv(node).is_some() { LINE - 4 } else { 0 };
        let window = if cells.window.is_empty() { 0 } else { WRITTEN };
        if cells.is_inner { LINE + mv + window + HOUSE[0] + HOUSE[1] } else { 2 * LEAF.y }
    }

    fn node(&self, spot: &Spot<'_, Row>, ply: usize, x: i32, levels: &[i32], groups: &mut Vec<Group>) {
        let (node, top) = (spot.node, levels[ply]);
        let mut items = Vec::new();
        if self.sheet.cells(node).is_inner {
            self.inner(node, ply, at(x, top), &mut items)
        } else {
            self.leaf(node, at(x, top), &mut items)
        }
        for child in &spot.children {
            let up = if self.sheet.cells(child.node).is_inner { 3 } else { 0 };
            let (from, to) = (at(x, top + self.below(node)), at(x + child.x, levels[ply + 1] - up));
            items.push(FigurePart::line(&[from, to], branch(child.node)));
            if is_read(node) && !is_read(child.node) {
                items.extend(bars(at((from.x + to.x) / 2, (from.y + to.y) / 2), at(6, -3)));
            }
        }
        let tag = NodeTag {
            path: node.path.clone(),
            name: node.name.clone(),
            state: if is_read(node) { "open" } else { "not-searched" },
            on_pv: node.on_pv,
            events: Vec::new(),
        };
        groups.push(Group { tag: Some(tag), items });
        spot.children.iter().for_each(|child| self.node(child, ply + 1, x + child.x, levels, groups));
    }

    /// Draws the house of the player with the value in it, and the name, the move and the window above it.
    fn inner(&self, node: &Row, ply: usize, top: Point, items: &mut Vec<FigurePart>) {
        let (Point { x, mut y }, cells) = (top, self.sheet.cells(node));
        let is_max = self.sheet.perspective.is_max(ply);
        let name = if node.on_pv { Class::BestName } else { Class::Name };
        items.push(FigurePart::text(at(x, y + 13), Anchor::Middle, &node.name, name));
        y += LINE;
        if let Some(mv) = &self.sheet.mv(node) {
            items.push(FigurePart::text(at(x, y + 9), Anchor::Middle, mv, Class::Small));
            y += LINE - 4;
        }
        if !cells.window.is_empty() {
            self.window(&cells.window, at(x, y + WRITTEN - 7), items);
            y += WRITTEN;
        }
        let player = match is_read(node) {
            true if is_max => Class::Max,
            true => Class::Min,
            false => Class::GhostNode,
        };
        let middle = at(x, y + HOUSE[usize::from(is_max)]);
        items.push(house(middle, self.box_half(&cells.value), HOUSE, is_max, player));
        if !cells.value.is_empty() && !is_blank(&cells.value) {
            let down = if is_max { 7 } else { 4 };
            items.push(FigurePart::text(at(x, middle.y + down), Anchor::Middle, &cells.value, Class::Score));
        }
    }

    /// Draws a window, or two lines on which to write it.
    fn window(&self, text: &str, middle: Point, items: &mut Vec<FigurePart>) {
        let Point { x, y } = middle;
        if !is_blank(text) {
            return items.push(FigurePart::text(at(x, y - 2), Anchor::Middle, text, Class::Compared));
        }
        for (sign, at_x) in [("(", x - 2 * self.end - 7), (",", x), (")", x + 2 * self.end + 7)] {
            items.push(FigurePart::text(at(at_x, y - 2), Anchor::Middle, sign, Class::Text));
        }
        for from in [x - 2 * self.end - 3, x + 3] {
            items.push(FigurePart::line(&[at(from, y), at(from + 2 * self.end, y)], Class::Branch));
        }
    }

    /// Draws the box of a leaf, with its name and move below.
    fn leaf(&self, node: &Row, top: Point, items: &mut Vec<FigurePart>) {
        let (Point { x, y }, cells) = (top, self.sheet.cells(node));
        let (area, score, name) = match is_read(node) {
            true => (Class::Leaf, Class::Score, if node.on_pv { Class::BestName } else { Class::Name }),
            false => (Class::GhostNode, Class::Ghost, Class::Ghost),
        };
        let half = LEAF.x.max(width(&cells.leaf, Class::Score) / 2 + 5);
        items.push(leaf_box(at(x, y + LEAF.y), at(half, LEAF.y), area));
        items.push(FigurePart::text(at(x, y + LEAF.y + 5), Anchor::Middle, &cells.leaf, score));
        items.push(FigurePart::text(at(x, y + 2 * LEAF.y + 15), Anchor::Middle, &node.name, name));
        if let Some(mv) = &self.sheet.mv(node) {
            items.push(FigurePart::text(at(x, y + 2 * LEAF.y + 29), Anchor::Middle, mv, Class::Small));
        }
    }
}

fn branch(child: &Row) -> Class {
    match (is_read(child), child.on_pv) {
        (false, _) => Class::GhostBranch,
        (true, true) => Class::BestBranch,
        (true, false) => Class::Branch,
    }
}

/// Returns whether a text contains a blank to fill in.
fn is_blank(text: &str) -> bool {
    text.contains('_')
}

/// A row of the tree: the drawing, and the text after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SheetRow {
    /// Branches and name.
    pub tree: String,
    pub leaf: String,
    /// On a key: whether the leaf is read.
    pub read: String,
    /// The window of an inner node, or a blank for it; empty if the sheet doesn't ask for the window.
    pub window: String,
    /// The value of an inner node, or a blank.
    pub value: String,
    /// Whether the node is an inner node with something to fill in.
    pub is_inner: bool,
    /// The number of the node; 0 for the root and for the headings.
    pub node: usize,
}
