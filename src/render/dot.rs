//! Trees as DOT, for Graphviz, which places the nodes by itself.

use super::comparison::Mark;
use super::drawn::{Drawn, Vertex, vertices};
use super::page::{Drawing, Page, Parts};
use super::picture::{BLUE, GREY, MOST_ROWS, PALE_BLUE, PALE_ORANGE, QUIET, pictured};
use super::row::Row;
use super::stage::Scene;
use super::style::Style;
use super::text::by_letter;
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
    Ok(graph(&drawn, parts.drawing == Drawing::Upright, &words, out)?)
}

/// Writes a state as a graph.
///
/// # Errors
/// What writing gives.
pub fn dot_step(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    let style = pictured(&scene.style);
    let words = Words::new(&style, scene.header);
    graph(&Drawn::at_step(scene, &words, MOST_ROWS), false, &words, out)
}

fn graph(drawn: &Drawn, is_upright: bool, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let direction = if is_upright { "TB" } else { "LR" };
    writeln!(out, "digraph plywood {{")?;
    writeln!(out, "  graph [rankdir={direction}, ordering=out, labelloc=t, labeljust=l, fontname=\"sans-serif\",")?;
    writeln!(out, "    label={}];", label(&drawn.above(), "\\l"))?;
    writeln!(out, "  node [fontname=\"sans-serif\", shape=box, style=filled, fillcolor=\"#ffffff\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", arrowhead=none];")?;
    for vertex in vertices(&drawn.root, words) {
        let Vertex { row, id, parent, .. } = &vertex;
        if let Some(parent) = parent {
            writeln!(out, "  {parent} -> {id}{};", edge_look(row))?;
        }
        writeln!(out, "  {id} [label={}{}];", label(&row.lines(words), "\\n"), node_look(&vertex))?;
    }
    writeln!(out, "}}")
}

/// How a node is drawn. Inner nodes are houses, which point up for MAX and down for MIN.
fn node_look(vertex: &Vertex<'_>) -> String {
    let shape = match vertex.is_max {
        Some(true) => format!(", shape=house, fillcolor=\"#{PALE_BLUE}\""),
        Some(false) => format!(", shape=invhouse, fillcolor=\"#{PALE_ORANGE}\""),
        None => String::new(),
    };
    let line = match vertex.row {
        row if row.mark.is_unsearched() => format!(", style=dashed, color=\"#{GREY}\", fontcolor=\"#{QUIET}\""),
        row if row.mark == Mark::ToCome => format!(", color=\"#{GREY}\", fontcolor=\"#{QUIET}\""),
        row if row.on_pv => format!(", penwidth=3, color=\"#{BLUE}\""),
        _ => String::new(),
    };
    // A second frame stands around what a step is about.
    let frame = if vertex.row.is_current { ", peripheries=2" } else { "" };
    format!("{shape}{line}{frame}")
}

/// How the branch to a node is drawn.
fn edge_look(row: &Row) -> String {
    match row {
        row if row.mark.is_unsearched() => format!(" [style=dashed, color=\"#{GREY}\"]"),
        row if row.on_pv => format!(" [color=\"#{BLUE}\", penwidth=3]"),
        _ => String::new(),
    }
}

/// Returns lines as a string of DOT; `end` stands behind each and says on which side it stands.
fn label(lines: &[String], end: &str) -> String {
    let line = |line: &String| {
        by_letter(line, |letter, safe| match letter {
            '\\' | '"' => safe.extend(['\\', letter]),
            // Graphviz reads such names for letters in plain strings, too.
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            _ => safe.push(letter),
        })
    };
    let lines = lines.iter().filter(|line| !line.is_empty());
    format!("\"{}\"", lines.map(|text| line(text) + end).collect::<String>())
}
