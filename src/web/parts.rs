//! Shared parts of pages and books: the drawing of a tree, a list for screen readers, the text around the tree, and the
//! log of all steps.

use super::cells::{Cell, Nodes};
use super::search::PageSearch;
use super::steps::LoggedStep;
use super::tree;
use super::upright::UprightSvg;
use crate::core::trace::Header;
use crate::core::tree::SearchTree;
use crate::explain::answer::{answer, cost, passes};
use crate::explain::claim::claim;
use crate::explain::facts::{TRIED, about, heading, note_text};
use crate::page::comparison::Mark;
use crate::page::escape;
use crate::page::text::{grouped, short_numbers};
use crate::page::words::Words;
use std::fmt::Write;

/// Draws the finished tree: upright if it is small.
pub(super) fn drawing(search: &PageSearch, widths: [usize; 3], words: &Words<'_>, title: &str, key: &str) -> String {
    let nodes = &search.nodes;
    let has_window = search.tree.header.has_window();
    match nodes.is_upright() {
        true => {
            let (is_narrow, is_tall) = (search.is_narrow || !key.is_empty(), search.is_narrow && key.is_empty());
            let drawing = UprightSvg { nodes, words, has_window, is_narrow, is_tall, is_turned: false, key };
            UprightSvg { is_turned: search.is_narrow && drawing.needs_turn(), ..drawing }.draw(title)
        }
        false => tree::rows(nodes, widths, words, title, key, search.is_narrow),
    }
}

/// Returns the drawing of a tree before its search.
pub(super) fn unsearched(nodes: &Nodes, is_narrow: bool, words: &Words<'_>, title: &str) -> String {
    match nodes.is_upright() {
        true => {
            let is_tall = is_narrow;
            let drawing = UprightSvg { nodes, words, has_window: false, is_narrow, is_tall, is_turned: false, key: "" };
            UprightSvg { is_turned: is_narrow && drawing.needs_turn(), ..drawing }.draw(title)
        }
        false => tree::rows(nodes, [6, 0, 0], words, title, "", is_narrow),
    }
}

/// Returns the beginning of a page: the result and its cost, then the subject of the search.
pub(super) fn top(tree: &SearchTree, words: &Words<'_>) -> String {
    claimed(&claim(tree, words)) + &remarks(tree, words)
}

/// Returns the result and its cost as a paragraph.
pub(super) fn claimed(claim: &str) -> String {
    format!("<p class=\"claim gives-away\">{}</p>\n", escape::xml_text(claim))
}

/// Returns the result and its cost as the heading of a page, then `name`, which is HTML.
pub(super) fn claiming(claim: &str, name: &str) -> String {
    format!("<h1><span class=\"claim gives-away\">{}</span> {name}</h1>\n", escape::xml_text(claim))
}

/// Returns the subject of a search, the view of its scores, and other remarks.
pub(super) fn remarks(tree: &SearchTree, words: &Words<'_>) -> String {
    let header = &tree.header;
    let [how, whose, rest] = about(tree, words);
    let unnamed = header.position().filter(|_| heading(header).is_empty());
    // The first position of a game has no text of its own, only the name of the game.
    let unnamed = unnamed.filter(|position| !position.ends_with(':'));
    let position = unnamed.map(|position| format!("<code>{}</code>", escape::xml(position))).unwrap_or_default();
    scores(&how, &whose, &rest, &position)
}

/// Returns the remarks about a search. The view of the scores stays visible at each step and on a phone. `position` is
/// an HTML element with the position, or empty.
pub(super) fn scores(how: &str, whose: &str, rest: &str, position: &str) -> String {
    let hidden = |class: &str, text: String| {
        if text.trim().is_empty() { String::new() } else { format!("<span class=\"{class}\">{}</span>", text.trim()) }
    };
    let before = hidden("how", escape::xml(how));
    // Even on a phone, a reader who sees a board must learn that the search does not try all moves.
    let class = if rest.starts_with(TRIED) { "how tried" } else { "how" };
    let behind = hidden(class, format!("{} {position}", escape::xml(rest)));
    format!("<p class=\"about\">{before} {} {behind}</p>\n", escape::xml(whose))
}

/// Returns the full result and its cost.
pub(super) fn found(tree: &SearchTree, words: &Words<'_>, is_upright: bool) -> String {
    let mut out = "<dl class=\"found gives-away\">\n".to_owned();
    let mut facts = answer(tree, words, false);
    if tree.outcome.ending.is_none() {
        facts.extend(cost(tree, None));
    }
    for (index, (label, text)) in facts.iter().enumerate() {
        let behind = if index == 0 { "" } else { "</div>" };
        let label =
            if label.is_empty() { String::new() } else { format!("{behind}<div><dt>{}</dt>", escape::xml(label)) };
        // An upright tree has no columns of numbers, so its numbers have no zeros at their ends.
        let text = if is_upright { short_numbers(text) } else { text.clone() };
        out.push_str(&format!("{label}<dd>{}</dd>\n", escape::xml_text(&text)));
    }
    out + "</div></dl>\n"
}

/// Returns the lesson's question.
pub(super) fn question(header: &Header) -> String {
    if header.ask.is_empty() {
        return String::new();
    }
    format!("<p class=\"ask\"><b>Question.</b> {}</p>\n", escape::xml(&header.ask))
}

pub(super) fn all_passes(tree: &SearchTree, words: &Words<'_>) -> String {
    let summary = passes(tree, words).to_text(words.style);
    if summary.is_empty() {
        return summary;
    }
    format!("<h2>All passes</h2>\n<pre>{}</pre>\n", escape::xml(summary.trim()))
}

/// Returns the text after a search: the note, and the answer in a collapsed element.
pub(super) fn end(header: &Header, words: &Words<'_>) -> String {
    let mut out = String::new();
    if !header.note.is_empty() {
        out.push_str(&format!("<p class=\"gives-away\">{}</p>\n", escape::xml(&note_text(header, words))));
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

/// The largest indentation in the log; deeper moves are not indented further.
const DEEPEST: usize = 8;

/// Writes the tree as a nested list. Scripts turn it into a tree with keyboard navigation.
pub(super) fn outline(nodes: &Nodes, words: &Words<'_>) -> String {
    listed(nodes, words, " id=\"outline\"")
}

/// Like [`outline`], but for a tree without steps.
pub(super) fn still_outline(nodes: &Nodes, words: &Words<'_>) -> String {
    listed(nodes, words, " class=\"outlined\"")
}

fn listed(nodes: &Nodes, words: &Words<'_>, attributes: &str) -> String {
    let mut out = format!("<ul{attributes}>\n");
    item(nodes, 0, words, &mut out);
    out.push_str("</ul>\n");
    out
}

fn item(nodes: &Nodes, node: usize, words: &Words<'_>, out: &mut String) {
    let shown = &nodes.all[node];
    let skipped = skipped(nodes, node, words).map(|said| escape::xml(&said));
    let said = escape::xml(&said(&Cell::of(&shown.row, words), shown.row.on_pv, words));
    let (said, data) = match skipped {
        Some(skipped) => (skipped.clone(), format!(" data-skipped=\"{skipped}\"")),
        None => (said, String::new()),
    };
    let of_several = shown.row.notes.iter().filter(|_| !shown.is_node());
    let name = [&shown.row.name].into_iter().chain(of_several).map(String::as_str).collect::<Vec<_>>().join(" ");
    let _ = write!(out, "<li><bdi>{}</bdi> <span{data}>{said}</span>", escape::xml(&name));
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

/// Returns the text with which a screen reader describes a skipped node: its value, and where the cutoff was.
fn skipped(nodes: &Nodes, node: usize, words: &Words<'_>) -> Option<String> {
    let is_skipped = |node: usize| nodes.all[node].row.mark == Mark::NotSearched;
    let above = |&node: &usize| nodes.all[node].parent;
    let cut = std::iter::successors(Some(node), above).find(|&node| !is_skipped(node)).filter(|&at| at != node)?;
    let is_cutter = |child: usize| matches!(nodes.all[child].row.mark, Mark::Cutoff { .. });
    if !nodes.children(cut).any(is_cutter) {
        return None;
    }
    let at = if cut == 0 { "the root" } else { &nodes.all[cut].row.name };
    let value = nodes.all[node].row.known.map(|known| format!("{}, ", words.style.score(known)));
    Some(format!("{}skipped by the cutoff at {at}", value.unwrap_or_default()))
}

/// Returns the text after a node's name.
fn said(cell: &Cell, on_pv: bool, words: &Words<'_>) -> String {
    let star = if on_pv { words.star().to_string() } else { String::new() };
    let parts = [star.as_str(), &cell.score, &cell.compared, &cell.verdict];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Writes the log: a row for each step; deeper moves are indented further.
pub(super) fn log(steps: &[LoggedStep]) -> String {
    let is_whole = steps.iter().enumerate().all(|(index, one)| one.event == index + 1);
    let event_head = if is_whole { "" } else { "<th scope=\"col\">event</th>" };
    let mut out = format!(
        "<table id=\"log\">\n<thead><tr><th scope=\"col\">step</th>{event_head}<th scope=\"col\">what happens</th></tr></thead>\n<tbody>\n"
    );
    for (index, one) in steps.iter().enumerate() {
        let event = if is_whole { String::new() } else { format!("<td>{}", grouped(one.event as u64)) };
        let class = match (one.is_cutoff, one.is_minor) {
            (true, _) => " class=cut",
            (_, true) => " class=minor",
            _ => "",
        };
        let (step, ply) = (index + 1, one.ply.min(DEEPEST));
        let _ = write!(out, "<tr{class}><td>{step}{event}<td class=p{ply}>{}", escape::xml_text(&one.sentence));
    }
    out.push_str("</tbody>\n</table>\n");
    out
}
