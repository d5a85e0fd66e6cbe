//! The building blocks of every page: rows and columns of a tree, comparisons, words, styles, wrapping, and escapes.

pub(crate) mod bound_label;
pub(crate) mod command;
pub(crate) mod comparison;
pub mod document;
pub(crate) mod escape;
pub(crate) mod junit;
pub(crate) mod layout;
pub(crate) mod outline;
pub(crate) mod packing;
pub(crate) mod row;
pub(crate) mod sargon_listing;
pub(crate) mod sargon_orders;
pub(crate) mod sheet;
pub(crate) mod style;
pub(crate) mod tex_letters;
pub mod text;
#[cfg(feature = "cli")]
pub(crate) mod text_diff;
pub(crate) mod upright;
pub(crate) mod words;

pub use command::Command;
pub use comparison::{Comparison, Mark, Perspective, Rules, Sign, View};
pub use document::{Document, FORMS, Form};
pub use layout::{Arrangement, Branching, RowPlace, places};
pub use row::Row;
pub use style::{Charset, Paint, Style, decimals};
pub(crate) use text::{board, position};
pub use words::Words;
