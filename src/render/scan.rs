//! How the principal variation is read from the end of the list of new bests.

use super::text::{counted, entries, grouped, labelled, paragraph};
use super::words::Words;
use crate::hooks::{Event, Verdict};
use crate::pv::ReverseScan;
use crate::recording::Label;
use crate::trace::{LineRef, OwnedRecord, Trace, node_key};
use std::io::{self, Write};

/// Of a longer list only the new bests are written.
const MOST_ROWS: usize = 200;
/// How the list is read.
const RULE: [(&str, &str); 5] = [
    ("1.", "Begin with an empty line and N = 1."),
    ("2.", "Read the list of new bests once, from the end to the beginning."),
    ("3.", "Take an entry if it stands at ply N and continues the line found so far, and add 1 to N."),
    ("4.", "Pass over all others."),
    ("5.", "At the beginning of the list the line is complete."),
];

/// Writes the judged nodes in the order of the search, an asterisk at each new best, and an arrow at each that the
/// reverse scan takes into the PV. Says so if the document's plain rule would err.
///
/// # Errors
/// What writing gives.
pub fn pv_scan(trace: &Trace, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let style = words.style;
    let mut scan: ReverseScan<Label> = ReverseScan::default();
    trace.replay(&mut scan);
    let (picks, plain) = (scan.picks(), scan.naive_picks());
    let mut rows = judged(trace, words);
    let count = rows.len();
    let text = if MOST_ROWS < count {
        rows.retain(|row| row.is_best);
        let all = counted(count as u64, "step", "steps");
        format!("The {} new bests among {all}, in the order of the search.", grouped(rows.len() as u64))
    } else {
        format!("Every step in the order of the search; {} marks a new best.", words.star())
    };
    paragraph(&text, style, out)?;
    paragraph("Best play is read from the list by this rule:", style, out)?;
    let rule = RULE.map(|(number, text)| (number, text.to_owned()));
    labelled(&rule, 3, style.width).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out)?;
    write_rows(&rows, &picks, &plain, words, out)?;
    writeln!(out)?;
    let passes = trace.outcome.statistics.passes;
    if 1 < passes {
        let text = format!("The search made {passes} passes, one after the other; the scan is of the last.");
        paragraph(&text, style, out)?;
    }
    let pv = words.line(&trace.outcome.pv);
    if picks.is_empty() {
        let before =
            if trace.outcome.pv.is_empty() { String::new() } else { format!(" Best play {pv} was found before.") };
        return paragraph(&format!("The last pass has no new best, so the scan gives no line.{before}"), style, out);
    }
    paragraph(&format!("Read from the end, the arrows give best play: {pv}."), style, out)?;
    if plain == picks {
        return Ok(());
    }
    let text = "The plain rule (take the next entry at ply 1, then 2, then 3 ...) goes wrong here: it also takes what is \
                marked <~~~~, which does not continue the line. An entry must continue the line found so far.";
    paragraph(text, style, out)
}

fn write_rows(
    rows: &[Row<'_>],
    picks: &[usize],
    plain: &[usize],
    words: &Words<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut best = 0;
    let mut written = Vec::with_capacity(rows.len());
    for row in rows {
        let mut mark = String::new();
        if row.is_best {
            mark = match (picked(picks, best), picked(plain, best)) {
                (Some(ply), _) => format!("{}   <---- {ply}", words.star()),
                (None, Some(ply)) => format!("{}   <~~~~ {ply}", words.star()),
                (None, None) => words.star().to_string(),
            };
            best += 1;
        }
        written.push(([row.key.clone(), mark, row.score.clone()], row.line.text(words.perspective.numbering)));
    }
    entries(&written, &[false, false, true], words.style.width, out)
}

/// Which move of the PV the entry `index` of the list gives, from 1.
fn picked(picks: &[usize], index: usize) -> Option<usize> {
    picks.iter().position(|&pick| pick == index).map(|ply| ply + 1)
}

/// A step as the list shows it.
struct Row<'a> {
    key: String,
    line: LineRef<'a>,
    score: String,
    is_best: bool,
}

/// Collects the steps; a child that was cut by one of its own replies makes none.
fn judged<'a>(trace: &'a Trace, words: &Words<'_>) -> Vec<Row<'a>> {
    let mut moves: Vec<&[String]> = Vec::new();
    let mut rows = Vec::new();
    for record in trace.records.iter().map(OwnedRecord::as_ref) {
        match record.event {
            Event::Enter { moves: here, .. } => {
                moves.truncate(record.line.len());
                moves.push(here);
            }
            Event::Judged { verdict, score, bound, .. } if record.notes.step.is_some() => {
                let line = record.subject();
                let index = |(name, list): (&str, &&[String])| list.iter().position(|other| other == name);
                let indices: Vec<usize> = line.iter().zip(&moves).filter_map(index).collect();
                let score = words.bounded(score, bound, record.line.len());
                rows.push(Row { key: node_key(&indices), line, score, is_best: verdict == Verdict::Best });
            }
            _ => {}
        }
    }
    rows
}
