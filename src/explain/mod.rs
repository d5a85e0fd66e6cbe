//! The page of one search: answer and cost, the tree, the log, and what is asked further of a move or a line.
//!
//! Invariant: what draws knows only plain data (the trace, the tree folded from it), and changes nothing. [`Page`] alone asks a
//! study, for the tree and for the log.

pub(crate) mod annotated;
pub(crate) mod answer;
pub(crate) mod asked;
pub(crate) mod code;
pub(crate) mod eval;
pub(crate) mod facts;
pub(crate) mod folded;
pub(crate) mod legend;
pub(crate) mod log;
pub(crate) mod page;
pub(crate) mod parts;
pub(crate) mod sargon;
pub(crate) mod scan;
pub(crate) mod suite;
pub(crate) mod tables;
pub(crate) mod why;

pub use annotated::{outline, sideways};
pub(crate) use answer::decimals as tree_decimals;
pub use answer::{exact_style, least_decimals};
pub use asked::path;
pub use code::Code;
pub(crate) use eval::Evaluated;
pub use eval::Refuted;
pub(crate) use facts::{score_sentence, search_sentence, subject_sentence, top};
pub use page::Page;
pub(crate) use page::most_counted;
pub use parts::{Drawing, NamesAt, PageQuestion, Parts, TreeLook};
pub(crate) use sargon::Inspection;
pub(crate) use suite::{Earlier, SuiteLine, SuiteRow, SuiteTotals};
pub use why::{follow, why};
