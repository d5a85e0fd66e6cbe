//! What the signs mean.

use super::style::{Charset, Style};
use crate::trace::View;
use std::io::{self, Write};

/// Writes an explanation of every sign in tree, outline and log.
///
/// # Errors
/// What writing gives.
pub fn legend(style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let view = match style.view {
        View::Mover | View::Negamax => "the side that made the move",
        View::White => "White (without a board: the side to move at the root)",
    };
    let score = format!("score in pawns, seen by {view}");
    let window = match style.view {
        View::Mover | View::Negamax => "window: alpha, what the mover already has, and beta, what the opponent has",
        View::White => "window: what White already has, and what Black has; alpha is the mover's, beta the other's",
    };
    let star = style.glyph('*').to_string();
    let infinite = if style.charset == Charset::Unicode { "-∞ +∞" } else { "-inf +inf" };
    let (le, ge) = (style.sign("<="), style.sign(">="));
    let below = format!("{le} 3.00");
    let above = format!("{ge} 3.00");
    let rows: Vec<(&str, &str)> = vec![
        (&star, "the move lies on the principal variation (PV): best play by both sides"),
        ("(4)", "the fourth judgement of the search"),
        ("3.00", &score),
        ("#3  #-3", "mate in three moves, mated in three moves, counted from the root"),
        (&below, "upper bound: the true score is 3.00 or less"),
        (&above, "lower bound: the true score is 3.00 or more"),
        ("(1.00,3.00)", window),
        (infinite, "no bound is known yet"),
        ("hash", "the transposition table knew the score"),
        ("stand pat", "the depth is used up, and doing nothing is good enough for the other side"),
        ("null move", "even passing is good enough for the other side"),
        ("mate distance", "a mate that was found is nearer than any that could be found here"),
        ("closed", "the game goes on, but the lesson gives no move here; the score is static"),
        ("BEST", "beats alpha: best move so far, its score is the new alpha"),
        ("discard", "does not beat alpha; an equal score never replaces the first"),
        ("CUTOFF, skips 2", "reaches beta: the opponent will not allow this position, so two moves are not tried"),
        ("none left", "a cutoff by the last move: nothing is saved"),
        ("of 1.Nxd3", "the threshold was set by this line, not by a sibling or a sibling of the parent"),
        ("DROPPED", "a reply cut, so the move is not better than what the mover has; its score is a bound"),
        ("not searched", "and the move that made it unnecessary"),
        ("pruned by futility", "a rule expects too little of the move; also: delta, exchange"),
        ("(27 more, best 1.00)", "moves that are not shown one by one, and the best score among them"),
        ("(42) ..", "the node is 42 plies deep, and the beginning of its row is left out"),
        ("{...}", "what techniques did at the node, with scores seen as its own score is:"),
        ("{extended 1}", "it was searched a ply deeper"),
        ("{reduced 2}", "it was searched two plies less deep at first"),
        ("{searched again ...}", "that, or a null window, promised more"),
        ("{hash 1.00 at depth 2}", "what the transposition table knew of it, enough or not"),
        ("{null move 1.00}", "its score if the other side passes; `cut` if that refutes it"),
        ("{stand pat 1.00}", "its static score; only captures were searched on"),
    ];
    writeln!(out, "Legend")?;
    let width = 27;
    for (sign, meaning) in rows {
        let options = textwrap::Options::new(style.width.max(50) - width);
        for (index, line) in textwrap::wrap(meaning, options).iter().enumerate() {
            let sign = if index == 0 { sign } else { "" };
            writeln!(out, "  {sign:<25}{line}")?;
        }
    }
    Ok(())
}
