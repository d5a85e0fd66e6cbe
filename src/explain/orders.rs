//! The same tree with keys: when each position came into being, and when its score was judged.

use crate::page::branches::{STEM, draw, sideways_columns};
use crate::page::comparison::Mark;
use crate::page::document::{Column, Document, Table};
use crate::page::layout::Arrangement;
use crate::page::row::Row;
use crate::page::style::Style;
use crate::page::text::{columns, grouped, side_by_side};
use crate::page::words::Words;
use crate::trace::node_key;
use crate::tree::{Node, SearchTree};

/// More nodes are not worth a row each.
const MOST_NODES: usize = 200;
/// The columns between two small trees.
const GAP: usize = 4;

/// Returns three small trees side by side, with the key of each node, its place in the order of creation and its place in
/// the order of steps, and below them a table that ties the keys to moves and scores. Where three trees do not fit the
/// page, the table has to do.
#[must_use]
pub(crate) fn orders(tree: &SearchTree, words: &Words<'_>) -> Document {
    let mut page = Document::default();
    if MOST_NODES < tree.root.size() {
        page.text("The tree is too big for a row for each key.");
        return page;
    }
    if let Some(lines) = three_trees(&Row::of(words, &tree.root), words.style) {
        page.lines(lines);
        page.gap();
    }
    let mut rows = Vec::new();
    tie(words, &tree.root, (&mut Vec::new(), &mut Vec::new()), &mut rows);
    let kinds = [Column::Left, Column::Right, Column::Right, Column::Right, Column::Rest(0, 0)];
    page.table(Table::new(kinds, ["key", "created", "step", "score", "moves"], rows));
    page.gap();
    page.text(
        "Key: the way to the node, a letter for each move: A, B ... for the side that moves first, G, H ... for the other, in the \
         order of the generator. Created: the place in the order in which this search made the positions. Step: the place in the \
         order in which it judged their scores. A - means never.",
    );
    page
}

/// The tree three times, each time with other names, if there is room.
fn three_trees(root: &Row, style: &Style) -> Option<Vec<String>> {
    let of_root = |row: &Row, name: String| if row.mark == Mark::Root { row.name.clone() } else { name };
    let trees = [
        ("Keys", renamed(root, &|row| of_root(row, node_key(&row.path)))),
        ("Order of creation", renamed(root, &|row| place(row.created))),
        ("Order of steps", renamed(root, &|row| of_root(row, place(row.step)))),
    ];
    let room = style.width.saturating_sub(2 * GAP) / trees.len();
    let mut all: Vec<String> = Vec::new();
    for (title, tree) in &trees {
        let plies = sideways_columns(tree, room, STEM, style.charset)?;
        let rows = draw(tree, Arrangement::Sideways, style, &|ply| plies[ply]).into_iter().map(|branch| branch.text);
        let lines: Vec<String> = [(*title).to_owned(), String::new()].into_iter().chain(rows).collect();
        let before = all.iter().map(|line| columns(line)).max().map_or(0, |widest| widest + GAP);
        all = side_by_side(&all, &lines, before);
    }
    Some(all)
}

/// The same rows with other names.
fn renamed(row: &Row, name: &dyn Fn(&Row) -> String) -> Row {
    let children = row.children.iter().map(|child| renamed(child, name)).collect();
    Row { on_pv: row.on_pv, mark: row.mark, children, ..Row::named(name(row)) }
}

/// A place in an order.
fn place(number: Option<u64>) -> String {
    number.map_or_else(|| "-".to_owned(), grouped)
}

/// Adds the row of each node below `node`, in the order of the keys.
fn tie<'a>(
    words: &Words<'_>,
    node: &'a Node,
    (line, path): (&mut Vec<&'a str>, &mut Vec<usize>),
    rows: &mut Vec<[String; 5]>,
) {
    for child in &node.children {
        line.push(child.name());
        path.push(child.index);
        let row = Row::alone(words, child, line);
        let score = row.score.map_or_else(|| "-".to_owned(), |(score, bound)| words.style.bounded(score, bound));
        rows.push([node_key(path), place(row.created), place(row.step), score, words.line(line)]);
        tie(words, child, (line, path), rows);
        path.pop();
        line.pop();
    }
}
