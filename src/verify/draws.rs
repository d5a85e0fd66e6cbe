//! Notes where a search whose rules for draws are unknown differs from the usual rules. The difference may come from a
//! bug or from the engine's own rules.

use super::audit::TraceValue;
use crate::core::game::Ending;
use crate::core::hooks::Leaf;
use crate::core::trace::Record;
use crate::page::text::counted;

/// Positions of one kind: how many there are, and the line and the rule of the first one.
type NotedDraws = Option<(u64, Vec<String>, &'static str)>;

/// Where a search differs from the usual rules for draws.
#[derive(Debug, Default)]
pub(super) struct DrawNotes {
    /// Leaves that the search calls drawn although no usual rule draws them.
    called: NotedDraws,
    /// Positions that the search does not call drawn although a usual rule draws them.
    missed: NotedDraws,
}

impl DrawNotes {
    /// Notes the position of an event, where moves are legal. `leaf` is the kind of leaf that the search makes of the
    /// position, if it is a leaf; `usual` is the rule by which most programs count the position as drawn.
    pub(super) fn note(&mut self, record: &Record, leaf: Option<Leaf>, usual: Option<&'static str>) {
        let notes = match leaf {
            Some(Leaf::Terminal(Ending::Draw)) if usual.is_none() => &mut self.called,
            None | Some(Leaf::Horizon | Leaf::StandPat) if usual.is_some() => &mut self.missed,
            _ => return,
        };
        notes.get_or_insert_with(|| (0, record.subject(), usual.unwrap_or_default())).0 += 1;
    }

    /// Returns what was noted, in sentences.
    pub(super) fn remarks(self) -> impl Iterator<Item = String> {
        let first = |line| TraceValue::Line(line).to_string();
        let called = self.called.map(|(count, line, _)| {
            let leaves = counted(count, "leaf", "leaves");
            format!(
                "The search calls {leaves} drawn, although no repetition, fifty-move rule or lack of material explains it (first: {}).",
                first(line)
            )
        });
        let missed = self.missed.map(|(count, line, rule)| {
            let positions = counted(count, "position", "positions");
            format!(
                "This search does not count {positions} as drawn; most programs do (first: {}, {rule}).",
                first(line)
            )
        });
        // A repetition of a position before the root shows only if the header names that position.
        let history = if called.is_some() { " and the positions before the root (`history`)" } else { "" };
        let advice = (called.is_some() || missed.is_some()).then(|| {
            format!(
                "Write your rules for draws (`draws`){history} into the header, and verify will check these positions."
            )
        });
        [called, missed, advice].into_iter().flatten()
    }
}
