//! Reads the principal variation from the end of the list of new bests.

use crate::core::hooks::{Event, LineRule, Siblings};
use crate::core::pv::{CollectedLines, ReverseScan, TriangularTable};
use crate::core::recording::{Label, Replay};
use crate::core::score::{Bound, Score};
use crate::core::trace::{Numbering, Outcome, Record, Sink, line_text, node_key};
use crate::page::document::{Block, Column, Document, PagePart, Table};
use crate::page::text::{columns, counted, grouped, left, right, wrapped};
use crate::page::words::Words;
use std::collections::VecDeque;
use std::io;

/// The maximum number of rows; a longer list shows only the new bests.
const MOST_ROWS: u64 = 200;
/// The rule for reading the list, step by step.
const RULE: [(&str, &str); 5] = [
    ("1.", "Start with an empty line and N = 1."),
    ("2.", "Read the list of new bests once, from the end to the beginning."),
    ("3.", "Take an entry if it is at ply N and continues the line found so far, and add 1 to N."),
    ("4.", "Skip all other entries."),
    ("5.", "At the beginning of the list the line is complete."),
];

/// Reads the principal variation from the end of the list of new bests, and keeps the steps between the new bests.
pub(crate) struct PvScan<'a> {
    words: &'a Words<'a>,
    names: Replay,
    scan: ReverseScan<Label>,
    rule: LineRule,
    /// The moves of the nodes on the current line, root first.
    moves: Vec<Siblings<Label>>,
    /// All steps, or the new bests among them.
    rows: Vec<ScanRow>,
    steps: u64,
}

impl<'a> PvScan<'a> {
    /// Returns an empty scan. To fill it, replay the search to it.
    pub(crate) fn new(words: &'a Words<'a>) -> Self {
        let (names, scan, rule) = (Replay::default(), ReverseScan::default(), LineRule::default());
        Self { words, names, scan, rule, moves: Vec::new(), rows: Vec::new(), steps: 0 }
    }

    /// Returns the list of new bests, and the names of the moves.
    pub(crate) const fn read(&self) -> (&ReverseScan<Label>, &Replay) {
        (&self.scan, &self.names)
    }

    /// Returns the judged nodes in search order, with an asterisk at each new best and an arrow at each node that the
    /// reverse scan adds to the PV. Adds a note if the document's simple rule would give a wrong line.
    pub(crate) fn document(&self, outcome: &Outcome) -> Document {
        let (words, mut page) = (self.words, Document::default());
        let (picks, plain) = (self.scan.picks(), self.scan.naive_picks());
        page.part(PagePart::Scan);
        page.text(if MOST_ROWS < self.steps {
            let all = counted(self.steps, "step", "steps");
            format!("The {} new bests among {all}, in search order.", grouped(self.rows.len() as u64))
        } else {
            format!("Every step in search order; {} marks a new best.", words.star())
        });
        page.text("To read the best line from the list:");
        page.push(Block::Facts(3, RULE.map(|(number, text)| (number.to_owned(), text.to_owned())).into()));
        page.gap();
        page.part(PagePart::List);
        page.table(self.table(&picks, &plain));
        page.gap();
        let passes = outcome.statistics.passes;
        if 1 < passes {
            page.text(format!("The search made {passes} passes; this list is from the last one."));
        }
        let pv = words.line(&outcome.pv);
        if picks.is_empty() {
            let before = if outcome.pv.is_empty() {
                String::new()
            } else {
                format!(" An earlier pass found the best line {pv}.")
            };
            page.text(format!("The last pass has no new best, so the scan gives no line.{before}"));
            return page;
        }
        page.text(format!("Read from the end, the arrows give the best line: {pv}."));
        if plain != picks {
            page.text(
                "The naive rule (take the next entry at ply 1, then 2, then 3 ...) fails here: it also takes the entries marked <~~~~, which do not continue the line. An entry must continue the line found so far.",
            );
        }
        page
    }

    /// Returns the key of each listed step, whether it is a new best, and its number in the PV, counted from 1.
    pub(crate) fn listing(&self) -> Vec<(&str, bool, Option<usize>)> {
        let picks = self.scan.picks();
        let entry = |best: usize| picked(&picks, best.checked_sub(self.scan.dropped())?);
        self.rows.iter().map(|row| (row.key.as_str(), row.best.is_some(), row.best.and_then(entry))).collect()
    }

    fn table(&self, picks: &[usize], plain: &[usize]) -> Table {
        let star = self.words.star();
        let mark = |best: usize| {
            // The list no longer contains the entries of earlier passes.
            let entry = best.checked_sub(self.scan.dropped());
            let picked = |picks: &[usize]| entry.and_then(|entry| picked(picks, entry));
            match (picked(picks), picked(plain)) {
                (Some(ply), _) => format!("{star}   <---- {ply}"),
                (None, Some(ply)) => format!("{star}   <~~~~ {ply}"),
                (None, None) => star.to_string(),
            }
        };
        let row = |row: &ScanRow| {
            let mark = row.best.map(mark).unwrap_or_default();
            [row.key.clone(), mark, row.score.clone(), row.line.clone()]
        };
        let kinds = [Column::Left, Column::Left, Column::Right, Column::Rest(0, 0)];
        Table::new(kinds, [""; 4], self.rows.iter().map(row))
    }

    /// Adds a step to the list. If the list becomes long, only new bests are kept.
    fn add(&mut self, record: &Record, is_entry: bool, (score, bound): (Score, Bound)) {
        let best = is_entry.then(|| self.scan.dropped() + self.scan.list().len() - 1);
        self.steps += 1;
        if self.steps == MOST_ROWS + 1 {
            self.rows.retain(|row| row.best.is_some());
        }
        if MOST_ROWS < self.steps && best.is_none() {
            return;
        }
        let mut moves = self.moves.iter_mut();
        let index = |name: &String| moves.next()?.seek(&self.names.label(name));
        let indices: Vec<usize> = record.names().filter_map(index).collect();
        let score = self.words.bounded(score, bound, record.line.len());
        let line = line_text(&record.names().collect::<Vec<_>>(), self.words.perspective.numbering);
        self.rows.push(ScanRow { key: node_key(&indices), line, score, best });
    }
}

/// A child that was refuted by one of its own replies is not a step.
impl Sink for PvScan<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        let is_entry = self.rule.enters(record.line.len(), &record.event);
        self.names.show(record, &mut self.scan);
        if let Event::Enter { moves, .. } = &record.event {
            let ply = record.line.len();
            if self.moves.len() <= ply {
                self.moves.resize_with(ply + 1, Siblings::default);
            }
            let labels: Vec<Label> = moves.iter().map(|name| self.names.label(name)).collect();
            self.moves[ply].set(&labels);
        } else if let Event::Judged { score, bound, .. } = record.event
            && record.notes.step.is_some()
        {
            self.add(record, is_entry, (score, bound));
        }
        Ok(())
    }
}

/// Returns the number, counted from 1, of the PV move that entry `index` of the list gives.
fn picked(picks: &[usize], index: usize) -> Option<usize> {
    picks.iter().position(|&pick| pick == index).map(|ply| ply + 1)
}

/// A step in the list.
struct ScanRow {
    key: String,
    line: String,
    score: String,
    /// The number of the new best, counted from 0 over all passes.
    best: Option<usize>,
}

/// The maximum number of new bests shown; if there are more, only the last ones are shown.
const MOST_STEPS: usize = 60;

/// A new best, and the state of the PV after it.
struct PvStep {
    place: String,
    score: String,
    /// The line of the node where the move was made.
    line: String,
    /// The line that the child returned; empty for a leaf.
    came_up: String,
    rows: Vec<String>,
}

/// Two other ways to find the PV, besides the reverse scan: step by step, at each new best.
pub(crate) struct PvWays<'a> {
    words: &'a Words<'a>,
    names: Replay,
    table: TriangularTable<Label>,
    lines: CollectedLines<Label>,
    rule: LineRule,
    /// The last new bests.
    steps: VecDeque<PvStep>,
    bests: u64,
}

impl<'a> PvWays<'a> {
    /// Returns an empty fold. To fill it, replay the search to it.
    pub(crate) fn new(words: &'a Words<'a>) -> Self {
        let (table, lines, rule) = (TriangularTable::default(), CollectedLines::default(), LineRule::default());
        Self { words, names: Replay::default(), table, lines, rule, steps: VecDeque::new(), bests: 0 }
    }

    /// Shows how to read the list of `scan`, entry by entry; then, for each new best, the line of its node and the rows
    /// of the triangular table.
    pub(crate) fn document(&self, scan: &PvScan<'_>, outcome: &Outcome) -> Document {
        let (words, steps, width) = (self.words, &self.steps, self.words.style.width);
        let mut page = Document::default();
        backwards(scan, words, &mut page);
        page.part(PagePart::Ways);
        page.text(
            "The second way, returned lines: a leaf returns an empty line. When a move becomes a new best, the line of its node becomes that move followed by the returned line.",
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
            "The third way, the triangular table: one row per ply. Before the moves of a node are tried, its row is cleared. When a move at ply N becomes a new best, row N becomes that move followed by row N + 1; after a leaf nothing is copied. Row 1 is the best line so far.",
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

    /// Adds the state of the PV after a new best.
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
        let is_entry = self.rule.enters(record.line.len(), &record.event);
        self.names.show(record, &mut (&mut self.table, &mut self.lines));
        if let Event::Judged { score, bound, .. } = record.event
            && is_entry
        {
            self.add(record, (score, bound));
        }
        Ok(())
    }
}

/// Adds the entries in the order in which the reverse scan reads them, until the line is complete.
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
            false if entry.line.len() == taken + 1 => "skipped: does not continue the line",
            false => "skipped",
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

/// Returns the numbering of a line that begins `ply` half-moves after the root.
const fn from(numbering: Numbering, ply: usize) -> Numbering {
    let (move_number, black_to_move) = numbering.at(ply);
    Numbering { move_number, black_to_move }
}

/// Arranges rows in columns; the second column is right-aligned. If the page is too narrow, a row takes several lines.
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
