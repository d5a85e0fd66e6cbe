//! Pages for browsers, which need nothing but themselves: one search step by step, and all lessons as a book.

mod assets;
mod book;
mod cells;
mod key;
mod list;
mod nodes;
mod opponent;
mod packed;
mod page;
mod pair;
mod parts;
mod play;
mod search;
mod shell;
mod steps;
mod thumbnail;
mod tour;
mod tree;
mod upright;

pub(crate) use book::{Chapter, book};
pub use packed::data_in;
pub(crate) use page::write;
pub(crate) use pair::pair;
pub use play::answer;
pub(crate) use play::playground;
