//! Holds the events of a search against each other, and asks nobody else: for every search, exact or not, whoever made it.
//!
//! Each claim has to follow from what the events before it say, by one of the [rules](Rule). The first that does not is the
//! first cause of whatever is wrong behind it.

mod children;
mod finding;
mod manner;
mod nodes;
mod passes;
mod rule;
mod state;
mod techniques;
mod visits;

pub use finding::{Audited, Finding, MOST_FINDINGS, Value};
pub use rule::Rule;
pub use state::Audit;
