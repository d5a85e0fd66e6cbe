//! The rule for which moves enter their node's line. The principal variation is made from these lines.

use super::{Event, Verdict};
use crate::core::game::{Mover, Movers};
use crate::core::score::Score;

/// Determines which moves enter their node's line: each new best, and a move whose score reaches the end of the range
/// of leaf values. No score can be better, so that move is best although it causes a cutoff.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineRule {
    movers: Movers,
    leaves: Option<[Score; 2]>,
}

impl LineRule {
    /// Returns the rule for a search with these movers and this range of leaf values.
    pub const fn new(movers: Movers, leaves: Option<[Score; 2]>) -> Self {
        Self { movers, leaves }
    }

    /// Returns whether a move enters the line of its node at `ply`. The root event replaces the rule with that of its
    /// search.
    #[inline(always)]
    pub fn enters<M, L, R>(&mut self, ply: usize, event: &Event<M, L, R>) -> bool {
        if let Event::Root { movers, leaves, .. } = *event {
            *self = Self::new(movers, leaves);
        }
        let &Event::Judged { verdict, weight, score, .. } = event else { return false };
        match verdict {
            Verdict::Best => true,
            Verdict::Cutoff { .. } => weight.is_none() && self.is_end(ply, score),
            Verdict::NotBest | Verdict::Weighed => false,
        }
    }

    /// Returns whether this score is the best that any leaf can have for the side to move at `ply`.
    pub fn is_end(&self, ply: usize, score: Score) -> bool {
        self.leaves.is_some_and(
            |[least, most]| if self.movers.at(ply) == Mover::Max { most <= score } else { least >= -score },
        )
    }
}
