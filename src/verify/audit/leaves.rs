//! Checks leaves: the words for them, and their scores.

use super::finding::{Lack, Rule, TraceValue};
use super::{Audit, LimitedLeaf};
use crate::core::game::Ending;
use crate::core::hooks::{Event, Leaf};
use crate::core::score::{Bound, Plies, Score, Window};
use crate::core::search::Technique;
use crate::core::search::technique::mate_distance;
use crate::core::trace::Record;
use crate::page::text::counted;

impl Audit {
    /// Checks a judged child that is a leaf: its word, its score, and the name of the ending.
    pub(super) fn leaf(&mut self, record: &Record, leaf: Leaf, said: (Score, Bound), index: usize) {
        let holds = self.is_leaf(leaf, record.line.len() as u32 + 1, said.0);
        let left = self.depth_left();
        let is = if holds { String::new() } else { self.expected_leaf(leaf, left) };
        self.check(Rule::Leaf, record, holds, || ("leaf", TraceValue::word(leaf), is));
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
            self.check(Rule::Leaf, record, holds || self.header.fen.is_none(), || {
                let word = TraceValue::word(leaf);
                let is = if matches!(leaf, Leaf::Terminal(_)) {
                    format!("an ending that fits the leaf `{word}`")
                } else {
                    format!("absent: the leaf `{word}` is not the end of a game")
                };
                ("ending", TraceValue::word(ending), is)
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
                    || self.ending == Some(ending)
                    || self.manner.same(score, is)
                    || score.is_mate() && is.is_mate()
                    || self.manner.is_flat_win(is, score)
                    || self.manner.win.is_none() && self.manner.is_final_score(is, score)
                    || self.manner.has_own_margins()
                        && self
                            .possible_windows()
                            .iter()
                            .any(|w| w.alpha == self.seen(score) || w.beta == self.seen(score))
            }
            Leaf::Table | Leaf::NullMove | Leaf::Tablebase | Leaf::Omitted => true,
        }
    }

    /// Checks that the score of an evaluated leaf is its static evaluation; `bound` is the bound that the evaluation
    /// proves, for the side to move at the leaf.
    fn static_leaf(&mut self, record: &Record, said: (Score, Bound), index: usize, bound: Bound) {
        // An engine may evaluate a position before it finds the position in its tablebase.
        let is_static = !matches!(record.event, Event::Judged { leaf: Some(Leaf::Tablebase), .. })
            || !self.manner.has_own_margins();
        let told = self.frames.last().and_then(|frame| frame.statics[index]).filter(|_| is_static);
        // If another part of the verification checks the scores against the evaluation, nothing is missing.
        if told.is_none() && !self.has_scores {
            self.unknown(Rule::LeafScore, Lack::Leaf);
        }
        let own = self.seen(told.unwrap_or(said.0));
        let windows = self.possible_windows();
        let entry = self.pending.entry.filter(|_| self.depth_left() == 0);
        let better = self.manner.better_static(entry, own);
        let better = better.filter(|&better| self.may_answer(said, (better, bound), &windows));
        let is = (better.unwrap_or(own), bound);
        let cuts = |window: &Window| window.beta <= is.0 || self.manner.same(window.beta, is.0);
        if bound == Bound::Lower && !windows.iter().any(cuts) {
            let follows = format!(
                "a different score, or no `leaf`: {} does not reach beta, so standing pat causes no cutoff",
                Plies(self.seen(is.0))
            );
            return self.check(Rule::LeafScore, record, false, || ("score", TraceValue::proved(said), follows));
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
        let is_win = |score: Score| (is < Score::ZERO) == (score < Score::ZERO) && !score.is_mate();
        let why = match ending {
            Ending::Draw => format!("the game is drawn at ply {ply}"),
            Ending::Loss | Ending::Win if is.is_mate() && is_win(own) => format!(
                "the game is over at ply {ply} (if every win has the same score, write it as `win` in the header)"
            ),
            Ending::Loss | Ending::Win => format!("the game is over at ply {ply}"),
        };
        self.rated_leaf(record, said, (is, Bound::Exact), &why);
    }

    /// Checks the score of a leaf whose true value, for its side to move, is `is`.
    fn rated_leaf(&mut self, record: &Record, said: (Score, Bound), is: (Score, Bound), why: &str) {
        let turned = |(score, bound): (Score, Bound)| (self.seen(score), self.seen(bound));
        let windows = self.possible_windows();
        let holds = self.may_answer(said, is, &windows);
        let answers: Vec<(Score, Bound)> = self.answers(is, &windows).into_iter().map(turned).collect();
        let is = turned(is);
        let same = |&&(score, _): &&(Score, Bound)| self.manner.same(said.0, score);
        let answer = answers.iter().find(same).copied();
        self.check(Rule::LeafScore, record, holds, || {
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
    fn answers(&self, (score, bound): (Score, Bound), windows: &[Window]) -> Vec<(Score, Bound)> {
        let mut answers = vec![(score, bound)];
        if self.manner.may_limit() {
            for window in windows {
                if window.beta <= score && bound != Bound::Upper {
                    answers.push((window.beta, Bound::Lower));
                } else if score <= window.alpha && bound != Bound::Lower {
                    answers.push((window.alpha, Bound::Upper));
                }
            }
        }
        answers
    }

    /// Returns whether the side that made the last move may see a leaf with the score and bound `said`, if its value,
    /// for the side to move there, is `is`.
    fn may_answer(&self, said: (Score, Bound), is: (Score, Bound), windows: &[Window]) -> bool {
        let said = (self.seen(said.0), self.seen(said.1));
        let fits = |(score, bound)| self.manner.same(said.0, score) && (said.1 == bound || bound == Bound::Exact);
        self.answers(is, windows).into_iter().any(fits) || self.is_between(said, is, windows)
    }

    /// Returns whether `said` lies between the value `is` and the bound of the window that this value is outside of. An
    /// engine that fails neither hard nor soft may return any such score. All values are for the side to move.
    fn is_between(&self, said: (Score, Bound), (score, bound): (Score, Bound), windows: &[Window]) -> bool {
        let is_free = self.manner.may_limit() && self.manner.fail.is_none();
        let fits = |window: &Window| match said.1 {
            Bound::Lower => bound != Bound::Upper && window.beta <= said.0 && said.0 <= score,
            Bound::Upper => bound != Bound::Lower && score <= said.0 && said.0 <= window.alpha,
            Bound::Exact => false,
        };
        is_free && windows.iter().any(fits)
    }

    /// Returns the score that the leaf judged last should have if its static evaluation is `is`: `is` or, if the engine
    /// returned a bound of the window instead, this bound. All values are for the side that made the last move.
    pub(in crate::verify) fn limited_leaf(&self, said: (Score, Bound), is: Score) -> Score {
        let Some(LimitedLeaf { windows, entry }) = &self.judged_in else { return is };
        let own = self.seen(is);
        let better = self.manner.better_static(*entry, own);
        let may_be = |score| self.may_answer(said, (score, Bound::Exact), windows);
        if may_be(own) || better.is_some_and(may_be) { said.0 } else { is }
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
        for window in self.possible_windows() {
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
        let windows = self.possible_windows();
        let seen = (self.seen(said.0), self.seen(said.1));
        let may_be = |&is: &(Score, Bound)| {
            self.answers(is, &windows).into_iter().any(fits) || self.is_between(seen, is, &windows)
        };
        let holds = told.iter().any(may_be);
        self.check(Rule::LeafScore, record, holds, || {
            let follows = match first {
                Some(first) => TraceValue::proved(first).to_string(),
                None => "a searched score: no event or rule decided this node".to_owned(),
            };
            ("score", TraceValue::proved(said), follows)
        });
    }

    /// Returns the kind of leaf that this child should have instead of `leaf`, and the reason.
    fn expected_leaf(&self, leaf: Leaf, left: u32) -> String {
        let pending = &self.pending;
        let deciding = [
            (pending.is_omitted, Leaf::Omitted, "the `omitted` event before it replaces its search"),
            (pending.table.is_some(), Leaf::Table, "the `hash` event before it caused a cutoff"),
            (pending.passed.is_some(), Leaf::NullMove, "the `null_move` event before it caused a cutoff"),
        ];
        if let Some((.., is, why)) = deciding.into_iter().find(|&(decided, is, _)| decided && is != leaf) {
            return format!("{}: {why}", TraceValue::word(is));
        }
        let left_text = match left {
            0 => "no ply is left".to_owned(),
            left => counted(left.into(), "ply is left", "plies are left"),
        };
        let why = match leaf {
            Leaf::Horizon => format!("{left_text}, and `horizon` means that no ply is left"),
            Leaf::Childless => format!("{left_text}, and `childless` means that plies are left"),
            Leaf::StandPat if left != 0 => format!("{left_text}, and only quiescence stands pat"),
            Leaf::StandPat => "the header's techniques lack quiescence".to_owned(),
            Leaf::Table => "no `hash` event before it caused a cutoff".to_owned(),
            Leaf::NullMove => "no `null_move` event before it caused a cutoff".to_owned(),
            Leaf::MateDistance => "the header's techniques lack mate-distance".to_owned(),
            Leaf::Terminal(_) => "its score is not the score of this ending".to_owned(),
            Leaf::Tablebase => "an event before it decided this node".to_owned(),
            Leaf::Omitted => "there is no `omitted` event before it".to_owned(),
            Leaf::Other => "plywood knows the header's algorithm and all its techniques".to_owned(),
        };
        format!("a different `leaf`, or no `leaf`: {why}")
    }
}
