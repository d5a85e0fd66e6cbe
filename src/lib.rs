//! plywood makes a game-tree search visible: it runs a search with callback hooks, records everything that happens, and
//! draws it.
//!
//! # Four tasks
//!
//! **Explain a typed tree**, as `plywood explain` does:
//!
//! ```
//! use plywood::render::Style;
//! use plywood::tasks::{SearchRequest, Subject};
//!
//! let tree = Subject::from_text("((3 12 8) (2 4 6) (14 5 2))")?;
//! let mut page = Vec::new();
//! tree.explain(&SearchRequest::default(), &Style::default(), &mut page)?;
//! assert!(String::from_utf8(page)?.contains("Best line"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Explain a position** given as a FEN, and read the result instead of printing it:
//!
//! ```
//! use plywood::study::AnyStudy;
//! use plywood::tasks::{SearchRequest, Subject};
//!
//! let position = Subject::from_text("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?;
//! let study = position.search(&SearchRequest::default().depth(2))?;
//! assert_eq!(study.solve()?.pv, ["Ra8#"]);
//! let tree = study.explain(&plywood::tree::Keep::ALL)?;
//! assert_eq!(tree.root.children.len(), 15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Draw a game of your own** as SVG. A game has these seven methods; here, the player who takes the last of the
//! matches wins:
//!
//! ```
//! use plywood::{Score, game::{Ending, Game, Side}, render, search::Settings, study::Study};
//!
//! #[derive(Clone)]
//! struct Matches(Vec<u8>); // the matches left before each move, and now
//!
//! impl Game for Matches {
//!     type Move = u8;
//!     fn turn(&self) -> Side { if self.0.len() % 2 == 1 { Side::First } else { Side::Second } }
//!     fn moves(&self, moves: &mut Vec<u8>) { moves.extend(1..=2.min(self.0[self.0.len() - 1])) }
//!     fn play(&mut self, taken: u8) { self.0.push(self.0[self.0.len() - 1] - taken) }
//!     fn undo(&mut self) { self.0.pop(); }
//!     fn ending(&self) -> Option<Ending> { self.0.ends_with(&[0]).then_some(Ending::Loss) }
//!     fn evaluate(&self) -> Score { Score::ZERO }
//!     fn name(&self, taken: u8) -> String { format!("-{taken}") }
//! }
//!
//! let study = Study::new(Matches(vec![4]), (), Settings::default().depth(4))?;
//! let (svg, mut picture) = (render::format("svg").expect("SVG is one of the formats"), Vec::new());
//! (svg.write)(&study, &render::PageOptions::default(), &render::Style::default(), &mut picture)?;
//! assert!(String::from_utf8(picture)?.contains("-2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Listen to a search with your own hooks**, which may also remove moves and replace scores (see [`hooks`]):
//!
//! ```
//! use plywood::game::chess::{ChessGame, Material, parse_fen};
//! use plywood::hooks::{Event, Flow, Hooks, Line, SearchEvent, Verdict};
//! use plywood::search::{Order, alpha_beta};
//!
//! #[derive(Default)]
//! struct Cutoffs(u32);
//! impl Hooks<ChessGame> for Cutoffs {
//!     fn event(&mut self, _: Line<'_, ChessGame>, event: SearchEvent<'_, plywood::shakmaty::Move>) -> Flow {
//!         self.0 += u32::from(matches!(event, Event::Judged { verdict: Verdict::Cutoff { .. }, .. }));
//!         Flow::Continue(())
//!     }
//! }
//! let mut game = ChessGame::new(parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?, Material);
//! let mut hooks = Cutoffs::default();
//! alpha_beta(&mut game, &mut hooks, 3, Order::Static)?;
//! assert!(0 < hooks.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Subject`](tasks::Subject) can do what the command line can do: explain, draw, step, compare, verify. Underneath,
//! a [`Study`](study::Study) is one search of any game, which can be solved, explained (as a tree), recorded (every
//! event), drawn and verified.
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `cli` | yes | the command `plywood` and about 60 crates that it needs; if you only need the library, use `default-features = false` |
//! | `syzygy` | yes | Syzygy tablebase files; the tables that plywood makes itself need no feature |
//!
//! # Options
//!
//! All options ([`Settings`](search::Settings), [`SearchRequest`](tasks::SearchRequest),
//! [`PageOptions`](render::PageOptions), [`Style`](render::Style), [`Keep`](tree::Keep), [`Limits`](study::Limits) ...)
//! have the same form: start with the default, and change a field with the method of the same name, as in
//! `Settings::default().depth(4)`. New options do not break existing programs.
//!
//! # In reading order
//!
//! 1. [`score`], [`game`] and [`hooks`]: the vocabulary.
//! 2. [`search`]: begin with [`search::minimax()`], then [`search::alpha_beta()`].
//! 3. [`study`], and its results: [`tree`] and [`trace`], which is written to files and read back; [`cursor`] goes
//!    through it step by step.
//! 4. [`render`] draws a search, and [`verify`] checks it against plain minimax and the rules of its algorithm.
//!
//! The module `internal` is for the tests of this crate. It is undocumented and may change at any time.
//!
//! # Units and points of view
//!
//! Depths are plies (half-moves) still to search; a ply is counted from the root, which is 0. Scores are exact
//! thousandths of a pawn or mates in plies from the root. Inside a search they are for the side to move, and every
//! function documents whose view its scores take. No score is in White's view unless documented.

#![warn(unreachable_pub)]
// A new event, verdict or technique must be handled everywhere, so `_` does not match the variants of an enum.
#![warn(clippy::wildcard_enum_match_arm)]

mod cases;
mod compare;
mod core;
#[expect(missing_docs, reason = "not part of the public API")]
mod endgame;
#[expect(missing_docs, reason = "not part of the public API")]
mod exercise;
mod explain;
mod formats;
#[cfg(feature = "cli")]
#[expect(missing_docs, reason = "not part of the public API")]
mod homework;
mod input;
mod lessons;
#[expect(missing_docs, reason = "not part of the public API")]
mod opening_book;
mod page;
mod picture;
#[expect(missing_docs, reason = "not part of the public API")]
mod sargon;
mod step;
mod subject;
mod web;

#[cfg(feature = "cli")]
pub mod cli;
pub mod tasks;
pub mod verify;

pub use crate::core::names::{Named, UnknownName};
pub use crate::core::score::{Bound, Score, Window};
pub use crate::core::{cursor, game, hooks, score, search, study, trace, tree};
pub use crate::lessons::model;
/// The rules of chess, whose types appear in this library's API.
pub use shakmaty;

/// Pages and pictures of a study, in all formats.
pub mod render {
    #[doc(inline)]
    pub use crate::explain::{NamesAt, Page, PageOptions, PageQuestion, TreeLook, TreeStyle};
    #[doc(inline)]
    pub use crate::formats::{FORMATS, Format, ShapedBy, format};
    #[doc(inline)]
    pub use crate::page::{Charset, Command, Style, View};
    #[doc(inline)]
    pub use crate::step::Scene;
}

/// The items outside the public API that the tests, the benchmarks and the playground's module use. These users are
/// separate crates, so the items must be `pub`. The items may change at any time.
#[doc(hidden)]
pub mod internal {
    /// Makes modules reachable under their paths.
    macro_rules! reachable {
        ($($module:ident)+) => { $(pub mod $module { pub use crate::$module::*; })+ };
    }

    reachable! {
        cases compare core endgame exercise explain formats input lessons opening_book page sargon step subject web
    }

    #[cfg(feature = "cli")]
    reachable! { homework }
}

/// The documents whose examples are run as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct ReadmeDocument;
    #[doc = include_str!("../docs/trace-format.md")]
    struct TraceFormatDocument;
}
