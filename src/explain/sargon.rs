//! The answer of a search by Sargon: score bytes beside pawns, and what its ports report.

use super::answer::Fact;
use crate::page::text::counted;
use crate::page::words::Words;
use crate::sargon::{Counters, SargonReport};
use crate::score::Score;
use crate::trace::move_text;
use crate::tree::SearchTree;

/// The byte of a mate found.
const MATE: u8 = 255;

fn best(report: &SargonReport, words: &Words<'_>) -> String {
    let best = move_text(&report.thought.best_san, 0, words.perspective.numbering);
    format!("{best} ({})", report.thought.best_move)
}

/// Says which move comes out of the opening book.
pub(super) fn book(report: &SargonReport, words: &Words<'_>) -> Vec<Fact> {
    let text = format!(
        "{}, out of its opening book, without a search. At the start of the game Sargon chooses between e4 and d4 by a byte \
         that nobody controls; here the first request counts as 1, which is d4. --no-book makes it search.",
        best(report, words)
    );
    vec![("Best move", text)]
}

/// Returns the best move, its score in both units, the PV and its value, and the counters.
pub(super) fn answer(tree: &SearchTree, report: &SargonReport, words: &Words<'_>) -> Vec<Fact> {
    let score = tree.outcome.score.unwrap_or_default();
    let byte = report.thought.root_score1;
    let mut rows = Vec::new();
    if !tree.outcome.complete {
        rows.push(("Stopped", "the search was stopped; this is what it had found so far.".to_owned()));
    }
    rows.push(("Best move", format!("{}   {}   root_SCORE1 {byte}", best(report, words), words.score(score, 0))));
    rows.push(("Best play", format!("{}   (as its ports report it)", words.line(&tree.outcome.pv))));
    if let Some(line) = &report.searched_line {
        let text = format!(
            "{}; the ports read best play off a list of best moves by ply alone, so they can pick up a move of another \
             subtree, or end early",
            words.line(line)
        );
        rows.push(("Searched", text));
    }
    rows.push(("Score", meaning(byte).to_owned()));
    rows.push(("Value", value(tree, report)));
    rows.push(("Cost", cost(&report.thought.counters)));
    rows
}

/// What the byte of the root's score says.
const fn meaning(byte: u8) -> &'static str {
    match byte {
        MATE => {
            "255 is Sargon's mark of a mate that it found, not a sum of pawns. It does not say in how many moves, and the search \
             ends with the first such root move, which need not be the shortest mate."
        }
        _ => "what the line changes against the root, not who is ahead: (root_SCORE1 - 128) / 8 pawns",
    }
}

/// The value that the ports display.
fn value(tree: &SearchTree, report: &SargonReport) -> String {
    let pawns = Score::from_millipawns(10 * report.thought.value);
    // No position is scored behind a mate, so what is left there is older.
    match tree.outcome.pv.last().is_some_and(|name| name.ends_with('#')) {
        true => format!(
            "the ports display {pawns:+.2}, but best play ends in mate: it is the value of another position, the one that was \
             scored last"
        ),
        false => format!("{pawns:+.2} for White at the end of best play, as the ports display it"),
    }
}

fn cost(counters: &Counters) -> String {
    [
        counted(counters.positions_created, "position created", "positions created"),
        counted(counters.leaf_positions, "leaf position", "leaf positions"),
        counted(counters.move_lists, "move list", "move lists"),
        counted(counters.ab_tests, "alpha-beta test", "alpha-beta tests"),
        counted(counters.cutoffs, "cutoff", "cutoffs"),
        counted(counters.new_best, "new best", "new bests"),
    ]
    .join(", ")
}
