//! Describes how many of the judged moves were new bests.

use crate::core::trace::Statistics;
use crate::page::text::{counted, grouped};

/// Describes how many of the judged moves raised alpha: `3,282 of 81,286 judged moves were new bests (4.0%)`; returns
/// `None` if no move was judged.
pub(crate) fn new_bests(counts: &Statistics) -> Option<String> {
    let were = if counts.raised == 1 { "was a new best" } else { "were new bests" };
    let moves = counted(counts.judged, "judged move", "judged moves");
    let share = share_of_new_bests(counts)?;
    Some(format!("{} of {moves} {were} ({share})", grouped(counts.raised)))
}

/// Returns the share of judged moves that raised alpha, such as `4.0%`; returns `None` if no move was judged.
pub(crate) fn share_of_new_bests(counts: &Statistics) -> Option<String> {
    // A trace from another program may contain any counts.
    let (raised, judged) = (u128::from(counts.raised), u128::from(counts.judged));
    let permille = (1000 * raised + judged / 2).checked_div(judged)?;
    Some(format!("{}.{}%", permille / 10, permille % 10))
}
