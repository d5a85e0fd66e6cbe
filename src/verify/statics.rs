//! Remembers static evaluations, because a position must always have the same evaluation, whatever moves led to it. An
//! evaluation that an engine updates move by move may drift.

use super::audit::{Audit, Rule, TraceValue};
use crate::core::score::{Plies, Score};
use crate::core::trace::Record;

/// The number of positions to remember; a position's key determines its slot.
const PLACES: usize = 1 << 16;

/// A recorded static evaluation.
#[derive(Clone, Copy, Debug)]
struct ToldScore {
    key: u64,
    /// The evaluation for the side to move.
    score: Score,
    /// The line in the file, or the number of the event.
    place: u64,
}

/// The most recent static evaluations.
#[derive(Debug, Default)]
pub(super) struct Statics(Vec<Option<ToldScore>>);

impl Statics {
    /// Compares the static evaluation of a position, for its side to move, with the evaluation recorded for it earlier.
    pub(super) fn check(
        &mut self,
        audit: &mut Audit,
        record: &Record,
        (key, score): (u64, Score),
        sign: impl Fn(Score) -> Score,
    ) {
        if self.0.is_empty() {
            self.0.resize(PLACES, None);
        }
        let place = &mut self.0[key as usize % PLACES];
        let before = place.filter(|told| told.key == key);
        let Some(told) = before else {
            *place = Some(ToldScore { key, score, place: audit.place.unwrap_or(audit.report.events) });
            return;
        };
        let holds = audit.manner.same(told.score, score);
        let at = if audit.place.is_some() { "line" } else { "event" };
        audit.check(Rule::Static, record, holds, || {
            let follows =
                format!("{}: as it was for the same position, on {at} {}", Plies(sign(told.score)), told.place);
            ("score", TraceValue::Score(sign(score)), follows)
        });
    }
}
