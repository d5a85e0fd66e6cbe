//! Shared parts of pages and books: the drawing of a tree with the meaning of its symbols and colours, a
//! list for screen readers, the text around the tree, and the log of all steps.

use super::cells::{Cell, Nodes, PageNode};
use super::search::PageSearch;
use super::steps::ToldStep;
use super::tree;
use super::upright::UprightSvg;
use crate::core::score::Bound;
use crate::core::trace::Header;
use crate::core::tree::SearchTree;
use crate::explain::answer::{answer, cost, passes};
use crate::explain::claim::claim;
use crate::explain::facts::{TRIED, about, heading};
use crate::explain::legend::{OUTSIDE, brief};
use crate::page::comparison::{Mark, View};
use crate::page::escape;
use crate::page::text::grouped;
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
    format!("<p class=\"claim gives-away\">{}</p>\n", escape::xml(claim))
}

/// Returns the result and its cost as the heading of a page, then `name`, which is HTML.
pub(super) fn claiming(claim: &str, name: &str) -> String {
    format!("<h1><span class=\"claim gives-away\">{}</span> {name}</h1>\n", escape::xml(claim))
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

/// A symbol as it looks in upright trees and in rows (either may be empty), and its meaning.
type KeyEntry = ([&'static str; 2], String);

const MAX: [&str; 2] = [
    "<g class=\"node\"><path class=\"max\" d=\"M-12 8v-11l12-6 12 6v11z\"/></g>",
    "<g class=\"node none\"><path d=\"M0-7l7 12h-14z\"/></g>",
];
const CHANCE: [&str; 2] = [
    "<g class=\"node\"><path class=\"chance\" d=\"M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z\"/></g>",
    "<g class=\"node none\"><circle r=\"4.5\"/></g>",
];
const MIN: [&str; 2] = [
    "<g class=\"node\"><path class=\"min\" d=\"M-12-8v11l12 6 12-6v-11z\"/></g>",
    "<g class=\"node none\"><path d=\"M0 7l7-12h-14z\"/></g>",
];
const BEST: [&str; 2] = ["<g class=\"edges\"><path class=\"pv\" d=\"M-16 0h32\"/></g>"; 2];
const WINDOW: [&str; 2] = NO_SIGN;
const CUT: [&str; 2] = [
    "<g class=\"node cut\"><path d=\"M-12-7h24v14h-24z\"/></g>",
    "<g class=\"node cut\"><path d=\"M-6-7l7 12h-14z\"/><circle cx=\"10\" r=\"4.5\"/></g>",
];
const NOT: [&str; 2] = [
    "<g class=\"edges\"><path class=\"not\" d=\"M-16 0h14\"/></g>\
     <g class=\"node not barred\"><path d=\"M-2-7h17v14h-17z\"/><path class=\"bar\" d=\"M-11 6l5-12m-1 12l5-12\"/></g>",
    "<g class=\"edges\"><path class=\"not\" d=\"M-16 0h20\"/></g>\
     <g class=\"node not barred\"><circle cx=\"9\" r=\"4.5\"/><path class=\"bar\" d=\"M-11 6l4-12m1 12l4-12\"/></g>",
];
const HERE: [&str; 2] = [
    "<g class=\"node here\"><path d=\"M-12-7h24v14h-24z\"/></g>",
    "<g class=\"node here\"><path class=\"field\" d=\"M-16-9h32v18h-32z\"/></g>",
];
const ASKED: [&str; 2] = [
    "<g class=\"node chosen\"><path d=\"M-12-7h24v14h-24z\"/></g>",
    "<g class=\"node chosen\"><path class=\"field\" d=\"M-16-9h32v18h-32z\"/></g>",
];
const DIFFERS: [&str; 2] = ["<g class=\"node differs\"><text class=\"name\" x=\"-4\" y=\"4\">A</text></g>"; 2];
const NO_SIGN: [&str; 2] = [""; 2];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawingForm {
    /// Upright, as in textbooks.
    Upright,
    Rows,
}

impl DrawingForm {
    /// Returns the form in which a page first draws a search.
    pub(super) fn of(search: &PageSearch) -> Self {
        if search.nodes.is_upright() { Self::Upright } else { Self::Rows }
    }
}

fn entries(search: &PageSearch, words: &Words<'_>, form: DrawingForm) -> Vec<KeyEntry> {
    let has_window = search.tree.header.has_window();
    let is_upright = form == DrawingForm::Upright;
    let has = |is_wanted: fn(&Mark) -> bool| search.nodes.all.iter().any(|shown| is_wanted(&shown.row.mark));
    let nodes = &search.nodes;
    let ends = |node: usize| nodes.all[node].row.window.and_then(|window| words.cut_if(window, nodes.all[node].ply));
    let has_end = (1..nodes.all.len()).any(|node| !nodes.is_leaf(node) && ends(node).is_some());
    let mut entries = Vec::new();
    let star = words.star();
    let [sides, row] = brief(words, has_window);
    if words.perspective.view == View::Minimax {
        let (max, min) = words.sides();
        let side = |side: &str, name: &str| {
            if side == name { side.to_owned() } else { format!("{side} ({name})") }
        };
        let what = |name: String, does: &str| match is_upright {
            true => format!("{name} {does}"),
            false => format!("A move of {name}, who {does}"),
        };
        entries.push((MAX, what(side(max, "MAX"), "picks the highest score.")));
        entries.push((MIN, what(side(min, "MIN"), "picks the lowest.")));
        if words.perspective.movers.has_chance() {
            entries.push((CHANCE, "CHANCE draws a move, and is worth the mean of its moves.".to_owned()));
        }
        entries.push((BEST, format!("{star} Best line.")));
    } else {
        entries.push((BEST, sides));
    }
    if !is_upright {
        entries.push((NO_SIGN, row));
    } else if has_window && has_end {
        entries.push((
            WINDOW,
            "cut if ≤ 3: the bound of the window that a node was given; such a score ends its search.".to_owned(),
        ));
    }
    let has_limit = |shown: &PageNode| shown.row.score.is_some_and(|(_, bound)| bound != Bound::Exact);
    if has_window && search.nodes.all.iter().any(has_limit) {
        entries.push((NO_SIGN, format!("≤, ≥: at most, at least. {OUTSIDE}.")));
    }
    if has(|mark| matches!(mark, Mark::Cutoff { skipped: 1.., .. })) {
        entries.push((CUT, "Orange frame: the move caused a cutoff.".to_owned()));
    }
    if has(|mark| mark.is_unsearched()) {
        let known = if is_upright { "; a score that the search did not see is grey" } else { "" };
        entries.push((NOT, format!("Dashed, with a double bar: not searched{known}.")));
    }
    entries
}

/// Returns a remark if the moves are not in search order.
fn order(search: &PageSearch, has_ranks: bool) -> Option<&'static str> {
    let nodes = &search.nodes;
    if !nodes.all.iter().all(PageNode::is_node) {
        return Some(
            "The moves that decided the search come first; the search may have tried other moves before them.",
        );
    }
    let is_other = (0..nodes.all.len()).any(|node| !nodes.tried(node).is_sorted());
    is_other.then_some(if has_ranks { RANKS } else { LISTED })
}

const LISTED: &str = "The moves are in the order given; the search tried them in a different order.";
const RANKS: &str = "Small numbers on the branches: the order in which the search tried the moves.";

/// Describes the symbols of one tree in a book. For an upright tree, these are only the special symbols, because the
/// book has one key for all upright trees. For rows, they are all symbols.
#[cfg(feature = "cli")]
pub(super) fn in_short(search: &PageSearch, words: &Words<'_>) -> String {
    let form = DrawingForm::of(search);
    let is_upright = form == DrawingForm::Upright;
    let sides = if words.perspective.view == View::Minimax { 2 } else { 1 };
    let most = if is_upright { sides } else { usize::MAX };
    let said = entries(search, words, form).into_iter().map(|(_, text)| text).take(most);
    let order = order(search, is_upright).map(str::to_owned);
    said.chain(order).collect::<Vec<_>>().join(" ")
}

const CUT_IF: &str = "cut if ≤ 3";
const CUT_IF_OR_SHORT: &str = "<span class=\"all-words\">cut if ≤ 3</span><span class=\"few-words\">cut ≤3</span>";

/// Returns the meaning of the symbols, followed by `more`.
fn key_list(search: &PageSearch, words: &Words<'_>, form: DrawingForm, more: &[(&str, KeyEntry)]) -> String {
    let own = entries(search, words, form);
    let all = own.iter().map(|entry| ("", entry)).chain(more.iter().map(|(class, entry)| (*class, entry)));
    let item = |(class, (signs, text)): (&str, &KeyEntry)| {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let look = if form == DrawingForm::Upright { "upright" } else { "rows" };
        let sign = match signs[form as usize] {
            "" => String::new(),
            sign => format!("<svg class=\"{look}\" viewBox=\"-20 -11 40 22\" aria-hidden=\"true\">{sign}</svg> "),
        };
        // Where the words at a node have little room, they are shorter.
        let text = escape::xml(text).replacen(CUT_IF, CUT_IF_OR_SHORT, 1);
        format!("<li{class}>{sign}{text}</li>\n")
    };
    format!("<ul class=\"key\">\n{}</ul>\n", all.map(item).collect::<String>())
}

/// Explains how to read the drawing of a page, including what a step adds to it.
pub(super) fn key(search: &PageSearch, words: &Words<'_>, form: DrawingForm) -> String {
    let here = "Highlighted: the node of this step. α, β: the move that set that bound.".to_owned();
    let asked = "Heavy frame: asked, or chosen.".to_owned();
    let order = order(search, false).map(|said| ("", (NO_SIGN, said.to_owned())));
    let signs = [("scripted", (HERE, here)), ("scripted", (ASKED, asked))];
    key_list(search, words, form, &order.into_iter().chain(signs).collect::<Vec<_>>())
}

/// Explains how to read the upright trees of a book, based on the tree with the most symbols.
#[cfg(feature = "cli")]
#[derive(Default)]
pub(super) struct KeyOfAll {
    signs: usize,
    pub(super) text: String,
}

#[cfg(feature = "cli")]
impl KeyOfAll {
    /// Takes another tree into account.
    #[cfg(feature = "cli")]
    pub(super) fn take(&mut self, search: &PageSearch, words: &Words<'_>) {
        let signs =
            entries(search, words, DrawingForm::Upright).iter().filter(|(signs, _)| !signs[0].is_empty()).count();
        if self.signs < signs && DrawingForm::of(search) == DrawingForm::Upright {
            *self = Self { signs, text: key(search, words, DrawingForm::Upright) };
        }
    }
}

/// Explains how to read two drawings side by side.
pub(super) fn key_of_two(searches: &[PageSearch; 2], words: &Words<'_>) -> String {
    let [one, other] = searches;
    let form = DrawingForm::of(one);
    // Take the search with more symbols, so that a symbol that only one of them has, such as that of a cutoff, is
    // explained.
    let signs = |search| entries(search, words, form).len();
    let richer = if signs(one) < signs(other) { other } else { one };
    let differs = "Underlined: the final scores differ, or only one search visited the node.".to_owned();
    let order = searches.iter().find_map(|search| order(search, form == DrawingForm::Upright));
    let order = order.map(|said| ("", (NO_SIGN, said.to_owned())));
    key_list(richer, words, form, &order.into_iter().chain([("", (DIFFERS, differs))]).collect::<Vec<_>>())
}
