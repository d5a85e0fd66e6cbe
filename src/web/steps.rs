//! Converts the states of a search to the form that the page's script uses: for each step, only the changes to the
//! display.

use super::cells::{Cell, Cells, Nodes};
use super::shell::cases;
use super::survey::{Picker, Surveyed};
use crate::core::cursor::{Board, State, is_step};
use crate::core::game::classic::GameList;
use crate::core::hooks::{Event, Verdict};
use crate::core::score::Score;
use crate::core::text::json_object;
use crate::core::trace::{Header, Record};
use crate::page::comparison::View;
use crate::page::words::Words;
use crate::picture::board::{BoardMoves, figure};
use crate::picture::svg::inline_board;
use crate::picture::{Figure, Point};
use crate::step::{Choice, SeenWindow, Setter, best_here, counts, played, questions, seen, sentence, window_question};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A step in the page's log.
#[derive(Clone, Debug)]
pub(super) struct LoggedStep {
    /// The number of the event in the search.
    pub event: usize,
    pub sentence: String,
    /// The ply of the event.
    pub ply: usize,
    pub is_cutoff: bool,
    /// Whether the event is a step only when every event counts as one.
    pub is_minor: bool,
    pub asked: Vec<Choice>,
}

pub(super) struct Steps {
    /// The steps, for the log.
    pub log: Vec<LoggedStep>,
    /// The data for the script: `scale` (the sorted scores), `boards`, and `steps` (each with what changes).
    pub data: Value,
    /// The widths of the three columns after the tree, in characters.
    pub widths: [usize; 3],
}

/// Makes the steps of a surveyed search.
pub(super) struct StepsBuilder<'a> {
    picker: Picker<'a>,
    words: &'a Words<'a>,
    header: &'a Header,
    maker: Maker<'a>,
    cells: Cells<'a>,
    /// The total number of steps.
    last: usize,
    log: Vec<LoggedStep>,
    all: Vec<Value>,
}

impl<'a> StepsBuilder<'a> {
    /// Returns the steps of the search that the survey has seen.
    pub(super) fn build(picker: Picker<'a>, words: &'a Words<'a>, header: &'a Header, seen: Surveyed) -> Steps {
        let Surveyed { scale, drawn, steps: last } = seen;
        let maker = Maker::new(picker.nodes, words, scale);
        let cells = Cells::new(picker.nodes, words);
        let mut builder = Self { picker, words, header, maker, cells, last, log: Vec::new(), all: Vec::new() };
        drawn.into_iter().for_each(|state| builder.take(&state));
        let Self { picker, words, maker, cells, log, all, .. } = builder;
        let data = frame_json(picker.nodes, words, &maker.scale, &maker.boards, all);
        Steps { log, data, widths: cells.widths }
    }

    fn take(&mut self, state: &State) {
        self.maker.note(&state.event);
        self.cells.take(state);
        if self.picker.picks(&state.event) {
            self.step(state, !is_step(&state.event));
        }
    }

    fn step(&mut self, state: &State, is_minor: bool) {
        let mut changed = self.cells.changed();
        let is_last = self.log.len() + 1 == self.last;
        if is_last {
            self.cells.take_finished();
            changed.extend(self.cells.changed());
        }
        let asked = asked(state, self.words);
        let mut now = self.maker.state(state, self.header);
        if is_last {
            // The last pass may only prove that no move is better than an earlier best move. The best line therefore
            // comes from the finished rows.
            let nodes = self.picker.nodes.all.iter().enumerate().skip(1);
            now["pv"] = nodes.filter(|(_, shown)| shown.row.on_pv).map(|(number, _)| number).collect();
        }
        let mut step = self.maker.step(now, &changed, &asked);
        if is_minor {
            step["minor"] = json!(true);
        }
        self.all.push(step);
        self.log.push(LoggedStep {
            event: state.step,
            sentence: sentence(state, self.header, self.words),
            ply: state.subject().len(),
            is_cutoff: skips(state),
            is_minor,
            asked,
        });
    }
}

impl Steps {
    /// Returns the data including the sentences, for pages without a log.
    pub(super) fn alone(&self) -> Value {
        let mut data = self.data.clone();
        data["sentences"] = self.sentences();
        data
    }

    /// Returns the sentence of each step.
    pub(super) fn sentences(&self) -> Value {
        self.log.iter().map(|one| one.sentence.as_str()).collect()
    }
}

/// Returns the complete data of a search or of a tour for the script.
pub(super) fn frame_json(
    nodes: &Nodes,
    words: &Words<'_>,
    scale: &[Score],
    boards: &[String],
    steps: Vec<Value>,
) -> Value {
    let (places, is_measured) = places(scale);
    let parents: Vec<Option<usize>> = nodes.all.iter().map(|shown| shown.parent).collect();
    let mut frame = json!({
        "scale": scale.iter().map(|&score| words.style.score(score)).collect::<Vec<_>>(),
        "places": places,
        "measured": is_measured,
        "boards": boards,
        "parents": parents,
        "star": words.star().to_string(),
        "cases": cases(words),
    });
    if words.perspective.view == View::Negamax {
        frame["negamax"] = json!(true);
    }
    // Add the steps here, because `json!` would copy them.
    frame["steps"] = Value::Array(steps);
    frame
}

/// Returns the positions of scores on the number line, in thousandths, and whether distances are to scale. Distances
/// are to scale if all scores are whole numbers. Infinite scores are at the ends of the line.
fn places(scale: &[Score]) -> (Vec<i64>, bool) {
    let value = |score: Score| score.ordinal();
    let finite: Vec<Score> = scale.iter().copied().filter(|score| !score.is_infinite()).collect();
    let is_whole = |score: &Score| !score.is_mate() && score.decimals() == 0;
    match (finite.first(), finite.last()) {
        (Some(&low), Some(&high)) if low < high && finite.iter().all(is_whole) => {
            let inner = |score: Score| 100 + 800 * (value(score) - value(low)) / (value(high) - value(low));
            let place = |&score: &Score| match score {
                Score::MIN => 0,
                Score::MAX => 1000,
                score => inner(score),
            };
            (scale.iter().map(place).collect(), true)
        }
        _ => {
            let last = (scale.len() as i64 - 1).max(1);
            ((0..scale.len() as i64).map(|index| 1000 * index / last).collect(), false)
        }
    }
}

fn cells_json(changed: &[(usize, Cell)], has_window: bool) -> Value {
    Value::Object(json_object(changed.iter().map(|(node, cell)| (node.to_string(), cell.json(has_window)))))
}

/// Returns a question as JSON: the text, the number of the correct answer, the reason, and the answers.
fn question_json(asked: &Choice) -> Value {
    json!([asked.text, asked.right, asked.reason, asked.options])
}

/// Returns the questions asked before a step.
pub(super) fn asked(state: &State, words: &Words<'_>) -> Vec<Choice> {
    let place = words.place(&state.subject());
    let asked = questions(state, words).into_iter();
    let asked = asked.map(|one| Choice::yes_or_no(format!("{place}: {}", one.text), one.answer, one.reason));
    asked.chain(window_question(state, words)).collect()
}

/// Returns whether an event is a cutoff that skips something.
fn skips(state: &State) -> bool {
    matches!(state.event.event, Event::Judged { verdict: Verdict::Cutoff { skipped: 1.. }, .. })
}

/// Returns the kind of the event, for the keys that search for events of one kind.
pub(super) fn kind(state: &State) -> &'static str {
    let Event::Judged { verdict, .. } = state.event.event else { return "" };
    match verdict {
        Verdict::Cutoff { .. } => "cut",
        Verdict::Best => "best",
        Verdict::NotBest | Verdict::Weighed => "none",
    }
}

/// Returns a board as a picture.
pub(super) fn drawn_board(position: (&GameList, &str), moves: BoardMoves) -> Figure {
    figure(position, moves, "The board")
}

/// Converts states to the data that the script shows, and then to changes from step to step.
pub(super) struct Maker<'a> {
    nodes: &'a Nodes,
    words: &'a Words<'a>,
    scale: Vec<Score>,
    boards: Vec<String>,
    /// The size of the largest board so far.
    room: Point,
    numbers: HashMap<(String, BoardMoves), usize>,
    /// The best move at the end of each line, as far as the search knows.
    best: HashMap<Vec<String>, String>,
    before: Map<String, Value>,
    is_upright: bool,
}

impl<'a> Maker<'a> {
    /// Starts with an empty display; `scale` contains the sorted scores of the number line.
    pub(super) fn new(nodes: &'a Nodes, words: &'a Words<'a>, scale: Vec<Score>) -> Self {
        Self {
            nodes,
            words,
            scale,
            boards: Vec::new(),
            room: Point::default(),
            numbers: HashMap::new(),
            best: HashMap::new(),
            before: Map::new(),
            is_upright: nodes.is_upright(),
        }
    }

    /// Returns everything that the page shows at a state, except cells and questions.
    pub(super) fn state(&mut self, state: &State, header: &Header) -> Map<String, Value> {
        let ids = |line: &[String]| -> Vec<usize> {
            (1..=line.len()).filter_map(|length| self.nodes.at(&line[..length])).collect()
        };
        let pv = if state.score.is_some() { ids(&state.pv) } else { Vec::new() };
        let board = state.board.as_ref();
        let place = board.map(|board| match board.moves {
            0 => "the root".to_owned(),
            moves => self.words.line(&state.subject()[..moves]),
        });
        let mut shown = json!({
            "at": self.nodes.at(&state.subject()),
            "kind": kind(state),
            "level": state.subject().len(),
            "pv": pv,
            "play": state.score.map_or_else(|| "not known yet".to_owned(), |_| played(state, self.words)),
            "counts": counts(state),
            "place": place,
            "board": board.map(|board| self.board(board, &header.games, &state.subject())),
        });
        if skips(state) {
            shown["skips"] = json!(true);
        }
        let mut window = seen(state, self.words).map(|seen| self.window(&seen, header)).unwrap_or_default();
        let mut all = shown.as_object_mut().map(std::mem::take).unwrap_or_default();
        window.as_object_mut().into_iter().for_each(|window| all.append(window));
        all
    }

    fn window(&self, seen: &SeenWindow, header: &Header) -> Value {
        if !header.has_window() {
            return json!({ "bestHere": best_here(seen, self.words) });
        }
        let place = |score: Score| self.scale.binary_search(&score).ok();
        let by = |setter: &Setter| match setter {
            Setter::Move { name, line } => json!([name, self.nodes.at(line)]),
            Setter::Rule(rule) => json!([rule]),
            Setter::Unset => json!([]),
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

    /// Records the best move at a node.
    pub(super) fn note(&mut self, record: &Record) {
        if let Event::Pass { .. } = record.event {
            self.best.clear();
        } else if let Event::Enter { .. } = record.event {
            self.best.remove(&record.line);
        } else if let Event::Judged { ref mv, verdict: Verdict::Best | Verdict::Cutoff { .. }, .. } = record.event {
            self.best.insert(record.line.clone(), mv.clone());
        }
    }

    /// Returns the number of a board among the boards shown so far.
    fn board(&mut self, board: &Board, games: &GameList, line: &[String]) -> usize {
        let mut moves = BoardMoves { played: board.last, ..BoardMoves::default() };
        if let Some(best) = self.best.get(line).filter(|_| board.moves == line.len()) {
            moves = moves.with_best(games, &board.fen, best);
        }
        let (boards, room) = (&mut self.boards, &mut self.room);
        *self.numbers.entry((board.fen.clone(), moves)).or_insert_with(|| {
            let drawn = drawn_board((games, &board.fen), moves);
            *room = room.larger(drawn.size());
            boards.push(inline_board(&drawn, *room));
            boards.len() - 1
        })
    }

    /// Returns a step: the fields of `now` that differ from the previous state, the cells that change, and the
    /// question.
    pub(super) fn step(&mut self, now: Map<String, Value>, changed: &[(usize, Cell)], asked: &[Choice]) -> Value {
        let mut step = self.difference(now);
        if !changed.is_empty() {
            step.insert("cells".to_owned(), cells_json(changed, self.is_upright));
        }
        if !asked.is_empty() {
            step.insert("ask".to_owned(), asked.iter().map(question_json).collect());
        }
        Value::Object(step)
    }

    /// Returns the changes since the previous state; a removed field is null.
    fn difference(&mut self, now: Map<String, Value>) -> Map<String, Value> {
        let gone = self.before.keys().filter(|name| !now.contains_key(*name)).map(|name| (name.clone(), Value::Null));
        let changed = now.iter().filter(|(name, value)| self.before.get(*name) != Some(value));
        let changed = json_object(changed.map(|(name, value)| (name.clone(), value.clone())).chain(gone));
        self.before = now;
        changed
    }
}
