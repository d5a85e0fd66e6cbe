//! The layout of a tree: the row and ply of each node, for text and pictures, and the branches between nodes in text.

use super::row::Row;
use super::style::{Charset, Paint, Style};
use super::text::columns;

/// A tree whose nodes need a layout.
pub trait Branching {
    /// Returns the children in display order.
    fn children(&self) -> &[Self]
    where
        Self: Sized;
}

/// A node with its place. Each node has its own row.
#[derive(Clone, Copy, Debug)]
pub struct RowPlace<'a, T> {
    /// The node.
    pub node: &'a T,
    /// The node's distance from the root; 0 for the root.
    pub ply: usize,
    /// The row of the node's parent; `None` at the root.
    pub parent: Option<usize>,
    /// The node's index among its parent's children, and the number of these children.
    pub sibling: (usize, usize),
}

/// How a node's children are arranged around the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrangement {
    /// Half of the children are above the node and half below it; the tree grows sideways.
    Sideways,
    /// All children are below the node, as in an outline.
    Outline,
}

/// Returns the nodes of a tree row by row, from the top.
///
/// Takes time and memory proportional to the size of the tree.
pub fn places<T: Branching>(root: &T, shape: Arrangement) -> Vec<RowPlace<'_, T>> {
    let mut rows = Vec::new();
    place(root, 0, (0, 1), shape, &mut rows);
    rows
}

/// Places a subtree below everything placed so far, and returns the row of its root.
fn place<'a, T: Branching>(
    node: &'a T,
    ply: usize,
    sibling: (usize, usize),
    shape: Arrangement,
    rows: &mut Vec<RowPlace<'a, T>>,
) -> usize {
    let children = node.children();
    let count = children.len();
    let above = if shape == Arrangement::Sideways { count / 2 } else { 0 };
    let mut child_rows = Vec::with_capacity(count);
    for (index, child) in children[..above].iter().enumerate() {
        child_rows.push(place(child, ply + 1, (index, count), shape, rows));
    }
    let row = rows.len();
    rows.push(RowPlace { node, ply, parent: None, sibling });
    for (index, child) in children.iter().enumerate().skip(above) {
        child_rows.push(place(child, ply + 1, (index, count), shape, rows));
    }
    for child in child_rows {
        rows[child].parent = Some(row);
    }
    row
}

impl Branching for Row {
    fn children(&self) -> &[Self] {
        &self.children
    }
}

/// A row with its branches.
#[derive(Clone, Debug)]
pub(crate) struct Branch<'a> {
    pub text: String,
    /// The branches in the gap between this row and the next.
    pub below: String,
    /// The column where the name begins.
    pub name_at: usize,
    pub row: &'a Row,
    /// Which characters belong to the best line, in this row and in the gap below the row.
    best: [Vec<bool>; 2],
}

impl Branch<'_> {
    /// Returns the branches before the name, and the name.
    pub(crate) fn parts(&self) -> (&str, &str) {
        let byte = self.text.char_indices().nth(self.name_at).map_or(self.text.len(), |(byte, _)| byte);
        self.text.split_at(byte)
    }

    /// Returns `text` with the branches and the name in their colours.
    pub(crate) fn painted(&self, text: &str, paint: Paint, style: &Style) -> String {
        let end = self.name_at + self.row.name.chars().count();
        let line = |index: usize| if self.best[0].get(index) == Some(&true) { Paint::Best } else { Paint::Quiet };
        in_colour(text, &|index| if (self.name_at..end).contains(&index) { paint } else { line(index) }, style)
    }

    /// Returns the branches in the gap below the row, in their colours.
    pub(crate) fn painted_below(&self, text: &str, style: &Style) -> String {
        in_colour(text, &|index| if self.best[1].get(index) == Some(&true) { Paint::Best } else { Paint::Quiet }, style)
    }
}

fn in_colour(text: &str, paint: &dyn Fn(usize) -> Paint, style: &Style) -> String {
    if !style.color {
        return text.to_owned();
    }
    let letters: Vec<(char, Paint)> = text.chars().enumerate().map(|(index, letter)| (letter, paint(index))).collect();
    let parts = letters.chunk_by(|one, other| one.1 == other.1);
    parts.map(|part| style.paint(&part.iter().map(|letter| letter.0).collect::<String>(), part[0].1)).collect()
}

/// Corners and crossings of box lines, ordered by the weights (none, light, heavy) of the lines up, down, left and
/// right.
const BOX: &str = " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋";

/// Returns the character for lines of these weights up, down, left and right.
pub(crate) fn box_glyph(weights: [u8; 4]) -> char {
    BOX.chars().nth(weights.iter().fold(0, |index, weight| 3 * index + usize::from(*weight))).unwrap_or(' ')
}

/// The text above the move columns, before the names of the sides. Without it, a move by MAX could be mistaken for a
/// node where MAX is to move.
pub(crate) const MOVES_OF: &str = "moves of";
/// The number of columns between a branch and the name after it: the corner, a dash, and a star or a space.
pub(crate) const STEM: usize = 3;

/// Draws the tree sideways; `column` returns the column where the branches to the nodes of a ply begin, from ply 1 on.
/// In Unicode, the best line is heavy, and a line leads from each node to the point where its branches split, if there
/// is room.
///
/// Takes time proportional to the number of rows and to their depth.
pub(crate) fn draw<'a>(root: &'a Row, style: &Style, column: &dyn Fn(usize) -> usize) -> Vec<Branch<'a>> {
    let places = places(root, Arrangement::Sideways);
    let mut canvas = BranchCanvas {
        rows: vec![Vec::new(); places.len()],
        below: vec![Vec::new(); places.len()],
        reached: (0..places.len()).collect(),
        joins: style.charset == Charset::Unicode,
    };
    for (row, place) in places.iter().enumerate() {
        if let Some(parent) = place.parent {
            canvas.connect(row, parent, place.sibling, column(place.ply));
        }
    }
    for (row, place) in places.iter().enumerate() {
        if let Some(parent) = place.parent.filter(|_| place.node.on_pv) {
            canvas.strengthen(row, parent, column(place.ply));
        }
    }
    let BranchCanvas { rows, below, joins, .. } = canvas;
    let joint = |place: &RowPlace<'_, Row>| {
        let is_there = joins && !place.node.children.is_empty();
        is_there.then(|| column(place.ply + 1))
    };
    let lines = rows.into_iter().zip(below).zip(places);
    lines
        .map(|((cells, below), place)| {
            let joint = joint(&place);
            branch((place.node, place.ply), cells, &below, (column, joint), style)
        })
        .collect()
}

/// Returns the branches to a node at this ply, in the form of text. `joint` is the column where the branches to its
/// children split, if a line leads there.
pub(super) fn branch<'a>(
    (node, ply): (&'a Row, usize),
    mut cells: Vec<Weights>,
    below: &[Weights],
    (column, joint): (&dyn Fn(usize) -> usize, Option<usize>),
    style: &Style,
) -> Branch<'a> {
    let (is_unicode, has_colour) = (style.charset == Charset::Unicode, style.color);
    let name_at = if ply == 0 { 0 } else { column(ply) + STEM };
    let trunk = joint.map(|at| cells.get(at).copied().unwrap_or_default());
    cells.resize(name_at.saturating_sub(STEM - 1), BLANK);
    let mut text: String = cells.iter().map(|cell| glyph(*cell, is_unicode)).collect();
    let mut best: Vec<bool> = cells.iter().map(is_best).collect();
    if ply != 0 {
        text.push(match (is_unicode, node.on_pv) {
            (true, true) => '━',
            (true, false) if node.mark.is_unsearched() => '╌',
            (true, false) => '─',
            (false, _) => '-',
        });
        text.push(match (is_unicode, node.on_pv) {
            (_, false) => ' ',
            (true, true) => '★',
            (false, true) => '*',
        });
        best.extend([node.on_pv; 2]);
    }
    text.push_str(&node.name);
    let end = columns(&text);
    if let (Some(at), Some([up, down, ..])) = (joint.filter(|at| end <= *at), trunk) {
        let strength = if node.children.iter().any(|child| child.on_pv) { 2 } else { 1 };
        // Leave a space after the name if the gap is wider than one column.
        let blank = usize::from(end + 1 < at);
        text.extend(std::iter::repeat_n(' ', blank));
        text.extend(std::iter::repeat_n(box_glyph([0, 0, strength, strength]), at - end - blank));
        text.push(box_glyph([up, down, strength, 0]));
        best.resize(text.chars().count(), strength == 2);
    }
    let below_text: String = below.iter().map(|cell| glyph(*cell, is_unicode)).collect();
    // The tree may be large, so keep only what the output needs.
    let best = if has_colour { [best, below.iter().map(is_best).collect()] } else { [Vec::new(), Vec::new()] };
    Branch { text, below: below_text, name_at, row: node, best }
}

/// The weights (none, light, heavy) of the lines from the middle of a cell up, down, left and right.
pub(super) type Weights = [u8; 4];
pub(super) const BLANK: Weights = [0; 4];
pub(super) const BAR: Weights = [1, 1, 0, 0];
const UP: usize = 0;
const DOWN: usize = 1;
const RIGHT: usize = 3;

fn is_best(cell: &Weights) -> bool {
    cell.contains(&2)
}

fn glyph(cell: Weights, is_unicode: bool) -> char {
    match cell.map(|weight| weight != 0) {
        _ if is_unicode => box_glyph(cell),
        [true, false, _, true] => '`',
        [false, true, _, true] => '.',
        [true, ..] => '|',
        _ => ' ',
    }
}

/// The cells to the left of the names, and the cells between the rows.
struct BranchCanvas {
    rows: Vec<Vec<Weights>>,
    below: Vec<Vec<Weights>>,
    /// For each row, the last row that the bar to its children has reached so far.
    reached: Vec<usize>,
    /// Whether lines lead from a node to the bar of its children.
    joins: bool,
}

impl BranchCanvas {
    /// Draws the corner at a node, and the bar from its parent or from the previous child.
    fn connect(&mut self, row: usize, parent: usize, (index, count): (usize, usize), at: usize) {
        let (is_first, is_last) = (row < parent && index == 0, row > parent && index + 1 == count);
        *cell(&mut self.rows[row], at, || BLANK) = [u8::from(!is_first), u8::from(!is_last), 0, 1];
        if self.joins {
            set(&mut self.rows[parent], at, [u8::from(row < parent), u8::from(parent < row), 0, 0]);
        }
        // Above the parent, the bar to the first child passes all children in between.
        let (first, last) = match (row < parent, index) {
            (true, 0) => (row + 1, parent),
            (true, _) => return,
            (false, _) => (std::mem::replace(&mut self.reached[parent], row) + 1, row),
        };
        for between in first..last {
            put_if_blank(&mut self.rows[between], at, BAR);
        }
        for gap in first - 1..last {
            put_if_blank(&mut self.below[gap], at, BAR);
        }
    }

    /// Draws the path from a node to its parent heavy.
    fn strengthen(&mut self, row: usize, parent: usize, at: usize) {
        let (first, last, [of_node, of_parent]) =
            if row < parent { (row, parent, [DOWN, UP]) } else { (parent, row, [UP, DOWN]) };
        for (cell, ends) in [(row, [of_node, RIGHT]), (parent, [of_parent; 2])] {
            let mut heavy = BLANK;
            ends.into_iter().for_each(|end| heavy[end] = 2);
            if cell == row || self.joins {
                set(&mut self.rows[cell], at, heavy);
            }
        }
        for between in first + 1..last {
            set(&mut self.rows[between], at, [2, 2, 0, 0]);
        }
        for gap in first..last {
            set(&mut self.below[gap], at, [2, 2, 0, 0]);
        }
    }
}

/// Returns a cell of a row, extending the row if necessary.
pub(super) fn cell<T>(cells: &mut Vec<T>, at: usize, blank: impl FnMut() -> T) -> &mut T {
    if cells.len() <= at {
        cells.resize_with(at + 1, blank);
    }
    &mut cells[at]
}

/// Draws lines in an empty cell. At great depth, plies share a column, and a corner that is already in the cell stays.
pub(super) fn put_if_blank(cells: &mut Vec<Weights>, at: usize, lines: Weights) {
    let cell = cell(cells, at, || BLANK);
    if *cell == BLANK {
        *cell = lines;
    }
}

/// Adds lines to a cell.
pub(super) fn set(cells: &mut Vec<Weights>, at: usize, lines: Weights) {
    for (old, new) in cell(cells, at, || BLANK).iter_mut().zip(lines) {
        *old = (*old).max(new);
    }
}

/// Returns the column of each ply of a sideways tree. The widest name of a ply determines the distance to the next one;
/// if `room` columns are not enough, the distances shrink, but not below `least`. Returns `None` if there is no room
/// for all plies. In Unicode, the first branches begin after the root, if there is room.
pub(crate) fn sideways_columns(root: &Row, room: usize, least: usize, charset: Charset) -> Option<Vec<usize>> {
    let joined = || columns_from(root, room, least, columns(&root.name));
    let joined = if charset == Charset::Unicode { joined() } else { None };
    joined.or_else(|| columns_from(root, room, least, 0))
}

fn columns_from(root: &Row, room: usize, least: usize, start: usize) -> Option<Vec<usize>> {
    let mut widest: Vec<usize> = Vec::new();
    measure(root, 0, &mut widest);
    let plies = widest.len().saturating_sub(1);
    let end = |columns: &[usize]| (1..=plies).map(|ply| columns[ply] + STEM + widest[ply]).max().unwrap_or(0);
    let mut distances: Vec<usize> = (1..plies).map(|ply| (widest[ply] + STEM).max(least)).collect();
    loop {
        let columns: Vec<usize> = [0, start]
            .into_iter()
            .chain(distances.iter().scan(start, |at, distance| {
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

    struct TestTree(&'static str, Vec<TestTree>);

    impl Branching for TestTree {
        fn children(&self) -> &[Self] {
            &self.1
        }
    }

    fn names(shape: Arrangement) -> Vec<(&'static str, usize, Option<usize>)> {
        let leaves = || vec![TestTree("x", vec![]), TestTree("y", vec![]), TestTree("z", vec![])];
        let root = TestTree("root", vec![TestTree("a", leaves()), TestTree("b", vec![])]);
        places(&root, shape).iter().map(|place| (place.node.0, place.ply, place.parent)).collect()
    }

    #[test]
    fn sideways_a_parent_stands_between_its_children() {
        let rows = names(Arrangement::Sideways);
        assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), ["x", "a", "y", "z", "root", "b"]);
        assert_eq!(rows[0], ("x", 2, Some(1)));
        assert_eq!(rows[1], ("a", 1, Some(4)));
        assert_eq!(rows[5], ("b", 1, Some(4)));
    }

    #[test]
    fn in_an_outline_a_parent_stands_above_its_children() {
        let rows = names(Arrangement::Outline);
        assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), ["root", "a", "x", "y", "z", "b"]);
        assert_eq!(rows[4], ("z", 2, Some(1)));
    }

    fn row(name: &str, children: Vec<Row>) -> Row {
        Row { children, ..Row::named(name.to_owned()) }
    }

    fn tree() -> Row {
        let leaves = |names: [&str; 3]| names.map(|name| row(name, vec![])).into();
        let b = Row { on_pv: true, ..row("b", vec![row("b1", vec![])]) };
        row("(root)", vec![row("a", leaves(["a1", "a2", "a3"])), b])
    }

    #[test]
    fn sideways() {
        let columns = sideways_columns(&tree(), 80, 4, Charset::Ascii).unwrap();
        let tree = tree();
        let drawn = draw(&tree, &Style::default(), &|ply| columns[ply]);
        let drawn: Vec<String> = drawn.into_iter().map(|branch| branch.text).collect();
        let expected = ["    .- a1", ".- a", "|   |- a2", "|   `- a3", "(root)", "`-*b", "    `- b1"];
        assert_eq!(drawn, expected);
    }

    #[test]
    fn best_play_is_heavy_and_joined_at_the_root() {
        let style = Style { charset: Charset::Unicode, ..Style::default() };
        let columns = sideways_columns(&tree(), 80, 4, Charset::Unicode).unwrap();
        let tree = tree();
        let drawn = draw(&tree, &style, &|ply| columns[ply]);
        let drawn: Vec<String> = drawn.into_iter().map(|branch| branch.text).collect();
        let expected = [
            "          ┌─ a1",
            "      ┌─ a┤",
            "      │   ├─ a2",
            "      │   └─ a3",
            "(root)┪",
            "      ┗━★b┐",
            "          └─ b1",
        ];
        assert_eq!(drawn, expected);
    }

    #[test]
    fn plies_move_together_where_there_is_little_room() {
        let names = |ply: usize, columns: &[usize]| columns[ply];
        let wide = row("(root)", vec![row("a long name", vec![row("b", vec![])])]);
        assert_eq!(names(2, &sideways_columns(&wide, 80, 4, Charset::Ascii).unwrap()), 14);
        assert_eq!(names(2, &sideways_columns(&wide, 14, 4, Charset::Ascii).unwrap()), 10);
        assert_eq!(sideways_columns(&wide, 13, 4, Charset::Ascii), None);
    }
}
