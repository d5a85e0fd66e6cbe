//! The tree with all kept nodes, in three forms. Sideways and as an outline, it has a row for each node. Upright, it is
//! drawn as in textbooks, with the cutoffs listed below.

use crate::core::game::{Mover, Weight};
use crate::core::score::{Bound, End};
use crate::core::tree::SearchTree;
use crate::page::comparison::{Mark, Sign, View};
use crate::page::document::{PagePart, PartWriter};
use crate::page::layout::{MOVES_OF, STEM, draw, sideways_columns};
use crate::page::outline::{OutlineRows, SearchOutline};
use crate::page::packing::is_small;
use crate::page::row::Row;
pub(crate) use crate::page::sheet::Columns;
use crate::page::sheet::{CellWidths, RowCells, Sheet};
use crate::page::style::MOST_COLUMNS;
use crate::page::text::{columns, left, paragraph};
use crate::page::upright::{NodeLabel, NodeRoom, Upright};
use crate::page::words::Words;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Trees with more rows are easier to read as outlines, in search order.
pub(crate) const MOST_ROWS: usize = 150;
/// The maximum widths of verdicts, the most generous first; a wider verdict continues on the next line.
const VERDICTS: [usize; 4] = [usize::MAX, 33, 26, 21];
/// The heading of an outline.
pub(crate) const OUTLINE: &str = "The tree, in search order";
/// The minimum number of columns between two plies.
const LEAST: usize = 4;

/// Writes the tree sideways: a column for each ply and a row for each node, with each parent between its children and
/// the first move on top, as in the Sargon document. A tree that is too big or too deep for that becomes an outline.
///
/// # Errors
/// If `out` cannot be written.
pub fn sideways(tree: &SearchTree, words: &Words<'_>, out: &mut dyn Write) -> io::Result<Row> {
    sideways_parts(tree, words, &mut PartWriter::whole(out))
}

/// Like [`sideways`], but writes to named parts of a page.
pub(super) fn sideways_parts(tree: &SearchTree, words: &Words<'_>, out: &mut PartWriter<'_>) -> io::Result<Row> {
    let root = valued(Row::of(words, &tree.root), tree, words);
    let letters = (0..root.plies()).map(|ply| words.perspective.side(ply).len()).max().unwrap_or_default();
    // The headings of the columns must not touch. If there is no room for the whole headings, only their first letters
    // are written.
    for letters in [letters, 1] {
        for most in VERDICTS {
            let sheet = Sheet::new(words, columns_of(tree), &root, most);
            let plies = sideways_columns(&root, sheet.room(), (letters + 1).max(LEAST), words.style.charset);
            if let Some(plies) = plies.filter(|_| sheet.has_room() && root.size() <= MOST_ROWS) {
                let branches = draw(&root, words.style, &|ply| plies[ply]);
                writeln!(out, "{MOVES_OF}")?;
                out.begin(PagePart::Tree);
                sheet.write(&heads(words, &plies, letters), &branches, out)?;
                return Ok(root);
            }
        }
    }
    writeln!(out)?;
    out.begin(PagePart::Tree);
    outline(tree, words, out)?;
    Ok(rows_in_search_order(tree, words))
}

/// Returns all rows of the tree, in the order of an outline.
pub(super) fn rows_in_search_order(tree: &SearchTree, words: &Words<'_>) -> Row {
    valued(Row::in_search_order(words, &tree.root), tree, words)
}

/// Returns the headings that say whose moves each column contains, with at most this many letters each.
fn heads(words: &Words<'_>, plies: &[usize], letters: usize) -> String {
    let mut heads = String::new();
    for (ply, &column) in plies.iter().enumerate().skip(1) {
        heads = left(&heads, column);
        heads.extend(words.perspective.side(ply - 1).chars().take(letters));
    }
    heads
}

/// Writes the tree as an outline: one row for each node, in search order.
///
/// # Errors
/// If `out` cannot be written.
pub fn outline(tree: &SearchTree, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let first = valued(Row::of_node(words, &tree.root, (&[], &[])), tree, words);
    write_outline(&SearchOutline { words, root: &tree.root, first }, columns_of(tree), OUTLINE, words, out)
}

/// Adds the value of the root, which appears in no comparison.
pub(crate) fn valued(root: Row, tree: &SearchTree, words: &Words<'_>) -> Row {
    Row { score: tree.outcome.score.map(|score| (words.perspective.score(score, 0), Bound::Exact)), ..root }
}

/// Writes an outline. Goes through the rows twice: the first time to measure them.
pub(crate) fn write_outline(
    rows: &dyn OutlineRows,
    shown: Columns,
    heads: &str,
    words: &Words<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mut cells, mut names) = (CellWidths::default(), BTreeSet::new());
    rows.each(&mut |row, place| {
        cells.add(&RowCells::of(row, shown, words));
        names.insert((place.ply(), columns(&row.name)));
        Ok(())
    })?;
    let sheet = |most| Sheet::of(words, shown, &cells, most);
    // At great depth, where little of the page's width is left, deeper plies are not indented any further.
    let deepest = (words.style.width / if sheet(VERDICTS[2]).has_room() { 2 } else { 6 }).max(8);
    let column = |ply: usize| (2 * (ply - 1)).min(deepest);
    let widths = || names.iter().map(|&(ply, name)| if ply == 0 { name } else { column(ply) + STEM + name });
    let widest = widths().max().unwrap_or(0);
    let sheet =
        VERDICTS.into_iter().map(sheet).find(|sheet| widest <= sheet.room()).unwrap_or_else(|| sheet(VERDICTS[2]));
    let heads = if columns(heads) <= sheet.room() { heads } else { "" };
    let tree = sheet.begin(heads, widths(), out)?;
    rows.each(&mut |row, place| sheet.write_row(&place.branch(row, words.style, &column), tree, out))
}

/// Returns the columns of a tree. Without windows, there is no column for comparisons.
pub(crate) fn columns_of(tree: &SearchTree) -> Columns {
    let comparison = tree.header.has_window();
    Columns { step: true, comparison, verdict: true, nodes: false }
}

/// Writes the tree with its root on top if the page is wide enough, and otherwise says how wide it must be. Windows are
/// shown at nodes with enough room.
pub(super) fn upright(tree: &SearchTree, words: &Words<'_>, out: &mut PartWriter<'_>) -> io::Result<Option<Row>> {
    let root = valued(Row::of(words, &tree.root), tree, words);
    let Some(way) = way_upright(&root, tree, words) else {
        let width = labelled(words, NodeLabel::Narrow).width(&root);
        let advice = match width <= MOST_COLUMNS {
            true => format!("use --columns {width}"),
            false => format!("a page has at most {MOST_COLUMNS}, so omit --style upright"),
        };
        let text = format!("Drawn upright, this tree is {width} columns wide: {advice}.");
        paragraph(&text, words.style, out)?;
        return Ok(None);
    };
    for line in [who(words), at_nodes(&root, words, way.label)] {
        paragraph(&line, words.style, out)?;
    }
    writeln!(out)?;
    out.begin(PagePart::Tree);
    way.draw(&root).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    out.begin(PagePart::Cuts);
    cuts(&root, words, out)?;
    Ok(Some(root))
}

/// Returns only the lines of the upright drawing, or `None` if the page is too narrow for it.
#[cfg(feature = "cli")]
pub(super) fn upright_lines(tree: &SearchTree, words: &Words<'_>) -> Option<Vec<String>> {
    let root = valued(Row::of(words, &tree.root), tree, words);
    Some(way_upright(&root, tree, words)?.draw(&root))
}

/// Returns the most detailed upright drawing of a tree that fits the width of the page.
fn way_upright<'a>(root: &Row, tree: &SearchTree, words: &Words<'a>) -> Option<Upright<'a>> {
    let ways = NodeLabel::ALL.map(|label| labelled(words, label));
    let mut useful = ways.into_iter().filter(|way| way.label != NodeLabel::Bounds || tree.header.has_window());
    useful.find(|way| way.width(root) <= words.style.width)
}

const fn labelled<'a>(words: &Words<'a>, label: NodeLabel) -> Upright<'a> {
    let room = NodeRoom { score: 0, between: 0 };
    Upright { style: words.style, perspective: words.perspective, cut: words.rules.cut, label, room }
}

/// Returns whether the searched tree is small, was typed by the user, and fits the page upright.
pub(super) fn stands_upright(tree: &SearchTree, words: &Words<'_>) -> bool {
    let header = &tree.header;
    if header.shape.is_none() || !header.name.is_empty() || header.position().is_some() || !tree.outcome.complete {
        return false;
    }
    let root = valued(Row::of(words, &tree.root), tree, words);
    is_small(&root) && way_upright(&root, tree, words).is_some()
}

/// Describes which side moves at each kind of triangle, and the goal of that side.
fn who(words: &Words<'_>) -> String {
    let [up, down, draws] = [Mover::Max, Mover::Min, Mover::Chance].map(|mover| words.style.player(mover));
    let (max, min) = words.sides();
    let [max, min] = match words.perspective.has_names() {
        true => [format!("{max} (MAX)"), format!("{min} (MIN)")],
        false => [max, min].map(str::to_owned),
    };
    let [most, least] = match words.perspective.view {
        View::Minimax => ["highest score", "lowest"],
        View::Negamax => ["its highest score", "its highest"],
    };
    let chance =
        if words.perspective.movers.has_chance() { format!("; {draws} CHANCE: the mean") } else { String::new() };
    let star = match words.perspective.movers.is_chance(0) {
        true => String::new(),
        false => format!(" {} marks the best line.", words.star()),
    };
    format!("{up} {max} to move: {most}; {down} {min}: {least}{chance}.{star}")
}

/// Explains the text at the nodes, and the symbol for skipped branches if there are any.
fn at_nodes(root: &Row, words: &Words<'_>, label: NodeLabel) -> String {
    let (mut is_cut, mut has_known, mut has_bound, mut has_window) = (false, false, false, false);
    root.walk(&mut |row| {
        if let Some(window) = row.narrowed().filter(|_| label == NodeLabel::Bounds) {
            let is_open = window.alpha.is_infinite() || window.beta.is_infinite();
            let is_short = is_open && words.cut_if(window, row.path.len()).is_some();
            (has_bound, has_window) = (has_bound || is_short, has_window || !is_short);
        }
        is_cut |= row.children.iter().any(|child| child.is_cut_off(row));
        has_known |= row.known.is_some();
    });
    let at_it = match (has_bound, has_window) {
        (true, true) => "its move, its score, and which scores end its search (cut if) or its window (alpha,beta)",
        (true, false) => "its move, its score, and which scores end its search (cut if)",
        (false, true) => "its move, its score, and its window (alpha,beta)",
        (false, false) => "its move and its score",
    };
    let bars = words.style.cut();
    let cut = if is_cut { format!(" {bars} marks what a cutoff skipped") } else { String::new() };
    let known = if has_known { ", with its scores in brackets" } else { "" };
    let stop = if is_cut { "." } else { "" };
    format!("Each node shows {at_it}.{cut}{known}{stop}")
}

#[cfg(feature = "cli")]
/// Returns sentences about the cutoffs that skipped something.
pub(crate) fn cutoff_sentences(tree: &SearchTree, words: &Words<'_>) -> Vec<String> {
    let root = valued(Row::of(words, &tree.root), tree, words);
    let skips = |sentence: &String| sentence.contains("cutoff, skips ") && !sentence.ends_with("skips none");
    decisions(&root, words).into_iter().map(|(_, sentence)| sentence).filter(skips).collect()
}

/// Describes each cutoff and each mean.
fn cuts(root: &Row, words: &Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let cuts = decisions(root, words);
    if !cuts.is_empty() {
        writeln!(out)?;
    }
    cuts.iter().try_for_each(|(_, cut)| paragraph(cut, words.style, out))
}

/// Describes each cutoff (its node and the comparison that caused it) and each mean.
fn decisions(root: &Row, words: &Words<'_>) -> Vec<(Option<u64>, String)> {
    let mut cuts: Vec<(Option<u64>, String)> = Vec::new();
    root.walk(&mut |row| {
        if row.children.iter().any(|child| child.weight.is_some()) {
            // A node with a single move needs no sentence about its mean.
            if row.children.len() < 2 {
                return;
            }
            let step = row.children.iter().filter_map(|child| child.step).max();
            return cuts.push((step, mean(row, words)));
        }
        let cutting = row.children.iter().filter(|child| matches!(child.mark, Mark::Cutoff { skipped: 1.., .. }));
        cuts.extend(cutting.map(|child| (child.step, cutoff(row, child, words))));
    });
    cuts.sort_unstable();
    cuts
}

/// Describes a mean: "At A: 0.4 * 6 + 0.6 * 3 = 4.2", or "At C: (6 + 5 + at most 10) / 3 = 7, <= alpha 8: alpha cutoff,
/// skips 1".
fn mean(row: &Row, words: &Words<'_>) -> String {
    let name = named(row);
    let weights: Vec<Weight> = row.children.iter().filter_map(|child| child.weight).collect();
    let is_equal = weights.iter().all(|weight| weight.part() == 1);
    let score = |child: &Row| child.score.map(|(score, _)| words.style.score(score)).unwrap_or_default();
    let cutter = row.children.iter().find(|child| matches!(child.mark, Mark::Cutoff { .. }));
    let (of, found) =
        (weights.first().map_or(1, |weight| weight.of()), weights.iter().map(|weight| weight.part()).sum::<u32>());
    // After a cutoff, the sum uses the highest (or lowest) value that the moves not searched can have.
    let is_low = cutter.is_some_and(|child| matches!(child.mark, Mark::Cutoff { end: End::Alpha, .. }));
    let rest = words.limits.map(|limits| limits[usize::from(is_low)]).filter(|_| found < of);
    let rest =
        rest.map(|limit| format!("{} {}", if is_low { "at most" } else { "at least" }, words.style.score(limit)));
    let terms = row.children.iter().filter(|child| child.weight.is_some());
    let sum = if is_equal {
        let terms: Vec<String> = terms.map(score).chain((found..of).filter_map(|_| rest.clone())).collect();
        format!("({}) / {of}", terms.join(" + "))
    } else {
        let term = |child: &Row| child.weight.map(|weight| format!("{} * {}", weight.text(), score(child)));
        let rest = rest.and_then(|rest| Some(format!("{} * {rest}", Weight::new(of - found, of)?.text())));
        terms.filter_map(term).chain(rest).collect::<Vec<_>>().join(" + ")
    };
    let is = row.score.map(|(score, _)| words.style.score(score)).unwrap_or_default();
    let Some(cutter) = cutter else { return format!("At {name}: {sum} = {is}") };
    let end = row.window.map(|window| match is_low {
        true => format!(", {} alpha {}", words.style.sign(Sign::AtMost), words.style.score(window.alpha)),
        false => format!(", {} beta {}", words.style.sign(Sign::AtLeast), words.style.score(window.beta)),
    });
    format!("At {name}: {sum} = {is}{}: {}", end.unwrap_or_default(), cutter.verdict())
}

/// Describes a cutoff: "At B: B1 is 2, <= the 3 of A: alpha cutoff, skips 2".
fn cutoff(row: &Row, child: &Row, words: &Words<'_>) -> String {
    let value = child.score.map(|(score, bound)| match bound {
        Bound::Exact => words.style.score(score),
        Bound::Upper => format!("at most {}", words.style.score(score)),
        Bound::Lower => format!("at least {}", words.style.score(score)),
    });
    let compared = child.comparison.as_ref().map(|compared| {
        let (sign, threshold) = (words.style.sign(compared.sign), child.threshold(compared, words));
        match &compared.owner {
            Some(owner) => format!("{sign} the {threshold} of {owner}"),
            None => format!("{sign} {threshold} {}", words.bound_label(compared.threshold).name()),
        }
    });
    let [value, compared] = [value, compared].map(Option::unwrap_or_default);
    format!("At {}: {} is {value}, {compared}: {}", named(row), child.name, child.verdict())
}

/// Returns the name of a node in a sentence.
fn named(row: &Row) -> &str {
    if row.is_root() { "the root" } else { &row.name }
}
