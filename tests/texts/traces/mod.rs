//! Trace files: compared with their schema, and damaged ones.

mod bugs;
mod causes;
mod damaged;
mod foreign;
mod lies;
mod modern;
mod over;
mod parts;
mod schema;
