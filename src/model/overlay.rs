//! A lesson on a board: the hooks that it puts on the search of a real position.

use crate::game::chess::{ChessGame, Evaluator, Move};
use crate::game::{Game, Side};
use crate::hooks::{Flow, Hooks, Line};
use crate::score::Score;

/// Hooks that replace the generated moves and the static scores of some positions, told apart by the line to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// The root is the first.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Node {
    /// From White's view.
    score: Option<Score>,
    /// The moves that replace the generator's.
    listed: Option<Vec<Move>>,
    /// The positions after some moves about which the overlay has something to say, by index.
    children: Vec<(Move, usize)>,
}

/// An overlay that changes nothing.
impl Default for Overlay {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

impl Overlay {
    /// Replaces the moves after `line`.
    pub fn restrict(&mut self, line: &[Move], moves: Vec<Move>) {
        let node = self.make(line);
        self.nodes[node].listed = Some(moves);
    }

    /// Replaces the static score after `line`; `score` is from White's view.
    pub fn set_score(&mut self, line: &[Move], score: Score) {
        let node = self.make(line);
        self.nodes[node].score = Some(score);
    }

    /// Returns whether the moves after `line` are those of the overlay.
    #[must_use]
    pub fn is_restricted(&self, line: &[Move]) -> bool {
        self.find(line).is_some_and(|node| node.listed.is_some())
    }

    /// Returns the score, from White's view, of the node that these child numbers lead to: at each node the moves that
    /// the overlay lists are counted from 0.
    #[must_use]
    pub fn score_at(&self, indices: &[usize]) -> Option<Score> {
        let mut node = 0;
        for &index in indices {
            let mv = *self.nodes[node].listed.as_ref()?.get(index)?;
            node = self.child(node, mv)?;
        }
        self.nodes[node].score
    }

    fn make(&mut self, line: &[Move]) -> usize {
        let mut node = 0;
        for &mv in line {
            node = self.child(node, mv).unwrap_or_else(|| {
                let child = self.nodes.len();
                self.nodes.push(Node::default());
                self.nodes[node].children.push((mv, child));
                child
            });
        }
        node
    }

    fn find(&self, line: &[Move]) -> Option<&Node> {
        line.iter().try_fold(0, |node, &mv| self.child(node, mv)).map(|node| &self.nodes[node])
    }

    fn child(&self, node: usize, mv: Move) -> Option<usize> {
        self.nodes[node].children.iter().find(|(other, _)| *other == mv).map(|&(_, child)| child)
    }
}

impl<E: Evaluator> Hooks<ChessGame<E>> for Overlay {
    fn moves(&mut self, at: Line<'_, ChessGame<E>>, moves: &mut Vec<Move>) -> Flow {
        if let Some(listed) = self.find(at.moves).and_then(|node| node.listed.as_ref()) {
            moves.clear();
            moves.extend_from_slice(listed);
        }
        Flow::Continue(())
    }

    fn score(&mut self, at: Line<'_, ChessGame<E>>, score: Score) -> Flow<Score> {
        let replaced = self.find(at.moves).and_then(|node| node.score);
        Flow::Continue(match (replaced, at.game.turn()) {
            (None, _) => score,
            (Some(white), Side::First) => white,
            (Some(white), Side::Second) => -white,
        })
    }
}
