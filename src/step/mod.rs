//! Draws a state of a search as text with a given number of columns and lines, for terminals, slides and scripts.

mod rows;
mod scene;
mod sentences;
mod upright;

pub(crate) use rows::{so_far, tree_rows};
pub use scene::Scene;
pub(crate) use scene::kept;
pub(crate) use sentences::{Choice, SeenWindow, Setter, best_here, ends, seen, sentence, window_question};
pub use sentences::{YesNoQuestion, questions};

use crate::core::cursor::{LineNode, State};
use crate::core::score::{Score, Window};
use crate::core::text::json_value;
use crate::core::trace::Header;
use crate::core::tree::{Node, Unsearched};
use crate::explain::TreeStyle;
use crate::explain::answer::least_decimals;
use crate::explain::code::{Code, cited};
use crate::explain::facts::called;
use crate::page::style::{Charset, Paint, Style, decimals};
use crate::page::text::{coloured, columns, counted, fit_columns, left, position, right, unbreakable, wrapped};
use crate::page::words::Words;
use rows::rows;
use serde_json::{Value, json};
use upright::upright;

/// The number of columns for a board and the gap before it.
const BOARD: usize = 20;
/// If there are at least this many columns, a board is next to its tree instead of at the right edge. If there are at
/// least this many lines, the text is directly below the tree.
const ROOMY: (usize, usize) = (100, 36);
/// The number of columns between a tree and a board next to it.
const GAP: usize = 4;
/// The minimum number of lines for a tree below the code.
const LEAST_TREE: usize = 5;
/// The minimum number of columns for a tree next to a board.
const LEAST_BESIDE: usize = 46;

/// Returns the style with as many decimals as the header and the search need.
pub(crate) fn exact(header: &Header, decimals_of_search: usize, style: Style) -> Style {
    let shape = header.shape.as_ref();
    let scores = shape.into_iter().flat_map(|shape| (1..shape.len()).filter_map(|index| shape.score(index)));
    let least = least_decimals(header).max(decimals_of_search);
    Style { decimals: decimals(scores, least), scale: header.scale(), ..style }
}

/// Draws a state in exactly `height` lines of at most `width` columns: a sentence about the event, the tree so far, the
/// board, the window as an interval with the score as a dot, the best line so far, and the counts.
pub fn frame(scene: &Scene<'_>, width: usize, height: usize) -> Vec<String> {
    let style = Style { width, ..scene.style };
    let words = Words::new(&style, scene.header);
    let said = match height {
        _ if 60 <= width => 2,
        16.. => 4,
        _ => 3,
    };
    let below = [window(scene, &words, width), vec![best_play(scene, &words, width)]].concat();
    let middle = height.saturating_sub(1 + said + 1 + below.len() + 1);
    let mut lines = vec![style.paint(&title(scene, width), Paint::Heading)];
    let mut text = spoken(scene, &words, width, said);
    text.resize(said + 1, String::new());
    lines.extend(text);
    let mut picture = with_code(scene, &words, (width, middle));
    // A tree that is drawn whole takes the same number of lines at each step, so the text directly below the tree does
    // not move.
    let is_roomy = ROOMY.1 <= height && scene.tree.is_some() && picture.len() < middle;
    picture.resize(if is_roomy { picture.len() + 1 } else { middle }, String::new());
    lines.extend(picture);
    lines.extend(below);
    lines.resize(height.saturating_sub(1), String::new());
    lines.push(bottom(scene, width));
    lines.truncate(height);
    lines
}

/// Draws a state in as many lines as it needs, for a page.
pub(crate) fn page(scene: &Scene<'_>, width: usize) -> Vec<String> {
    let style = Style { width, ..scene.style };
    let words = Words::new(&style, scene.header);
    let mut lines = vec![style.paint(&title(scene, width), Paint::Heading)];
    lines.extend(spoken(scene, &words, width, usize::MAX));
    lines.push(String::new());
    if let Some(code) = &scene.code {
        lines.extend(code.listing(line_of(code, scene.state), width));
        lines.push(String::new());
    }
    lines.extend(middle_part(scene, &words, (width, 60), false));
    lines.push(String::new());
    lines.extend(window(scene, &words, width));
    lines.push(best_play(scene, &words, width));
    lines.push(bottom(scene, width));
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Returns the number of the step, if the event has one, and that of the event.
pub(crate) fn counter(state: &State) -> String {
    let event = format!("event {} of {}", state.step, state.of);
    state.numbered().map_or_else(|| event.clone(), |step| format!("step {step}, {event}"))
}

/// Returns the line with the title and the counter.
fn title(scene: &Scene<'_>, width: usize) -> String {
    let counter = counter(scene.state);
    let room = width.saturating_sub(columns(&counter) + 2);
    format!("{}  {counter}", left(&fit_columns(called(scene.header), room), room))
}

/// Returns the sentence of the step, or the text that replaces it.
fn spoken(scene: &Scene<'_>, words: &Words<'_>, width: usize, most: usize) -> Vec<String> {
    let cite = || scene.code.as_ref().map(|code| cited(line_of(code, scene.state))).unwrap_or_default();
    let text = scene.instead.map_or_else(|| sentence(scene.state, scene.header, words) + &cite(), str::to_owned);
    let mut lines = wrapped(&unbreakable(&text), width);
    if most < lines.len() {
        lines.truncate(most);
        let last = fit_columns(&format!("{}   ", lines[most - 1]), width.saturating_sub(2).max(2));
        lines[most - 1] = format!("{}..", last.trim_end().trim_end_matches("..").trim_end());
    }
    lines
}

/// Returns the number of the pseudocode line for the step.
fn line_of(code: &Code, state: &State) -> Option<usize> {
    code.line(&state.event.event, state.event.line.len(), state.here().map(|here| here.node.depth))
}

/// The gap between the code and the tree next to it.
const CODE_GAP: usize = 3;

/// Draws the tree with the pseudocode, if requested: to the left of the tree on a wide screen, above the tree on a tall
/// one.
fn with_code(scene: &Scene<'_>, words: &Words<'_>, (width, height): (usize, usize)) -> Vec<String> {
    let picture = |width, height| middle_part(scene, words, (width, height), true);
    let Some(code) = &scene.code else { return picture(width, height) };
    let at = line_of(code, scene.state);
    let listing = code.listing(at, width);
    let beside = listing.iter().map(|line| columns(line)).max().unwrap_or(0) + CODE_GAP;
    let listed =
        |line: &String| if line.starts_with("->") { words.style.paint(line, Paint::Heading) } else { line.clone() };
    if beside + LEAST_BESIDE <= width && listing.len() <= height {
        let tree = picture(width - beside, height);
        let line = |index: usize| {
            let text = listing.get(index).map_or("", String::as_str);
            let gap = " ".repeat(beside - columns(text));
            format!("{}{gap}{}", listed(&text.to_owned()), tree.get(index).map_or("", String::as_str))
        };
        return (0..listing.len().max(tree.len())).map(line).collect();
    }
    let room = height.saturating_sub(listing.len() + 1);
    if room < LEAST_TREE {
        return picture(width, height);
    }
    let mut lines: Vec<String> = listing.iter().map(listed).collect();
    lines.push(String::new());
    lines.extend(picture(width, room));
    lines
}

/// Draws the tree, with the board next to it if there is room. If `fills` is set, the drawing may use the full height.
fn middle_part(scene: &Scene<'_>, words: &Words<'_>, (width, height): (usize, usize), fills: bool) -> Vec<String> {
    let style = words.style;
    let beside = match &scene.state.board {
        Some(one) if BOARD + LEAST_BESIDE <= width && 9 <= height => {
            let mut lines = position(&one.fen, &scene.header.games, style);
            if one.moves < scene.state.subject().len() {
                lines.push("(before a move that".to_owned());
                lines.push("cannot be played)".to_owned());
            }
            coloured(&lines, style)
        }
        _ => Vec::new(),
    };
    let room = if beside.is_empty() { width } else { width - BOARD };
    let is_asked = scene.look.drawing == TreeStyle::Upright;
    // Draw a whole tree upright if it fits, because it then stays in place from step to step.
    if (is_asked || fills && scene.look.drawing == TreeStyle::Auto)
        && let Some(lines) = upright(scene, words, &beside, (room, width), fills && !is_asked)
        && (is_asked || lines.len() <= height)
    {
        return lines;
    }
    let drawn = rows(scene.state, scene.tree, words, (room, height), fills);
    let widest = drawn.iter().map(|line| columns(&line.text)).max().unwrap_or(0).max(LEAST_BESIDE);
    let at = if ROOMY.0 <= width { room.min(widest + GAP) } else { room };
    let line = |index: usize| {
        let (text, painted) = drawn.get(index).map_or(("", ""), |line| (line.text.as_str(), line.painted.as_str()));
        match beside.get(index) {
            Some(rank) => format!("{painted}{}{rank}", " ".repeat(at - columns(text) + 1)),
            None => painted.to_owned(),
        }
    };
    (0..drawn.len().max(beside.len())).map(line).collect()
}

/// Draws the window: an interval with the score as a dot, and both bounds as numbers with the moves that set them.
fn window(scene: &Scene<'_>, words: &Words<'_>, width: usize) -> Vec<String> {
    let Some(seen) = seen(scene.state, words) else { return vec![String::new(); 3] };
    let line = width.saturating_sub(10).max(10);
    let [low, high] = [Score::MIN, Score::MAX].map(|score| words.style.score(score));
    let first = columns(&low) + 1;
    // If the viewer asks a question, it is about the next score, so don't show the current score.
    let score = seen.score.filter(|_| scene.instead.is_none());
    let interval = ScoreLine::new(seen.window, score, line);
    let dot = match (score, interval.dot) {
        (Some(score), Some(at)) => {
            let text = words.style.score(score);
            let start = (at + first).saturating_sub(columns(&text) / 2).min(width.saturating_sub(columns(&text)));
            format!("{}{text}", " ".repeat(start))
        }
        _ => String::new(),
    };
    let axis = format!("{low} {} {high}", interval.draw(line, words.style));
    let ends = ends(&seen, words, scene.header.has_window());
    let ends = match ends.as_slice() {
        [alpha, beta] if columns(alpha) + columns(beta) + 2 <= width => {
            // Put each number below its bracket, if there is room.
            let end = (first + interval.beta + 1).clamp(columns(beta), width);
            let start = (first + interval.alpha).min((end - columns(beta)).saturating_sub(columns(alpha) + 2));
            let alpha = format!("{}{alpha}", " ".repeat(start));
            let end = end.max(columns(&alpha) + 2 + columns(beta));
            format!("{alpha}{}", right(beta, end - columns(&alpha)))
        }
        [alpha, beta] => {
            let half = (width - 2) / 2;
            format!("{}  {}", fit_columns(alpha, half), fit_columns(beta, half))
        }
        others => fit_columns(&others.join("  "), width),
    };
    vec![dot, axis, ends]
}

fn best_play(scene: &Scene<'_>, words: &Words<'_>, width: usize) -> String {
    fit_columns(&format!("Best line so far: {}", played(scene.state, words)), width)
}

/// Returns the best line so far with its score, or a note that there is no best line yet.
pub(crate) fn played(state: &State, words: &Words<'_>) -> String {
    let play = |score| format!("{}   {}", words.line(&state.pv), words.score(score, 0));
    state.score.map_or_else(|| "none".to_owned(), play)
}

/// Returns the counts so far.
pub(crate) fn counts(state: &State) -> String {
    let counts = &state.counts;
    let scored = counted(counts.leaves, "leaf", "leaves");
    let skipped = counts.skipped.saturating_add(counts.pruned);
    format!("{scored} evaluated, {} not searched", counted(skipped, "move", "moves"))
}

/// Returns the last line: the counts and the hint.
fn bottom(scene: &Scene<'_>, width: usize) -> String {
    if let Some(message) = scene.message {
        return fit_columns(message, width);
    }
    let text = counts(scene.state);
    let room = width.saturating_sub(columns(&text));
    // If the hint doesn't fit, keep its end, which is the most useful part.
    let ends = std::iter::successors(Some(scene.hint), |hint| hint.split_once("  ").map(|(_, rest)| rest));
    match ends.into_iter().find(|hint| columns(hint) + 2 <= room) {
        Some(hint) => format!("{text}{}", right(hint, room)),
        None => fit_columns(&text, width),
    }
}

/// The positions of the bounds of a window and a score on a line of this many columns. Scores are in order, and equal
/// scores share a column; distances are not to scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// The position of alpha.
    pub alpha: usize,
    /// The position of beta.
    pub beta: usize,
    /// The position of the score, if there is one.
    pub dot: Option<usize>,
}

impl ScoreLine {
    /// Places a window and a score, both from the same side's view.
    pub fn new(window: Window, score: Option<Score>, width: usize) -> Self {
        let mut scores: Vec<Score> =
            [Score::MIN, window.alpha, window.beta, Score::MAX].into_iter().chain(score).collect();
        scores.sort_unstable();
        scores.dedup();
        let last = scores.len() - 1;
        let column = |score: Score| {
            let rank = scores.iter().position(|&other| other == score).unwrap_or_default();
            rank * width.saturating_sub(1) / last
        };
        Self { alpha: column(window.alpha), beta: column(window.beta), dot: score.map(column) }
    }

    /// Draws the line: `---(=====o====)---`; a dot on a bound of the window becomes `@`.
    pub fn draw(&self, width: usize, style: &Style) -> String {
        let (outside, inside, dot, both) = match style.charset {
            Charset::Ascii => ('-', '=', 'o', '@'),
            Charset::Unicode => ('─', '═', '●', '◉'),
        };
        let cell = |column: usize| match self.dot {
            Some(at) if at == column && (at == self.alpha || at == self.beta) => both,
            Some(at) if at == column => dot,
            _ if column == self.alpha => '(',
            _ if column == self.beta => ')',
            _ if self.alpha < column && column < self.beta => inside,
            _ => outside,
        };
        (0..width).map(cell).collect()
    }
}

/// Returns a state as JSON: the `number` of the event and the total `of`; its `step` if it is a verdict; the `event` as
/// in a trace; the `line` and `window` at the event, with the moves that set both bounds; the `nodes` on the path to
/// it, with the state of their moves; and `pv`, `score` and `counts` so far.
///
/// As in traces, scores, windows and owners are for the side to move at their node. The `value` of a move is its score
/// for the side that makes the move.
pub(crate) fn json(state: &State) -> Value {
    let line = &state.event.line;
    let [alpha, beta] = state.owners().map(|owner| owner.map(|owner| owner.line(line)));
    without_nulls(json!({
        "format": "plywood-step",
        "version": 1,
        "number": state.step,
        "of": state.of,
        "step": state.numbered(),
        "event": json_value(&state.event),
        "line": state.subject(),
        "window": state.window(),
        "alpha_set_by": alpha,
        "beta_set_by": beta,
        "fen": state.board.as_ref().map(|board| &board.fen),
        "pv": state.pv,
        "score": state.score,
        "counts": json_value(&state.counts),
        "nodes": state.line.iter().enumerate().map(|(ply, one)| node(one, &line[..ply.min(line.len())])).collect::<Vec<_>>(),
    }))
}

fn node(current: &LineNode, line: &[String]) -> Value {
    let LineNode { node, now, alpha_set_by, beta_set_by, cut } = current;
    let [alpha, beta] = [alpha_set_by, beta_set_by].map(|owner| owner.as_ref().map(|owner| owner.line(line)));
    without_nulls(json!({
        "line": line,
        "depth": node.depth,
        "entered_with": node.window,
        "window": now,
        "alpha_set_by": alpha,
        "beta_set_by": beta,
        "cut": cut,
        "value": node.value.map(|(score, _)| score),
        "bound": node.value.map(|(_, bound)| bound),
        "moves": node.children.iter().map(child).collect::<Vec<_>>(),
    }))
}

/// Returns a move as JSON, with its state: `unknown`, `created`, `open`, `judged` or `not_searched`.
fn child(child: &Node) -> Value {
    let state = match (&child.judgement, child.unsearched.as_deref()) {
        (Some(_), _) => "judged",
        (None, Some(Unsearched::Stopped)) => "unknown",
        (None, Some(_)) => "not_searched",
        (None, None) if child.window.is_some() => "open",
        (None, None) if child.created.is_some() => "created",
        (None, None) => "unknown",
    };
    let judgement = child.judgement.as_ref();
    without_nulls(json!({
        "move": child.mv,
        "state": state,
        "static_score": child.static_score,
        "order": judgement.and_then(|one| one.order),
        "value": judgement.map(|one| one.score),
        "bound": judgement.map(|one| one.bound),
        "verdict": judgement.map(|one| one.verdict.name()),
        "leaf": child.leaf,
        "ending": child.ending,
    }))
}

/// Removes the fields that are null, because their values are unknown.
fn without_nulls(mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, value| !value.is_null());
    }
    value
}
