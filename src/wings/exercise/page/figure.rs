//! The tree of a sheet as textbooks draw it: the root above, at each inner node room to write a window and a value.

use super::row::SheetRow;
use crate::page::Perspective;
use crate::page::layout::{Branching, Spot, upright};
use crate::picture::{Anchor, Class, Figure, FigurePart, Group, MARGIN, Point, at, bars, leaf_box, triangle, width};

/// Pixels between neighbours.
const GAP: i32 = 12;
/// Pixels from what stands at a node down to its children.
const BRANCH: i32 = 44;
/// Pixels for a line of letters.
const LINE: i32 = 18;
/// Pixels for a line to write on.
const WRITTEN: i32 = 32;
/// Half the width of the box for a value, and of one end of a window; narrower where there are many leaves.
const VALUE: [i32; 2] = [32, 26];
const END: [i32; 2] = [15, 12];
/// Trees with more leaves are narrow.
const MANY: usize = 18;
/// Half the size of the mark of a player, and of a leaf.
const PLAYER: Point = at(7, 6);
const LEAF: Point = at(15, 12);

/// A node with what stands at it.
#[derive(Clone, Debug)]
pub(super) struct SheetNode<'a> {
    /// Its name.
    pub name: &'a str,
    /// The move that leads to it, if that is not its name.
    pub mv: Option<String>,
    /// The window, the value and the score of a leaf, as a row has them.
    pub cells: &'a SheetRow,
    /// Whether the search comes to it; on a sheet nobody knows.
    pub is_read: bool,
    /// Whether it is shown to lie on the line of best play.
    pub on_pv: bool,
    /// Those below it.
    pub children: Vec<Self>,
}

impl Branching for SheetNode<'_> {
    fn children(&self) -> &[Self] {
        &self.children
    }
}

impl SheetNode<'_> {
    fn leaves(&self) -> usize {
        self.children.iter().map(Self::leaves).sum::<usize>().max(1)
    }

    fn plies(&self) -> usize {
        self.children.iter().map(|child| 1 + child.plies()).max().unwrap_or(0)
    }
}

/// Draws the tree.
pub(super) fn figure(root: &SheetNode<'_>, perspective: Perspective, title: &str) -> Figure {
    let narrow = usize::from(MANY < root.leaves());
    let drawing = TreeFigure { perspective, value: VALUE[narrow], end: END[narrow] };
    let spot = upright(root, &|node| drawing.reach(node), GAP);
    let mut levels = vec![MARGIN];
    for ply in 0..root.plies() {
        levels.push(levels[ply] + drawing.height(root, ply) + BRANCH);
    }
    let sides = (0..root.plies()).map(|ply| width(perspective.side(ply), Class::Head)).max().unwrap_or(0) + LINE;
    let mut groups = vec![Group::default()];
    for (ply, top) in levels.iter().enumerate().take(root.plies()) {
        groups[0].items.push(FigurePart::text(at(0, top + 13), Anchor::Start, perspective.side(ply), Class::Head));
    }
    drawing.node(&spot, 0, sides + spot.reach.0, &levels, &mut groups);
    let description = format!("A tree with {} leaves; the page names all of them.", root.leaves());
    Figure { title: title.to_owned(), description, groups }
}

struct TreeFigure {
    perspective: Perspective,
    /// Half the width of the box for a value.
    value: i32,
    /// Half the width of an end of a window.
    end: i32,
}

impl TreeFigure {
    /// How far a node reaches by itself.
    fn reach(&self, node: &SheetNode<'_>) -> (i32, i32) {
        let cells = node.cells;
        let half = |text: &str, class: Class| width(text, class) / 2 + 1;
        let is_inner = cells.is_inner;
        let name = half(node.name, Class::Name) + if is_inner { PLAYER.x + 4 } else { 0 };
        let mv = node.mv.as_deref().map_or(0, |mv| half(mv, Class::Small));
        let leaf = if is_inner { 0 } else { LEAF.x.max(half(&cells.leaf, Class::Score) + 5) };
        let window = match cells.window.as_str() {
            "" => 0,
            text if is_blank(text) => 2 * self.end + 10,
            text => half(text, Class::Compared),
        };
        let most = [name, mv, leaf, window, self.box_half(&cells.value)].into_iter().max().unwrap_or(0);
        (most, most)
    }

    /// Half the width of the box of a value.
    fn box_half(&self, value: &str) -> i32 {
        match value {
            "" => 0,
            blank if is_blank(blank) => self.value,
            value => self.value.max(width(value, Class::Score) / 2 + 5),
        }
    }

    /// How high what stands at the inner nodes of a ply is.
    fn height(&self, node: &SheetNode<'_>, ply: usize) -> i32 {
        if ply != 0 {
            return node.children.iter().map(|child| self.height(child, ply - 1)).max().unwrap_or(0);
        }
        self.below(node)
    }

    /// How high what stands at a node is.
    fn below(&self, node: &SheetNode<'_>) -> i32 {
        let (mv, cells) = (if node.mv.is_some() { LINE - 4 } else { 0 }, node.cells);
        let lines = [&cells.window, &cells.value].into_iter().filter(|text| !text.is_empty()).count();
        let under = if cells.is_inner { WRITTEN * i32::try_from(lines).unwrap_or(0) } else { 2 * LEAF.y };
        LINE + mv + under
    }

    fn node(&self, spot: &Spot<'_, SheetNode<'_>>, ply: usize, x: i32, levels: &[i32], groups: &mut Vec<Group>) {
        let (node, top) = (spot.node, levels[ply]);
        let mut items = Vec::new();
        if node.cells.is_inner {
            self.inner(node, ply, at(x, top), &mut items)
        } else {
            leaf(node, at(x, top), &mut items)
        }
        for child in &spot.children {
            let (from, to) = (at(x, top + self.below(node) + 2), at(x + child.x, levels[ply + 1] - 3));
            items.push(FigurePart::line(&[from, to], branch(child.node)));
            if node.is_read && !child.node.is_read {
                items.extend(bars(at((from.x + to.x) / 2, (from.y + to.y) / 2), at(8, 2)));
            }
        }
        groups.push(Group { tag: None, items });
        spot.children.iter().for_each(|child| self.node(child, ply + 1, x + child.x, levels, groups));
    }

    /// Name and player, and below them the move, the window and the value.
    fn inner(&self, node: &SheetNode<'_>, ply: usize, top: Point, items: &mut Vec<FigurePart>) {
        let Point { x, mut y } = top;
        let is_max = self.perspective.is_max(ply);
        let half = width(node.name, Class::Name) / 2;
        let name = if node.on_pv { Class::BestName } else { Class::Name };
        items.push(FigurePart::text(at(x - PLAYER.x - 2, y + 13), Anchor::Middle, node.name, name));
        let player = if is_max { Class::Max } else { Class::Min };
        items.push(triangle(at(x + half + 2, y + 8), PLAYER, is_max, player));
        y += LINE;
        if let Some(mv) = &node.mv {
            items.push(FigurePart::text(at(x, y + 9), Anchor::Middle, mv, Class::Small));
            y += LINE - 4;
        }
        if !node.cells.window.is_empty() {
            self.window(&node.cells.window, at(x, y + WRITTEN - 7), items);
            y += WRITTEN;
        }
        if !node.cells.value.is_empty() {
            let half = self.box_half(&node.cells.value);
            items.push(FigurePart::rect(at(x - half, y + 2), at(x + half, y + WRITTEN - 2), Class::ToCome));
            if !is_blank(&node.cells.value) {
                items.push(FigurePart::text(at(x, y + 21), Anchor::Middle, &node.cells.value, Class::Score));
            }
        }
    }

    /// A window, or two lines to write it on.
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
}

/// The box of a leaf, and below it its name and its move.
fn leaf(node: &SheetNode<'_>, top: Point, items: &mut Vec<FigurePart>) {
    let Point { x, y } = top;
    let (area, score, name) = match node.is_read {
        true => (Class::Leaf, Class::Score, if node.on_pv { Class::BestName } else { Class::Name }),
        false => (Class::GhostNode, Class::Ghost, Class::Ghost),
    };
    let half = LEAF.x.max(width(&node.cells.leaf, Class::Score) / 2 + 5);
    items.push(leaf_box(at(x, y + LEAF.y), at(half, LEAF.y), area));
    items.push(FigurePart::text(at(x, y + LEAF.y + 5), Anchor::Middle, &node.cells.leaf, score));
    items.push(FigurePart::text(at(x, y + 2 * LEAF.y + 15), Anchor::Middle, node.name, name));
    if let Some(mv) = &node.mv {
        items.push(FigurePart::text(at(x, y + 2 * LEAF.y + 29), Anchor::Middle, mv, Class::Small));
    }
}

const fn branch(child: &SheetNode<'_>) -> Class {
    match (child.is_read, child.on_pv) {
        (false, _) => Class::GhostBranch,
        (true, true) => Class::BestBranch,
        (true, false) => Class::Branch,
    }
}

/// Whether there is something to fill in.
fn is_blank(text: &str) -> bool {
    text.contains('_')
}
