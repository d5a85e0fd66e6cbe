//! Draws the tree with a row for each node, as in text: branches on the left, columns on the right.

use super::drawn::NodeEvents;
use super::figure::{Anchor, Class, FigurePart, Group, MARGIN, NodeTag, Point, at, shortened, width};
use crate::core::sort::sort_by_key;
use crate::page::comparison::Mark;
use crate::page::layout::{Arrangement, MOVES_OF, RowPlace, places};
use crate::page::row::Row;
use crate::page::sheet::{Columns, HEADS, OWNER, RowCells, SIGN, THRESHOLD, VERDICT};
use crate::page::text::wrapped;
use crate::page::words::Words;

const ROW: i32 = 24;
/// The height of a line of notes below a row.
const NOTE: i32 = 17;
/// The length of a branch from the trunk to the place of a star.
const STUB: i32 = 22;
/// The room for a star.
const STAR: i32 = 16;
/// The distance between columns, in pixels.
const GAP: i32 = 22;
/// The maximum width of a name; longer names are cut off.
const NAME: i32 = 400;
/// The indent of an outline for each ply.
const INDENT: i32 = STUB + STAR + 6;
const NOTE_LETTERS: usize = 60;

#[derive(Clone, Copy, Debug)]
pub(super) struct RowTable<'a> {
    pub words: &'a Words<'a>,
    /// How a node's children are arranged around it.
    pub shape: Arrangement,
    pub columns: Columns,
    /// The heading of an outline.
    pub head: &'a str,
}

/// The positions of everything, in pixels.
struct Grid {
    /// Where the branches to the nodes of each ply begin.
    trunks: Vec<i32>,
    /// The middle of each row.
    middles: Vec<i32>,
    /// The left and right edge of each column.
    columns: Vec<(i32, i32)>,
    bottom: i32,
}

impl RowTable<'_> {
    /// Draws the tree below `top`; returns the y coordinate where it ends.
    pub(super) fn draw(&self, root: &Row, events: &NodeEvents, top: i32, groups: &mut Vec<Group>) -> i32 {
        let places = places(root, self.shape);
        let cells: Vec<RowCells> =
            places.iter().map(|place| RowCells::of(place.node, self.columns, self.words)).collect();
        let grid = self.grid(&places, &cells, top + ROW);
        let current = places.iter().position(|place| place.node.is_current).map(|row| grid.middles[row]);
        groups.push(Group { tag: None, items: self.heads(&grid, top, current) });
        let mut nodes: Vec<(u8, Group)> = Vec::with_capacity(places.len());
        for (row, place) in places.iter().enumerate() {
            let mut items = Vec::new();
            items.extend(self.branch(&places, row, &grid));
            self.name(place, row, &grid, &mut items);
            self.cells(place.node, &cells[row], &grid, grid.middles[row], &mut items);
            nodes.push((layer(place.node), Group { tag: tag(place.node, events), items }));
        }
        put_in_layers(nodes, groups);
        grid.bottom
    }

    fn grid(&self, places: &[RowPlace<'_, Row>], cells: &[RowCells], top: i32) -> Grid {
        let trunks = self.trunks(places);
        let (mut middles, mut y) = (Vec::with_capacity(places.len()), top);
        for place in places {
            middles.push(y + ROW / 2);
            let beside = usize::from(self.shape == Arrangement::Sideways);
            y += ROW + NOTE * i32::try_from(notes(place.node).len().saturating_sub(beside)).unwrap_or(0);
        }
        let end = |place: &RowPlace<'_, Row>| {
            let below = notes(place.node).into_iter().filter(|_| self.shape == Arrangement::Outline);
            let notes = below.map(|note| NOTE_IN + width(&note, Class::Small)).max().unwrap_or(0);
            name_at(place, &trunks) + notes.max(width(&shown_name(place.node), name_class(place.node)))
        };
        let head = MARGIN + if self.shape == Arrangement::Outline { width(self.head, Class::Head) } else { 0 };
        let tree = places.iter().map(end).fold(head, i32::max);
        Grid { trunks, middles, columns: columns_from(tree, cells), bottom: y }
    }

    /// Returns where the branches to the nodes of each ply begin.
    fn trunks(&self, places: &[RowPlace<'_, Row>]) -> Vec<i32> {
        let deepest = places.iter().map(|place| place.ply).max().unwrap_or(0);
        let widest = |ply: usize| {
            let names = places.iter().filter(|place| place.ply == ply);
            names.map(|place| width(&shown_name(place.node), name_class(place.node))).max().unwrap_or(0)
        };
        let mut trunks = vec![MARGIN];
        for ply in 0..deepest {
            let before = if ply == 0 { 0 } else { STUB + STAR };
            let step = match self.shape {
                Arrangement::Sideways => before + widest(ply) + 14,
                Arrangement::Outline if ply == 0 => 8,
                Arrangement::Outline => INDENT,
            };
            trunks.push(trunks[ply] + step);
        }
        trunks
    }

    /// Draws the line from the parent to the node, with the symbol of a cutoff across it if necessary.
    fn branch(&self, places: &[RowPlace<'_, Row>], row: usize, grid: &Grid) -> Vec<FigurePart> {
        let place = &places[row];
        let Some(parent) = place.parent else { return Vec::new() };
        let (x, y) = (grid.trunks[place.ply], grid.middles[row]);
        let above = &places[parent];
        let from = match self.shape {
            Arrangement::Sideways => {
                let name = width(&shown_name(above.node), name_class(above.node));
                at(name_at(above, &grid.trunks) + name + 4, grid.middles[parent])
            }
            Arrangement::Outline => at(x, grid.middles[parent] + ROW / 2 - 2),
        };
        let end = name_at(place, &grid.trunks) - if place.node.on_pv { STAR + 2 } else { 5 };
        let way = [from, at(x, from.y), at(x, y), at(end, y)];
        let mut items = vec![FigurePart::line(&way, branch_class(place.node))];
        if place.node.is_cut_off(above.node) {
            items.extend(bars(at(x + STUB / 2, y), at(-3, 7)));
        }
        items
    }

    fn name(&self, place: &RowPlace<'_, Row>, row: usize, grid: &Grid, items: &mut Vec<FigurePart>) {
        let (x, y) = (name_at(place, &grid.trunks), grid.middles[row]);
        if place.node.on_pv {
            items.push(star(at(x - STAR / 2 - 1, y)));
        }
        items.push(FigurePart::text(at(x, y + 5), Anchor::Start, shown_name(place.node), name_class(place.node)));
        // In a sideways tree, children are above and below their parent, and branches would cross notes below its name.
        // The notes are then to the right of all columns.
        let (x, first) = match self.shape {
            Arrangement::Outline => (x + NOTE_IN, 1),
            Arrangement::Sideways => (grid.columns[6].1 + GAP, 0),
        };
        for (line, note) in (first..).zip(notes(place.node)) {
            items.push(FigurePart::text(at(x, y + 4 + line * NOTE), Anchor::Start, note, Class::Small));
        }
    }

    fn cells(&self, row: &Row, cells: &RowCells, grid: &Grid, y: i32, items: &mut Vec<FigurePart>) {
        for (index, text) in cells.0.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            let class = if matches!(row.mark, Mark::Cutoff { skipped: 1.., .. }) && index == VERDICT {
                Class::Cutoff
            } else if row.mark.is_unsearched() || row.mark == Mark::Unfinished {
                Class::Ghost
            } else {
                CLASSES[index]
            };
            let (left, right) = grid.columns[index];
            let (x, anchor) = match index {
                SIGN => ((left + right) / 2, Anchor::Middle),
                THRESHOLD if cells.spans() => (left, Anchor::Start),
                0 | 1 | THRESHOLD | 6 => (right, Anchor::End),
                _ => (left, Anchor::Start),
            };
            items.push(FigurePart::text(at(x, y + 5), anchor, text, class));
        }
    }

    /// Draws the headings of the columns, and the stripes that guide the eye along the rows.
    fn heads(&self, grid: &Grid, top: i32, current: Option<i32>) -> Vec<FigurePart> {
        let mut items = Vec::new();
        let right = grid.columns[6].1;
        if let Some(middle) = current {
            let [from, to] = [at(MARGIN - 4, middle - ROW / 2 + 1), at(right + 4, middle + ROW / 2 - 1)];
            items.push(FigurePart::rect(from, to, Class::Current));
        }
        for middle in grid.middles.iter().skip(1).step_by(2).filter(|&&middle| Some(middle) != current) {
            let (from, to) = (at(MARGIN - 4, middle - ROW / 2), at(right + 4, middle + ROW / 2));
            items.push(FigurePart::rect(from, to, Class::Stripe));
        }
        let y = top + ROW - 9;
        match self.shape {
            Arrangement::Outline => items.push(FigurePart::text(at(MARGIN, y), Anchor::Start, self.head, Class::Head)),
            Arrangement::Sideways => {
                items.push(FigurePart::text(at(MARGIN, y), Anchor::Start, MOVES_OF, Class::Head));
                for (ply, x) in grid.trunks.iter().enumerate().skip(1) {
                    let side = self.words.perspective.side(ply - 1);
                    items.push(FigurePart::text(at(x + STUB + STAR, y), Anchor::Start, side, Class::Head));
                }
            }
        }
        let is_used = |index: usize| grid.columns[index].0 < grid.columns[index].1;
        let compared = is_used(THRESHOLD).then_some((THRESHOLD, HEADS[2]));
        for (index, head) in COLUMN_HEADS.into_iter().enumerate().chain(compared).filter(|(index, _)| is_used(*index)) {
            let (left, right) = grid.columns[index];
            let (x, anchor) = if [0, 1, 6].contains(&index) { (right, Anchor::End) } else { (left, Anchor::Start) };
            items.push(FigurePart::text(at(x, y), anchor, head, Class::Head));
        }
        items.push(FigurePart::line(&[at(MARGIN - 4, top + ROW), at(right + 4, top + ROW)], Class::Rule));
        items
    }
}

/// Returns the left and right edges of the columns after a tree.
fn columns_from(tree: i32, cells: &[RowCells]) -> Vec<(i32, i32)> {
    let mut columns: Vec<(i32, i32)> = Vec::with_capacity(COLUMN_HEADS.len());
    let has_owners = cells.iter().any(|cells| !cells.0[OWNER].is_empty());
    for (index, head) in COLUMN_HEADS.iter().enumerate() {
        let x = columns.last().map_or(tree, |column| column.1);
        let text = |cells: &RowCells| width(&cells.0[index], CLASSES[index]);
        let own = |cells: &RowCells| if index == THRESHOLD && cells.spans() { 0 } else { text(cells) };
        let Some(widest) = cells.iter().filter(|cells| !cells.0[index].is_empty()).map(own).max() else {
            columns.push((x, x));
            continue;
        };
        // Keep the parts of a comparison together, below one heading.
        let start = x + if (SIGN..=OWNER).contains(&index) { 8 } else { GAP };
        let mut end = start + widest.max(width(head, Class::Head));
        if index == OWNER || index == THRESHOLD && !has_owners {
            let first = if index == OWNER { columns[THRESHOLD].0 } else { start };
            let spans = cells.iter().filter(|cells| cells.spans());
            let span = spans.map(|cells| width(&cells.0[THRESHOLD], CLASSES[THRESHOLD])).max().unwrap_or(0);
            end = end.max(first + width(HEADS[2], Class::Head).max(span));
        }
        columns.push((start, end));
    }
    columns
}

/// The indent of notes to the right of the name.
const NOTE_IN: i32 = 30;
/// The heading of each column; the heading of a comparison covers bound and owner.
const COLUMN_HEADS: [&str; 7] = [HEADS[0], HEADS[1], "", "", "", HEADS[3], HEADS[4]];

/// The class of each column's text.
const CLASSES: [Class; 7] =
    [Class::Small, Class::Score, Class::Compared, Class::Compared, Class::Compared, Class::Verdict, Class::Small];

fn notes(row: &Row) -> Vec<String> {
    row.notes.iter().flat_map(|note| wrapped(note, NOTE_LETTERS)).collect()
}

fn name_at(place: &RowPlace<'_, Row>, trunks: &[i32]) -> i32 {
    trunks[place.ply] + if place.ply == 0 { 0 } else { STUB + STAR }
}

pub(super) fn shown_name(row: &Row) -> String {
    shortened(&row.name, NAME, name_class(row))
}

pub(super) fn name_class(row: &Row) -> Class {
    match row {
        row if row.mark.is_unsearched() || row.mark == Mark::ToCome => Class::Ghost,
        row if row.on_pv => Class::BestName,
        _ => Class::Name,
    }
}

/// Returns the look of the branch to a node.
pub(super) fn branch_class(row: &Row) -> Class {
    match row {
        row if row.mark.is_unsearched() => Class::GhostBranch,
        row if row.mark == Mark::ToCome => Class::Rule,
        row if row.on_pv => Class::BestBranch,
        _ => Class::Branch,
    }
}

/// Returns the layer in which to draw the node. The order matters because branches overlap where they leave their
/// parent.
pub(super) fn layer(row: &Row) -> u8 {
    match row.mark {
        mark if mark.is_unsearched() || mark == Mark::ToCome => 0,
        _ => 1 + u8::from(row.on_pv),
    }
}

/// Adds nodes in the order of their layers, the front layer last.
pub(super) fn put_in_layers(mut nodes: Vec<(u8, Group)>, groups: &mut Vec<Group>) {
    sort_by_key(&mut nodes, |(layer, _)| *layer);
    groups.extend(nodes.into_iter().map(|(_, group)| group));
}

/// Draws two parallel bars across a skipped branch. `middle` is the point between them, and `half` leads from the
/// middle of a bar to its end.
pub(crate) fn bars(middle: Point, half: Point) -> [FigurePart; 2] {
    [-3, 3].map(|beside| {
        let (x, y) =
            if half.x.abs() < half.y.abs() { (middle.x + beside, middle.y) } else { (middle.x, middle.y + beside) };
        FigurePart::line(&[at(x - half.x, y - half.y), at(x + half.x, y + half.y)], Class::Bar)
    })
}

pub(super) fn star(middle: Point) -> FigurePart {
    const POINTS: [(i32, i32); 10] =
        [(0, -7), (2, -2), (7, -2), (3, 1), (4, 6), (0, 3), (-4, 6), (-3, 1), (-7, -2), (-2, -2)];
    FigurePart::area(&POINTS.map(|(x, y)| at(middle.x + x, middle.y + y)), Class::Star)
}

/// Returns the tag of a group for the node that it draws, or `None` for a row of several nodes.
pub(super) fn tag(row: &Row, events: &NodeEvents) -> Option<NodeTag> {
    let is_node = !row.path.is_empty() || row.name == "(root)";
    is_node.then(|| NodeTag {
        path: row.path.clone(),
        name: row.name.clone(),
        state: state(row.mark),
        on_pv: row.on_pv,
        events: events.at(&row.path),
    })
}

const fn state(mark: Mark) -> &'static str {
    match mark {
        Mark::Root => "root",
        Mark::Open => "open",
        Mark::NewBest => "new-best",
        Mark::NoBetter => "no-better",
        Mark::Weighed => "weighed",
        Mark::Cutoff { .. } => "cutoff",
        Mark::NotSearched | Mark::Pruned(_) => "not-searched",
        Mark::Unfinished => "not-finished",
        Mark::ToCome => "to-come",
    }
}
