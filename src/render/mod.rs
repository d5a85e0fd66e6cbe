//! What people read: one form of output per file.
//!
//! Invariant: renderers know only plain data (the trace, the tree folded from it, what `compare` and `verify` found), and
//! change nothing.

mod annotated;
mod board;
mod compare;
mod costs;
mod drawing;
mod keyed;
mod legend;
pub mod log;
mod outline;
pub mod report;
pub mod sargon;
mod sargon_report;
mod style;
mod verify;
mod why;
mod words;

pub use annotated::tree as annotated_tree;
pub use board::board;
pub use compare::{comparison, contenders, depths, differences, parting};
pub use costs::costs;
pub use drawing::{Drawn, Picture, Spacing};
pub use keyed::{orders, pv_scan};
pub use legend::legend;
pub use outline::tree as outline;
pub use style::{Charset, Paint, Style, decimals};
pub use verify::verification;
pub use why::{follow, unsearched, why};
pub use words::Words;
