//! The best line of an iteration, all of which the next one tries first.

/// A triangular table, and the line that it came to in the iteration before.
///
/// A search that nobody watches has no events, so what the search itself needs of its lines is kept here.
///
/// # References
/// <https://www.chessprogramming.org/PV-Move>: "the PV from the previous iteration is searched first".
#[derive(Debug)]
pub(super) struct BestLine<M> {
    /// Row `p` holds the best line so far from ply `p` on.
    rows: Vec<Vec<M>>,
    /// The best line of the iteration before.
    previous: Vec<M>,
    /// How many of the moves that lead to the current node are those of `previous`.
    followed: u32,
}

impl<M> Default for BestLine<M> {
    fn default() -> Self {
        Self { rows: Vec::new(), previous: Vec::new(), followed: 0 }
    }
}

impl<M: Copy + Eq> BestLine<M> {
    /// Returns the move of the previous line at the current node, if all moves so far are those of that line.
    #[inline]
    pub(super) fn first(&self, ply: u32) -> Option<M> {
        if self.followed == ply { self.previous.get(ply as usize).copied() } else { None }
    }

    /// From now on, what was best so far is tried first.
    pub(super) fn next_iteration(&mut self) {
        self.previous.clear();
        self.previous.extend(self.rows.first().into_iter().flatten());
    }

    /// The moves of a node will be tried.
    pub(super) fn enter(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.rows.len() < ply + 2 {
            self.rows.resize_with(ply + 2, Vec::new);
        }
        // At the root, what an earlier pass found stands until this one has found something.
        if 0 < ply {
            self.rows[ply].clear();
        }
    }

    /// A child is the best so far, or cuts.
    pub(super) fn improved(&mut self, ply: u32, mv: M, is_leaf: bool) {
        let ply = ply as usize;
        let (rows, below) = self.rows.split_at_mut(ply + 1);
        let row = &mut rows[ply];
        row.clear();
        row.push(mv);
        // A leaf has no row of its own: what stands there belongs to a sibling.
        if !is_leaf {
            row.extend_from_slice(&below[0]);
        }
    }

    /// A move was played at `ply`.
    #[inline]
    pub(super) fn play(&mut self, ply: u32, mv: M) {
        if self.first(ply) == Some(mv) {
            self.followed += 1;
        }
    }

    /// The moves from `ply` on were taken back.
    #[inline]
    pub(super) fn undo(&mut self, ply: u32) {
        self.followed = self.followed.min(ply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_root_stands_until_a_new_pass_has_found_one() {
        let mut line = BestLine::default();
        line.enter(0);
        line.enter(1);
        line.improved(1, 'b', true);
        line.improved(0, 'a', false);
        // Nothing is best below the second move, so its line ends there.
        line.enter(1);
        line.improved(0, 'c', false);
        line.enter(0);
        line.next_iteration();
        assert_eq!(line.previous, ['c']);
    }
}
