//! Sargon (1978), compared position by position with the results of its ports.

mod carrier;
mod laws;
mod page;
mod pawn_board;
mod program;
mod quirks;
mod trees;
