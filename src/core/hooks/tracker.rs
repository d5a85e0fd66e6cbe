//! Shared bookkeeping for consumers of search events: step numbers, node counts, the move that set each bound of the
//! window, and the moves of a node. It is the only code that keeps these records.

use super::{Event, Leaf, Verdict, technique_event};
use crate::core::game::Movers;
use crate::core::hash::{QuickHasher, QuickMap};
use crate::core::score::{Bound, Score, Window};
use std::borrow::Borrow;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};

/// Follows a search: numbers positions and steps, counts nodes, and knows which moves set alpha and beta at the current
/// node. The tree, the cursor, the recorder, the audit and the exercises all use it, so their numbers always agree.
///
/// A bound is inherited: the parent's alpha is the child's beta and vice versa, or the child's alpha if the same side
/// moves again. So the owner of a bound can be the best move so far of any ancestor (in a deep cutoff, beta was set
/// above the parent). A bound that no ancestor set, such as the edge of a null window, has no owner.
#[derive(Clone, Debug)]
pub(crate) struct Tracker<M> {
    /// The nodes on the current line, root first.
    line: Vec<WindowOwners<M>>,
    movers: Movers,
    created: u64,
    steps: u64,
    nodes: u64,
}

#[derive(Clone, Copy, Debug)]
struct WindowOwners<M> {
    window: Window,
    alpha: Option<Owner<M>>,
    beta: Option<Owner<M>>,
}

/// The move that set a bound: `mv`, played at the node `ply` half-moves after the root on the current line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner<M> {
    /// The ply of the node at which the move was the best so far. The owner's line is `line[..ply]` followed by `mv`.
    pub ply: usize,
    /// The move.
    pub mv: M,
}

impl Owner<String> {
    /// Returns the line of the owner; `line` leads to the node with the bound.
    #[must_use]
    pub fn line<S: AsRef<str>>(&self, line: &[S]) -> Vec<String> {
        line.iter().take(self.ply).map(AsRef::as_ref).chain([self.mv.as_str()]).map(str::to_owned).collect()
    }
}

impl<M> Default for Tracker<M> {
    fn default() -> Self {
        Self { line: Vec::new(), movers: Movers::default(), created: 0, steps: 0, nodes: 0 }
    }
}

impl<M: Copy> Tracker<M> {
    /// Records `event` at the node `ply` half-moves after the root.
    #[inline(always)]
    pub(crate) fn observe<L, R>(&mut self, ply: usize, event: &Event<M, L, R>) {
        match *event {
            Event::Enter { window, .. } => {
                self.nodes = self.nodes.saturating_add(1);
                self.enter(ply, window);
            }
            Event::Created { .. } => self.created = self.created.saturating_add(1),
            Event::Judged { mv, score, bound, leaf, verdict, .. } => {
                self.steps = self.steps.saturating_add(u64::from(!is_dropped(bound, leaf, verdict)));
                self.nodes = self.nodes.saturating_add(u64::from(!Leaf::was_entered(leaf)));
                if verdict == Verdict::Best {
                    self.raise(ply, score, Some(mv));
                }
            }
            // Standing pat makes no move, so alpha has no owner.
            Event::StandPat { score, verdict: Verdict::Best, .. } => self.raise(ply, score, None),
            technique_event!() => {
                if let Event::Omitted { created, steps, .. } = *event {
                    self.created = self.created.saturating_add(created);
                    self.steps = self.steps.saturating_add(steps);
                }
                self.nodes = self.nodes.saturating_add(untold_nodes(event));
            }
            Event::Root { movers, .. } => self.movers = movers,
            Event::Leave { .. } | Event::Settled { .. } | Event::Pass { .. } => {}
        }
    }

    #[inline]
    fn enter(&mut self, ply: usize, window: Window) {
        self.line.truncate(ply);
        let ends = match self.line.last() {
            None => WindowOwners { window, alpha: None, beta: None },
            Some(parent) => {
                // The bounds at a chance node do not come from a player's score.
                if self.movers.is_chance(ply - 1) {
                    return self.line.push(WindowOwners { window, alpha: None, beta: None });
                }
                let handed_down = self.movers.up(ply, parent.window);
                let is_turned = self.movers.turns(ply - 1);
                let [alpha, beta] = if is_turned { [parent.beta, parent.alpha] } else { [parent.alpha, parent.beta] };
                WindowOwners {
                    window,
                    alpha: alpha.filter(|_| window.alpha == handed_down.alpha),
                    beta: beta.filter(|_| window.beta == handed_down.beta),
                }
            }
        };
        self.line.push(ends);
    }

    /// Records that alpha was raised at a node, by a move or by standing pat.
    #[inline]
    fn raise(&mut self, ply: usize, score: Score, mv: Option<M>) {
        if let Some(ends) = self.line.get_mut(ply) {
            ends.window.alpha = score;
            ends.alpha = mv.map(|mv| Owner { ply, mv });
        }
    }

    /// Returns the number of positions created so far, not counting the root. This is also the number of the position
    /// created last.
    #[inline]
    pub(crate) const fn created(&self) -> u64 {
        self.created
    }

    /// Returns the step number that the next judgement of a child will have, or `None` if the child is dropped. Call it
    /// before recording the judgement.
    #[inline]
    pub(crate) fn next_step(&self, bound: Bound, leaf: Option<Leaf>, verdict: Verdict) -> Option<u64> {
        (!is_dropped(bound, leaf, verdict)).then_some(self.steps.saturating_add(1))
    }

    /// Returns the number of nodes searched so far: entered, evaluated as leaves, or reported as searched without
    /// events.
    #[inline]
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the moves that set alpha and beta at the node `ply` half-moves after the root.
    #[inline]
    pub(crate) fn owners(&self, ply: usize) -> [Option<Owner<M>>; 2] {
        self.line.get(ply).map_or([None, None], |ends| [ends.alpha, ends.beta])
    }
}

/// Returns whether a child is dropped without being judged in its own right: one of its replies caused a cutoff, so
/// only an upper bound of its score is known, and this bound is not better than alpha.
#[inline]
pub(crate) fn is_dropped(bound: Bound, leaf: Option<Leaf>, verdict: Verdict) -> bool {
    // Sargon's search clamps mate scores to the window, so leaves where the game is over are dropped like inner nodes.
    let is_searched = matches!(leaf, None | Some(Leaf::Terminal(_) | Leaf::Omitted));
    bound == Bound::Upper && is_searched && verdict == Verdict::NotBest
}

/// Returns the number of nodes without events that an event reports: those below a null move, or omitted nodes. Returns
/// 0 for any other event.
pub(crate) fn untold_nodes<M, L, R>(event: &Event<M, L, R>) -> u64 {
    if let Event::NullMove { entered, leaves, .. } | Event::Omitted { entered, leaves, .. } = event {
        entered.saturating_add(*leaves)
    } else {
        0
    }
}

/// The moves of a node in generator order. Most events come in that order, so a lookup begins near the last move found:
/// the next move, the one before (in reverse order), or the same one again. A node with many moves in any other order
/// gets a map.
#[derive(Clone, Debug)]
pub(crate) struct Siblings<M> {
    moves: Vec<M>,
    cursor: usize,
    /// The index of the first move with each hash, once a lookup in a long list has failed near the cursor; before that
    /// it is empty. Keys are hashes, so that one map is compiled for all types of moves.
    indices: QuickMap<u64, u32>,
}

/// The number of moves up to which a scan is faster than a map.
const MOST_SCANNED: usize = 64;

impl<M> Default for Siblings<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), cursor: 0, indices: QuickMap::default() }
    }
}

impl<M: Clone + Eq + Hash> FromIterator<M> for Siblings<M> {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Self {
        Self { moves: moves.into_iter().collect(), ..Self::default() }
    }
}

impl<M: Clone + Eq + Hash> Siblings<M> {
    pub(crate) fn set(&mut self, moves: &[M]) {
        self.write(|list| moves.clone_into(list));
    }

    /// Lets `write` replace the moves.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut Vec<M>)) {
        write(&mut self.moves);
        self.cursor = 0;
        self.indices.clear();
    }

    /// Appends a move that is not in the list.
    #[inline]
    pub(crate) fn push(&mut self, mv: M) {
        if !self.indices.is_empty() {
            self.indices.insert(hash(&mv), self.moves.len() as u32);
        }
        self.moves.push(mv);
    }

    /// Replaces a move by one that is not in the list.
    pub(crate) fn replace(&mut self, index: usize, mv: M) {
        if !self.indices.is_empty() {
            self.indices.entry(hash(&mv)).or_insert(index as u32);
        }
        self.moves[index] = mv;
    }

    #[inline]
    pub(crate) fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Returns the index of a move, and remembers it for the next lookup.
    #[inline]
    pub(crate) fn seek<Q: Eq + Hash + ?Sized>(&mut self, mv: &Q) -> Option<usize>
    where
        M: Borrow<Q>,
    {
        let near = self.near(mv);
        if near.is_none() && MOST_SCANNED < self.moves.len() && self.indices.is_empty() {
            for (index, mv) in (0..).zip(&self.moves) {
                self.indices.entry(hash(mv)).or_insert(index);
            }
        }
        self.cursor = near.or_else(|| self.anywhere(mv))?;
        Some(self.cursor)
    }

    #[inline]
    pub(crate) fn find<Q: Eq + Hash + ?Sized>(&self, mv: &Q) -> Option<usize>
    where
        M: Borrow<Q>,
    {
        self.near(mv).or_else(|| self.anywhere(mv))
    }

    #[inline]
    fn near<Q: Eq + ?Sized>(&self, mv: &Q) -> Option<usize>
    where
        M: Borrow<Q>,
    {
        let is_at = |&index: &usize| self.moves.get(index).is_some_and(|other| other.borrow() == mv);
        [self.cursor, self.cursor + 1, self.cursor.wrapping_sub(1)].into_iter().find(is_at)
    }

    fn anywhere<Q: Eq + Hash + ?Sized>(&self, mv: &Q) -> Option<usize>
    where
        M: Borrow<Q>,
    {
        let is_it = |other: &M| other.borrow() == mv;
        if !self.indices.is_empty() {
            let index = *self.indices.get(&hash(mv))? as usize;
            if is_it(&self.moves[index]) {
                return Some(index);
            }
        }
        self.moves.iter().position(is_it)
    }
}

fn hash<Q: Hash + ?Sized>(mv: &Q) -> u64 {
    BuildHasherDefault::<QuickHasher>::default().hash_one(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_any_order() {
        for count in [MOST_SCANNED, 10 * MOST_SCANNED] {
            let name = |index: usize| format!("m{index}");
            let mut siblings: Siblings<String> = (0..count).map(name).collect();
            let backwards = (0..count).rev();
            let scattered = (0..count).map(|index| index * 7 % count);
            for index in backwards.chain(scattered) {
                assert_eq!(siblings.find(name(index).as_str()), Some(index));
                assert_eq!(siblings.seek(name(index).as_str()), Some(index));
            }
            assert_eq!(siblings.seek("none"), None);
            siblings.replace(5, "none".to_owned());
            siblings.seek(name(count - 1).as_str());
            assert_eq!([siblings.seek("none"), siblings.seek("m5")], [Some(5), None]);
            siblings.set(&["m5".to_owned()]);
            assert_eq!([siblings.seek("m5"), siblings.seek("m6")], [Some(0), None]);
        }
    }
}
