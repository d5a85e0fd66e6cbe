//! A search with all that a page shows of it: the finished tree, the steps, the trace.

use super::nodes::Nodes;
use super::parts::rows;
use super::steps::{Picker, Steps, steps};
use crate::cursor::Cursor;
use crate::render::stage::exact;
use crate::render::style::Style;
use crate::render::text::grouped;
use crate::render::words::Words;
use crate::study::{AnyStudy, StudyError};
use crate::trace::Trace;
use crate::tree::{Keep, SearchTree};
use std::io;

/// A tree with at most so many nodes is shown whole.
const MOST_NODES: usize = 400;
/// A search with more events is folded.
const MOST_EVENTS: usize = 2000;
/// A search with more events does not become a page.
const MOST_TOLD: usize = 3_000_000;
/// A longer trace is not kept in the page.
const LONGEST_TRACE: usize = 120_000;

/// All that a page is made of.
pub struct Search {
    /// The finished tree.
    pub tree: SearchTree,
    /// The nodes that are drawn.
    pub nodes: Nodes,
    /// The steps that are shown, if there is one.
    pub steps: Option<Steps>,
    /// The number of all events.
    pub events: usize,
    /// Whether every node is drawn.
    pub is_whole: bool,
    /// The trace, if it is wanted, and short enough to be kept in the page.
    pub trace: Option<String>,
    /// How it looks, with as many decimals as the scores need.
    pub style: Style,
}

impl Search {
    /// Runs the search, several times; once more if the trace is wanted.
    ///
    /// # Errors
    /// [`StudyError`] if the search cannot be run, or is too long.
    pub fn new(study: &dyn AnyStudy, style: Style, has_trace: bool) -> Result<Self, StudyError> {
        let outcome = study.solve()?;
        let again = study.up_to(&outcome);
        let counts = &outcome.statistics;
        let is_small = counts.nodes() <= MOST_NODES as u64 && counts.created <= MOST_EVENTS as u64;
        let is_whole = is_small && study.header().shape.as_ref().is_none_or(|shape| shape.len() <= MOST_NODES);
        let keep = if is_whole { Keep::ALL } else { Keep::FOLDED };
        let tree = again.explain(&keep)?;
        let mut nodes = Nodes::of(&tree.root, &rows(&tree, is_whole, &style));
        let mut picker = Picker::new(&nodes, is_whole);
        again.record(&mut picker)?;
        let (events, picked) = (picker.count, picker.steps);
        if MOST_TOLD < events {
            let text = format!(
                "a search of {} events is too long to be shown step by step in a page; search less deep, or with --nodes N",
                grouped(events as u64)
            );
            return Err(io::Error::other(text).into());
        }
        let trace = if has_trace && events <= MOST_EVENTS { Some(again.trace()?) } else { None };
        let trace = trace.map(|trace| json_of(&trace)).transpose()?.filter(|text| text.len() <= LONGEST_TRACE);
        let (mut shown, mut style) = (None, style);
        if !picked.is_empty() {
            let mut cursor = Cursor::of_study(&*again)?;
            style = exact(&cursor, style);
            nodes = Nodes::of(&tree.root, &rows(&tree, is_whole, &style));
            let words = Words::new(&style, &tree.header);
            let told = steps(&mut cursor, &picked, &nodes, &words);
            shown = Some(told.map_err(|error| StudyError::Io(io::Error::other(error)))?);
        }
        Ok(Self { tree, nodes, steps: shown, events, is_whole, trace, style })
    }
}

/// A trace as one JSON document.
fn json_of(trace: &Trace) -> io::Result<String> {
    let mut text = Vec::new();
    trace.write_json(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
