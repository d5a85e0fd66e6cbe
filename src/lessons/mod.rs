//! Lessons: read and written, made of positions, listed.

pub mod distil;
pub(crate) mod list;
pub mod model;

pub(crate) use list::plan;
pub use list::{Listed, lessons};
