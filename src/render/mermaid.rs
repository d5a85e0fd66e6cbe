//! Trees as Mermaid flowcharts, which GitHub and many note books draw. They stop at some hundred edges, so the tree is folded
//! to fewer.

use super::comparison::Mark;
use super::drawn::{Drawn, Vertex, vertices};
use super::page::{Drawing, Page, Parts};
use super::picture::{BLUE, GREY, QUIET, pictured};
use super::row::Row;
use super::stage::Scene;
use super::style::Style;
use super::text;
use super::words::Words;
use crate::study::{AnyStudy, StudyError};
use std::io::{self, Write};

/// More rows are not drawn; one edge less than this leads to them.
pub const MOST: usize = 200;

/// Searches and writes the tree as a flowchart.
///
/// # Errors
/// [`StudyError`] if the search cannot be run, or what writing gives.
pub fn mermaid(study: &dyn AnyStudy, parts: &Parts, style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    let page = Page::focused(study, parts, &pictured(style))?;
    let style = page.style();
    let words = Words::new(&style, &page.tree().header);
    let drawn = Drawn::of(&page, parts, &words, MOST);
    Ok(chart(&drawn, parts.drawing == Drawing::Upright, &words, out)?)
}

/// Writes a state as a flowchart.
///
/// # Errors
/// What writing gives.
pub fn mermaid_step(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    let style = pictured(&scene.style);
    let words = Words::new(&style, scene.header);
    chart(&Drawn::at_step(scene, &words, MOST), false, &words, out)
}

fn chart(drawn: &Drawn, is_upright: bool, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let direction = if is_upright { "TB" } else { "LR" };
    writeln!(out, "flowchart {direction}")?;
    writeln!(out, "  classDef best stroke:#{BLUE},stroke-width:3px")?;
    writeln!(out, "  classDef ghost stroke:#{GREY},stroke-dasharray:4 3,fill:#ffffff,color:#{QUIET}")?;
    if is_step(&drawn.root) {
        writeln!(out, "  classDef pale stroke:#{GREY},color:#{QUIET}")?;
        writeln!(out, "  classDef here stroke:#000000,stroke-width:5px")?;
    }
    let above: Vec<String> = drawn.above().iter().map(|line| escaped(line)).collect();
    writeln!(out, "  about[\"{}\"]", above.join("<br/>"))?;
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
    let lines: Vec<String> = row.lines(words).iter().map(|line| escaped(line)).collect();
    writeln!(out, "  {id}{open}\"{}\"{close}{class}", lines.join("<br/>"))?;
    if row.is_current { writeln!(out, "  class {id} here") } else { Ok(()) }
}

/// Whether a row is what a step is about.
fn is_step(row: &Row) -> bool {
    row.is_current || row.children.iter().any(is_step)
}

/// Returns text that Mermaid takes for text: whatever may be a sign of its own stands there by its number.
fn escaped(text: &str) -> String {
    text::by_letter(text, |letter, safe| match letter {
        '\u{a0}' => safe.push(' '),
        _ if letter.is_alphanumeric() || " .,+=()/:*≤≥∞★…-".contains(letter) => safe.push(letter),
        _ => safe.push_str(&format!("#{};", u32::from(letter))),
    })
}
