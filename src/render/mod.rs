//! What people read: one form of output per file.
//!
//! Invariant: renderers know only plain data (the trace, the tree folded from it, what `compare` and `verify` found), and
//! change nothing. [`Page`] alone asks a study, for the tree and for the log.

mod annotated;
mod answer;
mod board;
mod book;
mod branches;
mod command;
mod compare;
mod comparison;
pub mod document;
mod eval;
mod facts;
mod folded;
mod format;
mod layout;
mod legend;
mod lessons;
mod line;
mod log;
mod orders;
mod page;
mod retro;
mod roots;
mod row;
mod sargon;
mod sargon_eval;
mod scan;
mod sheet;
mod style;
mod suite;
mod tables;
pub mod text;
mod verify;
mod view;
mod why;
mod words;

pub use annotated::{outline, sideways};
pub use answer::{decimals as tree_decimals, exact_style, least_decimals};
pub use board::board;
pub use book::{BookPage, dump};
pub use command::Command;
pub use compare::{comparison, contenders, depths, differences, parting};
pub use comparison::{Comparison, End, Judged, Mark, Rules, Sign};
pub use eval::Evaluated;
pub use facts::{note, score_sentence, search_sentence, subject_sentence, top};
pub use format::{FORMATS, Format, WriteSearch, format, format_of_suffix};
pub use layout::{Branching, Place, Shape, places};
pub use lessons::lessons;
pub use line::follow;
pub use log::{DocumentLog, Log};
pub use orders::orders;
pub use page::{COUNTED, Drawing, FULL_LIMIT, Page, Parts, Question};
pub use retro::Solved;
pub use row::Row;
pub use sargon_eval::Inspection;
pub use scan::pv_scan;
pub use style::{Charset, Paint, Style, decimals};
pub use suite::{SuiteRow, SuiteTotals};
pub use tables::TablesPage;
pub use verify::verification;
pub use view::{Perspective, View};
pub use why::{Missing, path, why};
pub use words::Words;
