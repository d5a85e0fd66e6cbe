//! Killer moves: a quiet reply that refuted one move often refutes its siblings too.
//!
//! Source: Akl & Newborn, *The Principal Continuation and the Killer Heuristic* (1977);
//! <https://www.chessprogramming.org/Killer_Heuristic>.

use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeSection, SectionLines};

/// The last two quiet moves that caused a cutoff, for each ply.
#[derive(Debug)]
pub(crate) struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M: Copy + Eq> Killers<M> {
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns 0 for the latest killer, 1 for the one before it, and `None` for other moves.
    #[inline]
    pub(crate) fn place(&self, ply: u32, mv: M) -> Option<usize> {
        self.0.get(ply as usize)?.iter().position(|&killer| killer == Some(mv))
    }

    #[inline]
    pub(crate) fn remember(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        if self.0.len() <= ply {
            self.0.resize(ply + 1, [None; 2]);
        }
        if self.0[ply][0] != Some(mv) {
            self.0[ply] = [Some(mv), self.0[ply][0]];
        }
    }
}

pub(crate) const CODE: &[SectionLines] = &[
    (CodeSection::Moves, &[(CodeAction::Order, Any, "    put the two killers of this ply first")]),
    (
        CodeSection::Cutoff,
        &[(CodeAction::Nothing, Any, "            if the move is quiet: make it the first killer of this ply")],
    ),
];
