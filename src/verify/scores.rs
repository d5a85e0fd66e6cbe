//! Checks the static evaluations that a search claims against the evaluation that its header names.

use super::audit::{Audit, Lack, Rule, StoredLeaf, TraceValue};
use super::board::ReplayBoard;
use crate::core::hooks::{Event, Leaf};
use crate::core::score::{Plies, Score};
use crate::core::trace::Record;

impl ReplayBoard<'_> {
    /// Checks a child against the rules: its score against the static evaluation, and the reason why it is a leaf.
    pub(super) fn check_child(
        &mut self,
        audit: &mut Audit,
        record: &Record,
        (mv, score): (&str, Option<Score>),
        leaf: Option<Leaf>,
    ) {
        if !self.go(&record.line) {
            return;
        }
        let Some(index) = self.find(record.line.len(), mv) else { return };
        let is_tactical =
            leaf == Some(Leaf::Tablebase) && self.ground.tactics().is_some_and(|tactics| tactics.is_tactical(index));
        self.ground.play(index);
        let is = score.and_then(|_| self.ground.score());
        let is = is.map(|score| self.header.movers().up(record.line.len() + 1, score));
        if let Some(leaf) = leaf {
            self.check_leaf(audit, record, leaf, is_tactical);
            self.note_draw(record, Some(leaf));
            self.may_store(audit, record);
            if matches!(leaf, Leaf::Horizon | Leaf::StandPat) {
                let told = audit.told_score(mv);
                self.check_again(audit, record, told.map(|score| -score), |score| -score);
            }
        }
        // Most engines evaluate a position before they notice that the game is over.
        let may_be_early = leaf.is_none() && audit.manner.has_own_margins() && !score.is_some_and(Score::is_mate);
        let is_evaluated_first = may_be_early && self.ground.ending().is_some();
        let early = if is_evaluated_first { self.score_before_ending(record.line.len() + 1) } else { None };
        self.ground.undo();
        let flat = is.map(|is| audit.manner.flat(is));
        let is = if let Event::Judged { score, bound, .. } = record.event {
            is.map(|is| audit.limited_leaf((score, bound), is))
        } else {
            match (score, flat, early) {
                (Some(said), Some(_), Some(early)) if audit.manner.same(said, early) => Some(early),
                (Some(said), Some(is), Some(_)) if audit.manner.is_flat_win(is, said) => Some(said),
                (_, is, _) => is,
            }
        };
        if let Some(score) = score.filter(|_| !is_evaluated_first || early.is_some()) {
            let is = is.filter(|&is| leaf.is_some() || audit.manner.same(score, is) || !self.may_be_tabled(score));
            Self::check_score(audit, record, score, is);
        }
    }

    /// Returns whether a score may come from tablebases that the header does not name. Older traces do not name them.
    fn may_be_tabled(&self, score: Score) -> bool {
        // No tablebase has more pieces.
        const MOST_PIECES: usize = 7;
        // A win in Syzygy files counts more than any static evaluation.
        const CERTAIN: Score = Score::from_millipawns(900_000);
        let placement = self.header.fen.as_deref().and_then(|fen| fen.split(' ').next());
        let pieces = placement.map(|placement| placement.chars().filter(char::is_ascii_alphabetic).count());
        self.header.tablebases.is_empty()
            && (score == Score::ZERO || CERTAIN < score || score < -CERTAIN)
            && pieces.is_some_and(|pieces| pieces <= MOST_PIECES)
    }

    /// Returns the static evaluation of the current position, where the game is over, for the side that made the last
    /// move.
    fn score_before_ending(&mut self, ply: usize) -> Option<Score> {
        let score = self.ground.tactics()?.score_before_ending()?;
        Some(self.header.movers().up(ply, score))
    }

    /// Compares the static evaluation of the current position with the earlier evaluation of the same position.
    pub(super) fn check_again(
        &mut self,
        audit: &mut Audit,
        record: &Record,
        own: Option<Score>,
        sign: impl Fn(Score) -> Score,
    ) {
        let (Some(statics), Some(own)) = (&mut self.statics, own) else { return };
        let Some(key) = self.ground.key() else { return };
        // The value of a finished game is not a static evaluation.
        if self.ground.ending().is_none() {
            let clock = self.ground.tactics().map_or(0, |tactics| tactics.clock());
            statics.check(audit, record, (key, own, clock), sign);
        }
    }

    /// Records the leaf at the current position, if a table may have stored it.
    fn may_store(&mut self, audit: &Audit, record: &Record) {
        let Event::Judged { score, bound, .. } = record.event else { return };
        // plywood's own algorithms name the visit that stored each entry, and they store no leaves.
        if self.positions.is_kept()
            && audit.manner.has_own_margins()
            && let Some(key) = self.key()
        {
            let ply = record.line.len() as u32 + 1;
            self.positions.leaf(key, StoredLeaf { ply, depth: audit.left, score: -score, bound: -bound });
        }
    }

    pub(super) fn check_score(audit: &mut Audit, record: &Record, said: Score, is: Option<Score>) {
        let Some(is) = is else {
            // A root's score is not that of a child, so no rule applies to it.
            if !record.line.is_empty() {
                audit.unknown(Rule::Static, Lack::Statics);
            }
            return;
        };
        let holds = audit.manner.same(said, is);
        audit.check(Rule::Static, record, holds, || {
            ("score", TraceValue::Score(said), format!("{}, by the evaluation that the header names", Plies(is)))
        });
    }
}
