//! The parts of a page that are shown on request: the table of root moves, the tree with keys, and the board on which
//! Sargon searched a lesson.

use super::folded::twin;
use crate::core::trace::{Numbering, Shape, line_text, node_key};
use crate::core::tree::{Node, SearchTree};
use crate::lessons::model::CarrierReport;
use crate::page::comparison::Mark;
use crate::page::document::{Column, Document, PagePart, Table};
use crate::page::layout::{STEM, draw, sideways_columns};
use crate::page::row::Row;
use crate::page::style::Style;
use crate::page::text::{board, columns, counted, grouped, percent, side_by_side};
use crate::page::words::Words;

/// Returns a table of at most `most` root moves in search order: score, comparison, reply, cost.
pub(crate) fn root_moves(tree: &SearchTree, most: usize, words: &Words<'_>) -> Document {
    let mut page = Document::default();
    let kinds = [Column::Left, Column::Right, Column::Left, Column::Left, Column::Right, Column::Right];
    let mut heads = ["move", "score", "compared with", "answer", "nodes", "share"];
    let mut rows: Vec<[String; 6]> = Vec::new();
    let (searched, rest): (Vec<&Node>, Vec<&Node>) =
        tree.root.in_search_order().into_iter().partition(|child| child.judgement.is_some() || 0 < child.nodes);
    for child in searched.iter().take(most) {
        let row = Row::alone(words, child, &[child.name()]);
        let star = if row.on_pv { words.star() } else { ' ' };
        let answer = child.decisive().map(|answer| words.mv(answer.name(), 1));
        let twin = || twin(&tree.header, &[], child, &tree.root.children);
        let answer = answer.or_else(|| Some(format!("(as {})", twin()?.name()))).unwrap_or_default();
        let score = match row.score {
            Some((score, bound)) => words.style.apart(score, bound),
            None => "not finished".to_owned(),
        };
        let share = percent(child.nodes, tree.root.nodes);
        rows.push([format!("{star}{}", row.name), score, row.compared(words), answer, grouped(child.nodes), share]);
    }
    if !Table::new(kinds, heads, rows.clone()).fits(words.style.width) {
        heads[2] = "";
        rows.iter_mut().for_each(|row| row[2].clear());
    }
    page.part(PagePart::Table);
    page.table(Table::new(kinds, heads, rows));
    if most < searched.len() {
        let more = counted((searched.len() - most) as u64, "other move", "other moves");
        page.text(format!(" {more}: --roots all shows them"));
    }
    if !rest.is_empty() {
        page.text(format!(" {} not searched", counted(rest.len() as u64, "move was", "moves were")));
    }
    page
}

/// The maximum number of nodes that each get a row.
const MOST_NODES: usize = 200;
/// The number of columns between two small trees.
const GAP: usize = 4;

/// Returns three small trees side by side, with the key of each node, its number in the order of creation and its
/// number in the order of steps; below them a table that links keys to moves and scores. If three trees don't fit on
/// the page, returns only the table.
pub(crate) fn orders(tree: &SearchTree, words: &Words<'_>) -> Document {
    let mut page = Document::default();
    if MOST_NODES < tree.root.size() {
        page.text("The tree is too large for one row per key.");
        return page;
    }
    page.part(PagePart::Orders);
    if let Some(lines) = three_trees(&Row::of(words, &tree.root), words.style) {
        page.lines(lines);
        page.gap();
    }
    let mut rows = Vec::new();
    tie(words, &tree.root, (&mut Vec::new(), &mut Vec::new()), &mut rows);
    let kinds = [Column::Left, Column::Right, Column::Right, Column::Right, Column::Rest(0, 0)];
    page.part(PagePart::Keys);
    page.table(Table::new(kinds, ["key", "created", "step", "score", "moves"], rows));
    page.gap();
    page.text(
        "Key: the path to the node, one letter per move: A, B ... for the side that moves first, G, H ... for the other, in generated order. Created: when the search created the position. Step: when the search judged its score. A - means never.",
    );
    page
}

/// Returns three drawings of the tree with different labels, if there is room.
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
        let rows = draw(tree, style, &|ply| plies[ply]).into_iter().map(|branch| branch.text);
        let lines: Vec<String> = [(*title).to_owned(), String::new()].into_iter().chain(rows).collect();
        let before = all.iter().map(|line| columns(line)).max().map_or(0, |widest| widest + GAP);
        all = side_by_side(&all, &lines, before);
    }
    Some(all)
}

fn renamed(row: &Row, name: &dyn Fn(&Row) -> String) -> Row {
    let children = row.children.iter().map(|child| renamed(child, name)).collect();
    Row { on_pv: row.on_pv, mark: row.mark, children, ..Row::named(name(row)) }
}

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

/// The number of columns for the board and for the gap before the text next to it.
const BOARD: usize = 21;

/// Names the board on which Sargon searched, if it differs from the board of the page.
pub(crate) fn sentence(tree: &SearchTree) -> Option<String> {
    CarrierReport::of(&tree.outcome)?;
    Some("Sargon (1978) searched it on a carrier: a stand-in board of kings and pawns.".to_owned())
}

/// Returns the board, and next to it the pawn moves that represent the moves of the lesson.
pub(crate) fn carrier(tree: &SearchTree, words: &Words<'_>) -> Document {
    let mut page = Document::default();
    let (style, header) = (words.style, &tree.header);
    let (Some(report), Some(shape)) = (CarrierReport::of(&tree.outcome), &header.shape) else {
        page.text(
            "There is no carrier: the search ran on the position itself. With --engine sargon, plywood searches a lesson that gives all its moves and scores on a carrier, a stand-in board of kings and pawns.",
        );
        return page;
    };
    page.text(
        "The carrier, which is the board that Sargon saw. One callback removes king moves; the remaining moves stand for those of the lesson, in order. Another callback replaces each static evaluation with the lesson's:",
    );
    page.gap();
    page.part(PagePart::Carrier);
    let mut rows = Vec::new();
    let numbering = Numbering { move_number: 1, black_to_move: report.carrier.contains(" b ") };
    list_below(shape, &mut Vec::new(), &mut |way| {
        let own: Vec<&str> = way.iter().map(|&(node, _)| shape.name(node)).collect();
        let theirs: Vec<&str> = way.iter().map(|&(node, _)| report.carried[node - 1].as_str()).collect();
        let score = way.last().and_then(|&(node, _)| shape.score(node));
        let score = score.map(|score| words.score(score, way.len() - 1)).unwrap_or_default();
        let indices: Vec<usize> = way.iter().map(|&(_, index)| index).collect();
        rows.push([node_key(&indices), words.line(&own), line_text(&theirs, Some(numbering)), score]);
    });
    let kinds = [Column::Left, Column::Left, Column::Left, Column::Right];
    let lines = Table::new(kinds, ["key", "lesson", "on Sargon's board", "score"], rows).lines(style.width);
    let board = board(&report.carrier, style);
    if lines.iter().any(|line| style.width < BOARD + columns(line)) {
        page.lines(board);
        page.gap();
        page.lines(lines);
    } else {
        page.lines(side_by_side(&board, &lines, BOARD));
    }
    page
}

/// Calls `found` with the path to each node below the last node of `way`. A path consists of nodes, each with its index
/// among its siblings.
fn list_below(shape: &Shape, way: &mut Vec<(usize, usize)>, found: &mut impl FnMut(&[(usize, usize)])) {
    for (index, child) in shape.children(way.last().map_or(0, |last| last.0)).enumerate() {
        way.push((child, index));
        found(way);
        list_below(shape, way, found);
        way.pop();
    }
}
