//! The page of one search: answer and cost, the tree, the log, and what is asked further of a move or a line.
//!
//! Invariant: what draws knows only plain data (the trace, the tree folded from it), and changes nothing. [`Page`] alone asks a
//! study, for the tree and for the log.

pub(crate) mod annotated;
pub(crate) mod answer;
pub(crate) mod aside;
pub(crate) mod asked;
pub(crate) mod carrier;
pub(crate) mod claim;
pub(crate) mod code;
mod drawing;
pub(crate) mod eval;
pub(crate) mod facts;
pub(crate) mod folded;
pub(crate) mod horizon;
pub(crate) mod legend;
pub(crate) mod line;
pub(crate) mod log;
pub(crate) mod orders;
pub(crate) mod page;
pub(crate) mod parts;
pub(crate) mod pv_ways;
mod refuted;
pub(crate) mod roots;
pub(crate) mod sargon;
pub(crate) mod sargon_eval;
pub(crate) mod scan;
pub(crate) mod suite;
mod symmetric;
pub(crate) mod unsearched;
mod upright;
pub(crate) mod why;

pub use annotated::{outline, sideways};
pub(crate) use answer::decimals as tree_decimals;
pub use answer::{exact_style, least_decimals};
pub use asked::path;
pub use code::Code;
pub use drawing::{Drawing, NamesAt, TreeLook};
pub(crate) use eval::Evaluated;
pub(crate) use facts::{score_sentence, search_sentence, subject_sentence, top};
pub use line::follow;
pub(crate) use orders::orders;
pub use page::Page;
pub(crate) use page::most_counted;
pub use parts::{PageQuestion, Parts};
pub use refuted::Refuted;
pub(crate) use sargon_eval::Inspection;
pub(crate) use suite::{Earlier, SuiteLine, SuiteRow, SuiteTotals};
pub use why::why;
