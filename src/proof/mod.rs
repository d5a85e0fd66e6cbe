//! Whether a search is right. Two judges, each with claims of its own:
//!
//! * [`Audit`] holds the events against each other and against the rules of the game, for every search, exact or not. It asks
//!   no oracle and takes the memory of one line.
//! * Then what the search claims of its nodes and its result is held against plain minimax, which takes memory for each node.
//!
//! [`verify`] runs both over a search, [`verify_lines`] over a trace while it is read; what they found is a [`Report`], which
//! [`page`] writes.

mod audit;
mod board;
mod changes;
mod learned;
mod legal;
mod listener;
pub mod page;
mod positions;
mod report;
mod run;
mod tactics;
mod truth;

pub use audit::{About, Audit, Audited, Finding, Lack, Rule, TraceValue};
pub use report::{Check, Failure, Problem, Report, Unchecked};
pub use run::{Effort, LEAVES, VerifyError, verify, verify_lines};
pub use truth::Interval;
