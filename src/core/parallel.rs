//! Distributes work across all cores.

use rayon::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maps the items in parallel and returns the results in order. The items are also started in order. After an error, no
/// further item is started.
pub(crate) fn map<T: Sync, M: Send + Sync, E: Send + Sync>(
    of: &[T],
    make: impl Fn(&T) -> Result<M, E> + Sync,
) -> Result<Vec<M>, E> {
    let made: Vec<OnceLock<Result<M, E>>> = of.iter().map(|_| OnceLock::new()).collect();
    each(of.len(), &|at| made[at].get_or_init(|| make(&of[at])).is_ok());
    made.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// Calls `goes_on` on all cores, once per item, until `goes_on` returns `false`. Not generic, so that it is compiled
/// only once.
fn each(count: usize, goes_on: &(dyn Fn(usize) -> bool + Sync)) {
    let started = AtomicUsize::new(0);
    let next = |_| goes_on(started.fetch_add(1, Ordering::Relaxed)).then_some(());
    let _ = (0..count).into_par_iter().try_for_each(next);
}
