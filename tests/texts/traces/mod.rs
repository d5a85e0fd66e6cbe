//! Trace files: against their schema, and damaged ones.

mod bugs;
mod causes;
mod damaged;
mod lies;
mod parts;
mod schema;
