//! A search, its recording, and the data folded from it. Each module uses only the modules above it in the table of
//! `ARCHITECTURE.md`.

pub mod cursor;
pub mod game;
pub(crate) mod hash;
pub mod hooks;
pub mod names;
pub(crate) mod parallel;
pub mod pv;
pub(crate) mod random;
pub mod ratio;
pub mod recording;
pub mod score;
pub mod search;
pub(crate) mod setters;
pub(crate) mod sort;
pub mod study;
pub(crate) mod text;
pub mod trace;
pub mod tree;
