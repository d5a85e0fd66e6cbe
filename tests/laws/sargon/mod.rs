//! Sargon (1978), position by position, against what its ports compute.

mod carrier;
mod laws;
mod page;
mod program;
mod quirks;
mod trees;
