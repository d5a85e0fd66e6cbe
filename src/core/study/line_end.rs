//! What lies beyond the end of a line: captures and promotions that a search to a fixed depth did not see.

use super::GameTree;
use crate::core::score::{Score, Window};
use std::cmp::Reverse;

/// The maximum number of positions to search beyond a line.
const MOST: u32 = 20_000;

/// What lies beyond the end of a line. Scores are for the side to move at the end of the line; mates are counted from
/// the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineEndReport {
    /// The static evaluation of the position at the end of the line.
    pub looks: Score,
    /// The score after captures, and all replies to check, have been searched until the position is quiet.
    pub comes_to: Score,
    /// What the last move did, if it captured or promoted.
    pub last: Option<TacticalMoves>,
    /// What the moves after the line do, if any of them capture or promote.
    pub next: Option<TacticalMoves>,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

/// The moves that quiescence searches: what they do, counted as captures if they also promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TacticalMoves {
    /// All of them capture.
    Captures,
    /// All of them promote without a capture.
    Promotions,
    /// Some capture, and others only promote.
    Both,
}

impl TacticalMoves {
    /// Returns what these moves do, given their names.
    fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let kind = |name: &str| if name.contains('x') { Self::Captures } else { Self::Promotions };
        names.into_iter().map(kind).reduce(|one, other| if one == other { one } else { Self::Both })
    }
}

/// Plays a line and looks beyond its end. Returns `None` if the game is over at the end of the line, if the game does
/// not distinguish captures, or if there are too many captures to search.
pub(super) fn beyond(ground: &mut dyn GameTree, line: &[String]) -> Option<LineEndReport> {
    let mut last = None;
    for name in line {
        let index = ground.find(name)?;
        let is_tactical = ground.tactics()?.is_tactical(index);
        last = TacticalMoves::of(is_tactical.then_some(name.as_str()));
        ground.play(index);
    }
    if ground.ending().is_some() {
        return None;
    }
    let looks = ground.score()?;
    let names = ground.names();
    let tactics = ground.tactics()?;
    let in_check = tactics.in_check();
    let tactical = names.iter().enumerate().filter(|&(index, _)| tactics.is_tactical(index));
    let next = TacticalMoves::of(tactical.map(|(_, name)| name.as_str()));
    let mut left = MOST;
    let comes_to = settled(ground, Window::FULL, &mut left)?;
    Some(LineEndReport { looks, comes_to, last, next, in_check })
}

/// Searches as plywood's quiescence search does. Returns `None` if the search needs more than `left` positions.
fn settled(ground: &mut dyn GameTree, window: Window, left: &mut u32) -> Option<Score> {
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
