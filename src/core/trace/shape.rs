//! The full tree of a lesson, searched or not.

use crate::core::game::{Game, Mover, Movers, Weight};
use crate::core::hooks::{Flow, Hooks, Line};
use crate::core::score::Score;
use crate::core::text::{HasNames, names};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;

/// A tree of move names and static evaluations that is known before the search, cut at the depth of the search.
///
/// The index of a node is its number in creation order when every inner node creates all its children at once, depth
/// first: root 0, its children 1 to n, then the children of 1, and so on. The order does not depend on any search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<ShapeJson>", into = "Vec<ShapeJson>")]
pub struct Shape {
    nodes: Vec<ShapeNode>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ShapeNode {
    name: String,
    /// For the side that moved here; none if it is not known.
    score: Option<Score>,
    /// How likely the move is that leads here, if it is drawn.
    weight: Option<Weight>,
    first_child: usize,
    children: usize,
}

/// A shape as it is written in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeJson {
    #[serde(rename = "move", deserialize_with = "names")]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<Weight>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<ShapeJson>,
}

impl Shape {
    /// Returns the tree that `game` and the move and score callbacks of `hooks` span, to `depth` plies.
    ///
    /// Takes time and memory in proportion to its size, so ask it of small trees only.
    pub fn of<G: Game, H: Hooks<G>>(game: &mut G, hooks: &mut H, depth: u32) -> Self {
        let mut shape = Self { nodes: vec![ShapeNode::default()] };
        let movers = Movers::of(game);
        shape.grow(game, hooks, (movers, &mut Vec::new()), 0, depth);
        shape
    }

    fn grow<G: Game, H: Hooks<G>>(
        &mut self,
        game: &mut G,
        hooks: &mut H,
        (movers, line): (Movers, &mut Vec<G::Move>),
        node: usize,
        depth: u32,
    ) {
        if depth == 0 {
            return;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if hooks.moves(Line { game, moves: line }, &mut moves).is_break() {
            return;
        }
        let first_child = self.add_children(node, moves.iter().map(|&mv| (game.name(mv), None)));
        for (index, &mv) in moves.iter().enumerate() {
            self.nodes[first_child + index].weight = movers.is_chance(line.len()).then(|| game.weight(mv));
            game.play(mv);
            line.push(mv);
            let score = game.ending().map_or_else(|| game.evaluate(), |ending| ending.score(line.len() as u32));
            let Flow::Continue(score) = hooks.score(Line { game, moves: line }, score) else { return };
            self.nodes[first_child + index].score = Some(movers.up(line.len(), score));
            self.grow(game, hooks, (movers, line), first_child + index, depth - 1);
            line.pop();
            game.undo();
        }
    }

    fn add_children(&mut self, node: usize, children: impl Iterator<Item = (String, Option<Score>)>) -> usize {
        let first_child = self.nodes.len();
        self.nodes.extend(children.map(|(name, score)| ShapeNode { name, score, ..ShapeNode::default() }));
        // A leaf looks the same whether it was spanned or read.
        if first_child < self.nodes.len() {
            self.nodes[node].first_child = first_child;
            self.nodes[node].children = self.nodes.len() - first_child;
        }
        first_child
    }

    /// Returns the number of nodes, the root included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is nothing but the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// Returns the name of the move that leads to node `index`, empty for the root.
    #[must_use]
    pub fn name(&self, index: usize) -> &str {
        &self.nodes[index].name
    }

    /// Returns the static evaluation of node `index` for the side that moved there; none at the root, and where it is not
    /// known.
    #[must_use]
    pub fn score(&self, index: usize) -> Option<Score> {
        self.nodes[index].score
    }

    /// Returns the indices of the children of node `index`, in generator order.
    #[must_use]
    pub fn children(&self, index: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[index];
        node.first_child..node.first_child + node.children
    }

    /// Returns the child of node `parent` that has this name, most likely child `index`; none below the end of the tree,
    /// where techniques may still search.
    pub(crate) fn child(&self, parent: Option<usize>, index: usize, name: &str) -> Option<usize> {
        let mut children = self.children(parent?);
        let likely = children.clone().nth(index).filter(|&child| self.name(child) == name);
        // In quiescence some moves are left out, so that the others have other places.
        likely.or_else(|| children.find(|&child| self.name(child) == name))
    }

    /// Returns the number of a position that was the `created`th to come into being: its `place` in the shape; below the
    /// shape's end, a number that no place has; without a shape, `created`.
    pub(crate) fn number(shape: Option<&Self>, place: Option<usize>, created: u64) -> u64 {
        match (shape, place) {
            (None, _) => created,
            (Some(_), Some(place)) => place as u64,
            (Some(shape), None) => shape.len() as u64 + created,
        }
    }

    /// Returns the number of leaves.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.children == 0).count()
    }

    /// Returns the fewest leaves that any alpha-beta search can score on a tree of this shape, see `Critical`.
    #[must_use]
    pub fn fewest_leaves(&self) -> usize {
        self.critical(0).pv() as usize
    }

    /// Returns the fewest leaves that plain alpha-beta scores on this tree, in the best of all orders of its moves, if scores that
    /// reach beta cut; none if a leaf's score is not known.
    ///
    /// A search that needs no more has one child for each claim that one child proves, and the cheapest one: see `NodeClaim`.
    #[must_use]
    pub fn best_order_leaves(&self, movers: Movers) -> Option<usize> {
        let values = self.values(movers)?;
        Some(self.leaves_for((0, 0), NodeClaim::Exactly, &values, movers))
    }

    /// Returns the ply of each node.
    pub(crate) fn plies(&self) -> Vec<usize> {
        let mut plies = vec![0; self.len()];
        for index in 0..self.len() {
            self.children(index).for_each(|child| plies[child] = plies[index] + 1);
        }
        plies
    }

    /// Returns the first leaf whose score is not between these limits, and that score; both are MAX's.
    pub(crate) fn leaf_beyond(&self, [least, most]: [Score; 2], movers: Movers) -> Option<(&str, Score)> {
        let plies = self.plies();
        let leaves = (1..self.len()).filter(|&node| self.children(node).is_empty());
        let mut scores =
            leaves.filter_map(|node| Some((self.name(node), movers.at_max(plies[node] - 1, self.score(node)?))));
        scores.find(|&(_, score)| score < least || most < score)
    }

    /// Returns how likely the move to a node is, if it is drawn.
    pub(crate) fn weight(&self, index: usize) -> Option<Weight> {
        self.nodes[index].weight
    }

    /// Returns the minimax value of each node, for MAX; none if a leaf's score is not known.
    fn values(&self, movers: Movers) -> Option<Vec<Score>> {
        let mut values = vec![Score::default(); self.len()];
        let plies = self.plies();
        // Children stand behind their parents.
        for index in (0..self.len()).rev() {
            if movers.is_chance(plies[index]) && !self.children(index).is_empty() {
                values[index] = self.mean(index, &values)?;
                continue;
            }
            let children = self.children(index).map(|child| values[child]);
            let best = if movers.at(plies[index]) == Mover::Max { children.max() } else { children.min() };
            values[index] = match best {
                Some(best) => best,
                None if index == 0 => Score::ZERO,
                None => movers.at_max(plies[index] - 1, self.score(index)?),
            };
        }
        Some(values)
    }

    /// The mean of the values of a node's children; none if nobody knows how likely they are.
    fn mean(&self, index: usize, values: &[Score]) -> Option<Score> {
        let (mut sum, mut of) = (0, 1);
        for child in self.children(index) {
            let weight = self.weight(child)?;
            (sum, of) = (sum + i64::from(weight.part()) * values[child].ordinal(), i64::from(weight.of()));
        }
        Some(Score::from_millipawns((sum / of) as i32))
    }

    /// Returns the fewest leaves below a node that prove a claim about it.
    fn leaves_for(&self, (index, ply): (usize, usize), claim: NodeClaim, values: &[Score], movers: Movers) -> usize {
        let children = self.children(index);
        if children.is_empty() {
            return 1;
        }
        let leaves = |child: usize, claim: NodeClaim| self.leaves_for((child, ply + 1), claim, values, movers);
        // If the side to move wants more, an upper bound must be shown for all of its moves.
        let (is_max, value) = (movers.at(ply) == Mover::Max, values[index]);
        let (limit, of_all) = match claim {
            NodeClaim::Exactly => (value, if is_max { NodeClaim::AtMost(value) } else { NodeClaim::AtLeast(value) }),
            NodeClaim::AtMost(limit) | NodeClaim::AtLeast(limit) => (limit, claim),
        };
        match claim {
            NodeClaim::Exactly => {
                let costs: Vec<_> = children.clone().map(|child| leaves(child, of_all)).collect();
                let best = children.zip(&costs).filter(|&(child, _)| values[child] == value);
                let more = best.map(|(child, cost)| leaves(child, NodeClaim::Exactly) - cost).min();
                costs.iter().sum::<usize>() + more.unwrap_or_default()
            }
            NodeClaim::AtMost(_) if is_max => children.map(|child| leaves(child, claim)).sum(),
            NodeClaim::AtLeast(_) if !is_max => children.map(|child| leaves(child, claim)).sum(),
            NodeClaim::AtMost(_) => children
                .filter(|&child| values[child] <= limit)
                .map(|child| leaves(child, claim))
                .min()
                .unwrap_or_default(),
            NodeClaim::AtLeast(_) => children
                .filter(|&child| limit <= values[child])
                .map(|child| leaves(child, claim))
                .min()
                .unwrap_or_default(),
        }
    }

    /// Returns whether the name of a node tells which one it is.
    pub(crate) fn has_unique_names(&self) -> bool {
        let mut seen = HashSet::with_capacity(self.len());
        (1..self.len()).all(|index| seen.insert(self.name(index)))
    }

    /// Returns the names of the root moves other than `best` that are worth as much, if none is worth more.
    #[must_use]
    pub fn also_best(&self, best: &str, movers: Movers) -> Option<Vec<String>> {
        let values = self.values(movers)?;
        let is_best = |&child: &usize| values[child] == values[0];
        let all: Vec<_> = self.children(0).filter(is_best).map(|child| self.name(child)).collect();
        if !all.contains(&best) {
            return None;
        }
        Some(all.into_iter().filter(|&name| name != best).map(str::to_owned).collect())
    }

    fn critical(&self, index: usize) -> Critical {
        self.children(index).map(|child| self.critical(child)).collect()
    }
}

/// A node of a tree: its name, or the names of all moves that lead to it where several nodes have one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NodeName {
    /// The only node of this name.
    Name(String),
    /// The node at the end of this line.
    Line(Vec<String>),
}

/// The name, or the line with blanks between.
impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Line(line) => f.write_str(&line.join("\u{a0}")),
        }
    }
}

impl HasNames for NodeName {
    fn show(&mut self) {
        match self {
            Self::Name(name) => name.show(),
            Self::Line(line) => line.show(),
        }
    }
}

/// The claim to prove about a node. Scores are MAX's.
#[derive(Clone, Copy, Debug)]
enum NodeClaim {
    Exactly,
    AtMost(Score),
    AtLeast(Score),
}

/// The leaves of a whole tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaves {
    /// The windows of plain minimax.
    pub all: u64,
    /// The fewest that any alpha-beta search can do with (Knuth and Moore), see `Critical`.
    pub fewest: u64,
}

/// How many leaves below a node any alpha-beta search has to score, whatever the scores: if the node is of type 2 (where a
/// reply cuts), of type 3 (where all replies are tried), or of type 1 (on the PV).
///
/// A node of type 2 needs one child of type 3, a node of type 3 all children of type 2; the cheapest choice is taken
/// everywhere. A node of type 1 has to be proved from both sides, which share one leaf. On uniform trees that is
/// `b^⌈d/2⌉ + b^⌊d/2⌋ - 1`.
///
/// Source: Knuth & Moore, *An Analysis of Alpha-Beta Pruning* (1975), theorem 1 and its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Critical {
    /// If it is of type 2.
    pub cut: u64,
    /// If it is of type 3.
    pub all: u64,
}

impl Critical {
    /// A leaf.
    pub(crate) const LEAF: Self = Self { cut: 1, all: 1 };

    /// If it is of type 1.
    pub(crate) const fn pv(self) -> u64 {
        self.cut + self.all - 1
    }
}

/// The node with these children; without any it is a leaf.
impl FromIterator<Self> for Critical {
    fn from_iter<I: IntoIterator<Item = Self>>(children: I) -> Self {
        let (mut all, mut cut) = (0, u64::MAX);
        for child in children {
            all += child.cut;
            cut = cut.min(child.all);
        }
        if all == 0 { Self::LEAF } else { Self { cut, all } }
    }
}

impl From<Vec<ShapeJson>> for Shape {
    fn from(branches: Vec<ShapeJson>) -> Self {
        fn grow(shape: &mut Shape, node: usize, branches: Vec<ShapeJson>) {
            let first_child =
                shape.add_children(node, branches.iter().map(|branch| (branch.name.clone(), branch.score)));
            for (index, branch) in branches.iter().enumerate() {
                shape.nodes[first_child + index].weight = branch.weight;
            }
            for (index, branch) in branches.into_iter().enumerate() {
                grow(shape, first_child + index, branch.moves);
            }
        }
        let mut shape = Self { nodes: vec![ShapeNode::default()] };
        grow(&mut shape, 0, branches);
        shape
    }
}

impl From<Shape> for Vec<ShapeJson> {
    fn from(shape: Shape) -> Self {
        fn branches(shape: &Shape, node: usize) -> Vec<ShapeJson> {
            let children = shape.children(node);
            let branch = |child| ShapeJson {
                name: shape.name(child).to_owned(),
                weight: shape.weight(child),
                score: shape.score(child),
                moves: branches(shape, child),
            };
            children.map(branch).collect()
        }
        branches(&shape, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(json: &str) -> Shape {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_shape_of_the_root_alone_is_empty() {
        let (alone, one) = (shape("[]"), shape(r#"[{"move":"a"}]"#));
        assert_eq!((alone.len(), alone.is_empty()), (1, true));
        assert_eq!((one.len(), one.is_empty()), (2, false));
    }

    #[test]
    fn below_the_end_of_a_shape_positions_are_counted_on_from_its_size() {
        // The root, `a` and `b`, and `c` after `a`.
        let shape = shape(r#"[{"move":"a","moves":[{"move":"c"}]},{"move":"b"}]"#);
        assert_eq!(shape.len(), 4);
        assert_eq!(Shape::number(Some(&shape), Some(3), 5), 3);
        assert_eq!(Shape::number(Some(&shape), None, 5), 4 + 5);
        assert_eq!(Shape::number(None, None, 5), 5);
    }
}
