//! Holds the events of a search against each other, and asks nobody else: for every search, exact or not, whoever made it.
//!
//! Each claim has to follow from what the events before it say, by one of the [rules](Rule). The first that does not is the
//! first cause of whatever is wrong behind it.

mod best_line;
mod children;
mod finding;
mod lack;
mod manner;
mod marks;
mod nodes;
mod order;
mod passes;
mod promises;
mod result;
mod rule;
mod state;
mod techniques;
mod visits;

pub use finding::{About, Audited, Finding, TraceValue};
pub use lack::Lack;
pub use rule::Rule;
pub use state::Audit;
pub(super) use state::OpenVisit;
