//! Retrograde analysis: endings of three and four men, solved from the mates backwards.
//!
//! A [`TablePlan`] says which tables an ending needs, [`TablePlan::run`] makes them, and [`EndingTables`] answer. Positions are legal if no
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

pub use board::SmallBoard;
pub use ending::RetroEnding;
pub use error::RetroError;
pub(crate) use file::is_tables;
pub use generate::{TablePlan, TableProgress};
pub use notation::read_position;
pub use page::{Examples, Solved};
pub use position::{Position, RetroMove};
pub use proof::proof_sentence;
pub use summary::{Half, IterationMarks, PositionCount, Summary, Zugzwangs};
pub use tables::{EndingMove, EndingTables};
pub use unfold::Unfold;
pub use value::RetroValue;
