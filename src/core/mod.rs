//! The spine: what a search is, how it is told, and what is folded from it. Each room knows only those above it.
//!
//! Everything here is handed on at the root of the crate, so its paths begin with `crate::score`, inside and outside.

pub mod names;

pub(crate) mod random;

pub(crate) mod text;

pub mod score;

pub mod game;

pub mod hooks;

pub mod search;

pub mod trace;

pub mod recording;

pub mod tree;

pub mod pv;

pub mod study;
