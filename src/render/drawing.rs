//! Draws any tree sideways: root at the left, first child above, a row for each node, diagonals to the first and the
//! last child, a bar that joins siblings.

use super::style::{Paint, Style};
use std::io;

/// A node to be drawn: a label with what hangs on it.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The text of the node.
    pub label: String,
    /// Its colour.
    pub paint: Paint,
    /// Whether an asterisk stands before the label.
    pub starred: bool,
    /// What hangs on it.
    pub children: Vec<Drawn>,
}

/// The distances of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spacing {
    /// Rows between leaves of one parent.
    pub siblings: usize,
    /// Rows between neighbouring leaves of different parents.
    pub cousins: usize,
    /// The widest distance between two plies; a diagonal to a child further away begins with a vertical bar.
    pub reach: usize,
    /// Columns before the root's label.
    pub margin: usize,
    /// Whether labels overwrite the connectors they meet, as in the Sargon document. Otherwise connectors keep away
    /// from labels.
    pub overwrite: bool,
}

/// A node with its place on the canvas.
struct Place<'a> {
    node: &'a Drawn,
    row: usize,
    ply: usize,
    /// Indices of the children among the places.
    children: Vec<usize>,
}

/// The lines of a drawing, without trailing blanks.
#[derive(Clone, Debug)]
pub struct Picture {
    rows: Vec<Row>,
}

/// The cells of a row, and where on it labels stand.
#[derive(Clone, Debug, Default)]
struct Row {
    cells: Vec<char>,
    labels: Vec<(std::ops::Range<usize>, Paint)>,
}

impl Picture {
    /// Draws a tree.
    ///
    /// Takes time and memory in proportion to the area of the picture.
    #[must_use]
    pub fn of(root: &Drawn, spacing: Spacing, style: &Style) -> Self {
        let mut layout = Layout { spacing, places: Vec::new(), last_leaf: None, bottom: 0 };
        layout.place(root, 0, None);
        let columns = layout.columns();
        let mut picture = Self { rows: Vec::new() };
        if spacing.overwrite {
            picture.connect(&layout, &columns, style);
            picture.write_labels(&layout, &columns, style);
        } else {
            picture.write_labels(&layout, &columns, style);
            picture.connect(&layout, &columns, style);
        }
        picture
    }

    /// Returns the width of the widest row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0)
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns row `index` without colour.
    #[must_use]
    pub fn text(&self, index: usize) -> String {
        let text: String = self.rows.get(index).map(|row| row.cells.iter().collect()).unwrap_or_default();
        text.trim_end().to_owned()
    }

    /// Writes the picture, a line for each row.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write(&self, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
        for row in &self.rows {
            let mut line = String::new();
            let mut at = 0;
            for (range, paint) in &row.labels {
                line.extend(&row.cells[at..range.start]);
                let label: String = row.cells[range.clone()].iter().collect();
                line.push_str(&style.paint(&label, *paint));
                at = range.end;
            }
            line.extend(&row.cells[at..]);
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn put(&mut self, row: usize, column: usize, glyph: char) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Row::default);
        }
        let cells = &mut self.rows[row].cells;
        if cells.len() <= column {
            cells.resize(column + 1, ' ');
        }
        cells[column] = glyph;
    }

    /// Draws a piece of a connector unless it would touch a label.
    fn put_connector(&mut self, layout: &Layout<'_>, row: usize, column: usize, glyph: char) {
        let touches = |row: &Row| row.labels.iter().any(|(range, _)| range.start <= column + 1 && column <= range.end);
        if layout.spacing.overwrite || !self.rows.get(row).is_some_and(touches) {
            self.put(row, column, glyph);
        }
    }

    fn write_labels(&mut self, layout: &Layout<'_>, columns: &[usize], style: &Style) {
        for place in &layout.places {
            let column = columns[place.ply] - if place.ply == 0 { layout.root_offset() } else { 0 };
            if place.node.starred && 0 < column {
                self.put(place.row, column - 1, style.glyph('*'));
            }
            for (offset, glyph) in place.node.label.chars().enumerate() {
                self.put(place.row, column + offset, glyph);
            }
            let start = if place.node.starred && 0 < column { column - 1 } else { column };
            let end = column + place.node.label.chars().count();
            if let Some(row) = self.rows.get_mut(place.row) {
                row.labels.push((start..end, place.node.paint));
            }
        }
    }

    fn connect(&mut self, layout: &Layout<'_>, columns: &[usize], style: &Style) {
        let last_ply = columns.len() - 1;
        for place in &layout.places {
            let rows: Vec<usize> = place.children.iter().map(|&child| layout.places[child].row).collect();
            let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else { continue };
            let from = columns[place.ply];
            let to = columns[place.ply + 1];
            for row in first + 1..place.row {
                let (column, glyph) = slope(from, to, row - first, place.row - first, '/');
                self.put_connector(layout, row, column, style.glyph(glyph));
            }
            for row in place.row + 1..last {
                let (column, glyph) = slope(from, to, last - row, last - place.row, '\\');
                self.put_connector(layout, row, column, style.glyph(glyph));
            }
            let bar = if place.ply + 1 == last_ply { to + 1 } else { to };
            for pair in rows.windows(2) {
                for row in pair[0] + 1..pair[1] {
                    self.put_connector(layout, row, bar, style.glyph('|'));
                }
            }
        }
    }
}

/// The column of a diagonal's piece `rows` away from the child, and what stands there: where the parent is further away
/// (`all` rows) than there are columns, the end near the parent is upright, a column away from the bar that joins the
/// parent's siblings.
fn slope(from: usize, to: usize, rows: usize, all: usize, diagonal: char) -> (usize, char) {
    let column = to.saturating_sub(rows);
    let upright = (from + 2).min(to - 1);
    if all <= to - from || upright < column { (column, diagonal) } else { (upright, '|') }
}

struct Layout<'a> {
    spacing: Spacing,
    /// In order of their first leaf; the root is the last.
    places: Vec<Place<'a>>,
    last_leaf: Option<usize>,
    bottom: usize,
}

impl<'a> Layout<'a> {
    /// Places a subtree below everything placed so far and returns the index of its root.
    ///
    /// `sibling` is the place of the sibling above.
    fn place(&mut self, node: &'a Drawn, ply: usize, sibling: Option<usize>) -> usize {
        let first = self.places.len();
        let mut children = Vec::with_capacity(node.children.len());
        for child in &node.children {
            children.push(self.place(child, ply + 1, children.last().copied()));
        }
        let row = match (children.first(), children.last()) {
            (Some(&top), Some(&bottom)) => self.parent_row(first, self.places[top].row, self.places[bottom].row),
            _ => {
                let row = match (self.last_leaf, sibling.map(|sibling| &self.places[sibling])) {
                    (None, _) => 0,
                    (Some(leaf), Some(sibling)) if sibling.children.is_empty() => leaf + self.spacing.siblings,
                    // Room for the parent, with a connector on either side.
                    (Some(leaf), Some(sibling)) => (leaf + self.spacing.cousins).max(sibling.row + 4),
                    (Some(leaf), None) => leaf + self.spacing.cousins,
                };
                let row = if self.last_leaf.is_some() { row.max(self.bottom + 2) } else { row };
                self.last_leaf = Some(row);
                row
            }
        };
        self.bottom = self.bottom.max(row);
        self.places.push(Place { node, row, ply, children });
        self.places.len() - 1
    }

    /// Midway between the first and the last child, or the nearest row without a label.
    fn parent_row(&self, first: usize, top: usize, bottom: usize) -> usize {
        let is_free = |row: usize| self.places[first..].iter().all(|place| place.row != row);
        if top == bottom {
            let below = top + self.spacing.siblings / 2;
            return (below..).find(|&row| is_free(row)).unwrap_or(below);
        }
        let middle = (top + bottom) / 2;
        let near = (0..=bottom - top).flat_map(|distance| [middle.saturating_sub(distance), middle + distance]);
        let mut near = near.into_iter().filter(|&row| top < row && row < bottom && is_free(row));
        // Next to a child there is no room for a connector.
        near.clone().find(|&row| top + 1 < row && row + 1 < bottom).or_else(|| near.next()).unwrap_or(middle)
    }

    /// The column of each ply; the root's is where its diagonals begin.
    fn columns(&self) -> Vec<usize> {
        let plies = self.places.iter().map(|place| place.ply).max().unwrap_or(0) + 1;
        let mut distances = vec![1; plies];
        for place in &self.places {
            for &child in &place.children {
                let rows = self.places[child].row.abs_diff(place.row);
                distances[place.ply] = distances[place.ply].max(rows.min(self.spacing.reach));
            }
        }
        // The root's children stand behind its label.
        if let Some(distance) = distances.first_mut().filter(|_| 1 < plies) {
            *distance = (*distance).max(self.places.last().map_or(0, |root| root.node.label.len() - 1));
        }
        let mut columns = vec![self.spacing.margin + self.root_offset()];
        for ply in 1..plies {
            columns.push(columns[ply - 1] + distances[ply - 1]);
        }
        columns
    }

    /// The diagonals of the root begin over the middle of its label.
    fn root_offset(&self) -> usize {
        2
    }
}
