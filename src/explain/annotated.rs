//! The tree with a row for each node: grown to the side, a column for each ply, or as an outline.

use crate::page::branches::{MOVES_OF, draw, sideways_columns};
use crate::page::layout::Arrangement;
use crate::page::row::Row;
pub(crate) use crate::page::sheet::Columns;
use crate::page::sheet::Sheet;
use crate::page::text::{columns, left};
use crate::page::words::Words;
use crate::score::Bound;
use crate::tree::SearchTree;
use std::io::{self, Write};

/// A tree with more rows is read better as an outline, in the order of the search.
pub(crate) const MOST_ROWS: usize = 150;
/// The widths that verdicts may have, from the most comfortable on: wider ones go on in the next line.
const VERDICTS: [usize; 4] = [usize::MAX, 33, 26, 21];
/// What stands above an outline.
pub(crate) const OUTLINE: &str = "The tree, in the order of the search";
/// The least distance between two plies.
const LEAST: usize = 4;

/// Writes the tree grown to the side: a column for each ply, a row for each node, a parent between its children, the first
/// move above as in the Sargon document. A tree that is too big or too deep for that becomes an outline.
///
/// # Errors
/// What writing gives.
pub fn sideways(tree: &SearchTree, words: &Words<'_>, out: &mut dyn Write) -> io::Result<Row> {
    let root = valued(Row::of(words, &tree.root), tree, words);
    let sides = [0, 1].map(|ply| words.perspective.side(ply));
    // The heads of the columns have to stay apart; where there is no room for that, their first letters do.
    for letters in [sides[0].len().max(sides[1].len()), 1] {
        for most in VERDICTS {
            let sheet = Sheet::new(words, columns_of(tree), &root, most);
            let plies = sideways_columns(&root, sheet.room(), (letters + 1).max(LEAST), words.style.charset);
            if let Some(plies) = plies.filter(|_| sheet.has_room() && root.size() <= MOST_ROWS) {
                let branches = draw(&root, Arrangement::Sideways, words.style, &|ply| plies[ply]);
                writeln!(out, "{MOVES_OF}")?;
                sheet.write(&heads(words, &plies, letters), &branches, out)?;
                return Ok(root);
            }
        }
    }
    writeln!(out)?;
    outline(tree, words, out)
}

/// Whose moves stand in each column, in so many letters.
fn heads(words: &Words<'_>, plies: &[usize], letters: usize) -> String {
    let mut heads = String::new();
    for (ply, &column) in plies.iter().enumerate().skip(1) {
        heads = left(&heads, column);
        heads.extend(words.perspective.side(ply - 1).chars().take(letters));
    }
    heads
}

/// Writes the tree as an outline, a row for each node, in the order of the search.
///
/// # Errors
/// What writing gives.
pub fn outline(tree: &SearchTree, words: &Words<'_>, out: &mut dyn Write) -> io::Result<Row> {
    let root = valued(Row::in_search_order(words, &tree.root), tree, words);
    write_outline(&root, columns_of(tree), OUTLINE, words, out)?;
    Ok(root)
}

/// Returns the same with its value at the root, which no row compares.
pub(crate) fn valued(root: Row, tree: &SearchTree, words: &Words<'_>) -> Row {
    Row { score: tree.outcome.score.map(|score| (words.perspective.score(score, 0), Bound::Exact)), ..root }
}

/// Writes rows as an outline.
///
/// # Errors
/// What writing gives.
pub(crate) fn write_outline(
    root: &Row,
    shown: Columns,
    heads: &str,
    words: &Words<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let sheet = |most| Sheet::new(words, shown, root, most);
    // Deep down, where much of the page is used up, the plies stop moving to the right.
    let deepest = (words.style.width / if sheet(VERDICTS[2]).has_room() { 2 } else { 6 }).max(8);
    let branches = draw(root, Arrangement::Outline, words.style, &|ply| (2 * (ply - 1)).min(deepest));
    let widest = branches.iter().map(|branch| columns(&branch.text)).max().unwrap_or(0);
    let sheet =
        VERDICTS.into_iter().map(sheet).find(|sheet| widest <= sheet.room()).unwrap_or_else(|| sheet(VERDICTS[2]));
    let heads = if columns(heads) <= sheet.room() { heads } else { "" };
    sheet.write(heads, &branches, out)
}

/// Returns the columns of a tree: where there is no window, there is nothing to compare with.
#[must_use]
pub(crate) fn columns_of(tree: &SearchTree) -> Columns {
    let comparison = tree.header.has_window();
    Columns { step: true, comparison, verdict: true, nodes: false }
}
