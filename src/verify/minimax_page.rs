//! The part of the verification page that is about minimax: what was checked, what could not be checked, and which
//! claims are wrong.

use super::report::{Check, Failure, Problem, Report, Unchecked};
use crate::core::score::{Bound, Interval, Plies, Score};
use crate::core::search::Technique;
use crate::core::trace::Shape;
use crate::explain::least_decimals;
use crate::page::document::{Block, Column, Document, Table};
use crate::page::text::{counted, grouped};
use crate::page::{Style, Words, decimals};

/// The maximum number of failures to show; further failures are only counted.
const MOST_FAILURES: usize = 20;

/// Adds the counts of all checks, the checks that were not possible, and the errors.
pub(super) fn verification(report: &Report, style: &Style, page: &mut Document) {
    let decimals = decimals(report.scores(), least_decimals(&report.header));
    let style = &Style { decimals, scale: report.header.scale(), ..*style };
    let words = Words::new(style, &report.header);
    page.text(reference(report));
    page.gap();
    checks(report, page);
    if report.restricted != 0 {
        let nodes = counted(report.restricted, "node lists", "nodes list");
        page.gap();
        page.text(format!("{nodes} fewer moves than the rules allow; only the listed moves count."));
    }
    if !report.failures.is_empty() {
        page.gap();
        failures(report, &words, page);
    }
}

/// Describes the checks in a sentence, and says whether anything is wrong.
fn reference(report: &Report) -> String {
    let (by_minimax, nodes) = report.by_minimax;
    let leaves = counted(report.leaves, "leaf", "leaves");
    let result = match report.failures.len() {
        0 if !report.has_checked() => "nothing could be checked".to_owned(),
        0 if is_little(report) => {
            let (checked, unchecked) = report.coverage();
            format!(
                "{} of {} claims could be checked, none of them is wrong",
                grouped(checked),
                grouped(checked + unchecked)
            )
        }
        0 => "nothing is wrong".to_owned(),
        wrong => format!("{} wrong", counted(wrong as u64, "claim", "claims")),
    };
    match report.minimax {
        _ if report.is_long => {
            "Not checked against minimax: plywood did not keep the nodes, because the trace is long or you used --stream."
                .to_owned()
        }
        Some(_) => format!("Checked against plain minimax over the whole tree ({leaves}): {result}."),
        None if report.is_alone => {
            let has_tables = report.outcome.statistics.tablebase != 0 || !report.header.tablebases.is_empty();
            let why = match has_tables {
                true => "plywood does not have the tablebases of this search",
                false => "the trace names no evaluation that plywood knows and gives no scores for the tree",
            };
            format!("Checked against what follows from the trace's own leaves, because {why}: {result}.")
        }
        None if report.leaves == 0 => {
            let has_unknown = report.header.shape.as_ref().is_some_and(Shape::has_unknown);
            let why = if has_unknown { ", because the tree has an unknown leaf" } else { "" };
            format!("Checked against what follows from the searched leaves, without minimax{why}: {result}.")
        }
        None => format!(
            "Checked against a sample of plain minimax, because the whole tree is too large ({leaves}; {} of {} nodes compared with minimax, the others with what follows from the searched leaves): {result}.",
            grouped(by_minimax),
            grouped(nodes)
        ),
    }
}

/// Returns true if so many claims could not be checked that the page must say so at the top.
fn is_little(report: &Report) -> bool {
    let (checked, unchecked) = report.coverage();
    checked < 10 * unchecked
}

/// Returns each failure as a sentence.
pub(super) fn failure_sentences(report: &Report, style: &Style) -> Vec<String> {
    let words = Words::new(style, &report.header);
    report.failures.iter().map(|failure| failure_text(failure, &words)).collect()
}

/// Adds a row for each kind of claim, and for each reason why some claims could not be checked.
fn checks(report: &Report, page: &mut Document) {
    let row = |&check: &Check| {
        let wrong = report.failures.iter().filter(|failure| failure.check == check).count() as u64;
        let wrong = if wrong == 0 { "-".to_owned() } else { grouped(wrong) };
        [grouped(report.checked[check as usize]), wrong, claim(check, report.minimax.is_some()).to_owned()]
    };
    let checked: Vec<_> = Check::ALL.iter().filter(|&&check| report.checked[check as usize] != 0).map(row).collect();
    let is_apart = !checked.is_empty() && !report.unchecked.is_empty();
    page.table(Table::new([Column::Right, Column::Wrong, Column::Rest(0, 2)], ["checked", "wrong", "claim"], checked));
    if is_apart {
        page.gap();
    }
    if !report.unchecked.is_empty() {
        page.text("Not checked, and why:");
    }
    let rows = report.unchecked.iter().map(|&(why, count)| [grouped(count), unchecked_text(why, report).to_owned()]);
    page.table(Table::new([Column::Right, Column::Rest(0, 2)], ["", ""], rows));
}

const fn claim(check: Check, is_minimax: bool) -> &'static str {
    match check {
        Check::Root if !is_minimax => "root score follows from the leaves",
        Check::Best if !is_minimax => "no other move is better, according to the searched leaves",
        Check::Root => "root score equals minimax",
        Check::Best => "best move is optimal",
        Check::Pv => "best line is legal, and its leaf has the root's score",
        Check::Exact => "exact scores",
        Check::Bound => "bounds (<=, >=) are on the right side",
        Check::Skipped => "moves not searched cannot change the root's score",
    }
}

const fn unchecked_text(why: Unchecked, report: &Report) -> &'static str {
    match why {
        Unchecked::Hash => "depends on a table filled by inexact searches",
        Unchecked::NullMove => "depends on a null move",
        Unchecked::Reduced => "depends on a reduced search",
        Unchecked::Extended => "depends on an extended search",
        Unchecked::Pruned => "depends on moves that a rule pruned",
        Unchecked::Other => "depends on a rule of the engine's own",
        Unchecked::Quiescence => "depends on quiescence, beyond the depth",
        Unchecked::Depth => "was searched to another depth",
        Unchecked::PvShort => "the best line ends early, so its leaf is not known",
        Unchecked::Drawn => "the best line ends where chance picks a move: its value is a mean, not that of a leaf",
        Unchecked::Stopped => "the search was stopped",
        Unchecked::Long => "the nodes of the trace were not kept",
        Unchecked::Omitted => "depends on nodes that the trace omits",
        Unchecked::Limits => "a leaf is outside the given range of leaf values",
        Unchecked::Unknown if !report.is_alone => {
            "minimax did not search there, and the searched leaves do not decide it"
        }
        Unchecked::Unknown => "the trace lacks what minimax needs",
    }
}

/// Adds wrong scores as a table, and the other failures as sentences. A wrong score with nothing wrong below it is the
/// first cause of the wrong scores above it.
fn failures(report: &Report, words: &Words<'_>, page: &mut Document) {
    let shown = &report.failures[..report.failures.len().min(MOST_FAILURES)];
    let heads = ["line", "said", "is", ""];
    let mut rows: Vec<[String; 4]> = Vec::new();
    for failure in shown {
        let Some((said, is)) = said_and_is(failure, words) else { continue };
        let is_cause = !report.failures.iter().any(|other| is_below(other, failure));
        let mark = if is_cause { "<- all below it is right" } else { "" };
        let row = [words.place(&failure.line), said, is, mark.to_owned()];
        // The root's score may be wrong both as the result and as the value of a node; both share one row.
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    let kinds = [Column::Left, Column::Wrong, Column::Right, Column::Left];
    if !Table::new(kinds, heads, rows.clone()).fits(words.style.width) {
        rows.iter_mut().for_each(|row| row[3] = row[3].replace(" all below it is right", " first"));
    }
    page.table(Table::new(kinds, heads, rows));
    for failure in shown.iter().filter(|failure| said_and_is(failure, words).is_none()) {
        page.push(Block::Wrong(failure_text(failure, words)));
    }
    if shown.len() < report.failures.len() {
        page.text(format!("... and {} more.", grouped((report.failures.len() - shown.len()) as u64)));
    }
    let has_table = report.header.technique_set().has(Technique::TranspositionTable);
    let is_score = |failure: &Failure| [Check::Root, Check::Exact, Check::Bound].contains(&failure.check);
    if has_table && report.failures.iter().any(is_score) && report.header.fen.is_some() {
        page.gap();
        page.text(
            "A transposition table does not know which moves led to a position. If a draw by repetition depends on them, the stored score may belong to another path (graph history interaction).",
        );
    }
}

/// Returns whether both failures are wrong scores and the first one is below the second.
fn is_below(below: &Failure, above: &Failure) -> bool {
    matches!(below.problem, Problem::Root { .. } | Problem::Score { .. })
        && above.line.len() < below.line.len()
        && below.line.starts_with(&above.line)
}

/// Returns the claimed and the correct value, if the failure is a wrong score.
fn said_and_is(failure: &Failure, words: &Words<'_>) -> Option<(String, String)> {
    let ply = failure.line.len().saturating_sub(1);
    match failure.problem {
        Problem::Root { said, is } => Some(apart(words.score(said, 0), interval(is, 0, words), (said, is), 0)),
        Problem::Score { said, bound, is } => {
            Some(apart(words.bounded(said, bound, ply), interval(is, ply, words), (said, is), ply))
        }
        Problem::Best { .. } | Problem::Illegal | Problem::NoBest | Problem::NoPv => None,
        Problem::PvBegins { .. } | Problem::LeafScore { .. } | Problem::PvLeaf { .. } | Problem::Skipped { .. } => None,
    }
}

/// Returns both scores as text, and includes the plies to mate if the scores would otherwise look equal.
fn apart(said: String, is: String, (score, proved): (Score, Interval), ply: usize) -> (String, String) {
    if said != is {
        return (said, is);
    }
    let turned = |score: Score| if ply.is_multiple_of(2) { score } else { -score };
    let plies = |score: Score| Plies(turned(score)).to_string();
    (plies(score), plies(if proved.low == score { proved.high } else { proved.low }))
}

pub(super) fn failure_text(failure: &Failure, words: &Words<'_>) -> String {
    let place = if failure.line.is_empty() { "The root".to_owned() } else { words.place(&failure.line) };
    format!("WRONG {place}: {}.", problem_text(failure, words))
}

fn problem_text(failure: &Failure, words: &Words<'_>) -> String {
    let ply = failure.line.len().saturating_sub(1);
    let score = |score: Score| words.score(score, ply);
    let root = |score: Score| words.score(score, 0);
    if let Some((said, is)) = said_and_is(failure, words) {
        let is_exact = matches!(failure.problem, Problem::Score { bound: Bound::Exact, .. });
        let exact = if is_exact { "exactly " } else { "" };
        return format!("claimed as {exact}{said}, but it is {is}");
    }
    match &failure.problem {
        Problem::Root { .. } | Problem::Score { .. } => String::new(),
        Problem::Best { its, best } => {
            format!("claimed as best, but it is worth {} and another move {}", interval(*its, ply, words), score(*best))
        }
        Problem::Illegal if failure.check == Check::Best => "claimed as best, but it is not legal".to_owned(),
        Problem::Illegal => "the last move is not legal".to_owned(),
        Problem::NoBest => "it has moves, but none is claimed as best".to_owned(),
        Problem::NoPv => "it has moves, but the best line is empty".to_owned(),
        Problem::PvBegins { best } => {
            format!("the best line begins with it, but the claimed best move is {}", words.mv(best, 0))
        }
        Problem::LeafScore { said, is } => {
            let (said, is) = apart(root(*said), root(*is), (*said, Interval::point(*is)), 0);
            format!("the leaf of the best line is claimed to be worth {said}, but it is {is}")
        }
        Problem::PvLeaf { root: said, leaf } => {
            let (said, leaf) = apart(root(*said), root(*leaf), (*said, Interval::point(*leaf)), 0);
            format!("the best line ends in a leaf worth {leaf}, but the root is claimed to be worth {said}")
        }
        Problem::Skipped { root: is } => {
            let proved = match *is == Interval::ANY {
                true => "nothing about the root".to_owned(),
                false => format!("only that the root is {}", interval(*is, 0, words)),
            };
            format!("not searched, but it could change the root: the searched nodes prove {proved}")
        }
    }
}

fn interval(interval: Interval, ply: usize, words: &Words<'_>) -> String {
    let Interval { low, high } = interval;
    let bounded = |score: Score, bound: Bound| words.bounded(score, bound, ply);
    match (low.is_infinite(), high.is_infinite()) {
        _ if interval.is_point() => bounded(low, Bound::Exact),
        (true, true) => "unknown".to_owned(),
        (true, false) => bounded(high, Bound::Upper),
        (false, true) => bounded(low, Bound::Lower),
        (false, false) => format!("{} and {}", bounded(low, Bound::Lower), bounded(high, Bound::Upper)),
    }
}
