//! What the header says was changed for a search, and so excuses.

use crate::model::KindOfMove;
use crate::trace::{Change, Header};

/// The changes of a header that are about moves.
#[derive(Debug)]
pub(super) struct Changes {
    /// After which lines only which moves were searched.
    only: Vec<(Vec<String>, Vec<String>)>,
    /// Kinds of moves that were left out everywhere.
    without: Vec<KindOfMove>,
    /// Where a static score was replaced.
    scores: Vec<Vec<String>>,
}

impl Changes {
    pub(super) fn of(header: &Header) -> Self {
        let mut changes = Self { only: Vec::new(), without: Vec::new(), scores: Vec::new() };
        for change in &header.changes {
            match change {
                Change::Only { line, moves } => changes.only.push((line.clone(), moves.clone())),
                Change::Without { kinds } => {
                    changes.without.extend(kinds.iter().filter_map(|kind| kind.parse::<KindOfMove>().ok()))
                }
                Change::Score { line, .. } => changes.scores.push(line.clone()),
            }
        }
        changes
    }

    /// Whether moves were left out nowhere.
    pub(super) fn is_empty(&self) -> bool {
        self.only.is_empty() && self.without.is_empty()
    }

    /// Whether a move is of a kind that was left out; no other is excused.
    pub(super) fn excuse(&self, san: &str) -> bool {
        self.without.iter().any(|kind| kind.is_of(san))
    }

    /// The only moves after a line, if that was said; what was said last counts.
    pub(super) fn only(&self, line: &[String]) -> Option<&[String]> {
        let (_, moves) = self.only.iter().rev().find(|(other, _)| other == line)?;
        Some(moves)
    }

    /// The lines that it speaks of.
    pub(super) fn lines(&self) -> Vec<Vec<String>> {
        self.only.iter().map(|(line, _)| line).chain(&self.scores).cloned().collect()
    }
}
