//! The tree as SVG: rows with text next to them, or upright if it is small.

use super::cells::{Cell, Nodes, PageNode, PageTwig, classes, edge_class, starred, texts};
use crate::core::game::Mover;
use crate::page::escape;
use crate::page::layout::{Spot, upright};
use crate::page::row::Row;
use crate::page::text::columns;
use crate::page::words::Words;
use crate::step::shortened;
use std::fmt::Write;

/// Pixels for a character in the drawing's font.
const LETTER: usize = 8;
const ROW: usize = 28;
/// Pixels for a line of notes below a row.
const NOTE: usize = 18;
/// From a node's sign to its name.
const NAME: usize = 14;
/// From the baseline of its texts up to the middle of its sign.
const MIDDLE: usize = 5;
/// Room next to a name for the star of the best line and for who sets a bound of a window.
const TAG: usize = 46;
/// Between the plies of an outline.
const INDENT: usize = 18;
/// A taller drawing would be unreadable on a page of paper.
const TALL: usize = 1440;
/// Between columns.
const GAP: usize = 18;
/// Names are cut off after this many characters; the list of the tree has them in full.
const LONGEST: usize = 28;

/// The position of a node.
#[derive(Clone, Copy)]
struct RowSpot {
    x: usize,
    y: usize,
}

/// Draws the finished tree as rows; `widths` are those of the columns after it, in characters, and `key` is the suffix
/// of all names of its parts.
pub(super) fn rows(nodes: &Nodes, widths: [usize; 3], words: &Words<'_>, name: &str, key: &str) -> String {
    let (spots, height) = spots(nodes);
    let right = |shown: &PageNode| indent(shown.ply) + NAME + LETTER * columns(&label(&shown.row)) + TAG;
    let score = nodes.all.iter().map(right).max().unwrap_or(0) + LETTER * widths[0].max(columns("score"));
    let compared_head = if widths[1] == 0 { "" } else { "compared with" };
    let compared = score + GAP;
    let verdict = compared + LETTER * widths[1].max(columns(compared_head)) + if widths[1] == 0 { 0 } else { GAP };
    let width = verdict + LETTER * widths[2].max(columns("verdict")) + GAP;
    let look = if TALL < height { "rows tall" } else { "rows" };
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg id=\"tree{key}\" class=\"{look}\" role=\"img\" aria-labelledby=\"tree-name{key}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title id=\"tree-name{key}\">{}</title>\n",
        escape::xml(name)
    );
    let _ = writeln!(
        out,
        "<g class=\"heads\"><text x=\"{score}\" y=\"18\" class=\"right\">score</text>\
         <text x=\"{compared}\" y=\"18\">{compared_head}</text><text x=\"{verdict}\" y=\"18\">verdict</text></g>"
    );
    let _ = writeln!(out, "<g class=\"edges\">");
    for node in nodes.best_last() {
        edge(nodes, node, &spots, key, &mut out);
    }
    out.push_str("</g>\n");
    for (node, &spot) in spots.iter().enumerate() {
        draw(nodes, node, spot, [score, compared, verdict], words, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// The name of a row as it is drawn.
fn label(row: &Row) -> String {
    shortened(&row.name, LONGEST)
}

const fn indent(ply: usize) -> usize {
    14 + INDENT * ply
}

/// The position of each node, each on a row of its own below its parent, and the height of all rows.
fn spots(nodes: &Nodes) -> (Vec<RowSpot>, usize) {
    let mut y = ROW + ROW / 2 + 4;
    let spot = |shown: &PageNode| {
        let spot = RowSpot { x: indent(shown.ply), y };
        y += ROW + NOTE * shown.row.notes.len();
        spot
    };
    let spots = nodes.all.iter().map(spot).collect();
    (spots, y - ROW / 2 + 6)
}

/// Draws the branch that leads to a node.
fn edge(nodes: &Nodes, node: usize, spots: &[RowSpot], key: &str, out: &mut String) {
    let shown = &nodes.all[node];
    let (RowSpot { x, y }, from) = (spots[node], spots[shown.parent.unwrap_or_default()]);
    let class = edge_class(&shown.row);
    let to = x - 6;
    let _ = writeln!(out, "<path id=\"e{node}{key}\"{class} d=\"M{} {}V{y}H{to}\"/>", from.x, from.y);
}

/// Draws a node with room for everything that a step can show there: its field, its sign, the double bar across its
/// branch, its name, and its cells.
fn draw(nodes: &Nodes, node: usize, RowSpot { x, y }: RowSpot, cells: [usize; 3], words: &Words<'_>, out: &mut String) {
    let shown = &nodes.all[node];
    let cell = Cell::of(&shown.row, words);
    let is_fold = !shown.is_node();
    let sign = match (nodes.is_leaf(node) && shown.row.nodes <= 1 && !is_fold, words.perspective.is_max(shown.ply)) {
        _ if shown.row.lines.is_empty() => "",
        (true, _) => "<circle r=\"4.5\" cy=\"-5\"/>",
        _ if words.perspective.mover(shown.ply) == Mover::Chance => "<circle r=\"6\" cy=\"-5\"/>",
        (false, true) => "<path d=\"M0-12l7 12h-14z\"/>",
        (false, false) => "<path d=\"M0 2l7-12h-14z\"/>",
    };
    let fold = if is_fold { " fold" } else { "" };
    let name = label(&shown.row);
    let width = NAME + 12 + LETTER * columns(&name) + 2 * LETTER;
    let _ = write!(
        out,
        "<g class=\"node {}{fold}\" transform=\"translate({x} {})\"><rect class=\"field\" x=\"-10\" y=\"-17\" width=\"{width}\" height=\"24\" \
         rx=\"4\"/>{sign}<path class=\"bar\" d=\"M-15-10l-3 10m7-10l-3 10\"/>",
        classes(nodes, node, words),
        y + MIDDLE
    );
    let [score, compared, verdict] = cells.map(|at| at - x);
    let parts = [
        ("name", NAME - 2, starred(name, &shown.row, words)),
        ("score", score, cell.score),
        ("compared", compared, cell.compared),
        ("verdict", verdict, cell.verdict),
    ];
    texts(&parts, out);
    // Effects of techniques are shown at the end; which moves share a row, always.
    let note_class = if is_fold { "names" } else { "note" };
    for (index, note) in shown.row.notes.iter().enumerate() {
        let y = NOTE * (index + 1);
        let (x, note) = (NAME - 2, escape::xml(note));
        let _ = write!(out, "<text class=\"{note_class}\" x=\"{x}\" y=\"{y}\">{note}</text>");
    }
    out.push_str("</g>\n");
}

/// Pixels from ply to ply.
const LEVEL: i32 = 80;
/// Half the height of a leaf.
const LEAF: i32 = 13;
/// From the middle of an inner node to its flat side, and to its tip.
const FLAT: i32 = 15;
const TIP: i32 = 21;
/// Pixels between neighbours.
const APART: i32 = 8;
/// From the middle of the root to the upper edge.
const TOP: i32 = 28;
/// Longer names are cut off.
const LONGEST_UPRIGHT: usize = 14;

pub(super) struct UprightSvg<'a> {
    pub nodes: &'a Nodes,
    pub words: &'a Words<'a>,
    pub has_window: bool,
    /// The suffix of all names of its parts.
    pub key: &'a str,
}

impl UprightSvg<'_> {
    /// Draws the finished tree; `title` is for readers who cannot see it.
    pub(super) fn draw(&self, title: &str) -> String {
        let root = PageTwig::of(self.nodes, 0);
        let halves = [false, true].map(|is_leaf| self.half(is_leaf));
        let spot = upright(&root, &|twig| self.reach(twig, halves), APART);
        let plies = self.nodes.all.iter().map(|shown| shown.ply).max().unwrap_or(0);
        let side = |ply: usize| self.words.perspective.side(ply);
        let margin = 14 + (0..plies.min(2)).map(|ply| pixels(side(ply), 66)).max().unwrap_or(0);
        let mut places = vec![(0, 0); self.nodes.all.len()];
        place(&spot, (margin + spot.reach.0, TOP), &mut places);
        let (width, height) = (margin + spot.reach.0 + spot.reach.1 + 6, level(plies) + 36);
        let key = self.key;
        let mut out = format!(
            "<svg id=\"tree{key}\" class=\"upright\" role=\"img\" aria-labelledby=\"tree-name{key}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title id=\"tree-name{key}\">{}</title>\n<g class=\"heads\">",
            escape::xml(title)
        );
        for ply in 0..plies {
            let _ = write!(out, "<text x=\"2\" y=\"{}\" class=\"side\">{}</text>", level(ply) + 4, side(ply));
        }
        out.push_str("</g>\n<g class=\"edges\">");
        for node in self.nodes.best_last() {
            self.edge(node, &places, &mut out);
        }
        out.push_str("</g>\n");
        for (node, &at) in places.iter().enumerate() {
            self.node(node, at, halves, &places, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }

    fn row(&self, node: usize) -> &Row {
        &self.nodes.all[node].row
    }

    fn is_max(&self, node: usize) -> bool {
        self.words.perspective.is_max(self.nodes.all[node].ply)
    }

    /// The name without the move number.
    fn name(&self, node: usize) -> String {
        let name = &self.row(node).name;
        let is_numbered = self.words.perspective.numbering.is_some();
        let name = if is_numbered { name.rsplit("...").next().unwrap_or(name) } else { name };
        let name = name.split_once('.').filter(|_| is_numbered).map_or(name, |(_, behind)| behind);
        if node == 0 { String::new() } else { shortened(name, LONGEST_UPRIGHT) }
    }

    /// The score, or that of a leaf that was not evaluated.
    fn value(&self, node: usize) -> String {
        short(&self.row(node).value(self.words.style))
    }

    /// Half the width of all leaves, or of all other nodes.
    fn half(&self, is_leaf: bool) -> i32 {
        let wanted = (0..self.nodes.all.len()).filter(|&node| self.nodes.is_leaf(node) == is_leaf);
        let widest = wanted.map(|node| pixels(&self.value(node), 84)).max().unwrap_or(0);
        (widest / 2 + 5).max(if is_leaf { 14 } else { 22 })
    }

    /// How far a single node extends to the left and to the right.
    fn reach(&self, twig: &PageTwig, halves: [i32; 2]) -> (i32, i32) {
        let half = halves[usize::from(twig.children.is_empty())];
        let name = pixels(&self.name(twig.number), 72) / 2 + 1;
        let [low, high] = self.window(twig.number);
        let beside = if low.is_empty() { 0 } else { 6 + pixels(&format!("{low} … {high}"), 66) };
        (half.max(name), (half + beside).max(name))
    }

    fn window(&self, node: usize) -> [String; 2] {
        let window = Cell::of(self.row(node), self.words).window;
        if self.has_window && !self.nodes.is_leaf(node) { window.map(|end| short(&end)) } else { Default::default() }
    }

    /// Draws the branch that leads to a node.
    fn edge(&self, node: usize, places: &[(i32, i32)], out: &mut String) {
        let [(x, y), (to_x, to_y)] = self.ends(node, places);
        let class = edge_class(self.row(node));
        let _ = write!(out, "<path id=\"e{node}{}\"{class} d=\"M{x} {y}L{to_x} {to_y}\"/>", self.key);
    }

    /// The two ends of the branch to a node.
    fn ends(&self, node: usize, places: &[(i32, i32)]) -> [(i32, i32); 2] {
        let parent = self.nodes.all[node].parent.unwrap_or_default();
        let (from, to) = (places[parent], places[node]);
        let down = if self.is_max(parent) { FLAT } else { TIP };
        let up = if self.nodes.is_leaf(node) { LEAF } else { TIP + 19 };
        [(from.0, from.1 + down), (to.0, to.1 - up)]
    }

    /// Draws a node with room for everything that a step can show there.
    fn node(&self, node: usize, (x, y): (i32, i32), halves: [i32; 2], places: &[(i32, i32)], out: &mut String) {
        let row = self.row(node);
        let is_leaf = self.nodes.is_leaf(node);
        let half = halves[usize::from(is_leaf)];
        let (wide, slope) = (2 * half, TIP - FLAT + 3);
        let tall = 2 * FLAT - 3;
        let shape = match (is_leaf, self.is_max(node)) {
            (true, _) => format!("d=\"M-{half}-{LEAF}h{wide}v{}h-{wide}z\"", 2 * LEAF),
            _ if self.words.perspective.mover(self.nodes.all[node].ply) == Mover::Chance => {
                format!("d=\"M-{FLAT} 0a{FLAT} {FLAT} 0 1 0 {0} 0a{FLAT} {FLAT} 0 1 0-{0} 0z\"", 2 * FLAT)
            }
            (false, true) => {
                format!("class=\"max\" d=\"M-{half} {FLAT}v-{tall}l{half}-{slope} {half} {slope}v{tall}z\"")
            }
            (false, false) => {
                format!("class=\"min\" d=\"M-{half}-{FLAT}v{tall}l{half} {slope} {half}-{slope}v-{tall}z\"")
            }
        };
        // The first move is never skipped.
        let is_first = self.nodes.all[node].parent.is_none_or(|parent| parent + 1 == node);
        let bar = if is_first && !classes(self.nodes, node, self.words).ends_with("barred") {
            String::new()
        } else {
            let [from, to] = self.ends(node, places);
            let at = |from: i32, to: i32, own: i32| from + (to - from) * 3 / 5 - own;
            format!("<path class=\"bar\" d=\"M{} {}l9-6m-9 11l9-6\"/>", at(from.0, to.0, x) - 4, at(from.1, to.1, y))
        };
        let name_y = if is_leaf { LEAF + 14 } else { -TIP - 5 };
        let _ = write!(
            out,
            "<g class=\"node {}\" transform=\"translate({x} {y})\"><path {shape}/>{bar}<text class=\"name\" y=\"{name_y}\">{}</text>\
             <text class=\"score\" y=\"5\">{}</text>",
            classes(self.nodes, node, self.words),
            escape::xml(&starred(self.name(node), row, self.words)),
            escape::xml(&row.score.map(|_| self.value(node)).unwrap_or_default()),
        );
        if row.known.is_some() {
            texts(&[("known", 0, self.value(node))], out);
        }
        if self.has_window && !is_leaf && node != 0 {
            let [low, high] = self.window(node);
            let ends = format!("<tspan class=\"alpha\">{low}</tspan> … <tspan class=\"beta\">{high}</tspan>");
            let ends = if low.is_empty() { "" } else { &ends };
            let _ = write!(out, "<text class=\"given\" x=\"{}\" y=\"4\">{ends}</text>", half + 6);
        }
        out.push_str("</g>\n");
    }
}

/// A number without trailing zeros: there is little room in a node.
fn short(number: &str) -> String {
    let zeros = number.trim_end_matches('0');
    zeros.strip_suffix('.').unwrap_or(number).to_owned()
}

/// The width in pixels of a text whose characters have this width in tenths of a pixel.
fn pixels(text: &str, tenths: i32) -> i32 {
    i32::try_from(columns(text)).unwrap_or(0) * tenths / 10 + 1
}

fn level(ply: usize) -> i32 {
    TOP + LEVEL * i32::try_from(ply).unwrap_or(0)
}

fn place(spot: &Spot<'_, PageTwig>, at: (i32, i32), places: &mut [(i32, i32)]) {
    places[spot.node.number] = at;
    for child in &spot.children {
        place(child, (at.0 + child.x, at.1 + LEVEL), places);
    }
}
