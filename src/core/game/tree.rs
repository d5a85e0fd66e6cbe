//! An explicit tree as a game: for lessons without a board, and for property tests on random trees.

use super::{Ending, Game, Movers, Side, Weight, gcd};
use crate::core::random::splitmix64;
use crate::core::score::Score;
use crate::core::text::{PackedTexts, TextPlace};
use std::sync::Arc;

/// A move in a [`TreeGame`]: the index of the node that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeMove(u32);

impl TreeMove {
    /// Returns the number of the node. Nodes are numbered in the order in which they were added; the root is 0.
    #[inline]
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// A game whose every position is given explicitly: a tree of labelled moves with scores.
///
/// [`Side::First`] is MAX. It moves at the root and alternates with MIN, unless [`with_movers`](TreeGame::with_movers)
/// says otherwise. A node without moves is a leaf, not an ending.
#[derive(Clone, Debug)]
pub struct TreeGame {
    /// The nodes. Copies of the game share them.
    nodes: Arc<Vec<TreeNode>>,
    /// The labels of all nodes.
    labels: Arc<PackedTexts>,
    movers: Movers,
    limits: Option<[Score; 2]>,
    scale: u32,
    whole: u32,
    /// The leaves with unknown scores, with their letters, in the order in which they were added.
    unknown: Vec<(TreeMove, Box<str>)>,
    spine: Vec<u32>,
}

#[derive(Clone, Debug)]
struct TreeNode {
    label: TextPlace,
    /// The static evaluation from the view of the first side.
    score: Score,
    /// The probability of the move that leads here.
    weight: Weight,
    children: Vec<u32>,
}

impl Default for TreeGame {
    fn default() -> Self {
        Self::new()
    }
}

impl TreeGame {
    /// Returns a tree that consists only of a root with score zero.
    #[must_use]
    pub fn new() -> Self {
        let root =
            TreeNode { label: TextPlace::default(), score: Score::ZERO, weight: Weight::ONE, children: Vec::new() };
        let (movers, unknown) = (Movers::default(), Vec::new());
        Self {
            nodes: Arc::new(vec![root]),
            labels: Arc::default(),
            movers,
            limits: None,
            scale: 1,
            whole: 1,
            unknown,
            spine: vec![0],
        }
    }

    /// Sets who chooses at each ply.
    #[must_use]
    pub fn with_movers(self, movers: Movers) -> Self {
        Self { movers, ..self }
    }

    /// Adds a move at the current position and returns it.
    ///
    /// `score` is the static evaluation of the position after the move, from MAX's view.
    ///
    /// ```
    /// use plywood::{Score, game::{Game, TreeGame}};
    /// let mut tree = TreeGame::new();
    /// let left = tree.add("left", Score::ZERO);
    /// tree.play(left);
    /// tree.add("answer", Score::from_millipawns(-500));
    /// assert_eq!(tree.evaluate(), Score::ZERO);
    /// ```
    pub fn add(&mut self, label: &str, score: Score) -> TreeMove {
        let index = u32::try_from(self.nodes.len()).expect("a tree in memory has fewer than 2^32 nodes");
        let here = self.here();
        let (nodes, labels) = (Arc::make_mut(&mut self.nodes), Arc::make_mut(&mut self.labels));
        nodes.push(TreeNode { label: labels.add(label), score, weight: Weight::ONE, children: Vec::new() });
        nodes[here].children.push(index);
        TreeMove(index)
    }

    /// Sets the probability of a move that was [added](Self::add).
    pub fn set_weight(&mut self, mv: TreeMove, weight: Weight) {
        Arc::make_mut(&mut self.nodes)[mv.number()].weight = weight;
    }

    /// Sets the factor by which all scores were multiplied to make every mean a whole number, and the number of
    /// thousandths that divides all scores.
    #[must_use]
    pub fn with_scale(self, scale: u32, whole: u32) -> Self {
        Self { scale, whole, ..self }
    }

    /// Marks an [added](Self::add) leaf as unknown, with its letter.
    pub fn set_unknown(&mut self, mv: TreeMove, name: &str) {
        self.unknown.push((mv, name.into()));
    }

    /// Returns the leaves with unknown scores, with their letters.
    pub fn unknown(&self) -> impl Iterator<Item = (TreeMove, &str)> {
        self.unknown.iter().map(|(mv, name)| (*mv, &**name))
    }

    /// Marks the score of a leaf as known.
    pub fn forget_unknown(&mut self, mv: TreeMove) {
        self.unknown.retain(|&(unknown, _)| unknown != mv);
    }

    /// Returns the same tree with its scores multiplied and its scale set accordingly, or `None` if a score would be
    /// out of range.
    #[must_use]
    pub fn times(&self, by: u32) -> Option<Self> {
        let mut tree = Self { scale: self.scale.checked_mul(by)?, ..self.clone() };
        for node in Arc::make_mut(&mut tree.nodes) {
            node.score = node.score.times(by)?;
        }
        if let Some(limits) = &mut tree.limits {
            for limit in limits.iter_mut().filter(|limit| !limit.is_infinite()) {
                *limit = limit.times(by)?;
            }
        }
        Some(tree)
    }

    /// Sets the score of a leaf, from MAX's view.
    pub fn set_score(&mut self, mv: TreeMove, score: Score) {
        Arc::make_mut(&mut self.nodes)[mv.number()].score = score;
    }

    /// Finds, for each ply, the number by which windows are divided at its chance nodes. Returns the product of these
    /// numbers.
    #[must_use]
    pub fn parts(&self) -> u64 {
        let mut parts = vec![1_u64; 65];
        let mut open = vec![(0_usize, 0_usize)];
        while let Some((node, ply)) = open.pop() {
            for &child in &self.nodes[node].children {
                let part = u64::from(self.nodes[child as usize].weight.part());
                parts[ply] = (parts[ply] / gcd(parts[ply], part)).saturating_mul(part);
                open.push((child as usize, ply + 1));
            }
        }
        parts.iter().fold(1, |all, part| all.saturating_mul(*part))
    }

    /// Returns the number of thousandths of which every score must be a multiple.
    #[must_use]
    pub const fn whole(&self) -> u32 {
        self.whole
    }

    /// Returns the number of thousandths of which every score must be a multiple before the scores are multiplied.
    #[must_use]
    pub fn leaf_unit(&self) -> u32 {
        self.whole / gcd(self.whole.into(), self.scale.into()) as u32
    }

    /// Sets the lowest and the highest value that a leaf can have for MAX; an infinite value means that there is no
    /// lowest or highest value. Static evaluations of inner nodes are moved into this range.
    #[must_use]
    pub fn with_limits(self, limits: Option<[Score; 2]>) -> Self {
        Self { limits, ..self }
    }

    /// Returns the moves from the root to this one. Takes time proportional to the size of the tree.
    #[must_use]
    pub fn line_to(&self, mv: TreeMove) -> Vec<TreeMove> {
        let mut line = vec![mv];
        let parent = |child: u32| self.nodes.iter().position(|node| node.children.contains(&child));
        while let Some(above) = line.last().and_then(|mv| parent(mv.0)).filter(|&above| above != 0) {
            line.push(TreeMove(above as u32));
        }
        line.reverse();
        line
    }

    fn label(&self, node: usize) -> &str {
        self.labels.get(self.nodes[node].label)
    }

    #[inline]
    fn here(&self) -> usize {
        self.spine[self.spine.len() - 1] as usize
    }
}

impl Game for TreeGame {
    type Move = TreeMove;

    #[inline]
    fn turn(&self) -> Side {
        self.movers.side(self.spine.len() - 1)
    }

    const PLAIN: bool = false;
    const KIND: &'static str = "tree";

    fn movers(&self) -> Option<Movers> {
        Some(self.movers)
    }

    fn weight(&self, mv: TreeMove) -> Weight {
        self.nodes[mv.number()].weight
    }

    fn value_range(&self) -> Option<[Score; 2]> {
        self.limits
    }

    fn scale(&self) -> u32 {
        self.scale
    }

    fn is_unknown(&self) -> bool {
        let here = self.here();
        self.unknown.iter().any(|(mv, _)| mv.number() == here)
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<TreeMove>) {
        moves.extend(self.nodes[self.here()].children.iter().map(|&child| TreeMove(child)));
    }

    #[inline]
    fn play(&mut self, mv: TreeMove) {
        self.spine.push(mv.0);
    }

    #[inline]
    fn undo(&mut self) {
        self.spine.pop();
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        None
    }

    #[inline]
    fn evaluate(&self) -> Score {
        let node = &self.nodes[self.here()];
        // If the search ends at an inner node, its evaluation takes the place of its leaves, so it stays in their
        // range.
        let score = match self.limits {
            Some([least, most]) if !node.children.is_empty() => node.score.max(least).min(most),
            _ => node.score,
        };
        if self.turn() == Side::First { score } else { -score }
    }

    fn name(&self, mv: TreeMove) -> String {
        self.label(mv.number()).to_owned()
    }

    /// Takes time proportional to the size of the tree.
    fn find(&self, name: &str) -> Option<Vec<TreeMove>> {
        let mut named = (1..self.nodes.len()).filter(|&index| self.label(index) == name);
        let (found, None) = (named.next()?, named.next()) else { return None };
        Some(self.line_to(TreeMove(found as u32)))
    }

    /// Every node is a distinct position.
    const HAS_KEYS: bool = true;

    #[inline]
    fn key(&self) -> u64 {
        splitmix64(self.here() as u64)
    }

    /// A small table is enough, because a move of an explicit tree recurs only if the tree is searched again.
    const HISTORY_SIZE: usize = 1024;

    #[inline]
    fn history_index(&self, mv: TreeMove) -> usize {
        mv.number() % Self::HISTORY_SIZE
    }
}

/// The mark of an unknown leaf that has no letter.
pub(crate) const ANY: &str = "?";

/// Returns whether this can be the name of an unknown leaf: a lower-case letter, optionally followed by digits, or a
/// question mark.
pub(crate) fn is_unknown_leaf(name: &str) -> bool {
    let mut letters = name.chars();
    name == "?" || letters.next().is_some_and(|c| c.is_ascii_lowercase()) && letters.all(|c| c.is_ascii_digit())
}

/// Returns a name for an unnamed node: its parent's name plus a letter or, at every other ply, a number.
pub(crate) fn made_name(parent: &str, index: usize, ply: usize) -> String {
    let own = if ply.is_multiple_of(2) { (index + 1).to_string() } else { letters(index, ply == 1) };
    let is_torn = parent.ends_with(|c: char| c.is_ascii_digit()) && ply.is_multiple_of(2);
    format!("{parent}{}{own}", if is_torn { "." } else { "" })
}

/// Writes a number as letters: 0 to 25 as a to z, then aa, ab and so on.
fn letters(index: usize, upper: bool) -> String {
    let mut left = index + 1;
    let mut reversed = Vec::new();
    while left != 0 {
        left -= 1;
        reversed.push(b'a' + (left % 26) as u8);
        left /= 26;
    }
    let text: String = reversed.iter().rev().map(|&letter| char::from(letter)).collect();
    if upper { text.to_uppercase() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_the_last_letter_names_grow() {
        assert_eq!(
            [letters(25, true), letters(26, true), letters(701, false), letters(702, false)],
            ["Z", "AA", "zz", "aaa"]
        );
    }
}
