//! Pictures of searches, before they become files: what is drawn where, in no format.

mod board;
mod caption;
mod class;
mod events;
mod figure;
mod rows;
mod search;

pub use class::{Class, LOOKS, Look};
pub use figure::{Anchor, Figure, Group, Item, Point, Tag};
pub use search::search;
