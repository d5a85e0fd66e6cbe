//! Shows the nodes on which two searches differ.
//!
//! For recorded searches, also shows their settings, the event at which they diverge, their counts ply by ply, and the
//! subtrees that only one search visited.

use crate::compare::differences::{Difference, DifferenceCounts, DifferenceKind, Differences};
use crate::compare::recordings::{HeaderField, Parting, Ply, Recordings};
use crate::compare::trees::{NodeInTree, TreeDifference};
use crate::core::hooks::Verdict;
use crate::core::score::Bound;
use crate::core::search::Algorithm;
use crate::core::sort::sort_by_key;
use crate::core::trace::Header;
use crate::page::document::{Block, Column, Document, Table};
use crate::page::row::verdict_word;
use crate::page::text::{capitalized, columns, counted, fit_columns, grouped};
use crate::page::{Mark, Words};
use serde_json::Value;

/// The maximum number of differences shown; further differences are only counted.
const MOST_DIFFERENCES: usize = 60;

/// Describes how many nodes differ.
fn node_by_node(differences: &Differences) -> String {
    let counts = &differences.counts;
    let both = counts.of_both();
    if differences.list.is_empty() {
        return format!(
            "Node by node: both agree on all {} below the root.",
            counted(differences.common, "node", "nodes")
        );
    }
    if differences.common == 0 {
        let only = counted(counts.alone_nodes, "node was", "nodes were");
        return format!("Node by node: they have no nodes in common; {only} searched by only one of them.");
    }
    format!(
        "Node by node: of the {} below the root that both searched, {}{}{}.",
        counted(differences.common, "node", "nodes"),
        counted(both, "differs", "differ"),
        kinds(counts, both),
        match counts.alone_nodes {
            0 => String::new(),
            only => format!("; {} searched by only one of them", counted(only, "node was", "nodes were")),
        },
    )
}

/// Returns the kinds of differences between nodes that both searches visited, in brackets, with the number of each
/// kind; empty if there are none.
fn kinds(counts: &DifferenceCounts, both: u64) -> String {
    let many = |count: u64| if count == both { String::new() } else { format!("{} ", grouped(count)) };
    let contradictions = match counts.contradictions {
        1 if both == 1 => "a contradiction".to_owned(),
        count if count == both => "all contradictions".to_owned(),
        count => format!("{}, listed first", counted(count, "contradiction", "contradictions")),
    };
    let kinds = [
        (counts.contradictions, contradictions),
        (counts.verdicts, format!("{}in the verdict or in the reason for a leaf", many(counts.verdicts))),
        (counts.bounds, format!("{}in a bound or in the number of skipped moves", many(counts.bounds))),
    ];
    let said: Vec<String> = kinds.into_iter().filter(|(count, _)| *count != 0).map(|(_, text)| text).collect();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join("; ")) }
}

/// Adds the nodes about which two searches make different claims.
pub(super) fn differences(names: [&str; 2], differences: &Differences, words: &Words<'_>, page: &mut Document) {
    page.text(node_by_node(differences));
    let all = differences.counts.of_both() + differences.counts.alone;
    difference_list(names, &differences.list, all, words, page);
}

/// Adds the first differences of `list`, with each search's claim. `all` is the number of all differences.
fn difference_list<'a>(
    names: [&str; 2],
    list: impl IntoIterator<Item = &'a Difference>,
    all: u64,
    words: &Words<'_>,
    page: &mut Document,
) {
    if all == 0 {
        return;
    }
    page.gap();
    let row = |difference: &Difference| {
        let [first, second] = [0, 1].map(|side| said_text(difference, side, " ", words));
        [words.place(&difference.line), first, second]
    };
    let rows = list.into_iter().take(MOST_DIFFERENCES).map(row).collect();
    two_sides(["line", names[0], names[1]], rows, all, words.style.width, page);
}

/// Adds a row for each pair of values of the two searches. The values are side by side if the table fits into `width`.
/// `all` is the number of pairs; if some of them have no row, the last line says how many.
fn two_sides(heads: [&str; 3], rows: Vec<[String; 3]>, all: u64, width: usize, page: &mut Document) {
    let more = all - rows.len() as u64;
    let table = Table::new([Column::Left; 3], heads, rows.clone());
    if table.fits(width) {
        page.table(table);
    } else {
        for [line, first, second] in rows {
            page.text(line);
            page.text(format!("  {}: {first}", heads[1]));
            page.text(format!("  {}: {second}", heads[2]));
        }
    }
    if more != 0 {
        page.text(format!("... and {} more", grouped(more)));
    }
}

/// Returns the claim of one of the two searches as text, with `between` between the score and the verdict.
fn said_text(difference: &Difference, side: usize, between: &str, words: &Words<'_>) -> String {
    let ply = difference.line.len().saturating_sub(1);
    let Some(said) = [difference.first, difference.second][side] else { return "not searched".to_owned() };
    let other = [difference.second, difference.first][side].map(|other| other.score);
    let score = words.bounded_among((said.score, said.bound), other, ply);
    let verdict = verdict_word(&Mark::of(said.verdict, ply, words.perspective), difference.on_pv[side]);
    let nodes = match difference.nodes {
        0 | 1 => String::new(),
        nodes => format!(" ({} nodes)", grouped(nodes)),
    };
    format!("{score}{between}{verdict}{nodes}")
}

/// Adds the first node, in the order of the tree, where two searches differ.
#[cfg(feature = "cli")]
pub(super) fn first_difference(names: [&str; 2], differences: &Differences, words: &Words<'_>, page: &mut Document) {
    let Some(first) = &differences.first else { return };
    let [a, b] = [0, 1].map(|side| match [first.first, first.second][side] {
        Some(_) => format!("{}: {}", names[side], said_text(first, side, ", ", words)),
        None => format!("{} did not search it", names[side]),
    });
    page.text(format!("The first difference is at {} ({a}; {b}).", words.place(&first.line)));
}

/// The maximum length of a value in a header or an event; longer values are shortened.
const LONGEST: usize = 160;
/// The fields of an event that come first.
const FOUND: [&str; 4] = ["score", "bound", "leaf", "verdict"];
/// The maximum number of subtrees to show among those that only one search visited.
const MOST_SUBTREES: usize = 12;

/// Adds the fields in which the headers of two traces differ.
pub(super) fn headers(names: [&str; 2], fields: &[HeaderField], width: usize, page: &mut Document) {
    page.gap();
    if fields.is_empty() {
        return page.text(format!("The headers of {} and {} are the same.", names[0], names[1]));
    }
    field_table("header", names, fields, width, page);
}

/// Describes where two trees differ, independently of the searches.
fn trees(names: [&str; 2], found: &Recordings, words: &Words<'_>, page: &mut Document) {
    let Some(TreeDifference { line, first, second }) = &found.trees else { return };
    let place = if line.is_empty() { "at the root".to_owned() } else { format!("at {}", words.place(line)) };
    // If both trees have the same moves at the node, they must differ in its static evaluation.
    let (ply, both) = (line.len().saturating_sub(1), [first, second].into_iter().filter_map(|node| node.score));
    let score = |score| words.bounded_among((score, Bound::Exact), both.clone().find(|other| *other != score), ply);
    let said = |node: &NodeInTree| match (first.moves == second.moves, node.moves.as_slice(), node.score) {
        (false, [_, ..], _) => format!("has the moves {}", node.moves.join(" ")),
        (_, [], Some(is)) => format!("is worth {}", score(is)),
        (_, _, Some(is)) => format!("has the static evaluation {}", score(is)),
        (false, [], None) => "is a leaf without a score".to_owned(),
        (true, _, None) => "has no score".to_owned(),
    };
    page.gap();
    page.text(format!(
        "The trees first differ {place}: in {} it {}, in {} it {}.",
        names[0],
        said(first),
        names[1],
        said(second)
    ));
}

/// Adds the fields in which the results of two traces differ.
fn results(names: [&str; 2], fields: &[HeaderField], width: usize, page: &mut Document) {
    if !fields.is_empty() {
        page.gap();
        field_table("result", names, fields, width, page);
    }
}

fn field_table(head: &str, names: [&str; 2], fields: &[HeaderField], width: usize, page: &mut Document) {
    let value = |value: &Option<Value>| value.as_ref().map_or_else(|| "-".to_owned(), plain);
    // Omit the trees, which would fill pages; another part of the page describes how they differ. Also omit a lesson's
    // texts, which don't affect the search.
    let is_shown = |field: &&HeaderField| !["shape", "note", "ask", "answer"].contains(&field.field.as_str());
    let rows: Vec<_> = fields
        .iter()
        .filter(is_shown)
        .map(|field| [field.field.clone(), value(&field.first), value(&field.second)])
        .collect();
    let all = rows.len() as u64;
    two_sides([head, names[0], names[1]], rows, all, width, page);
}

/// Adds the differences between two recorded searches, except the differences in their headers and results.
pub(super) fn recordings(
    header: &Header,
    names: [&str; 2],
    found: &Recordings,
    words: &Words<'_>,
    page: &mut Document,
) {
    trees(names, found, words, page);
    page.gap();
    match &found.parting {
        Some(found) => parting(names, found, words, page),
        None if found.in_order => {
            page.text(format!("Event by event: {} and {} are identical.", names[0], names[1]));
        }
        None => page.text("Events were not compared one by one, because you asked to ignore the move order."),
    }
    results(names, &found.results, words.style.width, page);
    plies(names, &found.plies, page);
    page.gap();
    // Nodes are matched by the depth of their pass.
    if found.nodes.common == 0 && found.headers.iter().any(|field| field.field == "depth") {
        page.text("Node by node: not matched, because the depths differ. At another depth, a node has another score.");
        return tests(header, names, found, page);
    }
    page.text(node_by_node(&found.nodes));
    if let Some(ply) = found.whole_to {
        page.text(format!(
            "Below ply {ply} the comparison is incomplete: too many nodes would have had to wait for the other search. Use --focus LINE to compare everything after a line."
        ));
    }
    subtrees(names, found, words, page);
    let (list, counts) = (&found.nodes.list, &found.nodes.counts);
    let list = list.iter().filter(|difference| difference.dissent != DifferenceKind::Alone);
    difference_list(names, list, counts.of_both(), words, page);
    tests(header, names, found, page);
    if counts.of_both() == 0 || counts.contradictions != 0 {
        return;
    }
    page.gap();
    page.text(
        "No contradiction: both may be right about every node. Verdicts and bounds also depend on what was tried before.",
    );
}

/// If a search only tests values, explains that "no better" then means no better than the tested value, even for the
/// best move.
fn tests(header: &Header, names: [&str; 2], found: &Recordings, page: &mut Document) {
    let other = found.headers.iter().find(|one| one.field == "algorithm").map(|one| [&one.first, &one.second]);
    for side in [0, 1] {
        let algorithm = other.map_or(Some(header.algorithm.as_str()), |values| values[side].as_ref()?.as_str());
        let tests = algorithm.is_some_and(|name| name.parse().is_ok_and(Algorithm::only_tests));
        let said = |one: &Difference| [one.first, one.second][side];
        let is_said = |one: &Difference| said(one).is_some_and(|said| said.verdict == Verdict::NotBest);
        if tests && found.nodes.list.iter().any(is_said) {
            page.gap();
            page.text(format!(
                "{} tests a value in each pass: there \"no better\" means no better than that value, even for the best move.",
                names[side]
            ));
        }
    }
}

/// Adds the events before the first difference, and the first differing event of each search.
fn parting(names: [&str; 2], parting: &Parting, words: &Words<'_>, page: &mut Document) {
    let Parting { events, context, first, second } = parting;
    // In JSON Lines, the header is the first line.
    let ([one, other], [line, other_line]) = (events.map(grouped), events.map(|event| grouped(event + 1)));
    let [a, b] = names;
    let place = if one == other {
        format!("{a} and {b} first differ at event {one} (line {line} of a trace in JSON Lines).")
    } else {
        format!(
            "{a} and {b} first differ at event {one} of {a} and event {other} of {b} (lines {line} and {other_line} of traces in JSON Lines)."
        )
    };
    page.text(format!(
        "{place} Events are quoted as in a trace: scores at created, judged and pruned are for the side that made the last move, all others for the side to move."
    ));
    page.gap();
    let same = |field: &str| match (first, second) {
        (Some(first), Some(second)) => first.get(field) == second.get(field),
        _ => false,
    };
    // If both events are of the same kind and at the same node, show only the fields that differ.
    let is_one = same("event") && same("line");
    let said = |event: &Option<Value>| match event {
        Some(event) => event_text(event, words, &|field| !(is_one && same(field))),
        None => "the search ends here".to_owned(),
    };
    let both = context.iter().map(|event| ("both".to_owned(), event_text(event, words, &|_| true)));
    let rows: Vec<_> = both.chain([(names[0].to_owned(), said(first)), (names[1].to_owned(), said(second))]).collect();
    let column = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0).min(24) + 2;
    page.push(Block::Facts(column, rows));
}

/// Writes an event: `judged 1.e4 e5: score 0.3, bound exact`, with the fields that `is_shown` selects.
fn event_text(event: &Value, words: &Words<'_>, is_shown: &dyn Fn(&str) -> bool) -> String {
    let text = |field: &str| event.get(field).and_then(Value::as_str).unwrap_or_default();
    let names = event.get("line").and_then(Value::as_array);
    let line: Vec<&str> = names.into_iter().flatten().filter_map(Value::as_str).collect();
    let place = match (names, line.is_empty()) {
        (None, _) => String::new(),
        (Some(_), true) => " the root".to_owned(),
        (Some(_), false) => format!(" {}", words.line(&line)),
    };
    let told = |field: &&String| !["event", "line"].contains(&field.as_str()) && is_shown(field);
    let mut fields: Vec<_> = event.as_object().into_iter().flatten().filter(|(field, _)| told(field)).collect();
    // Put the fields with results first.
    sort_by_key(&mut fields, |(field, _)| FOUND.iter().position(|found| found == field).unwrap_or(FOUND.len()));
    let fields: Vec<String> = fields.into_iter().map(|(field, value)| format!("{field} {}", plain(value))).collect();
    let colon = if fields.is_empty() { "" } else { ": " };
    format!("{}{place}{colon}{}", text("event"), fields.join(", "))
}

/// Writes a value without quotation marks, shortened.
fn plain(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let all: Vec<String> = values.iter().map(plain).collect();
            format!("[{}]", all.join(" "))
        }
        Value::Object(fields) => {
            let all: Vec<String> = fields.iter().map(|(field, value)| format!("{field} {}", plain(value))).collect();
            format!("({})", all.join(", "))
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other.to_string(),
    };
    fit_columns(&text, LONGEST)
}

/// Adds the counts of each search at each ply.
fn plies(names: [&str; 2], plies: &[[Ply; 2]], page: &mut Document) {
    page.gap();
    if plies.iter().all(|[first, second]| first == second) {
        return page.text("Ply by ply: both have the same numbers of nodes, leaves and cutoffs.");
    }
    page.text(format!("Ply by ply (left: {}, right: {}):", names[0], names[1]));
    page.gap();
    let is_there = |[first, second]: &[Ply; 2]| first.nodes != 0 || second.nodes != 0;
    let rows = plies.iter().enumerate().filter(|(_, both)| is_there(both)).map(|(ply, [first, second])| {
        let counts = [first.nodes, second.nodes, first.leaves, second.leaves, first.cutoffs, second.cutoffs];
        let [a, b, c, d, e, f] = counts.map(grouped);
        [ply.to_string(), a, b, c, d, e, f]
    });
    page.table(Table::new([Column::Right; 7], ["ply", "nodes", "", "leaves evaluated", "", "cutoffs", ""], rows));
}

/// Adds the largest subtrees that only one of the searches visited.
fn subtrees(names: [&str; 2], found: &Recordings, words: &Words<'_>, page: &mut Document) {
    let all = found.nodes.counts.alone;
    if all == 0 {
        return;
    }
    page.gap();
    let text = counted(all, "subtree visited by only one search", "subtrees visited by only one search");
    let order = if all == 1 { "" } else { ", the largest first" };
    page.text(format!("{}{order}:", capitalized(&text)));
    page.gap();
    let only = found.nodes.list.iter().filter(|difference| difference.dissent == DifferenceKind::Alone);
    let row = |difference: &Difference| {
        let nodes = |_| counted(difference.nodes, "node", "nodes");
        let [first, second] = [difference.first, difference.second].map(|said| said.map_or("-".to_owned(), nodes));
        [words.place(&difference.line), first, second]
    };
    let rows: Vec<[String; 3]> = only.take(MOST_SUBTREES).map(row).collect();
    two_sides(["line", names[0], names[1]], rows, all, words.style.width, page);
}
