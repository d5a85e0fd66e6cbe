//! The forms in which a search can be written: one table, a file of each.

use super::html;
use super::page::{Page, Parts};
use super::style::Style;
use crate::study::{AnyStudy, StudyError};
use std::io::Write;

/// A form in which a search can be written.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// A line about it.
    pub description: &'static str,
    /// How the names of such files end, without the dot.
    pub suffixes: &'static [&'static str],
    /// Whether the parts of a page shape it; else it says everything.
    pub has_parts: bool,
    /// Runs the search and writes it.
    pub write: WriteSearch,
}

/// Runs a search and writes it in one of the forms.
pub type WriteSearch = fn(&dyn AnyStudy, &Parts, &Style, &mut dyn Write) -> Result<(), StudyError>;

/// All of them; the first one is for people.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        description: "a page for people",
        suffixes: &["txt"],
        has_parts: true,
        write: |study, parts, style, out| Page::new(study, parts, style)?.write(out),
    },
    Format {
        name: "json",
        description: "the whole trace as one JSON document",
        suffixes: &["json"],
        has_parts: false,
        write: |study, _, _, out| study.json(out),
    },
    Format {
        name: "jsonl",
        description: "the trace as JSON Lines, written while the search runs",
        suffixes: &["jsonl"],
        has_parts: false,
        write: |study, _, _, out| study.json_lines(out),
    },
    Format {
        name: "html",
        description: "a page for browsers, which needs nothing but itself: all steps to look at",
        suffixes: &["html", "htm"],
        has_parts: false,
        write: |study, _, style, out| html::write(study, style, out),
    },
];

/// Returns the format with this name.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Returns the format of files whose names end like this, without the dot.
#[must_use]
pub fn format_of_suffix(suffix: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.suffixes.contains(&suffix))
}
