//! The board of kings and pawns on which Sargon searched a lesson.

use crate::model::CarrierReport;
use crate::page::document::{Column, Document, Table};
use crate::page::text::{board, columns, side_by_side};
use crate::page::words::Words;
use crate::trace::{Numbering, Shape, line_text, node_key};
use crate::tree::SearchTree;

/// Columns between the board and what stands beside it, the board included.
const BOARD: usize = 21;

/// Says on which board Sargon searched, where that was not the board of the page.
pub(crate) fn sentence(tree: &SearchTree) -> Option<String> {
    CarrierReport::of(&tree.outcome)?;
    Some("Sargon (1978) searched it on a board of kings and pawns that carries the tree.".to_owned())
}

/// Returns the board, and beside it which pawn moves stand for the moves of the lesson.
pub(crate) fn carrier(tree: &SearchTree, words: &Words<'_>) -> Document {
    let mut page = Document::default();
    let (style, header) = (words.style, &tree.header);
    let (Some(report), Some(shape)) = (CarrierReport::of(&tree.outcome), &header.shape) else {
        page.text(
            "There is no other board: the search ran on the position itself. With --engine sargon, a lesson that gives all its \
             moves and scores is searched on a board that carries it.",
        );
        return page;
    };
    page.text(
        "The board that Sargon saw. King moves are taken away by a callback, the moves that are left stand for those of the \
         lesson, first for first, and another callback replaces each static score by the lesson's:",
    );
    page.gap();
    let mut rows = Vec::new();
    let numbering = Numbering { move_number: 1, black_to_move: report.carrier.contains(" b ") };
    list(shape, 0, &mut WayToNode::default(), &mut |line, node| {
        let own: Vec<&str> = line.nodes.iter().map(|&node| shape.name(node)).collect();
        let theirs: Vec<&str> = line.nodes.iter().map(|&node| report.carried[node - 1].as_str()).collect();
        let score = shape.score(node).map(|score| words.score(score, line.nodes.len() - 1)).unwrap_or_default();
        rows.push([node_key(&line.indices), words.line(&own), line_text(&theirs, Some(numbering)), score]);
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

/// The way to a node: of each move the place among its siblings, and the node it leads to.
#[derive(Default)]
struct WayToNode {
    indices: Vec<usize>,
    nodes: Vec<usize>,
}

fn list(shape: &Shape, node: usize, line: &mut WayToNode, found: &mut impl FnMut(&WayToNode, usize)) {
    for (index, child) in shape.children(node).enumerate() {
        line.indices.push(index);
        line.nodes.push(child);
        found(line, child);
        list(shape, child, line, found);
        line.indices.pop();
        line.nodes.pop();
    }
}
