//! A search told in other words: the same tree with other names for its moves.

use crate::hooks::{Ranked, Translate};
use crate::trace::{Header, Outcome, OwnedNotes, OwnedRecord, Shape, Trace};

/// Tells the search of `trace` as if it had searched what `header` says: each move gets the name that the move at the same
/// place has in the tree of `header`. Scores, verdicts and counts stay what they were.
///
/// Both trees must be known and of the same form. Moves that the tree does not have keep their names.
pub(crate) fn retell(trace: Trace, header: Header) -> Trace {
    let names = match (&trace.header.shape, &header.shape) {
        (Some(from), Some(to)) => Names { from, to },
        _ => return Trace { header, ..trace },
    };
    let records = trace.records.iter().map(|record| names.record(record)).collect();
    let Outcome { best, pv, .. } = &trace.outcome;
    let outcome = Outcome {
        best: best.as_ref().map(|best| names.under(&[]).mv(best)),
        pv: names.line(pv),
        ..trace.outcome.clone()
    };
    Trace { header, outcome, records }
}

/// Two trees of the same form.
#[derive(Clone, Copy)]
struct Names<'a> {
    from: &'a Shape,
    to: &'a Shape,
}

/// The moves of one node, renamed.
struct Under<'a> {
    names: Names<'a>,
    /// The node; none below the end of the tree.
    node: Option<usize>,
}

impl<'a> Names<'a> {
    fn under(self, line: &[String]) -> Under<'a> {
        let node = line.iter().try_fold(0, |node, name| self.from.child(Some(node), 0, name));
        Under { names: self, node }
    }

    fn line(self, line: &[String]) -> Vec<String> {
        (0..line.len()).map(|ply| self.under(&line[..ply]).mv(&line[ply])).collect()
    }

    fn record(self, record: &OwnedRecord) -> OwnedRecord {
        let OwnedRecord { line, event, notes } = record;
        let told = |line: &Option<Vec<String>>| line.as_ref().map(|line| self.line(line));
        OwnedRecord {
            line: self.line(line),
            event: event.map(&mut self.under(line)),
            notes: OwnedNotes {
                alpha_set_by: told(&notes.alpha_set_by),
                beta_set_by: told(&notes.beta_set_by),
                stored_by: told(&notes.stored_by),
                ..notes.clone()
            },
        }
    }
}

impl<'a> Translate<'a, String, Vec<String>, Vec<Ranked<String>>> for Under<'_> {
    type Move = String;
    type Moves = Vec<String>;
    type Ranking = Vec<Ranked<String>>;

    fn mv(&mut self, mv: &'a String) -> String {
        let child = self.names.from.child(self.node, 0, mv);
        child.map_or(mv.as_str(), |child| self.names.to.name(child)).to_owned()
    }

    fn moves(&mut self, moves: &'a Vec<String>) -> Vec<String> {
        moves.iter().map(|mv| self.mv(mv)).collect()
    }

    fn ranking(&mut self, ranking: &'a Vec<Ranked<String>>) -> Vec<Ranked<String>> {
        ranking.iter().map(|ranked| Ranked { mv: self.mv(&ranked.mv), ..ranked.clone() }).collect()
    }
}
