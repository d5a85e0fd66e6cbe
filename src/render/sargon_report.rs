//! The answer of a search by Sargon: score bytes beside pawns, and what its ports report.

use super::report::{paragraph, side_to_move, table};
use super::style::Style;
use super::words::Words;
use crate::sargon::score1;
use crate::score::{Bound, Score};
use crate::trace::{SargonReport, SearchTree, line_text, move_text};
use std::io::{self, Write};

/// The byte of a mate found.
const MATE: u8 = 255;

/// Writes the best move, its score in both units, the PV and its value, and the counters.
pub(super) fn answer(tree: &SearchTree, report: &SargonReport, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let numbering = tree.header.numbering;
    let best = format!("{} ({})", move_text(&report.best_san, 0, numbering), report.best_move);
    if report.book {
        let text = format!(
            "Sargon plays {best} out of its opening book, without a search. At the start of the game it chooses between \
             e4 and d4 by a byte that nobody controls; here the first request counts as 1, which is d4. --no-book makes \
             it search."
        );
        return paragraph(&text, style, out);
    }
    let score = tree.outcome.score.unwrap_or_default();
    let shown = style.score(style.view.score(score, 0, numbering));
    let side = match style.view {
        crate::trace::View::White => "White",
        crate::trace::View::Mover | crate::trace::View::Negamax => {
            side_to_move(&tree.header).unwrap_or("the side to move")
        }
    };
    let byte = report.root_score1;
    paragraph(&format!("Best move {best}, score {shown} for {side}, root_SCORE1 {byte}."), style, out)?;
    let meaning = if byte == MATE {
        "That is Sargon's mark of a mate that it found, not a sum of pawns. It does not say in how many moves, and the \
         search stops at the first such root move, which need not be the shortest mate."
    } else {
        "Scores say what a line changes against the root, not who is ahead: (root_SCORE1 - 128) / 8 pawns."
    };
    paragraph(meaning, style, out)?;
    paragraph(&format!("PV = {}", line_text(&tree.outcome.pv, numbering)), style, out)?;
    if let Some(line) = &report.searched_line {
        let text = format!(
            "The search itself followed {}. The ports read their PV off a list of best moves by ply alone, so it can pick \
             up a move of another subtree, or end early.",
            line_text(line, numbering)
        );
        paragraph(&text, style, out)?;
    }
    let pawns = Score::from_millipawns(10 * report.value);
    let text = format!(
        "The position at the end of the PV is worth {pawns:+.2} pawns by itself (value {} centipawns, White positive), as \
         the ports display it.",
        report.value
    );
    paragraph(&text, style, out)?;
    let text = format!(
        "positions_created {}, leaf_positions {}, move_lists {}, ab_tests {}, cutoffs {}, new_best {}.",
        report.positions_created,
        report.leaf_positions,
        report.move_lists,
        report.ab_tests,
        report.cutoffs,
        report.new_best
    );
    paragraph(&text, style, out)
}

/// Writes the root moves in the order in which they were searched, with the score as byte and in pawns.
pub(super) fn root_moves(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let words = Words { style, numbering: tree.header.numbering };
    let total = tree.root.nodes.max(1);
    let mut rows = vec![["move", "byte", "score", "reply", "nodes", "share"].map(str::to_owned)];
    for child in tree.root.in_search_order() {
        let star = if child.on_pv { style.glyph('*') } else { ' ' };
        let (byte, score) = match &child.judgement {
            Some(judgement) => (
                bounded_byte(judgement.score, judgement.bound, style),
                style.bounded(judgement.score, judgement.bound, 0, words.numbering),
            ),
            None => (String::new(), "not tried".to_owned()),
        };
        let reply = child.decisive().map(|reply| words.last_move(reply, 1)).unwrap_or_default();
        let permille = child.nodes * 1000 / total;
        rows.push([
            format!("{star}{}", move_text(child.name(), 0, words.numbering)),
            byte,
            score,
            reply,
            child.nodes.to_string(),
            format!("{}.{}%", permille / 10, permille % 10),
        ]);
    }
    table(&rows, &[false, true, true, false, true, true], out)?;
    paragraph("The byte speaks for the side that moves, and low is good: 128 minus eighths of a pawn.", style, out)
}

/// Writes a score of the side that has just moved as its byte. Low bytes are good, so bounds turn round.
fn bounded_byte(score: Score, bound: Bound, style: &Style) -> String {
    let byte = score1(-score);
    match -bound {
        Bound::Exact => byte.to_string(),
        bound => format!("{} {byte}", style.sign(bound.sign())),
    }
}
