//! Checks the events of a search for consistency, without a reference solution. It works for every search, exact or
//! not, from any engine.
//!
//! Each claim must follow from earlier events by one of the [rules](Rule). The first claim that doesn't is the cause of
//! all later errors.

mod children;
mod finding;
mod leaves;
mod manner;
mod nodes;
mod null_widths;
mod order;
mod passes;
mod promises;
mod re_search;
mod result;
mod techniques;
mod visits;

pub use finding::{About, Audited, Finding, Lack, Rule, TraceValue};
pub(super) use promises::{changed_line, kinds_without, only_moves};
pub(super) use result::RootState;
pub(super) use visits::{SamePosition, StoredLeaf};

use crate::core::game::{Ending, Movers};
use crate::core::hooks::{Event, Observer, Siblings, Tracker};
use crate::core::score::{Bound, Score, Window};
use crate::core::search::Technique;
use crate::core::search::algorithm::chance::MeanSoFar;
use crate::core::trace::{Counter, Header, Record, Sink};
use finding::{MOST_FINDINGS, MOST_OF_EACH};
use manner::Manner;
use nodes::{OpenVisit, PendingChild};
use null_widths::NullWidths;
use passes::Passes;
use promises::TechniqueMarks;
use std::io;
use visits::Visits;

/// Checks the events of a search for consistency, one by one, without a reference solution. Each claim is compared with
/// what earlier events say, so one false claim gives one finding.
///
/// Needs memory for the current line, and for the last million nodes if there is a table.
#[derive(Debug, Default)]
pub struct Audit {
    pub(super) manner: Manner,
    header: Header,
    /// The nodes that were entered and not left, root first.
    pub(super) frames: Vec<OpenVisit>,
    /// The moves that lead to the last node of `frames`.
    path: Vec<String>,
    tracker: Tracker<usize>,
    pending: PendingChild,
    passes: Passes,
    /// Whether the mean of a chance node was rounded, because it is not a whole number of thousandths.
    rounds_means: bool,
    pub(super) marks: TechniqueMarks,
    null_widths: NullWidths,
    pub(super) visits: Visits,
    pub(super) counter: Counter,
    /// Zeros as a line, for observers that need only the length of a line.
    zeros: Vec<usize>,
    /// Move lists of nodes that were left, for reuse.
    spare: Vec<Siblings<String>>,
    /// Whether another part of the verification checks the static evaluations.
    pub(super) has_scores: bool,
    /// The state of the game at the root, set after the trace has ended.
    pub(in crate::verify) root: RootState,
    /// The number of the line in the file that contains the current event.
    pub(super) place: Option<u64>,
    /// The visits to the position of the current event, if known.
    pub(super) same_position: Option<SamePosition>,
    /// The key of the position of the current event, if the key is known and the event names the visit that stored the
    /// table entry.
    pub(super) here: Option<u64>,
    /// How the game ends at the leaf of the current event, if the event says that the game is over and the rules agree.
    pub(super) ending: Option<Ending>,
    /// The remaining depth at the child that was judged last.
    pub(super) left: u32,
    judged_in: Option<LimitedLeaf>,
    pub(super) report: Audited,
}

/// The leaf that was judged last, if its score may be limited.
#[derive(Debug)]
struct LimitedLeaf {
    /// The windows with which it could be searched.
    windows: [Window; 6],
    /// Its table entry.
    entry: Option<(Score, Bound)>,
}

impl Audit {
    /// Returns an audit of a search with this header.
    pub fn new(header: &Header) -> Self {
        let manner = Manner::of(header);
        let visits = Visits::new(&manner);
        Self { manner, visits, header: header.clone(), ..Self::default() }
    }

    /// Records that a rule could not be checked, and which data was missing.
    pub(crate) fn unknown(&mut self, rule: Rule, lack: Lack) {
        self.report.unknown[rule as usize] += 1;
        self.report.lacks[lack as usize] += 1;
    }

    /// Records whether a rule holds; if not, `finding` gives the field, its value, and the value that follows from the
    /// rule.
    pub(crate) fn check<S: Into<String>>(
        &mut self,
        rule: Rule,
        record: &Record,
        holds: bool,
        finding: impl FnOnce() -> (&'static str, TraceValue, S),
    ) {
        self.check_at(rule, (About::Event(record.event.kind()), Some(record)), holds, finding);
    }

    /// Like [`Self::check`], but for a claim that may be outside any event.
    fn check_at<S: Into<String>>(
        &mut self,
        rule: Rule,
        at: (About, Option<&Record>),
        holds: bool,
        finding: impl FnOnce() -> (&'static str, TraceValue, S),
    ) {
        if self.wants_finding(rule, holds) {
            let (field, said, follows) = finding();
            self.find(rule, at, (field, said, follows.into()));
        }
    }

    /// Counts one application of a rule. Returns true if the rule is broken and there is room for another finding about
    /// it.
    fn wants_finding(&mut self, rule: Rule, holds: bool) -> bool {
        let apart = self.manner.tolerated.take();
        if holds && apart != Score::ZERO {
            let (count, most) = self.report.tolerated;
            self.report.tolerated = (count + 1, most.max(apart));
        }
        self.report.checked[rule as usize] += 1;
        self.report.wrong[rule as usize] += u64::from(!holds);
        // Each rule has room for some findings of its own, so a rule that is broken all the time does not displace
        // findings about other rules.
        !holds && (self.report.findings.len() < MOST_FINDINGS || self.report.wrong[rule as usize] <= MOST_OF_EACH)
    }

    fn find(
        &mut self,
        rule: Rule,
        (about, record): (About, Option<&Record>),
        (field, said, follows): (&'static str, TraceValue, String),
    ) {
        let record = record.filter(|record| !record.event.kind().is_of_whole());
        let line = record.map_or_else(Vec::new, Record::subject);
        let event = match about {
            About::Header => 0,
            About::Event(_) => self.report.events,
            About::Result => self.report.events + 1,
        };
        self.report.findings.push(Finding { event, place: self.place, about, line, field, said, follows, rule });
    }

    /// Returns the index of a child in the move list of the open node.
    fn index(&mut self, name: &str) -> Option<usize> {
        self.frames.last_mut()?.moves.seek(name)
    }

    /// Returns the recorded static evaluation of a child of the open node.
    pub(super) fn told_score(&mut self, name: &str) -> Option<Score> {
        let index = self.index(name)?;
        self.frames.last()?.statics.get(index).copied().flatten()
    }

    /// Forwards the event to the observers that need only the event itself.
    fn observe(&mut self, record: &Record) {
        let ply = record.line.len();
        let child = record.event.child().and_then(|name| self.index(name)).unwrap_or_default();
        let event = record.event.map(|_| child, |_| &[][..], |_| &[][..]);
        self.tracker.observe(ply, &event);
        // The counter needs only the length of the line.
        self.zeros.resize(ply.max(self.zeros.len()), 0);
        self.counter.observe(&self.zeros[..ply], event);
    }

    /// Returns whether null windows may have any width, so that wide ones are noted.
    fn notes_widths(&self) -> bool {
        self.manner.algorithm.is_none() && self.manner.tolerance == Score::ZERO
    }

    /// Returns the remaining depth at the current child.
    fn depth_left(&self) -> u32 {
        self.possible_depths()[0]
    }

    /// Returns the depths that the current child, or the root, may have. They differ only if an engine reduces a child
    /// by more plies than are left and also extends it: some engines first raise the reduced depth to 0.
    fn possible_depths(&self) -> [u32; 2] {
        let base = match (self.pending.re_search, self.frames.last()) {
            (Some((depth, _)), _) => depth,
            (None, Some(parent)) => parent.depth.saturating_sub(1),
            (None, None) => self.passes.now.map_or(self.header.depth, |(_, depth, _)| depth),
        };
        let (extended, reduced) = (self.pending.extended, self.pending.reduced.unwrap_or(0));
        [(base + extended).saturating_sub(reduced), base.saturating_sub(reduced) + extended]
    }

    /// Returns the depth that the node being entered should have, and the reason.
    fn depth_text(&self) -> String {
        let PendingChild { extended, reduced, re_search, .. } = self.pending;
        let base = match self.frames.last() {
            _ if re_search.is_some() => "as in the `again` event before it",
            Some(parent) if parent.depth == 0 => "in quiescence, no plies are left",
            Some(_) if extended == 0 && reduced.is_none() => {
                "one less than its parent, without an `extended` or `reduced` event"
            }
            Some(_) => "one less than its parent",
            None if self.passes.now.is_some() => "the depth of the pass",
            None => "the depth of the header",
        };
        let more = if extended == 0 { String::new() } else { format!(", plus {extended} for the extension") };
        let less = reduced.map_or_else(String::new, |plies| format!(", minus {plies} for the reduction"));
        format!("{}: {base}{more}{less}", self.depth_left())
    }

    /// Returns whether the current child, or the root, may be searched with this window, possibly narrowed by the table
    /// entry.
    fn may_ask(&self, asked: Window) -> bool {
        let is_narrowed =
            || self.windows().into_iter().any(|window| self.manner.same_window(asked, self.narrowed(window)));
        self.is_asked(asked) || self.pending.narrows.is_some() && is_narrowed()
    }

    /// Returns a window of the current child, narrowed by the table entry if there is one that can narrow it.
    fn narrowed(&self, window: Window) -> Window {
        match self.pending.narrows {
            Some((score, Bound::Lower)) => Window { alpha: window.alpha.max(score), ..window },
            Some((score, _)) => Window { beta: window.beta.min(score), ..window },
            None => window,
        }
    }

    /// Returns whether the current child, or the root, may be searched with this window, ignoring the table.
    fn is_asked(&self, asked: Window) -> bool {
        match (self.pending.re_search, self.frames.last()) {
            (Some((_, window)), _) => self.is_given(asked, window),
            (None, Some(parent)) => {
                let is_first = parent.tried == 0 && self.pending.reduced.is_none();
                if self.movers().is_chance(self.frames.len() - 1) {
                    return self.chance_window().is_none_or(|whole| self.manner.same_window(asked, whole));
                }
                let (whole, null) = self.handed_on(parent.window);
                // Some engines use null windows only after a move has raised alpha.
                let begins_late = self.manner.has_own_names && parent.best_move.is_none();
                let is_scouted = 1 < parent.depth && parent.tried != 0 && self.manner.always_scouts() && !begins_late;
                let hands_down = |whole| self.manner.hands_down(whole, asked, null.filter(|_| !is_first));
                (hands_down(whole) || hands_down(self.in_reach(whole)))
                    && !(is_scouted && null.is_some_and(|null| !self.manner.is_null(asked, null, Some(whole))))
            }
            (None, None) => self.is_given(asked, self.passes.now.map_or(Window::FULL, |(_, _, window)| window)),
        }
    }

    /// Returns the window that the open node passes to its child, and the null window that tests whether the child's
    /// move is better.
    fn handed_on(&self, window: Window) -> (Window, Option<Window>) {
        let ply = self.frames.len();
        let whole = self.movers().up(ply, window);
        let is_turned = self.movers().turns(ply - 1);
        (whole, Some(if is_turned { Window::null_below(whole.beta) } else { Window::null_above(whole.alpha) }))
    }

    /// Returns the window of the next child of a chance node, from the child's view, or `None` if the probabilities are
    /// unknown.
    fn chance_window(&self) -> Option<Window> {
        if self.manner.is_minimax() || self.header.leaves.is_none() {
            return Some(Window::FULL);
        }
        let (parent, shape) = (self.frames.last()?, self.header.shape.as_ref()?);
        let index = parent.order.as_ref().map_or(Some(parent.tried), |order| order.get(parent.tried).copied())?;
        let child = shape.children(parent.shape?).nth(index)?;
        let weight = shape.weight(child)?;
        let mean = parent.mean.unwrap_or_else(|| MeanSoFar::new(weight.of(), self.header.leaves));
        Some(self.movers().up(self.frames.len(), mean.window(parent.window, weight, self.manner.cut)))
    }

    /// Returns who chooses at each ply.
    pub(super) fn movers(&self) -> Movers {
        self.manner.movers
    }

    /// Returns whether a node that was given the window `given` may be searched with the window `asked`: either with
    /// the same window, or with the part of it in which scores can lie.
    fn is_given(&self, asked: Window, given: Window) -> bool {
        self.manner.same_window(asked, given) || self.manner.same_window(asked, self.in_reach(given))
    }

    /// Returns the part of a window in which scores can lie at the current node, for an engine with mate-distance
    /// pruning.
    fn in_reach(&self, window: Window) -> Window {
        let ply = self.frames.len() as u32;
        match self.manner.has_own_margins() && self.manner.allows(Technique::MateDistance) != Some(false) {
            true => {
                Window { alpha: window.alpha.max(Score::mated_in(ply)), beta: window.beta.min(Score::mate_in(ply + 1)) }
            }
            false => window,
        }
    }

    /// Returns the windows with which the current child, or the root, may be searched: the widest, the narrowest, and
    /// the widest without unreachable scores.
    fn windows(&self) -> [Window; 3] {
        let [whole, null] = match (self.pending.re_search, self.frames.last()) {
            (Some((_, window)), _) => [window; 2],
            (None, Some(_)) if self.manner.is_minimax() => [Window::FULL; 2],
            (None, Some(_)) if self.movers().is_chance(self.frames.len() - 1) => {
                [self.chance_window().unwrap_or(Window::FULL); 2]
            }
            (None, Some(parent)) => {
                let (whole, null) = self.handed_on(parent.window);
                [whole, null.filter(|&null| self.is_asked(null)).unwrap_or(whole)]
            }
            (None, None) => [self.passes.now.map_or(Window::FULL, |(_, _, window)| window); 2],
        };
        [whole, null, self.in_reach(whole)]
    }

    /// Returns the same windows as [`Self::windows`] and, if a table entry can narrow them, the narrowed windows.
    fn possible_windows(&self) -> [Window; 6] {
        let [whole, null, reachable] = self.windows();
        let narrowed = [whole, null, reachable].map(|window| self.narrowed(window));
        [whole, null, reachable, narrowed[0], narrowed[1], narrowed[2]]
    }
}

impl Sink for Audit {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if self.report.events == 0 {
            self.begin();
        }
        self.report.events += 1;
        // These events are checked before they are recorded.
        let is_held_first = matches!(record.event, Event::Enter { .. } | Event::Judged { .. } | Event::Pruned { .. });
        if !is_held_first && !matches!(record.event, Event::Ordered { .. }) {
            self.observe(record);
        }
        match record.event {
            Event::Root { score, .. } => self.passes.root_score = Some(score),
            Event::Enter { .. } => self.enter(record),
            Event::Created { .. } => self.created(record),
            Event::Judged { .. } => self.judge(record),
            Event::Leave { .. } => self.leave(record),
            Event::Settled { .. } => {}
            Event::Pass { .. } => self.pass(record),
            Event::Ordered { .. } => self.ordered(record),
            Event::TableHit { .. } => self.table_hit(record),
            Event::Extended { plies } => self.extended(record, plies),
            Event::Reduced { plies } => self.reduced(record, plies),
            Event::ReSearch { .. } => self.re_search(record),
            Event::NullMove { .. } => self.null_move(record),
            Event::Omitted { .. } => self.omitted(record),
            Event::StandPat { .. } => self.stand_pat(record),
            Event::Pruned { .. } => self.pruned(record),
        }
        Ok(())
    }
}
