//! Laws of the searches, on random trees and on real positions.

mod algorithms;
mod audited;
mod balance;
mod best_moves;
mod chess;
mod counts;
mod dag;
mod graph_history;
mod iterations;
mod mistakes;
mod pv;
mod shown;
#[path = "../support/mod.rs"]
mod support;
mod techniques;
mod truth;
mod verified;
mod watch;
