//! What a search that goes deeper and deeper knew when it finished its last depth.

use crate::hooks::{Event, Observer, SearchEvent, Verdict};
use crate::pv::{CollectedLines, PrincipalVariation};
use crate::score::Score;

/// Collects the PV, and keeps that of the last depth that was searched to its end.
#[derive(Clone, Debug)]
pub(super) struct Lines<M> {
    collected: CollectedLines<M>,
    /// The depth of this pass, if it was told.
    depth: Option<u32>,
    /// The score of the last pass that was finished.
    score: Option<Score>,
    /// The last root move that was best or cut.
    best: Option<M>,
    finished: Option<Finished<M>>,
}

/// The answer of a depth.
#[derive(Clone, Debug)]
pub(super) struct Finished<M> {
    pub depth: u32,
    /// The score of the root for the side to move.
    pub score: Option<Score>,
    pub best: Option<M>,
    pub pv: PrincipalVariation<M>,
}

impl<M> Default for Lines<M> {
    fn default() -> Self {
        Self { collected: CollectedLines::default(), depth: None, score: None, best: None, finished: None }
    }
}

impl<M: Copy + Eq> Lines<M> {
    /// Returns the PV so far.
    pub(super) fn pv(&self) -> PrincipalVariation<M> {
        self.collected.pv()
    }

    /// Returns the answer of the last depth that was finished before a larger one began.
    pub(super) const fn finished(&self) -> Option<&Finished<M>> {
        self.finished.as_ref()
    }

    /// A pass begins. If it goes deeper, the passes before have the answer of their depth.
    fn begin(&mut self, depth: u32) {
        match self.depth.replace(depth) {
            Some(before) if before < depth => {
                let (score, best, pv) = (self.score, self.best, self.collected.pv());
                self.finished = Some(Finished { depth: before, score, best, pv });
            }
            _ => {}
        }
    }
}

impl<M: Copy + Eq> Observer<M> for Lines<M> {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        if let Event::Pass { depth, .. } = event {
            self.begin(depth);
        } else if let Event::Judged { mv, verdict, .. } = event
            && line.is_empty()
            && verdict != Verdict::NotBest
        {
            self.best = Some(mv);
        } else if let Event::Leave { score, .. } = event
            && line.is_empty()
        {
            self.score = Some(score);
        }
        self.collected.observe(line, event);
    }
}
