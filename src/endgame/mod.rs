//! What is known of positions with few pieces: tables that plywood makes itself, and Syzygy files.

pub mod retro;
pub mod tablebase;
