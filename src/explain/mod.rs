//! The page of one search: answer and cost, the tree, the log, and what is asked further of a move or a line.
//!
//! Invariant: what draws knows only plain data (the trace, the tree folded from it), and changes nothing. [`Page`] alone asks a
//! study, for the tree and for the log.

pub(crate) mod annotated;
pub(crate) mod answer;
pub(crate) mod aside;
pub(crate) mod asked;
pub(crate) mod carrier;
pub(crate) mod code;
pub(crate) mod eval;
pub(crate) mod facts;
pub(crate) mod folded;
pub(crate) mod legend;
pub(crate) mod line;
pub(crate) mod log;
pub(crate) mod orders;
pub(crate) mod page;
pub(crate) mod pv_ways;
pub(crate) mod roots;
pub mod sargon;
pub(crate) mod sargon_eval;
pub(crate) mod scan;
pub(crate) mod suite;
pub(crate) mod unsearched;
pub(crate) mod why;

pub use annotated::{outline, sideways};
pub use answer::{decimals as tree_decimals, exact_style, least_decimals};
pub use asked::{Missing, path};
pub use code::Code;
pub use eval::Evaluated;
pub use facts::{note, score_sentence, search_sentence, subject_sentence, top};
pub use line::follow;
pub use log::{DocumentLog, Log};
pub use orders::orders;
pub use page::{Drawing, FULL_LIMIT, Page, Parts, Question, counted_nodes};
pub use sargon_eval::Inspection;
pub use suite::{SuiteLine, SuiteRow, SuiteTotals};
pub use why::why;
