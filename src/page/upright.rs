//! The tree as textbooks draw it, as text: the root on top, each value at its node, and the side to move on the left.

use super::comparison::{Mark, Perspective};
use super::layout::{Spot, box_glyph, cell, upright};
use super::row::Row;
use super::style::{Charset, Paint, Style};
use super::text::columns;
use crate::core::game::Weight;

/// The number of lines between a node and its children: one for the bar, one for the branches.
const BRANCH: usize = 2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Upright<'a> {
    pub style: &'a Style,
    /// The view that scores take.
    pub perspective: Perspective,
    pub label: NodeLabel,
}

/// The kinds of text at a node, the widest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeLabel {
    /// Its name, its score and its window, side by side.
    Windows,
    Scores,
    /// The score below the name, and no numbers before chess moves.
    Narrow,
}

impl NodeLabel {
    pub(crate) const ALL: [Self; 3] = [Self::Windows, Self::Scores, Self::Narrow];

    /// Columns between neighbours, and the number of lines of an inner node.
    const fn room(self) -> (i32, usize) {
        match self {
            Self::Windows | Self::Scores => (2, 1),
            Self::Narrow => (1, 2),
        }
    }
}

/// The look of a branch, from weakest to strongest; a bar that belongs to several branches looks like the strongest of
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum BranchLook {
    #[default]
    None,
    /// To an unsearched node.
    Dashed,
    /// To any other node.
    Plain,
    Best,
}

impl BranchLook {
    const fn to(row: &Row) -> Self {
        match row.mark.is_unsearched() {
            true => Self::Dashed,
            false if row.on_pv => Self::Best,
            false => Self::Plain,
        }
    }

    const fn weight(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Dashed | Self::Plain => 1,
            Self::Best => 2,
        }
    }

    const fn paint(self) -> Paint {
        if matches!(self, Self::Best) { Paint::Best } else { Paint::Quiet }
    }
}

impl Upright<'_> {
    /// Returns the columns that the tree needs.
    pub(crate) fn width(&self, root: &Row) -> usize {
        let (left, right) = upright(root, &|row| self.reach(row), self.label.room().0).reach;
        self.sides(root) + usize::try_from(left + right).unwrap_or(usize::MAX)
    }

    /// Draws the tree, line by line.
    ///
    /// Takes time and memory in proportion to the area.
    pub(crate) fn draw(&self, root: &Row) -> Vec<String> {
        let spot = upright(root, &|row| self.reach(row), self.label.room().0);
        let margin = self.sides(root);
        let mut canvas = Canvas { rows: Vec::new(), is_unicode: self.style.charset == Charset::Unicode };
        for ply in 0..root.plies() {
            canvas.text(self.line(ply), 0, self.perspective.side(ply), Paint::Quiet);
        }
        self.node(&spot, 0, margin + usize::try_from(spot.reach.0).unwrap_or(0), &mut canvas);
        canvas.lines(self.style)
    }

    /// The width of the left column, which shows the side to move.
    fn sides(&self, root: &Row) -> usize {
        (0..root.plies()).map(|ply| columns(self.perspective.side(ply)) + 2).max().unwrap_or(0)
    }

    /// The first line of the nodes of a ply.
    const fn line(&self, ply: usize) -> usize {
        let (_, lines) = self.label.room();
        // The root has no name.
        (lines + BRANCH) * ply - if ply == 0 { 0 } else { lines - 1 }
    }

    /// How far a single node extends, including its middle on the right side.
    fn reach(&self, row: &Row) -> (i32, i32) {
        let width = |text: &str| i32::try_from(columns(text)).unwrap_or(i32::MAX);
        let lines = self.lines(row, 0);
        let reach = |(text, middle): &(String, usize)| {
            let left = i32::try_from(*middle).unwrap_or(i32::MAX);
            (left, width(text) - left)
        };
        let weight = row.weight.map(Weight::text).unwrap_or_default();
        let weight = (weight.clone(), weight.len() / 2);
        lines.iter().chain([&weight]).map(reach).fold((0, 1), |most, line| (most.0.max(line.0), most.1.max(line.1)))
    }

    /// The text at a node, line by line, and which character is centred.
    fn lines(&self, row: &Row, ply: usize) -> Vec<(String, usize)> {
        let centred = |text: String| {
            let middle = columns(&text) / 2;
            (text, middle)
        };
        let (name, value) = (self.name(row), self.value(row));
        if row.is_leaf() {
            return vec![centred(value), centred(name)];
        }
        let player = self.style.player(self.perspective.mover(ply));
        let behind = [value, self.window(row)].into_iter().filter(|text| !text.is_empty());
        let behind: String = behind.map(|text| format!(" {text}")).collect();
        match (row.is_root(), self.label) {
            (true, _) => {
                let before = if row.is_current { "> " } else { "" };
                vec![(format!("{before}{player}{behind}"), before.len())]
            }
            (false, NodeLabel::Narrow) => vec![centred(name), centred(format!("{player}{behind}"))],
            (false, _) => {
                let middle = columns(&name) + 1;
                vec![(format!("{name} {player}{behind}"), middle)]
            }
        }
    }

    fn name(&self, row: &Row) -> String {
        let is_numbered = self.perspective.numbering.is_some() && self.label == NodeLabel::Narrow;
        let name = if is_numbered { row.name.rsplit('.').next().unwrap_or_default() } else { &row.name };
        let marks = [row.is_current.then_some('>'), row.on_pv.then(|| self.style.star())];
        marks.into_iter().flatten().chain(name.chars()).collect()
    }

    /// The score; in brackets for a leaf that was not evaluated.
    fn value(&self, row: &Row) -> String {
        let value = row.value(self.style);
        if row.score.is_none() && row.known.is_some() { format!("({value})") } else { value }
    }

    /// The window with which a node was entered, unless it was the full window.
    fn window(&self, row: &Row) -> String {
        let shown = row.narrowed().filter(|_| self.label == NodeLabel::Windows);
        shown.map(|window| self.style.window(window)).unwrap_or_default()
    }

    fn node(&self, spot: &Spot<'_, Row>, ply: usize, middle: usize, canvas: &mut Canvas) {
        let (row, paint) = (spot.node, paint(spot.node));
        let mut line = self.line(ply);
        for (text, before) in self.lines(row, ply) {
            canvas.text(line, middle.saturating_sub(before), &text, paint);
            line += 1;
        }
        if row.is_leaf() {
            return;
        }
        let place = |child: &Spot<'_, Row>| middle.saturating_add_signed(child.x as isize);
        let children: Vec<(usize, BranchLook)> =
            spot.children.iter().map(|child| (place(child), BranchLook::to(child.node))).collect();
        canvas.bar(line, middle, &children);
        for child in &spot.children {
            if child.node.is_cut_off(row) {
                canvas.text(line + 1, place(child), self.style.cut(), Paint::Cutoff);
            } else if let Some(weight) = child.node.weight {
                let text = weight.text();
                canvas.text(line + 1, place(child).saturating_sub(text.len() / 2), &text, Paint::Quiet);
            } else {
                canvas.branch(line + 1, place(child), BranchLook::to(child.node));
            }
            self.node(child, ply + 1, place(child), canvas);
        }
    }
}

/// The style of the text at a node.
fn paint(row: &Row) -> Paint {
    let is_cutoff = matches!(row.mark, Mark::Cutoff { skipped: 1.., .. });
    match row.on_pv {
        false if is_cutoff => Paint::Cutoff,
        false if row.is_current => Paint::Heading,
        _ => row.paint(),
    }
}

/// The drawing so far. A cell contains a character with its combining marks; after a character that is two cells wide,
/// the next cell is empty.
struct Canvas {
    rows: Vec<Vec<(String, Paint)>>,
    is_unicode: bool,
}

impl Canvas {
    fn put(&mut self, row: usize, column: usize, glyph: impl Into<String>, paint: Paint) {
        let cells = cell(&mut self.rows, row, Vec::new);
        *cell(cells, column, || (" ".to_owned(), Paint::Plain)) = (glyph.into(), paint);
    }

    fn text(&mut self, row: usize, column: usize, text: &str, paint: Paint) {
        let mut at = column;
        for glyph in text.chars() {
            match columns(glyph.encode_utf8(&mut [0; 4])) {
                0 if at != column => self.rows[row][at - 1].0.push(glyph),
                width => {
                    self.put(row, at, glyph, paint);
                    (1..width).for_each(|more| self.put(row, at + more, "", paint));
                    at += width;
                }
            }
        }
    }

    /// Draws the branch down to a node.
    fn branch(&mut self, row: usize, column: usize, line: BranchLook) {
        let glyph = match (self.is_unicode, line) {
            (true, BranchLook::Dashed) => '╎',
            (true, BranchLook::Best) => '┃',
            (true, _) => '│',
            (false, BranchLook::Dashed) => ':',
            (false, _) => '|',
        };
        self.put(row, column, glyph, line.paint());
    }

    /// Draws the bar between a node in the `middle` and its children, each with its column.
    fn bar(&mut self, row: usize, middle: usize, children: &[(usize, BranchLook)]) {
        let strongest = |of: &dyn Fn(usize) -> bool| {
            children.iter().filter(|(column, _)| of(*column)).map(|(_, line)| *line).max().unwrap_or_default()
        };
        let ends = children.iter().map(|(column, _)| *column).chain([middle]);
        let (Some(first), Some(last)) = (ends.clone().min(), ends.max()) else { return };
        for column in first..=last {
            let up = if column == middle { strongest(&|_| true) } else { BranchLook::None };
            let down = strongest(&|child| child == column);
            // To the right of the middle, a cell of the bar leads to all children further right; to the left, to all
            // children further left.
            let left = strongest(&|child| if column <= middle { child < column } else { column <= child });
            let right = strongest(&|child| if column < middle { child <= column } else { column < child });
            let lines = [up, down, left, right];
            let strong = lines.into_iter().max().unwrap_or_default();
            let glyph = if self.is_unicode { corner(lines) } else { plain_corner(lines) };
            self.put(row, column, glyph, strong.paint());
        }
    }

    fn lines(self, style: &Style) -> Vec<String> {
        let line = |cells: Vec<(String, Paint)>| {
            let mut text = String::new();
            for part in cells.chunk_by(|a, b| a.1 == b.1) {
                text.push_str(&style.paint(&part.iter().map(|cell| cell.0.as_str()).collect::<String>(), part[0].1));
            }
            text.trim_end().to_owned()
        };
        self.rows.into_iter().map(line).collect()
    }
}

fn corner(lines: [BranchLook; 4]) -> char {
    match lines {
        [BranchLook::None, BranchLook::None, BranchLook::Dashed, BranchLook::Dashed] => '╌',
        [BranchLook::Dashed, BranchLook::Dashed, BranchLook::None, BranchLook::None] => '╎',
        _ => box_glyph(lines.map(BranchLook::weight)),
    }
}

const fn plain_corner(lines: [BranchLook; 4]) -> char {
    match lines {
        [BranchLook::None, BranchLook::None, BranchLook::Dashed, BranchLook::Dashed] => '.',
        [BranchLook::None, BranchLook::None, ..] => '-',
        [BranchLook::Dashed, _, BranchLook::None, BranchLook::None] => ':',
        [_, _, BranchLook::None, BranchLook::None] => '|',
        [BranchLook::None, ..] => '.',
        _ => '+',
    }
}
