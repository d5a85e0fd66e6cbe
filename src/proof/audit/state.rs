//! Where a search stands while its events are held against each other.

use super::best_line::{ClaimedLine, FinishedDepth, Lead};
use super::finding::{About, Audited, Finding, MOST_FINDINGS, TraceValue};
use super::lack::Lack;
use super::manner::Manner;
use super::marks::TechniqueMarks;
use super::rule::Rule;
use super::visits::{EnterVisit, Visits, number_of};
use crate::hooks::{Observer, Pass, Siblings, Tracker};
use crate::score::{Bound, Score, Window};
use crate::trace::{Counter, Header, Record};

/// Holds the events of a search against each other, one after the other, without asking anybody else: what follows from
/// what was said before? Each claim is judged by what the events before it say, so one lie is one finding.
///
/// Its memory is that of the line where the search stands, and of the last million nodes if there is a table.
#[derive(Debug)]
pub struct Audit {
    pub(super) manner: Manner,
    pub(super) header: Header,
    /// The nodes that were entered and not left, root first.
    pub(super) frames: Vec<OpenVisit>,
    /// The moves to the last of them.
    pub(super) path: Vec<String>,
    pub(super) tracker: Tracker<usize>,
    pub(super) pending: PendingChild,
    pub(super) passes: Passes,
    pub(super) marks: TechniqueMarks,
    pub(super) visits: Visits,
    pub(super) counter: Counter,
    /// Whether somebody holds all static scores against the evaluation.
    has_scores: bool,
    /// The file's line of the current event.
    pub(super) place: Option<u64>,
    /// The visits of the position that the current event is about, if somebody knows.
    pub(super) same_position: Option<Vec<u64>>,
    pub(super) report: Audited,
}

/// A node that was entered and not left.
#[derive(Debug)]
pub(crate) struct OpenVisit {
    pub depth: u32,
    /// The window that it was given, and its window now.
    pub asked: Window,
    pub window: Window,
    pub moves: Siblings<String>,
    /// Static scores of its children, as far as they were told.
    pub statics: Vec<Option<Score>>,
    /// In which order its moves will be tried, if that was said.
    pub order: Option<Vec<usize>>,
    /// Whether that was said, and whether a child was looked at.
    pub is_ordered: bool,
    pub has_begun: bool,
    /// True scores of its children, as far as they were told to put them in order.
    pub truths: Vec<Option<Score>>,
    /// Whether the side to move is in check, if somebody knows.
    pub in_check: Option<bool>,
    /// How many of them were judged or pruned.
    pub tried: usize,
    /// The best score of a child or of standing pat, and the most that was expected of a pruned move.
    pub best: Score,
    pub expected: Score,
    pub bound: Bound,
    pub best_move: Option<usize>,
    pub has_cut: bool,
    pub stands: Option<Score>,
    pub futile: Option<Score>,
    /// Whether a move was pruned by a rule that nobody knows, so that nobody knows what was expected of it.
    pub is_open: bool,
    /// Its own static score, if that was told.
    pub score: Option<Score>,
    /// Which `enter` it was.
    pub visit: u64,
    /// Its place in the shape.
    pub shape: Option<usize>,
    /// The line below its best child, also if that has cut, and the line as a result tells it.
    pub pv: Lead,
    pub line: ClaimedLine,
    /// Whether all its children had exact scores.
    pub is_proved: bool,
    /// What was told of it before it was entered.
    pub saved: PendingChild,
}

/// What was told of a child since it was created, before it is judged; or of the root before it is entered.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingChild {
    pub extended: u32,
    pub reduced: Option<u32>,
    /// Depth and window of a new search.
    pub again: Option<(u32, Window)>,
    /// What a table or a pass has answered, for the side to move there.
    pub table: Option<(Score, Bound)>,
    pub passed: Option<(Score, Window)>,
    /// Whether the table, and a pass, were asked.
    pub was_known: bool,
    pub was_passed: bool,
    /// Whether what was searched there is left out.
    pub is_omitted: bool,
    /// The move that the table knows.
    pub hash_move: Option<String>,
    /// What it was left with, for the side to move there, and the line below.
    pub left: Option<(Score, Bound)>,
    pub pv: Lead,
    pub line: ClaimedLine,
    pub was_reduced: bool,
    /// The window with which it was entered last.
    pub was_asked: Option<Window>,
}

/// What is known of the passes over the whole tree.
#[derive(Debug, Default)]
pub(super) struct Passes {
    pub now: Option<(Pass, u32, Window)>,
    /// What the root was left with last, and in which pass.
    pub left: Option<(Score, Bound)>,
    pub root_score: Option<Score>,
    /// Whether the root was left in this pass.
    pub is_over: bool,
    pub best: Option<String>,
    pub pv: Lead,
    pub line: ClaimedLine,
    /// What was known when the last depth was finished before a larger one.
    pub finished: Option<FinishedDepth>,
    /// The best line of the iteration before.
    pub previous: Lead,
    /// The bounds that null windows have proved.
    pub lower: Option<Score>,
    pub upper: Option<Score>,
}

impl Audit {
    /// Returns an audit of a search with this header.
    #[must_use]
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
    pub(super) fn unknown_leaf(&mut self) {
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
    pub(super) fn hold_at(
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
    pub(super) fn line_of(&self, ply: usize, index: usize) -> Vec<String> {
        let name = self.frames[ply].moves.moves()[index].clone();
        self.path[..ply].iter().cloned().chain([name]).collect()
    }

    /// The number of a child in the list of moves of the open node.
    pub(super) fn index(&mut self, name: &str) -> Option<usize> {
        self.frames.last_mut()?.moves.seek(name)
    }

    /// Tells the observers that go by events alone.
    pub(super) fn observe(&mut self, record: &Record) {
        let ply = record.line.len();
        let child = record.event.child().and_then(|name| self.index(name)).unwrap_or_default();
        let event = record.event.map(|_| child, |_| &[][..], |_| &[][..]);
        self.tracker.observe(ply, &event);
        // The counter needs the length of the line only.
        let line = vec![0; ply];
        self.counter.observe(&line, event);
    }

    /// The depth that the child that is looked at has left.
    pub(super) fn depth_left(&self) -> u32 {
        let base = match (self.pending.again, self.frames.last()) {
            (Some((depth, _)), _) => depth,
            (None, Some(parent)) => parent.depth.saturating_sub(1).saturating_sub(self.pending.reduced.unwrap_or(0)),
            (None, None) => self.passes.now.map_or(self.manner.depth, |(_, depth, _)| depth),
        };
        base + self.pending.extended
    }

    /// Whether the child that is looked at, or the root, may be asked with this window.
    pub(super) fn may_ask(&self, asked: Window) -> bool {
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
    pub(super) fn windows(&self) -> [Window; 2] {
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
}
