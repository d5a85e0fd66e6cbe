//! What each mistake of class changes in the pseudocode, line by line.

use crate::search::Mistake;

/// A line of fail-hard alpha-beta, by its number, or what only fail-soft has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodePlace {
    /// Where the best is set before the first move; only who fails soft has it.
    Start = 0,
    /// What a leaf is worth.
    Leaf = 3,
    /// The loop over the moves.
    For = 4,
    /// The search of a child.
    Child = 5,
    /// The test for a cutoff.
    Cutoff = 6,
    /// The test for a new best.
    Better = 8,
    /// What is returned in the end.
    Leave = 11,
}

/// Returns the lines that a mistake changes, and what stands there instead.
pub(super) fn changes(mistake: Mistake) -> &'static [(CodePlace, &'static str)] {
    match mistake {
        Mistake::RootWindow => {
            &[(CodePlace::Child, "        s = -search(after the move, depth - 1, -inf, +inf)   at the root")]
        }
        Mistake::SwappedBounds => {
            &[(CodePlace::Child, "        s = -search(after the move, depth - 1, -alpha, -beta)")]
        }
        Mistake::MissingNegation => {
            &[(CodePlace::Child, "        s = search(after the move, depth - 1, -beta, -alpha)")]
        }
        Mistake::NoDeepBounds => &[(CodePlace::Child, "        s = -search(after the move, depth - 1, -inf, -alpha)")],
        Mistake::NoPruning => &[(CodePlace::Child, "        s = -search(after the move, depth - 1, -inf, +inf)")],
        Mistake::SameWindow => &[(CodePlace::Child, "        s = -search(after the move, depth - 1, alpha, beta)")],
        Mistake::RootGe => &[(CodePlace::Better, "        if s >= alpha:                   at the root")],
        Mistake::WorseSibling => {
            &[(CodePlace::Better, "        if s <= alpha: return alpha      below the root, second move on")]
        }
        Mistake::RightToLeft => &[(CodePlace::For, "    for each move, from the last to the first:")],
        Mistake::RootIsMin => {
            &[(CodePlace::Leaf, "    if depth = 0 or there is no move: return minus the static score")]
        }
        Mistake::LeafSign => &[(CodePlace::Leaf, MAX_LEAF)],
        Mistake::BothMax => &[
            (CodePlace::Leaf, MAX_LEAF),
            (CodePlace::Child, "        s = search(after the move, depth - 1, -beta, -alpha)"),
        ],
        Mistake::PlyShort => &[(CodePlace::Leaf, "    if depth = 1 or there is no move: return the static score")],
        Mistake::Strict => &[(CodePlace::Cutoff, "        if s > beta:")],
        Mistake::LateAlpha => &[(CodePlace::Cutoff, "        if alpha >= beta:")],
        Mistake::WrongSide => &[(CodePlace::Cutoff, "        if s <= alpha:")],
        Mistake::ZeroStart => &[(CodePlace::Start, "    best = 0")],
        Mistake::LastScore => &[(CodePlace::Leave, "    return s")],
    }
}

const MAX_LEAF: &str = "    if depth = 0 or there is no move: return the static score for MAX";
