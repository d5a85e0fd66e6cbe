//! plywood makes a game-tree search visible.

pub mod game;
pub mod hooks;
pub mod input;
pub mod model;
pub mod pv;
pub mod render;
pub mod sargon;
pub mod score;
pub mod search;
pub mod study;
pub mod trace;

pub use score::{Bound, Score, Window};
