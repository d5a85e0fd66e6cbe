//! Checks judged children: their scores, the comparison, and the reasons why they are leaves.

use super::finding::{Rule, TraceValue};
use super::{Audit, LimitedLeaf};
use crate::core::game::Weight;
use crate::core::hooks::{Event, Leaf, LineRule, Verdict};
use crate::core::score::{Bound, Plies, Score, Window, WindowSide};
use crate::core::search::algorithm::chance::MeanSoFar;
use crate::core::search::{Cut, Fail};
use crate::core::trace::Record;

impl Audit {
    pub(super) fn judge(&mut self, record: &Record) {
        let Event::Judged { ref mv, weight, score, bound, leaf, window, verdict } = record.event else { return };
        let Some(index) = self.index(mv) else { return };
        self.null_widths.score(score);
        self.begins(record);
        self.is_next(record, index);
        self.is_true(record, index, (score, bound));
        match leaf {
            None => self.inner_child(record, (score, bound)),
            Some(leaf) => self.leaf(record, leaf, (score, bound), index),
        }
        if self.movers().is_chance(record.line.len()) {
            self.drawn(record, weight, (score, window), verdict);
        } else {
            // In a tree without chance nodes, count this rule only if it is broken.
            let holds = weight.is_none() && verdict != Verdict::Weighed;
            if self.movers().has_chance() || !holds {
                self.check(Rule::Weight, record, holds, || {
                    let said = weight.map_or(TraceValue::Nothing, |weight| TraceValue::Word(weight.to_string()));
                    ("weight", said, "absent: chance picks no move here")
                });
            }
            self.compared(record, window);
        }
        self.owned(record);
        self.left = self.depth_left();
        let entry = self.pending.entry.filter(|_| self.left == 0);
        let is_limited = leaf.is_some() && self.manner.has_own_margins();
        self.judged_in = is_limited.then(|| LimitedLeaf { windows: self.possible_windows(), entry });
        // No score is lower than that of being mated here, so an upper bound with that score is exact, although a
        // search with mate-distance pruning claims only the bound.
        let is_least = bound == Bound::Upper && score == Score::mated_in(record.line.len() as u32 + 2);
        // The bound that the child states may be weaker than what it proves.
        let is_weak = |(_, stated): (Score, Bound)| stated != Bound::Exact;
        let is_exact = match leaf {
            None => self.pending.left.is_some_and(is_weak) && self.pending.is_exact,
            Some(_) => self.manner.meets(self.pending.narrows, (self.seen(score), self.seen(bound))),
        };
        let proved =
            if is_least || is_exact || self.is_limit(record.line.len(), score, bound) { Bound::Exact } else { bound };
        if !self.movers().is_chance(record.line.len()) {
            self.began_at_bound(record, leaf, score);
            self.searched_enough(record, leaf, bound, verdict);
            self.follows(record, (score, proved), window, verdict);
        }
        self.numbered(record, self.tracker.next_step(bound, leaf, verdict));
        self.observe(record);
        self.take_judgement(index, (score, [bound, proved], window.beta), leaf, verdict);
    }

    /// Returns whether a bound is exact because it is an end of the range of leaf values.
    fn is_limit(&self, ply: usize, score: Score, bound: Bound) -> bool {
        let Some(limits) = self.header.leaves else { return false };
        let [one, other] = limits.map(|limit| self.movers().at_max(ply, limit));
        match bound {
            Bound::Upper => score == one.min(other),
            Bound::Lower => score == one.max(other),
            Bound::Exact => false,
        }
    }

    /// Checks the score against the true score that the trace reported in advance.
    fn is_true(&mut self, record: &Record, index: usize, (score, bound): (Score, Bound)) {
        let truth = self.frames.last().and_then(|frame| *frame.truths.get(index)?);
        let Some(is) = truth.filter(|_| self.manner.techniques.is_empty()) else { return };
        let holds = match bound {
            Bound::Exact => self.manner.same(score, is),
            Bound::Lower => score <= is || self.manner.same(score, is),
            Bound::Upper => is <= score || self.manner.same(score, is),
        };
        self.check(Rule::Order, record, holds, || {
            (
                "score",
                TraceValue::Proved { score, bound },
                format!("{}: the true score according to `ordered`", Plies(is)),
            )
        });
    }

    fn inner_child(&mut self, record: &Record, said: (Score, Bound)) {
        let Some((score, bound)) = self.pending.left else { return };
        let ply = record.line.len() + 1;
        let is = (self.movers().up(ply, score), self.movers().up(ply, bound));
        let is_score = self.manner.same(said.0, is.0);
        let holds = is_score
            && (said.1 == is.1 || is.1 == Bound::Exact || self.pending.is_exact && self.manner.has_own_margins());
        let may_move_again = self.manner.is_unknown_game && said.0 == score && score != Score::ZERO;
        self.check(Rule::ChildScore, record, holds, || {
            let [left, is] = [(score, bound), is].map(TraceValue::proved);
            let field = if is_score { "bound" } else { "score" };
            let advice = match may_move_again {
                true => " (if the same side moves again, write its whole turn as one move)",
                false => "",
            };
            (field, TraceValue::proved(said), format!("{is}: it returned {left}{advice}"))
        });
    }

    /// Converts a score or bound between the view of the current child and that of its parent.
    pub(super) fn seen<T: std::ops::Neg<Output = T>>(&self, of_child: T) -> T {
        self.manner.movers.up(self.frames.len(), of_child)
    }

    /// Checks a move at a chance node: its weight, its window, and whether it ends the node.
    fn drawn(&mut self, record: &Record, weight: Option<Weight>, (score, window): (Score, Window), said: Verdict) {
        let (cut, limits) = (self.manner.cut, self.header.leaves.filter(|_| !self.manner.is_minimax()));
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(weight) = weight else {
            return self
                .check(Rule::Weight, record, false, || ("weight", TraceValue::Nothing, "how likely the move is"));
        };
        let mut mean = frame.mean.unwrap_or_else(|| MeanSoFar::new(weight.of(), limits));
        let (holds, is_last) = (mean.takes(weight), frame.tried == frame.statics.len());
        let inside = mean.window(frame.asked, weight, cut);
        mean.add(weight, score);
        frame.mean = Some(mean);
        let is_whole = !is_last || said.is_cutoff() || mean.is_over();
        self.check(Rule::Weight, record, holds && is_whole, || {
            ("weight", TraceValue::Word(weight.to_string()), "parts that add up to the whole, which all moves share")
        });
        self.check(Rule::ChanceWindow, record, self.manner.same_window(window, inside), || {
            ("window", TraceValue::Window(window), TraceValue::Window(inside).to_string())
        });
        let is_inside = window.place(score) == WindowSide::Exact;
        let is_near = self.manner.tolerance != Score::ZERO
            && [window.alpha, window.beta].into_iter().any(|end| self.manner.same(score, end));
        let may_be = |inside: bool| is_inside == inside || is_near;
        let holds = said == Verdict::Weighed && may_be(true) || said.is_cutoff() && may_be(false);
        self.check(Rule::Verdict, record, holds, || {
            let follows = if is_inside { "weighed" } else { "cutoff" };
            (
                "verdict",
                TraceValue::word(said.name()),
                format!("{follows}: {score} in the window {}", TraceValue::Window(window)),
            )
        });
    }

    /// Checks that a comparison uses the window of the open node.
    pub(super) fn compared(&mut self, record: &Record, said: Window) {
        let Some(frame) = self.frames.last_mut() else { return };
        let is = if self.manner.is_minimax() { Window::new(frame.best, Score::MAX) } else { frame.window };
        frame.window = said;
        let holds = self.manner.same_window(said, is);
        self.check(Rule::Window, record, holds, || {
            ("window", TraceValue::Window(said), format!("{}: by the earlier events", TraceValue::Window(is)))
        });
    }

    fn follows(&mut self, record: &Record, (score, bound): (Score, Bound), window: Window, said: Verdict) {
        let is = match self.manner.cut.place(window, score) {
            WindowSide::FailHigh => "cutoff",
            WindowSide::Exact => "best",
            WindowSide::FailLow => "not_best",
        };
        let side = match said {
            Verdict::Cutoff { .. } => Some(WindowSide::FailHigh),
            Verdict::Best => Some(WindowSide::Exact),
            Verdict::NotBest => Some(WindowSide::FailLow),
            Verdict::Weighed => None,
        };
        let holds = side.is_some_and(|side| self.manner.may_lie(window, score, side));
        let at = TraceValue::Window(window);
        self.check(Rule::Verdict, record, holds, || {
            ("verdict", TraceValue::word(said.name()), format!("{is}: {} in the window {at}", Plies(score)))
        });
        // A tie without a cutoff leaves an empty window, which proves nothing.
        let is_tie = self.manner.cut == Cut::AboveBeta && score == window.beta;
        let (unproved, instead, than_best) = match said {
            Verdict::NotBest => (Bound::Lower, "", "is not better"),
            Verdict::Best | Verdict::Weighed | Verdict::Cutoff { .. } => (Bound::Upper, "not_best, or ", "is better"),
        };
        if !is_tie {
            self.check(Rule::Proof, record, bound != unproved, || {
                let proved = TraceValue::Proved { score, bound };
                let is = format!("{instead}searched again: {proved} does not prove that it {than_best}");
                ("verdict", TraceValue::word(said.name()), is)
            });
        }
    }

    fn numbered(&mut self, record: &Record, next: Option<u64>) {
        if let Some(step) = record.notes.step {
            self.check(Rule::Number, record, next == Some(step), || {
                let follows = next.map_or("absent: a reply caused a cutoff".to_owned(), |next| next.to_string());
                ("order", TraceValue::Number(step), follows)
            });
        }
    }

    /// Takes over what a judgement says: the score with the bound that the search states and the bound that is proved.
    fn take_judgement(
        &mut self,
        index: usize,
        (score, [stated, bound], is_high): (Score, [Bound; 2], Score),
        leaf: Option<Leaf>,
        verdict: Verdict,
    ) {
        let is_minimax = self.manner.is_minimax();
        let pending = std::mem::take(&mut self.pending);
        let (fail, cut, may_narrow) = (self.manner.fail, self.manner.cut, self.manner.has_own_margins());
        let rule = LineRule::new(self.movers(), self.header.leaves);
        let ply = self.path.len();
        let Some(frame) = self.frames.last_mut() else { return };
        // If the table or mate-distance pruning has lowered beta, a score that reaches beta is exact. The best line
        // then continues with the move that caused the cutoff.
        let is_most = may_narrow && score == frame.asked.beta && score == Score::mate_in(ply as u32 + 1);
        let is_whole = is_most || self.manner.meets(frame.saved.narrows, (score, Bound::Lower));
        frame.best = frame.best.max(score);
        frame.is_proved &= bound == Bound::Exact;
        if frame.mean.is_some() {
            frame.has_cut = verdict.is_cutoff();
            if frame.has_cut {
                frame.bound = if score < is_high { Bound::Upper } else { Bound::Lower };
            }
            return;
        }
        match verdict {
            Verdict::Best => (frame.window.alpha, frame.bound, frame.best_move) = (score, bound, Some(index)),
            Verdict::Cutoff { .. } => {
                (frame.bound, frame.best_move, frame.has_cut) = (Bound::Lower, Some(index), true);
            }
            Verdict::NotBest if !is_minimax => {
                let hard = cut.bound_after_low(frame.bound, frame.window, score, stated);
                match fail {
                    Some(Fail::Hard) => frame.bound = hard,
                    Some(Fail::Soft) => {}
                    None => frame.may_hide |= hard != frame.bound,
                }
            }
            Verdict::NotBest | Verdict::Weighed => {}
        }
        if verdict == Verdict::NotBest {
            return;
        }
        if verdict == Verdict::Best || is_whole || rule.is_end(ply, score) {
            let mv = (frame.moves.moves()[index].as_str(), frame.depth != 0);
            frame.line.raise(mv, score, leaf, pending.line);
            if verdict != Verdict::Best && is_whole {
                frame.line.may_end = Some(0);
            }
        }
        frame.pv.raise(&frame.moves.moves()[index], leaf, &pending.pv);
        if self.path.is_empty() {
            self.passes.best = Some(frame.moves.moves()[index].clone());
        }
    }
}
