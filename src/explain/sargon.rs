//! The result of a search by Sargon (1978), for a page.

use super::answer::{Fact, STOPPED, unfinished};
use crate::core::score::Score;
use crate::core::trace::move_text;
use crate::core::tree::SearchTree;
use crate::page::text::counted;
use crate::page::words::Words;
use crate::sargon::{SargonCounters, SargonReport};

/// The score byte that means mate.
const MATE: u8 = 255;

fn best(report: &SargonReport, words: &Words<'_>) -> String {
    let best = move_text(&report.thought.best_san, 0, words.perspective.numbering);
    format!("{best} ({})", report.thought.best_move)
}

/// Returns the rows about a move from the opening book.
pub(super) fn book(report: &SargonReport, words: &Words<'_>) -> Vec<Fact> {
    let text = format!(
        "{}, out of its opening book, without a search. At the start of the game Sargon chooses between e4 and d4 by a counter byte; here it starts at 1, which gives d4. --no-book makes it search.",
        best(report, words)
    );
    vec![("Best move", text)]
}

/// Returns the best move, its score in pawns and as Sargon's score byte, the PV and its value, and the counters.
pub(super) fn answer(tree: &SearchTree, report: &SargonReport, words: &Words<'_>) -> Vec<Fact> {
    let score = tree.outcome.score.unwrap_or_default();
    let byte = report.thought.root_score1;
    let mut rows = Vec::new();
    if !tree.outcome.complete {
        rows.push((STOPPED, unfinished(&tree.outcome).to_owned()));
    }
    rows.push(("Best move", format!("{}   {}   root_SCORE1 {byte}", best(report, words), words.score(score, 0))));
    rows.push(("Best line", format!("{}   (as in Sargon's ports)", words.line(&tree.outcome.pv))));
    if let Some(line) = &report.searched_line {
        let text = format!(
            "{}; the ports read this line from a list of best moves by ply alone, so it can contain a move of another subtree or end early",
            words.line(line)
        );
        rows.push(("Searched", text));
    }
    rows.push(("Score", meaning(byte).to_owned()));
    rows.push(("Value", value(tree, report)));
    rows.push(("Cost", cost(&report.thought.counters)));
    rows
}

/// Returns the meaning of the root's score byte.
const fn meaning(byte: u8) -> &'static str {
    match byte {
        MATE => {
            "255 is Sargon's mark for a mate, not a number of pawns. It does not give the number of moves. The search ends at the first root move that mates, which may not be the shortest mate."
        }
        _ => "what the line changes compared with the root, not who is ahead: (root_SCORE1 - 128) / 8 pawns",
    }
}

/// Returns the value that the ports display.
fn value(tree: &SearchTree, report: &SargonReport) -> String {
    let pawns = Score::from_millipawns(10 * report.thought.value);
    // Sargon does not evaluate a position after a mate, so the value is that of an earlier position.
    match tree.outcome.pv.last().is_some_and(|name| name.ends_with('#')) {
        true => format!(
            "the ports display {pawns:+.2}, but the best line ends in mate: this is the value of the position scored last"
        ),
        false => format!("{pawns:+.2} for White at the end of the best line, as the ports display it"),
    }
}

fn cost(counters: &SargonCounters) -> String {
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
