//! What lies beyond the horizon: what a position comes to if its captures are searched on.

use super::Ground;
use crate::score::{Score, Window};
use std::cmp::Reverse;

/// More positions than this are not looked at.
const MOST: u32 = 20_000;

/// The position at the end of a line. Scores are for the side to move there; mates are counted from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// Its static score.
    pub looks: Score,
    /// Its score if captures, and all ways out of check, are searched on until none is worth it.
    pub comes_to: Score,
    /// Whether the last move captured or promoted.
    pub is_capture: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

/// Plays a line and looks beyond its end; nothing if the game is over there, cannot tell captures, or has too many.
pub(super) fn beyond(ground: &mut dyn Ground, line: &[String]) -> Option<Beyond> {
    let mut is_capture = false;
    for name in line {
        let index = ground.find(name)?;
        is_capture = ground.tactics()?.is_tactical(index);
        ground.play(index);
    }
    if ground.ending().is_some() {
        return None;
    }
    let looks = ground.score()?;
    let in_check = ground.tactics()?.in_check();
    let mut left = MOST;
    let comes_to = settled(ground, Window::FULL, &mut left)?;
    Some(Beyond { looks, comes_to, is_capture, in_check })
}

/// Searches as plywood's quiescence does; nothing if more positions than are left have to be looked at.
fn settled(ground: &mut dyn Ground, window: Window, left: &mut u32) -> Option<Score> {
    *left = left.checked_sub(1)?;
    let (count, score) = (ground.moves(), ground.score()?);
    if count == 0 || ground.ending().is_some() {
        return Some(score);
    }
    let tactics = ground.tactics()?;
    let in_check = tactics.in_check();
    let mut best = if in_check { Score::MIN } else { score };
    let mut moves: Vec<usize> = (0..count).filter(|&index| in_check || tactics.is_tactical(index)).collect();
    moves.sort_by_key(|&index| Reverse(tactics.mvv_lva(index)));
    for index in moves {
        if window.beta <= best {
            break;
        }
        ground.play(index);
        let found = settled(ground, Window { alpha: -window.beta, beta: -window.alpha.max(best) }, left);
        ground.undo();
        best = best.max(-found?);
    }
    Some(best)
}
