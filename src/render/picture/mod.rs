//! Pictures of searches, before they become files: what is drawn where, in no format.

mod board;
mod caption;
mod class;
mod events;
mod figure;
mod legend;
mod rows;
mod search;
mod step;
mod upright;

pub use class::{BLUE, Class, GREY, LOOKS, Look, PALE_BLUE, PALE_ORANGE, QUIET};
pub use figure::{Anchor, Figure, Group, Item, Point, Tag};
pub use search::{MOST_ROWS, pictured, search};
pub use step::step;
