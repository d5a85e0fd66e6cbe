//! The guided tour: ten stops on one small tree, from its leaves to deep cutoffs, each with a question.

mod stops;
mod whole;

use super::cells::{Cell, Cells, Nodes};
use super::search::PageSearch;
use super::steps::{Maker, frame_json};
use crate::core::cursor::{Follower, State};
use crate::core::game::{Movers, TreeGame, TreeMove};
use crate::core::hooks::Event;
use crate::core::score::{Interval, Score};
use crate::core::search::{Fail, Order, Settings};
use crate::core::study::{AnyStudy, Study, StudyError};
use crate::core::trace::{Header, Record};
use crate::core::tree::{Keep, SearchTree};
use crate::exercise::PaperTree;
use crate::lessons::model::Overlay;
use crate::page::comparison::View;
use crate::page::escape;
use crate::page::row::Row;
use crate::page::style::Style;
use crate::page::text::in_words;
use crate::page::words::Words;
use crate::step::{Choice, exact};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::fmt::Write;
use std::io;

/// A tour in the form that a page contains.
pub(super) struct Tour {
    /// The content of the page: the stops with their questions, for readers with and without scripts.
    pub text: String,
    /// The data for the script: the frames, in the form of the steps of a search.
    pub data: Value,
    /// The widths of the three columns after the tree, in characters.
    pub widths: [usize; 3],
}

impl Tour {
    /// Makes the tour of a search, if its lesson offers a tour and its tree supports one.
    pub(super) fn of(search: &PageSearch) -> Result<Option<Self>, StudyError> {
        let header = &search.tree.header;
        let (true, true, Some(tree)) = (header.tour, search.is_whole, PaperTree::of(header)) else { return Ok(None) };
        // The nodes of the drawing have the same numbers as those of the tree on paper.
        let parents = |node: usize| (search.nodes.all[node].parent, tree.node(node).parent);
        let is_same = search.nodes.all.len() == tree.nodes().len()
            && (0..tree.nodes().len()).map(parents).all(|(drawn, written)| drawn == written);
        if !is_same || tree.movers() != Movers::default() || header.leaves.is_some() || tree.height() < 2 {
            return Ok(None);
        }
        let letters = Letters::new(&tree, search.style)?;
        let stops = stops::all(&letters, search)?;
        Ok(Some(Self::written(&letters, &stops)))
    }

    fn written(letters: &Letters<'_>, stops: &[TourStop]) -> Self {
        let words = letters.words();
        let mut cells = Cells::new(&letters.nodes, &words);
        let mut maker = Maker::new(&letters.nodes, &words, letters.scale.clone());
        let (mut steps, mut sentences) = (Vec::new(), Vec::new());
        for (number, stop) in stops.iter().enumerate() {
            for frame in &stop.frames {
                let mut now = frame.state.clone();
                now.insert("stop".to_owned(), json!(number));
                cells.take_all(&frame.cells);
                steps.push(maker.step(now, &cells.changed(), &frame.ask));
                sentences.push(frame.text.as_str());
            }
        }
        let mut data = frame_json(&letters.nodes, &words, &letters.scale, &[], steps);
        data["sentences"] = json!(sentences);
        data["sides"] = json!([letters.side(0), words.perspective.side(1)]);
        if letters.tree.has_moves() {
            data["names"] = letters.nodes.all.iter().map(|shown| shown.row.name.as_str()).collect();
        }
        Self { text: text(stops), data, widths: cells.widths }
    }
}

/// Returns the stops as text: for each, the topic, the question, and the answer in a collapsed element.
fn text(stops: &[TourStop]) -> String {
    let mut out = format!(
        "<section class=\"tour\" aria-label=\"The tour\">\n<h2>The tour: {} stops in this tree</h2>\n<ol>\n",
        in_words(stops.len() as u64)
    );
    for (number, stop) in stops.iter().enumerate() {
        let _ = write!(out, "<li><a href=\"#tour={0}\">{0}. <span>{1}</span></a>", number + 1, stop.title);
        if let (Some(first), Some(choice)) = (stop.frames.first(), stop.frames.iter().find_map(|one| one.ask.first())) {
            let answer = format!("{}: {}", choice.options[choice.right], choice.reason);
            let _ = write!(
                out,
                "<div class=\"told\"><p>{}</p><details><summary>{}</summary><p>{}</p></details></div>",
                escape::xml(&first.text),
                escape::xml(&choice.text),
                escape::xml(&answer)
            );
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n<p class=\"scripted\"><a href=\"#step=1\">All steps of the search</a></p>\n</section>\n");
    out
}

/// A stop of the tour, about one idea.
struct TourStop {
    /// The name of the stop.
    pub title: &'static str,
    /// The frames; the first one leads to the question.
    pub frames: Vec<Frame>,
}

/// One picture of a stop.
#[derive(Clone)]
struct Frame {
    pub text: String,
    /// The text next to each node.
    pub cells: Vec<Cell>,
    /// Further data for the script, in the form of a step of a search.
    pub state: Map<String, Value>,
    pub ask: Vec<Choice>,
}

impl Frame {
    /// Returns a frame about the node `at`, with the best line along `pv`.
    fn new(text: String, cells: Vec<Cell>, at: Option<usize>, pv: &[usize]) -> Self {
        let state = [("at".to_owned(), json!(at)), ("pv".to_owned(), json!(pv))].into_iter().collect();
        Self { text, cells, state, ask: Vec::new() }
    }

    /// Makes the page ask this question before it shows the frame.
    fn asking(self, choice: Choice) -> Self {
        Self { ask: vec![choice], ..self }
    }

    /// Adds data for the script. With `aside`, only a click on the node leads to the frame; with `real`, the page shows
    /// a step of its own search instead of the frame.
    fn with(mut self, name: &str, value: Value) -> Self {
        self.state.insert(name.to_owned(), value);
        self
    }
}

/// Returns a question with these options, or `None` if there is only one option.
fn choice(text: String, mut options: Vec<String>, right: &str, reason: String) -> Option<Choice> {
    let mut seen = HashSet::new();
    options.retain(|option| seen.insert(option.clone()));
    let right = options.iter().position(|option| option == right)?;
    (1 < options.len()).then_some(Choice { text, options, right, reason })
}

/// The tree and its search, event by event. Nodes have the same numbers as in the tree.
struct Letters<'a> {
    pub tree: &'a PaperTree,
    /// The subject and settings of the search.
    pub header: Header,
    pub nodes: Nodes,
    /// All scores of the number line, sorted.
    pub scale: Vec<Score>,
    pub moments: Vec<TourMoment>,
    style: Style,
}

/// The state after an event.
struct TourMoment {
    pub state: State,
    /// The text next to the nodes.
    pub cells: Vec<Cell>,
}

impl<'a> Letters<'a> {
    /// Searches the unchanged tree.
    fn new(tree: &'a PaperTree, style: Style) -> Result<Self, StudyError> {
        let study = study(tree, Order::None)?;
        let trace = study.trace()?;
        let finished = trace.explain(&Keep::ALL)?;
        let mut follower = Follower::default();
        let follow = |record: &Record| {
            follower.take(record);
            follower.change(record)
        };
        let states: Vec<State> = trace.records.iter().map(follow).collect();
        let style = exact(&finished.header, follower.decimals(), Style { view: View::Minimax, ..style });
        let words = Words::new(&style, &finished.header).with_lines();
        let nodes = Nodes::of(&Row::of(&words, &finished.root));
        let mut cells = Cells::new(&nodes, &words);
        let moment = |state: State| {
            cells.take(&state);
            TourMoment { state, cells: cells.now.clone() }
        };
        let moments = states.into_iter().map(moment).collect();
        let mut scale: Vec<Score> = tree.leaves().map(|leaf| tree.node(leaf).value).collect();
        scale.extend([Score::MIN, Score::MAX]);
        scale.sort_unstable();
        scale.dedup();
        Ok(Self { tree, header: finished.header, nodes, scale, moments, style })
    }

    fn words(&self) -> Words<'_> {
        Words::new(&self.style, &self.header)
    }

    fn score(&self, score: Score) -> String {
        self.style.score(score)
    }

    fn name(&self, node: usize) -> &str {
        if node == 0 { "the root" } else { &self.tree.node(node).name }
    }

    fn side(&self, node: usize) -> &'static str {
        self.words().perspective.side(self.tree.node(node).ply)
    }

    fn node(&self, line: &[String]) -> usize {
        self.nodes.at(line).unwrap_or_default()
    }

    /// Returns the smallest difference between scores of this tree.
    fn unit(&self) -> i32 {
        [1000, 100, 10, 1][self.style.decimals.min(3)]
    }

    /// Returns the minimax values that all nodes would have if the leaf `changed` had another value.
    fn values(&self, changed: Option<(usize, Score)>) -> Vec<Score> {
        let own = |leaf: usize| match changed {
            Some((other, score)) if other == leaf => Interval::point(score),
            _ => Interval::point(self.tree.node(leaf).value),
        };
        (0..self.tree.nodes().len()).map(|node| self.tree.interval(node, &own).low).collect()
    }

    /// Returns the best line for these node values; among equally good lines, the first.
    fn best_play(&self, values: &[Score]) -> Vec<usize> {
        let next =
            |&node: &usize| self.tree.node(node).children.iter().copied().find(|&child| values[child] == values[node]);
        std::iter::successors(Some(0), next).skip(1).collect()
    }

    /// Returns the number of the event at which a node is entered.
    fn entered(&self, node: usize) -> Option<usize> {
        let is_it = |moment: &TourMoment| {
            matches!(moment.state.event.event, Event::Enter { .. }) && self.node(&moment.state.subject()) == node
        };
        self.moments.iter().position(is_it)
    }

    /// Returns the finished tree of a search with another move ordering, and the number of leaves evaluated.
    fn in_order(&self, order: Order) -> Result<(Vec<Cell>, u64), StudyError> {
        let SearchTree { root, outcome, .. } = study(self.tree, order)?.explain(&Keep::ALL)?;
        let words = self.words().with_lines();
        let nodes = Nodes::of(&Row::of(&words, &root));
        Ok((nodes.all.iter().map(|shown| Cell::of(&shown.row, &words)).collect(), outcome.statistics.leaves))
    }
}

/// Returns an alpha-beta search of the tree, fail-soft as in every lesson.
fn study(tree: &PaperTree, order: Order) -> Result<Study<TreeGame, Overlay<TreeMove>>, StudyError> {
    let settings = Settings { depth: tree.height() as u32, order, fail: Some(Fail::Soft), ..Settings::default() };
    // Use the hooks of lessons, so that the program has only one type of study for trees.
    let study = Study::new(tree.game(), Overlay::default(), settings).map_err(io::Error::other)?;
    Ok(study.with_whole_tree())
}
