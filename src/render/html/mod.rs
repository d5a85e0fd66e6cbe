//! Pages for browsers, which need nothing but themselves: one search step by step, and all lessons as a book.

mod book;
mod cells;
mod list;
mod nodes;
mod page;
mod pair;
mod parts;
mod search;
mod shell;
mod steps;
mod tree;

pub use book::{Chapter, book};
pub use page::write;
pub use pair::pair;
pub use shell::trace_in;
