//! A search told in other words: the same tree with other names for its moves.

use crate::hooks::Ranked;
use crate::trace::{Header, Notes, Outcome, Record, Shape, Trace};
use std::sync::Arc;

/// Tells the search of `trace` as if it had searched what `header` says: each move gets the name that the move at the same
/// place has in the tree of `header`. Scores, verdicts and counts stay what they were.
///
/// Both trees must be known and of the same form. Moves that the tree does not have keep their names.
pub(crate) fn retell(trace: Trace, header: Header) -> Trace {
    let names = match (&trace.header.shape, &header.shape) {
        (Some(from), Some(to)) => TwoShapes { from, to },
        _ => return Trace { header, ..trace },
    };
    let records = trace.records.iter().map(|record| names.record(record)).collect();
    let Outcome { best, pv, .. } = &trace.outcome;
    let outcome = Outcome { best: best.as_ref().map(names.under(&[])), pv: names.line(pv), ..trace.outcome.clone() };
    Trace { header, outcome, records }
}

/// Two trees of the same form.
#[derive(Clone, Copy)]
struct TwoShapes<'a> {
    from: &'a Shape,
    to: &'a Shape,
}

impl<'a> TwoShapes<'a> {
    /// Returns what renames the moves after a line; they keep their names below the end of the tree.
    fn under(self, line: &[String]) -> impl Fn(&String) -> String + use<'a> {
        let node = line.iter().try_fold(0, |node, name| self.from.child(Some(node), 0, name));
        move |mv| {
            let child = self.from.child(node, 0, mv);
            child.map_or(mv.as_str(), |child| self.to.name(child)).to_owned()
        }
    }

    fn line(self, line: &[String]) -> Vec<String> {
        (0..line.len()).map(|ply| self.under(&line[..ply])(&line[ply])).collect()
    }

    fn record(self, record: &Record) -> Record {
        let Record { line, event, notes } = record;
        let told = |line: &Option<Arc<[String]>>| line.as_ref().map(|line| self.line(line).into());
        let mv = self.under(line);
        let ranked = |one: &Ranked<String>| Ranked { mv: mv(&one.mv), ..one.clone() };
        Record {
            line: self.line(line),
            event: event.map(&mv, |moves| moves.iter().map(&mv).collect(), |moves| moves.iter().map(ranked).collect()),
            notes: Notes {
                alpha_set_by: told(&notes.alpha_set_by),
                beta_set_by: told(&notes.beta_set_by),
                stored_by: told(&notes.stored_by),
                ..notes.clone()
            },
        }
    }
}
