//! A thumbnail of a tree, for a table of contents.

use super::cells::{Nodes, PageTwig, edge_class};
use crate::core::game::Mover;
use crate::page::packing::{Packing, Spot, upright};
use crate::page::words::Words;
use std::fmt::Write as _;

/// The distance from ply to ply, and half the width of a leaf.
const LEVEL: i32 = 16;
const HALF: i32 = 4;

/// The branches of each kind with their class; the most important kind comes last.
type Branches = [(&'static str, String); 3];

/// The classes of the shapes at nodes.
const SHAPES: [&str; 3] = ["max", "min", "leaf"];

type Shapes = [(&'static str, String); 3];

/// Draws a small picture of the tree, for use next to the title.
pub(super) fn thumbnail(nodes: &Nodes, words: &Words<'_>) -> String {
    let root = PageTwig::of(nodes, 0);
    let spot = upright(&root, &|_| (HALF, HALF), 0, Packing::Apart);
    let mut branches: Branches = [" class=\"not\"", "", " class=\"pv\""].map(|class| (class, String::new()));
    branch(&spot, (spot.reach.0, HALF), nodes, &mut branches);
    let plies = nodes.all.iter().map(|shown| shown.ply).max().unwrap_or(0);
    let height = i32::try_from(plies).unwrap_or(0) * LEVEL + 2 * HALF;
    let paths = branches.into_iter().filter(|(_, path)| !path.is_empty());
    let mut paths: String = paths.map(|(class, path)| format!("<path{class} d=\"{path}\"/>")).collect();
    let mut shapes = SHAPES.map(|class| (class, String::new()));
    shape(&spot, (spot.reach.0, HALF), words, nodes, &mut shapes);
    for (class, path) in shapes.into_iter().filter(|(_, path)| !path.is_empty()) {
        let _ = write!(paths, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    let width = spot.reach.0 + spot.reach.1;
    format!("<svg class=\"thumbnail\" aria-hidden=\"true\" viewBox=\"0 0 {width} {height}\">{paths}</svg>")
}

fn branch(spot: &Spot<'_, PageTwig>, (x, y): (i32, i32), nodes: &Nodes, branches: &mut Branches) {
    for child in &spot.children {
        let class = edge_class(&nodes.all[child.node.number].row);
        if let Some((_, path)) = branches.iter_mut().find(|(other, _)| *other == class) {
            let _ = write!(path, "M{x},{y}l{},{LEVEL}", child.x);
        }
        branch(child, (x + child.x, y + LEVEL), nodes, branches);
    }
}

/// Draws the nodes: a house whose tip points up for MAX and down for MIN, otherwise a box.
fn shape(spot: &Spot<'_, PageTwig>, (x, y): (i32, i32), words: &Words<'_>, nodes: &Nodes, shapes: &mut Shapes) {
    let at = spot.node.number;
    let (class, path) = match words.perspective.mover(nodes.all[at].ply) {
        _ if nodes.is_leaf(at) => ("leaf", "m-2-2h4v4h-4z"),
        Mover::Max => ("max", "m-4 3v-3l4-3 4 3v3z"),
        Mover::Min => ("min", "m-4-3v3l4 3 4-3v-3z"),
        Mover::Chance => ("leaf", "m0-3a3 3 0 1 1-1 0z"),
    };
    if let Some((_, all)) = shapes.iter_mut().find(|(other, _)| *other == class) {
        let _ = write!(all, "M{x} {y}{path}");
    }
    for child in &spot.children {
        shape(child, (x + child.x, y + LEVEL), words, nodes, shapes);
    }
}
