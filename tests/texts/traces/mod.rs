//! Trace files: compared with their schema, and damaged ones.

mod bugs;
mod causes;
mod damaged;
mod designs;
mod engines;
mod false_claims;
mod foreign;
mod modern;
mod over;
mod parts;
mod schema;
