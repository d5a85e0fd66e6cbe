//! The tree as textbooks draw it: the root above, triangles for the players, leaves as boxes, windows beside the nodes.

use super::class::Class;
use super::events::Events;
use super::figure::{Anchor, Group, Item, MARGIN, Point, at, shortened, width};
use super::rows::{bars, layer, name_class, star, tag};
use crate::page::comparison::Mark;
use crate::page::layout::{Spot, upright};
use crate::page::row::Row;
use crate::page::words::Words;

/// Pixels from ply to ply.
const LEVEL: i32 = 104;
/// Half the width of a triangle.
const HALF: i32 = 28;
/// Half its height.
const TALL: i32 = 20;
/// Wider values stand beside a triangle, not in it.
const INSIDE: i32 = 30;
/// Half the height of a leaf.
const LEAF: i32 = 12;
/// Pixels between neighbours.
const GAP: i32 = 18;
/// Longer names are cut off.
const NAME: i32 = 150;
/// Room for a star before a name.
const STAR: i32 = 16;
/// From the middle of a node up to the line that its name stands on.
const NAME_UP: i32 = TALL + 9;

/// An upright tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upright<'a> {
    /// The words.
    pub words: &'a Words<'a>,
    /// Whether nodes have windows.
    pub has_window: bool,
}

impl Upright<'_> {
    /// Draws the tree below `top`; returns the height where it ends.
    pub(super) fn draw(&self, root: &Row, events: &Events, top: i32, groups: &mut Vec<Group>) -> i32 {
        let spot = upright(root, &|row| self.reach(row), GAP);
        let sides = self.sides(root, top, groups);
        let mut nodes = Vec::new();
        let middle = at(MARGIN + sides + spot.reach.0, level(top, 0));
        self.node(&spot, 0, middle, events, &mut nodes);
        nodes.sort_by_key(|(layer, _)| *layer);
        groups.extend(nodes.into_iter().map(|(_, group)| group));
        level(top, root.plies()) + TALL + 8
    }

    /// Writes at the left who is to move on each level; returns how much room that takes.
    fn sides(&self, root: &Row, top: i32, groups: &mut Vec<Group>) -> i32 {
        let mut items = Vec::new();
        let mut room = 0;
        for ply in 0..root.plies() {
            let side = self.words.perspective.side(ply);
            room = room.max(width(side, Class::Head) + 20);
            items.push(Item::text(at(MARGIN, level(top, ply) + 4), Anchor::Start, side, Class::Head));
        }
        groups.push(Group { tag: None, items });
        room
    }

    /// How far a node reaches by itself.
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

    /// The value, if it is narrow enough to stand in a triangle.
    fn inside(&self, row: &Row) -> Option<String> {
        Some(self.value(row)).filter(|value| width(value, Class::Score) <= INSIDE)
    }

    /// What stands beside an inner node: its value, its window, and why it was not searched to its end.
    fn beside(&self, row: &Row) -> [(String, Class); 3] {
        let window = row.window.filter(|_| self.has_window).map(|window| self.words.style.window(window));
        let cutter = row.children.iter().find(|child| matches!(child.mark, Mark::Cutoff { .. }));
        let cut = cutter.filter(|_| row.children.iter().any(|child| child.mark.is_unsearched())).map(|child| {
            let number = child.score.map(|(score, _)| self.words.style.score(score)).unwrap_or_default();
            format!("{number} {}: cutoff", child.compared(self.words))
        });
        [
            (if self.inside(row).is_some() { String::new() } else { self.value(row) }, Class::Score),
            (window.unwrap_or_default(), Class::Small),
            (cut.map(|cut| shortened(&cut, 2 * NAME, Class::Head)).unwrap_or_default(), Class::Head),
        ]
    }

    fn node(&self, spot: &Spot<'_, Row>, ply: usize, middle: Point, events: &Events, nodes: &mut Vec<(u8, Group)>) {
        let row = spot.node;
        let mut items = Vec::new();
        let class = name_class(row);
        let (name, half) = (name(row), width(&name(row), class) / 2);
        let baseline = middle.y - NAME_UP;
        items.push(Item::text(at(middle.x, baseline), Anchor::Middle, name, class));
        if row.on_pv {
            items.push(star(at(middle.x - half - STAR / 2, baseline - 5)));
        }
        if row.is_leaf() {
            let class = if row.mark.is_unsearched() { Class::GhostNode } else { Class::Leaf };
            let score = if row.mark.is_unsearched() { Class::Ghost } else { Class::Score };
            items.push(leaf_box(middle, at(self.leaf_half(row), LEAF), class));
            items.push(Item::text(at(middle.x, middle.y + 5), Anchor::Middle, self.value(row), score));
        } else {
            let is_max = self.words.perspective.is_max(ply);
            let class = match is_max {
                _ if row.mark.is_unsearched() => Class::GhostNode,
                true => Class::Max,
                false => Class::Min,
            };
            items.push(triangle(middle, at(HALF, TALL), is_max, class));
            let baseline = middle.y + if is_max { TALL - 5 } else { 2 };
            let inside = self.inside(row).unwrap_or_default();
            items.push(Item::text(at(middle.x, baseline), Anchor::Middle, inside, Class::Score));
            for (line, (text, class)) in (0..).zip(self.beside(row)) {
                items.push(Item::text(at(middle.x + HALF + 6, middle.y - 8 + 14 * line), Anchor::Start, text, class));
            }
        }
        items.retain(|item| !matches!(item, Item::Text { text, .. } if text.is_empty()));
        nodes.push((layer(row), Group { tag: tag(row, events), items }));
        for child in &spot.children {
            let place = at(middle.x + child.x, middle.y + LEVEL);
            let from = nodes.len();
            self.node(child, ply + 1, place, events, nodes);
            let branch = branch(row, child.node, at(middle.x, middle.y + TALL), place);
            nodes[from].1.items.splice(0..0, branch);
        }
    }
}

/// The line from a node to one of its children, with the sign of a cut across it.
fn branch(parent: &Row, child: &Row, from: Point, to: Point) -> Vec<Item> {
    let to = at(to.x, to.y - NAME_UP - 14);
    let class = match child {
        child if child.mark.is_unsearched() => Class::GhostBranch,
        child if child.on_pv => Class::BestBranch,
        _ => Class::Branch,
    };
    let mut items = vec![Item::line(&[from, to], class)];
    if child.is_cut_off(parent) {
        items.extend(bars(at((from.x + to.x) / 2, (from.y + to.y) / 2), at(8, 2)));
    }
    items
}

fn name(row: &Row) -> String {
    shortened(&row.name, NAME, name_class(row))
}

fn level(top: i32, ply: usize) -> i32 {
    top + 36 + LEVEL * i32::try_from(ply).unwrap_or(0)
}

/// Returns the triangle of a player around a point, with half its width and height: MAX's points up.
#[must_use]
pub(super) fn triangle(middle: Point, half: Point, is_max: bool, class: Class) -> Item {
    let Point { x, y } = middle;
    let tip = if is_max { -half.y } else { half.y };
    Item::area(&[at(x, y + tip), at(x + half.x, y - tip), at(x - half.x, y - tip)], class)
}

/// Returns the box of a leaf around a point, with half its width and height.
#[must_use]
pub(super) fn leaf_box(middle: Point, half: Point, class: Class) -> Item {
    Item::rect(at(middle.x - half.x, middle.y - half.y), at(middle.x + half.x, middle.y + half.y), class)
}
