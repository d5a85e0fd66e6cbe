//! What a search thinks of one move, depth by depth.

use crate::compare::said::Said;
use crate::explain::{least_decimals, path, score_sentence, search_sentence, top};
use crate::page::document::{Column, Document, Table};
use crate::page::{Mark, Style, Words, decimals};
use crate::score::Score;
use crate::trace::Header;
use crate::tree::{SearchTree, Unsearched};

/// What a search to one depth thinks of a move.
#[derive(Clone, Debug)]
pub struct MoveAtDepth {
    depth: u32,
    /// What it says of the move, or why it says nothing.
    said: Result<Said, &'static str>,
    /// The answer that decided.
    answer: Option<String>,
    best: Option<String>,
    /// For the side to move at the root.
    score: Option<Score>,
}

impl MoveAtDepth {
    /// Looks up the last move of `line` in a search that was folded with that line as its focus.
    #[must_use]
    pub fn new(tree: &SearchTree, line: &[String]) -> Self {
        let nodes = path(tree, line);
        let node = nodes.as_ref().ok().and_then(|nodes| nodes.last().copied());
        let said = match (&nodes, node.and_then(Said::of)) {
            (_, Some(said)) => Ok(said),
            (Err((_, Some(Unsearched::Cutoff(_)))), _) => Err("skipped after a cutoff"),
            (Err((_, Some(Unsearched::Pruned(..)))), _) => Err("pruned"),
            (Err((_, Some(Unsearched::Settled(_)))), _) => Err("skipped: the game was won"),
            (Err((_, Some(Unsearched::Stopped))), _) | (Ok(_), None) => Err("the search was stopped"),
            (Err((_, None)), None) => Err("not reached"),
        };
        let answer = node.and_then(|node| node.decisive()).map(|answer| answer.name().to_owned());
        let outcome = &tree.outcome;
        Self { depth: tree.header.depth, said, answer, best: outcome.best.clone(), score: outcome.score }
    }
}

/// Returns a row for each depth: the score of the last move of `line`, what became of it, and what was best instead.
#[must_use]
pub fn history(header: &Header, line: &[String], seen: &[MoveAtDepth], style: &Style) -> Document {
    let scores = seen.iter().flat_map(|one| [one.score, one.said.ok().map(|said| said.score)]).flatten();
    let style = &Style { decimals: decimals(scores, least_decimals(header)), ..*style };
    let (words, ply) = (Words::new(style, header), line.len().saturating_sub(1));
    let mut page = top(header, &[search_sentence(header), score_sentence(header, style.view)], Vec::new(), style);
    page.gap();
    let row = |one: &MoveAtDepth| {
        let (score, verdict) = match one.said {
            Ok(said) => {
                (words.bounded(said.score, said.bound, ply), Mark::of(said.verdict, ply, words.perspective).word())
            }
            Err(reason) => ("-".to_owned(), reason.to_owned()),
        };
        [
            one.depth.to_string(),
            score,
            verdict,
            one.answer.as_ref().map_or_else(String::new, |answer| words.mv(answer, line.len())),
            one.best.as_ref().map_or_else(String::new, |best| words.mv(best, 0)),
            one.score.map_or_else(String::new, |score| words.score(score, 0)),
        ]
    };
    let kinds = [Column::Right, Column::Right, Column::Left, Column::Left, Column::Left, Column::Right];
    let heads = ["depth", &words.place(line), "verdict", "answer", "best move", "its score"];
    page.table(Table::new(kinds, heads, seen.iter().map(row)));
    page.gap();
    page.text(
        "Each depth is a search of its own; best move and its score are those of the root. A score with <= or >= is a limit: the \
         search needed to know no more of the move. The answer is the reply that decided its score.",
    );
    page
}
