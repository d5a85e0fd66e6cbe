//! Searches the tree by plain minimax as far as the budget allows, and checks the best move and the PV of the result.

use super::claims::ClaimedTree;
use super::{Examiner, Facts};
use crate::core::hooks::{Leaf, Siblings};
use crate::core::score::{Bound, Interval, Score};
use crate::core::search::Techniques;
use crate::core::search::algorithm::chance::MeanSoFar;
use crate::core::study::GameTree;
use crate::verify::report::{Check, Problem, Unchecked};

/// The number of one-ply subtrees to search if the whole tree is too large.
const SAMPLES: usize = 24;

/// Searches a tree within a budget.
pub(super) struct Minimax<'e, 'a> {
    pub examiner: &'e mut Examiner<'a>,
    pub ground: &'e mut (dyn GameTree + 'e),
    pub tree: &'e ClaimedTree,
    pub facts: &'e mut Facts,
}

impl Minimax<'_, '_> {
    /// Searches the tree by minimax or, if that is too expensive, some of its subtrees.
    pub(super) fn search(&mut self) {
        let (tree, report) = (self.tree, &self.examiner.report);
        let left = self.examiner.budget.saturating_sub(report.leaves);
        let score = self.within(left, 0);
        if tree.depth == self.examiner.report.header.depth {
            self.examiner.report.minimax = score;
        }
        let mut ply = 1;
        let mut found = score.is_some();
        while !found && ply < tree.depth {
            let inner = |&node: &usize| tree.nodes[node].ply() == ply as usize && tree.nodes[node].was_entered();
            let nodes: Vec<usize> = (1..tree.nodes.len()).filter(inner).collect();
            for &node in nodes.iter().step_by(nodes.len().div_ceil(SAMPLES).max(1)) {
                found |= self.below(left / SAMPLES as u64, node).is_some();
            }
            ply += 1;
        }
    }

    /// Plays the moves to a node below the current position, and searches the node's subtree if it has at most `most`
    /// leaves.
    fn below(&mut self, most: u64, node: usize) -> Option<Score> {
        let line = self.examiner.claims.line(self.tree, node);
        let mut played = 0;
        for name in &line {
            let Some(mv) = self.ground.find(name) else { break };
            self.ground.play(mv);
            played += 1;
        }
        let score = if played == line.len() { self.within(most, node) } else { None };
        (0..played).for_each(|_| self.ground.undo());
        score
    }

    /// Searches the subtree of the current node, if it has at most `most` leaves.
    fn within(&mut self, most: u64, node: usize) -> Option<Score> {
        let depth = self.tree.depth - self.tree.nodes[node].ply() as u32;
        self.count_leaves(Some(node), depth, &mut { most })?;
        self.minimax(Some(node), self.tree.nodes[node].ply(), depth)
    }

    /// Subtracts the number of leaves in a subtree from `left`, without evaluating the leaves. Returns `None` if the
    /// subtree has more leaves than `left`.
    fn count_leaves(&mut self, node: Option<usize>, depth: u32, left: &mut u64) -> Option<()> {
        let moves = self.children(node, depth);
        if depth <= 1 || moves.is_empty() {
            *left = left.checked_sub(moves.len().max(1) as u64)?;
            return (!self.examiner.stops()).then_some(());
        }
        for (child, mv) in moves {
            self.ground.play(mv);
            let counted = self.count_leaves(child, depth - 1, left);
            self.ground.undo();
            counted?;
        }
        Some(())
    }

    /// Returns the moves of a node, each as its index in the game tree, together with the searched node that the move
    /// leads to, if there is one.
    fn children(&mut self, node: Option<usize>, depth: u32) -> Vec<(Option<usize>, usize)> {
        let nodes = &self.tree.nodes;
        match node.map(|node| &nodes[node]).filter(|visit| visit.has_moves_listed()) {
            _ if depth == 0 => Vec::new(),
            None => (0..self.ground.moves()).map(|mv| (None, mv)).collect(),
            Some(visit) => {
                let mut labels: Siblings<_> = visit.children().map(|child| nodes[child].label).collect();
                let children = visit.child_numbers();
                let mut child = |label| labels.seek(&Some(label)).map(|at| children[at] as usize);
                let moves = self.examiner.moves(self.ground, visit).0.into_iter();
                moves.map(|(label, mv)| (child(label), mv)).collect()
            }
        }
    }

    /// Runs plain minimax for the side to move, and remembers the score of every searched node. Returns `None` if the
    /// caller stops it.
    fn minimax(&mut self, node: Option<usize>, ply: usize, depth: u32) -> Option<Score> {
        let (mut best, movers) = (None, self.examiner.movers());
        let mut mean = None;
        for (child, mv) in self.children(node, depth) {
            let weight = if movers.is_chance(ply) { Some(self.ground.weight(mv)?) } else { None };
            self.ground.play(mv);
            let score = self.minimax(child, ply + 1, depth - 1);
            self.ground.undo();
            let score = movers.up(ply + 1, score?);
            match weight {
                None => best = best.max(Some(score)),
                Some(weight) => {
                    let mean = mean.get_or_insert_with(|| MeanSoFar::new(weight.of(), None));
                    mean.add(weight, score);
                    best = Some(mean.least());
                }
            }
        }
        if best.is_none() {
            if self.examiner.stops() {
                return None;
            }
            self.examiner.report.leaves += 1;
            best = self.ground.score();
        }
        if let (Some(node), Some(score)) = (node, best) {
            self.facts.truth[node] = Some(movers.up(ply, score));
        }
        best
    }
}

impl Examiner<'_> {
    /// Checks that the claimed best move has the score `best`.
    pub(crate) fn best(&mut self, tree: &ClaimedTree, facts: &Facts, best: Score) {
        let Some(name) = self.report.outcome.best.clone() else { return };
        let is_it = |&child: &usize| self.claims.is_named(&tree.nodes[child], &name);
        let its = match tree.nodes[0].children().find(is_it) {
            // No move scores more than the best score, so the best score is at least an upper bound for this move.
            Some(child) => facts.of(child).and(Interval::of(best, Bound::Upper)),
            None => Interval::ANY,
        };
        let by = self.report.header.tolerance;
        self.note(Check::Best, its.proves(best, Bound::Exact, by), || (vec![name], Problem::Best { its, best }));
    }

    /// Checks that the PV begins with the best move and can be played, and checks the score of its leaf.
    pub(crate) fn result(&mut self, ground: &mut dyn GameTree) {
        let of_rules: Vec<String> = (0..ground.moves()).map(|mv| ground.name(mv)).collect();
        if !self.is_consistent(of_rules) {
            return;
        }
        let pv = self.report.outcome.pv.clone();
        for (index, name) in pv.iter().enumerate() {
            let Some(mv) = ground.find(name) else {
                // If a lesson is searched beyond its end, its trace doesn't contain the tree beyond that end.
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
        let leaf = ground.score().map(|score| self.movers().at_root(pv.len(), score));
        (0..pv.len()).for_each(|_| ground.undo());
        self.leaf(leaf, is_whole);
    }

    /// Like [`Self::result`], but limited to conclusions from the searched nodes. `leaf` is the score at the end of the
    /// PV, if the PV ends at a searched node.
    pub(crate) fn result_alone(&mut self, leaf: Result<Option<Score>, Vec<String>>) {
        match leaf {
            _ if !self.is_consistent(Vec::new()) => {}
            Err(line) => self.fail(Check::Pv, line, Problem::Illegal),
            Ok(leaf) => self.leaf(leaf, leaf.is_some()),
        }
    }

    /// Follows the PV in the searched tree to a leaf, and returns the leaf's score for the side to move at the root.
    pub(crate) fn pv_leaf_in(&self, tree: &ClaimedTree, facts: &Facts) -> Result<Option<Score>, Vec<String>> {
        let pv = &self.report.outcome.pv;
        let mut node = 0;
        for (index, name) in pv.iter().enumerate() {
            let visit = &tree.nodes[node];
            if !visit.moves().is_empty() && !visit.moves().iter().any(|&label| self.claims.names.name(label) == name) {
                return Err(pv[..=index].to_vec());
            }
            match visit.children().find(|&child| self.claims.is_named(&tree.nodes[child], name)) {
                Some(child) => node = child,
                None => return Ok(None),
            }
        }
        let score = facts.statics[node].filter(|_| tree.nodes[node].leaf.is_some_and(Leaf::is_static));
        Ok(score.map(|score| self.movers().at_root(pv.len().saturating_sub(1), score)))
    }

    /// Checks that there are a best move and a PV that begins with it, or neither if there are no moves. The moves of
    /// the root are those that the search lists or, if it lists none, `of_rules`.
    fn is_consistent(&mut self, of_rules: Vec<String>) -> bool {
        let listed = self.claims.trees.iter().map(|tree| tree.nodes[0].moves()).find(|moves| !moves.is_empty());
        let name = |&label: &_| self.claims.names.name(label).to_owned();
        let moves = listed.map_or(of_rules, |moves| moves.iter().map(name).collect());
        let (best, pv) = (self.report.outcome.best.clone(), self.report.outcome.pv.clone());
        let omits = self.report.outcome.omits;
        let must_move = self.report.outcome.complete && !moves.is_empty() && !self.movers().is_chance(0);
        match &best {
            None if must_move && !omits.best => self.fail(Check::Best, Vec::new(), Problem::NoBest),
            Some(best) if !moves.contains(best) => self.fail(Check::Best, vec![best.clone()], Problem::Illegal),
            _ => {}
        }
        match (best, pv.first()) {
            (_, None) if must_move && !omits.pv => self.fail(Check::Pv, Vec::new(), Problem::NoPv),
            (_, None) => {}
            (Some(best), Some(first)) if best != *first => {
                self.fail(Check::Pv, vec![first.clone()], Problem::PvBegins { best });
            }
            _ => return true,
        }
        false
    }

    /// Compares the claimed score of the PV's leaf with its true score, and the true score with the root's score.
    fn leaf(&mut self, leaf: Option<Score>, is_whole: bool) {
        let outcome = &self.report.outcome;
        let pv = outcome.pv.clone();
        if self.claims.ends_by_own_rule(&pv) {
            return self.skip(Unchecked::Other, 1);
        }
        let goes_beyond = self.report.header.technique_set().intersects(Techniques::BEYOND_DEPTH);
        let by = self.report.header.tolerance;
        match (outcome.leaf_score, leaf, outcome.score) {
            (Some(said), Some(is), _) if !said.is_near(is, by) => {
                self.fail(Check::Pv, pv, Problem::LeafScore { said, is })
            }
            // A search that goes beyond the depth may have continued after the end of the line.
            (None, _, _) if goes_beyond => self.skip(Unchecked::PvShort, 1),
            (_, Some(leaf), Some(root)) if is_whole => {
                self.note(Check::Pv, Some(root.is_near(leaf, by)), || (pv, Problem::PvLeaf { root, leaf }));
            }
            _ if self.movers().is_chance(pv.len()) => self.skip(Unchecked::Drawn, 1),
            (_, None, _) => self.skip(Unchecked::Unknown, 1),
            _ => self.skip(Unchecked::PvShort, 1),
        }
    }
}
