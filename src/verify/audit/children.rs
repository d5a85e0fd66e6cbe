//! Checks judged children: their scores, the comparison, and the reasons why they are leaves.

use super::Audit;
use super::finding::{Lack, Rule, TraceValue};
use crate::core::game::{Ending, Weight};
use crate::core::hooks::{Event, Leaf, LineRule, Verdict};
use crate::core::score::{Bound, Plies, Score, Window, WindowSide};
use crate::core::search::algorithm::chance::MeanSoFar;
use crate::core::search::technique::mate_distance;
use crate::core::search::{Cut, Fail, Technique};
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
                self.hold(Rule::Weight, record, holds, || {
                    let said = weight.map_or(TraceValue::Nothing, |weight| TraceValue::Word(weight.to_string()));
                    ("weight", said, "nothing: no move is drawn here")
                });
            }
            self.compared(record, window);
        }
        self.owned(record);
        self.left = self.depth_left();
        // No score is lower than that of being mated here, so an upper bound with that score is exact, although a
        // search with mate-distance pruning claims only the bound.
        let is_least = bound == Bound::Upper && score == Score::mated_in(record.line.len() as u32 + 2);
        let is_met = self.pending.left.is_some_and(|left| self.manner.meets(self.pending.narrows, left));
        let proved =
            if is_least || is_met || self.is_limit(record.line.len(), score, bound) { Bound::Exact } else { bound };
        if !self.movers().is_chance(record.line.len()) {
            self.searched_enough(record, bound, verdict);
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
        self.hold(Rule::Order, record, holds, || {
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
        let holds = is_score && (said.1 == is.1 || is.1 == Bound::Exact);
        self.hold(Rule::ChildScore, record, holds, || {
            let [left, is] = [(score, bound), is].map(TraceValue::proved);
            let field = if is_score { "bound" } else { "score" };
            (field, TraceValue::proved(said), format!("{is}: it returned {left}"))
        });
    }

    fn leaf(&mut self, record: &Record, leaf: Leaf, said: (Score, Bound), index: usize) {
        let holds = self.is_leaf(leaf, record.line.len() as u32 + 1, said.0);
        let left = self.depth_left();
        self.hold(Rule::Leaf, record, holds, || {
            let left = if left == 1 { "1 ply is".to_owned() } else { format!("{left} plies are") };
            ("leaf", TraceValue::word(leaf), format!("another word, or none: {left} left here, {}", why_not(leaf)))
        });
        match leaf {
            Leaf::Tablebase | Leaf::Horizon | Leaf::Childless => self.static_leaf(record, said, index, Bound::Exact),
            Leaf::StandPat => {
                self.marks.mark(Technique::Quiescence);
                self.static_leaf(record, said, index, Bound::Lower);
            }
            Leaf::Terminal(ending) => self.ended_leaf(record, said, index, ending),
            Leaf::Table => self.answered_leaf(record, said, self.pending.table.into_iter().collect()),
            Leaf::NullMove => self.answered_leaf(record, said, self.passed()),
            Leaf::MateDistance => self.answered_leaf(record, said, self.out_of_reach(record.line.len() as u32 + 1)),
            Leaf::Other => self.unknown(Rule::LeafScore, Lack::Other),
            Leaf::Omitted => self.unknown(Rule::ChildScore, Lack::Omitted),
        }
        if let Some(ending) = &record.notes.ending {
            let is_mate = ending == "checkmate";
            let holds = matches!(leaf, Leaf::Terminal(ending) if is_mate == (ending == Ending::Loss));
            self.hold(Rule::Leaf, record, holds || self.header.fen.is_none(), || {
                ("ending", TraceValue::word(ending), format!("not with the leaf `{}`", TraceValue::word(leaf)))
            });
        }
    }

    /// Returns whether a child at `ply` may be a leaf of this kind with this score, which is for the side that moved to
    /// the child.
    fn is_leaf(&self, leaf: Leaf, ply: u32, score: Score) -> bool {
        let left = self.depth_left();
        let pending = &self.pending;
        if pending.is_omitted != (leaf == Leaf::Omitted)
            || pending.table.is_some() != (leaf == Leaf::Table)
            || pending.passed.is_some() != (leaf == Leaf::NullMove)
        {
            return false;
        }
        match leaf {
            Leaf::Horizon => left == 0,
            Leaf::Childless => left != 0,
            Leaf::StandPat => left == 0 && self.manner.allows(Technique::Quiescence) != Some(false),
            Leaf::MateDistance => self.manner.allows(Technique::MateDistance) != Some(false),
            Leaf::Other => self.manner.may_be_other(),
            Leaf::Terminal(ending) => {
                let is = self.seen(ending.score(ply));
                // A search that clamps scores to the window may return one of the window's bounds.
                self.manner.is_replaced
                    || self.manner.same(score, is)
                    || score.is_mate() && is.is_mate()
                    || self.manner.is_flat_win(is, score)
                    || self.manner.win.is_none() && self.manner.is_final_score(is, score)
                    || self.manner.has_own_margins()
                        && self.windows().iter().any(|w| w.alpha == self.seen(score) || w.beta == self.seen(score))
            }
            Leaf::Table | Leaf::NullMove | Leaf::Tablebase | Leaf::Omitted => true,
        }
    }

    /// Checks that the score of an evaluated leaf is its static evaluation; `bound` is the bound that the evaluation
    /// proves, for the side to move at the leaf.
    fn static_leaf(&mut self, record: &Record, said: (Score, Bound), index: usize, bound: Bound) {
        let told = self.frames.last().and_then(|frame| frame.statics[index]);
        // If another part of the verification checks the scores against the evaluation, nothing is missing.
        if told.is_none() && !self.has_scores {
            self.unknown(Rule::LeafScore, Lack::Leaf);
        }
        let is = (self.seen(told.unwrap_or(said.0)), bound);
        let cuts = |window: &Window| window.beta <= is.0 || self.manner.same(window.beta, is.0);
        if bound == Bound::Lower && !self.windows().iter().any(cuts) {
            let follows = format!("another score, or none: {} does not reach beta", Plies(self.seen(is.0)));
            return self.hold(Rule::LeafScore, record, false, || ("score", TraceValue::proved(said), follows));
        }
        self.rated_leaf(record, said, is, "its static evaluation");
    }

    /// Checks that a leaf where the game is over has the score of the game's result, whatever the static evaluation.
    fn ended_leaf(&mut self, record: &Record, said: (Score, Bound), index: usize, ending: Ending) {
        let told = self.frames.last().and_then(|frame| frame.statics[index]);
        let ply = record.line.len() as u32 + 1;
        let own = self.seen(said.0);
        let is_final = self.manner.win.is_none() && self.manner.is_final_score(ending.score(ply), own);
        if !is_final && self.manner.win.is_none() && self.manner.is_flat_win(ending.score(ply), own) {
            self.manner.win = Some(said.0.max(-said.0));
        }
        let is = match told {
            Some(told) if self.manner.is_replaced => self.seen(told),
            None if self.manner.is_replaced => own,
            _ if is_final => own,
            _ => self.manner.flat(ending.score(ply)),
        };
        let why = format!("the game is over at ply {ply}");
        self.rated_leaf(record, said, (is, Bound::Exact), if is.is_mate() { &why } else { "so it has ended" });
    }

    /// Converts a score or bound between the view of the current child and that of its parent.
    fn seen<T: std::ops::Neg<Output = T>>(&self, of_child: T) -> T {
        self.manner.movers.up(self.frames.len(), of_child)
    }

    /// Checks the score of a leaf whose true value, for its side to move, is `is`.
    fn rated_leaf(&mut self, record: &Record, said: (Score, Bound), is: (Score, Bound), why: &str) {
        let turned = |(score, bound): (Score, Bound)| (self.seen(score), self.seen(bound));
        let answers: Vec<(Score, Bound)> = self.answers(is).into_iter().map(turned).collect();
        let is = turned(is);
        let same = |&&(score, _): &&(Score, Bound)| self.manner.same(said.0, score);
        let holds = answers.iter().filter(same).any(|&(_, bound)| said.1 == bound || bound == Bound::Exact);
        let answer = answers.iter().find(same).copied();
        self.hold(Rule::LeafScore, record, holds, || {
            let field = if answer.is_some() { "bound" } else { "score" };
            let limited = answer.filter(|answer| *answer != is);
            let limited =
                limited.map(|limited| format!(", or {}: the bound of the window", TraceValue::proved(limited)));
            let follows = format!("{}: {why}{}", TraceValue::proved(is), limited.unwrap_or_default());
            (field, TraceValue::proved(said), follows)
        });
    }

    /// Returns the scores and bounds that a search may return for this value, for the side to move. If the value is
    /// outside the window, a fail-hard engine may also return the nearer bound of the window.
    fn answers(&self, (score, bound): (Score, Bound)) -> Vec<(Score, Bound)> {
        let mut answers = vec![(score, bound)];
        if self.manner.may_limit() {
            for window in self.windows() {
                if window.beta <= score && bound != Bound::Upper {
                    answers.push((window.beta, Bound::Lower));
                } else if score <= window.alpha && bound != Bound::Lower {
                    answers.push((window.alpha, Bound::Upper));
                }
            }
        }
        answers
    }

    /// Returns the scores and bounds that a node may have received from a null move, for the side to move at the node.
    fn passed(&self) -> Vec<(Score, Bound)> {
        let Some((score, window)) = self.pending.passed else { return Vec::new() };
        let kept = if score.is_mate() { window.beta } else { score };
        let mut answers = vec![(kept, Bound::Lower)];
        if self.manner.has_own_margins() {
            answers.extend([(score, Bound::Lower), (window.beta, Bound::Lower)]);
        }
        answers
    }

    /// Returns the scores and bounds, for the side to move, that a search may return at `ply` if no mate that is
    /// possible from there can lie within the window.
    fn out_of_reach(&self, ply: u32) -> Vec<(Score, Bound)> {
        let mut answers = Vec::new();
        for window in self.windows() {
            let Some((score, bound)) = mate_distance::value(ply, window) else { continue };
            answers.push((score, bound));
            if self.manner.has_own_margins() {
                answers.push((if bound == Bound::Upper { window.alpha } else { window.beta }, bound));
            }
        }
        answers
    }

    /// Checks a leaf whose score comes from a table, a null move or a rule.
    fn answered_leaf(&mut self, record: &Record, said: (Score, Bound), told: Vec<(Score, Bound)>) {
        let first = told.first().map(|&(score, bound)| (self.seen(score), self.seen(bound)));
        let is_free = self.manner.has_own_margins();
        let fits = |(score, bound): (Score, Bound)| {
            self.manner.same(said.0, self.seen(score))
                && (said.1 == self.seen(bound) || is_free && bound == Bound::Exact)
        };
        let holds = told.into_iter().flat_map(|told| self.answers(told)).any(fits);
        self.hold(Rule::LeafScore, record, holds, || {
            let follows = match first {
                Some(first) => TraceValue::proved(first).to_string(),
                None => "no event gave such an answer".to_owned(),
            };
            ("score", TraceValue::proved(said), follows)
        });
    }

    /// Checks a move at a chance node: its weight, its window, and whether it ends the node.
    fn drawn(&mut self, record: &Record, weight: Option<Weight>, (score, window): (Score, Window), said: Verdict) {
        let (cut, limits) = (self.manner.cut, self.header.leaves.filter(|_| !self.manner.is_minimax()));
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(weight) = weight else {
            return self
                .hold(Rule::Weight, record, false, || ("weight", TraceValue::Nothing, "how likely the move is"));
        };
        let mut mean = frame.mean.unwrap_or_else(|| MeanSoFar::new(weight.of(), limits));
        let (holds, is_last) = (mean.takes(weight), frame.tried == frame.statics.len());
        let inside = mean.window(frame.asked, weight, cut);
        mean.add(weight, score);
        frame.mean = Some(mean);
        let is_whole = !is_last || said.is_cutoff() || mean.is_over();
        self.hold(Rule::Weight, record, holds && is_whole, || {
            ("weight", TraceValue::Word(weight.to_string()), "parts that add up to the whole, which all moves share")
        });
        self.hold(Rule::ChanceWindow, record, self.manner.same_window(window, inside), || {
            ("window", TraceValue::Window(window), TraceValue::Window(inside).to_string())
        });
        let is_inside = window.place(score) == WindowSide::Exact;
        self.hold(
            Rule::Verdict,
            record,
            is_inside != said.is_cutoff() && (!is_inside || said == Verdict::Weighed),
            || {
                let follows = if is_inside { "weighed" } else { "cutoff" };
                (
                    "verdict",
                    TraceValue::word(said.name()),
                    format!("{follows}: {score} in the window {}", TraceValue::Window(window)),
                )
            },
        );
    }

    /// Checks that a comparison uses the window of the open node.
    pub(super) fn compared(&mut self, record: &Record, said: Window) {
        let Some(frame) = self.frames.last_mut() else { return };
        let is = if self.manner.is_minimax() { Window::new(frame.best, Score::MAX) } else { frame.window };
        frame.window = said;
        let holds = self.manner.same_window(said, is);
        self.hold(Rule::Window, record, holds, || {
            ("window", TraceValue::Window(said), format!("{}: by the earlier events", TraceValue::Window(is)))
        });
    }

    fn follows(&mut self, record: &Record, (score, bound): (Score, Bound), window: Window, said: Verdict) {
        let place = |score| match self.manner.cut.place(window, score) {
            WindowSide::FailHigh => "cutoff",
            WindowSide::Exact => "best",
            WindowSide::FailLow => "not_best",
        };
        let (is, most) = (place(score), self.manner.tolerance);
        let is_near = || [score.plus(most), score.plus(-most)].into_iter().any(|near| place(near) == said.name());
        let holds = is == said.name() || most != Score::ZERO && is_near();
        let at = TraceValue::Window(window);
        self.hold(Rule::Verdict, record, holds, || {
            ("verdict", TraceValue::word(said.name()), format!("{is}: {} in the window {at}", Plies(score)))
        });
        // A tie without a cutoff leaves an empty window, which proves nothing.
        let is_tie = self.manner.cut == Cut::AboveBeta && score == window.beta;
        if said != Verdict::NotBest && !is_tie {
            self.hold(Rule::Proof, record, bound != Bound::Upper, || {
                let proved = TraceValue::Proved { score, bound };
                let is = format!("not_best, or searched again: {proved} does not prove that it is better");
                ("verdict", TraceValue::word(said.name()), is)
            });
        }
    }

    fn numbered(&mut self, record: &Record, next: Option<u64>) {
        if let Some(step) = record.notes.step {
            self.hold(Rule::Number, record, next == Some(step), || {
                let follows = next.map_or("nothing: a reply has cut".to_owned(), |next| next.to_string());
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
        let hides = self.manner.fail == Some(Fail::Hard);
        let rule = LineRule::new(self.movers(), self.header.leaves);
        let Some(frame) = self.frames.last_mut() else { return };
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
            Verdict::NotBest if hides && !is_minimax => {
                frame.bound = self.manner.cut.bound_after_low(frame.bound, frame.window, score, stated);
            }
            Verdict::NotBest | Verdict::Weighed => {}
        }
        if verdict == Verdict::NotBest {
            return;
        }
        if verdict == Verdict::Best || rule.is_end(self.path.len(), score) {
            let mv = (frame.moves.moves()[index].as_str(), frame.depth != 0);
            frame.line.raise(mv, score, leaf, pending.line);
        }
        frame.pv.raise(&frame.moves.moves()[index], leaf, &pending.pv);
        if self.path.is_empty() {
            self.passes.best = Some(frame.moves.moves()[index].clone());
        }
    }
}

/// Describes the conditions under which a node is this kind of leaf.
const fn why_not(leaf: Leaf) -> &'static str {
    match leaf {
        Leaf::Horizon => "and a horizon has none",
        Leaf::Childless => "and this word needs some plies left",
        Leaf::StandPat => "and standing pat needs quiescence",
        Leaf::Table => "and no earlier `hash` has cut",
        Leaf::NullMove => "and no earlier `null_move` has cut",
        Leaf::MateDistance => "and the header names no mate-distance",
        Leaf::Terminal(_) => "and the score is not that of this ending",
        Leaf::Tablebase => "and an earlier event has answered",
        Leaf::Omitted => "and there is no `omitted` before it",
        Leaf::Other => "and the header names no unknown rule",
    }
}
