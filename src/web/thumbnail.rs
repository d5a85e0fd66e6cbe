//! A thumbnail of a tree, for a table of contents.

use super::cells::{Nodes, PageTwig, edge_class};
use crate::page::packing::{Packing, Spot, upright};
use std::fmt::Write as _;

/// The distance from ply to ply, and half the width of a leaf.
const LEVEL: i32 = 16;
const HALF: i32 = 4;

/// The branches of each kind with their class; the most important kind comes last.
type Branches = [(&'static str, String); 3];

/// Draws a small picture of the tree, for use next to the title.
pub(super) fn thumbnail(nodes: &Nodes) -> String {
    let root = PageTwig::of(nodes, 0);
    let spot = upright(&root, &|_| (HALF, HALF), 0, Packing::Apart);
    let mut branches: Branches = [" class=\"not\"", "", " class=\"pv\""].map(|class| (class, String::new()));
    branch(&spot, (spot.reach.0, HALF), nodes, &mut branches);
    let plies = nodes.all.iter().map(|shown| shown.ply).max().unwrap_or(0);
    let height = i32::try_from(plies).unwrap_or(0) * LEVEL + 2 * HALF;
    let paths = branches.into_iter().filter(|(_, path)| !path.is_empty());
    let paths: String = paths.map(|(class, path)| format!("<path{class} d=\"{path}\"/>")).collect();
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
