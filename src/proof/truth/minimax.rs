//! Plain minimax over the tree of a search, as far as the budget goes.

use super::claims::ClaimedTree;
use super::examine::{Examiner, Facts, position_near};
use crate::score::Score;
use crate::study::Ground;

/// If the whole tree is too large, so many subtrees of one ply are searched.
const SAMPLES: usize = 24;

impl Examiner<'_> {
    /// Searches the tree by minimax, or if that is too much, some of its subtrees.
    pub(crate) fn search(&mut self, ground: &mut dyn Ground, tree: &ClaimedTree, facts: &mut Facts) {
        let left = self.budget.saturating_sub(self.report.leaves);
        let score = self.minimax_within(left, ground, (tree, 0), facts);
        if tree.depth == self.report.header.depth {
            self.report.minimax = score;
        }
        let mut ply = 1;
        let mut found = score.is_some();
        while !found && ply < tree.depth {
            let inner = |&node: &usize| tree.nodes[node].ply == ply as usize && tree.nodes[node].was_entered();
            let nodes: Vec<usize> = (1..tree.nodes.len()).filter(inner).collect();
            for &node in nodes.iter().step_by(nodes.len().div_ceil(SAMPLES).max(1)) {
                found |= self.minimax_below(left / SAMPLES as u64, ground, (tree, node), facts).is_some();
            }
            ply += 1;
        }
    }

    /// Searches the subtree of one node, which is somewhere below the ground, if that takes no more than `most` leaves.
    fn minimax_below(
        &mut self,
        most: u64,
        ground: &mut dyn Ground,
        (tree, node): (&ClaimedTree, usize),
        facts: &mut Facts,
    ) -> Option<Score> {
        let line = self.claims.line(tree, node);
        let mut played = 0;
        for name in &line {
            let Some(mv) = ground.find(name) else { break };
            ground.play(mv);
            played += 1;
        }
        let score = match played == line.len() {
            true => self.minimax_within(most, ground, (tree, node), facts),
            false => None,
        };
        (0..played).for_each(|_| ground.undo());
        score
    }

    /// Searches the subtree of the node where the ground stands, if that takes no more than `most` leaves.
    fn minimax_within(
        &mut self,
        most: u64,
        ground: &mut dyn Ground,
        (tree, node): (&ClaimedTree, usize),
        facts: &mut Facts,
    ) -> Option<Score> {
        let depth = tree.depth - tree.nodes[node].ply as u32;
        let mut left = most;
        self.count_leaves(ground, tree, Some(node), depth, &mut left)?;
        self.minimax(ground, tree, Some(node), depth, facts)
    }

    /// Takes the leaves of a subtree away from `left` without looking at them; nothing if there are more.
    fn count_leaves(
        &mut self,
        ground: &mut dyn Ground,
        tree: &ClaimedTree,
        node: Option<usize>,
        depth: u32,
        left: &mut u64,
    ) -> Option<()> {
        let moves = self.children(ground, tree, node, depth);
        if depth <= 1 || moves.is_empty() {
            *left = left.checked_sub(moves.len().max(1) as u64)?;
            return (!self.stops()).then_some(());
        }
        for (child, mv) in moves {
            ground.play(mv);
            let counted = self.count_leaves(ground, tree, child, depth - 1, left);
            ground.undo();
            counted?;
        }
        Some(())
    }

    /// The moves of a node, by number in the ground, with the searched nodes that they lead to.
    fn children(
        &self,
        ground: &mut dyn Ground,
        tree: &ClaimedTree,
        node: Option<usize>,
        depth: u32,
    ) -> Vec<(Option<usize>, usize)> {
        match node.map(|node| &tree.nodes[node]).filter(|visit| visit.has_moves_listed()) {
            _ if depth == 0 => Vec::new(),
            None => (0..ground.moves()).map(|mv| (None, mv)).collect(),
            Some(visit) => {
                let child = |at, number| {
                    let is_it = |&child: &usize| tree.nodes[child].name == number;
                    position_near(at, &visit.children, is_it).map(|at| visit.children[at])
                };
                let moves = self.moves(ground, visit).0.into_iter().enumerate();
                moves.map(|(at, (number, mv))| (child(at, number), mv)).collect()
            }
        }
    }

    /// Plain minimax for the side to move, which remembers the score of every node that was searched; none if it was stopped.
    fn minimax(
        &mut self,
        ground: &mut dyn Ground,
        tree: &ClaimedTree,
        node: Option<usize>,
        depth: u32,
        facts: &mut Facts,
    ) -> Option<Score> {
        let moves = self.children(ground, tree, node, depth);
        let mut best = None;
        for (child, mv) in moves {
            ground.play(mv);
            let score = self.minimax(ground, tree, child, depth - 1, facts);
            ground.undo();
            best = best.max(Some(-score?));
        }
        if best.is_none() {
            if self.stops() {
                return None;
            }
            self.report.leaves += 1;
            best = ground.score();
        }
        if let (Some(node), Some(score)) = (node, best) {
            facts.truth[node] = Some(if node == 0 { score } else { -score });
        }
        best
    }
}
