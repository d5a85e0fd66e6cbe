//! Trace files: against their schema, and damaged ones.

mod bugs;
mod damaged;
mod schema;
#[path = "../support/mod.rs"]
mod support;
