//! Draws a tree as the Sargon document does: root at the left, first child above, diagonals to the first and the last child,
//! a bar that joins siblings. Labels overwrite the connectors that they meet.

/// A node to be drawn: a label with what hangs on it.
#[derive(Clone, Debug, Default)]
pub(super) struct FacsimileNode {
    /// The text of the node.
    pub label: String,
    /// Whether an asterisk stands before the label.
    pub starred: bool,
    /// What hangs on it.
    pub children: Vec<FacsimileNode>,
}

/// Rows between leaves of one parent.
const SIBLINGS: usize = 6;
/// Rows between neighbouring leaves of different parents.
const COUSINS: usize = 4;
/// The diagonals of the root begin over the middle of its label.
const ROOT_OFFSET: usize = 2;

/// A node with its place on the canvas.
struct PlacedNode<'a> {
    node: &'a FacsimileNode,
    row: usize,
    ply: usize,
    /// Indices of the children among the places.
    children: Vec<usize>,
}

/// Returns the lines of the drawing, without trailing blanks.
///
/// Takes time and memory in proportion to the area of the picture.
pub(super) fn draw(root: &FacsimileNode) -> Vec<String> {
    let mut layout = Layout { places: Vec::new(), last_leaf: None, bottom: 0 };
    layout.place(root, 0, None);
    let columns = layout.columns();
    let mut canvas = FacsimileCanvas { rows: Vec::new() };
    canvas.connect(&layout, &columns);
    canvas.write_labels(&layout, &columns);
    canvas.rows.into_iter().map(|cells| cells.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

struct FacsimileCanvas {
    rows: Vec<Vec<char>>,
}

impl FacsimileCanvas {
    fn put(&mut self, row: usize, column: usize, glyph: char) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, ' ');
        }
        cells[column] = glyph;
    }

    fn write_labels(&mut self, layout: &Layout<'_>, columns: &[usize]) {
        for place in &layout.places {
            let column = columns[place.ply] - if place.ply == 0 { ROOT_OFFSET } else { 0 };
            if place.node.starred && 0 < column {
                self.put(place.row, column - 1, '*');
            }
            for (offset, glyph) in place.node.label.chars().enumerate() {
                self.put(place.row, column + offset, glyph);
            }
        }
    }

    fn connect(&mut self, layout: &Layout<'_>, columns: &[usize]) {
        let last_ply = columns.len() - 1;
        for place in &layout.places {
            let rows: Vec<usize> = place.children.iter().map(|&child| layout.places[child].row).collect();
            let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else { continue };
            let to = columns[place.ply + 1];
            for row in first + 1..place.row {
                self.put(row, to.saturating_sub(row - first), '/');
            }
            for row in place.row + 1..last {
                self.put(row, to.saturating_sub(last - row), '\\');
            }
            let bar = if place.ply + 1 == last_ply { to + 1 } else { to };
            for pair in rows.windows(2) {
                for row in pair[0] + 1..pair[1] {
                    self.put(row, bar, '|');
                }
            }
        }
    }
}

struct Layout<'a> {
    /// In order of their first leaf; the root is the last.
    places: Vec<PlacedNode<'a>>,
    last_leaf: Option<usize>,
    bottom: usize,
}

impl<'a> Layout<'a> {
    /// Places a subtree below everything placed so far and returns the index of its root.
    ///
    /// `sibling` is the place of the sibling above.
    fn place(&mut self, node: &'a FacsimileNode, ply: usize, sibling: Option<usize>) -> usize {
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
                    (Some(leaf), Some(sibling)) if sibling.children.is_empty() => leaf + SIBLINGS,
                    // Room for the parent, with a connector on either side.
                    (Some(leaf), Some(sibling)) => (leaf + COUSINS).max(sibling.row + 4),
                    (Some(leaf), None) => leaf + COUSINS,
                };
                let row = if self.last_leaf.is_some() { row.max(self.bottom + 2) } else { row };
                self.last_leaf = Some(row);
                row
            }
        };
        self.bottom = self.bottom.max(row);
        self.places.push(PlacedNode { node, row, ply, children });
        self.places.len() - 1
    }

    /// Midway between the first and the last child, or the nearest row without a label.
    fn parent_row(&self, first: usize, top: usize, bottom: usize) -> usize {
        let is_free = |row: usize| self.places[first..].iter().all(|place| place.row != row);
        if top == bottom {
            let below = top + SIBLINGS / 2;
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
                distances[place.ply] = distances[place.ply].max(rows);
            }
        }
        // The root's children stand behind its label.
        if let Some(distance) = distances.first_mut().filter(|_| 1 < plies) {
            *distance = (*distance).max(self.places.last().map_or(0, |root| root.node.label.len() - 1));
        }
        let mut columns = vec![ROOT_OFFSET];
        for ply in 1..plies {
            columns.push(columns[ply - 1] + distances[ply - 1]);
        }
        columns
    }
}
