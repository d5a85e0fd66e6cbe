//! What is found at a node.

use crate::hooks::Leaf;
use crate::score::{Bound, Score};
use std::ops::Neg;

/// What a visit returns, for the side to move at the visited node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The score.
    pub score: Score,
    /// What it proves.
    pub bound: Bound,
    /// Why the node is a leaf; none if it was entered.
    pub leaf: Option<Leaf>,
}

/// The same as the other side sees it.
impl Neg for Value {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { score: -self.score, bound: -self.bound, leaf: self.leaf }
    }
}
