//! Trees as Mermaid flowcharts, which GitHub and many note books draw. They stop at some hundred edges, so the tree is folded
//! to fewer.

use super::drawn::{Drawn, Vertex, vertices};
use super::{BLUE, GREY, QUIET};
use crate::page::comparison::Mark;
use crate::page::escape;
use crate::page::words::Words;
use std::io::{self, Write};

/// More rows are not drawn; one edge less than this leads to them.
pub(crate) const MOST: usize = 200;

/// Writes a tree as a flowchart.
pub(crate) fn mermaid(drawn: &Drawn, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let direction = if drawn.is_upright { "TB" } else { "LR" };
    writeln!(out, "flowchart {direction}")?;
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
    }
    vertices(&drawn.root, words).iter().try_for_each(|vertex| write_vertex(vertex, words, out))
}

/// Writes a node, and the branch to it.
fn write_vertex(vertex: &Vertex<'_>, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Vertex { row, id, parent, is_max } = vertex;
    let (edge, class) = match row {
        row if row.mark.is_unsearched() => ("-.-", ":::ghost"),
        row if row.mark == Mark::ToCome => ("---", ":::pale"),
        row if row.on_pv => ("===", ":::best"),
        _ => ("---", ""),
    };
    if let Some(parent) = parent {
        writeln!(out, "  {parent} {edge} {id}")?;
    }
    let (open, close) = match is_max {
        Some(true) => ("[/", "\\]"),
        Some(false) => ("[\\", "/]"),
        None => ("[", "]"),
    };
    let lines: Vec<String> = row.lines(words).iter().map(|line| escape::mermaid(line)).collect();
    writeln!(out, "  {id}{open}\"{}\"{close}{class}", lines.join("<br/>"))?;
    if row.is_current { writeln!(out, "  class {id} here") } else { Ok(()) }
}
