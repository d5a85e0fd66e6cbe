//! The results of a file of positions: a line for each, and totals.

use crate::core::score::Score;
use crate::core::trace::Header;
use crate::core::tree::SearchTree;
use crate::input::Epd;
use crate::page::comparison::View;
use crate::page::style::Style;
use crate::page::text::{columns, counted};
use crate::page::words::Words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The result of searching one position of a file.
#[derive(Clone, Debug)]
pub(crate) struct SuiteRow {
    line: String,
    found: FoundJson,
}

/// The result as JSON; the score is for the side to move.
#[derive(Clone, Debug, Serialize)]
struct FoundJson {
    /// The number of the position in the file, counted from 1.
    number: usize,
    id: String,
    fen: Option<String>,
    depth: u32,
    complete: bool,
    score: Option<Score>,
    best: Option<String>,
    pv: Vec<String>,
    /// The moves that the file expects, or those that it says to avoid.
    #[serde(skip_serializing_if = "String::is_empty")]
    wanted: String,
    /// Whether the best move is one that the file expects; `None` if the file expects nothing.
    right: Option<bool>,
    /// Whether the mate that the file announces was found at the right distance; `None` if the file announces no mate.
    mate: Option<bool>,
    nodes: u64,
}

/// The name of the format of a line. It comes last, so that `sort` can merge shards by the number at the start.
#[derive(Clone, Copy, Debug, Serialize)]
struct FormatName {
    format: &'static str,
    version: u32,
}

const FORMAT: FormatName = FormatName { format: "plywood-suite", version: 1 };

impl FoundJson {
    /// Returns whether everything that the file expects was found, or `None` if it expects nothing.
    fn is_solved(&self) -> Option<bool> {
        let asked: Vec<bool> = [self.right, self.mate].into_iter().flatten().collect();
        (!asked.is_empty()).then(|| asked.into_iter().all(|found| found))
    }
}

impl SuiteRow {
    /// Compares the result of position `number` with the file's expectations, and writes it in one line.
    pub(crate) fn new(number: usize, tree: &SearchTree, epd: &Epd, style: &Style) -> Self {
        let (outcome, words) = (&tree.outcome, Words::new(style, &tree.header));
        let is_searched = outcome.complete || outcome.best.is_some();
        let right = epd.judge(outcome.best.as_deref()).filter(|_| is_searched);
        let is_mate = |moves: u32| outcome.score == Some(Score::mate_in((2 * moves).saturating_sub(1)));
        let mate = epd.direct_mate().filter(|_| is_searched).map(is_mate);
        let mark = mark(right, mate, epd);
        let score = outcome.score.map_or_else(|| "-".to_owned(), |score| words.score(score, 0));
        let best = outcome.best.as_deref().or(outcome.ending.as_deref()).unwrap_or("-");
        let pv = if outcome.pv.is_empty() { String::new() } else { words.line(&outcome.pv) };
        let stopped = if outcome.complete { "" } else { " (stopped)" };
        let line = format!("{:<10} {best:<7} {score:>7}  {mark:<16} {pv}", tree.header.title);
        let line = fitted(&line, style.width - stopped.len()) + stopped;
        let found = FoundJson {
            number,
            id: tree.header.title.clone(),
            fen: tree.header.fen.clone(),
            depth: tree.header.depth,
            complete: outcome.complete,
            score: outcome.score,
            best: outcome.best.clone(),
            pv: outcome.pv.clone(),
            wanted: epd.wanted(),
            right,
            mate,
            nodes: outcome.statistics.nodes(),
        };
        Self { line, found }
    }
}

/// The settings with which a position is searched: names and values, sorted by name.
pub(crate) type SearchSettings = BTreeMap<String, String>;

/// Returns the settings in a header together with `others`, which the header does not contain.
pub(crate) fn search_settings(header: &Header, others: Vec<(String, String)>) -> SearchSettings {
    let (algorithm, order, evaluation) = (header.algorithm.clone(), header.order.clone(), header.evaluation.clone());
    let named = [
        ("algorithm", algorithm),
        ("order", order),
        ("evaluation", evaluation),
        ("with", header.techniques.join(",")),
        ("table-answers", header.table_answers.clone()),
        ("cut", header.cut.clone()),
        ("fail", header.fail.clone()),
    ];
    let named = named.into_iter().filter(|(_, value)| !value.is_empty());
    named.map(|(name, value)| (name.to_owned(), value)).chain(others).collect()
}

/// Returns the mark that shows whether a position was solved.
fn mark(right: Option<bool>, mate: Option<bool>, epd: &Epd) -> String {
    let distance = epd.direct_mate().unwrap_or_default();
    match (right, mate) {
        (Some(true), Some(false)) => format!("right, but no #{distance}"),
        (Some(true), _) | (None, Some(true)) => "right".to_owned(),
        (Some(false), _) => format!("wrong: {}", epd.wanted()),
        (None, Some(false)) => format!("no #{distance}"),
        (None, None) => String::new(),
    }
}

/// The content of a JSON line written by an earlier run.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Earlier {
    /// The number of the position in the file, counted from 1.
    pub number: usize,
    fen: Option<String>,
    depth: Option<u32>,
    #[serde(default)]
    complete: bool,
    right: Option<bool>,
    mate: Option<bool>,
    /// The settings of the position's search; `None` if an older plywood wrote the line.
    pub settings: Option<SearchSettings>,
    /// The result at each depth, if several were searched.
    #[serde(default)]
    depths: Vec<Self>,
}

impl Earlier {
    pub(crate) fn read(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok().filter(|line: &Self| line.last().depth.is_some())
    }

    fn last(&self) -> &Self {
        self.depths.last().unwrap_or(self)
    }

    /// Returns the FEN of the position.
    pub(crate) fn fen(&self) -> Option<&str> {
        self.last().fen.as_deref()
    }

    pub(crate) fn depths(&self) -> Vec<u32> {
        self.each().iter().filter_map(|found| found.depth).collect()
    }

    /// Returns whether no search was interrupted.
    pub(crate) fn is_complete(&self) -> bool {
        self.each().iter().all(|found| found.complete)
    }

    fn each(&self) -> &[Self] {
        if self.depths.is_empty() { std::slice::from_ref(self) } else { &self.depths }
    }
}

/// The output for a position of a file.
#[derive(Clone, Debug)]
pub(crate) struct SuiteLine {
    /// The line of text.
    pub text: String,
    /// The line of JSON, an object.
    pub json: String,
    /// The result, at the last depth if there are several.
    found: FoundJson,
    /// The depth from which the position stays solved, or `Some(None)` if there is no such depth. `None` if only one
    /// depth was searched.
    stays: Option<Option<u32>>,
    is_complete: bool,
}

impl SuiteLine {
    /// Writes the result of one search.
    pub(crate) fn of(row: SuiteRow, settings: &SearchSettings) -> Self {
        #[derive(Serialize)]
        struct Settled<'a> {
            #[serde(flatten)]
            found: &'a FoundJson,
            settings: &'a SearchSettings,
            #[serde(flatten)]
            name: FormatName,
        }
        let is_complete = row.found.complete;
        let json = json(&Settled { found: &row.found, settings, name: FORMAT });
        Self { text: row.line, json, found: row.found, stays: None, is_complete }
    }

    /// Writes the depths at which a position is solved, and the depth from which it stays solved. `rows` has one row
    /// for each depth.
    ///
    /// # Panics
    /// Panics if `rows` is empty.
    pub(crate) fn of_depths(rows: &[SuiteRow], settings: &SearchSettings, style: &Style) -> Self {
        #[derive(Serialize)]
        struct Depths<'a> {
            number: usize,
            id: &'a str,
            solved_first: Option<u32>,
            solved_from: Option<u32>,
            depths: Vec<&'a FoundJson>,
            settings: &'a SearchSettings,
            #[serde(flatten)]
            name: FormatName,
        }
        let depths: Vec<&FoundJson> = rows.iter().map(|row| &row.found).collect();
        let last = *depths.last().expect("a position needs at least one depth");
        let solved = |found: &&FoundJson| found.is_solved() == Some(true);
        let first = depths.iter().copied().find(solved).map(|found| found.depth);
        let stays = depths.iter().copied().rev().take_while(solved).last().map(|found| found.depth);
        let signs: Vec<&str> = depths.iter().map(|found| sign(found.is_solved())).collect();
        let said = match (first, stays) {
            _ if last.is_solved().is_none() => "no solution given".to_owned(),
            (None, _) => "never".to_owned(),
            (Some(first), Some(stays)) if first == stays => format!("from depth {stays} on"),
            (Some(first), Some(stays)) => format!("first at depth {first}, from {stays} on"),
            (Some(first), None) => format!("first at depth {first}, not at the last depth"),
        };
        let text = format!("{:<10} {:<16} {}  {said}", last.id, last.wanted, signs.join(" "));
        let FoundJson { number, id, .. } = last;
        let document =
            Depths { number: *number, id, solved_first: first, solved_from: stays, depths, settings, name: FORMAT };
        let text = fitted(&text, style.width);
        let is_complete = rows.iter().all(|row| row.found.complete);
        Self { text, json: json(&document), found: last.clone(), stays: Some(stays), is_complete }
    }

    /// Returns whether no search was interrupted.
    pub(crate) const fn is_complete(&self) -> bool {
        self.is_complete
    }
}

fn sign(is_solved: Option<bool>) -> &'static str {
    match is_solved {
        Some(true) => "+",
        Some(false) => "-",
        None => ".",
    }
}

fn json(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("what has only names for keys can be written")
}

/// The totals for a file of positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct SuiteTotals {
    /// Positions that were searched.
    pub good: u64,
    /// Lines that are not positions.
    pub bad: u64,
    /// Positions that were not searched because the run was stopped.
    pub left: u64,
    asked: u64,
    right: u64,
    mates: u64,
    mates_found: u64,
    nodes: u64,
    /// Positions by the depth from which they stay solved, if several depths were searched.
    stays: BTreeMap<Option<u32>, u64>,
}

impl SuiteTotals {
    /// Counts one more position.
    pub(crate) fn add(&mut self, line: &SuiteLine) {
        self.count(line.found.right, line.found.mate);
        self.nodes += line.found.nodes;
        if let Some(depth) = line.stays {
            *self.stays.entry(depth).or_default() += 1;
        }
    }

    /// Counts a position that an earlier run searched.
    pub(crate) fn add_earlier(&mut self, earlier: &Earlier) {
        self.count(earlier.last().right, earlier.last().mate);
    }

    fn count(&mut self, right: Option<bool>, mate: Option<bool>) {
        self.good += 1;
        self.asked += u64::from(right.is_some());
        self.right += u64::from(right == Some(true));
        self.mates += u64::from(mate.is_some());
        self.mates_found += u64::from(mate == Some(true));
    }

    /// Returns whether the searches missed anything that the file expects.
    pub(crate) const fn is_missed(&self) -> bool {
        self.right < self.asked || self.mates_found < self.mates
    }

    /// Returns the totals, and says from whose view the scores in the lines are.
    pub(crate) fn text(&self, view: View) -> String {
        let mut text = counted(self.good, "position", "positions");
        if self.asked != 0 {
            text.push_str(&format!(", {} of {} right", self.right, self.asked));
        }
        if self.mates != 0 {
            text.push_str(&format!(
                ", {} of {} in the given number of moves",
                self.mates_found,
                counted(self.mates, "mate", "mates")
            ));
        }
        if self.bad != 0 {
            text.push_str(&format!(", {} rejected", counted(self.bad, "line", "lines")));
        }
        if self.left != 0 {
            text.push_str(&format!(", stopped before {} others", self.left));
        }
        if !self.stays.is_empty() {
            let solved = self.stays.iter().filter_map(|(depth, count)| Some((depth.as_ref()?, count)));
            let solved: Vec<String> = solved.map(|(depth, count)| format!("{count} from depth {depth} on")).collect();
            let solved = if solved.is_empty() { "none".to_owned() } else { solved.join(", ") };
            return format!("{text}. Solved for good: {solved}. One symbol per depth: + solved, - not solved.");
        }
        let whose = match view {
            View::Minimax => "for White",
            View::Negamax => "for the side to move",
        };
        format!("{text}, {}. Scores are in pawns {whose}; #2 is a mate in 2.", counted(self.nodes, "node", "nodes"))
    }
}

/// Shortens a line to at most `width` columns, with dots at the end if necessary.
fn fitted(line: &str, width: usize) -> String {
    let line = line.trim_end();
    if columns(line) <= width {
        return line.to_owned();
    }
    let room: String = line.chars().take(width.saturating_sub(4)).collect();
    let whole = room.rfind(' ').map_or(room.as_str(), |end| &room[..end]);
    format!("{} ...", whole.trim_end())
}
