//! The tree as SVG: rows with text next to them.

use super::cells::{Cell, Nodes, PageNode, classes, edge_class, starred, texts};
use crate::core::game::Mover;
use crate::page::escape;
use crate::page::row::Row;
use crate::page::text::{columns, fit_columns, wrapped};
use crate::page::words::Words;
use std::fmt::Write;

/// The width of a character in the drawing's font, in pixels.
const LETTER: usize = 8;
/// The height of a row without notes, in pixels.
const ROW: usize = 28;
/// The height of a line of notes below a row, in pixels.
const NOTE: usize = 18;
/// The distance from a node's symbol to its name, in pixels.
const NAME: usize = 14;
/// The distance from the baseline of a node's texts up to the middle of its symbol, in pixels.
const MIDDLE: usize = 5;
/// The room next to a name for the star of the best line and for the name of a bound that the move sets, in
/// pixels.
const TAG: usize = 46;
/// The distance between the plies of an outline, in pixels.
const INDENT: usize = 18;
/// The maximum height, in pixels, of a drawing that is readable on a page of paper.
const TALL: usize = 1440;
/// The maximum height, in pixels, of a drawing that a page shows whole, with about 26 rows.
const SHORT: usize = 760;
/// The distance between columns, in pixels.
const GAP: usize = 18;
/// The maximum number of characters of a name in the drawing; the tree as a list shows names in full.
const LONGEST: usize = 28;

/// The position of a node, in pixels.
#[derive(Clone, Copy)]
struct RowSpot {
    x: usize,
    y: usize,
}

/// The width of a drawing for a phone, in pixels.
const PHONE: usize = 340;

/// Draws the finished tree as rows. `widths` are the widths of the columns after the tree, in characters; on a phone,
/// there is only a column of scores. `key` is the suffix of the ids of all parts.
pub(super) fn rows(
    nodes: &Nodes,
    widths: [usize; 3],
    words: &Words<'_>,
    name: &str,
    key: &str,
    is_narrow: bool,
) -> String {
    let notes: Vec<_> = nodes.all.iter().map(|shown| notes(shown, is_narrow)).collect();
    let (spots, height) = spots(nodes, &notes);
    let right = |shown: &PageNode| indent(shown.ply) + NAME + LETTER * columns(&label(&shown.row)) + TAG;
    let score = nodes.all.iter().map(right).max().unwrap_or(0) + LETTER * widths[0].max(columns("score"));
    let score = if is_narrow { score.max(PHONE - GAP) } else { score };
    let compared_head = if widths[1] == 0 { "" } else { "compared with" };
    let compared = score + GAP;
    let verdict = compared + LETTER * widths[1].max(columns(compared_head)) + if widths[1] == 0 { 0 } else { GAP };
    let width = if is_narrow { score + GAP } else { verdict + LETTER * widths[2].max(columns("verdict")) + GAP };
    let look = match height {
        _ if height <= SHORT => "rows short",
        _ if height <= TALL => "rows",
        _ => "rows tall",
    };
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg id=\"tree{key}\" class=\"{look}\" role=\"img\" aria-labelledby=\"tree-name{key}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title id=\"tree-name{key}\">{}</title>\n",
        escape::xml(name)
    );
    let _ = write!(out, "<g class=\"heads\"><text x=\"{score}\" y=\"18\" class=\"right\">score</text>");
    if !is_narrow {
        let _ = write!(
            out,
            "<text x=\"{compared}\" y=\"18\">{compared_head}</text><text x=\"{verdict}\" y=\"18\">verdict</text>"
        );
    }
    out.push_str("</g>\n<g class=\"edges\">\n");
    for node in nodes.best_last() {
        edge(nodes, node, &spots, key, &mut out);
    }
    out.push_str("</g>\n");
    let cells = if is_narrow { &[score][..] } else { &[score, compared, verdict] };
    for (node, &spot) in spots.iter().enumerate() {
        draw(nodes, node, spot, cells, &notes[node], words, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// Returns the name of a row as it is drawn.
fn label(row: &Row) -> String {
    fit_columns(&row.name, LONGEST)
}

const fn indent(ply: usize) -> usize {
    14 + INDENT * ply
}

/// Returns the lines below a row, which are shorter on a phone.
fn notes(shown: &PageNode, is_narrow: bool) -> Vec<String> {
    let width = PHONE.saturating_sub(indent(shown.ply) + NAME) / LETTER;
    let notes = &shown.row.notes;
    if is_narrow && !notes.is_empty() { wrapped(&notes.join(" "), width) } else { notes.clone() }
}

/// Returns the position of each node, each on a separate row below its parent, and the height of all rows.
fn spots(nodes: &Nodes, notes: &[Vec<String>]) -> (Vec<RowSpot>, usize) {
    let mut y = ROW + ROW / 2 + 4;
    let spot = |(shown, notes): (&PageNode, &Vec<String>)| {
        let spot = RowSpot { x: indent(shown.ply), y };
        y += ROW + NOTE * notes.len();
        spot
    };
    let spots = nodes.all.iter().zip(notes).map(spot).collect();
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

/// Draws a node with everything that a step can show: its background, its symbol, the double bar across its branch, its
/// name, and its cells.
fn draw(
    nodes: &Nodes,
    node: usize,
    RowSpot { x, y }: RowSpot,
    cells: &[usize],
    notes: &[String],
    words: &Words<'_>,
    out: &mut String,
) {
    let shown = &nodes.all[node];
    let cell = Cell::of(&shown.row, words);
    let is_fold = !shown.is_node();
    // The symbol shows the side that makes this move.
    let sign = match shown.ply.checked_sub(1).map(|ply| words.perspective.mover(ply)) {
        _ if shown.row.lines.is_empty() => "",
        None | Some(Mover::Chance) => "<circle r=\"4.5\" cy=\"-5\"/>",
        Some(Mover::Max) => "<path d=\"M0-12l7 12h-14z\"/>",
        Some(Mover::Min) => "<path d=\"M0 2l7-12h-14z\"/>",
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
    texts(&[("name", NAME - 2, starred(name, &shown.row, words))], out);
    let cell = [("score", cell.score), ("compared", cell.compared), ("verdict", cell.verdict)];
    texts(&cells.iter().zip(cell).map(|(at, (class, text))| (class, at - x, text)).collect::<Vec<_>>(), out);
    // The page always shows the moves that share a row, but the effects of techniques only at the end.
    let note_class = if is_fold { "names" } else { "note" };
    for (index, note) in notes.iter().enumerate() {
        let y = NOTE * (index + 1);
        let (x, note) = (NAME - 2, escape::xml(note));
        let _ = write!(out, "<text class=\"{note_class}\" x=\"{x}\" y=\"{y}\">{note}</text>");
    }
    out.push_str("</g>\n");
}
