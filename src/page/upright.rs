//! The tree as textbooks draw it, as text: the root on top, each value at its node, and the side to move on the left.

use super::comparison::{Mark, Perspective};
use super::layout::{box_glyph, cell};
use super::packing::{Packing, Spot, upright};
use super::row::Row;
use super::style::{Charset, Paint, Style};
use super::text::columns;
use crate::core::game::Weight;
use crate::core::search::Cut;
use crate::core::sort::sort_by_key;

/// The number of lines between a node and its children: one for the bar, one for the branches.
const BRANCH: usize = 2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Upright<'a> {
    pub style: &'a Style,
    /// The view in which scores are shown.
    pub perspective: Perspective,
    /// Whether a tie causes a cutoff.
    pub cut: Cut,
    pub label: NodeLabel,
    pub room: NodeRoom,
}

/// Extra room at the nodes, so that nothing moves when the text at a node changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodeRoom {
    /// The number of columns for the score of each node.
    pub score: usize,
    /// The additional columns between neighbours.
    pub between: usize,
}

/// The kinds of text at a node, the widest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeLabel {
    /// The name, the score and the window, side by side.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only pages of the command show windows"))]
    Windows,
    /// Like `Windows`, but shows the scores that end the search instead of a window that is open on one side.
    Bounds,
    Scores,
    /// The score below the name, without numbers before chess moves.
    Narrow,
}

impl NodeLabel {
    pub(crate) const ALL: [Self; 3] = [Self::Bounds, Self::Scores, Self::Narrow];

    /// Returns the number of columns between neighbours, and the number of lines of an inner node.
    const fn room(self) -> (i32, usize) {
        match self {
            Self::Windows | Self::Bounds | Self::Scores => (2, 1),
            Self::Narrow => (1, 2),
        }
    }
}

/// The look of a branch, from weakest to strongest. Where branches share a bar, the bar looks like the strongest of
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum BranchLook {
    #[default]
    None,
    /// The branch leads to an unsearched node.
    Dashed,
    /// The branch leads to any other node.
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
    /// Returns the number of columns that the tree needs.
    pub(crate) fn width(&self, root: &Row) -> usize {
        let (left, right) = upright(root, &|row| self.reach(row), self.gap(), Packing::Apart).reach;
        self.sides(root) + usize::try_from(left + right).unwrap_or(usize::MAX)
    }

    /// Draws the tree, line by line.
    ///
    /// Takes time and memory proportional to the area of the drawing.
    pub(crate) fn draw(&self, root: &Row) -> Vec<String> {
        let spot = upright(root, &|row| self.reach(row), self.gap(), Packing::Apart);
        let margin = self.sides(root);
        let mut canvas = Canvas { rows: Vec::new(), is_unicode: self.style.charset == Charset::Unicode };
        for ply in 0..root.plies() {
            canvas.text(self.line(ply), 0, self.perspective.side(ply), Paint::Quiet);
        }
        let mut reasons = Vec::new();
        self.node(&spot, 0, margin + usize::try_from(spot.reach.0).unwrap_or(0), &mut canvas, &mut reasons);
        let (left, right) = spot.reach;
        canvas.reasons(reasons, margin + usize::try_from(left + right).unwrap_or(usize::MAX));
        canvas.lines(self.style)
    }

    /// Returns the number of columns between neighbours.
    fn gap(&self) -> i32 {
        self.label.room().0 + i32::try_from(self.room.between).unwrap_or(0)
    }

    /// Returns the reason why moves of a node were skipped, such as "2 <= 3 of A".
    fn reason(&self, row: &Row) -> Option<String> {
        let cutter = row.children.iter().find(|child| matches!(child.mark, Mark::Cutoff { .. }))?;
        let (score, _) = cutter.score?;
        let compared = cutter.comparison.as_ref()?;
        let owner = compared.owner.as_ref().map(|owner| format!(" of {owner}")).unwrap_or_default();
        let [score, threshold] = [score, compared.threshold].map(|score| self.style.score(score));
        Some(format!("{score} {} {threshold}{owner}", self.style.sign(compared.sign)))
    }

    /// Returns the width of the column on the left that shows who is to move.
    fn sides(&self, root: &Row) -> usize {
        (0..root.plies()).map(|ply| columns(self.perspective.side(ply)) + 2).max().unwrap_or(0)
    }

    /// Returns the first line that the nodes of a ply occupy.
    const fn line(&self, ply: usize) -> usize {
        let (_, lines) = self.label.room();
        // The root has no line for a name.
        (lines + BRANCH) * ply - if ply == 0 { 0 } else { lines - 1 }
    }

    /// Returns how far a single node extends to the left and to the right; the middle counts as right.
    fn reach(&self, row: &Row) -> (i32, i32) {
        let width = |text: &str| i32::try_from(columns(text)).unwrap_or(i32::MAX);
        let lines = self.lines(row, 0);
        let reach = |(text, middle): &(String, usize)| {
            let left = i32::try_from(*middle).unwrap_or(i32::MAX);
            (left, width(text) - left)
        };
        let weight = row.weight.map(Weight::text).unwrap_or_default();
        let weight = (weight.clone(), weight.len() / 2);
        let reached = lines
            .iter()
            .chain([&weight])
            .map(reach)
            .fold((0, 1), |most, line| (most.0.max(line.0), most.1.max(line.1)));
        if self.room.score == 0 { reached } else { self.reserved(row, reached) }
    }

    /// Widens a reach to leave room for the marks before the name, and for a score.
    fn reserved(&self, row: &Row, (left, right): (i32, i32)) -> (i32, i32) {
        let wide = |columns: usize| i32::try_from(columns).unwrap_or(i32::MAX);
        let (name, score) = (wide(columns(self.bare_name(row)) + 2), wide(self.room.score));
        let (before, behind) = match (row.is_leaf(), self.label) {
            (true, _) => (name.max(score) / 2 + 1, name.max(score) / 2 + 1),
            _ if row.is_root() => (2, score + 2),
            (false, NodeLabel::Narrow) => ((name / 2 + 1).max(score / 2 + 2), (name / 2 + 1).max(score / 2 + 2)),
            (false, _) => (name + 1, score + 2),
        };
        (left.max(before), right.max(behind))
    }

    /// Returns the text at a node, line by line, and which character is centred.
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
        let behind = [value, self.beside(row)].into_iter().filter(|text| !text.is_empty());
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
        let marks = [row.is_current.then_some('>'), row.on_pv.then(|| self.style.star())];
        marks.into_iter().flatten().chain(self.bare_name(row).chars()).collect()
    }

    fn bare_name<'a>(&self, row: &'a Row) -> &'a str {
        let is_numbered = self.perspective.numbering.is_some() && self.label == NodeLabel::Narrow;
        if is_numbered { row.name.rsplit('.').next().unwrap_or_default() } else { &row.name }
    }

    /// Returns the score, in brackets for a leaf that was not evaluated, or the letter of a leaf without a score.
    fn value(&self, row: &Row) -> String {
        if let (Mark::Open, true, Some(leaf)) = (&row.mark, row.is_leaf(), &row.leaf) {
            return leaf.word.clone();
        }
        let value = row.value(self.style);
        if row.score.is_none() && row.known.is_some() { format!("({value})") } else { value }
    }

    /// Returns the window with which a node was entered, or the scores that end its search. The text is empty if the
    /// node had the full window.
    fn beside(&self, row: &Row) -> String {
        let Some(window) = row.narrowed() else { return String::new() };
        match self.label {
            NodeLabel::Windows => self.style.window(window),
            NodeLabel::Bounds => match self.perspective.cut_if(self.cut, window, row.path.len()) {
                Some((sign, end)) if window.alpha.is_infinite() || window.beta.is_infinite() => {
                    format!("cut if {} {}", self.style.sign(sign), self.style.score(end))
                }
                _ => self.style.window(window),
            },
            NodeLabel::Scores | NodeLabel::Narrow => String::new(),
        }
    }

    fn node(
        &self,
        spot: &Spot<'_, Row>,
        ply: usize,
        middle: usize,
        canvas: &mut Canvas,
        reasons: &mut Vec<(usize, String)>,
    ) {
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
        if let Some(first) = spot.children.iter().find(|child| child.node.is_cut_off(row)) {
            let left = place(first).saturating_add_signed(-first.reach.0 as isize);
            reasons.extend(self.reason(row).map(|reason| (left, reason)));
        }
        for child in &spot.children {
            if child.node.is_cut_off(row) {
                canvas.text(line + 1, place(child), self.style.cut(), Paint::Cutoff);
            } else if let Some(weight) = child.node.weight {
                let text = weight.text();
                canvas.text(line + 1, place(child).saturating_sub(text.len() / 2), &text, Paint::Quiet);
            } else {
                canvas.branch(line + 1, place(child), BranchLook::to(child.node));
            }
            self.node(child, ply + 1, place(child), canvas, reasons);
        }
    }
}

/// Returns the style of the text at a node.
fn paint(row: &Row) -> Paint {
    let is_cutoff = matches!(row.mark, Mark::Cutoff { skipped: 1.., .. });
    match row.on_pv {
        false if is_cutoff => Paint::Cutoff,
        false if row.is_current => Paint::Heading,
        _ => row.paint(),
    }
}

/// The drawing so far. A cell contains a character with its combining marks; after a double-width character, the next
/// cell is empty.
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

    /// Draws the bar between a node at column `middle` and its children, each at its column.
    fn bar(&mut self, row: usize, middle: usize, children: &[(usize, BranchLook)]) {
        let strongest = |of: &dyn Fn(usize) -> bool| {
            children.iter().filter(|(column, _)| of(*column)).map(|(_, line)| *line).max().unwrap_or_default()
        };
        let ends = children.iter().map(|(column, _)| *column).chain([middle]);
        let (Some(first), Some(last)) = (ends.clone().min(), ends.max()) else { return };
        for column in first..=last {
            let up = if column == middle { strongest(&|_| true) } else { BranchLook::None };
            let down = strongest(&|child| child == column);
            // To the right of the middle, a cell of the bar belongs to the branches to all children further right. To
            // the left, it belongs to the branches to all children further left.
            let left = strongest(&|child| if column <= middle { child < column } else { column <= child });
            let right = strongest(&|child| if column < middle { child <= column } else { column < child });
            let lines = [up, down, left, right];
            let strong = lines.into_iter().max().unwrap_or_default();
            let glyph = if self.is_unicode { corner(lines) } else { plain_corner(lines) };
            self.put(row, column, glyph, strong.paint());
        }
    }

    /// Writes the reasons for skipped moves below the tree. Each reason is on the first free line and starts at its
    /// column or, near the edge of the page, ends at the edge. If there is no room for all reasons, writes none.
    fn reasons(&mut self, mut reasons: Vec<(usize, String)>, width: usize) {
        sort_by_key(&mut reasons, |(column, _)| std::cmp::Reverse(*column));
        let (first, count) = (self.rows.len(), reasons.len());
        let (corners, bar) = if self.is_unicode { (["└─ ", " ─┘"], '│') } else { (["`- ", " -'"], '|') };
        for (column, reason) in reasons {
            let wide = columns(&reason) + 3;
            let has_room = column + wide <= width;
            let start = if has_room { column } else { (column + 1).saturating_sub(wide) };
            let is_free = |line: &usize| {
                let own = (start.saturating_sub(1)..start + wide + 1).all(|at| self.is_blank(first + line, at));
                own && (0..*line).all(|above| (column..column + 2).all(|at| self.is_blank(first + above, at)))
            };
            // The lists below the tree give the reasons that do not fit here.
            let Some(line) = (0..count).find(is_free) else {
                self.rows.truncate(first);
                return;
            };
            (0..line).for_each(|above| self.put(first + above, column, bar, Paint::Quiet));
            if has_room {
                self.text(first + line, start, corners[0], Paint::Quiet);
                self.text(first + line, start + 3, &reason, Paint::Cutoff);
            } else {
                self.text(first + line, start, &reason, Paint::Cutoff);
                self.text(first + line, start + columns(&reason), corners[1], Paint::Quiet);
            }
        }
    }

    fn is_blank(&self, row: usize, column: usize) -> bool {
        self.rows.get(row).and_then(|cells| cells.get(column)).is_none_or(|cell| cell.0 == " ")
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
