//! Searches side by side, as tables.

use super::report::{counted, paragraph, percent, table};
use super::style::Style;
use crate::compare::{Comparison, Contender, Difference, Differences, Row, Said};
use crate::score::Score;
use crate::search::Technique;
use crate::trace::{Header, Verdict, line_text, move_text};
use std::io::{self, Write};

/// Writes a row for each search, what differs, and what made it differ.
///
/// # Errors
/// What writing gives.
pub fn comparison(comparison: &Comparison, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let header = &comparison.header;
    let whole = comparison.leaves.or_else(|| minimax_leaves(&comparison.rows));
    let headings = ["search", "score", "best", "nodes", "leaves", "cutoffs", "of full", "x min", "differs"];
    let mut rows = vec![headings.map(str::to_owned)];
    for (column, is_empty) in [
        (6, whole.is_none()),
        (7, comparison.fewest.is_none()),
        (8, comparison.rows.iter().all(|row| differs(row).is_empty())),
    ] {
        if is_empty {
            rows[0][column].clear();
        }
    }
    for row in &comparison.rows {
        let counts = &row.statistics;
        let score =
            row.score.map_or_else(|| "-".to_owned(), |score| style.score(style.view.score(score, 0, header.numbering)));
        let (name, techniques) = row.name.split_once(" +").unwrap_or((&row.name, ""));
        let options =
            textwrap::Options::new(NAME).subsequent_indent("  ").word_splitter(textwrap::WordSplitter::NoHyphenation);
        let mut name = textwrap::wrap(name, options).into_iter();
        rows.push([
            name.next().unwrap_or_default().into_owned(),
            score,
            row.best.as_ref().map_or_else(|| "-".to_owned(), |best| move_text(best, 0, header.numbering)),
            counts.nodes().to_string(),
            counts.leaves.to_string(),
            counts.cutoffs.to_string(),
            whole.map(|whole| percent(counts.leaves, whole)).unwrap_or_default(),
            comparison.fewest.map(|fewest| ratio(counts.leaves, fewest)).unwrap_or_default(),
            differs(row).to_owned(),
        ]);
        // What is added stands below, so that the table stays narrow.
        for line in name.map(std::borrow::Cow::into_owned).chain(added(techniques)) {
            let mut below = [const { String::new() }; 9];
            below[0] = line;
            rows.push(below);
        }
    }
    table(&rows, &[false, true, false, true, true, true, true, true, false], out)?;
    writeln!(out)?;
    measures(comparison, whole, style, out)?;
    verdict(comparison, style, out)?;
    for refused in &comparison.refused {
        paragraph(&format!("Not run: {}: {}.", refused.name, refused.reason), style, out)?;
    }
    Ok(())
}

fn minimax_leaves(rows: &[Row]) -> Option<u64> {
    let minimax = rows.iter().find(|row| matches!(row.name.as_str(), "minimax" | "negamax") && row.complete);
    minimax.map(|row| row.statistics.leaves)
}

fn ratio(part: u64, whole: u64) -> String {
    let decimals = if part / whole.max(1) < 100 { 2 } else { 0 };
    format!("{:.decimals$}", part as f64 / whole.max(1) as f64)
}

fn differs(row: &Row) -> &'static str {
    if row.complete { which(row.other_score, row.other_best) } else { "stopped" }
}

/// Says which of score and best move is another one.
fn which(score: bool, best: bool) -> &'static str {
    match (score, best) {
        (true, true) => "both",
        (true, false) => "score",
        (false, true) => "best",
        (false, false) => "",
    }
}

/// Says what the columns are measured by.
fn measures(comparison: &Comparison, whole: Option<u64>, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut text = String::new();
    if let Some(whole) = whole {
        text.push_str(&format!("The full tree has {} (of full).", counted(whole, "leaf", "leaves")));
    }
    if let Some(fewest) = comparison.fewest {
        text.push_str(&format!(
            " No plain alpha-beta search of a tree of this shape can do with fewer than {fewest} (x min; Knuth and \
             Moore). A search that knows positions from a table, leaves moves out, goes deeper, or visits a leaf again, can \
             be on either side of these."
        ));
    }
    if text.is_empty() { Ok(()) } else { paragraph(text.trim_start(), style, out) }
}

/// Says whether all agree with the first, and who does not and why.
fn verdict(comparison: &Comparison, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some((first, others)) = comparison.rows.split_first() else { return Ok(()) };
    let ties = others.iter().filter(|row| row.other_best && !row.other_score && row.inexact.is_empty()).count();
    if comparison.is_complete() && others.iter().all(|row| differs(row).is_empty()) && !others.is_empty() {
        paragraph(&format!("All agree with {} on score and best move.", first.name), style, out)?;
    }
    if 0 < ties {
        let searches = counted(ties as u64, "exact search has", "exact searches have");
        let text = format!("{searches} another best move with the same score: one of several that are equally good.");
        paragraph(&text, style, out)?;
    }
    let able: Vec<&Row> = comparison
        .rows
        .iter()
        .filter(|row| row.complete && !row.inexact.is_empty() && row.inexact != [row.name.as_str()])
        .collect();
    let exact = comparison.rows.iter().find(|row| row.complete && row.inexact.is_empty());
    for row in able {
        let they = if row.inexact.len() == 1 { "it" } else { "they" };
        let did = match exact.map(|exact| (row.score != exact.score, row.best != exact.best)) {
            None => format!("whether {they} did here, no exact search beside it tells"),
            Some((true, true)) => format!("here {they} changed score and best move"),
            Some((true, false)) => format!("here {they} changed the score"),
            Some((false, true)) => format!("here {they} changed the best move"),
            Some((false, false)) => format!("here {they} changed nothing"),
        };
        let text = format!("{} can change the result of {}: {did}.", and(&row.inexact), row.name);
        paragraph(&text, style, out)?;
    }
    Ok(())
}

/// Lists things: `a, b and c`.
fn and(things: &[String]) -> String {
    match things.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => things.concat(),
    }
}

/// Breaks a list of techniques into lines of a narrow column.
fn added(techniques: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for technique in techniques.split('+').filter(|technique| !technique.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.len() + technique.len() < ADDED => line.push_str(&format!("+{technique}")),
            _ => lines.push(format!("  +{technique}")),
        }
    }
    lines
}

/// The widths of names, and of what is added below them.
const NAME: usize = 24;
const ADDED: usize = 20;

/// More differences than this are counted and not shown.
const MOST_DIFFERENCES: usize = 60;

/// Writes the nodes of which two searches say different things.
///
/// # Errors
/// What writing gives.
pub fn differences(
    header: &Header,
    names: [&str; 2],
    differences: &Differences,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let list = &differences.list;
    if list.is_empty() {
        let nodes = counted(differences.common, "node", "nodes");
        return paragraph(&format!("Node by node: both say the same of all {nodes}."), style, out);
    }
    let only: u64 = list.iter().map(|difference| difference.nodes).sum();
    let both = list.iter().filter(|difference| difference.nodes == 0).count();
    let text = format!(
        "Node by node: of {} that both searched they say different things of {both}; {} searched by only one of them.",
        counted(differences.common, "node", "nodes"),
        counted(only, "node was", "nodes were"),
    );
    paragraph(&text, style, out)?;
    writeln!(out)?;
    let mut rows = vec![["line".to_owned(), names[0].to_owned(), names[1].to_owned()]];
    for difference in list.iter().take(MOST_DIFFERENCES) {
        let ply = difference.line.len().saturating_sub(1);
        let said = |said: Option<Said>| said_text(said, difference, ply, header, style);
        rows.push([line_text(&difference.line, header.numbering), said(difference.first), said(difference.second)]);
    }
    let width: usize = (0..3).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0) + 2).sum();
    if width <= style.width + 2 {
        table(&rows, &[false; 3], out)?;
    } else {
        for [line, first, second] in &rows[1..] {
            writeln!(out, "{line}\n  {}: {first}\n  {}: {second}", names[0], names[1])?;
        }
    }
    if MOST_DIFFERENCES < list.len() {
        writeln!(out, "... and {} more", list.len() - MOST_DIFFERENCES)?;
    }
    Ok(())
}

fn said_text(said: Option<Said>, difference: &Difference, ply: usize, header: &Header, style: &Style) -> String {
    let Some(said) = said else { return "not searched".to_owned() };
    let score = style.bounded(said.score, said.bound, ply, header.numbering);
    let verdict = match (said.verdict, said.skipped) {
        (Verdict::Best, _) => "BEST".to_owned(),
        (Verdict::NotBest, _) => "discard".to_owned(),
        (Verdict::Cutoff, 0) => "CUTOFF, none left".to_owned(),
        (Verdict::Cutoff, skipped) => format!("CUTOFF, skips {skipped}"),
    };
    let nodes = match difference.nodes {
        0 | 1 => String::new(),
        nodes => format!(" ({nodes} nodes)"),
    };
    format!("{score} {verdict}{nodes}")
}

/// Writes the first node, in the order of the tree, where two searches part.
///
/// # Errors
/// What writing gives.
pub fn parting(
    header: &Header,
    names: [&str; 2],
    differences: &Differences,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(first) = &differences.first else { return Ok(()) };
    let ply = first.line.len().saturating_sub(1);
    let [a, b] = [first.first, first.second].map(|said| said_text(said, first, ply, header, style));
    let line = line_text(&first.line, header.numbering);
    paragraph(&format!("They part first at {line}: {} says {a}, {} says {b}.", names[0], names[1]), style, out)
}

/// Writes a row for each depth of a search, named by the depth, and marks where score or best move change.
///
/// # Errors
/// What writing gives.
pub fn depths(header: &Header, rows: &[Row], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = vec![["depth", "score", "nodes", "factor", "changed", "PV"].map(str::to_owned)];
    let mut before: Option<&Row> = None;
    for row in rows {
        before = before.filter(|_| row.complete);
        let changed = before.map_or("", |before| which(before.score != row.score, before.best != row.best));
        let nodes = row.statistics.nodes();
        let factor = before.map(|before| format!("{:.1}", nodes as f64 / before.statistics.nodes().max(1) as f64));
        let score = row.score.map(|score| style.score(style.view.score(score, 0, header.numbering)));
        let mut pv = line_text(&row.pv, header.numbering);
        if !row.complete {
            pv.push_str(" (stopped)");
        }
        lines.push([
            row.name.clone(),
            score.unwrap_or_else(|| "-".to_owned()),
            nodes.to_string(),
            factor.unwrap_or_default(),
            changed.to_owned(),
            pv.trim_start().to_owned(),
        ]);
        before = Some(row);
    }
    table(&lines, &[true, true, true, true, false, false], out)?;
    writeln!(out)?;
    let first = if header.technique_set().has(Technique::Iterative) {
        "Each depth is a search of its own that goes through the smaller depths first; its nodes count them all."
    } else {
        "Each depth is a search of its own."
    };
    let text = "Factor: nodes in proportion to the depth before. Where the score changes \
                with one more ply, the shallower search could not see over its horizon.";
    paragraph(&format!("{first} {text}"), style, out)
}

/// Writes two engines side by side.
///
/// # Errors
/// What writing gives.
pub fn contenders(header: &Header, pair: &[Contender; 2], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let row = |what: &str, value: &dyn Fn(&Contender) -> String| [what.to_owned(), value(&pair[0]), value(&pair[1])];
    let score = |score: Option<Score>| score.map_or_else(|| "-".to_owned(), |score| style.score(score));
    let rows = [
        row("", &|one| one.name.clone()),
        row("best move", &|one| move_text(&one.best, 0, header.numbering)),
        row("score for White", &|one| score(one.score)),
        row("positions created", &|one| one.created.to_string()),
        row("leaves scored", &|one| one.leaves.to_string()),
        row("cutoffs", &|one| one.cutoffs.to_string()),
    ];
    table(&rows, &[false, true, true], out)?;
    writeln!(out)?;
    for one in pair {
        paragraph(&format!("PV of {} = {}", one.name, line_text(&one.pv, header.numbering)), style, out)?;
    }
    let agree =
        if pair[0].best == pair[1].best { "Both choose the same move." } else { "They choose different moves." };
    writeln!(out, "{agree}")?;
    paragraph(
        "Sargon's score is the balance of material and control of squares at the end of its line, in its own units of \
         pawns; it answers checks at the horizon one ply deeper.",
        style,
        out,
    )
}
