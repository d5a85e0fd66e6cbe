//! Laws of the searches, on random trees and on real positions.

mod algorithms;
mod balance;
mod best_moves;
mod chess;
mod counts;
mod dag;
mod graph_history;
mod mistakes;
#[path = "../positions/mod.rs"]
mod positions;
mod pv;
mod shown;
mod techniques;
#[path = "../support/trees.rs"]
mod trees;
mod truth;
mod verified;
mod watch;
