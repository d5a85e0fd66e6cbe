//! Compares two recorded searches while reading them, with limited memory.

use super::differences::{Differences, SearchClaim};
use super::matching::{Matching, NodeVisit};
use super::trees::TreeDifference;
use crate::core::hooks::{Event, Leaf, Reason};
use crate::core::names::named;
use crate::core::score::Score;
use crate::core::text::json_value;
#[cfg(feature = "cli")]
use crate::core::trace::{Extra, Outcome};
use crate::core::trace::{Header, Record};
use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "cli")]
use serde_json::json;
use std::collections::VecDeque;

/// A header field that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeaderField {
    /// Its name.
    pub field: String,
    /// The value in the first trace; `None` if that trace does not have the field.
    pub first: Option<Value>,
    /// The value in the second trace.
    pub second: Option<Value>,
}

/// How two recorded searches differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Recordings {
    /// The fields that differ in the headers.
    pub headers: Vec<HeaderField>,
    /// The number of events of each search.
    pub events: [u64; 2],
    /// Whether the searches were compared event by event; `false` if the user chose to ignore the move order.
    pub in_order: bool,
    /// The first event at which the searches diverge.
    pub parting: Option<Parting>,
    /// The counts of each search, ply by ply, starting at the root.
    pub plies: Vec<[Ply; 2]>,
    /// The ply down to which all nodes were compared; `None` if all nodes at every ply were compared. Only a limited
    /// number of nodes can wait for the other search, so deeper nodes were compared and listed only in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole_to: Option<usize>,
    /// The first difference between the trees of the two searches, if the trees are known and differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trees: Option<TreeDifference>,
    /// The fields that differ in the results; fields of the statistics have names such as `statistics.leaves`. Empty if
    /// only the part below a line is compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<HeaderField>,
    /// The differences node by node. Nodes are matched by their lines and visits, not by their places in the files.
    /// Subtrees that only one search visited are sorted by size.
    #[serde(flatten)]
    pub nodes: Differences,
}

impl Recordings {
    /// Returns whether the searches differ in anything except their headers.
    pub fn differ(&self) -> bool {
        self.parting.is_some() || !self.nodes.list.is_empty() || !self.results.is_empty()
    }
}

/// The counts of a search at one ply; the root is ply 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// The number of nodes that were entered or evaluated as leaves, counted at each visit.
    pub nodes: u64,
    /// The number of evaluated leaves.
    pub leaves: u64,
    /// The number of moves to this ply that caused a cutoff.
    pub cutoffs: u64,
}

/// Compares two recorded searches, or only the part at `focus` and below.
///
/// Takes no longer than reading the records. Needs memory for the listed differences and, up to a limit, for nodes that
/// only one search has reached so far: see [`Recordings::whole_to`].
///
/// # Errors
/// The first error of either recording.
pub fn recordings<I, E>(
    [first, second]: [(&Header, I); 2],
    ignored: &[Ignored],
    focus: &[String],
) -> Result<Recordings, E>
where
    I: Iterator<Item = Result<Record, E>>,
{
    let headers = header_fields(first.0, second.0);
    // If one of the searches uses floating-point scores, its tolerance applies to both.
    let tolerance = first.0.tolerance.max(second.0.tolerance);
    let mut readings = [first, second].map(|(header, records)| {
        let (depth, plies) = (header.depth, Vec::new());
        Reading { records, focus, depth, events: 0, plies, is_over: false }
    });
    let is_order_ignored = ignored.contains(&Ignored::Order);
    let mut nodes = Matching::new(is_order_ignored).within(tolerance);
    let mut lockstep = Lockstep { tolerance, ..Lockstep::new(ignored) };
    while lockstep.goes_on() && !readings.iter().all(|reading| reading.is_over) {
        let mut records = [None, None];
        for side in [0, 1] {
            (records[side], _) = readings[side].next(side, &mut nodes)?;
        }
        lockstep.take(readings.each_ref().map(|reading| reading.events), records);
    }
    // Always read the search that is behind, so that few visits have to wait.
    let mut side = 0;
    while !readings.iter().all(|reading| reading.is_over) {
        let (_, is_ahead) = readings[side].next(side, &mut nodes)?;
        if is_ahead && !readings[1 - side].is_over {
            side = 1 - side;
        }
    }
    let [one, other] = readings;
    let ply = |plies: &[Ply], at: usize| plies.get(at).copied().unwrap_or_default();
    let deepest = one.plies.len().max(other.plies.len());
    let (nodes, whole_to) = nodes.finish();
    Ok(Recordings {
        headers,
        events: [one.events, other.events],
        in_order: !is_order_ignored,
        parting: lockstep.parting,
        plies: (0..deepest).map(|at| [ply(&one.plies, at), ply(&other.plies, at)]).collect(),
        whole_to,
        trees: None,
        results: Vec::new(),
        nodes,
    })
}

/// Reads the records of a search.
struct Reading<'a, I> {
    records: I,
    focus: &'a [String],
    depth: u32,
    events: u64,
    plies: Vec<Ply>,
    is_over: bool,
}

impl<I, E> Reading<'_, I>
where
    I: Iterator<Item = Result<Record, E>>,
{
    /// Reads the next record at or below the focus, if any, and passes its visit to `nodes`. Returns the record, and
    /// whether this search is now ahead of the other one.
    fn next(&mut self, side: usize, nodes: &mut Matching) -> Result<(Option<Record>, bool), E> {
        while let Some(record) = self.records.next().transpose()? {
            self.events += 1;
            if let Event::Pass { depth, .. } = record.event {
                self.depth = depth;
            }
            if record.names().take(self.focus.len()).eq(self.focus) {
                let is_ahead = self.count(&record).is_some_and(|visit| nodes.take(side, visit));
                return Ok((Some(record), is_ahead));
            }
        }
        self.is_over = true;
        nodes.end(side);
        Ok((None, true))
    }

    fn ply(&mut self, ply: usize) -> &mut Ply {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Ply::default());
        }
        &mut self.plies[ply]
    }

    fn count(&mut self, record: &Record) -> Option<NodeVisit> {
        let here = record.line.len();
        if let Event::Enter { .. } = record.event {
            self.ply(here).nodes += 1;
        } else if let Event::Judged { score, bound, verdict, leaf, .. } = record.event {
            let ply = self.ply(here + 1);
            ply.nodes += u64::from(leaf.is_some());
            ply.leaves += u64::from(leaf.is_some_and(Leaf::is_scored));
            ply.cutoffs += u64::from(verdict.is_cutoff());
            let (depth, event, said) = (self.depth, self.events, SearchClaim { score, bound, verdict, leaf });
            return Some(NodeVisit { depth, line: record.subject(), event, said });
        }
        None
    }
}

/// Returns the fields in which two results differ, except those that the user ignores.
#[cfg(feature = "cli")]
pub(crate) fn result_fields(first: &Outcome, second: &Outcome, ignored: &[Ignored], by: Score) -> Vec<HeaderField> {
    let all = [first, second].map(|outcome| {
        let (mut all, known) = (json_value(outcome), Outcome { extra: Extra::default(), ..outcome.clone() });
        let (Some(fields), known) = (all.as_object_mut(), json_value(&known)) else { return all };
        if ignored.contains(&Ignored::Own) {
            fields.retain(|field, _| known.get(field).is_some());
        }
        let statistics = fields.remove("statistics");
        // With a different move ordering, a search may have different counts but still make the same claim about every
        // node.
        for (name, count) in statistics.iter().filter_map(Value::as_object).flatten() {
            if !ignored.contains(&Ignored::Order) {
                fields.insert(format!("statistics.{name}"), count.clone());
            }
        }
        all
    });
    let mut different = fields([&all[0], &all[1]]);
    different.retain(|field| {
        let near = |one: &Value, other: &Value| {
            are_near(&json!({ "score": one.clone() }), &json!({ "score": other.clone() }), by)
        };
        !matches!((&field.first, &field.second), (Some(one), Some(other)) if field.field.ends_with("score") && near(one, other))
    });
    different
}

/// Returns the fields in which two headers differ.
fn header_fields(first: &Header, second: &Header) -> Vec<HeaderField> {
    let both = [first, second].map(json_value);
    fields([&both[0], &both[1]])
}

fn fields([first, second]: [&Value; 2]) -> Vec<HeaderField> {
    let fields = [first, second].into_iter().filter_map(Value::as_object).flatten();
    let mut names: Vec<String> = fields.map(|(field, _)| field.clone()).collect();
    names.sort_unstable();
    names.dedup();
    let field =
        |field: String| HeaderField { first: first.get(&field).cloned(), second: second.get(&field).cloned(), field };
    names.into_iter().map(field).filter(|field| field.first != field.second).collect()
}

named! {
    /// Differences that the user can ignore, so that two recorded searches count as equal.
    pub enum Ignored: "part of a trace" {
        /// The order in which moves are tried, and how many are skipped.
        Order = "order", "the move order: nodes are compared only by their lines";
        /// Numbers of positions, steps and visits.
        Numbers = "numbers", "the numbers of positions, steps and visits";
        /// Static evaluations that do not affect the result.
        Static = "static", "static evaluations of positions that are not leaves";
        /// Fields of the result that the format does not define.
        Own = "own", "fields of the result that only your engine writes, such as its time";
    }
}

/// Returns whether two values are equal, apart from slight differences between the scores in the fields `score`,
/// `alpha` and `beta`.
fn are_near(one: &Value, other: &Value, by: Score) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, one)| {
                    other.get(name).is_some_and(|other| match (one.as_f64(), other.as_f64()) {
                        (Some(a), Some(b)) if ["score", "alpha", "beta"].contains(&name.as_str()) => {
                            Score::from_pawns(a).zip(Score::from_pawns(b)).is_some_and(|(a, b)| a.is_near(b, by))
                        }
                        _ => are_near(one, other, by),
                    })
                })
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| are_near(one, other, by))
        }
        (one, other) => one == other,
    }
}

/// The number of events shown before the first difference.
const CONTEXT: usize = 3;

/// The place at which two searches diverge. Up to this place, they are equal event by event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parting {
    /// The number of the event in each trace, from 1. In JSON Lines, event N is on line N + 1.
    pub events: [u64; 2],
    /// The last events before this place, as they appear in the files.
    pub context: Vec<Value>,
    /// The event of the first search; `None` if the search ends here.
    pub first: Option<Value>,
    /// The event of the second search.
    pub second: Option<Value>,
}

/// Looks for the first event at which two searches differ.
pub(super) struct Lockstep<'a> {
    ignored: &'a [Ignored],
    /// The maximum difference between scores that count as equal.
    tolerance: Score,
    context: VecDeque<Record>,
    pub parting: Option<Parting>,
}

impl<'a> Lockstep<'a> {
    pub(super) fn new(ignored: &'a [Ignored]) -> Self {
        Self { ignored, tolerance: Score::ZERO, context: VecDeque::with_capacity(CONTEXT + 1), parting: None }
    }

    /// Returns whether events are still compared one by one.
    pub(super) fn goes_on(&self) -> bool {
        self.parting.is_none() && !self.ignored.contains(&Ignored::Order)
    }

    /// Compares the next event of each search; `events` are their numbers.
    pub(super) fn take(&mut self, events: [u64; 2], [first, second]: [Option<Record>; 2]) {
        let [one, other] = [first, second].map(|record| record.map(|record| self.without_ignored(record)));
        if one == other || self.are_near(one.as_ref(), other.as_ref()) {
            self.context.extend(one);
            if CONTEXT < self.context.len() {
                self.context.pop_front();
            }
            return;
        }
        self.parting = Some(Parting {
            events,
            context: self.context.iter().map(json_value).collect(),
            first: one.as_ref().map(json_value),
            second: other.as_ref().map(json_value),
        });
    }

    /// Returns whether two events differ only in scores, and only within the tolerance.
    fn are_near(&self, one: Option<&Record>, other: Option<&Record>) -> bool {
        let (Some(one), Some(other), true) = (one, other, self.tolerance != Score::ZERO) else { return false };
        are_near(&json_value(one), &json_value(other), self.tolerance)
    }

    fn without_ignored(&self, mut record: Record) -> Record {
        if self.ignored.contains(&Ignored::Numbers) {
            (record.notes.number, record.notes.step) = (None, None);
            if let Event::TableHit { stored, .. } = &mut record.event {
                stored.visit = 0;
            }
        }
        if self.ignored.contains(&Ignored::Static) {
            if let Event::Root { score, .. } = &mut record.event {
                *score = Score::ZERO;
            } else if let Event::Created { score, .. } = &mut record.event {
                *score = None;
            } else if let Event::Ordered { moves } = &mut record.event {
                moves.iter_mut().for_each(|ranked| {
                    if let Reason::Static { score } = &mut ranked.reason {
                        *score = Score::ZERO;
                    }
                });
            }
        }
        record
    }
}
