//! Retrograde analysis: endings of three and four men, solved from the mates backwards.
//!
//! A [`Plan`] says which tables an ending needs, [`Plan::run`] makes them, and [`Tables`] answer. Positions are legal if no
//! two men share a square, the kings are not side by side, pawns stand on ranks 2 to 7, and the side not to move is not in
//! check; castling, en passant, the fifty-move rule and how a position came about play no part. Plies count to the mate.

mod board;
mod ending;
mod error;
mod file;
mod generate;
mod index;
mod notation;
mod page;
mod position;
mod proof;
mod summary;
mod tables;
mod unfold;
mod value;

pub use board::Board;
pub use ending::Ending;
pub use error::RetroError;
pub(crate) use file::is_tables;
pub use generate::{Plan, Progress};
pub use notation::read_position;
pub use page::{Examples, Solved};
pub use position::{Position, Step};
pub use proof::proof_sentence;
pub use summary::{Count, Half, Marks, Summary, Zugzwangs};
pub use tables::{Choice, Tables};
pub use unfold::Unfold;
pub use value::Value;
