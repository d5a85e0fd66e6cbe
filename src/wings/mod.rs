//! Beside the spine: exercises, endings and tables, opening books, and the program of 1978.

pub mod book;
pub mod exercise;
pub mod outside;
pub mod retro;
pub mod sargon;
pub mod tables;
