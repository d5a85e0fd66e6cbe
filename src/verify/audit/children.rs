//! Children that are judged: their scores, the comparison, and why they are leaves.

use super::Audit;
use super::finding::{Lack, Rule, TraceValue};
use crate::core::hooks::{Event, Leaf, Verdict};
use crate::core::score::{Bound, Score, Window, WindowSide};
use crate::core::search::technique::mate_distance;
use crate::core::search::{Cut, Fail, Technique};
use crate::core::trace::Record;

impl Audit {
    pub(super) fn judge(&mut self, record: &Record) {
        let Event::Judged { ref mv, score, bound, leaf, window, verdict } = record.event else { return };
        let Some(index) = self.index(mv) else { return };
        self.begins(record);
        self.is_next(record, index);
        self.is_true(record, index, (score, bound));
        match leaf {
            None => self.inner_child(record, (score, bound)),
            Some(leaf) => self.leaf(record, leaf, (score, bound), index),
        }
        self.compared(record, window);
        self.owned(record);
        self.follows(record, (score, bound), window, verdict);
        self.numbered(record, self.tracker.next_step(bound, leaf, verdict));
        self.observe(record);
        self.take_judgement(index, (score, bound), leaf, verdict);
    }

    /// Whether the score is the true one that was said to be found in advance.
    fn is_true(&mut self, record: &Record, index: usize, (score, bound): (Score, Bound)) {
        let truth = self.frames.last().and_then(|frame| *frame.truths.get(index)?);
        let Some(is) = truth.filter(|_| self.manner.techniques.is_empty()) else { return };
        let holds = match bound {
            Bound::Exact => self.manner.same(score, is),
            Bound::Lower => score <= is || self.manner.same(score, is),
            Bound::Upper => is <= score || self.manner.same(score, is),
        };
        self.hold(Rule::Order, record, holds, || {
            ("score", TraceValue::Proved { score, bound }, format!("{is}: the true score according to `ordered`"))
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
            Leaf::Tablebase | Leaf::Terminal(_) | Leaf::Horizon | Leaf::Childless | Leaf::StandPat => {
                self.static_leaf(record, leaf, said, index);
            }
            Leaf::Table => self.answered_leaf(record, said, self.pending.table.into_iter().collect()),
            Leaf::NullMove => self.answered_leaf(record, said, self.passed()),
            Leaf::MateDistance => {
                let value = |window| mate_distance::value(record.line.len() as u32 + 1, window);
                self.answered_leaf(record, said, self.windows().into_iter().filter_map(value).collect());
            }
            Leaf::Other => self.unknown(Rule::LeafScore, Lack::Other),
            Leaf::Omitted => self.unknown(Rule::ChildScore, Lack::Omitted),
        }
        if let Some(ending) = &record.notes.ending {
            let is_mate = ending == "checkmate";
            let holds =
                matches!(leaf, Leaf::Terminal(ending) if is_mate == (ending == crate::core::game::Ending::Loss));
            self.hold(Rule::Leaf, record, holds || self.header.fen.is_none(), || {
                ("ending", TraceValue::word(ending), format!("not with the leaf `{}`", TraceValue::word(leaf)))
            });
        }
    }

    /// Whether a child at `ply` with this score, for the side that moved there, may be such a leaf.
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
                let is = -ending.score(ply);
                self.manner.is_replaced || score == is || score.is_mate() && is.is_mate()
            }
            Leaf::Table | Leaf::NullMove | Leaf::Tablebase | Leaf::Omitted => true,
        }
    }

    fn static_leaf(&mut self, record: &Record, leaf: Leaf, said: (Score, Bound), index: usize) {
        let is = self.frames.last().and_then(|frame| frame.statics[index]);
        if let Leaf::Terminal(ending) = leaf
            && said.0.is_mate()
            && !self.manner.is_replaced
        {
            let ply = record.line.len() as u32 + 1;
            let is = -ending.score(ply);
            self.hold(Rule::LeafScore, record, said.0 == is, || {
                ("score", TraceValue::Score(said.0), format!("{is}: the game is over at ply {ply}"))
            });
        }
        let bound = if leaf == Leaf::StandPat { Bound::Upper } else { Bound::Exact };
        let score = is.unwrap_or(said.0);
        let own = self.movers().up(record.line.len() + 1, said.0);
        let is_enough = leaf != Leaf::StandPat || self.windows().iter().any(|window| window.beta <= own);
        // The evaluation can be checked against it.
        if is.is_none() && !matches!(leaf, Leaf::Terminal(_)) && !self.has_scores {
            self.unknown(Rule::LeafScore, Lack::Leaf);
        }
        let is_score = self.manner.same(said.0, score);
        let is_bound = said.1 == bound || bound == Bound::Exact;
        self.hold(Rule::LeafScore, record, is_score && is_bound && is_enough, || {
            let field = if is_score && is_enough { "bound" } else { "score" };
            let why = if is_enough { "its static evaluation" } else { "but that does not reach beta" };
            (field, TraceValue::proved(said), format!("{}: {why}", TraceValue::Proved { score, bound }))
        });
    }

    /// What a pass may have answered, for the side to move there.
    fn passed(&self) -> Vec<(Score, Bound)> {
        let Some((score, window)) = self.pending.passed else { return Vec::new() };
        let kept = if score.is_mate() { window.beta } else { score };
        // Who fails hard returns beta.
        let hard = self.manner.algorithm.is_none().then_some((window.beta, Bound::Lower));
        hard.into_iter().chain([(kept, Bound::Lower)]).collect()
    }

    /// A leaf whose score comes from a table, a pass or a rule.
    fn answered_leaf(&mut self, record: &Record, said: (Score, Bound), answers: Vec<(Score, Bound)>) {
        let ply = record.line.len() + 1;
        let seen =
            |&(score, bound): &(Score, Bound)| (self.manner.movers.up(ply, score), self.manner.movers.up(ply, bound));
        let holds = answers.iter().map(seen).any(|(score, bound)| self.manner.same(said.0, score) && said.1 == bound);
        let last = answers.last().map(seen);
        self.hold(Rule::LeafScore, record, holds, || {
            let follows = match last {
                Some(seen) => TraceValue::proved(seen).to_string(),
                None => "no event gave such an answer".to_owned(),
            };
            ("score", TraceValue::proved(said), follows)
        });
    }

    /// Whether a comparison is made in the window of the open node.
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
        let holds = [score, score.plus(most), score.plus(-most)].into_iter().any(|near| place(near) == said.name());
        let at = TraceValue::Window(window);
        self.hold(Rule::Verdict, record, holds, || {
            ("verdict", TraceValue::word(said.name()), format!("{is}: {score} in the window {at}"))
        });
        // A tie that does not cut leaves an empty window, in which nothing is proved.
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

    fn take_judgement(&mut self, index: usize, (score, bound): (Score, Bound), leaf: Option<Leaf>, verdict: Verdict) {
        let is_minimax = self.manner.is_minimax();
        let pending = std::mem::take(&mut self.pending);
        let hides = self.manner.fail == Some(Fail::Hard);
        let Some(frame) = self.frames.last_mut() else { return };
        frame.best = frame.best.max(score);
        frame.is_proved &= bound == Bound::Exact;
        match verdict {
            Verdict::Best => (frame.window.alpha, frame.bound, frame.best_move) = (score, bound, Some(index)),
            Verdict::Cutoff { .. } => {
                (frame.bound, frame.best_move, frame.has_cut) = (Bound::Lower, Some(index), true);
            }
            Verdict::NotBest if hides && !is_minimax => {
                frame.bound = self.manner.cut.bound_after_low(frame.bound, frame.window, score, bound);
            }
            Verdict::NotBest => {}
        }
        if verdict == Verdict::NotBest {
            return;
        }
        if verdict == Verdict::Best {
            frame.line.raise(&frame.moves.moves()[index], score, leaf, pending.line);
        }
        frame.pv.raise(&frame.moves.moves()[index], leaf, &pending.pv);
        if self.path.is_empty() {
            self.passes.best = Some(frame.moves.moves()[index].clone());
        }
    }
}

/// What this word for a leaf would need.
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
