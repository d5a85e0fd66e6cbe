//! Holds the events of a search against each other, and asks nobody else: for every search, exact or not, whoever made it.
//!
//! Each claim has to follow from what the events before it say, by one of the [rules](Rule). The first that does not is the
//! first cause of whatever is wrong behind it.

mod children;
mod finding;
mod nodes;
mod order;
mod passes;
mod promises;
mod result;
mod techniques;

pub use finding::{About, Audited, Finding, Lack, Rule, TraceValue};
pub(super) use nodes::OpenVisit;

use crate::hooks::{Event, Observer, Tracker};
use crate::score::{Bound, Score, Window};
use crate::trace::{Counter, Header, Record, Sink};
use finding::MOST_FINDINGS;
use nodes::{EnterVisit, PendingChild, Visits, number_of};
use passes::Passes;
use promises::{Manner, TechniqueMarks};
use std::io;

/// Holds the events of a search against each other, one after the other, without asking anybody else: what follows from
/// what was said before? Each claim is judged by what the events before it say, so one lie is one finding.
///
/// Its memory is that of the line where the search stands, and of the last million nodes if there is a table.
#[derive(Debug)]
pub struct Audit {
    manner: Manner,
    header: Header,
    /// The nodes that were entered and not left, root first.
    frames: Vec<OpenVisit>,
    /// The moves to the last of them.
    path: Vec<String>,
    tracker: Tracker<usize>,
    pending: PendingChild,
    passes: Passes,
    marks: TechniqueMarks,
    visits: Visits,
    counter: Counter,
    /// Whether somebody holds all static scores against the evaluation.
    has_scores: bool,
    /// The file's line of the current event.
    place: Option<u64>,
    /// The visits of the position that the current event is about, if somebody knows.
    same_position: Option<Vec<u64>>,
    report: Audited,
}

impl Audit {
    /// Returns an audit of a search with this header.
    pub fn new(header: &Header) -> Self {
        let manner = Manner::of(header);
        let visits = Visits::new(&manner);
        Self {
            manner,
            header: header.clone(),
            frames: Vec::new(),
            path: Vec::new(),
            tracker: Tracker::default(),
            pending: PendingChild::default(),
            passes: Passes::default(),
            marks: TechniqueMarks::default(),
            visits,
            counter: Counter::default(),
            has_scores: false,
            place: None,
            same_position: None,
            report: Audited::default(),
        }
    }

    /// Says that somebody holds all static scores against the evaluation.
    pub(crate) const fn know_scores(&mut self) {
        self.has_scores = true;
    }

    /// Notes that a leaf has a score that nothing can be held against, unless the evaluation can.
    fn unknown_leaf(&mut self) {
        if !self.has_scores {
            self.unknown(Rule::LeafScore, Lack::Leaf);
        }
    }

    /// Says which line of its file the next record stands in.
    pub const fn at_line(&mut self, line: u64) {
        self.place = Some(line);
    }

    /// Says which of the visits so far were of the position that the next record is about.
    pub(crate) fn at_position(&mut self, visits: Option<Vec<u64>>) {
        self.same_position = visits;
    }

    /// Says of which position the last visit was.
    pub(crate) fn at_key(&mut self, key: u64) {
        if let Some(visit) = self.visits.get(self.visits.count) {
            visit.key = Some(key);
        }
    }

    /// Whether an event tells of every node so far.
    pub(crate) const fn is_all_told(&self) -> bool {
        !self.visits.has_untold
    }

    /// Whether a table may have stored what this visit found.
    pub(crate) fn is_stored(&self, visit: u64) -> bool {
        self.visits.at(visit).is_some_and(|visit| visit.depth != 0 && visit.found.is_some())
    }

    /// What a table may have proved of a position with this best move, if all that it may have stored is known.
    pub(crate) fn stored_with(&self, key: u64, best: &str) -> Option<Vec<Bound>> {
        let best = Some(number_of(best));
        let has_best = self.visits.stored_at(key)?.any(|(visit, _)| visit.best == best);
        // A node that fails low leaves an older move where it is.
        let fits = |visit: &EnterVisit| has_best && (visit.best == best || visit.best.is_none());
        let all: Vec<_> = self.visits.stored_at(key)?.collect();
        // What comes later takes the place of what was stored of the same position.
        let first = if self.visits.is_alone(key) { all.len().saturating_sub(1) } else { 0 };
        Some(all[first..].iter().filter(|(visit, _)| fits(visit)).map(|&(_, bound)| bound).collect())
    }

    /// Whether a table may have an entry of a position without a move.
    pub(crate) fn stored_without_move(&self, key: u64) -> Option<bool> {
        Some(self.visits.stored_at(key)?.any(|(visit, _)| visit.best.is_none()))
    }

    /// How the search says that it works.
    pub(crate) const fn manner(&self) -> &Manner {
        &self.manner
    }

    /// Whether no node was entered so far.
    pub(crate) const fn is_untouched(&self) -> bool {
        self.counter.statistics.entered == 0
    }

    /// The node that is open, if there is one.
    pub(crate) fn open(&self) -> Option<&OpenVisit> {
        self.frames.last()
    }

    /// The node above it.
    pub(crate) fn parent(&self) -> Option<&OpenVisit> {
        self.frames.iter().rev().nth(1)
    }

    /// Says whether the side to move at the open node is in check.
    pub(crate) fn at_check(&mut self, in_check: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.in_check = Some(in_check);
        }
    }

    /// How many nodes were entered so far.
    pub(crate) const fn visits(&self) -> u64 {
        self.visits.count
    }

    /// Notes that a rule could not be applied, and for lack of what.
    pub(crate) fn unknown(&mut self, rule: Rule, lack: Lack) {
        self.report.unknown[rule as usize] += 1;
        self.report.lacks[lack as usize] += 1;
    }

    /// Whether two scores count as equal in this trace.
    pub(crate) fn same(&self, a: Score, b: Score) -> bool {
        self.manner.same(a, b)
    }

    /// Notes whether a rule holds; if not, `finding` gives the field, what it says, and what follows instead.
    pub(crate) fn hold(
        &mut self,
        rule: Rule,
        record: &Record,
        holds: bool,
        finding: impl FnOnce() -> (&'static str, TraceValue, String),
    ) {
        let kind = record.event.kind();
        self.hold_at(rule, About::Event(kind), holds, || {
            let line = if kind.is_of_whole() { Vec::new() } else { record.subject() };
            (line, finding())
        });
    }

    /// The same for what need not be an event.
    fn hold_at(
        &mut self,
        rule: Rule,
        about: About,
        holds: bool,
        finding: impl FnOnce() -> (Vec<String>, (&'static str, TraceValue, String)),
    ) {
        if self.is_to_be_told(rule, holds) {
            let (line, finding) = finding();
            self.tell(rule, about, line, finding);
        }
    }

    /// Counts one more that was held against `rule`; returns whether it is wrong and there is room for what is wrong with it.
    fn is_to_be_told(&mut self, rule: Rule, holds: bool) -> bool {
        self.report.checked[rule as usize] += 1;
        self.report.wrong[rule as usize] += u64::from(!holds);
        !holds && self.report.findings.len() < MOST_FINDINGS
    }

    fn tell(
        &mut self,
        rule: Rule,
        about: About,
        line: Vec<String>,
        (field, said, follows): (&'static str, TraceValue, String),
    ) {
        let event = match about {
            About::Header => 0,
            About::Event(_) => self.report.events,
            About::Result => self.report.events + 1,
        };
        self.report.findings.push(Finding { event, place: self.place, about, line, field, said, follows, rule });
    }

    /// The line of a move of an open node.
    fn line_of(&self, ply: usize, index: usize) -> Vec<String> {
        let name = self.frames[ply].moves.moves()[index].clone();
        self.path[..ply].iter().cloned().chain([name]).collect()
    }

    /// The number of a child in the list of moves of the open node.
    fn index(&mut self, name: &str) -> Option<usize> {
        self.frames.last_mut()?.moves.seek(name)
    }

    /// Tells the observers that go by events alone.
    fn observe(&mut self, record: &Record) {
        let ply = record.line.len();
        let child = record.event.child().and_then(|name| self.index(name)).unwrap_or_default();
        let event = record.event.map(|_| child, |_| &[][..], |_| &[][..]);
        self.tracker.observe(ply, &event);
        // The counter needs the length of the line only.
        let line = vec![0; ply];
        self.counter.observe(&line, event);
    }

    /// The depth that the child that is looked at has left.
    fn depth_left(&self) -> u32 {
        let base = match (self.pending.again, self.frames.last()) {
            (Some((depth, _)), _) => depth,
            (None, Some(parent)) => parent.depth.saturating_sub(1).saturating_sub(self.pending.reduced.unwrap_or(0)),
            (None, None) => self.passes.now.map_or(self.manner.depth, |(_, depth, _)| depth),
        };
        base + self.pending.extended
    }

    /// Whether the child that is looked at, or the root, may be asked with this window.
    fn may_ask(&self, asked: Window) -> bool {
        match (self.pending.again, self.frames.last()) {
            (Some((_, window)), _) => self.manner.same_window(asked, window),
            (None, Some(parent)) => {
                let is_first = parent.tried == 0 && self.pending.reduced.is_none();
                self.manner.hands_down(-parent.window, asked, is_first)
            }
            (None, None) => {
                self.manner.same_window(asked, self.passes.now.map_or(Window::FULL, |(_, _, window)| window))
            }
        }
    }

    /// The windows that the child that is looked at, or the root, may be asked with: the widest and the narrowest.
    fn windows(&self) -> [Window; 2] {
        match (self.pending.again, self.frames.last()) {
            (Some((_, window)), _) => [window; 2],
            (None, Some(_)) if self.manner.is_minimax() => [Window::FULL; 2],
            (None, Some(parent)) => {
                let whole = -parent.window;
                let null = Window::null_below(whole.beta);
                [whole, if self.may_ask(null) { null } else { whole }]
            }
            (None, None) => [self.passes.now.map_or(Window::FULL, |(_, _, window)| window); 2],
        }
    }

    /// Takes the next record.
    fn add(&mut self, record: &Record) {
        if self.report.events == 0 {
            self.begin();
        }
        self.report.events += 1;
        match record.event {
            Event::Root { score } => {
                self.observe(record);
                self.passes.root_score = Some(score);
            }
            Event::Enter { .. } => self.enter(record),
            Event::Created { .. } => self.created(record),
            Event::Judged { .. } => self.judge(record),
            Event::Leave { .. } => self.leave(record),
            Event::Settled { .. } => self.observe(record),
            Event::Pass { .. } => self.pass(record),
            Event::Ordered { .. } => self.ordered(record),
            Event::TableHit { .. } => self.table_hit(record),
            Event::Extended { plies } => self.extended(record, plies),
            Event::Reduced { plies } => self.reduced(record, plies),
            Event::Again { .. } => self.again(record),
            Event::NullMove { .. } => self.null_move(record),
            Event::Omitted { .. } => self.omitted(record),
            Event::StandPat { .. } => self.stand_pat(record),
            Event::Pruned { .. } => self.pruned(record),
        }
    }
}

impl Sink for Audit {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.add(record);
        Ok(())
    }
}
