//! A search as one page for browsers, which needs nothing but itself: the finished tree, and all steps to look at.

mod cells;
mod list;
mod nodes;
mod shell;
mod steps;
mod tree;

use super::answer::{answer, cost, has_no_window, passes};
use super::board::board;
use super::facts::{change_sentences, score_sentence, search_sentence};
use super::legend::brief;
use super::row::Row;
use super::stage::exact;
use super::style::{Charset, Style};
use super::text::{escaped, grouped};
use super::words::Words;
use crate::cursor::Cursor;
use crate::study::{AnyStudy, StudyError};
use crate::trace::{Header, Trace};
use crate::tree::{Keep, SearchTree};
use nodes::Nodes;
pub use shell::trace_in;
use shell::{Document, embedded};
use std::io::{self, Write};
use steps::{Picker, Steps, steps};

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
        body.push_str(&self.top(&words));
        let mut data = serde_json::Value::Null;
        if let Some(steps) = &self.steps {
            body.push_str(&self.stage(steps, &words));
            body.push_str(&shell::below(&list::log(&steps.told), &list::outline(&self.nodes, &words)));
            data.clone_from(&steps.data);
            data["name"] = serde_json::json!(file_name(header));
            data["star"] = serde_json::json!(words.star().to_string());
            data["cases"] = shell::cases(&words);
        }
        body.push_str(&self.end());
        let scripts =
            [self.trace.as_ref().map(|trace| embedded("trace", trace)), Some(embedded("states", &data.to_string()))];
        Document {
            title: &title,
            body,
            data: scripts.into_iter().flatten().collect(),
            has_script: self.steps.is_some(),
        }
        .write()
    }

    /// What was searched, what came out, and the lesson's question.
    fn top(&self, words: &Words<'_>) -> String {
        let header = &self.tree.header;
        let mut sentences = vec![search_sentence(header), score_sentence(header, self.style.view)];
        sentences.extend(change_sentences(header, words));
        let mut out = format!("<p>{}</p>\n<dl class=\"found\">\n", escaped(&sentences.join(" ")));
        let mut facts = answer(&self.tree, words, false);
        if self.tree.outcome.ending.is_none() {
            facts.extend(cost(&self.tree, None));
        }
        for (index, (label, text)) in facts.iter().enumerate() {
            let behind = if index == 0 { "" } else { "</div>" };
            let label =
                if label.is_empty() { String::new() } else { format!("{behind}<div><dt>{}</dt>", escaped(label)) };
            out.push_str(&format!("{label}<dd>{}</dd>\n", escaped(text)));
        }
        out.push_str("</div></dl>\n");
        let mut summary = Vec::new();
        if 1 < self.tree.passes.len() && passes(&self.tree, words, &mut summary).is_ok() {
            out.push_str(&format!("<pre>{}</pre>\n", escaped(String::from_utf8_lossy(&summary).trim())));
        }
        if !header.ask.is_empty() {
            out.push_str(&format!("<p class=\"ask\"><b>Question.</b> {}</p>\n", escaped(&header.ask)));
        }
        out
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
            tree: tree::tree(&self.nodes, steps.widths, words, &name),
            board: header
                .fen
                .as_ref()
                .map(|fen| board(fen, &Style { charset: Charset::Ascii, ..self.style }).join("\n")),
            steps: steps.told.len(),
            sentence: first,
        }
        .write()
    }

    /// What stands last: the note, the answer, how to get the trace.
    fn end(&self) -> String {
        let header = &self.tree.header;
        let mut out = String::new();
        if !header.note.is_empty() {
            out.push_str(&format!("<p>{}</p>\n", escaped(&header.note)));
        }
        if !header.answer.is_empty() {
            let (ask, answer) = (escaped(&header.ask), escaped(&header.answer));
            out.push_str(&format!(
                "<details class=\"answer\"><summary>{ask} <b>Answer</b></summary><p>{answer}</p></details>\n\
                 <p class=\"on-paper\"><b>Answer.</b> {answer}</p>\n"
            ));
        }
        out.push_str(&shell::foot(self.trace.is_some()));
        out
    }
}

/// A trace as one JSON document.
fn json_of(trace: &Trace) -> io::Result<String> {
    let mut text = Vec::new();
    trace.write_json(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The rows of the finished tree; of a big one best play, all root moves, and the answer to each.
fn rows(tree: &SearchTree, is_whole: bool, style: &Style) -> Row {
    let words = Words::new(style, &tree.header);
    let mut root = Row::of(&words, &tree.root);
    if !is_whole {
        for answer in root.children.iter_mut().flat_map(|child| &mut child.children) {
            if !answer.on_pv {
                answer.children.clear();
            }
        }
    }
    root
}

fn title(header: &Header) -> String {
    let texts = [&header.title, &header.name].into_iter().chain(&header.fen);
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or(&header.algorithm).clone()
}

/// The name of a file for the trace, of letters that every system takes.
fn file_name(header: &Header) -> String {
    let name: String = header.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
    if name.is_empty() { "trace".to_owned() } else { name }
}
