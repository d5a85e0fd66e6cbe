//! plywood makes a game-tree search visible: it runs a search through callback hooks, records everything that happens,
//! and draws it.
//!
//! # The door
//!
//! A [`Study`](study::Study) is one search: it is solved, explained (as a tree), recorded (every event), drawn and verified.
//!
//! ```
//! use plywood::game::chess::{ChessGame, Material, parse_fen};
//! use plywood::render::{Page, PageOptions, Style};
//! use plywood::search::Settings;
//! use plywood::study::{AnyStudy, Study};
//!
//! let game = ChessGame::new(parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?, Material);
//! let study = Study::new(game, (), Settings { depth: 1, ..Settings::default() })?;
//! assert_eq!(study.solve()?.pv, ["Ra8#"]);
//! assert_eq!(study.explain(&plywood::tree::Keep::ALL)?.root.children.len(), 15);
//! study.record(&mut Vec::new())?;
//! Page::new(&study, &PageOptions::default(), &Style::default())?.write(&mut std::io::stdout())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The second argument are [`hooks`]: they may take moves away and replace scores, and are told of every event. A [`game`] may
//! be a position, a tree or anything else with moves; a [`model`] is a lesson with its own.
//!
//! # In reading order
//!
//! 1. [`score`], [`game`] and [`hooks`]: the vocabulary.
//! 2. [`search`]: begin with [`search::minimax()`], then [`search::alpha_beta()`].
//! 3. [`study`], and what it gives: [`tree`] and [`trace`], which is written to files and read back; [`cursor`] goes through
//!    it step by step.
//! 4. [`render`] draws it, [`verify`] checks it against plain minimax and against its own rules.
//!
//! Everything else that is `pub` exists for the command and the tests. It is undocumented and may change at any time.
//!
//! # Units and points of view
//!
//! Depths are plies (half-moves) still to search; a ply is counted from the root, which is 0. Scores are exact
//! thousandths of a pawn or mates in plies from the root; inside a search they speak for the side to move, and every
//! function says whose view its scores take. Nothing is White's view unless it says so.

#![warn(unreachable_pub)]
// A new event, verdict or technique is decided about wherever it matters: no `_` stands for variants of an enum.
#![warn(clippy::wildcard_enum_match_arm)]
// Only the command line needs it; otherwise it is dead code.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[doc(hidden)]
pub mod core;

pub use crate::core::names::{Named, UnknownName};
pub use crate::core::score::{Bound, Score, Window};
pub use crate::core::{cursor, game, hooks, score, search, study, trace, tree};
pub use crate::lessons::model;
/// The rules of chess, whose types stand in this library's own.
pub use shakmaty;

/// Pages and pictures of a study, in all forms.
pub mod render {
    #[doc(inline)]
    pub use crate::explain::{Page, PageOptions, PageQuestion, TreeLook, TreeStyle};
    #[doc(inline)]
    pub use crate::formats::{FORMATS, Format, format};
    #[doc(inline)]
    pub use crate::page::{Charset, Style, View};
}

/// The command line.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod endgame;
#[doc(hidden)]
pub mod exercise;
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod formats;
#[doc(hidden)]
pub mod homework;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod lessons;
#[doc(hidden)]
pub mod opening_book;
#[doc(hidden)]
pub mod page;
#[doc(hidden)]
pub mod picture;
#[doc(hidden)]
pub mod sargon;
#[doc(hidden)]
pub mod step;
#[doc(hidden)]
pub mod subject;
pub mod verify;
#[doc(hidden)]
pub mod web;

/// The documents whose samples are run as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct ReadmeDocument;
    #[doc = include_str!("../docs/trace-format.md")]
    struct TraceFormatDocument;
}
