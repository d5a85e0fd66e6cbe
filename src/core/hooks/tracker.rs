//! The one fold of events: what everybody has to know of where a search stands who makes more of its events.

use super::{Event, Leaf, Owner, Owners, Verdict, technique_event};
use crate::score::Bound;

/// Follows a search: it numbers positions and steps, counts nodes, and knows who set the window's ends. The tree, the cursor, the
/// recorder, the audit and the exercises stand on it, so that they cannot number differently.
#[derive(Clone, Debug)]
pub(crate) struct Tracker<M> {
    owners: Owners<M>,
    created: u64,
    steps: u64,
    nodes: u64,
}

impl<M> Default for Tracker<M> {
    fn default() -> Self {
        Self { owners: Owners::default(), created: 0, steps: 0, nodes: 0 }
    }
}

impl<M: Copy> Tracker<M> {
    /// Takes note of `event` at the node `ply` half-moves after the root.
    #[inline(always)]
    pub(crate) fn observe<L, R>(&mut self, ply: usize, event: &Event<M, L, R>) {
        match *event {
            Event::Enter { .. } => self.nodes = self.nodes.saturating_add(1),
            Event::Created { .. } => self.created = self.created.saturating_add(1),
            Event::Judged { bound, leaf, verdict, .. } => {
                self.steps = self.steps.saturating_add(u64::from(!is_dropped(bound, leaf, verdict)));
                self.nodes = self.nodes.saturating_add(u64::from(!Leaf::was_entered(leaf)));
            }
            technique_event!() => {
                if let Event::Omitted { created, steps, .. } = *event {
                    self.created = self.created.saturating_add(created);
                    self.steps = self.steps.saturating_add(steps);
                }
                self.nodes = self.nodes.saturating_add(untold_nodes(event));
            }
            Event::Root { .. } | Event::Leave { .. } | Event::Settled { .. } | Event::Pass { .. } => {}
        }
        self.owners.observe(ply, event);
    }

    /// Positions that came into being so far, without the root: the number of the last of them.
    #[inline]
    pub(crate) const fn created(&self) -> u64 {
        self.created
    }

    /// Which step it is that a child is judged, before that is taken note of; none if the child is dropped.
    #[inline]
    pub(crate) fn next_step(&self, bound: Bound, leaf: Option<Leaf>, verdict: Verdict) -> Option<u64> {
        (!is_dropped(bound, leaf, verdict)).then_some(self.steps.saturating_add(1))
    }

    /// Nodes that were searched so far: entered, judged as leaves, or said to be searched untold.
    #[inline]
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns who set alpha and beta at the node `ply` half-moves after the root.
    #[inline]
    pub(crate) fn owners(&self, ply: usize) -> [Option<Owner<M>>; 2] {
        [self.owners.alpha(ply), self.owners.beta(ply)]
    }
}

/// Returns whether a child is dropped without being judged in its own right: one of its replies cut, so its score is
/// only known not to be of use.
#[inline]
fn is_dropped(bound: Bound, leaf: Option<Leaf>, verdict: Verdict) -> bool {
    // The mates of Sargon's search are limited to the window, and dropped like inner nodes.
    let is_searched = matches!(leaf, None | Some(Leaf::Terminal(_) | Leaf::Omitted));
    bound == Bound::Upper && is_searched && verdict == Verdict::NotBest
}

/// The nodes of which no event tells: behind a null move, or left out; none for any other event.
pub(crate) fn untold_nodes<M, L, R>(event: &Event<M, L, R>) -> u64 {
    if let Event::NullMove { entered, leaves, .. } | Event::Omitted { entered, leaves, .. } = event {
        entered.saturating_add(*leaves)
    } else {
        0
    }
}
