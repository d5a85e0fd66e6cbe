//! Two recorded searches compared: a search does not differ from itself, and the order of the two doesn't matter.

use super::bytes::{Bytes, digest};
use super::trace::read;
use plywood::internal::compare::{Difference, Ignored, Recordings, SearchRow, SearchRows, page, recordings};
use plywood::internal::page::Style;
use plywood::trace::Trace;
use std::convert::Infallible;

/// The line between the two.
const BETWEEN: &str = "\n---\n";

/// Two traces separated by a line; a single trace is compared with a copy that lacks one of its events.
pub fn compared(text: &str) {
    let (first, second) = text.split_once(BETWEEN).unwrap_or((text, ""));
    let digest = digest(text.as_bytes());
    let mut bytes = Bytes(&digest);
    let Some(first) = read(first) else { return };
    let second = read(second).unwrap_or_else(|| less(&first, bytes.next()));
    let ignored: &[Ignored] = bytes.pick(&[&[], &[], &[Ignored::Order], &[Ignored::Numbers, Ignored::Static]]);
    let focus = match bytes.next() % 4 {
        0 => &first.outcome.pv[..first.outcome.pv.len().min(1)],
        _ => &[],
    };
    let itself = held([&first, &first], ignored, focus);
    assert!(!itself.differ() && itself.headers.is_empty(), "{itself:?}");
    let found = held([&first, &second], ignored, focus);
    swapped(&found, &held([&second, &first], ignored, focus));
    let rows = [&first, &second].map(|trace| SearchRow::new("one".to_owned(), Vec::new(), trace.outcome.clone()));
    let compared = SearchRows::new(first.header.clone(), rows.into(), Vec::new(), None);
    let (style, found) = (Style::default(), [found]);
    assert!(!page::recorded(&compared, &found, &style).to_text(&style).is_empty());
    let mut json = Vec::new();
    page::json(&compared, &found, &mut json).expect("a vector takes everything");
    assert!(serde_json::from_str::<serde_json::Value>(&String::from_utf8_lossy(&json)).is_ok());
}

/// Returns the same search with one event removed.
fn less(trace: &Trace, byte: u8) -> Trace {
    let mut less = trace.clone();
    if !less.records.is_empty() {
        less.records.remove(usize::from(byte) * less.records.len() / 256);
    }
    less
}

fn held(traces: [&Trace; 2], ignored: &[Ignored], focus: &[String]) -> Recordings {
    let sides = traces.map(|trace| (&trace.header, trace.records.iter().cloned().map(Ok::<_, Infallible>)));
    recordings(sides, ignored, focus).unwrap_or_else(|error| match error {})
}

/// Swapped, the same differences are found, with the sides exchanged.
fn swapped(one: &Recordings, other: &Recordings) {
    assert_eq!(one.events, [other.events[1], other.events[0]]);
    assert_eq!((one.in_order, one.whole_to), (other.in_order, other.whole_to));
    assert_eq!(one.headers.len(), other.headers.len());
    let parting = |found: &Recordings| found.parting.clone();
    match (parting(one), parting(other)) {
        (Some(one), Some(other)) => {
            assert_eq!((one.first, one.second, one.context), (other.second, other.first, other.context));
        }
        (one, other) => assert!(one.is_none() && other.is_none()),
    }
    assert!(one.plies.iter().eq(other.plies.iter().map(|[a, b]| [*b, *a]).collect::<Vec<_>>().iter()));
    assert_eq!((one.nodes.common, one.nodes.counts), (other.nodes.common, other.nodes.counts));
    let listed = |found: &Recordings, is_swapped: bool| {
        let line = |found: &Difference| {
            let (first, second) = if is_swapped { (found.second, found.first) } else { (found.first, found.second) };
            format!("{:?} {:?} {first:?} {second:?} {}", found.dissent, found.line, found.nodes)
        };
        let mut list: Vec<String> = found.nodes.list.iter().map(line).collect();
        list.sort_unstable();
        list
    };
    assert_eq!(listed(one, false), listed(other, true));
}
