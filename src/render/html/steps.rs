//! The states of a search as the page's script takes them: all that is shown at each step, and only what changes.

use super::cells::{Cell, Cells};
use super::nodes::Nodes;
use super::shell::cases;
use crate::cursor::{Cursor, CursorError, State};
use crate::hooks::{Event, Verdict};
use crate::render::answer::has_no_window;
use crate::render::stage::{
    Choice, Seen, Setter, best_here, counts, played, questions, seen, sentence, window_question,
};
use crate::render::words::Words;
use crate::score::Score;
use crate::trace::{Header, Record, Sink};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Seek};

/// Notes which events are about nodes that the page shows.
pub struct Picker<'a> {
    nodes: &'a Nodes,
    /// Whether every event counts.
    is_whole: bool,
    /// The number of events.
    pub count: usize,
    /// The numbers of those that are shown, from 1.
    pub steps: Vec<usize>,
}

impl<'a> Picker<'a> {
    /// Picks all events of a whole tree, else those about kept nodes that say more than that a node exists.
    pub fn new(nodes: &'a Nodes, is_whole: bool) -> Self {
        Self { nodes, is_whole, count: 0, steps: Vec::new() }
    }
}

impl Sink for Picker<'_> {
    fn take(&mut self, record: Record<'_>) -> io::Result<()> {
        self.count += 1;
        let is_told = !matches!(record.event, Event::Created { .. } | Event::Ordered { .. });
        let line: Vec<String> = record.subject().iter().map(str::to_owned).collect();
        if self.is_whole || is_told && self.nodes.at(&line).is_some() {
            self.steps.push(self.count);
        }
        Ok(())
    }
}

/// A step as the log of the page has it.
#[derive(Clone, Debug)]
pub struct Told {
    /// The number of the event in the search.
    pub event: usize,
    /// What happened.
    pub sentence: String,
    /// Half-moves from the root to where it happened.
    pub ply: usize,
    /// Whether it is a cutoff.
    pub is_cutoff: bool,
    /// What can be asked before it.
    pub asked: Vec<Choice>,
}

/// All steps of a page.
pub struct Steps {
    /// What the log says.
    pub told: Vec<Told>,
    /// What the script takes: `scale`, the scores in their order; `boards`; `steps`, each with what changes.
    pub data: Value,
    /// The widths of the three columns behind the tree, in characters.
    pub widths: [usize; 3],
}

/// Goes through the events `picked` and notes the state at each.
///
/// # Errors
/// [`CursorError`] if the trace was changed.
pub fn steps<R: BufRead + Seek>(
    cursor: &mut Cursor<R>,
    picked: &[usize],
    nodes: &Nodes,
    words: &Words<'_>,
) -> Result<Steps, CursorError> {
    let scale = scale(cursor, picked, words)?;
    let mut maker = Maker::new(nodes, words, scale);
    let mut cells = Cells::new(nodes, words);
    let (mut told, mut all) = (Vec::new(), Vec::new());
    for (index, &event) in picked.iter().enumerate() {
        cursor.go(event)?;
        let state = cursor.state();
        let mut changed = cells.take(&state);
        if index + 1 == picked.len() {
            changed.extend(cells.last());
        }
        let now = maker.state(&state, cursor.header());
        let asked = asked(&state, words);
        all.push(maker.step(now, &changed, &asked));
        told.push(Told {
            event,
            sentence: sentence(&state, cursor.header(), words),
            ply: state.subject().len(),
            is_cutoff: kind(&state) == "cut",
            asked,
        });
    }
    let scale: Vec<String> = maker.scale.iter().map(|&score| words.style.score(score)).collect();
    let data = frame_json(nodes, words, &scale, &maker.boards, all);
    Ok(Steps { told, data, widths: cells.widths })
}

impl Steps {
    /// Returns the data with the sentences, for pages that have no log.
    pub fn alone(&self) -> Value {
        let mut data = self.data.clone();
        data["sentences"] = self.told.iter().map(|one| one.sentence.as_str()).collect();
        data
    }
}

/// Everything that the script takes of a search, or of a tour.
pub fn frame_json(nodes: &Nodes, words: &Words<'_>, scale: &[String], boards: &[String], steps: Vec<Value>) -> Value {
    let parents: Vec<Option<usize>> = nodes.all.iter().map(|shown| shown.parent).collect();
    json!({
        "scale": scale,
        "boards": boards,
        "parents": parents,
        "star": words.star().to_string(),
        "cases": cases(words),
        "steps": steps,
    })
}

/// The cells that a step changes.
fn cells_json(changed: &BTreeMap<usize, Cell>) -> Value {
    Value::Object(changed.iter().map(|(node, cell)| (node.to_string(), cell.json())).collect())
}

/// A question: its text, the number of the right answer, why, and the answers.
fn question_json(asked: &Choice) -> Value {
    json!([asked.text, asked.right, asked.reason, asked.options])
}

/// What is asked before a step.
pub fn asked(state: &State, words: &Words<'_>) -> Vec<Choice> {
    let place = words.place(&state.subject());
    let asked = questions(state, words).into_iter();
    let asked = asked.map(|one| Choice::yes_or_no(format!("{place}: {}", one.text), one.answer, one.reason));
    asked.chain(window_question(state, words)).collect()
}

/// All scores that stand on the number line at some step, in their order.
fn scale<R: BufRead + Seek>(
    cursor: &mut Cursor<R>,
    picked: &[usize],
    words: &Words<'_>,
) -> Result<Vec<Score>, CursorError> {
    let mut scores = vec![Score::MIN, Score::MAX];
    for &event in picked {
        cursor.go(event)?;
        if let Some(seen) = seen(&cursor.state(), words) {
            scores.extend([seen.window.alpha, seen.window.beta].into_iter().chain(seen.score));
        }
    }
    scores.sort_unstable();
    scores.dedup();
    Ok(scores)
}

/// What sort of event it is, for the keys that look for one.
pub fn kind(state: &State) -> &'static str {
    match state.event.event {
        Event::Judged { verdict: Verdict::Cutoff { .. }, .. } => "cut",
        Event::Judged { verdict: Verdict::Best, .. } => "best",
        Event::Judged { .. } => "none",
        _ => "",
    }
}

/// Makes of states what the script shows, and of that what changes from step to step.
pub struct Maker<'a> {
    nodes: &'a Nodes,
    words: &'a Words<'a>,
    scale: Vec<Score>,
    boards: Vec<String>,
    before: Map<String, Value>,
}

impl<'a> Maker<'a> {
    /// Begins with nothing shown; `scale` are the scores of the number line in their order.
    pub fn new(nodes: &'a Nodes, words: &'a Words<'a>, scale: Vec<Score>) -> Self {
        Self { nodes, words, scale, boards: Vec::new(), before: Map::new() }
    }

    /// Everything that is shown at a state but cells and questions.
    pub fn state(&mut self, state: &State, header: &Header) -> Map<String, Value> {
        let ids = |line: &[String]| -> Vec<usize> {
            (1..=line.len()).filter_map(|length| self.nodes.at(&line[..length])).collect()
        };
        let pv = if state.score.is_some() { ids(&state.pv) } else { Vec::new() };
        let board = state.board.as_ref();
        let place = board.map(|board| self.words.line(&state.subject()[..board.moves]));
        let shown = json!({
            "at": self.nodes.at(&state.subject()),
            "kind": kind(state),
            "level": state.subject().len(),
            "pv": pv,
            "play": played(state, self.words),
            "counts": counts(state),
            "place": place,
            "board": board.map(|board| self.board(&board.fen)),
        });
        let window = seen(state, self.words).map(|seen| self.window(&seen, header)).unwrap_or_default();
        [shown, window].into_iter().filter_map(|part| part.as_object().cloned()).flatten().collect()
    }

    fn window(&self, seen: &Seen, header: &Header) -> Value {
        if has_no_window(header) {
            return json!({ "bestHere": best_here(seen, self.words) });
        }
        let place = |score: Score| self.scale.binary_search(&score).ok();
        let by = |setter: &Setter| match setter {
            Setter::Move { name, line } => json!([name, self.nodes.at(line)]),
            Setter::Rule(rule) => json!([rule]),
            Setter::Nobody => json!([]),
        };
        let [alpha, beta] = &seen.set_by;
        json!({
            "alpha": place(seen.window.alpha),
            "beta": place(seen.window.beta),
            "score": seen.score.and_then(place),
            "alphaBy": by(alpha),
            "betaBy": by(beta),
            "side": self.words.perspective.side(seen.ply),
            "turned": self.words.perspective.flips(seen.ply),
        })
    }

    /// The number of a board among those that were shown.
    fn board(&mut self, fen: &str) -> usize {
        let placement = fen.split_whitespace().next().unwrap_or_default();
        self.boards.iter().position(|board| board == placement).unwrap_or_else(|| {
            self.boards.push(placement.to_owned());
            self.boards.len() - 1
        })
    }

    /// A step: what of `now` differs from the state before, the cells that change, and what is asked.
    pub fn step(&mut self, now: Map<String, Value>, changed: &BTreeMap<usize, Cell>, asked: &[Choice]) -> Value {
        let mut step = self.difference(now);
        if !changed.is_empty() {
            step.insert("cells".to_owned(), cells_json(changed));
        }
        if !asked.is_empty() {
            step.insert("ask".to_owned(), asked.iter().map(question_json).collect());
        }
        Value::Object(step)
    }

    /// What differs from the state before; what is there no more is null.
    fn difference(&mut self, now: Map<String, Value>) -> Map<String, Value> {
        let gone = self.before.keys().filter(|name| !now.contains_key(*name)).map(|name| (name.clone(), Value::Null));
        let changed = now.iter().filter(|(name, value)| self.before.get(*name) != Some(value));
        let changed = changed.map(|(name, value)| (name.clone(), value.clone())).chain(gone).collect();
        self.before = now;
        changed
    }
}
