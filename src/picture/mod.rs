//! Pictures of searches, independent of the output format.

pub(crate) mod board;
pub(crate) mod drawn;
mod errors;
mod figure;
pub(crate) mod graph;
mod listed;
mod rows;
mod search;
mod sideways;
pub(crate) mod svg;
pub(crate) mod tikz;
mod upright;

pub(crate) use board::board_after;
#[cfg(feature = "cli")]
pub(crate) use errors::of_rows;
pub(crate) use errors::with_errors;
pub(crate) use figure::{
    Anchor, BLUE, Class, Figure, FigurePart, GREY, Group, LOOKS, Look, NodeTag, PALE_BLUE, PALE_ORANGE, Point, QUIET,
};
pub(crate) use figure::{MARGIN, at, width};
pub(crate) use rows::bars;
pub(crate) use search::{MOST_ROWS, pictured, search, step, strip};
#[cfg(feature = "cli")]
pub(crate) use svg::drawn_by;
pub(crate) use svg::in_page;
pub(crate) use tikz::tikz;
#[cfg(feature = "cli")]
pub(crate) use upright::NodeErrors;
pub(crate) use upright::{house, leaf_box};
