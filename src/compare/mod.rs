//! Searches of one position side by side: a row for each, or two of them node by node. [`page`] writes what was found.

mod differences;
mod engines;
mod matching;
pub mod page;
mod parting;
mod ran;
mod recordings;
mod rows;
mod said;

pub use differences::Differences;
pub use engines::{Contender, PlayError, play};
pub use parting::{Ignored, Parting};
pub use ran::Ran;
pub use recordings::{HeaderField, Ply, Recordings, recordings};
pub use rows::{Refused, SearchRow, SearchRows, combinations, gallery, inexact, names};
pub use said::{Difference, DifferenceCounts, Dissent, Said};
