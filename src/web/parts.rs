//! What pages and books have in common: the drawing of a tree, small for contents and as a list for screen readers, what stands
//! around it, and the log of all steps.

use super::cells::{Cell, Nodes, PageTwig, edge_class};
use super::search::PageSearch;
use super::steps::ToldStep;
use super::tree;
use super::tree::UprightSvg;
use crate::explain::answer::{answer, claim, cost, passes};
use crate::explain::facts::{TRIED, about, heading};
use crate::page::escape;
use crate::page::layout::{Spot, upright};
use crate::page::text::grouped;
use crate::page::words::Words;
use crate::trace::Header;
use crate::tree::SearchTree;
use std::fmt::Write;

/// Draws the finished tree: upright if it is small.
pub(super) fn drawing(search: &PageSearch, widths: [usize; 3], words: &Words<'_>, title: &str, key: &str) -> String {
    let nodes = &search.nodes;
    let has_window = search.tree.header.has_window();
    match nodes.is_upright() {
        true => UprightSvg { nodes, words, has_window, key }.draw(title),
        false => tree::rows(nodes, widths, words, title, key),
    }
}

/// What a page begins with: the result and what it cost, then what was searched.
pub(super) fn top(tree: &SearchTree, words: &Words<'_>) -> String {
    let header = &tree.header;
    let [how, whose, rest] = about(tree, words);
    let unnamed = header.position().filter(|_| heading(header).is_empty());
    let position = unnamed.map(|position| format!("<code>{}</code>", escape::xml(position))).unwrap_or_default();
    let claim = escape::xml(&claim(tree, words));
    format!("<p class=\"claim gives-away\">{claim}</p>\n{}", scores(&how, &whose, &rest, &position))
}

/// Whose scores these are, which stays in sight at each step and on a telephone, within what else there is to know of a search;
/// `position` is an element of the page.
pub(super) fn scores(how: &str, whose: &str, rest: &str, position: &str) -> String {
    let hidden = |class: &str, text: String| {
        if text.trim().is_empty() { String::new() } else { format!("<span class=\"{class}\">{}</span>", text.trim()) }
    };
    let before = hidden("how", escape::xml(how));
    // Whoever sees a board has to know that not all of its moves are tried, on a telephone, too.
    let class = if rest.starts_with(TRIED) { "how tried" } else { "how" };
    let behind = hidden(class, format!("{} {position}", escape::xml(rest)));
    format!("<p class=\"about\">{before} {} {behind}</p>\n", escape::xml(whose))
}

/// What came out, and what it cost, in full.
pub(super) fn found(tree: &SearchTree, words: &Words<'_>) -> String {
    let mut out = "<dl class=\"found gives-away\">\n".to_owned();
    let mut facts = answer(tree, words, false);
    if tree.outcome.ending.is_none() {
        facts.extend(cost(tree, None));
    }
    for (index, (label, text)) in facts.iter().enumerate() {
        let behind = if index == 0 { "" } else { "</div>" };
        let label =
            if label.is_empty() { String::new() } else { format!("{behind}<div><dt>{}</dt>", escape::xml(label)) };
        out.push_str(&format!("{label}<dd>{}</dd>\n", escape::xml(text)));
    }
    out + "</div></dl>\n"
}

/// The lesson's question.
pub(super) fn question(header: &Header) -> String {
    if header.ask.is_empty() {
        return String::new();
    }
    format!("<p class=\"ask\"><b>Question.</b> {}</p>\n", escape::xml(&header.ask))
}

/// The passes over the tree, if there were several.
pub(super) fn all_passes(tree: &SearchTree, words: &Words<'_>) -> String {
    let summary = passes(tree, words).to_text(words.style);
    if summary.is_empty() {
        return summary;
    }
    format!("<h2>All passes</h2>\n<pre>{}</pre>\n", escape::xml(summary.trim()))
}

/// What stands behind a search: the note, and the answer, folded away.
pub(super) fn end(header: &Header) -> String {
    let mut out = String::new();
    if !header.note.is_empty() {
        out.push_str(&format!("<p class=\"gives-away\">{}</p>\n", escape::xml(&header.note)));
    }
    if !header.answer.is_empty() {
        let (ask, answer) = (escape::xml(&header.ask), escape::xml(&header.answer));
        out.push_str(&format!(
            "<details class=\"answer\"><summary>{ask} <b>Answer</b></summary><p>{answer}</p></details>\n\
             <p class=\"on-paper\"><b>Answer.</b> {answer}</p>\n"
        ));
    }
    out
}

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

/// Units from ply to ply, and half the room of a leaf.
const LEVEL: i32 = 16;
const HALF: i32 = 4;

/// The branches of each kind, by their class, the most important last.
type Branches = [(&'static str, String); 3];

/// Draws the tree, for those who see the title beside it.
pub(super) fn thumbnail(nodes: &Nodes) -> String {
    let root = PageTwig::of(nodes, 0);
    let spot = upright(&root, &|_| (HALF, HALF), 0);
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
