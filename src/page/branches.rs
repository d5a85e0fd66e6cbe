//! Draws the branches of a tree with characters: what stands at the left of a page, a line for each row.

use super::layout::{Branching, Place, Shape, places};
use super::row::Row;
use super::style::{Charset, Style};
use super::text::columns;

/// A row with its branches.
#[derive(Clone, Debug)]
pub(crate) struct Branch<'a> {
    /// Branches and name.
    pub text: String,
    /// What goes on below it: the branches that pass the gap between this row and the next.
    pub below: String,
    /// The column where the name begins.
    pub name_at: usize,
    /// The row.
    pub row: &'a Row,
}

/// The pieces that branches are drawn with.
struct Pieces {
    top: char,
    middle: char,
    bottom: char,
    bar: char,
    dash: char,
    star: char,
}

const ASCII: Pieces = Pieces { top: '.', middle: '|', bottom: '`', bar: '|', dash: '-', star: '*' };
const UNICODE: Pieces = Pieces { top: '┌', middle: '├', bottom: '└', bar: '│', dash: '─', star: '★' };

/// What stands with the names of the sides above the columns of moves: without it, a move of MAX is taken for a node where MAX is to
/// move.
pub(crate) const MOVES_OF: &str = "moves of";
/// Columns between a branch and the name behind it: the corner, a dash, a star or a blank.
pub(crate) const STEM: usize = 3;

/// Draws the tree: `column` says in which column the branch to a node of a ply begins, from ply 1 on.
///
/// Takes time in proportion to the rows and their depth.
#[must_use]
pub(crate) fn draw<'a>(root: &'a Row, shape: Shape, style: &Style, column: &dyn Fn(usize) -> usize) -> Vec<Branch<'a>> {
    let pieces = if style.charset == Charset::Unicode { &UNICODE } else { &ASCII };
    let places = places(root, shape);
    let mut canvas = Canvas {
        rows: vec![Vec::new(); places.len()],
        below: vec![Vec::new(); places.len()],
        reached: (0..places.len()).collect(),
    };
    for (row, place) in places.iter().enumerate() {
        if let Some(parent) = place.parent {
            canvas.connect(row, parent, place.sibling, column(place.ply), pieces);
        }
    }
    let Canvas { rows, below, .. } = canvas;
    let lines = rows.into_iter().zip(below).zip(places);
    lines.map(|((cells, below), place)| branch(place, cells, &below, column, pieces)).collect()
}

fn branch<'a>(
    place: Place<'a, Row>,
    mut cells: Vec<char>,
    below: &[char],
    column: &dyn Fn(usize) -> usize,
    pieces: &Pieces,
) -> Branch<'a> {
    let name_at = if place.ply == 0 { 0 } else { column(place.ply) + STEM };
    if place.ply != 0 {
        cells.resize(name_at - STEM + 1, ' ');
        cells.push(pieces.dash);
        cells.push(if place.node.on_pv { pieces.star } else { ' ' });
    }
    let text: String = cells.into_iter().chain(place.node.name.chars()).collect();
    let below: String = below.iter().collect();
    Branch { text, below, name_at, row: place.node }
}

/// The cells left of the names, and those between the rows.
struct Canvas {
    rows: Vec<Vec<char>>,
    below: Vec<Vec<char>>,
    /// For each row, down to where the bar to its children is drawn.
    reached: Vec<usize>,
}

impl Canvas {
    /// Draws the corner at a node, and the bar from its parent, or from the child before, to it.
    fn connect(&mut self, row: usize, parent: usize, (index, count): (usize, usize), at: usize, pieces: &Pieces) {
        let corner = match (row < parent, index) {
            (true, 0) => pieces.top,
            (false, index) if index + 1 == count => pieces.bottom,
            _ => pieces.middle,
        };
        put(&mut self.rows[row], at, corner);
        // Above its parent, the bar of the first child passes all others.
        let (first, last) = match (row < parent, index) {
            (true, 0) => (row + 1, parent),
            (true, _) => return,
            (false, _) => (std::mem::replace(&mut self.reached[parent], row) + 1, row),
        };
        for between in first..last {
            put_if_blank(&mut self.rows[between], at, pieces.bar);
        }
        for gap in first - 1..last {
            put_if_blank(&mut self.below[gap], at, pieces.bar);
        }
    }
}

fn put(cells: &mut Vec<char>, at: usize, glyph: char) {
    if cells.len() <= at {
        cells.resize(at + 1, ' ');
    }
    cells[at] = glyph;
}

fn put_if_blank(cells: &mut Vec<char>, at: usize, glyph: char) {
    if cells.get(at).is_none_or(|&cell| cell == ' ') {
        put(cells, at, glyph);
    }
}

/// Returns the columns of a tree that grows to the side: each ply as far from the one before as its widest name asks, or
/// less where `room` columns are not enough; nothing if there is no room for all plies. `least` is the least distance.
#[must_use]
pub(crate) fn sideways_columns(root: &Row, room: usize, least: usize) -> Option<Vec<usize>> {
    let mut widest: Vec<usize> = Vec::new();
    measure(root, 0, &mut widest);
    let plies = widest.len().saturating_sub(1);
    let end = |columns: &[usize]| (1..=plies).map(|ply| columns[ply] + STEM + widest[ply]).max().unwrap_or(0);
    let mut distances: Vec<usize> = (1..plies).map(|ply| (widest[ply] + STEM).max(least)).collect();
    loop {
        let columns: Vec<usize> = [0, 0]
            .into_iter()
            .chain(distances.iter().scan(0, |at, distance| {
                *at += distance;
                Some(*at)
            }))
            .collect();
        if end(&columns) <= room {
            return Some(columns);
        }
        let longest = distances.iter_mut().max_by_key(|distance| **distance).filter(|distance| least < **distance);
        *longest? -= 1;
    }
}

/// Notes the widest name of each ply.
fn measure(row: &Row, ply: usize, widest: &mut Vec<usize>) {
    if widest.len() <= ply {
        widest.push(0);
    }
    widest[ply] = widest[ply].max(columns(&row.name));
    for child in row.children() {
        measure(child, ply + 1, widest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, children: Vec<Row>) -> Row {
        Row { children, ..Row::named(name.to_owned()) }
    }

    fn tree() -> Row {
        let leaves = |names: [&str; 3]| names.map(|name| row(name, vec![])).into();
        let b = Row { on_pv: true, ..row("b", vec![row("b1", vec![])]) };
        row("(root)", vec![row("a", leaves(["a1", "a2", "a3"])), b])
    }

    fn text(shape: Shape, column: &dyn Fn(usize) -> usize) -> Vec<String> {
        draw(&tree(), shape, &Style::default(), column).into_iter().map(|branch| branch.text).collect()
    }

    #[test]
    fn sideways() {
        let columns = sideways_columns(&tree(), 80, 4).unwrap();
        let drawn = text(Shape::Sideways, &|ply| columns[ply]);
        let expected = ["    .- a1", ".- a", "|   |- a2", "|   `- a3", "(root)", "`-*b", "    `- b1"];
        assert_eq!(drawn, expected);
    }

    #[test]
    fn outline() {
        let drawn = text(Shape::Outline, &|ply| 2 * (ply - 1));
        assert_eq!(drawn, ["(root)", "|- a", "| |- a1", "| |- a2", "| `- a3", "`-*b", "  `- b1"]);
    }

    #[test]
    fn plies_move_together_where_there_is_little_room() {
        let names = |ply: usize, columns: &[usize]| columns[ply];
        let wide = row("(root)", vec![row("a long name", vec![row("b", vec![])])]);
        assert_eq!(names(2, &sideways_columns(&wide, 80, 4).unwrap()), 14);
        assert_eq!(names(2, &sideways_columns(&wide, 14, 4).unwrap()), 10);
        assert_eq!(sideways_columns(&wide, 13, 4), None);
    }
}
