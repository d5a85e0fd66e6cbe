//! How the principal variation is read from the end of the list of new bests.

use crate::hooks::{Event, Siblings, Verdict};
use crate::page::document::{Block, Column, Document, Table};
use crate::page::text::{counted, grouped};
use crate::page::words::Words;
use crate::pv::ReverseScan;
use crate::recording::{Label, Replay};
use crate::score::{Bound, Score};
use crate::trace::{Outcome, Record, Sink, line_text, node_key};
use std::io;

/// Of a longer list only the new bests are written.
const MOST_ROWS: u64 = 200;
/// How the list is read.
const RULE: [(&str, &str); 5] = [
    ("1.", "Begin with an empty line and N = 1."),
    ("2.", "Read the list of new bests once, from the end to the beginning."),
    ("3.", "Take an entry if it stands at ply N and continues the line found so far, and add 1 to N."),
    ("4.", "Pass over all others."),
    ("5.", "At the beginning of the list the line is complete."),
];

/// Reads the principal variation from the end of the list of new bests, and knows the steps around them.
pub(crate) struct PvScan<'a> {
    words: &'a Words<'a>,
    names: Replay,
    scan: ReverseScan<Label>,
    /// The moves of the nodes on the current line, root first.
    moves: Vec<Siblings<Label>>,
    /// All steps, or the new bests among them.
    rows: Vec<ScanRow>,
    steps: u64,
}

impl<'a> PvScan<'a> {
    /// Returns a scan that has to be told the search.
    pub(crate) fn new(words: &'a Words<'a>) -> Self {
        let (names, scan) = (Replay::default(), ReverseScan::default());
        Self { words, names, scan, moves: Vec::new(), rows: Vec::new(), steps: 0 }
    }

    /// Returns the list of new bests, and the names in it.
    pub(crate) const fn read(&self) -> (&ReverseScan<Label>, &Replay) {
        (&self.scan, &self.names)
    }

    /// Returns the judged nodes in the order of the search, an asterisk at each new best, and an arrow at each that the
    /// reverse scan takes into the PV. Says so if the document's plain rule would err.
    pub(crate) fn document(&self, outcome: &Outcome) -> Document {
        let (words, mut page) = (self.words, Document::default());
        let (picks, plain) = (self.scan.picks(), self.scan.naive_picks());
        page.text(if MOST_ROWS < self.steps {
            let all = counted(self.steps, "step", "steps");
            format!("The {} new bests among {all}, in the order of the search.", grouped(self.rows.len() as u64))
        } else {
            format!("Every step in the order of the search; {} marks a new best.", words.star())
        });
        page.text("Best play is read from the list by this rule:");
        page.push(Block::Facts(3, RULE.map(|(number, text)| (number.to_owned(), text.to_owned())).into()));
        page.gap();
        page.table(self.table(&picks, &plain));
        page.gap();
        let passes = outcome.statistics.passes;
        if 1 < passes {
            page.text(format!("The search made {passes} passes, one after the other; the scan is of the last."));
        }
        let pv = words.line(&outcome.pv);
        if picks.is_empty() {
            let before =
                if outcome.pv.is_empty() { String::new() } else { format!(" Best play {pv} was found before.") };
            page.text(format!("The last pass has no new best, so the scan gives no line.{before}"));
            return page;
        }
        page.text(format!("Read from the end, the arrows give best play: {pv}."));
        if plain != picks {
            page.text(
                "The plain rule (take the next entry at ply 1, then 2, then 3 ...) goes wrong here: it also takes what is marked \
                 <~~~~, which does not continue the line. An entry must continue the line found so far.",
            );
        }
        page
    }

    fn table(&self, picks: &[usize], plain: &[usize]) -> Table {
        let star = self.words.star();
        let mark = |best: usize| {
            // Entries of earlier passes are in the list no more.
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

    /// Adds a step to the list. If it becomes long, only new bests stay in it.
    fn add(&mut self, record: &Record, verdict: Verdict, (score, bound): (Score, Bound)) {
        let best = (verdict == Verdict::Best).then(|| self.scan.dropped() + self.scan.list().len() - 1);
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

/// A child that was cut by one of its own replies makes no step.
impl Sink for PvScan<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.names.show(record, &mut self.scan);
        if let Event::Enter { moves, .. } = &record.event {
            let ply = record.line.len();
            if self.moves.len() <= ply {
                self.moves.resize_with(ply + 1, Siblings::default);
            }
            let labels: Vec<Label> = moves.iter().map(|name| self.names.label(name)).collect();
            self.moves[ply].set(&labels);
        } else if let Event::Judged { verdict, score, bound, .. } = record.event
            && record.notes.step.is_some()
        {
            self.add(record, verdict, (score, bound));
        }
        Ok(())
    }
}

/// Which move of the PV the entry `index` of the list gives, from 1.
fn picked(picks: &[usize], index: usize) -> Option<usize> {
    picks.iter().position(|&pick| pick == index).map(|ply| ply + 1)
}

/// A step as the list shows it.
struct ScanRow {
    key: String,
    line: String,
    score: String,
    /// Which new best it is, counted from 0 over all passes.
    best: Option<usize>,
}
