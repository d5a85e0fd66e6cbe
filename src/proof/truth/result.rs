//! The checks of the result: the best move and the principal variation.

use super::Interval;
use super::claims::ClaimedTree;
use super::examine::{Examiner, Facts};
use crate::hooks::Leaf;
use crate::proof::report::{Check, Problem, Unchecked};
use crate::score::{Bound, Score};
use crate::search::Techniques;
use crate::study::Ground;

impl Examiner<'_> {
    /// Checks that the move that is said to be the best is worth `best`.
    pub(crate) fn best(&mut self, tree: &ClaimedTree, facts: &Facts, best: Score) {
        let Some(name) = self.report.outcome.best.clone() else { return };
        let number = |&&child: &&usize| self.claims.name(tree.nodes[child].name) == name;
        let its = match tree.nodes[0].children.iter().find(number) {
            // No move is better than the best, so this much is known of it in any case.
            Some(&child) => facts.of(child).and(Interval::of(best, Bound::Upper)),
            None => Interval::ANY,
        };
        let by = self.report.header.tolerance;
        self.note(Check::Best, its.proves(best, Bound::Exact, by), || (vec![name], Problem::Best { its, best }));
    }

    /// Checks that best move and PV belong together and can be played, and looks at the leaf of the PV.
    pub(crate) fn result(&mut self, ground: &mut dyn Ground) {
        let of_rules: Vec<String> = (0..ground.moves()).map(|mv| ground.name(mv)).collect();
        if !self.is_consistent(of_rules) {
            return;
        }
        let pv = self.report.outcome.pv.clone();
        for (index, name) in pv.iter().enumerate() {
            let Some(mv) = ground.find(name) else {
                // Below the end of a lesson that is searched further, its trace does not know the tree.
                let header = &self.report.header;
                let goes_beyond = header.technique_set().intersects(Techniques::BEYOND_DEPTH);
                let is_beyond = goes_beyond && header.depth as usize <= index && ground.moves() == 0;
                (0..index).for_each(|_| ground.undo());
                return match is_beyond {
                    true => self.skip(Unchecked::PvShort, 1),
                    false => self.fail(Check::Pv, pv[..=index].to_vec(), Problem::Illegal),
                };
            };
            ground.play(mv);
        }
        let is_whole = pv.len() == self.report.header.depth as usize || ground.moves() == 0;
        let leaf = ground.score().map(|score| if pv.len().is_multiple_of(2) { score } else { -score });
        (0..pv.len()).for_each(|_| ground.undo());
        self.leaf(leaf, is_whole);
    }

    /// The same as far as it follows from the searched nodes; `leaf` is the score at the end of the PV, if that is one
    /// of them.
    pub(crate) fn result_alone(&mut self, leaf: Result<Option<Score>, Vec<String>>) {
        match leaf {
            _ if !self.is_consistent(Vec::new()) => {}
            Err(line) => self.fail(Check::Pv, line, Problem::Illegal),
            Ok(leaf) => self.leaf(leaf, leaf.is_some()),
        }
    }

    /// Follows the PV in the searched tree to a leaf, whose score it returns for the side to move at the root.
    ///
    /// # Errors
    /// The line to a move that its node does not have.
    pub(crate) fn pv_leaf_in(&self, tree: &ClaimedTree, facts: &Facts) -> Result<Option<Score>, Vec<String>> {
        let pv = &self.report.outcome.pv;
        let mut node = 0;
        for (index, name) in pv.iter().enumerate() {
            let visit = &tree.nodes[node];
            let is_it = |number: u32| self.claims.name(number) == name;
            if !visit.moves.is_empty() && !visit.moves.iter().any(|&number| is_it(number)) {
                return Err(pv[..=index].to_vec());
            }
            match visit.children.iter().find(|&&child| is_it(tree.nodes[child].name)) {
                Some(&child) => node = child,
                None => return Ok(None),
            }
        }
        let score = facts.statics[node].filter(|_| tree.nodes[node].leaf.is_some_and(Leaf::is_static));
        Ok(score.map(|score| if pv.len().is_multiple_of(2) { -score } else { score }))
    }

    /// Whether there are a best move and a PV that begins with it, or none because there is nothing to move. The moves
    /// of the root are those that the search lists, else `of_rules`.
    fn is_consistent(&mut self, of_rules: Vec<String>) -> bool {
        let listed = |tree: &ClaimedTree| {
            tree.nodes[0].moves.iter().map(|&number| self.claims.name(number).to_owned()).collect()
        };
        let listed: Option<Vec<String>> = self.claims.trees.iter().map(listed).find(|moves: &Vec<_>| !moves.is_empty());
        let moves = listed.unwrap_or(of_rules);
        let (best, pv) = (self.report.outcome.best.clone(), self.report.outcome.pv.clone());
        let must_move = self.report.outcome.complete && !moves.is_empty();
        match &best {
            None if must_move => self.fail(Check::Best, Vec::new(), Problem::NoBest),
            Some(best) if !moves.contains(best) => self.fail(Check::Best, vec![best.clone()], Problem::Illegal),
            _ => {}
        }
        match (best, pv.first()) {
            (_, None) if must_move => self.fail(Check::Pv, Vec::new(), Problem::NoPv),
            (_, None) => {}
            (Some(best), Some(first)) if best != *first => {
                self.fail(Check::Pv, vec![first.clone()], Problem::PvBegins { best });
            }
            _ => return true,
        }
        false
    }

    /// Compares what is said of the leaf at the end of the PV with its score, and that with the root's.
    fn leaf(&mut self, leaf: Option<Score>, is_whole: bool) {
        let outcome = &self.report.outcome;
        let pv = outcome.pv.clone();
        let goes_beyond = self.report.header.technique_set().intersects(Techniques::BEYOND_DEPTH);
        let by = self.report.header.tolerance;
        match (outcome.leaf_score, leaf, outcome.score) {
            (Some(said), Some(is), _) if !said.is_near(is, by) => {
                self.fail(Check::Pv, pv, Problem::LeafScore { said, is })
            }
            // A search that goes beyond the depth may have gone on where the line ends.
            (None, _, _) if goes_beyond => self.skip(Unchecked::PvShort, 1),
            (_, Some(leaf), Some(root)) if is_whole => {
                self.note(Check::Pv, Some(root.is_near(leaf, by)), || (pv, Problem::PvLeaf { root, leaf }));
            }
            (_, None, _) => self.skip(Unchecked::Unknown, 1),
            _ => self.skip(Unchecked::PvShort, 1),
        }
    }
}
