//! Trees as Mermaid flowcharts, which GitHub and many note books draw. They stop at some hundred edges, so the tree is folded
//! to fewer.

use super::comparison::Mark;
use super::drawn::Drawn;
use super::page::{Drawing, Page, Parts};
use super::picture::pictured;
use super::row::Row;
use super::style::Style;
use super::text::visible;
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
    if !drawn.title.is_empty() {
        // A string of JSON is one of YAML, too.
        writeln!(out, "---\ntitle: {}\n---", serde_json::Value::from(visible(&drawn.title)))?;
    }
    writeln!(out, "flowchart {direction}")?;
    writeln!(out, "  classDef best stroke:#0072b2,stroke-width:3px")?;
    writeln!(out, "  classDef ghost stroke:#767676,stroke-dasharray:4 3,fill:#ffffff,color:#595959")?;
    let above: Vec<String> = drawn.above().iter().map(|line| escaped(line)).collect();
    writeln!(out, "  about[\"{}\"]", above.join("<br/>"))?;
    node(&drawn.root, "n", 0, &words, out)?;
    Ok(())
}

fn node(row: &Row, id: &str, ply: usize, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let lines: Vec<String> = row.lines(words).iter().map(|line| escaped(line)).collect();
    let (open, close) = match (row.window.is_some(), words.perspective.is_max(ply)) {
        (true, true) => ("[/", "\\]"),
        (true, false) => ("[\\", "/]"),
        (false, _) => ("[", "]"),
    };
    let class = match row.mark {
        Mark::NotSearched | Mark::Pruned(_) => ":::ghost",
        _ if row.on_pv => ":::best",
        _ => "",
    };
    writeln!(out, "  {id}{open}\"{}\"{close}{class}", lines.join("<br/>"))?;
    for (index, child) in row.children.iter().enumerate() {
        let below = format!("{id}_{index}");
        let edge = match child.mark {
            Mark::NotSearched | Mark::Pruned(_) => "-.-",
            _ if child.on_pv => "===",
            _ => "---",
        };
        writeln!(out, "  {id} {edge} {below}")?;
        node(child, &below, ply + 1, words, out)?;
    }
    Ok(())
}

/// Returns text that Mermaid takes for text: whatever may be a sign of its own stands there by its number.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '\u{a0}' => safe.push(' '),
            _ if letter.is_alphanumeric() || " .,+=()/:*≤≥∞★…-".contains(letter) => safe.push(letter),
            _ => safe.push_str(&format!("#{};", u32::from(letter))),
        }
    }
    safe
}
