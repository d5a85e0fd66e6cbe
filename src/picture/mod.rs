//! Pictures of searches, before they become files: what is drawn where, in no format.

pub(crate) mod board;
mod caption;
mod class;
pub(crate) mod dot;
pub(crate) mod drawn;
mod events;
mod figure;
mod legend;
pub(crate) mod markdown;
pub(crate) mod mermaid;
mod rows;
mod search;
mod step;
mod strip;
pub(crate) mod svg;
pub(crate) mod tikz;
mod upright;

pub use class::{BLUE, Class, GREY, LOOKS, Look, PALE_BLUE, PALE_ORANGE, QUIET};
pub use figure::{Anchor, Figure, Group, Item, Point, Tag};
pub use search::{MOST_ROWS, pictured, search};
pub use step::step;
pub use strip::strip;
pub use svg::svg;
pub use tikz::tikz;
