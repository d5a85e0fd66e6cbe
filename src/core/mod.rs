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

/// Work that is done on all cores.
pub(crate) mod parallel {
    use rayon::prelude::*;
    use std::sync::OnceLock;

    /// Returns what is made of each of them, in their order; or an error, behind which nothing new is begun.
    pub(crate) fn made_of_each<T: Sync, M: Send + Sync, E: Send + Sync>(
        of: &[T],
        make: impl Fn(&T) -> Result<M, E> + Sync,
    ) -> Result<Vec<M>, E> {
        let made: Vec<OnceLock<Result<M, E>>> = of.iter().map(|_| OnceLock::new()).collect();
        each(of.len(), &|at| made[at].get_or_init(|| make(&of[at])).is_ok());
        made.into_iter().filter_map(OnceLock::into_inner).collect()
    }

    /// Works on so many things as long as `goes_on`; compiled once, whatever they are.
    fn each(count: usize, goes_on: &(dyn Fn(usize) -> bool + Sync)) {
        let _ = (0..count).into_par_iter().try_for_each(|at| goes_on(at).then_some(()));
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
