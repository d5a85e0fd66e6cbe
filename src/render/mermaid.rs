//! Trees as Mermaid flowcharts, which GitHub and many note books draw. They stop at some hundred edges, so the tree is folded
//! to fewer.

use super::drawn::{Drawn, Vertex, vertices};
use super::page::{Drawing, Page, Parts};
use super::picture::{BLUE, GREY, QUIET, pictured};
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
    let direction = if parts.drawing == Drawing::Upright { "TB" } else { "LR" };
    writeln!(out, "flowchart {direction}")?;
    writeln!(out, "  classDef best stroke:#{BLUE},stroke-width:3px")?;
    writeln!(out, "  classDef ghost stroke:#{GREY},stroke-dasharray:4 3,fill:#ffffff,color:#{QUIET}")?;
    let above: Vec<String> = drawn.above().iter().map(|line| escaped(line)).collect();
    writeln!(out, "  about[\"{}\"]", above.join("<br/>"))?;
    Ok(vertices(&drawn.root, &words).iter().try_for_each(|vertex| write_vertex(vertex, &words, out))?)
}

/// Writes a node, and the branch to it.
fn write_vertex(vertex: &Vertex<'_>, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Vertex { row, id, parent, is_max } = vertex;
    let (edge, class) = match row {
        row if row.mark.is_unsearched() => ("-.-", ":::ghost"),
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
    writeln!(out, "  {id}{open}\"{}\"{close}{class}", lines.join("<br/>"))
}

/// Returns text that Mermaid takes for text: whatever may be a sign of its own stands there by its number.
fn escaped(text: &str) -> String {
    text::by_letter(text, |letter, safe| match letter {
        '\u{a0}' => safe.push(' '),
        _ if letter.is_alphanumeric() || " .,+=()/:*≤≥∞★…-".contains(letter) => safe.push(letter),
        _ => safe.push_str(&format!("#{};", u32::from(letter))),
    })
}
