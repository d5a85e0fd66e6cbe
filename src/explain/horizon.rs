//! What lies behind the end of best play: the rest of an exchange, which is the horizon effect, or of a game.

use crate::game::Game;
use crate::page::words::Words;
use crate::score::Score;
use crate::search::Technique;
use crate::study::{AnyStudy, Beyond};
use crate::tree::SearchTree;

/// A smaller difference is what any move makes.
const MARGIN: Score = Score::from_millipawns(500);

/// What a page warns of at the end of best play.
pub(crate) struct Horizon {
    /// What was not seen.
    pub said: String,
    /// The option of the command that sees more.
    pub option: String,
}

impl Horizon {
    /// What stands before it.
    pub(crate) const LABEL: &'static str = "Horizon";
}

/// Says what the depth hides at the end of best play, if that ends with a static score.
pub(crate) fn horizon(tree: &SearchTree, again: &dyn AnyStudy, words: &Words<'_>) -> Option<Horizon> {
    let SearchTree { header, outcome, .. } = tree;
    let is_at_horizon = outcome.cut_short.is_none() && outcome.complete;
    let leaf = outcome.leaf_score.filter(|_| is_at_horizon && header.shape.is_none())?;
    rest_of_game(tree, leaf, words).or_else(|| exchange(tree, again, words))
}

/// Says of a game that it is not over there: nothing tells a static score from a result.
fn rest_of_game(SearchTree { header, outcome, .. }: &SearchTree, leaf: Score, words: &Words<'_>) -> Option<Horizon> {
    header.game_after(&outcome.pv).filter(|game| game.ending().is_none())?;
    let leaf = words.score(leaf, 0);
    let said = format!("the game goes on where best play ends: {leaf} is a static score, not a result");
    Some(Horizon { said, option: format!("--depth\u{a0}{} looks further", header.depth.saturating_add(1)) })
}

/// Says what the end of best play comes to if its captures are searched on, as quiescence would, if that is another score.
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
    let Beyond { looks, comes_to, is_capture, in_check } = again.beyond(&outcome.pv)?;
    let (last, line) = outcome.pv.split_last()?;
    let last = words.mv(last, line.len());
    let end = match (is_capture, in_check) {
        (true, true) => format!("the capture {last}, a check"),
        (true, false) => format!("the capture {last}"),
        (false, true) => format!("the check {last}"),
        (false, false) => format!("{last}, which leaves something to capture"),
    };
    let [before, after] = [looks, comes_to].map(|score| words.score(score, outcome.pv.len()));
    let said = format!(
        "best play ends with {end}. With captures searched on, the position after it is worth {after} in place of {before}"
    );
    (!comes_to.is_near(looks, MARGIN)).then(|| Horizon { said, option: "--with\u{a0}quiescence".to_owned() })
}
