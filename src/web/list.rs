//! The tree as a list for screen readers, in the words of the outline, and the log of all steps.

use super::cells::Cell;
use super::nodes::Nodes;
use super::steps::ToldStep;
use crate::page::escape;
use crate::page::text::grouped;
use crate::page::words::Words;
use std::fmt::Write;

/// In the log, deeper moves stand no further right.
const DEEPEST: usize = 8;

/// Writes the tree as a nested list. Scripts make a tree of it that answers to keys.
pub(super) fn outline(nodes: &Nodes, words: &Words<'_>) -> String {
    let mut out = String::from("<ul id=\"outline\">\n");
    item(nodes, 0, words, &mut out);
    out.push_str("</ul>\n");
    out
}

fn item(nodes: &Nodes, node: usize, words: &Words<'_>, out: &mut String) {
    let shown = &nodes.all[node];
    let said = escape::xml(&said(&Cell::of(&shown.row, words), shown.row.on_pv, words));
    let of_several = shown.row.notes.iter().filter(|_| !shown.is_node());
    let name = [&shown.row.name].into_iter().chain(of_several).map(String::as_str).collect::<Vec<_>>().join(" ");
    let _ = write!(out, "<li><bdi>{}</bdi> <span>{said}</span>", escape::xml(&name));
    if shown.is_node() && !shown.row.notes.is_empty() {
        let _ = write!(out, " <bdi>{}</bdi>", escape::xml(&shown.row.notes.join(" ")));
    }
    if !nodes.is_leaf(node) {
        out.push_str("<ul>");
        for child in nodes.children(node) {
            item(nodes, child, words, out);
        }
        out.push_str("</ul>");
    }
    out.push('\n');
}

/// What is said of a node behind its name.
fn said(cell: &Cell, on_pv: bool, words: &Words<'_>) -> String {
    let star = if on_pv { words.star().to_string() } else { String::new() };
    let parts = [star.as_str(), &cell.score, &cell.compared, &cell.verdict];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Writes the log: a row for each step; deeper moves stand further right.
pub(super) fn log(told: &[ToldStep]) -> String {
    let is_whole = told.iter().enumerate().all(|(index, one)| one.event == index + 1);
    let event_head = if is_whole { "" } else { "<th scope=\"col\">event</th>" };
    let mut out = format!(
        "<table id=\"log\">\n<thead><tr><th scope=\"col\">step</th>{event_head}<th scope=\"col\">what happens</th></tr></thead>\n<tbody>\n"
    );
    for (index, one) in told.iter().enumerate() {
        let event = if is_whole { String::new() } else { format!("<td>{}", grouped(one.event as u64)) };
        let class = match (one.is_cutoff, one.is_minor) {
            (true, _) => " class=cut",
            (_, true) => " class=minor",
            _ => "",
        };
        let (step, ply) = (index + 1, one.ply.min(DEEPEST));
        let _ = write!(out, "<tr{class}><td>{step}{event}<td class=p{ply}>{}", escape::xml(&one.sentence));
    }
    out.push_str("</tbody>\n</table>\n");
    out
}
