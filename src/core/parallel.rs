//! Work that is distributed to all cores.

use rayon::prelude::*;
use std::sync::OnceLock;

/// Maps the items in parallel and returns the results in order. After an error, no further item is started.
pub(crate) fn map<T: Sync, M: Send + Sync, E: Send + Sync>(
    of: &[T],
    make: impl Fn(&T) -> Result<M, E> + Sync,
) -> Result<Vec<M>, E> {
    let made: Vec<OnceLock<Result<M, E>>> = of.iter().map(|_| OnceLock::new()).collect();
    each(of.len(), &|at| made[at].get_or_init(|| make(&of[at])).is_ok());
    made.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// Works on this many items for as long as `goes_on` allows; compiled only once for all types.
fn each(count: usize, goes_on: &(dyn Fn(usize) -> bool + Sync)) {
    let _ = (0..count).into_par_iter().try_for_each(|at| goes_on(at).then_some(()));
}
