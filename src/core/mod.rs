//! The spine: what a search is, how it is told, and what is folded from it. Each room knows only those above it.
//!
//! Everything here is handed on at the root of the crate, so its paths begin with `crate::score`, inside and outside.

pub mod names;

/// Numbers that look random and are always the same.
pub(crate) mod random {
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
}

pub(crate) mod text;

pub mod score;

pub mod game;

pub mod hooks;

pub mod search;

pub mod trace;

pub mod recording;

pub mod tree;

pub mod pv;

pub mod study;
