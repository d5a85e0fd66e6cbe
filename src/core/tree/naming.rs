//! Names for the moves of a folded tree, and the nodes of a lesson that no search came to.

use super::{Node, Unsearched, bare_node};
use crate::game::Game;
use crate::hooks::{Leaf, Owner};
use crate::recording::{Label, Replay};
use crate::trace::Shape;

/// Gives names to moves, see [`TreeBuilder::finish`](super::TreeBuilder::finish).
pub trait Names<M> {
    /// Returns the name of the last move of `line`, a line from the root.
    fn name(&mut self, line: &[M]) -> String;
    /// Returns the word for how the game ended after `line`, if it did.
    fn ending(&mut self, line: &[M]) -> Option<String>;
}

/// The names that a game gives to its moves.
#[derive(Debug)]
pub struct GameNames<G: Game> {
    game: G,
    played: Vec<G::Move>,
}

impl<G: Game> GameNames<G> {
    /// Returns the names for lines that begin at the current position of `game`.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self { game, played: Vec::new() }
    }

    fn go_to(&mut self, line: &[G::Move]) {
        let common = self.played.iter().zip(line).take_while(|(a, b)| a == b).count();
        for _ in common..self.played.len() {
            self.game.undo();
        }
        self.played.truncate(common);
        for &mv in &line[common..] {
            self.game.play(mv);
            self.played.push(mv);
        }
    }
}

impl<G: Game> Names<G::Move> for GameNames<G> {
    fn name(&mut self, line: &[G::Move]) -> String {
        let Some((&mv, parent)) = line.split_last() else { return String::new() };
        self.go_to(parent);
        self.game.name(mv)
    }

    fn ending(&mut self, line: &[G::Move]) -> Option<String> {
        self.go_to(line);
        self.game.ending_name().map(str::to_owned)
    }
}

/// The names that stand in the trace.
impl Names<Label> for Replay {
    fn name(&mut self, line: &[Label]) -> String {
        line.last().map(|&label| Self::name(self, label).to_owned()).unwrap_or_default()
    }

    /// Words for endings come with their nodes.
    fn ending(&mut self, _: &[Label]) -> Option<String> {
        None
    }
}

/// Turns the moves of a finished tree into names.
pub(super) struct Naming<'a, M> {
    pub names: &'a mut dyn Names<M>,
    pub shape: Option<&'a Shape>,
    pub pv: &'a [String],
    pub line: Vec<M>,
}

impl<M: Copy + Eq> Naming<'_, M> {
    /// Names a node and all below it; `parent` is its parent's place in the shape, none below the shape's end.
    pub(super) fn node(&mut self, mut node: Node<M>, parent: Option<usize>, parent_on_pv: bool) -> Node {
        let mv = node.mv.map(|_| self.names.name(&self.line));
        let in_shape = match &mv {
            Some(name) => self.shape.and_then(|shape| shape.child(parent, node.index, name)),
            None => self.shape.map(|_| 0),
        };
        let on_pv = parent_on_pv && (mv.is_none() || mv.as_ref() == self.pv.get(self.line.len() - 1));
        let terminal = node.leaf.filter(|leaf| !matches!(leaf, Leaf::Horizon | Leaf::Childless));
        let ending = terminal.and_then(|_| node.ending.take().or_else(|| self.names.ending(&self.line)));
        let mut children = Vec::with_capacity(node.children.len());
        for child in std::mem::take(&mut node.children) {
            self.line.extend(child.mv);
            children.push(self.node(child, in_shape, on_pv));
            self.line.pop();
        }
        let mut named = Node {
            number: node.number.map(|created| Shape::number(self.shape, in_shape, created)),
            created: node.number,
            ending,
            on_pv,
            ..node.renamed(mv, children, |&owner| self.owner(owner))
        };
        if let (Some(shape), Some(place), Some(reason), true) =
            (self.shape, in_shape, &named.unsearched, named.children.is_empty())
        {
            named.children = unsearched_children(shape, place, reason);
        }
        named
    }

    fn owner(&mut self, Owner { ply, mv }: Owner<M>) -> Owner<String> {
        let line: Vec<M> = self.line[..ply].iter().copied().chain([mv]).collect();
        Owner { ply, mv: self.names.name(&line) }
    }
}

fn unsearched_children(shape: &Shape, parent: usize, reason: &Unsearched) -> Vec<Node> {
    shape
        .children(parent)
        .enumerate()
        .map(|(index, node)| Node {
            mv: Some(shape.name(node).to_owned()),
            index,
            unsearched: Some(reason.clone()),
            children: unsearched_children(shape, node, reason),
            ..bare_node()
        })
        .collect()
}
