//! The tree and the log as the Sargon document prints them, byte for byte, including its quirks.
//!
//! Scores have three decimals and are for the side that just moved; infinities are `MAX` and `-MAX`.

use super::document::{Block, Document};
use super::layout::cell;
use super::style::{Paint, Style};
use super::text::{columns, ranks, side_to_move, wrapped};
use crate::core::hooks::{Event, Verdict};
use crate::core::score::Score;
use crate::core::trace::{Header, Notes, Numbering, Record, Sink, line_text};
use crate::core::tree::{Judgement, Node, SearchTree};
use std::io::{self, Write};
use std::ops::Range;

/// Writes the title, the side to move and the board.
pub(crate) fn heading(header: &Header, out: &mut dyn Write) -> io::Result<()> {
    if !header.title.is_empty() {
        writeln!(out, "{}", header.title)?;
    }
    if let Some(fen) = &header.fen {
        writeln!(out, "{} to move", side_to_move(header).unwrap_or_default())?;
        for rank in ranks(fen) {
            writeln!(out, "{rank}")?;
        }
    }
    writeln!(out)
}

/// Writes the lesson's note, and a remark if the page does not show the whole tree.
pub(crate) fn note(tree: &SearchTree, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut said = vec![tree.header.note.as_str()];
    if has_folds(&tree.root) {
        said.push("Only the moves that decide are drawn. --width K draws more of them, --full all.");
    }
    for line in said.iter().flat_map(|text| wrapped(text, width)).filter(|line| !line.is_empty()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns the meaning of the document's symbols. The document itself explains only some of them, at "Moves (N) [A,M]
/// Score Result".
pub(crate) fn key() -> Document {
    let signs = [
        ("  1.Nxd3 Qd6", "the moves that lead to a node; * marks the PV"),
        (
            "  (N)",
            "the node was the Nth to be judged; without it, the node was never tried, or one of its replies cut it off",
        ),
        ("  3.375", "its score, for the side that made the last move"),
        ("  [A,M]", "the thresholds when it was judged, also for that side"),
        ("  A", "the score the other side can already get elsewhere: negamax's beta"),
        ("  M", "the best score this side has so far: negamax's alpha"),
        ("  MAX  -MAX", "no such threshold yet"),
        ("  >=A so", "ALPHA BETA CUTOFF: the other side avoids this, so its sibling moves are not tried"),
        ("  <=M so", "discard: it changes nothing"),
        ("  >M so", "NEW BEST MOVE: it is the next M"),
    ];
    let mut page = Document::default();
    page.gap();
    page.text("Key");
    page.push(Block::Facts(14, signs.map(|(sign, meaning)| (sign.to_owned(), meaning.to_owned())).into()));
    page
}

/// Returns whether the tree omits nodes.
fn has_folds(node: &Node) -> bool {
    !node.fold.is_empty() || node.children.iter().any(has_folds)
}

/// Writes the tree and the PV line.
pub(crate) fn tree(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let labels = |node: &Node, line: &[&str], _: &[usize]| {
        let is_cut = node.judgement.as_ref().is_some_and(|judgement| judgement.verdict.is_cutoff());
        let (before, paint) = match node.on_pv && node.mv.is_some() {
            true => ("*", Paint::Best),
            false => ("", if is_cut { Paint::Cutoff } else { Paint::Plain }),
        };
        ListingLabel { before: before.to_owned(), text: label(tree, node, line), paint }
    };
    let listing = draw(&tree.root, WIDE, &labels);
    for (row, line) in listing.lines.iter().enumerate() {
        writeln!(out, "{}", listing.painted(row, line, style))?;
    }
    let pv = line_text(&tree.outcome.pv, tree.header.numbering);
    writeln!(out, "\nPV = {pv}, note that the PV nodes are asterisked")?;
    let width = listing.lines.iter().map(|line| columns(line)).max().unwrap_or_default();
    if tree.header.shape.is_none() && style.width < width {
        let advice = format!(
            "This tree is {width} columns wide. For a small one, keep a few moves with --only or --only-at, or make a lesson of \
             the position with `plywood distil`."
        );
        wrapped(&advice, style.width).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn label(tree: &SearchTree, node: &Node, line: &[&str]) -> String {
    let mut label = match line {
        [] => "(root)".to_owned(),
        line => line_text(line, tree.header.numbering),
    };
    if let Some(judgement) = &node.judgement
        && let Some(order) = judgement.order
    {
        label.push_str(&annotation(order, judgement));
    }
    label
}

fn annotation(order: u64, judgement: &Judgement) -> String {
    let Judgement { score, window, verdict, .. } = judgement;
    let (a, m) = (max(window.beta), max(window.alpha));
    let blank = if window.alpha == Score::MIN { " " } else { "" };
    let result = match verdict {
        Verdict::Cutoff { .. } => format!(">={a} so ALPHA BETA CUTOFF"),
        Verdict::NotBest | Verdict::Weighed => format!("<={blank}{m} so discard"),
        Verdict::Best => format!(">{blank}{m} so NEW BEST MOVE"),
    };
    format!(" ({order}): {score} [{a},{m}] {score}{result}")
}

/// Returns a bound in the document's notation.
fn max(score: Score) -> String {
    match score {
        Score::MAX => "MAX".to_owned(),
        Score::MIN => "-MAX".to_owned(),
        score => score.to_string(),
    }
}

/// Writes the document's log while the search runs.
pub(crate) struct DocumentLog<'a> {
    pub out: &'a mut dyn Write,
    pub numbering: Option<Numbering>,
}

impl Sink for DocumentLog<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        log_record(record, self.numbering, self.out)
    }
}

fn log_record(record: &Record, numbering: Option<Numbering>, out: &mut dyn Write) -> io::Result<()> {
    let line: Vec<_> = record.names().collect();
    match (&record.event, &record.notes) {
        (Event::Root { .. }, _) => writeln!(out, "Position 0, \"\" created in tree"),
        (Event::Created { .. }, Notes { number, .. }) => {
            let number = number.unwrap_or_default();
            writeln!(out, "Position {number}, \"{}\" created in tree", line_text(&line, numbering))
        }
        (&Event::Judged { score, window, verdict, .. }, Notes { step: Some(_), .. }) => {
            writeln!(out, "Eval (ply {}), {}", line.len(), line_text(&line, numbering))?;
            let two_lower = max(window.beta);
            if verdict.is_cutoff() {
                return writeln!(
                    out,
                    "Alpha beta cutoff because move value={score} >= two lower ply value={two_lower}"
                );
            }
            writeln!(out, "No alpha beta cutoff because move value={score} < two lower ply value={two_lower}")?;
            let (negated, one_lower) = (-score, max(-window.alpha));
            if verdict == Verdict::Best {
                writeln!(out, "Best move because negated move value={negated} < one lower ply value={one_lower}")?;
                writeln!(out, "(Confirming best move)")
            } else {
                writeln!(out, "Not best move because negated move value={negated} >= one lower ply value={one_lower}")
            }
        }
        _ => Ok(()),
    }
}

/// The number of rows between neighbouring leaves, for leaves with the same parent and with different parents.
#[derive(Clone, Copy)]
pub(super) struct Spacing {
    siblings: usize,
    cousins: usize,
}

/// The spacing for the tree of a search, whose labels are long.
const WIDE: Spacing = Spacing { siblings: 6, cousins: 4 };
/// The spacing for the trees of keys and numbers.
pub(super) const NARROW: Spacing = Spacing { siblings: 4, cousins: 4 };
/// The diagonals of the root begin above the middle of its label.
const ROOT_OFFSET: usize = 2;

/// The text at a node.
pub(super) struct ListingLabel {
    /// The text to the left of the column: an asterisk or a number.
    pub before: String,
    pub text: String,
    pub paint: Paint,
}

impl ListingLabel {
    pub(super) const fn plain(text: String) -> Self {
        Self { before: String::new(), text, paint: Paint::Plain }
    }
}

/// Makes the label of a node from the node, its moves from the root, and their child indices.
pub(super) type ListingLabels<'l> = dyn Fn(&Node, &[&str], &[usize]) -> ListingLabel + 'l;

struct PlacedNode {
    label: ListingLabel,
    row: usize,
    ply: usize,
    /// The indices of the children in `places`.
    children: Vec<usize>,
}

/// A drawn tree: lines without trailing spaces, and the positions of coloured labels.
pub(super) struct Listing {
    pub lines: Vec<String>,
    /// The coloured labels: row, columns, colour.
    spans: Vec<(usize, Range<usize>, Paint)>,
}

impl Listing {
    /// Returns a line with its colours, if the style has any.
    fn painted(&self, row: usize, line: &str, style: &Style) -> String {
        let Some((_, columns, paint)) = self.spans.iter().find(|span| style.color && span.0 == row) else {
            return line.to_owned();
        };
        let part = |columns: Range<usize>| line.chars().skip(columns.start).take(columns.len()).collect::<String>();
        let label = style.paint(&part(columns.clone()), *paint);
        format!("{}{label}{}", part(0..columns.start), part(columns.end..usize::MAX))
    }
}

/// Draws the tree below a node.
///
/// Takes time and memory proportional to the area of the picture.
pub(super) fn draw(root: &Node, spacing: Spacing, labels: &ListingLabels<'_>) -> Listing {
    let mut layout = Layout { labels, spacing, places: Vec::new(), last_leaf: None, bottom: 0 };
    layout.place(root, (&mut Vec::new(), &mut Vec::new()), None);
    let columns = layout.columns();
    let mut canvas = FacsimileCanvas { rows: Vec::new(), spans: Vec::new() };
    canvas.connect(&layout, &columns);
    canvas.write_labels(&layout, &columns);
    let lines = canvas.rows.into_iter().map(|cells| cells.into_iter().collect::<String>().trim_end().to_owned());
    Listing { lines: lines.collect(), spans: canvas.spans }
}

struct FacsimileCanvas {
    rows: Vec<Vec<char>>,
    spans: Vec<(usize, Range<usize>, Paint)>,
}

impl FacsimileCanvas {
    fn put(&mut self, row: usize, column: usize, glyph: char) {
        *cell(cell(&mut self.rows, row, Vec::new), column, || ' ') = glyph;
    }

    fn write_labels(&mut self, layout: &Layout<'_>, columns: &[usize]) {
        for place in &layout.places {
            let column = columns[place.ply] - if place.ply == 0 { ROOT_OFFSET } else { 0 };
            let ListingLabel { before, text, paint } = &place.label;
            for (offset, glyph) in before.chars().rev().enumerate().take_while(|(offset, _)| *offset < column) {
                self.put(place.row, column - 1 - offset, glyph);
            }
            for (offset, glyph) in text.chars().enumerate() {
                self.put(place.row, column + offset, glyph);
            }
            if *paint != Paint::Plain {
                let from = column.saturating_sub(before.chars().count());
                self.spans.push((place.row, from..column + text.chars().count(), *paint));
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

struct Layout<'l> {
    labels: &'l ListingLabels<'l>,
    spacing: Spacing,
    /// The nodes in the order of their first leaf; the root is the last.
    places: Vec<PlacedNode>,
    last_leaf: Option<usize>,
    bottom: usize,
}

impl Layout<'_> {
    /// Places a subtree below everything placed so far and returns the index of its root.
    ///
    /// `sibling` is the place of the sibling above.
    fn place<'n>(
        &mut self,
        node: &'n Node,
        (line, path): (&mut Vec<&'n str>, &mut Vec<usize>),
        sibling: Option<usize>,
    ) -> usize {
        let Spacing { siblings, cousins } = self.spacing;
        let first = self.places.len();
        let mut children = Vec::with_capacity(node.children.len());
        for child in &node.children {
            line.push(child.name());
            path.push(child.index);
            children.push(self.place(child, (line, path), children.last().copied()));
            path.pop();
            line.pop();
        }
        let row = match (children.first(), children.last()) {
            (Some(&top), Some(&bottom)) => self.parent_row(first, self.places[top].row, self.places[bottom].row),
            _ => {
                let row = match (self.last_leaf, sibling.map(|sibling| &self.places[sibling])) {
                    (None, _) => 0,
                    (Some(leaf), Some(sibling)) if sibling.children.is_empty() => leaf + siblings,
                    // Leave room for the parent, with a connector on either side.
                    (Some(leaf), Some(sibling)) => (leaf + cousins).max(sibling.row + 4),
                    (Some(leaf), None) => leaf + cousins,
                };
                let row = if self.last_leaf.is_some() { row.max(self.bottom + 2) } else { row };
                self.last_leaf = Some(row);
                row
            }
        };
        self.bottom = self.bottom.max(row);
        let label = (self.labels)(node, line, path);
        self.places.push(PlacedNode { label, row, ply: line.len(), children });
        self.places.len() - 1
    }

    /// Returns the row midway between the first and the last child, or the nearest row without a label.
    fn parent_row(&self, first: usize, top: usize, bottom: usize) -> usize {
        let is_free = |row: usize| self.places[first..].iter().all(|place| place.row != row);
        if top == bottom {
            let below = top + self.spacing.siblings / 2;
            return (below..).find(|&row| is_free(row)).unwrap_or(below);
        }
        let middle = (top + bottom) / 2;
        let near = (0..=bottom - top).flat_map(|distance| [middle.saturating_sub(distance), middle + distance]);
        let mut near = near.into_iter().filter(|&row| top < row && row < bottom && is_free(row));
        // A row next to a child leaves no room for a connector.
        near.clone().find(|&row| top + 1 < row && row + 1 < bottom).or_else(|| near.next()).unwrap_or(middle)
    }

    /// Returns the column of each ply. For the root, this is where its diagonals begin.
    fn columns(&self) -> Vec<usize> {
        let plies = self.places.iter().map(|place| place.ply).max().unwrap_or(0) + 1;
        let mut distances = vec![1; plies];
        for place in &self.places {
            for &child in &place.children {
                let rows = self.places[child].row.abs_diff(place.row);
                distances[place.ply] = distances[place.ply].max(rows);
            }
        }
        // The root's children begin to the right of its label.
        if let Some(distance) = distances.first_mut().filter(|_| 1 < plies) {
            *distance = (*distance).max(self.places.last().map_or(0, |root| root.label.text.len() - 1));
        }
        let mut columns = vec![ROOT_OFFSET];
        for ply in 1..plies {
            columns.push(columns[ply - 1] + distances[ply - 1]);
        }
        columns
    }
}
