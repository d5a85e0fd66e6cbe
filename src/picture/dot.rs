//! Trees as DOT, for Graphviz, which places the nodes by itself.

use super::drawn::{Drawn, Vertex, vertices};
use super::{BLUE, GREY, PALE_BLUE, PALE_ORANGE, QUIET};
use crate::page::comparison::Mark;
use crate::page::escape;
use crate::page::row::Row;
use crate::page::words::Words;
use std::io::{self, Write};

/// Writes a tree as a graph: a node for each row, an edge for each branch.
pub(crate) fn dot(drawn: &Drawn, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let direction = if drawn.is_upright { "TB" } else { "LR" };
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
    let lines = lines.iter().filter(|line| !line.is_empty());
    format!("\"{}\"", lines.map(|text| escape::dot(text) + end).collect::<String>())
}
