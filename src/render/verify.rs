//! What `verify` found.

use super::report::{counted, paragraph};
use super::style::{Style, decimals};
use super::words::Words;
use crate::score::{Bound, Score};
use crate::search::Technique;
use crate::trace::{Verdict, line_text};
use crate::verify::{Check, Failure, Interval, Problem, Report, Unchecked};
use std::io::{self, Write};

/// More failures than this are counted and not shown.
const MOST_FAILURES: usize = 20;

/// Writes what was checked and how often, what could not be checked, and what is wrong.
///
/// # Errors
/// What writing gives.
pub fn verification(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let style = &Style { decimals: decimals(report.scores()), ..*style };
    let words = Words { style, numbering: report.header.numbering };
    paragraph(&reference(report, &words), style, out)?;
    writeln!(out)?;
    for check in Check::ALL {
        let failed = report.failures.iter().filter(|failure| failure.check == check).count() as u64;
        let checked = report.checked[check as usize];
        if checked != 0 {
            let state = if failed == 0 { "ok".to_owned() } else { format!("{failed} WRONG") };
            writeln!(out, "  {:<58}{:>9}  {state}", check_text(check), checked)?;
        }
    }
    if !report.unchecked.is_empty() {
        writeln!(out, "\nNot checkable:")?;
        for &(why, count) in &report.unchecked {
            writeln!(out, "  {:<58}{count:>9}", unchecked_text(why))?;
        }
    }
    if report.restricted != 0 {
        let nodes = counted(report.restricted, "node lists", "nodes list");
        writeln!(out)?;
        paragraph(&format!("{nodes} fewer moves than the rules give; only those count."), style, out)?;
    }
    writeln!(out)?;
    for failure in report.failures.iter().take(MOST_FAILURES) {
        paragraph(&failure_text(failure, &words), style, out)?;
    }
    let has_table = report.header.technique_set().has(Technique::TranspositionTable);
    let is_score = |failure: &Failure| [Check::Root, Check::Exact, Check::Bound].contains(&failure.check);
    if has_table && report.failures.iter().any(is_score) && report.header.fen.is_some() {
        let text = "A transposition table does not know the way to a position. Where a draw by repetition depends on it, \
                    the score that it stored may be that of another way (graph history interaction).";
        paragraph(text, style, out)?;
    }
    match report.failures.len() {
        0 if !report.has_checked() => writeln!(out, "Nothing could be checked."),
        0 => writeln!(out, "Verified: nothing is wrong."),
        n if MOST_FAILURES < n => writeln!(out, "... and {} more.", n - MOST_FAILURES),
        n => writeln!(out, "{}.", counted(n as u64, "failure", "failures")),
    }
}

/// Says what everything was held against.
fn reference(report: &Report, words: &Words<'_>) -> String {
    let show = |score: Score| words.style.score(words.style.view.score(score, 0, words.numbering));
    let (by_minimax, nodes) = report.by_minimax;
    let leaves = counted(report.leaves, "leaf", "leaves");
    match (report.minimax, report.outcome.score) {
        (Some(score), said) => {
            let said = said.map_or_else(String::new, |said| format!("; the search says {}", show(said)));
            format!("Plain minimax over the whole tree ({leaves}) gives {}{said}.", show(score))
        }
        (None, _) if report.is_alone => {
            "The trace names no evaluation that is known here and has no scores of the tree, so only what follows from \
             its own leaves can be checked."
                .to_owned()
        }
        (None, _) if report.leaves == 0 => {
            "Plain minimax has looked at nothing, so only what follows from the searched leaves was checked.".to_owned()
        }
        (None, _) => format!(
            "The whole tree is too large for plain minimax. A sample of it was searched ({leaves}): {by_minimax} of \
             {nodes} nodes were compared with minimax, the others with what follows from the searched leaves."
        ),
    }
}

fn check_text(check: Check) -> &'static str {
    match check {
        Check::Root => "the score of the root is minimax's",
        Check::Best => "the best move is one of the truly best",
        Check::Pv => "the PV can be played and its leaf has the root's score",
        Check::Static => "static scores are what the evaluation gives",
        Check::Exact => "exact scores are exact",
        Check::Bound => "bounds are on the right side",
        Check::Verdict => "verdicts follow from score and window",
        Check::Skipped => "skipped children cannot change the root's score",
    }
}

fn unchecked_text(why: Unchecked) -> &'static str {
    match why {
        Unchecked::Hash => "rests on a table filled by inexact searches",
        Unchecked::NullMove => "rests on passing (null move)",
        Unchecked::Reduced => "rests on a reduced search",
        Unchecked::Extended => "rests on an extended search",
        Unchecked::Pruned => "rests on moves pruned unseen",
        Unchecked::Quiescence => "rests on quiescence, beyond the depth",
        Unchecked::Depth => "is about another depth",
        Unchecked::PvShort => "the PV is cut short, so its leaf is not known",
        Unchecked::Stopped => "the search was stopped",
        Unchecked::Unknown => "the trace does not say enough",
    }
}

fn failure_text(failure: &Failure, words: &Words<'_>) -> String {
    let ply = failure.line.len().saturating_sub(1);
    let place = match failure.line.as_slice() {
        [] => "The root".to_owned(),
        line => line_text(line, words.numbering),
    };
    let score = |score: Score| words.style.score(words.style.view.score(score, ply, words.numbering));
    let root = |score: Score| words.style.score(words.style.view.score(score, 0, words.numbering));
    let what = match &failure.problem {
        Problem::Root { said, is } => format!("said to be {}, but it is {}", score(*said), interval(*is, ply, words)),
        Problem::Best { its, best } => {
            format!("said to be best, but it is worth {} and another move {}", interval(*its, ply, words), score(*best))
        }
        Problem::Illegal if failure.check == Check::Best => "said to be best, but it cannot be played".to_owned(),
        Problem::Illegal => "the last move cannot be played".to_owned(),
        Problem::NoBest => "it has moves, but none is said to be best".to_owned(),
        Problem::NoPv => "it has moves, but the PV is empty".to_owned(),
        Problem::PvBegins { best } => {
            let best = line_text(std::slice::from_ref(best), words.numbering);
            format!("the PV begins with it, but the best move is said to be {best}")
        }
        Problem::LeafScore { said, is } => {
            format!("the leaf of the PV is said to be worth {}, but it is {}", root(*said), root(*is))
        }
        Problem::PvLeaf { root: said, leaf } => {
            format!("the PV ends in a leaf worth {}, but the root is said to be worth {}", root(*leaf), root(*said))
        }
        Problem::Static { said, is } => {
            format!("static score {}, but the evaluation gives {}", score(*said), score(*is))
        }
        Problem::Score { said, bound, is } => {
            let said = words.style.bounded(*said, *bound, ply, words.numbering);
            let exact = if *bound == Bound::Exact { "exactly " } else { "" };
            format!("said to be {exact}{said}, but it is {}", interval(*is, ply, words))
        }
        Problem::Verdict { score: said, window, verdict } => {
            let window = words.style.window(*window, ply, words.numbering);
            format!("{} in the window {window} is said to be {}", score(*said), verdict_text(*verdict))
        }
        Problem::Depth { said, is } => {
            format!("said to be searched to depth {said}, but no technique explains why that is not {is}")
        }
        Problem::Window { said, is } => {
            let window = |window| words.style.window(window, ply, words.numbering);
            format!("said to stand in the window {}, but that is {} at this moment", window(*said), window(*is))
        }
        Problem::Alpha { score: its, alpha } => {
            format!("best with {}, but the next move is compared with alpha {}", score(*its), score(*alpha))
        }
        Problem::StandPat { score: said, window, verdict } => {
            let said = words.style.score(words.style.view.score(*said, ply + 1, words.numbering));
            let window = words.style.window(*window, ply + 1, words.numbering);
            format!("standing pat with {said} in the window {window} is said to be {}", verdict_text(*verdict))
        }
        Problem::Stored { said, bound } => {
            let said = words.style.bounded(*said, *bound, ply, words.numbering);
            format!("the table is said to know {said}, but something else was stored")
        }
        Problem::Skipped { root: is } => format!(
            "skipped, but it could change the root: the searched nodes only say that the root is {}",
            interval(*is, 0, words)
        ),
    };
    format!("WRONG {place}: {what}.")
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Best => "best",
        Verdict::NotBest => "not best",
        Verdict::Cutoff => "a cutoff",
    }
}

fn interval(interval: Interval, ply: usize, words: &Words<'_>) -> String {
    let Interval { low, high } = interval;
    let bounded = |score: Score, bound: Bound| words.style.bounded(score, bound, ply, words.numbering);
    match (low.is_infinite(), high.is_infinite()) {
        _ if interval.is_point() => bounded(low, Bound::Exact),
        (true, true) => "unknown".to_owned(),
        (true, false) => bounded(high, Bound::Upper),
        (false, true) => bounded(low, Bound::Lower),
        (false, false) => format!("{} and {}", bounded(low, Bound::Lower), bounded(high, Bound::Upper)),
    }
}
