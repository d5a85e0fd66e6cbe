//! Checks nodes that are searched again after a null window or a reduced search.

use super::Audit;
use super::finding::{Rule, TraceValue};
use super::nodes::PendingChild;
use crate::core::hooks::{Event, Leaf, ReSearchReason, Verdict};
use crate::core::score::{Bound, Plies, Score, Window, WindowSide};
use crate::core::trace::Record;

impl Audit {
    pub(super) fn re_search(&mut self, record: &Record) {
        let Event::ReSearch { reason, depth, window } = record.event else { return };
        let Some(parent) = self.frames.last() else { return };
        let (base, (whole, null)) = (parent.depth.saturating_sub(1), self.handed_on(parent.window));
        let is_first = parent.tried == 0 || reason == ReSearchReason::Scout;
        let ply = record.line.len();
        let is_free = reason == ReSearchReason::Other && self.manner.may_be_other();
        // The null window has proved a bound, from which NegaScout searches again. If the child was a leaf, its score
        // follows only in its judgement, and [`Self::began_at_bound`] compares the two.
        let is_unseen = self.pending.passed.is_none() && whole.place(window.beta) == WindowSide::Exact;
        let of_leaf = is_unseen.then_some((window.beta, Bound::Upper));
        let proved = self.pending.left.or(self.pending.table).or(of_leaf);
        let proved = proved.filter(|_| self.manner.has_own_margins() && !self.pending.was_reduced);
        let from_bound = |&(score, _): &(Score, Bound)| Window { beta: score, ..whole };
        let narrows = proved.filter(|proved| proved.1 != Bound::Lower && window == from_bound(proved));
        let holds = is_free || narrows.is_some() || self.manner.hands_down(whole, window, null.filter(|_| !is_first));
        self.check(Rule::ReSearch, record, holds, || {
            ("window", TraceValue::Window(window), TraceValue::Window(whole).to_string())
        });
        // Other engines report an extension only once, and then include it in every depth.
        let extended = self.pending.extended.max(self.pending.was_extended);
        let is_deep = is_free || depth == base || self.manner.has_own_margins() && depth == base + extended;
        self.check(Rule::ReSearch, record, is_deep, || ("depth", TraceValue::Number(depth.into()), base.to_string()));
        self.re_search_reason(record, reason, whole);
        if let Some((score, _)) = self.pending.left.or(self.pending.table) {
            let [found, end] = [self.movers().up(ply, Window::new(score, score)), self.movers().up(ply, whole)];
            let (score, alpha) = (found.alpha, end.alpha);
            let beats = alpha < score || self.manner.tolerance != Score::ZERO && self.manner.same(score, alpha);
            self.check(Rule::ReSearch, record, beats, || {
                let (score, alpha) = (Plies(score), Plies(alpha));
                ("event", TraceValue::word("again"), format!("absent: {score} does not beat alpha {alpha}"))
            });
        }
        let (hash_move, entry) = (self.pending.hash_move.take(), self.pending.entry);
        let re_search = Some((depth, window));
        self.pending =
            PendingChild { re_search, hash_move, entry, narrows, was_extended: extended, ..Default::default() };
    }

    /// Checks that a leaf has at least the score at which the window of its re-search begins.
    pub(super) fn began_at_bound(&mut self, record: &Record, leaf: Option<Leaf>, score: Score) {
        let known = self.pending.re_search.map(|(_, window)| (window.beta, Bound::Upper));
        if known.is_none() || known != self.pending.narrows || !leaf.is_some_and(Leaf::is_scored) {
            return;
        }
        let Some(least) = known.map(|(score, _)| self.seen(score)) else { return };
        self.check(Rule::ReSearch, record, self.manner.reaches(score, least), || {
            let follows = format!("{} or more: the `again` event before it says that this is proved", Plies(least));
            ("score", TraceValue::Score(score), follows)
        });
    }

    /// Checks that a judged child did not first have to be searched again. A null window shows only that the child
    /// beats alpha, and a reduced search does not even show that.
    pub(super) fn searched_enough(&mut self, record: &Record, leaf: Option<Leaf>, bound: Bound, verdict: Verdict) {
        let (Some(parent), pending) = (self.frames.last(), &self.pending) else { return };
        // A reduction to the horizon ends in a leaf, which is not entered.
        let is_cut_short = 1 < parent.depth && matches!(leaf, Some(Leaf::Horizon | Leaf::StandPat));
        let at_horizon = is_cut_short.then_some((parent.window, 0));
        let Some((asked, depth)) = pending.was_asked.filter(|_| pending.left.is_some()).or(at_horizon) else { return };
        let (whole, is_first) = (self.handed_on(parent.window).0, parent.tried <= 1);
        if self.manner.is_minimax() || self.manner.is_mistaken || is_first || verdict == Verdict::NotBest {
            return;
        }
        // An engine that gives its own reason for a reduction need not search the child again. Two plies before the
        // horizon, a score is exact, whatever bound the trace claims.
        let was_late = pending.reduced.is_some() && !pending.has_own_reason && !self.manner.keeps_reductions;
        // If the table's bound narrowed the window and the score meets this bound, the score is exact.
        let is_met = pending.left.is_some_and(|left| self.manner.meets(pending.narrows, left));
        // A window that ends at the parent's beta, or at the fastest mate, is not a null window.
        let beta = |window: Window| self.movers().up(record.line.len() + 1, window).beta;
        let is_null = ![whole, self.in_reach(whole)].map(beta).contains(&beta(asked));
        let was_scouted = verdict == Verdict::Best && bound == Bound::Lower && is_null && 1 < depth && !is_met;
        let (is_needed, window) = (was_late || was_scouted, TraceValue::Window(whole));
        self.check(Rule::ReSearch, record, !is_needed, || {
            let why = if was_late { "a reduced search" } else { "a null window" };
            let follows =
                format!("after an `again` event with {window}: {why} has only shown that the move may beat alpha");
            ("event", TraceValue::word("judged"), follows)
        });
    }

    /// Checks that a re-search has the reason that follows from the previous search.
    fn re_search_reason(&mut self, record: &Record, reason: ReSearchReason, whole: Window) {
        let was_null = self.pending.was_asked.is_none_or(|(asked, _)| asked != whole);
        let was_reduced = self.pending.was_reduced;
        let holds = match reason {
            ReSearchReason::Scout => {
                was_null && (!was_reduced || self.pending.has_own_reason || self.manner.keeps_reductions)
            }
            ReSearchReason::Reduced => was_reduced,
            ReSearchReason::Other => self.manner.may_be_other(),
        };
        self.check(Rule::ReSearch, record, holds, || {
            if !was_reduced && !was_null {
                let is = "absent: the previous search already had this window";
                return ("event", TraceValue::word("again"), is.to_owned());
            }
            let is = if was_reduced { "reduced" } else { "scout" };
            ("reason", TraceValue::word(reason), format!("{is}: as in the previous search"))
        });
    }
}
