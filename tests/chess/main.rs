//! What stands below the search: rules, evaluations, files of positions and games; and the lessons made of positions.

mod distil;
mod evaluation;
mod input;
mod perft;
#[path = "../support/mod.rs"]
mod support;
mod tactical;
