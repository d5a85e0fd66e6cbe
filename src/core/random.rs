//! Pseudorandom numbers that are the same in every run.

/// One step of SplitMix64: neighbouring seeds give unrelated numbers.
///
/// Source: Steele, Lea & Flood, *Fast Splittable Pseudorandom Number Generators* (2014).
#[inline]
pub(crate) const fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A pseudorandom number generator: the same numbers for the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(splitmix64(seed))
    }

    /// Returns a number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (splitmix64(self.0) % end as u64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }
}
