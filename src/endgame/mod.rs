//! Positions with few pieces: tables that plywood builds itself, and Syzygy files.

pub mod retro;
pub mod tablebase;
