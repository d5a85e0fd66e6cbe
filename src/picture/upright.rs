//! The tree as textbooks draw it: the root on top, triangles for the players, boxes for leaves, windows next to the
//! nodes.

use super::drawn::NodeEvents;
use super::figure::{Anchor, Class, FigurePart, Group, MARGIN, Point, at, shortened, width};
use super::rows::{bars, branch_class, layer, name_class, put_in_layers, star, tag};
use crate::core::game::Mover;
use crate::explain::NamesAt;
use crate::page::comparison::Mark;
use crate::page::layout::{Spot, upright};
use crate::page::row::Row;
use crate::page::words::Words;

/// Pixels from ply to ply.
const LEVEL: i32 = 104;
/// The part of that distance that is for names.
const NAMES: i32 = 22;
/// Half the width of a triangle.
const HALF: i32 = 28;
/// Half its height.
const TALL: i32 = 20;
/// Wider values are written next to a triangle, not inside it.
const INSIDE: i32 = 30;
/// Half the height of a leaf.
const LEAF: i32 = 12;
/// Pixels between neighbours.
const GAP: i32 = 18;
/// Longer names are cut off.
const NAME: i32 = 150;
/// Room for a star before a name.
const STAR: i32 = 16;
/// Pixels from the end of the tree down to the first line about cutoffs, and from line to line.
const CUT: i32 = 20;
const CUT_LINE: i32 = 18;
/// From the middle of a node up to the baseline of its name.
const NAME_UP: i32 = TALL + 9;

/// A cutoff: the extent of what it skipped, where that ends, and its text.
struct CutMark {
    left: i32,
    right: i32,
    below: i32,
    text: String,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct UprightPicture<'a> {
    pub words: &'a Words<'a>,
    pub has_window: bool,
    /// Which nodes are labelled.
    pub names: NamesAt,
}

impl UprightPicture<'_> {
    /// Draws the tree below `top`; returns the y coordinate where it ends.
    pub(super) fn draw(&self, root: &Row, events: &NodeEvents, top: i32, groups: &mut Vec<Group>) -> i32 {
        let spot = upright(root, &|row| self.reach(row), GAP);
        let sides = self.sides(root, top, groups);
        let mut nodes = Vec::new();
        let middle = at(MARGIN + sides + spot.reach.0, self.level(top, 0));
        self.node(&spot, 0, middle, events, &mut nodes);
        put_in_layers(nodes, groups);
        let end = self.level(top, root.plies()) + TALL;
        self.cuts(&spot, middle, end, groups)
    }

    /// Describes each cutoff below the tree: what was compared, and which children that skipped; returns the y
    /// coordinate where this ends.
    fn cuts(&self, root: &Spot<'_, Row>, middle: Point, top: i32, groups: &mut Vec<Group>) -> i32 {
        let mut cuts = Vec::new();
        self.find(root, middle, &mut cuts);
        // Handles cutoffs from right to left and puts each text below the previous ones, so that no line crosses a
        // text.
        cuts.sort_by_key(|cut| -cut.left);
        let mut lines: Vec<(i32, i32)> = Vec::new();
        let (mut items, mut bottom) = (Vec::new(), top + 8);
        for CutMark { left, right, below, text } in cuts {
            let end = left + width(&text, Class::Cutoff) + GAP;
            let line = lines.iter().filter(|(other, _)| *other < end).map(|(_, line)| line + 1).max().unwrap_or(0);
            lines.push((left, line));
            let baseline = top + CUT + CUT_LINE * line;
            let bracket = [at(left, below), at(left, below + 5), at(right, below + 5), at(right, below)];
            items.push(FigurePart::line(&bracket, Class::Bracket));
            if below + 5 < baseline - 12 {
                items.push(FigurePart::line(&[at(left, below + 5), at(left, baseline - 12)], Class::Bracket));
            }
            items.push(FigurePart::text(at(left, baseline), Anchor::Start, text, Class::Cutoff));
            bottom = bottom.max(baseline + 8);
        }
        groups.push(Group { tag: None, items });
        bottom
    }

    fn find(&self, spot: &Spot<'_, Row>, middle: Point, cuts: &mut Vec<CutMark>) {
        let skipped = || spot.children.iter().filter(|child| child.node.is_cut_off(spot.node));
        if let Some(text) = self.cut(spot.node)
            && let Some(left) = skipped().map(|child| child.x - child.reach.0).min()
        {
            let right = skipped().map(|child| child.x + child.reach.1).max().unwrap_or(left);
            let plies = skipped().map(|child| child.node.plies()).max().unwrap_or(0);
            let below = middle.y + self.apart() * i32::try_from(plies + 1).unwrap_or(0) + LEAF + 5;
            cuts.push(CutMark { left: middle.x + left, right: middle.x + right, below, text });
        }
        for child in &spot.children {
            self.find(child, at(middle.x + child.x, middle.y + self.apart()), cuts);
        }
    }

    /// The comparison that caused a cutoff at a node, if there was one that skipped moves.
    fn cut(&self, row: &Row) -> Option<String> {
        let cutter = row.children.iter().find(|child| matches!(child.mark, Mark::Cutoff { .. }))?;
        let number = cutter.score.map(|(score, _)| self.words.style.score(score)).unwrap_or_default();
        let compared = cutter.comparison.as_ref()?;
        let (sign, end) = (self.words.style.sign(compared.sign), compared.end.name());
        let owner = compared.owner.as_ref().filter(|_| self.names != NamesAt::None);
        let owner = owner.map(|owner| format!(" of {owner}")).unwrap_or_default();
        let text = format!("cut off: {number} {sign} {end} {}{owner}", self.words.style.score(compared.threshold));
        Some(shortened(&text, 3 * NAME, Class::Cutoff))
    }

    /// Pixels from ply to ply.
    const fn apart(&self) -> i32 {
        if matches!(self.names, NamesAt::None) { LEVEL - NAMES } else { LEVEL }
    }

    /// The y coordinate of the middle of a ply.
    fn level(&self, top: i32, ply: usize) -> i32 {
        top + TALL + MARGIN + self.apart() * i32::try_from(ply).unwrap_or(0)
    }

    /// Writes the side to move on the left of each level; returns the width of this column.
    fn sides(&self, root: &Row, top: i32, groups: &mut Vec<Group>) -> i32 {
        let mut items = Vec::new();
        let mut room = 0;
        for ply in 0..root.plies() {
            let side = self.words.perspective.side(ply);
            room = room.max(width(side, Class::Head) + 20);
            items.push(FigurePart::text(at(MARGIN, self.level(top, ply) + 4), Anchor::Start, side, Class::Head));
        }
        groups.push(Group { tag: None, items });
        room
    }

    /// How far a single node extends.
    fn reach(&self, row: &Row) -> (i32, i32) {
        let name = width(&name(row), name_class(row)) / 2 + 1;
        let left = name + if row.on_pv { STAR } else { 0 };
        if row.is_leaf() {
            let half = self.leaf_half(row);
            return (left.max(half), name.max(half));
        }
        let beside = self.beside(row).iter().map(|(text, class)| width(text, *class)).max().unwrap_or(0);
        (left.max(HALF), name.max(HALF + 6 + beside))
    }

    fn leaf_half(&self, row: &Row) -> i32 {
        (width(&self.value(row), Class::Score) / 2 + 6).max(LEAF + 2)
    }

    fn value(&self, row: &Row) -> String {
        row.value(self.words.style)
    }

    /// The value, if it is narrow enough to fit into a triangle.
    fn inside(&self, row: &Row) -> Option<String> {
        Some(self.value(row)).filter(|value| width(value, Class::Score) <= INSIDE)
    }

    /// The text at an inner node: its value, and its window unless that is the full window.
    fn beside(&self, row: &Row) -> [(String, Class); 2] {
        let window = row.narrowed().filter(|_| self.has_window);
        let window = window.map(|window| self.words.style.window(window));
        [
            (if self.inside(row).is_some() { String::new() } else { self.value(row) }, Class::Score),
            (window.unwrap_or_default(), Class::Small),
        ]
    }

    /// The frame around the subject of a step.
    fn frame(&self, row: &Row, middle: Point) -> FigurePart {
        let (left, right) = self.reach(row);
        let (up, down) = (above(row) + 5, if row.is_leaf() { LEAF + 5 } else { TALL + 5 });
        let (from, to) = (at(middle.x - left - 4, middle.y - up), at(middle.x + right + 4, middle.y + down));
        FigurePart::rect(from, to, Class::Current)
    }

    fn node(&self, spot: &Spot<'_, Row>, ply: usize, middle: Point, events: &NodeEvents, nodes: &mut Vec<(u8, Group)>) {
        let row = spot.node;
        let mut items = Vec::new();
        if row.is_current {
            items.push(self.frame(row, middle));
        }
        let class = name_class(row);
        let (name, half) = (name(row), width(&name(row), class) / 2);
        let baseline = middle.y - NAME_UP;
        if row.on_pv && !name.is_empty() {
            items.push(star(at(middle.x - half - STAR / 2, baseline - 5)));
        }
        items.push(FigurePart::text(at(middle.x, baseline), Anchor::Middle, name, class));
        if row.is_leaf() {
            let class = node_class(row, Class::Leaf);
            let score = if row.mark.is_unsearched() { Class::Ghost } else { Class::Score };
            items.push(leaf_box(middle, at(self.leaf_half(row), LEAF), class));
            items.push(FigurePart::text(at(middle.x, middle.y + 5), Anchor::Middle, self.value(row), score));
        } else {
            let mover = self.words.perspective.mover(ply);
            let baseline = match mover {
                Mover::Chance => {
                    items.push(FigurePart::Disc { middle, radius: TALL, class: node_class(row, Class::Leaf) });
                    middle.y + 5
                }
                Mover::Max | Mover::Min => {
                    let is_max = mover == Mover::Max;
                    let class = node_class(row, if is_max { Class::Max } else { Class::Min });
                    items.push(triangle(middle, at(HALF, TALL), is_max, class));
                    middle.y + if is_max { TALL - 5 } else { 2 }
                }
            };
            let inside = self.inside(row).unwrap_or_default();
            items.push(FigurePart::text(at(middle.x, baseline), Anchor::Middle, inside, Class::Score));
            for (line, (text, class)) in (0..).zip(self.beside(row)) {
                let place = at(middle.x + HALF + 6, middle.y - 8 + 14 * line);
                items.push(FigurePart::text(place, Anchor::Start, text, class));
            }
        }
        items.retain(|item| !matches!(item, FigurePart::Text { text, .. } if text.is_empty()));
        nodes.push((layer(row), Group { tag: tag(row, events), items }));
        for child in &spot.children {
            let place = at(middle.x + child.x, middle.y + self.apart());
            let from = nodes.len();
            self.node(child, ply + 1, place, events, nodes);
            let branch = branch(row, child.node, at(middle.x, middle.y + TALL), place);
            nodes[from].1.items.splice(0..0, branch);
        }
    }
}

/// The line from a node to one of its children, with the sign of a cutoff across it.
fn branch(parent: &Row, child: &Row, from: Point, to: Point) -> Vec<FigurePart> {
    let to = at(to.x, to.y - above(child));
    let mut items = vec![FigurePart::line(&[from, to], branch_class(child))];
    if let Some(weight) = child.weight {
        let middle = at((from.x + to.x) / 2 + 4, (from.y + to.y) / 2);
        items.push(FigurePart::text(middle, Anchor::Start, weight.text(), Class::Small));
    }
    if child.is_cut_off(parent) {
        items.extend(bars(at((from.x + to.x) / 2, (from.y + to.y) / 2), at(8, 2)));
    }
    items
}

/// The extent of a node upwards: to the top of its name, or to its own top.
fn above(row: &Row) -> i32 {
    match row {
        row if !name(row).is_empty() => NAME_UP + 14,
        row if row.is_leaf() => LEAF,
        _ => TALL,
    }
}

/// The name; the root needs none.
fn name(row: &Row) -> String {
    if row.is_root() {
        return String::new();
    }
    shortened(&row.name, NAME, name_class(row))
}

const fn node_class(row: &Row, class: Class) -> Class {
    if row.mark.is_unsearched() {
        Class::GhostNode
    } else if let Mark::ToCome = row.mark {
        Class::ToCome
    } else {
        class
    }
}

/// Returns the triangle of a player around a point, with half its width and height: MAX's points up.
pub(crate) fn triangle(middle: Point, half: Point, is_max: bool, class: Class) -> FigurePart {
    let Point { x, y } = middle;
    let tip = if is_max { -half.y } else { half.y };
    FigurePart::area(&[at(x, y + tip), at(x + half.x, y - tip), at(x - half.x, y - tip)], class)
}

/// Returns the box of a leaf around a point, with half its width and height.
pub(crate) fn leaf_box(middle: Point, half: Point, class: Class) -> FigurePart {
    FigurePart::rect(at(middle.x - half.x, middle.y - half.y), at(middle.x + half.x, middle.y + half.y), class)
}
