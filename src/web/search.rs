//! A search with everything that a page shows about it: the finished tree, the steps, the trace.

use super::cells::Nodes;
use super::steps::{Steps, StepsBuilder};
use super::survey::{Picker, Survey};
use crate::core::score::Bound;
use crate::core::study::{AnyStudy, StudyError};
use crate::core::trace::Trace;
use crate::core::tree::{Keep, SearchTree};
use crate::explain::folded::folded_rows;
use crate::explain::horizon::{Horizon, horizon};
use crate::page::row::Row;
use crate::page::style::{Charset, Style};
use crate::page::text::wrapped;
use crate::page::words::Words;
use crate::step::exact;
use std::io;

/// The maximum number of nodes of a tree that the page shows completely.
const MOST_NODES: usize = 400;
/// If the search of a game has more nodes than this, its tree is folded.
const MOST_ROWS: u64 = 60;
/// If a search has more events than this, its tree is folded.
const MOST_EVENTS: usize = 2000;
/// The maximum length of a trace that the page contains.
const LONGEST_TRACE: usize = 120_000;

pub(super) struct PageSearch {
    pub tree: SearchTree,
    pub nodes: Nodes,
    /// The steps that are shown, if any.
    pub steps: Option<Steps>,
    pub events: usize,
    /// Whether every node is drawn.
    pub is_whole: bool,
    /// The trace, if requested, and short enough to store in the page.
    pub trace: Option<String>,
    /// Whether an upright drawing must be narrow, for a phone.
    pub is_narrow: bool,
    /// The warning about what the search could not see at the end of the best line.
    pub horizon: Option<Horizon>,
    /// The style, with as many decimals as the scores need.
    pub style: Style,
}

impl PageSearch {
    /// Runs the search twice: for the finished tree, and for the steps.
    pub(super) fn new(study: &dyn AnyStudy, style: &Style, has_trace: bool) -> Result<Self, StudyError> {
        let style = Style { charset: Charset::Unicode, color: false, ..*style };
        let folded = study.explain(&Keep::FOLDED)?;
        let again = study.up_to(&folded.outcome);
        let counts = &folded.outcome.statistics;
        let is_short = counts.created <= MOST_EVENTS as u64;
        let is_small = counts.nodes() <= MOST_NODES as u64 && is_short;
        // A hand-written tree is shown in full. The tree of a game is folded if it has too many rows to read.
        let drawn = counts.nodes() + counts.skipped;
        let is_whole = is_small
            && match &study.header().shape {
                Some(shape) => shape.len() <= MOST_NODES,
                None => drawn <= MOST_ROWS,
            };
        let kept = is_short.then(|| again.trace()).transpose()?;
        let source: &dyn AnyStudy = kept.as_ref().map_or(&*again, |kept| kept);
        let tree = if is_whole { source.explain(&Keep::ALL)? } else { folded };
        let mut nodes = Nodes::of(&rows(&tree, is_whole, &style));
        let words = Words::new(&style, &tree.header);
        let mut survey = Survey::new(Picker { nodes: &nodes, is_whole }, &words, &tree.header);
        source.record(&mut survey)?;
        let (events, last) = (survey.events(), survey.steps);
        let plain = style;
        let style = if last == 0 { style } else { exact(&tree.header, survey.decimals(), style) };
        let seen = survey.finish();
        let mut steps = None;
        if last != 0 {
            if style != plain {
                nodes = Nodes::of(&rows(&tree, is_whole, &style));
            }
            let words = Words::new(&style, &tree.header);
            steps = Some(StepsBuilder::build(Picker { nodes: &nodes, is_whole }, &words, &tree.header, seen));
        }
        let trace = kept.filter(|_| has_trace && events <= MOST_EVENTS).as_ref().map(json_of).transpose()?;
        let trace = trace.filter(|text| text.len() <= LONGEST_TRACE);
        let horizon = horizon(&tree, &*again, &Words::new(&style, &tree.header));
        Ok(Self { tree, nodes, steps, events, is_whole, trace, is_narrow: false, horizon, style })
    }
}

/// Returns the rows of the finished tree; for a big tree, the best line, and the other root moves grouped by the reply
/// that refutes them.
fn rows(tree: &SearchTree, is_whole: bool, style: &Style) -> Row {
    let words = Words::new(style, &tree.header).with_lines();
    let mut root = if is_whole { Row::of(&words, &tree.root) } else { folded_rows(tree, &[], &words) };
    root.score = tree.outcome.score.map(|score| (words.perspective.score(score, 0), Bound::Exact));
    name_answers(&mut root, &words);
    narrow(&mut root);
    root
}

/// The width of the text below the name of a row; narrower below a row of several moves, whose scores must be visible
/// on a phone.
const NOTES: [usize; 2] = [44, 40];

/// Makes a row of several moves as narrow as that of a single move: its name is the number of moves, and everything
/// else is below the name.
fn narrow(row: &mut Row) {
    let is_node = row.lines.len() == 1;
    let mut text = row.notes.join(" ");
    if let Some(at) = row.name.find([':', ',']).filter(|_| !is_node) {
        text = format!("{} {text}", row.name[at + 1..].trim());
        row.name.truncate(at + 1);
    }
    // Keep related text on one line.
    let text = text.replace(": ", ":\u{a0}");
    row.notes = if text.trim().is_empty() { Vec::new() } else { wrapped(text.trim(), NOTES[usize::from(!is_node)]) };
    row.children.iter_mut().for_each(narrow);
}

/// Names a row of several moves by the reply that refutes them. The effect of the reply is described below the name,
/// because the scores are next to the name.
fn name_answers(row: &mut Row, words: &Words<'_>) {
    for child in &mut row.children {
        name_answers(child, words);
        let [line, _, ..] = child.lines.as_slice() else { continue };
        let Some((name, before)) = line.split_last() else { continue };
        if let Some(held) = child.name.strip_prefix(&words.reply(name, before.len())) {
            child.notes = vec![held.trim().to_owned()];
            child.name = words.mv(name, before.len());
        }
    }
}

fn json_of(trace: &Trace) -> io::Result<String> {
    let mut text = Vec::new();
    trace.write_json(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
