//! The other two ways to the principal variation, step by step: lines handed up, and the triangular table.

use super::scan::PvScan;
use crate::hooks::{Event, Verdict};
use crate::page::document::Document;
use crate::page::text::{columns, counted, left, right, wrapped};
use crate::page::words::Words;
use crate::pv::{CollectedLines, TriangularTable};
use crate::recording::{Label, Replay};
use crate::score::{Bound, Score};
use crate::trace::{Numbering, Outcome, Record, Sink, line_text};
use std::collections::VecDeque;
use std::io;

/// Of more new bests than this only the last are shown.
const MOST_STEPS: usize = 60;

/// A new best, and what is known after it.
struct PvStep {
    place: String,
    score: String,
    /// The line of the node where the move was made.
    line: String,
    /// What came up with the move; empty for a leaf.
    came_up: String,
    /// The table, from row 1 on.
    rows: Vec<String>,
}

/// The search as the other two ways see it, told from new best to new best.
pub(crate) struct PvWays<'a> {
    words: &'a Words<'a>,
    names: Replay,
    table: TriangularTable<Label>,
    lines: CollectedLines<Label>,
    /// The last of them.
    steps: VecDeque<PvStep>,
    bests: u64,
}

impl<'a> PvWays<'a> {
    /// Returns what has to be told the search.
    pub(crate) fn new(words: &'a Words<'a>) -> Self {
        let (table, lines) = (TriangularTable::default(), CollectedLines::default());
        Self { words, names: Replay::default(), table, lines, steps: VecDeque::new(), bests: 0 }
    }

    /// Returns how the list of `scan` is read, entry by entry, and, for each new best, the line of its node and the rows of
    /// the triangular table.
    pub(crate) fn document(&self, scan: &PvScan<'_>, outcome: &Outcome) -> Document {
        let (words, steps, width) = (self.words, &self.steps, self.words.style.width);
        let mut page = Document::default();
        backwards(scan, words, &mut page);
        page.text(
            "The second way, lines handed up: a leaf hands up an empty line. When a move becomes a new best, the line of its node \
             is that move and, behind it, the line that came up.",
        );
        if (steps.len() as u64) < self.bests {
            let all = counted(self.bests, "new best", "new bests");
            page.text(format!("These are the last {} of {all}.", steps.len()));
        }
        page.gap();
        let heads = ["new best", "score", "came up", "line of its node"].map(str::to_owned);
        let row = |step: &PvStep| {
            let came_up = if step.came_up.is_empty() { "(leaf)" } else { step.came_up.as_str() };
            [step.place.as_str(), step.score.as_str(), came_up, step.line.as_str()].map(str::to_owned).to_vec()
        };
        page.lines(grid(&[heads.to_vec()].into_iter().chain(steps.iter().map(row)).collect::<Vec<_>>(), width));
        page.gap();
        page.text(
            "The third way, the triangular table: a row for each ply. Before the moves of a node are tried, its row is emptied. \
             When a move at ply N becomes a new best, row N is that move and, behind it, row N + 1; behind a leaf nothing is \
             copied. Row 1 is best play so far.",
        );
        page.gap();
        let count = steps.iter().map(|step| step.rows.len()).max().unwrap_or(0);
        let heads =
            ["new best", "score"].map(str::to_owned).into_iter().chain((1..=count).map(|row| format!("row {row}")));
        let row = |step: &PvStep| {
            let row = |index: usize| {
                step.rows.get(index).filter(|row| !row.is_empty()).map_or("-", String::as_str).to_owned()
            };
            [step.place.clone(), step.score.clone()].into_iter().chain((0..count).map(row)).collect()
        };
        let rows: Vec<Vec<String>> = [heads.collect()].into_iter().chain(steps.iter().map(row)).collect();
        page.lines(grid(&rows, width));
        page.gap();
        page.text(format!("All three ways give {}.", words.line(&outcome.pv)));
        page
    }

    /// Adds what is known after a new best.
    fn add(&mut self, record: &Record, (score, bound): (Score, Bound)) {
        let words = self.words;
        let ply = record.line.len();
        let text = |line: &[Label], ply: usize| {
            let names: Vec<&str> = line.iter().map(|&label| self.names.name(label)).collect();
            line_text(&names, words.perspective.numbering.map(|numbering| from(numbering, ply)))
        };
        let subject: Vec<_> = record.names().collect();
        let line = self.lines.line_at(ply);
        let rows = self.table.rows();
        let last = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        let step = PvStep {
            place: words.place(&subject),
            score: words.bounded(score, bound, ply),
            line: text(line, ply),
            came_up: text(line.get(1..).unwrap_or_default(), ply + 1),
            rows: rows[..last].iter().enumerate().map(|(ply, row)| text(row, ply)).collect(),
        };
        self.bests += 1;
        if self.steps.len() == MOST_STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(step);
    }
}

impl Sink for PvWays<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.names.show(record, &mut (&mut self.table, &mut self.lines));
        if let Event::Judged { score, bound, verdict: Verdict::Best, .. } = record.event {
            self.add(record, (score, bound));
        }
        Ok(())
    }
}

/// Adds the entries in the order in which the first way reads them, until the line is complete.
fn backwards(scan: &PvScan<'_>, words: &Words<'_>, page: &mut Document) {
    let (scan, names) = scan.read();
    let picks = scan.picks();
    let Some(&last) = picks.last() else { return };
    page.text("The first way again, entry by entry:");
    page.gap();
    let mut rows = vec![["read", "ply", "N", ""].map(str::to_owned).to_vec()];
    let mut taken = 0;
    for (index, entry) in scan.list().iter().enumerate().skip(last).rev() {
        let place = words.place(&entry.line.iter().map(|&label| names.name(label)).collect::<Vec<_>>());
        let is_taken = picks.contains(&index);
        let said = match is_taken {
            true => "taken",
            false if entry.line.len() == taken + 1 => "passed over: does not continue the line",
            false => "passed over",
        };
        let numbers = [entry.line.len(), taken + 1].map(|number| number.to_string());
        rows.push([place].into_iter().chain(numbers).chain([said.to_owned()]).collect());
        taken += usize::from(is_taken);
    }
    let cut = rows.len().saturating_sub(MOST_STEPS);
    rows.drain(1..=cut);
    page.lines(grid(&rows, words.style.width));
    page.gap();
}

/// The numbering of a line that begins `ply` half-moves after the root.
const fn from(numbering: Numbering, ply: usize) -> Numbering {
    let (move_number, black_to_move) = numbering.at(ply);
    Numbering { move_number, black_to_move }
}

/// Returns rows in columns, the second aligned at the right; where the page is too narrow, a row takes several lines.
fn grid(rows: &[Vec<String>], width: usize) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(widest).collect();
    if widths.iter().sum::<usize>() + 2 * count <= width + 2 {
        let cell = |(at, cell): (usize, &String)| if at == 1 { right(cell, widths[1]) } else { left(cell, widths[at]) };
        let line = |row: &Vec<String>| row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ");
        return rows.iter().map(|row| line(row).trim_end().to_owned()).collect();
    }
    rows.iter().flat_map(|row| hanging_part(&row.join(" | "), width)).collect()
}

fn hanging_part(text: &str, width: usize) -> Vec<String> {
    let lines = wrapped(text, width.saturating_sub(4).max(20)).into_iter().enumerate();
    lines.map(|(index, line)| if index == 0 { line } else { format!("    {line}") }).collect()
}
