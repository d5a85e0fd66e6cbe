//! A search step by step: a place in it that moves forward and back, and what is seen there.

pub mod cursor;
pub mod stage;
