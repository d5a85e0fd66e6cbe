//! Laws of the searches, on random trees and on real positions.

mod algorithms;
mod balance;
mod chess;
mod counts;
mod dag;
mod mistakes;
#[path = "../positions/mod.rs"]
mod positions;
mod techniques;
#[path = "../support/trees.rs"]
mod trees;
mod truth;
mod watch;
