//! A warning where best play ends in the middle of an exchange: the horizon effect.

use super::answer::Fact;
use crate::page::words::Words;
use crate::score::Score;
use crate::search::Technique;
use crate::study::{AnyStudy, Beyond};
use crate::tree::SearchTree;

/// A smaller difference is what any move makes.
const MARGIN: Score = Score::from_millipawns(500);

/// Says what the end of best play comes to if its captures are searched on, as quiescence would, if that is another score.
///
/// # References
/// <https://www.chessprogramming.org/Horizon_Effect>
pub(crate) fn horizon(tree: &SearchTree, again: &dyn AnyStudy, words: &Words<'_>) -> Option<Fact> {
    let SearchTree { header, outcome, .. } = tree;
    let is_quiet = header.technique_set().has(Technique::Quiescence);
    let is_at_horizon = outcome.leaf_score.is_some() && outcome.cut_short.is_none() && outcome.complete;
    if header.shape.is_some() || is_quiet || !is_at_horizon {
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
    let text = format!(
        "best play ends with {end}. With captures searched on, the position after it is worth {after} in place of {before}"
    );
    (!comes_to.is_near(looks, MARGIN)).then_some(("Horizon", text))
}
