//! A hash map for text keys that is faster than the standard one. It does not resist deliberate collisions, because
//! nobody would gain from making names collide.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with [`QuickHasher`].
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// Processes eight bytes at a time, like the Rust compiler's FxHash.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuickHasher(u64);

/// A multiplier without a pattern in its bits, from the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl QuickHasher {
    #[inline]
    const fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(MULTIPLIER);
    }
}

impl Hasher for QuickHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.add(u64::from(byte));
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    /// Maps use the lowest bits to choose a slot and the highest bits for a quick comparison, but multiplication mixes
    /// only the high bits well.
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::BuildHasher;

    #[test]
    fn names_that_are_alike_differ_in_the_bits_that_a_map_uses() {
        let build = BuildHasherDefault::<QuickHasher>::default();
        let squares = || (b'a'..=b'h').flat_map(|file| (b'1'..=b'8').map(move |rank| [file, rank]));
        let names = squares().flat_map(|from| squares().map(move |to| [from, to].concat()));
        let mut low: Vec<u64> = names.map(|name| build.hash_one(name) & 0xffff).collect();
        low.sort_unstable();
        low.dedup();
        // Of 4096 random places among 65,536, about 3970 differ.
        assert!(3700 < low.len(), "{}", low.len());
    }
}
