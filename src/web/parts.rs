//! What pages and books have in common: the rows of a tree, and what stands around its drawing.

use crate::explain::answer::{answer, cost, passes};
use crate::explain::facts::sentences;
use crate::page::escape;
use crate::page::row::Row;
use crate::page::style::Style;
use crate::page::words::Words;
use crate::trace::Header;
use crate::tree::SearchTree;

/// The rows of the finished tree; of a big one best play, all root moves, and the answer to each.
pub(super) fn rows(tree: &SearchTree, is_whole: bool, style: &Style) -> Row {
    let words = Words::new(style, &tree.header);
    if is_whole {
        return Row::of(&words, &tree.root);
    }
    let mut root = Row::in_search_order(&words, &tree.root);
    for answer in root.children.iter_mut().flat_map(|child| &mut child.children) {
        if !answer.on_pv {
            answer.children.clear();
        }
    }
    root
}

/// What was searched, what came out, and the lesson's question.
pub(super) fn top(tree: &SearchTree, words: &Words<'_>) -> String {
    let header = &tree.header;
    let mut out =
        format!("<p>{}</p>\n<dl class=\"found gives-away\">\n", escape::xml(&sentences(tree, words).join(" ")));
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
    out.push_str("</div></dl>\n");
    if !header.ask.is_empty() {
        out.push_str(&format!("<p class=\"ask\"><b>Question.</b> {}</p>\n", escape::xml(&header.ask)));
    }
    out
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
