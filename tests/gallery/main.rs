//! Laws of the searches, on random trees and on real positions.

mod algorithms;
mod balance;
mod counts;
mod mistakes;
mod trees;
mod watch;
