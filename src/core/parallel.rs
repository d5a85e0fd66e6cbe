//! Work that is done on all cores.

use rayon::prelude::*;
use std::sync::OnceLock;

/// Returns what is made of each of them, in their order; or an error, behind which nothing new is begun.
pub(crate) fn map<T: Sync, M: Send + Sync, E: Send + Sync>(
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
