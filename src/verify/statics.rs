//! Remembers static evaluations, because a position must always have the same evaluation, whatever moves led to it. An
//! evaluation that an engine updates move by move may drift. Only the fifty-move counter may make a difference.

use super::audit::{Audit, Lack, Rule, TraceValue};
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
    /// The fifty-move counter of the position. Some engines scale their evaluation by it.
    clock: u32,
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
        (key, score, clock): (u64, Score, u32),
        sign: impl Fn(Score) -> Score,
    ) {
        if self.0.is_empty() {
            self.0.resize(PLACES, None);
        }
        let place = &mut self.0[key as usize % PLACES];
        let before = place.filter(|told| told.key == key);
        let now = ToldScore { key, score, clock, place: audit.place.unwrap_or(audit.report.events) };
        let Some(told) = before else {
            *place = Some(now);
            return;
        };
        let holds = audit.manner.same(told.score, score);
        if !holds && told.clock != clock {
            *place = Some(now);
            return audit.unknown(Rule::Static, Lack::Statics);
        }
        let at = if audit.place.is_some() { "line" } else { "event" };
        audit.check(Rule::Static, record, holds, || {
            let follows =
                format!("{}: as it was for the same position, on {at} {}", Plies(sign(told.score)), told.place);
            ("score", TraceValue::Score(sign(score)), follows)
        });
    }
}
