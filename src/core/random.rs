//! Numbers that look random and are always the same.

/// One step of SplitMix64: a number that looks unlike its neighbours'.
///
/// Source: Steele, Lea & Flood, *Fast Splittable Pseudorandom Number Generators* (2014).
#[inline]
pub(crate) const fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
