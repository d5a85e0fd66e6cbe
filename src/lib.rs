//! plywood makes a game-tree search visible.

pub mod game;
pub mod hooks;
pub mod sargon;
pub mod score;
pub mod search;

pub use score::{Bound, Score, Window};
