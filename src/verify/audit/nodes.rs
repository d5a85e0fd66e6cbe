//! Checks nodes as the search enters and leaves them: their depths, windows, owners, numbers, scores and bounds.

use super::Audit;
use super::finding::{Rule, TraceValue};
use super::passes::{ClaimedLine, Lead};
use super::visits::number_of;
use crate::core::game::Side;
use crate::core::hooks::{Event, Prune, Siblings};
use crate::core::score::{Bound, Plies, Score, Window};
use crate::core::search::algorithm::chance::MeanSoFar;
use crate::core::search::{Fail, Order, Technique};
use crate::core::trace::{Record, Shape};

/// A node that the search has entered but not left.
#[derive(Debug)]
pub(crate) struct OpenVisit {
    pub depth: u32,
    /// The window with which the search entered the node, and the current window.
    pub asked: Window,
    pub window: Window,
    pub moves: Siblings<String>,
    /// The recorded static evaluations of the node's children.
    pub statics: Vec<Option<Score>>,
    /// The order in which the search will try its moves, if recorded.
    pub order: Option<Vec<usize>>,
    /// Whether the order was recorded, and whether any child has been visited.
    pub is_ordered: bool,
    pub has_begun: bool,
    /// The true scores of the node's children that the search recorded for ordering.
    pub truths: Vec<Option<Score>>,
    /// Whether the side to move is in check, if known.
    pub in_check: Option<bool>,
    /// The number of children created.
    pub created: usize,
    /// The number of children judged or pruned.
    pub tried: usize,
    /// The best score of a child or of standing pat, and the highest estimate of a pruned move.
    pub best: Score,
    pub expected: Score,
    /// The highest estimate by each rule that pruned a move.
    pub estimates: Vec<(Prune, Option<String>, Score)>,
    pub bound: Bound,
    pub best_move: Option<usize>,
    pub has_cut: bool,
    pub stands: Option<Score>,
    pub futile: Option<Score>,
    /// Whether a move was pruned without an estimate, or by an unknown rule.
    pub is_open: bool,
    /// The node's static evaluation, if recorded.
    pub score: Option<Score>,
    /// The number of the `enter` event.
    pub visit: u64,
    /// The node's index in the shape.
    pub shape: Option<usize>,
    /// The line through the node's best child, even if that child caused a cutoff, and the same line in the form in
    /// which a result reports it.
    pub pv: Lead,
    pub line: ClaimedLine,
    /// Whether all the node's children had exact scores.
    pub is_proved: bool,
    /// Whether a child that was no better proves, if the search fails hard, only a lower bound for the node.
    pub may_hide: bool,
    /// The mean so far, if this is a chance node and its first move has stated the denominator of the weights.
    pub mean: Option<MeanSoFar>,
    /// Everything recorded about the node before the search entered it.
    pub saved: PendingChild,
}

/// Everything recorded about a child between its creation and its judgement, or about the root before the search enters
/// it.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingChild {
    pub extended: u32,
    /// The number of plies by which earlier searches of the child were extended.
    pub was_extended: u32,
    pub reduced: Option<u32>,
    /// The depth and window of a re-search.
    pub re_search: Option<(u32, Window)>,
    /// The score from a table hit or a null move, for the side to move at the child.
    pub table: Option<(Score, Bound)>,
    pub passed: Option<(Score, Window)>,
    /// A bound from the table that is deep enough but does not end the search; an engine may narrow its window to this
    /// bound.
    pub narrows: Option<(Score, Bound)>,
    /// Whether the trace has recorded a table hit for the child, and whether it has recorded a null move.
    pub was_known: bool,
    pub was_passed: bool,
    /// Whether the trace omits the search of this child.
    pub is_omitted: bool,
    /// The score in the table.
    pub entry: Option<(Score, Bound)>,
    /// The best move according to the table.
    pub hash_move: Option<String>,
    /// The score that the child returned, for the side to move at the child, and the line below the child.
    pub left: Option<(Score, Bound)>,
    /// Whether this score is exact, whatever bound the search states.
    pub is_exact: bool,
    pub pv: Lead,
    pub line: ClaimedLine,
    pub was_reduced: bool,
    /// The window and depth of the child's last `enter`.
    pub was_asked: Option<(Window, u32)>,
    /// Whether the engine reduced the child only for reasons of its own, and not as a late move.
    pub has_own_reason: bool,
}

impl Audit {
    pub(super) fn enter(&mut self, record: &Record) {
        let Event::Enter { depth, window, ref moves } = record.event else { return };
        match record.line.is_empty() {
            true => self.root_entered(record),
            false => self.begins(record),
        }
        self.handed_down(record, depth, window);
        // An engine's quiescence search need not try every move, so it may skip the move that a deeper search stored.
        let tries_all = depth != 0 || !self.manner.has_own_margins();
        if let Some(mv) = self.pending.hash_move.clone().filter(|_| tries_all) {
            self.check(Rule::Table, record, moves.contains(&mv), || {
                ("moves", TraceValue::Line(moves.to_vec()), format!("the table's move {mv} is not among them"))
            });
        }
        self.observe(record);
        let frame = self.opened(&record.line, depth, window, moves);
        if let Some(name) = record.line.last() {
            self.path.push(name.clone());
        }
        self.frames.push(frame);
        self.owned(record);
    }

    /// Returns the window of a node that is entered with `window`, limited to the range of leaf values.
    fn limited(&self, window: Window, ply: usize) -> Window {
        match self.header.leaves {
            Some([least, most]) if !self.movers().is_chance(ply) => {
                let most = if self.movers().side(ply) == Side::First { most } else { -least };
                Window { beta: window.beta.min(most), ..window }
            }
            _ => window,
        }
    }

    /// Checks whether a node may be entered with this depth and window.
    fn handed_down(&mut self, record: &Record, depth: u32, window: Window) {
        if depth == 0 {
            self.technique(record, Technique::Quiescence);
        }
        let holds = self.possible_depths().contains(&depth);
        let is = if holds { String::new() } else { self.depth_text() };
        self.check(Rule::Depth, record, holds, || ("depth", TraceValue::Number(depth.into()), is));
        let holds = self.may_ask(window);
        let [whole, null, _] = self.windows();
        let is_whole = self.manner.same_window(window, whole);
        let by = self.manner.algorithm.map_or("this search", |algorithm| algorithm.name());
        let advice = match self.manner.is_minimax() {
            true => {
                ": plywood's algorithm of this name never prunes (if yours does, write \"algorithm\": \"alpha-beta\")"
            }
            false if !is_whole && self.manner.is_wide(window, null) => {
                " (if this is a null window of your scores, give `algorithm` a name of your own)"
            }
            false => "",
        };
        self.check(Rule::HandedDown, record, holds, || {
            let mut follows = TraceValue::Window(whole).to_string();
            if null != whole && is_whole {
                follows = format!(
                    "the null window {}: in {by}, only the first move of a node gets the full window",
                    TraceValue::Window(null)
                );
            } else if null != whole {
                follows.push_str(&format!(", or the null window {}", TraceValue::Window(null)));
            }
            ("window", TraceValue::Window(window), follows + advice)
        });
        if self.notes_widths()
            && holds
            && !is_whole
            && self.pending.re_search.is_none()
            && self.pending.narrows.is_none()
        {
            self.null_widths.window(window, &record.line);
        }
        let is_answered = self.pending.table.is_some() || self.pending.passed.is_some();
        self.check(Rule::Leaf, record, !is_answered, || {
            ("event", TraceValue::word("enter"), "a leaf: the event before it decided this node")
        });
    }

    /// Creates the record for the node being entered.
    fn opened(&mut self, line: &[String], depth: u32, window: Window, moves: &[String]) -> OpenVisit {
        let name = line.last().map_or("", String::as_str);
        let index = self.index(name);
        let known = self.frames.last().zip(index);
        let score = known.map_or(self.passes.root_score, |(parent, index)| {
            parent.statics[index].map(|score| self.manner.movers.up(self.frames.len(), score))
        });
        let shape = match (known, &self.header.shape) {
            (Some((parent, index)), Some(shape)) => shape.child(parent.shape, index, name),
            _ => self.frames.is_empty().then_some(0),
        };
        let mut siblings = self.spare.pop().unwrap_or_default();
        siblings.set(moves);
        let limited = self.limited(window, line.len());
        let saved = PendingChild { was_asked: Some((window, depth)), ..std::mem::take(&mut self.pending) };
        OpenVisit {
            depth,
            asked: limited,
            window: limited,
            moves: siblings,
            statics: vec![None; moves.len()],
            order: None,
            is_ordered: false,
            has_begun: false,
            truths: Vec::new(),
            in_check: None,
            created: 0,
            tried: 0,
            best: Score::MIN,
            expected: Score::MIN,
            estimates: Vec::new(),
            bound: if self.manner.is_minimax() || self.movers().is_chance(line.len()) {
                Bound::Exact
            } else {
                Bound::Upper
            },
            is_proved: true,
            may_hide: false,
            mean: None,
            best_move: None,
            has_cut: false,
            stands: None,
            futile: None,
            is_open: false,
            score,
            visit: self.visits.enter(line, depth),
            shape,
            pv: Lead::default(),
            line: if line.is_empty() { self.passes.line.clone() } else { ClaimedLine::default() },
            saved,
        }
    }

    /// Checks that the moves named as owners of alpha and beta set these bounds.
    pub(super) fn owned(&mut self, record: &Record) {
        let ply = record.line.len();
        let notes = &record.notes;
        let [alpha, beta] = self.tracker.owners(ply);
        let ends = [("alpha_set_by", &notes.alpha_set_by, alpha), ("beta_set_by", &notes.beta_set_by, beta)];
        for (field, said, owner) in ends {
            let Some(said) = said else { continue };
            let is = owner.map(|owner| {
                let name = &self.frames[owner.ply].moves.moves()[owner.mv];
                self.path[..owner.ply].iter().chain(std::slice::from_ref(name))
            });
            let holds = is.clone().is_some_and(|is| is.eq(said.iter()));
            let is = if holds { None } else { is.map(|is| is.cloned().collect()) };
            self.check(Rule::Owner, record, holds, || {
                let follows = match is {
                    Some(is) => format!("{}, whose score it is", TraceValue::Line(is)),
                    None => "no move of this search has set it".to_owned(),
                };
                (field, TraceValue::Line(said.to_vec()), follows)
            });
        }
    }

    pub(super) fn created(&mut self, record: &Record) {
        let Event::Created { ref mv, score } = record.event else { return };
        let Some(index) = self.index(mv) else { return };
        let is_bulk =
            self.manner.algorithm.is_some() && self.manner.order == Some(Order::Static) && !self.manner.is_mistaken;
        let Some(parent) = self.frames.last_mut() else { return };
        let turn = parent.created;
        parent.created += 1;
        parent.statics[index] = score;
        let place = self.header.shape.as_ref().and_then(|shape| shape.child(parent.shape, index, mv));
        if is_bulk && 1 < parent.depth {
            let next = parent.moves.moves().get(turn).cloned().unwrap_or_default();
            self.check(Rule::Number, record, turn == index, || {
                (
                    "line",
                    TraceValue::Line(record.subject()),
                    format!("{next}: positions are created in the order of `moves`"),
                )
            });
        }
        let created = self.counter.statistics.created - 1;
        let is = Shape::number(self.header.shape.as_ref(), place, created);
        if let Some(number) = record.notes.number {
            self.check(Rule::Number, record, number == is, || ("number", TraceValue::Number(number), is.to_string()));
        }
    }

    pub(super) fn leave(&mut self, record: &Record) {
        let Event::Leave { score, bound } = record.event else { return };
        let Some(mut frame) = self.frames.pop() else { return };
        let all = frame.best.max(frame.expected);
        let mut is_exact = false;
        if self.movers().is_chance(record.line.len()) {
            self.left_mean(record, &frame, (score, bound));
        } else {
            self.left_score(record, &frame, score);
            is_exact = self.left_bound(record, &frame, (score, bound));
        }
        let best = frame.best_move.map(|index| number_of(frame.moves.moves()[index].as_str()));
        if let Some(visit) = self.visits.get(frame.visit) {
            (visit.found, visit.best) = (Some((all, score, bound)), best);
        }
        self.spare.push(frame.moves);
        self.pending = std::mem::take(&mut frame.saved);
        (self.pending.left, self.pending.is_exact) = (Some((score, bound)), is_exact);
        (self.pending.pv, self.pending.line) = (frame.pv, frame.line);
        if self.path.pop().is_none() {
            let PendingChild { pv, line, .. } = std::mem::take(&mut self.pending);
            self.passes.line = line;
            self.passes.is_proved = is_exact && self.manner.has_own_margins() && frame.bound == Bound::Exact;
            self.passes.finish((score, bound), pv, self.header.leaves.is_some());
        }
    }

    /// Checks that a chance node returns its mean or, after a cutoff, the bound that the remaining children allow.
    fn left_mean(&mut self, record: &Record, frame: &OpenVisit, said: (Score, Bound)) {
        let Some(mean) = frame.mean else { return };
        let is_low = frame.bound == Bound::Upper;
        let (found, end) = if is_low { (mean.most(), frame.asked.alpha) } else { (mean.least(), frame.asked.beta) };
        let hard = if frame.has_cut { end } else { found };
        let is = if self.manner.fail == Some(Fail::Hard) { hard } else { found };
        let ends = mean.rounded().filter(|_| !frame.has_cut).unwrap_or([found; 2]);
        self.rounds_means |= ends[0] != ends[1];
        // If an engine rounds its means, each recorded score is up to half a thousandth off. So the mean of such scores
        // is also up to half a thousandth off, at every ply, and the engine's mean may be rounded the opposite way.
        let unit = Score::from_millipawns(i32::from(self.rounds_means && ends[0] == ends[1]));
        let is_score = [ends[0].plus(-unit), ends[0], ends[1].plus(unit)]
            .into_iter()
            .any(|found| self.manner.may_return(said.0, (found, if frame.has_cut { hard } else { found }), false));
        self.check(Rule::Mean, record, is_score && said.1 == frame.bound, || {
            let or = if ends[0] == ends[1] { String::new() } else { format!(" or {}", Plies(ends[1])) };
            let follows =
                format!("{}{or}: this follows from its moves and their weights", TraceValue::proved((is, frame.bound)));
            ("score", TraceValue::proved(said), follows)
        });
    }

    fn left_score(&mut self, record: &Record, frame: &OpenVisit, said: Score) {
        let all = frame.best.max(frame.expected);
        // Some engines count the estimates of pruned moves, others do not, and some count only the estimates by certain
        // rules.
        let is_free = self.manner.has_own_margins() || frame.is_open;
        let counted = frame.estimates.iter().map(|(.., most)| frame.best.max(*most)).filter(|_| is_free);
        let bests: Vec<Score> = [all].into_iter().chain(is_free.then_some(frame.best)).chain(counted).collect();
        let hard = |best: Score| best.max(frame.asked.alpha).min(frame.asked.beta);
        // The score of the move that caused a cutoff is a bound, whatever the pruned moves are worth.
        let has_pruned = !frame.has_cut && (frame.is_open || frame.expected != Score::MIN);
        let holds = bests.iter().any(|&best| self.manner.may_return(said, (best, hard(best)), has_pruned));
        let how = if holds { String::new() } else { self.how_to_fail(&[all, frame.best], frame.asked, said) };
        let fail = self.manner.fail;
        self.check(Rule::NodeScore, record, holds, || {
            let by = match (frame.best_move, frame.has_cut) {
                (Some(index), true) => format!("{} caused a cutoff", frame.moves.moves()[index]),
                (Some(index), false) => format!("{} was the new best", frame.moves.moves()[index]),
                (None, _) => "no move raised alpha".to_owned(),
            };
            let (soft, hard) = (Plies(all).to_string(), Plies(hard(all)));
            let is = match fail {
                _ if all == hard.0 => soft,
                Some(Fail::Soft) => soft,
                Some(Fail::Hard) => format!("{hard} of {soft}, failing hard"),
                None => format!("{soft}, or {hard} if it fails hard"),
            };
            ("score", TraceValue::Score(said), format!("{is}: {by}{how}"))
        });
    }

    /// If the score would be right under another fail rule, suggests what to write in the header.
    fn how_to_fail(&self, bests: &[Score], asked: Window, said: Score) -> String {
        let Some(fail) = self.manner.fail else { return String::new() };
        let (other, is_hard) = if fail == Fail::Hard { (Fail::Soft, false) } else { (Fail::Hard, true) };
        let returned = |best: Score| if is_hard { best.max(asked.alpha).min(asked.beta) } else { best };
        if !bests.iter().any(|&best| self.manner.same(said, returned(best))) {
            return String::new();
        }
        let (fail, other) = (fail.name(), other.name());
        if !self.header.fail.is_empty() {
            return format!("; the header says \"fail\": \"{fail}\" (if some nodes fail {other}, omit `fail`)");
        }
        format!(
            "; without `fail` in the header, this search fails {fail} (if all its nodes fail {other}, write \"fail\": \"{other}\")"
        )
    }

    /// Checks the bound that a node returns, and returns whether its score is exact. A bound weaker than the proven one
    /// is not an error.
    fn left_bound(&mut self, record: &Record, frame: &OpenVisit, (score, said): (Score, Bound)) -> bool {
        let is_whole =
            frame.is_proved && !frame.has_cut && self.manner.same(score, frame.best) && frame.expected == Score::MIN;
        let is = if is_whole { Bound::Exact } else { frame.bound };
        let is_exact = is == Bound::Exact || self.manner.meets(frame.saved.narrows, (score, is));
        let holds = said == is || is_exact || frame.may_hide && said == Bound::Lower;
        self.check(Rule::NodeBound, record, holds, || {
            let by = match (frame.has_cut, frame.best_move) {
                (true, _) => "a move caused a cutoff",
                (false, Some(_)) => "the bound of its best move",
                (false, None) => "no move raised alpha",
            };
            ("bound", TraceValue::Bound(said), format!("{}: {by}", TraceValue::Bound(is)))
        });
        is_exact
    }
}
