//! Players beside branches, which choose at the beginning of their branch or at its end.

use super::draft::{Draft, DraftBody};
use super::label::NodeText;
use crate::core::game::Mover;

/// The players beside the branches of a tree.
#[derive(Default)]
pub(super) struct BranchPlayers {
    branches: Vec<BranchPlayer>,
    /// Whether a node of the tree says who chooses there.
    has_roles: bool,
    /// Whether all branches to leaves have players.
    are_at_leaves: bool,
}

struct BranchPlayer {
    at: usize,
    /// The ply of the node at the end of the branch.
    ply: usize,
    player: Mover,
    /// Whether the branch leads to a leaf.
    is_last: bool,
}

impl BranchPlayers {
    pub(super) fn read(root: &Draft) -> Self {
        let mut players = Self { are_at_leaves: true, ..Self::default() };
        players.collect(root, 0);
        players
    }

    fn collect(&mut self, node: &Draft, ply: usize) {
        let is_last = node.moves().is_empty();
        let player = beside(node);
        self.has_roles |= matches!(node.role, Some(Mover::Max | Mover::Min));
        self.are_at_leaves &= !is_last || player.is_some();
        self.branches.extend(player.map(|player| BranchPlayer { at: node.at, ply, player, is_last }));
        node.moves().iter().for_each(|child| self.collect(child, ply + 1));
    }

    /// Says who chooses at the nodes above the branches, if no node says so. A player beside the branch to a leaf can only
    /// choose above it.
    pub(super) fn choose(&self, root: &mut Draft) {
        if self.are_at_leaves && !self.has_roles {
            choose(root);
        }
    }

    /// Rejects a player who chooses neither at the beginning of the branch nor at its end. Both are unclear if no node
    /// says who chooses.
    pub(super) fn check(&self, said: &[Option<Mover>], movers: &[Mover]) -> Result<(), (usize, Mover)> {
        let is_said = said.iter().any(|player| matches!(player, Some(Mover::Max | Mover::Min)));
        let above = |branch: &BranchPlayer| branch.ply.checked_sub(1).and_then(|ply| movers.get(ply)).copied();
        let below = |branch: &BranchPlayer| movers.get(branch.ply).copied();
        // If all players are those at the ends of the branches, a leaf has the player whose turn it would be.
        let are_below = self.branches.iter().all(|branch| below(branch) == Some(branch.player));
        let is_right = |branch: &&BranchPlayer| {
            let player = Some(branch.player);
            above(branch) == player || below(branch) == player && (!branch.is_last || are_below)
        };
        match self.branches.iter().find(|branch| !(is_said && is_right(branch))) {
            Some(BranchPlayer { at, player, .. }) => Err((*at, *player)),
            None => Ok(()),
        }
    }
}

/// Returns the player beside the branch to a node.
fn beside(node: &Draft) -> Option<Mover> {
    let player = node.weight.as_deref().and_then(|text| NodeText::read(text).lone_player());
    player.filter(|player| *player != Mover::Chance)
}

/// Gives each node the player beside its first branch.
fn choose(node: &mut Draft) {
    let player = node.moves().first().and_then(beside);
    node.role = node.role.or(player);
    if let DraftBody::Moves(moves) = &mut node.body {
        moves.iter_mut().for_each(choose);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};

    #[test]
    fn a_player_on_a_branch_is_that_of_a_node_at_its_ends() {
        for (text, same) in [
            ("graph TD\n R((MAX)) -->|MIN| B\n R -->|MIN| C\n B --> 3 & 12\n C --> 2 & 4", "((3 12) (2 4))"),
            (
                "graph TD\n R[MAX] -->|MAX| B[MIN]\n R -->|MAX| C\n B -->|MIN| 3 & 12\n C -->|MIN| 2 & 4",
                "((3 12) (2 4))",
            ),
            ("graph TD\n R -->|MAX| B\n R -->|MAX| C\n B -->|MIN| 3 & 12\n C -->|MIN| 2 & 4", "((3 12) (2 4))"),
            ("graph TD\n R -->|MIN| B & C\n B -->|MAX| 3 & 12\n C -->|MAX| 2 & 4", "min(max(3 12) max(2 4))"),
            (
                "digraph { R [label=MAX]; R->{B C} [label=MIN]; B->{3 12} [label=MAX]; C->{2 4} [label=MAX] }",
                "((3 12) (2 4))",
            ),
            ("digraph { R->{B C} [label=MIN]; B [label=MAX]; B->{3 12}; C->{2 4} }", "min(max(3 12) max(2 4))"),
            (
                "\\begin{forest} [MAX [,edge label={node{MIN}} [3] [12]] [,edge label={node{MIN}} [2] [4]]] \\end{forest}",
                "((3 12) (2 4))",
            ),
        ] {
            assert_eq!(tree(text), tree(same), "{text}");
        }
        for text in [
            "digraph { R [label=MAX]; R->{B C} [label=MAX]; B->{3 12} [label=MAX]; C->{2 4} [label=MAX] }",
            "digraph { R [label=MAX]; R->{B C}; B [label=MAX]; B->{3 12} [label=MIN]; C->{2 4}; R->E [label=MIN]; E->{1 5} }",
        ] {
            assert!(error(text).contains("beside a branch could choose"), "{text}: {}", error(text));
        }
    }
}
