//! Pictures of searches, before they become files: what is drawn where, in no format.

pub(crate) mod board;
mod caption;
mod class;
pub(crate) mod dot;
pub(crate) mod drawn;
mod events;
mod figure;
mod inline;
mod legend;
pub(crate) mod markdown;
pub(crate) mod mermaid;
mod rows;
mod search;
mod sketch;
mod step;
mod strip;
pub(crate) mod svg;
pub(crate) mod tikz;
mod upright;

pub use class::{BLUE, Class, GREY, LOOKS, Look, PALE_BLUE, PALE_ORANGE, QUIET};
pub(crate) use drawn::MOST_UPRIGHT;
pub use figure::{Anchor, Figure, FigurePart, Group, NodeTag, Point};
pub(crate) use figure::{MARGIN, at, width};
pub(crate) use inline::{drawn as drawn_by, inline};
pub(crate) use rows::bars;
pub use search::{MOST_ROWS, pictured, search};
pub use step::step;
pub use strip::strip;
pub use svg::svg;
pub use tikz::tikz;
pub(crate) use upright::{leaf_box, triangle};
