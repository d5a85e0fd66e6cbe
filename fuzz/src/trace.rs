//! Traces from outside: whatever is read can be replayed, drawn and checked, right or wrong.

use super::bytes::{Bytes, digest};
use super::{laws, pages};
use plywood::game::classic::GameList;
use plywood::internal::core::pv::CollectedLines;
use plywood::study::AnyStudy;
use plywood::trace::{Counter, Trace};
use plywood::verify::{Effort, verify};

/// Reads a trace in either format.
pub fn read(text: &str) -> Option<Trace> {
    Trace::read_json(text).or_else(|_| Trace::read_json_lines(text.as_bytes())).ok()
}

pub fn trace(text: &str) {
    if let Ok((beginning, None)) = Trace::read_json_beginning(text.as_bytes(), &GameList::default()) {
        assert_eq!(Trace::read_json(text).as_ref().ok(), Some(&beginning));
    }
    let Some(trace) = read(text) else { return };
    laws::written_and_read(&trace);
    let (mut lines, mut counter) = (CollectedLines::default(), Counter::default());
    trace.replay(&mut lines);
    trace.replay(&mut counter);
    let _ = trace.tree();
    let _ = verify(&trace, &Effort::default().leaves(2000));
    let _ = trace.read_line(&trace.outcome.pv.join(" "));
    pages::all(&trace, &mut Bytes(&digest(text.as_bytes())));
}
