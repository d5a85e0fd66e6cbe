//! The principal variation, found in three ways from the events of a search.
//!
//! All three agree on every tree, which a property test checks. The program uses [`CollectedLines`], the Sargon
//! document derives the PV with [`ReverseScan`], and engines keep a [`TriangularTable`].

use crate::core::game::Movers;
use crate::core::hooks::{Event, Leaf, LineRule, Observer, SearchEvent, Verdict, technique_event};
use crate::core::score::Score;
pub use crate::core::search::ordering::TriangularTable;

/// A move that was the best so far at its node when it was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestSoFar<M> {
    /// The line from the root, ending with the move.
    pub line: Vec<M>,
    /// Whether the move leads to a leaf, so that the line ends with it.
    pub is_leaf: bool,
}

/// Keeps the list of all "best so far" moves, which is read backwards.
///
/// # Complexity
/// Memory grows with every new best move, so this is for lessons. The other two methods need memory for `d²` moves at
/// `d` plies.
///
/// # References
/// The last section of "A Window into Sargon". Its rule takes the last entry at ply 1, then, reading further back, the
/// next entry at ply 2, and so on.
#[derive(Clone, Debug)]
pub struct ReverseScan<M> {
    list: Vec<BestSoFar<M>>,
    /// The number of entries from earlier passes over the tree, which remain until this pass has a best root move.
    earlier: usize,
    /// The number of entries of earlier passes that were dropped.
    dropped: usize,
    rule: LineRule,
}

impl<M> Default for ReverseScan<M> {
    fn default() -> Self {
        Self { list: Vec::new(), earlier: 0, dropped: 0, rule: LineRule::default() }
    }
}

impl<M: Copy + Eq> ReverseScan<M> {
    /// Returns the list, oldest first.
    pub fn list(&self) -> &[BestSoFar<M>] {
        &self.list
    }

    /// Returns the number of entries that were dropped because they come from earlier passes than those in the list.
    pub const fn dropped(&self) -> usize {
        self.dropped
    }

    /// Returns the indices of the PV's moves in the list, ply 1 first: an entry is taken if it is at the next ply *and*
    /// continues the line found so far.
    pub fn picks(&self) -> Vec<usize> {
        self.scan(|last, entry| !last.is_leaf && entry.line.starts_with(&last.line))
    }

    /// Returns the indices chosen by the document's own rule, which considers only the ply. That rule is correct when
    /// all lines have the same length; otherwise it can continue a finished line with a reply from another part of the
    /// tree.
    pub fn naive_picks(&self) -> Vec<usize> {
        self.scan(|_, _| true)
    }

    fn scan(&self, continues: impl Fn(&BestSoFar<M>, &BestSoFar<M>) -> bool) -> Vec<usize> {
        let mut picks: Vec<usize> = Vec::new();
        for (index, entry) in self.list.iter().enumerate().rev() {
            let fits = picks.last().is_none_or(|&last| continues(&self.list[last], entry));
            if entry.line.len() == picks.len() + 1 && fits {
                picks.push(index);
            }
        }
        picks
    }

    /// Returns the last move of each picked entry.
    pub fn line(&self, picks: &[usize]) -> Vec<M> {
        picks.iter().filter_map(|&pick| self.list[pick].line.last().copied()).collect()
    }
}

impl<M: Copy + Eq> Observer<M> for ReverseScan<M> {
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        let enters = self.rule.enters(line.len(), &event);
        if let Event::Pass { .. } = event {
            self.earlier = self.list.len();
        } else if let Event::Judged { mv, leaf, .. } = event
            && enters
        {
            if line.is_empty() {
                self.dropped += self.earlier;
                self.list.drain(..std::mem::take(&mut self.earlier));
            }
            let line = line.iter().copied().chain([mv]).collect();
            self.list.push(BestSoFar { line, is_leaf: leaf.is_some() });
        }
    }
}

/// A principal variation and the score of the leaf at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrincipalVariation<M> {
    /// The moves from the root.
    pub line: Vec<M>,
    /// The score of the first move, for the side that makes it.
    pub score: Option<Score>,
    /// The leaf's own score, for the side that made the last move, or `None` if the line doesn't end at an evaluated
    /// position.
    pub leaf_score: Option<Score>,
    /// If the line ends in a leaf that was not evaluated, the reason why it is a leaf.
    pub cut_short: Option<Leaf>,
}

impl<M> Default for PrincipalVariation<M> {
    fn default() -> Self {
        Self { line: Vec::new(), score: None, leaf_score: None, cut_short: None }
    }
}

impl<M> PrincipalVariation<M> {
    /// Returns the leaf's score for the side to move at the root, for comparison with the root's score.
    pub fn leaf_score_at_root(&self, movers: Movers) -> Option<Score> {
        self.leaf_score.map(|score| movers.at_root(self.line.len().saturating_sub(1), score))
    }
}

/// Builds lines the way a recursive search returns them: a new best move, followed by the line that the search of its
/// child returned.
#[derive(Clone, Debug)]
pub struct CollectedLines<M> {
    /// The best line so far of each node on the current line, root first.
    best: Vec<PrincipalVariation<M>>,
    /// The line returned by the node that the search left last.
    returned: PrincipalVariation<M>,
    rule: LineRule,
}

impl<M> Default for CollectedLines<M> {
    fn default() -> Self {
        Self { best: Vec::new(), returned: PrincipalVariation::default(), rule: LineRule::default() }
    }
}

impl<M: Copy> CollectedLines<M> {
    /// Returns the root's best line so far.
    pub fn pv(&self) -> PrincipalVariation<M> {
        self.best.first().cloned().unwrap_or_default()
    }

    /// Returns the best line so far of the node at `ply` half-moves on the line currently being searched.
    pub fn line_at(&self, ply: usize) -> &[M] {
        self.best.get(ply).map_or(&[], |best| &best.line)
    }

    fn enter(&mut self, ply: usize) {
        if self.best.len() <= ply {
            self.best.resize_with(ply + 1, PrincipalVariation::default);
        }
        // At the root, the result of an earlier pass remains until this pass has a result.
        if 0 < ply {
            let best = &mut self.best[ply];
            best.line.clear();
            (best.score, best.leaf_score, best.cut_short) = (None, None, None);
        }
    }

    fn raise(&mut self, ply: usize, mv: M, score: Score, leaf: Option<Leaf>) {
        let Some(best) = self.best.get_mut(ply) else { return };
        best.line.clear();
        best.line.push(mv);
        best.score = Some(score);
        match leaf {
            Some(known) if !known.ends_line() => (best.leaf_score, best.cut_short) = (None, leaf),
            Some(_) => (best.leaf_score, best.cut_short) = (Some(score), None),
            None => {
                best.line.extend_from_slice(&self.returned.line);
                best.leaf_score = self.returned.leaf_score;
                best.cut_short = self.returned.cut_short;
            }
        }
    }

    fn stand_pat(&mut self, ply: usize, score: Score) {
        let Some(best) = self.best.get_mut(ply) else { return };
        best.line.clear();
        best.leaf_score = Some(-score);
    }

    fn leave(&mut self, ply: usize) {
        if let Some(best) = self.best.get_mut(ply)
            && 0 < ply
        {
            std::mem::swap(best, &mut self.returned);
        }
    }
}

impl<M: Copy> Observer<M> for CollectedLines<M> {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        let enters = self.rule.enters(line.len(), &event);
        match event {
            Event::Enter { .. } => self.enter(line.len()),
            Event::Judged { mv, score, leaf, .. } if enters => self.raise(line.len(), mv, score, leaf),
            Event::StandPat { score, verdict: Verdict::Best, .. } => self.stand_pat(line.len(), score),
            Event::Leave { .. } => self.leave(line.len()),
            Event::Root { .. }
            | Event::Created { .. }
            | Event::Judged { .. }
            | Event::Settled { .. }
            | Event::Pass { .. }
            | technique_event!() => {}
        }
    }
}

impl<M: Copy> TriangularTable<M> {
    /// Returns the first row: the root's best line so far.
    pub fn line(&self) -> Vec<M> {
        self.rows.first().cloned().unwrap_or_default()
    }

    /// Returns all rows; row `p` begins with a move at ply `p` (0 = the root's).
    pub fn rows(&self) -> &[Vec<M>] {
        &self.rows
    }
}

impl<M: Copy> Observer<M> for TriangularTable<M> {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        let ply = line.len();
        let enters = self.rule.enters(ply, &event);
        if let Event::Enter { .. } = event {
            self.enter(ply);
        } else if let Event::StandPat { verdict: Verdict::Best, .. } = event {
            if let Some(row) = self.rows.get_mut(ply) {
                row.clear();
            }
        } else if let Event::Judged { mv, leaf, .. } = event
            && enters
            && ply + 1 < self.rows.len()
        {
            self.improved(ply, mv, leaf.is_some());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::score::{Bound, Window};

    type CharEvent = SearchEvent<'static, char>;

    const ENTER: CharEvent = Event::Enter { depth: 2, window: Window::FULL, moves: &[] };
    const LEAVE: CharEvent = Event::Leave { score: Score::ZERO, bound: Bound::Exact };

    fn best(mv: char, score: i32, leaf: Option<Leaf>) -> CharEvent {
        let (score, bound, window) = (Score::from_millipawns(score), Bound::Exact, Window::FULL);
        Event::Judged { mv, weight: None, score, bound, leaf, window, verdict: Verdict::Best }
    }

    fn pat(score: i32) -> CharEvent {
        Event::StandPat { score: Score::from_millipawns(score), window: Window::FULL, verdict: Verdict::Best }
    }

    fn observe_all(observer: &mut impl Observer<char>, events: &[(&[char], CharEvent)]) {
        events.iter().for_each(|&(line, event)| observer.observe(line, event));
    }

    const LEAF: Option<Leaf> = Some(Leaf::Horizon);

    /// Below `a`, `b` is best; `c` and `d` are new bests with no best move below; then the root is entered again.
    fn three_moves() -> Vec<(&'static [char], CharEvent)> {
        vec![
            (&[], ENTER),
            (&['a'], ENTER),
            (&['a'], best('b', 7, LEAF)),
            (&['a'], LEAVE),
            (&[], best('a', -7, None)),
            (&['c'], ENTER),
            (&['c'], LEAVE),
            (&[], best('c', 0, None)),
            (&['d'], ENTER),
            (&['d'], LEAVE),
            (&[], best('d', 1, None)),
            (&[], ENTER),
        ]
    }

    #[test]
    fn what_was_best_below_a_sibling_is_forgotten_and_the_root_keeps_its_line() {
        let (mut lines, mut table) = (CollectedLines::default(), TriangularTable::default());
        observe_all(&mut lines, &three_moves()[..5]);
        observe_all(&mut table, &three_moves()[..5]);
        assert_eq!((lines.line_at(0), lines.line_at(9)), (&['a', 'b'][..], &[][..]));
        assert_eq!(table.rows()[..2], [vec!['a', 'b'], vec!['b']]);
        observe_all(&mut lines, &three_moves()[5..]);
        observe_all(&mut table, &three_moves()[5..]);
        assert_eq!(lines.pv().line, ['d']);
        assert_eq!(lines.pv().leaf_score, None);
        assert_eq!(table.line(), ['d']);
        assert!(table.rows()[1].is_empty());
    }

    #[test]
    fn who_stands_pat_makes_no_move() {
        let events: [(&[char], CharEvent); 7] = [
            (&[], ENTER),
            (&['a'], ENTER),
            (&['a'], best('b', 7, LEAF)),
            (&['a'], pat(9)),
            (&['a'], LEAVE),
            (&[], best('a', -9, None)),
            (&[], LEAVE),
        ];
        let (mut lines, mut table) = (CollectedLines::default(), TriangularTable::default());
        observe_all(&mut lines, &events);
        observe_all(&mut table, &events);
        assert_eq!((lines.pv().line, table.line()), (vec!['a'], vec!['a']));
        assert_eq!(lines.pv().leaf_score_at_root(Movers::default()), Some(Score::from_millipawns(-9)));
    }

    #[test]
    fn entries_of_an_earlier_pass_go_when_the_root_has_a_new_best_move() {
        let pass = Event::Pass { pass: crate::core::hooks::Pass::Iteration, depth: 1, window: Window::FULL };
        let mut scan = ReverseScan::default();
        observe_all(&mut scan, &[(&[], pass), (&[], best('a', 1, LEAF)), (&[], pass)]);
        assert_eq!(scan.line(&scan.picks()), ['a']);
        observe_all(&mut scan, &[(&['b'], best('x', 2, LEAF)), (&[], best('b', 2, None))]);
        let lines: Vec<_> = scan.list().iter().map(|entry| entry.line.clone()).collect();
        assert_eq!(lines, [vec!['b', 'x'], vec!['b']]);
        assert_eq!(scan.line(&scan.picks()), ['b', 'x']);
    }

    #[test]
    fn a_finished_line_is_not_continued_by_a_reply_to_it() {
        let mut scan = ReverseScan::default();
        // `a` was first searched deeper and is now a leaf; `c` has a reply.
        observe_all(
            &mut scan,
            &[(&['a'], best('b', 1, LEAF)), (&['c'], best('d', 1, LEAF)), (&[], best('a', 1, LEAF))],
        );
        assert_eq!(scan.line(&scan.picks()), ['a']);
        assert_eq!(scan.line(&scan.naive_picks()), ['a', 'd']);
    }
}
