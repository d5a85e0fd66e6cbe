//! Trees as DOT, for Graphviz, which places the nodes by itself.

use super::comparison::Mark;
use super::drawn::Drawn;
use super::page::{Drawing, Page, Parts};
use super::picture::{MOST_ROWS, pictured};
use super::row::Row;
use super::style::Style;
use super::text::visible;
use super::words::Words;
use crate::study::{AnyStudy, StudyError};
use std::io::{self, Write};

/// Searches and writes the tree as a graph: a node for each row, an edge for each branch.
///
/// # Errors
/// [`StudyError`] if the search cannot be run, or what writing gives.
pub fn dot(study: &dyn AnyStudy, parts: &Parts, style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    let page = Page::focused(study, parts, &pictured(style))?;
    let style = page.style();
    let words = Words::new(&style, &page.tree().header);
    let drawn = Drawn::of(&page, parts, &words, MOST_ROWS);
    let direction = if parts.drawing == Drawing::Upright { "TB" } else { "LR" };
    let caption: Vec<String> = [drawn.title.clone()].into_iter().chain(drawn.above()).collect();
    writeln!(out, "digraph plywood {{")?;
    writeln!(out, "  graph [rankdir={direction}, ordering=out, labelloc=t, labeljust=l, fontname=\"sans-serif\",")?;
    writeln!(out, "    label={}];", label(&caption, "\\l"))?;
    writeln!(out, "  node [fontname=\"sans-serif\", shape=box, style=filled, fillcolor=\"#ffffff\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", arrowhead=none];")?;
    node(&drawn.root, "n", 0, &words, out)?;
    Ok(writeln!(out, "}}")?)
}

fn node(row: &Row, id: &str, ply: usize, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {id} [label={}{}];", label(&row.lines(words), "\\n"), look(row, ply, words))?;
    for (index, child) in row.children.iter().enumerate() {
        let below = format!("{id}_{index}");
        let look = match child.mark {
            Mark::NotSearched | Mark::Pruned(_) => " [style=dashed, color=\"#767676\"]",
            _ if child.on_pv => " [color=\"#0072b2\", penwidth=3]",
            _ => "",
        };
        writeln!(out, "  {id} -> {below}{look};")?;
        node(child, &below, ply + 1, words, out)?;
    }
    Ok(())
}

/// Inner nodes are houses, which point up for MAX and down for MIN.
fn look(row: &Row, ply: usize, words: &Words<'_>) -> String {
    let is_inner = row.window.is_some();
    let shape = match (is_inner, words.perspective.is_max(ply)) {
        (true, true) => ", shape=house, fillcolor=\"#d4ebf9\"",
        (true, false) => ", shape=invhouse, fillcolor=\"#fbe6c0\"",
        (false, _) => "",
    };
    let line = match row.mark {
        Mark::NotSearched | Mark::Pruned(_) => ", style=dashed, color=\"#767676\", fontcolor=\"#595959\"",
        _ if row.on_pv => ", penwidth=3, color=\"#0072b2\"",
        _ => "",
    };
    format!("{shape}{line}")
}

/// Returns lines as a string of DOT; `end` stands behind each and says on which side it stands.
fn label(lines: &[String], end: &str) -> String {
    let mut text = String::from("\"");
    for line in lines.iter().filter(|line| !line.is_empty()) {
        for letter in visible(line).chars() {
            match letter {
                '\\' | '"' => text.extend(['\\', letter]),
                // Graphviz reads names for letters such as &lt; also in plain strings.
                '&' => text.push_str("&amp;"),
                _ => text.push(letter),
            }
        }
        text.push_str(end);
    }
    text.push('"');
    text
}
