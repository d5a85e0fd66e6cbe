//! The formats in which a search can be written: one table, one file each.

use crate::core::recording::{Csv, Part, TraceSelection};
use crate::core::study::{AnyStudy, StudyError};
use crate::core::text::write_json;
use crate::core::trace::{JsonDocument, JsonLines};
use crate::explain::{Page, PageOptions};
use crate::page::style::Style;
use crate::page::words::Words;
use crate::picture;
use crate::picture::drawn::Drawn;
use crate::picture::graph::{dot, markdown, mermaid};
use crate::picture::svg::svg;
use crate::picture::tikz::{fragment, tikz};
use crate::picture::{Figure, MOST_ROWS, graph, pictured};
use crate::step::{Scene, json, page};
use crate::web;
use std::io::{self, Write};

/// A format in which a search can be written.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The format's name on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub description: &'static str,
    /// The extensions of files in this format, without the dot.
    pub suffixes: &'static [&'static str],
    /// Which parts of a page affect the format.
    pub shaped_by: ShapedBy,
    /// Runs the search and writes it.
    pub write: WriteSearch,
    /// Writes the state at one step, if the format supports it.
    pub write_step: Option<WriteStep>,
    /// Writes several states side by side, if the format supports it.
    pub write_strip: Option<WriteStrip>,
}

/// Which parts of a page affect an output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapedBy {
    /// All parts.
    Page,
    /// The options that select how much of the tree is drawn, and how.
    Tree,
    /// The options of [`Tree`](Self::Tree), plus the options that omit parts of a picture.
    Picture,
    /// The focus and the distance from it; omitted parts are only counted.
    Part,
    /// No parts: the format always contains everything.
    Nothing,
}

/// Runs a search and writes it in one of the formats.
pub type WriteSearch = fn(&dyn AnyStudy, &PageOptions, &Style, &mut dyn Write) -> Result<(), StudyError>;
/// Writes a state in one of the formats.
pub type WriteStep = fn(&Scene<'_>, &mut dyn Write) -> io::Result<()>;

/// Writes several states, each with a letter, in one of the formats.
pub type WriteStrip = fn(&[Scene<'_>], &mut dyn Write) -> io::Result<()>;

/// All formats; the first is for people.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        description: "text for people to read",
        suffixes: &["txt"],
        shaped_by: ShapedBy::Page,
        write: |study, parts, style, out| Page::new(study, parts, style)?.write(out),
        write_step: Some(|scene, out| writeln!(out, "{}", page(scene, scene.style.width).join("\n"))),
        write_strip: None,
    },
    Format {
        name: "json",
        description: "the whole trace as one JSON document",
        suffixes: &["json"],
        shaped_by: ShapedBy::Part,
        write: |study, parts, _, out| write_document(study, parts, out),
        write_step: Some(|scene, out| write_json(&json(scene.state), out)),
        write_strip: None,
    },
    Format {
        name: "jsonl",
        description: "the trace as JSON Lines, written while the search runs",
        suffixes: &["jsonl"],
        shaped_by: ShapedBy::Part,
        write: |study, parts, _, out| write_lines(study, parts, out),
        write_step: None,
        write_strip: None,
    },
    Format {
        name: "csv",
        description: "the events as a table with plain columns, for data frames and spreadsheets",
        suffixes: &["csv"],
        shaped_by: ShapedBy::Part,
        write: |study, parts, _, out| write_table(study, parts, out),
        write_step: None,
        write_strip: None,
    },
    Format {
        name: "svg",
        description: "a picture, for browsers and slides",
        suffixes: &["svg"],
        shaped_by: ShapedBy::Picture,
        write: |study, parts, style, out| Ok(svg(&picture::search(study, parts, style)?, out)?),
        write_step: Some(|scene, out| svg(&picture::step(scene), out)),
        write_strip: Some(|scenes, out| svg(&picture::strip(scenes), out)),
    },
    Format {
        name: "tikz",
        description: "a picture as a LaTeX document for papers, or with --bare for \\input",
        suffixes: &["tex"],
        shaped_by: ShapedBy::Picture,
        write: |study, parts, style, out| Ok(latex(parts.bare)(&picture::search(study, parts, style)?, out)?),
        write_step: Some(|scene, out| latex(scene.look.bare)(&picture::step(scene), out)),
        write_strip: Some(|scenes, out| tikz(&picture::strip(scenes), out)),
    },
    Format {
        name: "dot",
        description: "the tree as a graph, for Graphviz",
        suffixes: &["dot", "gv"],
        shaped_by: ShapedBy::Picture,
        write: |study, parts, style, out| write_drawn(study, parts, style, DOT, out),
        write_step: Some(|scene, out| write_drawn_step(scene, DOT, out)),
        write_strip: None,
    },
    Format {
        name: "mermaid",
        description: "the tree as a flowchart of at most 200 nodes, for GitHub",
        suffixes: &["mmd"],
        shaped_by: ShapedBy::Picture,
        write: |study, parts, style, out| write_drawn(study, parts, style, MERMAID, out),
        write_step: Some(|scene, out| write_drawn_step(scene, MERMAID, out)),
        write_strip: None,
    },
    Format {
        name: "markdown",
        description: "the answer and the tree as a table, for notes",
        suffixes: &["md"],
        shaped_by: ShapedBy::Tree,
        write: |study, parts, style, out| write_drawn(study, parts, style, MARKDOWN, out),
        write_step: Some(|scene, out| write_drawn_step(scene, MARKDOWN, out)),
        write_strip: None,
    },
    Format {
        name: "html",
        description: "a self-contained page for browsers, with all steps",
        suffixes: &["html", "htm"],
        shaped_by: ShapedBy::Nothing,
        write: |study, _, style, out| web::write(study, style, out),
        write_step: None,
        write_strip: None,
    },
];

/// Returns the function that writes a picture in LaTeX: a document, or a part of one.
fn latex(is_bare: bool) -> fn(&Figure, &mut dyn Write) -> io::Result<()> {
    if is_bare { fragment } else { tikz }
}

/// The requested part of the trace, or `None` if the whole trace is requested.
fn told(parts: &PageOptions) -> Option<TraceSelection> {
    let told = TraceSelection { focus: parts.question.line().to_vec(), plies: parts.plies, every: parts.every };
    (told != TraceSelection::default()).then_some(told)
}

fn write_document(study: &dyn AnyStudy, parts: &PageOptions, out: &mut dyn Write) -> Result<(), StudyError> {
    let Some(told) = told(parts) else { return study.json(out) };
    let mut part = Part::new(JsonDocument::new(out, study.header())?, told);
    let outcome = study.record(&mut part)?;
    part.end()?.finish(&outcome)?;
    Ok(())
}

fn write_lines(study: &dyn AnyStudy, parts: &PageOptions, out: &mut dyn Write) -> Result<(), StudyError> {
    let Some(told) = told(parts) else { return study.json_lines(out) };
    let mut part = Part::new(JsonLines::new(out, study.header())?, told);
    let outcome = study.record(&mut part)?;
    part.end()?.finish(&outcome)?;
    Ok(())
}

fn write_table(study: &dyn AnyStudy, parts: &PageOptions, out: &mut dyn Write) -> Result<(), StudyError> {
    let mut part = Part::new(Csv::new(out, study.header().scale())?, told(parts).unwrap_or_default());
    study.record(&mut part)?;
    part.end()?.finish()?;
    Ok(())
}

/// The maximum number of rows, and how a drawing is written.
type WriteDrawn = (usize, fn(&Drawn, &Words<'_>, &mut dyn Write) -> io::Result<()>);

const DOT: WriteDrawn = (MOST_ROWS, dot);
const MERMAID: WriteDrawn = (graph::MOST, mermaid);
const MARKDOWN: WriteDrawn = (MOST_ROWS, markdown);

/// Runs a search and writes its drawing.
fn write_drawn(
    study: &dyn AnyStudy,
    parts: &PageOptions,
    style: &Style,
    (most, write): WriteDrawn,
    out: &mut dyn Write,
) -> Result<(), StudyError> {
    let page = Page::focused(study, parts, &pictured(style))?;
    let style = page.style();
    let words = Words::new(&style, &page.tree().header);
    Ok(write(&Drawn::of(&page, parts, &words, most), &words, out)?)
}

/// Writes the drawing of a state.
fn write_drawn_step(scene: &Scene<'_>, (most, write): WriteDrawn, out: &mut dyn Write) -> io::Result<()> {
    let style = pictured(&scene.style);
    let words = Words::new(&style, scene.header);
    write(&Drawn::at_step(scene, &words, most), &words, out)
}

/// Returns the format with this name.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
