//! A search as one page for browsers: the finished tree, and all steps to look at.

use super::list;
use super::nodes::Nodes;
use super::parts::{end, rows, title, top};
use super::shell::{self, Document, embedded};
use super::steps::{Picker, Steps, steps};
use super::tree::drawing;
use crate::cursor::Cursor;
use crate::render::answer::has_no_window;
use crate::render::board::board;
use crate::render::legend::brief;
use crate::render::stage::exact;
use crate::render::style::{Charset, Style};
use crate::render::text::{escaped, grouped};
use crate::render::words::Words;
use crate::study::{AnyStudy, StudyError};
use crate::trace::{Header, Trace};
use crate::tree::{Keep, SearchTree};
use std::io::{self, Write};

/// A tree with at most so many nodes is shown whole.
const MOST_NODES: usize = 400;
/// A search with more events is folded.
const MOST_EVENTS: usize = 2000;
/// A search with more events does not become a page.
const MOST_TOLD: usize = 3_000_000;
/// A longer trace is not kept in the page.
const LONGEST_TRACE: usize = 120_000;

/// Runs the search and writes the page.
///
/// # Errors
/// [`StudyError`] if the search cannot be run, or told twice.
pub fn write(study: &dyn AnyStudy, style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    let style = Style { charset: Charset::Unicode, color: false, ..*style };
    let page = PageOf::new(study, style)?;
    Ok(out.write_all(page.document().as_bytes())?)
}

/// All that a page is made of.
struct PageOf {
    tree: SearchTree,
    nodes: Nodes,
    steps: Option<Steps>,
    /// The number of all events.
    events: usize,
    is_whole: bool,
    trace: Option<String>,
    style: Style,
}

impl PageOf {
    fn new(study: &dyn AnyStudy, style: Style) -> Result<Self, StudyError> {
        let outcome = study.solve()?;
        let again = study.up_to(&outcome);
        let counts = &outcome.statistics;
        let is_small = counts.nodes() <= MOST_NODES as u64 && counts.created <= MOST_EVENTS as u64;
        let is_whole = is_small && study.header().shape.as_ref().is_none_or(|shape| shape.len() <= MOST_NODES);
        let keep = if is_whole { Keep::ALL } else { Keep::FOLDED };
        let tree = again.explain(&keep)?;
        let mut nodes = Nodes::of(&rows(&tree, is_whole, &style));
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
        let trace = if events <= MOST_EVENTS { Some(again.trace()?) } else { None };
        let trace = trace.map(|trace| json_of(&trace)).transpose()?.filter(|text| text.len() <= LONGEST_TRACE);
        let (mut shown, mut style) = (None, style);
        if !picked.is_empty() {
            let mut cursor = Cursor::of_study(&*again)?;
            style = exact(&cursor, style);
            nodes = Nodes::of(&rows(&tree, is_whole, &style));
            let words = Words::new(&style, &tree.header);
            let told = steps(&mut cursor, &picked, &nodes, &words);
            shown = Some(told.map_err(|error| StudyError::Io(io::Error::other(error)))?);
        }
        Ok(Self { tree, nodes, steps: shown, events, is_whole, trace, style })
    }

    /// The whole file.
    fn document(&self) -> String {
        let header = &self.tree.header;
        let words = Words::new(&self.style, header);
        let title = title(header);
        let mut body = format!("<h1><bdi>{}</bdi></h1>\n", escaped(&title));
        body.push_str(&top(&self.tree, &words));
        let mut data = serde_json::Value::Null;
        if let Some(steps) = &self.steps {
            body.push_str(&self.stage(steps, &words));
            body.push_str(&shell::below(&list::log(&steps.told), &list::outline(&self.nodes, &words)));
            data.clone_from(&steps.data);
            data["name"] = serde_json::json!(file_name(header));
            data["star"] = serde_json::json!(words.star().to_string());
            data["cases"] = shell::cases(&words);
        }
        body.push_str(&end(header));
        body.push_str(&shell::foot(self.trace.is_some()));
        let scripts = [
            self.trace.as_ref().map(|trace| embedded("trace", trace)),
            Some(embedded("states", &shell::tame(&data.to_string()))),
        ];
        Document {
            title: &title,
            body,
            data: scripts.into_iter().flatten().collect(),
            has_script: self.steps.is_some(),
        }
        .write()
    }

    /// The tree and what stands beside it.
    fn stage(&self, steps: &Steps, words: &Words<'_>) -> String {
        let header = &self.tree.header;
        let nodes = &self.nodes.all;
        let play = words.line(&self.tree.outcome.pv);
        let name = format!("The search tree, {} rows; best play {play}.", nodes.len());
        let mut said: Vec<String> = brief(words, !has_no_window(header)).into();
        if !self.is_whole {
            said.push(format!(
                "Drawn are best play, and of the other moves the answer that decided; {} of {} steps are shown, those at nodes that are drawn.",
                grouped(steps.told.len() as u64),
                grouped(self.events as u64)
            ));
        }
        let first = steps.told.last().map(|one| one.sentence.as_str()).unwrap_or_default();
        shell::Stage {
            how_to_read: said.join(" "),
            tree: drawing(&self.nodes, steps.widths, words, &name, ""),
            board: header
                .fen
                .as_ref()
                .map(|fen| board(fen, &Style { charset: Charset::Ascii, ..self.style }).join("\n")),
            steps: steps.told.len(),
            sentence: first,
        }
        .write()
    }
}

/// A trace as one JSON document.
fn json_of(trace: &Trace) -> io::Result<String> {
    let mut text = Vec::new();
    trace.write_json(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The name of a file for the trace, of letters that every system takes.
fn file_name(header: &Header) -> String {
    let name: String = header.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
    if name.is_empty() { "trace".to_owned() } else { name }
}
