//! Properties of the searches, on random trees and on real positions.

mod algorithms;
mod audited;
mod balance;
mod best_moves;
mod chess;
mod claims;
mod counts;
pub mod dag;
mod extent;
mod folded;
mod graph_history;
mod iterations;
mod mistakes;
mod passes;
mod pv;
mod shown;
mod signature;
mod techniques;
mod truth;
mod verdicts;
mod verified;
mod watch;
