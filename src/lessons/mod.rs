//! Lessons: read and written, made of positions, listed.

pub mod distil;
pub(crate) mod list;
pub mod model;

pub use list::{Listed, lessons, plan};
