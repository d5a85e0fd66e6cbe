//! Holds what a search claims of its nodes against plain minimax, as far as that can be afforded, and against what follows from
//! the searched leaves alone, whatever the skipped nodes may hide. The second proves that every cutoff is safe.

mod claims;
mod examine;
mod interval;
mod minimax;
mod result;

pub(super) use claims::Claims;
pub(super) use examine::{Examiner, position_near};
pub use interval::Interval;
