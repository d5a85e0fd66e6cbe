//! Trees for programs that do their own layout: as DOT for Graphviz, as Mermaid flowcharts, which GitHub and many
//! notebooks draw, and as Markdown tables.

use super::drawn::{Drawn, Vertex, vertices};
use super::{BLUE, GREY, PALE_BLUE, PALE_ORANGE, QUIET};
use crate::core::game::Mover;
use crate::page::comparison::{Mark, View};
use crate::page::escape;
use crate::page::row::Row;
use crate::page::sheet::{Columns, HEADS, RowCells};
use crate::page::style::Style;
use crate::page::text::position;
use crate::page::words::Words;
use std::io::{self, Write};

/// The remark in a graph whose scores are not MAX's. When plywood reads the graph back, it refuses this graph.
const MOVERS_VIEW: &str = "Each score is for the side that made the move.";

/// Writes a tree as a graph: a node for each row, an edge for each branch.
pub(crate) fn dot(drawn: &Drawn, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let direction = if drawn.is_upright { "TB" } else { "LR" };
    writeln!(out, "digraph plywood {{")?;
    if words.style.view == View::Negamax {
        writeln!(out, "  // {MOVERS_VIEW}")?;
    }
    writeln!(out, "  graph [rankdir={direction}, ordering=out, labelloc=t, labeljust=l, fontname=\"sans-serif\",")?;
    writeln!(out, "    label={}];", label(&drawn.above(), "\\l"))?;
    writeln!(out, "  node [fontname=\"sans-serif\", shape=box, style=filled, fillcolor=\"#ffffff\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", arrowhead=none];")?;
    for vertex in vertices(&drawn.root, words) {
        let Vertex { row, id, parent, .. } = &vertex;
        if let Some(parent) = parent {
            writeln!(out, "  {parent} -> {id}{};", edge_look(row, words))?;
        }
        writeln!(out, "  {id} [label={}{}];", label(&row.lines(words), "\\n"), node_look(&vertex))?;
    }
    writeln!(out, "}}")
}

/// Returns the look of a node. Inner nodes are houses, which point up for MAX and down for MIN; a chance node is a
/// circle.
fn node_look(vertex: &Vertex<'_>) -> String {
    let shape = match vertex.mover {
        Some(Mover::Max) => format!(", shape=house, fillcolor=\"#{PALE_BLUE}\""),
        Some(Mover::Chance) => ", shape=circle".to_owned(),
        Some(Mover::Min) => format!(", shape=invhouse, fillcolor=\"#{PALE_ORANGE}\""),
        None => String::new(),
    };
    let line = match vertex.row {
        row if row.mark.is_unsearched() => format!(", style=dashed, color=\"#{GREY}\", fontcolor=\"#{QUIET}\""),
        row if row.mark == Mark::ToCome => format!(", color=\"#{GREY}\", fontcolor=\"#{QUIET}\""),
        row if row.on_pv => format!(", penwidth=3, color=\"#{BLUE}\""),
        _ => String::new(),
    };
    // A second frame marks the node that a step is about.
    let frame = if vertex.row.is_current { ", peripheries=2" } else { "" };
    format!("{shape}{line}{frame}")
}

/// Returns the look of the branch to a node.
fn edge_look(row: &Row, words: &Words<'_>) -> String {
    let weight = words.weight(&row.path).or(row.weight).map(|weight| format!("label=\"{}\"", weight.text()));
    let line = match row {
        row if row.mark.is_unsearched() => Some(format!("style=dashed, color=\"#{GREY}\"")),
        row if row.on_pv => Some(format!("color=\"#{BLUE}\", penwidth=3")),
        _ => None,
    };
    let look: Vec<String> = weight.into_iter().chain(line).collect();
    if look.is_empty() { String::new() } else { format!(" [{}]", look.join(", ")) }
}

/// Returns the lines as a DOT string; `end` follows each line and sets its alignment.
fn label(lines: &[String], end: &str) -> String {
    let lines = lines.iter().filter(|line| !line.is_empty());
    format!("\"{}\"", lines.map(|text| escape::dot(text) + end).collect::<String>())
}

/// The maximum number of rows. A graph has one edge fewer than it has rows.
pub(crate) const MOST: usize = 200;

/// Writes a tree as a flowchart.
pub(crate) fn mermaid(drawn: &Drawn, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let direction = if drawn.is_upright { "TB" } else { "LR" };
    writeln!(out, "flowchart {direction}")?;
    if words.style.view == View::Negamax {
        writeln!(out, "  %% {MOVERS_VIEW}")?;
    }
    writeln!(out, "  classDef best stroke:#{BLUE},stroke-width:3px")?;
    writeln!(out, "  classDef ghost stroke:#{GREY},stroke-dasharray:4 3,fill:#ffffff,color:#{QUIET}")?;
    let mut is_step = false;
    drawn.root.walk(&mut |row| is_step |= row.is_current);
    if is_step {
        writeln!(out, "  classDef pale stroke:#{GREY},color:#{QUIET}")?;
        writeln!(out, "  classDef here stroke:#000000,stroke-width:5px")?;
    }
    let above: Vec<String> = drawn.above().iter().map(|line| escape::mermaid(line)).collect();
    if !above.is_empty() {
        writeln!(out, "  about[\"{}\"]", above.join("<br/>"))?;
        // An invisible link places the description before the root, where it covers no edge.
        writeln!(out, "  about ~~~ n")?;
    }
    vertices(&drawn.root, words).iter().try_for_each(|vertex| write_vertex(vertex, words, out))
}

/// Writes a node, and the branch to it.
fn write_vertex(vertex: &Vertex<'_>, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Vertex { row, id, parent, mover } = vertex;
    let (edge, class) = match row {
        row if row.mark.is_unsearched() => ("-.-", ":::ghost"),
        row if row.mark == Mark::ToCome => ("---", ":::pale"),
        row if row.on_pv => ("===", ":::best"),
        _ => ("---", ""),
    };
    if let Some(parent) = parent {
        let weight =
            words.weight(&row.path).or(row.weight).map(|weight| format!("|{}|", weight.text())).unwrap_or_default();
        writeln!(out, "  {parent} {edge}{weight} {id}")?;
    }
    let (open, close) = match mover {
        Some(Mover::Max) => ("[/", "\\]"),
        Some(Mover::Min) => ("[\\", "/]"),
        Some(Mover::Chance) => ("((", "))"),
        None => ("[", "]"),
    };
    let lines: Vec<String> = row.lines(words).iter().map(|line| escape::mermaid(line)).collect();
    writeln!(out, "  {id}{open}\"{}\"{close}{class}", lines.join("<br/>"))?;
    if row.is_current { writeln!(out, "  class {id} here") } else { Ok(()) }
}

pub(crate) fn markdown(drawn: &Drawn, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    if !drawn.title.is_empty() {
        writeln!(out, "## {}\n", escape::markdown(&drawn.title))?;
    }
    writeln!(out, "{}\n", escape::markdown(&drawn.text))?;
    if let Some(fen) = &drawn.fen {
        writeln!(out, "```text\n{}\n```\n", position(fen, &drawn.games, &Style::default()).join("\n"))?;
    }
    for (label, text) in drawn.joined() {
        writeln!(out, "- **{label}:** {}", escape::markdown(&text))?;
    }
    writeln!(out)?;
    table(drawn, words, out)?;
    if let Some(text) = &drawn.left_out {
        writeln!(out, "\n{}", escape::markdown(text))?;
    }
    Ok(())
}

/// Writes the tree in search order, parents above their children, each ply indented further.
fn table(drawn: &Drawn, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Columns { step, comparison, verdict, nodes } = drawn.columns;
    let [step_head, score, compared, verdict_head, nodes_head] = HEADS;
    let all = [(step, step_head), (true, score), (comparison, compared), (verdict, verdict_head), (nodes, nodes_head)];
    let heads: Vec<&str> = all.iter().filter(|(is_shown, _)| *is_shown).map(|(_, head)| *head).collect();
    writeln!(out, "| move | {} |", heads.join(" | "))?;
    let is_left = |head: &&str| [compared, verdict_head].contains(head);
    let rules: Vec<&str> = heads.iter().map(|head| if is_left(head) { "---" } else { "---:" }).collect();
    writeln!(out, "|---|{}|", rules.join("|"))?;
    rows(&drawn.root, 0, drawn.columns, words, out)
}

fn rows(row: &Row, ply: usize, shown: Columns, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let name = escape::markdown(&row.name);
    let name = if row.on_pv { format!("★ **{name}**") } else { name };
    let name = if row.is_current { format!("▶ {name}") } else { name };
    let notes: String = row.notes.iter().map(|note| format!(" {}", escape::markdown(note))).collect();
    let RowCells([step, score, .., verdict, nodes]) = RowCells::of(row, shown, words);
    let all = [
        (shown.step, step),
        (true, score),
        (shown.comparison, row.compared(words)),
        (shown.verdict, verdict),
        (shown.nodes, nodes),
    ];
    let cells: Vec<String> =
        all.iter().filter(|(is_shown, _)| *is_shown).map(|(_, text)| escape::markdown(text)).collect();
    writeln!(out, "| {}{name}{notes} | {} |", "&emsp;".repeat(ply), cells.join(" | "))?;
    row.children.iter().try_for_each(|child| rows(child, ply + 1, shown, words, out))
}
