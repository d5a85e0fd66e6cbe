//! Searches. Each algorithm is one file that reads next to its reference; what they share is in `walk`.
//!
//! Start with `minimax.rs`, `negamax.rs` and `alpha_beta.rs` in `algorithm`. [`Settings`] combines algorithms and techniques. [`Walk`] is for
//! algorithms of one's own.
//!
//! Invariant: a search knows [`Game`](crate::game::Game), [`Hooks`](crate::hooks::Hooks) and [`Score`]: no chess, no
//! input or output, and no strings but the names of its own parts.

mod algorithm;
mod best_line;
pub(crate) mod children;
mod cut;
mod engine;
mod mistakes;
pub(crate) mod ordering;
mod ranking;
mod run;
mod settings;
pub(crate) mod technique;
pub(crate) mod value;
pub(crate) mod walk;

pub use algorithm::{Algorithm, alpha_beta, fail_soft, minimax, mtdf, negamax, pvs};
pub use children::{Child, Children};
pub use cut::{Cut, Fail};
pub use mistakes::Mistake;
pub use ordering::{Order, UnknownOrder};
pub use run::{Found, SearchError};
pub use settings::{Settings, SettingsError};
pub use technique::transposition_table::{
    LineEnd, Replacement, TableAnswers, TableLine, TableSettings, TableSizeError,
};
pub use technique::{Technique, Techniques};
pub use value::Value;
pub use walk::Walk;

use crate::score::Score;

/// The deepest search that is accepted, in plies.
pub const MAX_DEPTH: u32 = 64;

/// What a finished search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The score of the root for the side to move.
    pub score: Score,
    /// The best move, the first of equals; `None` if the root is a leaf.
    pub best: Option<M>,
}

/// A hook broke off the search; nothing is proved about the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;
