//! Late move reduction: in a good order, late quiet moves are rarely best, so they are first searched to a reduced
//! depth.
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>.

/// Moves that are never late.
const EARLY: usize = 3;
/// Moves from here on are later still.
const LATER: usize = 6;

/// Returns the reduction in plies for the `index`th move at `depth` plies, if it is quiet and neither gives check nor
/// escapes one: less than `depth`, so that the move itself is always made.
#[inline]
pub(crate) const fn plies(depth: u32, index: usize) -> u32 {
    match (depth, index) {
        (0..2, _) | (_, 0..EARLY) => 0,
        (4.., LATER..) => 2,
        _ => 1,
    }
}
