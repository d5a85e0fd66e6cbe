//! Searches side by side, as tables.

#[cfg(feature = "cli")]
use crate::compare::Contender;
use crate::compare::{SearchRow, SearchRows};
use crate::core::score::Score;
#[cfg(feature = "cli")]
use crate::core::search::Technique;
use crate::core::text::listed;
use crate::core::trace::Header;
use crate::explain::answer::given_for_mate;
#[cfg(feature = "cli")]
use crate::explain::new_bests::new_bests;
use crate::explain::new_bests::share_of_new_bests;
#[cfg(feature = "cli")]
use crate::page::Style;
use crate::page::document::{Column, Document, PagePart, Table};
use crate::page::text::{capitalized, columns, counted, grouped, in_words};
use crate::page::words::game_is_over;
use crate::page::{Charset, Words};

/// If the number of leaves in the full tree exceeds that of the largest search by more than this factor, the bar of the
/// full tree is cut off.
const SCALED: u64 = 4;

/// Adds a row for each search with a bar for its leaves, and says which results differ and why. Searches with the same
/// result share a row.
pub(super) fn comparison(comparison: &SearchRows, words: &Words<'_>, page: &mut Document) {
    if let Some(over) = over(&comparison.rows, &comparison.header) {
        return page.text(over);
    }
    page.text(summary(comparison, words));
    page.gap();
    page.part(PagePart::Table);
    bars(comparison, words, page);
    page.gap();
    page.part(PagePart::Remarks);
    measures(comparison, page);
    raised(comparison, page);
    verdict(comparison, page);
    for refused in &comparison.refused {
        page.text(format!("Not run: {}: {}.", refused.name, refused.reason));
    }
}

/// Returns the text for a game that is over at the root.
fn over(rows: &[SearchRow], header: &Header) -> Option<String> {
    let ending = rows.first()?.ending.as_deref()?;
    let over = game_is_over(header.named_game().ok().flatten().as_ref(), ending);
    Some(format!("{over} There is nothing to search."))
}

/// States the number of searches and whether they agree: `Ten searches, one answer: 1.Ng6+, 9.00.`
fn summary(comparison: &SearchRows, words: &Words<'_>) -> String {
    let rows = &comparison.rows;
    let searches = match rows.len() {
        1 => "One search".to_owned(),
        count => format!("{} searches", capitalized(&in_words(count as u64))),
    };
    let answer = |row: &SearchRow| match (&row.best, row.score) {
        (Some(best), Some(score)) => format!("{}, {}", words.mv(best, 0), in_table(score, rows, words)),
        _ => "none".to_owned(),
    };
    let Some(first) = rows.first() else { return searches };
    let answers: Vec<String> = rows.iter().filter(|row| row.complete).map(answer).fold(Vec::new(), |mut all, one| {
        if !all.contains(&one) {
            all.push(one);
        }
        all
    });
    match answers.as_slice() {
        _ if !comparison.is_complete() => format!("{searches}; not all of them were finished."),
        [one] => {
            let is_given =
                |row: &SearchRow| row.score.is_some_and(|score| given_for_mate(&comparison.header, &row.pv, score));
            let given = if rows.iter().any(is_given) { " (given for mate)" } else { "" };
            format!("{searches}, one answer: {one}{given}.")
        }
        several => {
            let scores = rows.iter().any(|row| row.score != first.score);
            let what = if scores { "answers" } else { "best moves with one score" };
            format!("{searches}, {} {what}: {}.", in_words(several.len() as u64), several.join("; "))
        }
    }
}

/// A row of the picture: the names of the searches with the same result, and that result.
struct Bar<'a> {
    names: Vec<&'a str>,
    row: &'a SearchRow,
}

/// The number of columns for the names of searches; longer lists continue on the next line.
const NAMES: usize = 34;
/// The minimum width for the names on a narrow page: first for the usual table, then for a table with one more column,
/// which is needed if searches differ.
const LEAST_NAMES: [usize; 2] = [21, 16];
/// A page narrower than this has shorter headings.
const NARROW: usize = 70;

/// Groups the searches by their results.
fn alike(comparison: &SearchRows) -> Vec<Bar<'_>> {
    let came_to = |row: &SearchRow| {
        let counts = &row.statistics;
        (counts.nodes(), counts.leaves, counts.hash_cuts, row.complete, row.score, row.best.clone())
    };
    let mut bars: Vec<Bar<'_>> = Vec::new();
    for row in &comparison.rows {
        match bars.iter_mut().find(|bar| came_to(bar.row) == came_to(row)) {
            Some(bar) => bar.names.push(&row.name),
            None => bars.push(Bar { names: vec![&row.name], row }),
        }
    }
    bars
}

/// Draws the cost of each search.
fn bars(comparison: &SearchRows, words: &Words<'_>, page: &mut Document) {
    let bars = alike(comparison);
    let most = bars.iter().map(|bar| bar.row.statistics.leaves).chain(comparison.fewest).max().unwrap_or(1).max(1);
    // A full tree can be so large that the other bars would be invisible. Its bar is then cut off.
    let most = comparison.leaves.filter(|all| *all <= most.saturating_mul(SCALED)).map_or(most, |all| all.max(most));
    let differs = bars.iter().any(|bar| !differs(bar.row).is_empty());
    let width = words.style.width;
    let names_room = width.saturating_sub(46).clamp(LEAST_NAMES[usize::from(differs)], NAMES);
    let widest = width.saturating_sub(NAMES + 36).clamp(if width < NARROW { 4 } else { 8 }, 40) as u64;
    let block = if words.style.charset == Charset::Unicode { "█" } else { "#" };
    let bar = |leaves: u64| block.repeat((leaves * widest).div_ceil(most) as usize);
    let measures = [("full tree", comparison.leaves), ("minimum for a tree of this shape", comparison.fewest)];
    let measures = measures.into_iter().filter_map(|(name, leaves)| {
        let leaves = leaves?;
        let drawn = if leaves <= most { bar(leaves) } else { format!("{}>", bar(most)) };
        Some([name.to_owned(), String::new(), grouped(leaves), drawn, String::new()])
    });
    let searches = bars.iter().map(|Bar { names, row }| {
        let counts = &row.statistics;
        let known = if counts.hash_cuts == 0 {
            String::new()
        } else {
            format!(" +{}", counted(counts.hash_cuts, "hit", "hits"))
        };
        let names: Vec<String> = names.iter().map(|name| search_name(name, names_room)).collect();
        [
            names.join(", "),
            grouped(counts.nodes()),
            grouped(counts.leaves),
            format!("{}{known}", bar(counts.leaves)),
            self::differs(row).to_owned(),
        ]
    });
    let kinds = [Column::Narrow(names_room), Column::Right, Column::Right, Column::Left, Column::Left];
    let heads = ["search", "nodes", "leaves evaluated", "", if differs { "differs" } else { "" }];
    page.table(Table::new(kinds, heads, measures.chain(searches)));
}

/// Writes the name of a search, with a line break before its techniques. There are other line breaks only if the name
/// does not fit into `room`.
fn search_name(name: &str, room: usize) -> String {
    let glued = name.replace(' ', "\u{a0}").replace("\u{a0}+", " + ").replace('+', " + ").replace("  +  ", " + ");
    if glued.split(' ').all(|part| columns(part) <= room) { glued } else { glued.replace('\u{a0}', " ") }
}

fn differs(row: &SearchRow) -> &'static str {
    if row.complete { which(row.other_score, row.other_best) } else { "stopped" }
}

/// Names what differs: the score, the best move, both, or nothing.
fn which(score: bool, best: bool) -> &'static str {
    match (score, best) {
        (true, true) => "both",
        (true, false) => "score",
        (false, true) => "best move",
        (false, false) => "",
    }
}

/// Reports how many of the moves judged by each search were new bests.
fn raised(comparison: &SearchRows, page: &mut Document) {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for row in &comparison.rows {
        let Some(share) = share_of_new_bests(&row.statistics) else { continue };
        let counts = &row.statistics;
        let said = format!("{} of {} ({share})", grouped(counts.raised), grouped(counts.judged));
        match groups.iter_mut().find(|(other, _)| *other == said) {
            Some((_, names)) => names.push(&row.name),
            None => groups.push((said, vec![&row.name])),
        }
    }
    let said: Vec<String> = groups.iter().map(|(said, names)| format!("{said} in {}", listed(names))).collect();
    if !said.is_empty() {
        page.text(format!("Judged moves that were new bests: {}.", said.join("; ")));
    }
}

/// Explains the minimum, and why a search can evaluate more leaves than the full tree has.
fn measures(comparison: &SearchRows, page: &mut Document) {
    if comparison.leaves.is_some_and(|all| comparison.rows.iter().any(|row| all < row.statistics.leaves)) {
        page.text(
            "A search can evaluate more leaves than the full tree has: every pass, every depth and every re-search counts.",
        );
    }
    let Some(fewest) = comparison.fewest else { return };
    let known = comparison.rows.iter().any(|row| row.statistics.hash_cuts != 0);
    let mut text = format!(
        "Any correct alpha-beta search of a tree of this shape evaluates at least {} (Knuth and Moore).",
        counted(fewest, "leaf", "leaves")
    );
    if known {
        text.push_str(" Hits: positions whose score came from the transposition table.");
    }
    page.text(text);
}

/// Reports whether all searches agree with the first one and, if not, which of them differ and why.
fn verdict(comparison: &SearchRows, page: &mut Document) {
    let Some((first, others)) = comparison.rows.split_first() else { return };
    let ties = others.iter().filter(|row| row.other_best && !row.other_score && row.inexact.is_empty()).count();
    let odd: Vec<&str> = others.iter().filter(|row| row.other_score).map(|row| row.name.as_str()).collect();
    if !odd.is_empty() {
        page.text(format!("The score differs from that of {}: {}.", first.name, listed(&odd)));
    }
    if 0 < ties {
        let searches = counted(ties as u64, "exact search has", "exact searches have");
        page.text(format!("{searches} another best move with the same score: several moves are equally good."));
    }
    let able: Vec<&SearchRow> = comparison
        .rows
        .iter()
        .filter(|row| row.complete && !row.inexact.is_empty() && row.inexact != [row.name.as_str()])
        .collect();
    let exact = comparison.rows.iter().find(|row| row.complete && row.inexact.is_empty());
    for row in able {
        let they = if row.inexact.len() == 1 { "it" } else { "they" };
        let did = match exact.map(|exact| (row.score != exact.score, row.best != exact.best)) {
            None => format!("this comparison has no exact search to show whether {they} did"),
            Some((true, true)) => format!("here {they} changed score and best move"),
            Some((true, false)) => format!("here {they} changed the score"),
            Some((false, true)) => format!("here {they} changed the best move"),
            Some((false, false)) => format!("here {they} changed nothing"),
        };
        page.text(format!("{} can change the result of {}: {did}.", listed(&row.inexact), row.name));
    }
}

/// Returns a score as text, for a table with the scores of other searches.
fn in_table(score: Score, rows: &[SearchRow], words: &Words<'_>) -> String {
    let seen = |score| words.perspective.score(score, 0);
    words.style.among(seen(score), rows.iter().filter_map(|row| row.score).map(seen))
}

/// Returns the cells of one depth, compared with the previous depth and with a direct search to this depth.
#[cfg(feature = "cli")]
fn depth_line(row: &SearchRow, [before, at_once]: [Option<&SearchRow>; 2], words: &Words<'_>) -> [String; 9] {
    let changed = before.map_or("", |before| which(before.score != row.score, before.best != row.best));
    let nodes = row.statistics.nodes();
    let factor = before.map(|before| format!("{:.1}", nodes as f64 / before.statistics.nodes().max(1) as f64));
    let score = row.score.map(|score| in_table(score, before.map_or(&[], std::slice::from_ref), words));
    let mut pv = words.line(&row.pv);
    if !row.complete {
        pv.push_str(" (stopped)");
    }
    [
        row.name.clone(),
        score.unwrap_or_else(|| "-".to_owned()),
        grouped(nodes),
        factor.unwrap_or_default(),
        grouped(row.statistics.leaves),
        at_once.map_or("-".to_owned(), |row| grouped(row.statistics.leaves)),
        share_of_new_bests(&row.statistics).unwrap_or_default(),
        changed.to_owned(),
        pv,
    ]
}

/// Adds a row for each depth of a search, and marks changes of the score or the best move. If the search uses iterative
/// deepening, `at_once` contains the results of the same searches without iterative deepening.
#[cfg(feature = "cli")]
pub(super) fn depths(header: &Header, rows: &[SearchRow], at_once: &[SearchRow], style: &Style, page: &mut Document) {
    if let Some(over) = over(rows, header) {
        return page.text(over);
    }
    let words = Words::new(style, header);
    let is_iterative = header.technique_set().has(Technique::Iterative);
    let lines = rows.iter().enumerate().map(|(index, row)| {
        let before = index.checked_sub(1).map(|before| &rows[before]).filter(|_| row.complete);
        depth_line(row, [before, at_once.get(index).filter(|row| row.complete)], &words)
    });
    let (number, word) = (Column::Right, Column::Left);
    page.part(PagePart::Table);
    if is_iterative {
        // The page has no room for another column next to the best line.
        let lines = lines.map(|[a, b, c, d, e, f, _, h, i]| [a, b, c, d, e, f, h, i]);
        let heads = ["depth", "score", "nodes", "factor", "leaves", "at once", "changed", "best line"];
        page.table(Table::new([number, number, number, number, number, number, word, word], heads, lines));
    } else {
        let lines = lines.map(|[a, b, c, d, _, _, g, h, i]| [a, b, c, d, g, h, i]);
        let heads = ["depth", "score", "nodes", "factor", "new bests", "changed", "best line"];
        page.table(Table::new([number, number, number, number, number, word, word], heads, lines));
    }
    page.gap();
    page.part(PagePart::Remarks);
    let first = if is_iterative {
        "Each row is a separate search with iterative deepening; its nodes and leaves include those of all smaller depths. The column \"at once\" shows the leaves of a direct search to this depth."
    } else {
        "Each depth is a separate search."
    };
    let text = "Factor: the nodes divided by those of the previous depth. A score can change with one more ply for two reasons: the shallower search could not see beyond its horizon, or the other side is to move at the leaves (then odd depths agree with odd ones, and even with even ones).";
    page.text(format!("{first} {text}"));
    if let Some((last, said)) = rows.last().and_then(|last| Some((last, new_bests(&last.statistics)?))) {
        page.text(format!("At depth {}, {said}.", last.name));
    }
}

/// Adds a table with two engines side by side.
#[cfg(feature = "cli")]
pub(super) fn contenders(header: &Header, pair: &[Contender; 2], style: &Style, page: &mut Document) {
    let words = Words::new(style, header);
    let row = |what: &str, value: &dyn Fn(&Contender) -> String| [what.to_owned(), value(&pair[0]), value(&pair[1])];
    let score = |score: Option<Score>| score.map_or_else(|| "-".to_owned(), |score| style.score(score));
    let rows = [
        row("best move", &|one| words.mv(&one.best, 0)),
        row("score for White", &|one| score(one.score)),
        row("positions created", &|one| grouped(one.created)),
        row("leaves evaluated", &|one| grouped(one.leaves)),
        row("cutoffs", &|one| grouped(one.cutoffs)),
    ];
    let heads = ["", &pair[0].name, &pair[1].name];
    page.table(Table::new([Column::Left, Column::Right, Column::Right], heads, rows));
    page.gap();
    for one in pair {
        page.text(format!("Best line of {}: {}", one.name, words.line(&one.pv)));
    }
    let agree =
        if pair[0].best == pair[1].best { "Both choose the same move." } else { "They choose different moves." };
    page.text(agree);
    page.text(
        "Sargon's score is the balance of material and board control at the end of its line, in its own units of pawns. At the horizon, Sargon searches the replies to a check one ply deeper.",
    );
}
