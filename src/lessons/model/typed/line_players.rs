//! The players behind the nodes of a line, as in `A -> B, C (MIN)`: the last one may be that of the whole line.

use super::adjacency::Adjacency;
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::roles::word;
use crate::core::game::Mover;

/// A player behind a node that is not the first one of its line.
#[derive(Clone, Copy)]
struct PlayerBehind {
    at: usize,
    /// The first node of the line.
    first: usize,
    node: usize,
    player: Mover,
    place: LinePlace,
}

/// The place of a player in its line.
#[derive(Clone, Copy)]
enum LinePlace {
    /// Other nodes follow, or have players as well.
    Inside,
    /// Behind the last of several nodes, the others of which have no player.
    End,
    /// Behind the only node.
    Only,
}

/// The players behind the nodes of all lines.
#[derive(Default)]
pub(super) struct LinePlayers(Vec<PlayerBehind>);

impl LinePlayers {
    /// Records the players behind the nodes of a line.
    pub(super) fn add(&mut self, at: usize, first: usize, nodes: &[(usize, Option<Mover>)]) {
        let place = match nodes {
            [_] => LinePlace::Only,
            [others @ .., _] if others.iter().all(|(_, player)| player.is_none()) => LinePlace::End,
            _ => LinePlace::Inside,
        };
        let behind =
            |&(node, player): &(usize, Option<Mover>)| Some(PlayerBehind { at, first, node, player: player?, place });
        self.0.extend(nodes.iter().filter_map(behind));
    }

    /// Gives the nodes of a graph the players of their lines. A leaf has no player, so one behind the last leaf of a line
    /// is that of the first node, and so is one that differs from the player that the last node has already.
    pub(super) fn choose(mut self, graph: &mut Adjacency) -> Result<(), TypedFault> {
        while let Some(&first) = self.0.first() {
            let count = self.0.len();
            // The players of the lines below may decide, and those lines usually follow.
            for index in (0..count).rev() {
                if let Some(node) = self.0[index].owner(graph)? {
                    graph.choose(node, self.0[index].player);
                    self.0.swap_remove(index);
                }
            }
            if self.0.len() == count {
                return Err(first.unclear(graph));
            }
        }
        Ok(())
    }
}

impl PlayerBehind {
    /// Returns the node to which the player belongs, if this is clear.
    fn owner(self, graph: &Adjacency) -> Result<Option<usize>, TypedFault> {
        let Self { at, first, node, player, place } = self;
        let is_leaf = graph.width(node) == 0;
        let said = |node: usize| graph.said(node).or_else(|| NodeText::read(graph.text(node)).role);
        match (place, said(first), said(node)) {
            (LinePlace::Only | LinePlace::End, None, _) if is_leaf => Ok(Some(first)),
            (LinePlace::Only | LinePlace::End, Some(other), _) if is_leaf && other == player => Ok(Some(first)),
            _ if is_leaf => Err((at, TypedProblem::PlayerOfLeaf(graph.text(node).to_owned(), word(player)))),
            (_, _, Some(other)) if other == player => Ok(Some(node)),
            (LinePlace::End, None, Some(_)) => Ok(Some(first)),
            (LinePlace::End, None, None) => Ok(None),
            (_, _, None) => Ok(Some(node)),
            (_, _, Some(_)) => Err(self.unclear(graph)),
        }
    }

    fn unclear(self, graph: &Adjacency) -> TypedFault {
        let [first, node] = [self.first, self.node].map(|node| graph.id(node).to_owned());
        (self.at, TypedProblem::PlayerBehind(node, first, word(self.player)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};

    #[test]
    fn a_player_at_the_end_of_a_line_may_be_that_of_the_line() {
        for text in [
            "A -> B, C (MIN)\nB -> 3, 12 (MAX)\nC -> 2, 4 (MAX)",
            "A: B, C   MIN\nB: 3, 12 (MAX)\nC: 2, 4 [MAX]",
            "A (MIN): B, C (MAX)\nB: 3, 12\nC: 2, 4",
            "A: B (MAX), C (MAX)\nB: 3, 12\nC: 2, 4",
            "A -> B (MAX)\nA -> C (MAX)\nB -> 3\nB -> 12\nC -> 2\nC -> 4",
            "A -> B, C (MAX)\nB -> 3, 12\nC (MAX) -> 2, 4",
            "A -> B, C (MAX)\nC = MAX\nB -> 3, 12\nC -> 2, 4",
        ] {
            assert_eq!(tree(text), "min(max(3 12) max(2 4))", "{text}");
        }
        let text = "A -> B, C (MAX)\nB -> D, E (MIN)\nC -> F, G (MIN)\nD: 3, E: 12, F: 2, G: 4";
        assert_eq!(tree(text), "((3 12) (2 4))");
        for (text, problem) in [
            ("A -> B, C (MIN)\nB -> 3, 12\nC -> 2, 4", "`C (MIN)` could say who chooses at `C` or at `A`"),
            ("A: B, C (MIN)\nB: 3, 12\nC: 2, 4", "`C (MIN)` could say who chooses at `C` or at `A`"),
            ("A: B, C\nB: 3 (MAX), 12\nC: 2, 4", "MAX cannot choose at `3`, because `3` is a leaf"),
            ("A (MAX): B, C\nB (MIN): 3, 12 (MAX)\nC: 2, 4", "MAX cannot choose at `12`"),
        ] {
            assert!(error(text).contains(problem), "{text}: {}", error(text));
        }
    }
}
