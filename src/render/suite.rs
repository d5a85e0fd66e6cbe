//! A file of positions: a line for each, and totals.

use super::style::Style;
use super::text::{columns, counted, grouped};
use super::view::View;
use super::words::Words;
use crate::input::Epd;
use crate::score::Score;
use crate::tree::SearchTree;

/// What a position of a file came to.
#[derive(Clone, Debug)]
pub struct SuiteRow {
    /// The line about it.
    pub line: String,
    /// Whether the best move is one that the file wants; none if it wants nothing.
    right: Option<bool>,
    /// Whether the mate that the file announces was found at its distance; none if it announces none.
    mate: Option<bool>,
    nodes: u64,
}

impl SuiteRow {
    /// Compares what a search of the position came to with what the file wants, and writes it in one line.
    #[must_use]
    pub fn new(tree: &SearchTree, epd: &Epd, style: &Style) -> Self {
        let (outcome, words) = (&tree.outcome, Words::new(style, &tree.header));
        let right = epd.judge(outcome.best.as_deref()).filter(|_| outcome.complete || outcome.best.is_some());
        let is_searched = outcome.complete || outcome.best.is_some();
        let is_mate = |moves: u32| outcome.score == Some(Score::mate_in((2 * moves).saturating_sub(1)));
        let mate = epd.direct_mate().filter(|_| is_searched).map(is_mate);
        let distance = epd.direct_mate().unwrap_or_default();
        let mark = match (right, mate) {
            (Some(true), Some(false)) => format!("right, no dm {distance}"),
            (Some(true), _) | (None, Some(true)) => "right".to_owned(),
            (Some(false), _) => format!("wrong: {}", epd.wanted()),
            (None, Some(false)) => format!("no dm {distance}"),
            (None, None) => String::new(),
        };
        let score = outcome.score.map_or_else(|| "-".to_owned(), |score| words.score(score, 0));
        let best = outcome.best.as_deref().or(outcome.ending.as_deref()).unwrap_or("-");
        let pv = if outcome.pv.is_empty() { String::new() } else { words.line(&outcome.pv) };
        let stopped = if outcome.complete { "" } else { " (stopped)" };
        let line = format!("{:<10} {best:<7} {score:>7}  {mark:<16} {pv}", tree.header.title);
        let line = fitted(&line, style.width - stopped.len()) + stopped;
        Self { line, right, mate, nodes: outcome.statistics.nodes() }
    }
}

/// Counts over a file of positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct SuiteTotals {
    /// Positions that were searched.
    pub good: u64,
    /// Lines that are no position.
    pub bad: u64,
    /// Positions that were not searched, because the run was stopped.
    pub left: u64,
    asked: u64,
    right: u64,
    mates: u64,
    mates_found: u64,
    nodes: u64,
}

impl SuiteTotals {
    /// Counts one more position.
    pub fn add(&mut self, row: &SuiteRow) {
        self.good += 1;
        self.nodes += row.nodes;
        self.asked += u64::from(row.right.is_some());
        self.right += u64::from(row.right == Some(true));
        self.mates += u64::from(row.mate.is_some());
        self.mates_found += u64::from(row.mate == Some(true));
    }

    /// Writes the totals, and whose scores stand in the lines.
    #[must_use]
    pub fn text(&self, view: View) -> String {
        let mut text = counted(self.good, "position", "positions");
        if self.asked != 0 {
            text.push_str(&format!(", {} of {} as the file wants", self.right, self.asked));
        }
        if self.mates != 0 {
            text.push_str(&format!(", {} of {} mates at their distance", self.mates_found, self.mates));
        }
        if self.bad != 0 {
            text.push_str(&format!(", {} refused", self.bad));
        }
        if self.left != 0 {
            text.push_str(&format!(", stopped before {} others", self.left));
        }
        let whose = match view {
            View::Minimax => "for White",
            View::Negamax => "for the side to move",
        };
        format!("{text}, {} nodes. Scores are in pawns {whose}; #2 is a mate in 2.", grouped(self.nodes))
    }
}

/// Writes a line that is no wider than `width`, with dots where it was cut short.
fn fitted(line: &str, width: usize) -> String {
    let line = line.trim_end();
    if columns(line) <= width {
        return line.to_owned();
    }
    let room: String = line.chars().take(width.saturating_sub(4)).collect();
    let whole = room.rfind(' ').map_or(room.as_str(), |end| &room[..end]);
    format!("{} ...", whole.trim_end())
}
