//! plywood makes a game-tree search visible: it runs a search through callback hooks, records everything that happens,
//! and draws it.
//!
//! # A guided tour
//!
//! [`score`] is the ground floor: exact scores, the window between alpha and beta, and what a score proves. A search asks
//! a [`game`] for moves and static scores, tells its [`hooks`] of every step, and takes from them what moves and scores
//! to use instead. The algorithms in [`search`] know nothing more than that.
//!
//! What is above only watches. [`trace`] is a search as plain data with names, written to files and read back;
//! [`recording`] leads from a search to its trace and back to those who watch; [`tree`] is a trace folded, and [`pv`] finds
//! the line of best play in three ways. Lessons are read by [`model`], positions and games by [`input`];
//! a [`subject`] is one of them, and [`study`] is one search of it, told again for each question that somebody asks.
//! [`explain`] is its page, [`picture`] draws it, [`web`] makes pages for browsers, and [`formats`] lists all forms of output.
//!
//! This searches Wikipedia's example tree, records it, and finds its principal variation:
//!
//! ```
//! use plywood::model::{Content, Lesson, builtin};
//! use plywood::pv::CollectedLines;
//! use plywood::hooks::{Event, Verdict, Watch};
//! use plywood::recording::Recorder;
//! use plywood::search::{Order, alpha_beta};
//! use plywood::trace::line_text;
//!
//! let lesson = Lesson::from_json(builtin("wikipedia").ok_or("no such lesson")?)?;
//! let Content::Tree(mut game) = lesson.content else { return Err("this lesson has a board".into()) };
//!
//! // Two hooks at once: one keeps every event, with names, the other one collects the principal variation.
//! let mut hooks = (Recorder::new(Vec::new(), None), Watch(CollectedLines::default()));
//! let result = alpha_beta(&mut game, &mut hooks, lesson.depth, Order::Static)?;
//! let (recorder, Watch(lines)) = hooks;
//!
//! assert_eq!(result.score.to_string(), "6.000");
//! assert_eq!(lines.pv().leaf_score_at_root(), Some(result.score));
//! for record in recorder.finish()? {
//!     if let Event::Judged { score, verdict: Verdict::Cutoff { skipped }, .. } = record.event {
//!         println!("{} cuts with {score} and skips {skipped}", line_text(&record.subject(), None));
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # In reading order
//!
//! 1. [`score`], [`game`] and [`hooks`]: the vocabulary.
//! 2. [`search`]: begin with [`search::minimax()`], then [`search::alpha_beta()`].
//! 3. [`trace`], [`recording`], [`tree`] and [`pv`]: what can be known of a search afterwards.
//! 4. [`model`], [`input`] and [`subject`]: where games to search come from.
//! 5. [`study`], [`explain`] and [`steps`]: what people ask, step by step and at one glance.
//! 6. [`compare`] and [`proof`]: one search beside others, and beside plain minimax; [`distil`], which makes lessons of
//!    real positions; and [`sargon`], the program of 1978 around its own search.
//!
//! # Units and points of view
//!
//! Depths are plies (half-moves) still to search; a ply is counted from the root, which is 0. Scores are exact
//! thousandths of a pawn or mates in plies from the root; inside a search they speak for the side to move, and every
//! function says whose view its scores take. Nothing is White's view unless it says so.

#![warn(unreachable_pub)]
// A new event, verdict or technique is decided about wherever it matters: no `_` stands for variants of an enum.
#![warn(clippy::wildcard_enum_match_arm)]
// What only the command line asks for is dead without it.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

mod core;

pub mod input;

pub mod lessons;

pub mod subject;

pub mod page;

pub mod explain;

pub mod steps;

pub mod picture;

pub mod web;

pub mod formats;

pub mod compare;

pub mod proof;

pub mod wings;

/// The command line. What is public here is public for the program and the hunt alone.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use self::core::{game, hooks, names, pv, recording, score, search, study, trace, tree};
pub(crate) use self::core::{random, text};
pub use lessons::{distil, model};
pub use names::{Named, UnknownName};
pub use score::{Bound, Score, Window};
/// The rules of chess, whose types stand in this library's own.
pub use shakmaty;
pub use steps::cursor;
pub use wings::{book, exercise, retro, sargon, tables};

/// The documents whose samples are run as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/trace-format.md")]
    struct TraceFormat;
}
