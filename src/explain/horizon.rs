//! The warning about what a search did not see after the end of its best line.

use crate::core::game::Game;
use crate::core::score::Score;
use crate::core::search::Technique;
use crate::core::study::{AnyStudy, LineEndReport, TacticalMoves};
use crate::core::tree::SearchTree;
use crate::page::words::Words;

/// The smallest difference worth a warning; quiet moves usually make a smaller difference.
const MARGIN: Score = Score::from_millipawns(500);

/// The warning about the end of the best line.
pub(crate) struct Horizon {
    /// A sentence about what the search could not see.
    pub said: String,
    /// The command-line option that shows more.
    pub option: String,
}

impl Horizon {
    /// The label of the warning.
    pub(crate) const LABEL: &'static str = "Horizon";
}

/// Warns about what the search may have missed after the end of the best line, if the line ends with a static
/// evaluation.
pub(crate) fn horizon(tree: &SearchTree, again: &dyn AnyStudy, words: &Words<'_>) -> Option<Horizon> {
    let SearchTree { header, outcome, .. } = tree;
    let is_at_horizon = outcome.cut_short.is_none() && outcome.complete;
    let leaf = outcome.leaf_score.filter(|_| is_at_horizon && header.shape.is_none())?;
    rest_of_game(tree, leaf, words).or_else(|| exchange(tree, again, words))
}

/// Warns that the game goes on after the best line, because the score itself does not show that it is only a static
/// evaluation.
fn rest_of_game(SearchTree { header, outcome, .. }: &SearchTree, leaf: Score, words: &Words<'_>) -> Option<Horizon> {
    let mut moves = Vec::new();
    header.game_after(&outcome.pv).filter(|game| game.ending().is_none())?.moves(&mut moves);
    // A game that ends with points has no ending, only no moves.
    moves.first()?;
    let leaf = words.score(leaf, 0);
    let said = format!("the best line ends before the game does: {leaf} is a static evaluation, not a result");
    Some(Horizon { said, option: format!("try --depth\u{a0}{}", header.depth.saturating_add(1)) })
}

/// Warns if the score at the end of the best line changes by more than `MARGIN` when the captures in that position are
/// searched, as in quiescence. Returns `None` if it changes less, or if the search itself used quiescence.
///
/// # References
/// <https://www.chessprogramming.org/Horizon_Effect>
fn exchange(
    SearchTree { header, outcome, .. }: &SearchTree,
    again: &dyn AnyStudy,
    words: &Words<'_>,
) -> Option<Horizon> {
    if header.technique_set().has(Technique::Quiescence) {
        return None;
    }
    let LineEndReport { looks, comes_to, last: did, next, in_check } = again.beyond(&outcome.pv)?;
    let (last, line) = outcome.pv.split_last()?;
    let last = words.mv(last, line.len());
    let is_promotion = did == Some(TacticalMoves::Promotions);
    let end = match (did.map(|_| if is_promotion { "promotion" } else { "capture" }), in_check, next) {
        (Some(deed), true, _) => format!("the {deed} {last}, a check"),
        (Some(deed), false, _) => format!("the {deed} {last}"),
        (None, true, _) => format!("the check {last}"),
        (None, false, Some(TacticalMoves::Promotions)) => format!("{last}, which lets a pawn promote"),
        (None, false, Some(TacticalMoves::Both)) => format!("{last}, which allows captures and a promotion"),
        (None, false, Some(TacticalMoves::Captures) | None) => format!("{last}, which leaves something to capture"),
    };
    let following = match next {
        Some(TacticalMoves::Promotions) => "promotions",
        Some(TacticalMoves::Both) => "captures and promotions",
        Some(TacticalMoves::Captures) | None => "captures",
    };
    // As in the tree, these scores belong to the side that made the last move.
    let [before, after] = [looks, comes_to].map(|score| words.score(-score, line.len()));
    let said = format!(
        "the best line ends with {end}. If you also search the {following} that follow, the score there changes from {before} to {after}"
    );
    (!comes_to.is_near(looks, MARGIN)).then(|| Horizon { said, option: "--with\u{a0}quiescence".to_owned() })
}
