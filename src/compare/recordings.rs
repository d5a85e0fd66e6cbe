//! Two recorded searches held against each other while they are read, in the memory of what is told of them.

use super::differences::Differences;
use super::parting::{Ignored, Lockstep, Parting};
use super::said::{Difference, Dissent, Said};
use super::visits::{Ply, Reading, Sorted, Sorter, Visit};
use crate::hooks::Verdict;
use crate::trace::{Header, OwnedRecord};
use serde::Serialize;
use serde_json::Value;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;
use std::io;

/// So many differences of each kind are listed; all are counted.
const MOST_LISTED: usize = 10_000;

/// A field of the header that is not the same in both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeaderField {
    /// Its name.
    pub field: String,
    /// What the first trace has there; nothing if it has no such field.
    pub first: Option<Value>,
    /// What the second one has.
    pub second: Option<Value>,
}

/// How two recorded searches differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Recordings {
    /// The fields in which their headers differ.
    pub headers: Vec<HeaderField>,
    /// How many events each of them has.
    pub events: [u64; 2],
    /// Whether they were compared event by event; not if the order of moves is ignored.
    pub in_order: bool,
    /// The first event where they part.
    pub parting: Option<Parting>,
    /// What each did ply by ply, the root first.
    pub plies: Vec<[Ply; 2]>,
    /// Where they differ about nodes. Nodes match by their lines and their visits, not by their places in the files; the
    /// subtrees that only one searched are listed by their sizes.
    #[serde(flatten)]
    pub nodes: Differences,
}

impl Recordings {
    /// Returns whether they differ in anything but their headers.
    #[must_use]
    pub fn differ(&self) -> bool {
        self.parting.is_some() || !self.nodes.list.is_empty()
    }
}

/// A recorded search that is held against another one.
pub struct Recording<'a, I> {
    /// What was searched and how.
    pub header: &'a Header,
    /// What happened.
    pub records: I,
    /// Where its visits are kept.
    pub sorter: &'a mut dyn Sorter,
}

/// Compares two recorded searches, or what they say of `focus` and what lies below it.
///
/// Takes the time of reading and sorting; the memory is that of the sorters, of a line of moves, and of what is listed.
///
/// # Errors
/// What reading the records gives, or [`io::Error`] from a sorter.
pub fn recordings<'a, I, E>(
    [first, second]: [Recording<'a, I>; 2],
    ignored: &[Ignored],
    focus: &'a [String],
) -> Result<Recordings, E>
where
    I: Iterator<Item = Result<OwnedRecord, E>>,
    E: From<io::Error>,
{
    let headers = header_fields(first.header, second.header);
    let Recording { header, records, sorter } = first;
    let mut one = Reading::new(records, header.depth, &mut *sorter, focus);
    let Recording { header, records, sorter: other_sorter } = second;
    let mut other = Reading::new(records, header.depth, &mut *other_sorter, focus);
    let mut lockstep = Lockstep::new(ignored);
    loop {
        let (a, b) = (one.next()?, other.next()?);
        if a.is_none() && b.is_none() {
            break;
        }
        lockstep.take([one.events, other.events], [a, b]);
    }
    let events = [one.events, other.events];
    let ply = |plies: &[Ply], at: usize| plies.get(at).copied().unwrap_or_default();
    let deepest = one.plies.len().max(other.plies.len());
    let plies = (0..deepest).map(|at| [ply(&one.plies, at), ply(&other.plies, at)]).collect();
    let is_order_ignored = ignored.contains(&Ignored::Order);
    let mut nodes = Merge { is_order_ignored, ..Merge::default() };
    nodes.merge(sorter.sorted()?, other_sorter.sorted()?)?;
    let (parting, in_order) = (lockstep.parting, !is_order_ignored);
    Ok(Recordings { headers, events, in_order, parting, plies, nodes: nodes.finish() })
}

/// The fields in which two headers differ.
fn header_fields(first: &Header, second: &Header) -> Vec<HeaderField> {
    let [first, second] = [first, second].map(|header| serde_json::to_value(header).unwrap_or_default());
    let fields = |header: &Value| header.as_object().into_iter().flat_map(|fields| fields.keys().cloned()).collect();
    let names: BTreeSet<String> =
        [&first, &second].into_iter().flat_map(|header| -> Vec<String> { fields(header) }).collect();
    let field =
        |field: String| HeaderField { first: first.get(&field).cloned(), second: second.get(&field).cloned(), field };
    names.into_iter().map(field).filter(|field| field.first != field.second).collect()
}

/// A subtree that only one search has.
struct Subtree {
    depth: u32,
    event: u64,
    top: Difference,
}

/// Goes through the visits of two searches at once.
#[derive(Default)]
struct Merge {
    is_order_ignored: bool,
    differences: Differences,
    /// The event that told the first difference.
    first: Option<u64>,
    /// The subtree of each search in which the merge is.
    open: [Option<Subtree>; 2],
    alone: Vec<Difference>,
}

impl Merge {
    fn merge(&mut self, mut first: Sorted<'_>, mut second: Sorted<'_>) -> io::Result<()> {
        let (mut a, mut b) = (first.next().transpose()?, second.next().transpose()?);
        loop {
            let order = match (&a, &b) {
                (None, None) => return Ok(()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => (a.depth, &a.line).cmp(&(b.depth, &b.line)),
            };
            let one = if order.is_le() { std::mem::replace(&mut a, first.next().transpose()?) } else { None };
            let other = if order.is_ge() { std::mem::replace(&mut b, second.next().transpose()?) } else { None };
            match (one, other) {
                (Some(one), Some(other)) => self.both(one, other),
                (Some(one), None) => self.alone(0, one),
                (None, Some(other)) => self.alone(1, other),
                (None, None) => {}
            }
        }
    }

    fn both(&mut self, first: Visit, second: Visit) {
        self.differences.common += 1;
        let compared = |mut said: Said| {
            if self.is_order_ignored && said.verdict.is_cutoff() {
                said.verdict = Verdict::Cutoff { skipped: 0 };
            }
            Some(said)
        };
        let Some(dissent) = Dissent::of(compared(first.said), compared(second.said)) else { return };
        let (one, other) = (Some(first.said), Some(second.said));
        let difference = Difference { dissent, line: first.line, first: one, second: other, nodes: 0 };
        self.note(first.event, &difference);
        let listed = match dissent {
            Dissent::Contradiction => self.differences.counts.contradictions,
            Dissent::Verdict => self.differences.counts.verdicts,
            Dissent::Alone | Dissent::Bound => self.differences.counts.bounds,
        };
        if listed <= MOST_LISTED as u64 {
            self.differences.list.push(difference);
        }
    }

    /// Counts a difference, and keeps it if it is the first one of the search.
    fn note(&mut self, event: u64, difference: &Difference) {
        self.differences.counts.add(difference);
        if self.first.is_none_or(|first| event < first) {
            (self.first, self.differences.first) = (Some(event), Some(difference.clone()));
        }
    }

    /// Takes a visit of which only the search `side` tells. All below it, and all later visits there, are one subtree.
    fn alone(&mut self, side: usize, visit: Visit) {
        if let Some(open) = &mut self.open[side]
            && open.depth == visit.depth
            && visit.line.starts_with(&open.top.line)
        {
            open.top.nodes += 1;
            return;
        }
        self.close(side);
        let said = [0, 1].map(|at| Some(visit.said).filter(|_| at == side));
        let top = Difference { dissent: Dissent::Alone, line: visit.line, first: said[0], second: said[1], nodes: 1 };
        self.open[side] = Some(Subtree { depth: visit.depth, event: visit.event, top });
    }

    fn close(&mut self, side: usize) {
        let Some(Subtree { event, top, .. }) = self.open[side].take() else { return };
        self.note(event, &top);
        self.alone.push(top);
        if 2 * MOST_LISTED < self.alone.len() {
            self.keep_largest();
        }
    }

    fn keep_largest(&mut self) {
        self.alone.sort_by_key(|subtree| Reverse(subtree.nodes));
        self.alone.truncate(MOST_LISTED);
    }

    fn finish(mut self) -> Differences {
        self.close(0);
        self.close(1);
        self.keep_largest();
        self.differences.list.extend(self.alone);
        self.differences.list.sort_by_key(|difference| difference.dissent);
        self.differences
    }
}
