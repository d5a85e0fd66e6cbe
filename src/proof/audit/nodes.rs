//! Nodes that are entered and left: their depths, windows, owners, numbers, scores and bounds.

use super::best_line::{ClaimedLine, Lead};
use super::finding::TraceValue;
use super::rule::Rule;
use super::state::{Audit, OpenVisit, PendingChild};
use crate::hooks::{Event, Siblings};
use crate::score::{Bound, Score, Window};
use crate::search::Technique;
use crate::trace::{Record, Shape};

impl Audit {
    pub(super) fn enter(&mut self, record: &Record) {
        let Event::Enter { depth, window, ref moves } = record.event else { return };
        match record.line.is_empty() {
            true => self.root_entered(record),
            false => self.begins(record),
        }
        self.handed_down(record, depth, window);
        if let Some(mv) = self.pending.hash_move.clone() {
            self.hold(Rule::Table, record, moves.contains(&mv), || {
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

    /// Whether a node may be entered with such a depth and window.
    fn handed_down(&mut self, record: &Record, depth: u32, window: Window) {
        if depth == 0 {
            self.technique(record, Technique::Quiescence);
        }
        let is = self.depth_left();
        self.hold(Rule::Depth, record, is == depth, || {
            (
                "depth",
                TraceValue::Number(u64::from(depth)),
                format!("{is}, by its parent's depth and what was said since"),
            )
        });
        let holds = self.may_ask(window);
        let [whole, null] = self.windows();
        self.hold(Rule::HandedDown, record, holds, || {
            let mut follows = TraceValue::Window(whole).to_string();
            if null != whole {
                follows.push_str(&format!(", or the null window {}", TraceValue::Window(null)));
            }
            ("window", TraceValue::Window(window), follows)
        });
        let is_answered = self.pending.table.is_some() || self.pending.passed.is_some();
        self.hold(Rule::Leaf, record, !is_answered, || {
            ("event", TraceValue::Word("enter".to_owned()), "a leaf, since the event before has answered".to_owned())
        });
    }

    /// The node that is entered now.
    fn opened(&mut self, line: &[String], depth: u32, window: Window, moves: &[String]) -> OpenVisit {
        let name = line.last().map_or("", String::as_str);
        let index = self.index(name);
        let parent = self.frames.last();
        let score = match (parent, index) {
            (Some(parent), Some(index)) => parent.statics[index].map(|score| -score),
            _ => self.passes.root_score,
        };
        let place = match (parent, index) {
            (None, _) => Some(0),
            (Some(parent), Some(index)) => {
                self.header.shape.as_ref().and_then(|shape| shape.child(parent.shape, index, name))
            }
            _ => None,
        };
        let mut siblings = Siblings::default();
        siblings.set(moves);
        let saved = PendingChild { was_asked: Some(window), ..std::mem::take(&mut self.pending) };
        OpenVisit {
            depth,
            asked: window,
            window,
            moves: siblings,
            statics: vec![None; moves.len()],
            order: None,
            is_ordered: false,
            has_begun: false,
            truths: Vec::new(),
            in_check: None,
            tried: 0,
            best: Score::MIN,
            expected: Score::MIN,
            bound: if self.manner.is_minimax() { Bound::Exact } else { Bound::Upper },
            is_proved: true,
            best_move: None,
            has_cut: false,
            stands: None,
            futile: None,
            is_open: false,
            score,
            visit: self.visits.enter(line, depth),
            shape: place,
            pv: Lead::default(),
            line: if line.is_empty() { self.passes.line.clone() } else { ClaimedLine::default() },
            saved,
        }
    }

    /// Whether the owners of the window's ends are those that are named.
    pub(super) fn owned(&mut self, record: &Record) {
        let ply = record.line.len();
        let notes = &record.notes;
        let [alpha, beta] = self.tracker.owners(ply);
        let ends = [("alpha_set_by", &notes.alpha_set_by, alpha), ("beta_set_by", &notes.beta_set_by, beta)];
        for (field, said, owner) in ends {
            let Some(said) = said else { continue };
            let is = owner.map(|owner| self.line_of(owner.ply, owner.mv));
            self.hold(Rule::Owner, record, is.as_deref() == Some(said), || {
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
        self.observe(record);
        let Some(index) = self.index(mv) else { return };
        let Some(parent) = self.frames.last_mut() else { return };
        parent.statics[index] = score;
        let place = self.header.shape.as_ref().and_then(|shape| shape.child(parent.shape, index, mv));
        let created = self.counter.statistics.created - 1;
        let is = Shape::number(self.header.shape.as_ref(), place, created);
        if let Some(number) = record.notes.number {
            self.hold(Rule::Number, record, number == is, || ("number", TraceValue::Number(number), is.to_string()));
        }
    }

    pub(super) fn leave(&mut self, record: &Record) {
        let Event::Leave { score, bound } = record.event else { return };
        self.observe(record);
        let Some(mut frame) = self.frames.pop() else { return };
        let all = frame.best.max(frame.expected);
        self.left_score(record, &frame, score);
        self.left_bound(record, &frame, (score, bound));
        let best = frame.best_move.map(|index| super::visits::number_of(frame.moves.moves()[index].as_str()));
        if let Some(visit) = self.visits.get(frame.visit) {
            (visit.found, visit.best) = (Some((all, score, bound)), best);
        }
        self.pending = std::mem::take(&mut frame.saved);
        (self.pending.left, self.pending.pv, self.pending.line) = (Some((score, bound)), frame.pv, frame.line);
        if self.path.pop().is_none() {
            let PendingChild { pv, line, .. } = std::mem::take(&mut self.pending);
            self.passes.line = line;
            self.passes.finish((score, bound), pv);
        }
    }

    fn left_score(&mut self, record: &Record, frame: &OpenVisit, said: Score) {
        let all = frame.best.max(frame.expected);
        let returned = |best| self.manner.returned(best, frame.asked);
        let holds = match returned(all) {
            Some(is) => {
                let without = returned(frame.best).filter(|_| frame.is_open);
                [Some(is), without].into_iter().flatten().any(|is| self.manner.same(said, is))
            }
            // Hard or soft, with what was expected of pruned moves or without.
            None => [all, frame.best].iter().any(|&best| {
                [best, best.max(frame.asked.alpha).min(frame.asked.beta)].iter().any(|&is| self.manner.same(said, is))
            }),
        };
        let is = returned(all).unwrap_or(all);
        self.hold(Rule::NodeScore, record, holds, || {
            let by = match (frame.best_move, frame.has_cut) {
                (Some(index), true) => format!("{} has cut", frame.moves.moves()[index]),
                (Some(index), false) => format!("{} was the new best", frame.moves.moves()[index]),
                (None, _) => "no move raised alpha".to_owned(),
            };
            let limited = if is == all { String::new() } else { format!(" of {all}, failing hard") };
            ("score", TraceValue::Score(said), format!("{is}{limited}: {by}"))
        });
    }

    /// A weaker bound than what is proved is no lie.
    fn left_bound(&mut self, record: &Record, frame: &OpenVisit, (score, said): (Score, Bound)) {
        let is_whole =
            frame.is_proved && !frame.has_cut && self.manner.same(score, frame.best) && frame.expected == Score::MIN;
        let is = if is_whole { Bound::Exact } else { frame.bound };
        let holds = said == is || is == Bound::Exact;
        self.hold(Rule::NodeBound, record, holds, || {
            let by = match (frame.has_cut, frame.best_move) {
                (true, _) => "a move has cut",
                (false, Some(_)) => "so says its best move",
                (false, None) => "no move raised alpha",
            };
            ("bound", TraceValue::Bound(said), format!("{}: {by}", TraceValue::Bound(is)))
        });
    }
}
