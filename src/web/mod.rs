//! Self-contained browser pages: one search step by step, and all lessons as a book.

mod cells;
mod key;
mod minifier;
mod opponent;
mod overview;
mod page;
mod parts;
mod play;
mod search;
mod shell;
mod steps;
mod survey;
#[cfg(feature = "cli")]
mod thumbnail;
mod tour;
mod tree;
mod turned;
mod upright;

pub(crate) use page::write;
#[cfg(feature = "cli")]
pub(crate) use page::{Chapter, book, pair};
pub use play::answer;
#[cfg(feature = "cli")]
pub(crate) use play::playground;
pub use shell::data_in;
