//! What pages and books have in common: the drawing of a tree, and what stands around it.

use super::search::PageSearch;
use super::tree;
use super::upright::UprightSvg;
use crate::explain::answer::{answer, cost, passes};
use crate::explain::claim::claim;
use crate::explain::facts::{TRIED, about, heading};
use crate::page::escape;
use crate::page::words::Words;
use crate::trace::Header;
use crate::tree::SearchTree;

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
