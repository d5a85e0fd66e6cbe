//! An explicit tree as a game: for lessons without a board, and for laws on random trees.

use super::{Ending, Game, Keyed, Notation, Passing, Side, Tactical};
use crate::score::Score;

/// A move in a [`TreeGame`]: the index of the node that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeMove(u32);

impl TreeMove {
    /// Returns the number of the node in the order in which the nodes were added, the root being 0.
    #[inline]
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// A game whose every position is written down: a tree of labelled moves with scores.
///
/// The side to move at the root is [`Side::First`]; sides alternate. A node without moves is a leaf, not an ending.
#[derive(Clone, Debug)]
pub struct TreeGame {
    nodes: Vec<Node>,
    spine: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Node {
    label: Box<str>,
    /// From the view of the first side.
    score: Score,
    children: Vec<u32>,
}

impl Default for TreeGame {
    fn default() -> Self {
        Self::new()
    }
}

impl TreeGame {
    /// Returns a tree that is only a root, scored zero.
    #[must_use]
    pub fn new() -> Self {
        Self { nodes: vec![Node { label: "".into(), score: Score::ZERO, children: Vec::new() }], spine: vec![0] }
    }

    /// Adds a move at the current position and returns it.
    ///
    /// `score` is the static score of the position after it, from the view of the side to move at the root.
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
        self.nodes.push(Node { label: label.into(), score, children: Vec::new() });
        let here = self.here();
        self.nodes[here].children.push(index);
        TreeMove(index)
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
        if self.spine.len() % 2 == 1 { Side::First } else { Side::Second }
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
        let score = self.nodes[self.here()].score;
        if self.turn() == Side::First { score } else { -score }
    }
}

impl Notation for TreeGame {
    fn name(&self, mv: TreeMove) -> String {
        self.nodes[mv.0 as usize].label.to_string()
    }

    fn ending_name(&self) -> Option<&'static str> {
        None
    }
}

/// The moves of a written tree are all quiet.
impl Tactical for TreeGame {
    const HAS_TACTICS: bool = false;

    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    #[inline]
    fn is_tactical(&self, _: TreeMove) -> bool {
        false
    }

    #[inline]
    fn mvv_lva(&self, _: TreeMove) -> i32 {
        0
    }

    #[inline]
    fn see(&self, _: TreeMove) -> Score {
        Score::ZERO
    }

    #[inline]
    fn gain(&self, _: TreeMove) -> Score {
        Score::ZERO
    }
}

/// Nobody has written down what follows a pass.
impl Passing for TreeGame {
    const CAN_PASS: bool = false;

    #[inline]
    fn pass(&mut self) -> bool {
        false
    }
}

/// Every node is a position of its own; the key is its number, mixed as in SplitMix64 (Steele, Lea & Flood 2014).
impl Keyed for TreeGame {
    #[inline]
    fn key(&self) -> u64 {
        let mut key = (self.here() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        key ^ (key >> 31)
    }
}
