//! *Sargon* (Dan and Kathe Spracklen, Hayden 1978): its board, its search and the program around them.
//!
//! A wing of its own: nothing below knows it, and what it does is told by the events of every other search.
//! [`SargonGame`] is chess as the program knows it, [`sargon()`] its search, [`SargonProgram`] what it keeps from move to move,
//! and [`SargonEngine`] puts all this into a [`Study`](crate::study::Study).

mod attack;
mod board;
mod book;
mod engine;
mod evaluation;
mod exchange;
mod game;
mod generator;
mod geometry;
mod import;
mod inspect;
mod notation;
mod program;
mod pseudo_legal;
mod quick;
mod report;
mod search;

pub(crate) use board::piece_value;
pub use board::{Move, MoveKind, Piece, SargonBoard};
pub use book::BookUse;
pub use engine::SargonEngine;
pub use evaluation::{StaticScore, byte_of_score, score_of_byte};
pub use exchange::ExchangeStep;
pub use game::SargonGame;
pub use geometry::Direction;
pub use inspect::{AttackReport, PinReport, PositionReport, RootMoveReport, SquareReport};
pub use program::{Counters, SargonCounts, SargonProgram, ThinkError, Thought, Variation};
pub use pseudo_legal::PseudoLegal;
pub use report::SargonReport;
pub use search::sargon;
