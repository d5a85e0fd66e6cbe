//! Numbers that look random, for trees.

use crate::random::splitmix64;

/// Numbers that look random, the same for the same seed.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(splitmix64(seed))
    }

    /// Returns a number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (splitmix64(self.0) % end as u64) as usize
    }
}
