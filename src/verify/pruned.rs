//! Checks moves that a rule left out of quiescence against the material that they win.

use super::audit::{Audit, Lack, Rule, TraceValue};
use super::board::ReplayBoard;
use crate::core::hooks::{Event, Prune};
use crate::core::score::{Plies, Score};
use crate::core::search::technique::quiescence;
use crate::core::study::Tactical;
use crate::core::trace::Record;

impl ReplayBoard<'_> {
    /// Checks the estimate for a pruned move against the material that the move wins.
    pub(super) fn check_pruned(&mut self, audit: &mut Audit, record: &Record) {
        let Event::Pruned { ref mv, reason, score: said, window } = record.event else { return };
        let Some(index) = self.find(record.line.len(), mv) else { return };
        let tactics = self.ground.tactics();
        let stands = audit.frames.last().and_then(|frame| frame.stands);
        // Standing pat in check is reported by its own rule.
        if matches!(reason, Prune::Delta | Prune::Futility)
            && stands.is_none()
            && tactics.as_ref().is_some_and(|tactics| tactics.in_check())
        {
            audit.check(Rule::Pruned, record, false, || {
                ("reason", TraceValue::word(reason), "a search of this move: the side to move is in check")
            });
            return;
        }
        if audit.manner.has_own_margins() {
            if reason == Prune::See {
                Self::check_exchange(audit, record, tactics.map(|tactics| &*tactics), index);
            }
            return;
        }
        let Some((own, tactics)) = stands.zip(tactics) else { return };
        let is = match reason {
            Prune::Delta => quiescence::delta(own, tactics.gain(index)),
            Prune::See => own.plus(tactics.see(index)),
            Prune::Futility | Prune::Other => return,
        };
        let is_low = if reason == Prune::See { is < own } else { is <= window.alpha };
        let holds = said.map_or(is_low, |said| audit.manner.same(said, is));
        audit.check(Rule::Pruned, record, holds, || match said {
            Some(said) => {
                let follows = format!("{}: the static evaluation, what it wins, and the margin", Plies(is));
                ("score", TraceValue::Score(said), follows)
            }
            None => {
                let follows = format!("a search of this move: its estimate is {}", Plies(is));
                ("reason", TraceValue::word(reason), follows)
            }
        });
    }

    /// Checks that the exchange after a move loses material, as another engine says. The engine's pieces may be worth
    /// more or less than plywood's.
    fn check_exchange(audit: &mut Audit, record: &Record, tactics: Option<&dyn Tactical>, index: usize) {
        let can_lose = tactics.map(|tactics| (tactics.see(index) < Score::ZERO, tactics.may_lose_material(index)));
        match can_lose.filter(|&(loses, may_lose)| loses || !may_lose && audit.manner.algorithm.is_some()) {
            None => audit.unknown(Rule::Pruned, Lack::Pruned),
            Some((loses, _)) => audit.check(Rule::Pruned, record, loses, || {
                let is = "a search of this move: the exchange on its target square cannot lose material";
                ("reason", TraceValue::word(Prune::See), is)
            }),
        }
    }
}
