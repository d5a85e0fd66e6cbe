//! Draws the tree as textbooks do, with the root on top. Inner nodes are houses with their values inside, leaves are
//! boxes, and next to each node are the scores that end its search. Distances are in pixels.

use super::drawn::NodeEvents;
use super::figure::{Anchor, Class, FigurePart, Group, MARGIN, Point, at, shortened, width};
use super::rows::{bars, branch_class, layer, name_class, put_in_layers, star, tag};
use crate::core::game::Mover;
use crate::core::score::{Score, Window};
use crate::core::sort::sort_by_key;
use crate::explain::NamesAt;
use crate::page::comparison::Mark;
use crate::page::packing::{MOST_LEAVES_WITH_WORDS, Packing, Spot, upright};
use crate::page::row::Row;
use crate::page::text::{short_numbers, without_zeros};
use crate::page::words::Words;

/// The distance from ply to ply, in pixels.
const LEVEL: i32 = 92;
/// The distances from the middle of an inner node to its flat side and to its tip.
const FLAT: i32 = 16;
const TIP: i32 = 22;
/// Half the minimum width of an inner node.
const HALF: i32 = 24;
/// Half the height of a leaf.
const LEAF: i32 = 13;
/// The distance between neighbours, in pixels.
const GAP: i32 = 12;
/// The maximum width of a name; longer names are shortened.
const NAME: i32 = 150;
/// The room for a star after a name.
const STAR: i32 = 18;
/// The distance between a node and the words next to it.
const BESIDE: i32 = 6;
/// The height of the room for a probability above a node.
const WEIGHT: i32 = 17;
/// The distance from the middle of a leaf down to the baseline of its name.
const NAME_DOWN: i32 = LEAF + 16;
/// The distance from the end of the tree down to the first line about cutoffs, and from line to line, in pixels.
const CUT: i32 = 22;
const CUT_LINE: i32 = 18;

/// A cutoff: the extent of the skipped part, the place where that part ends, and the text.
struct CutMark {
    left: i32,
    right: i32,
    below: i32,
    text: String,
}

/// Errors at the nodes with these paths, in a few words each. An error without words only gets a frame.
pub(crate) type NodeErrors = [(Vec<usize>, String)];

#[derive(Clone, Copy, Debug)]
pub(super) struct UprightPicture<'a> {
    pub words: &'a Words<'a>,
    pub has_window: bool,
    /// Which nodes have labels.
    pub names: NamesAt,
    pub errors: &'a NodeErrors,
}

impl UprightPicture<'_> {
    /// Draws the tree below `top`; returns the y coordinate where it ends.
    pub(super) fn draw(&self, root: &Row, events: &NodeEvents, top: i32, groups: &mut Vec<Group>) -> i32 {
        let (mut leaves, mut half) = (0, HALF);
        root.walk(&mut |row| match row.is_leaf() {
            true => leaves += 1,
            false => half = half.max(width(&self.value(row), Class::Score) / 2 + 5),
        });
        let mut nodes = NodesPicture { picture: self, half, is_dense: MOST_LEAVES_WITH_WORDS < leaves, chip: 0 };
        let mut widest = 0;
        root.walk(&mut |row| widest = widest.max(if row.is_root() { 0 } else { nodes.chip_width(row) }));
        nodes.chip = widest;
        let packing = if has_shallow_cut(root, root.plies()) { Packing::Apart } else { Packing::Tight };
        let spot = upright(root, &|row| nodes.reach(row), GAP, packing);
        let sides = self.sides(root, top, groups);
        let mut drawn = Vec::new();
        let middle = at(MARGIN + sides + spot.reach.0, level(top, 0));
        nodes.draw(&spot, middle, events, &mut drawn);
        put_in_layers(drawn, groups);
        let bottom = level(top, root.plies()) + self.under_leaf();
        // The words about errors need the room in which the words about cutoffs would be.
        if self.errors.is_empty() { self.cuts(&spot, middle, bottom, groups) } else { bottom + 8 }
    }

    /// Returns the distance from the middle of a leaf down to its lower edge.
    fn under_leaf(&self) -> i32 {
        if self.names == NamesAt::All { NAME_DOWN } else { LEAF }
    }

    /// Writes a description of each cutoff below the tree: the comparison, and the skipped children. Returns the y
    /// coordinate where the text ends.
    fn cuts(&self, root: &Spot<'_, Row>, middle: Point, top: i32, groups: &mut Vec<Group>) -> i32 {
        let mut cuts = Vec::new();
        self.find(root, middle, &mut cuts);
        // Go from right to left and put each text below the previous one, so that no line crosses a text.
        sort_by_key(&mut cuts, |cut| -cut.left);
        let mut lines: Vec<(i32, i32)> = Vec::new();
        let (mut items, mut bottom) = (Vec::new(), top + 8);
        for CutMark { left, right, below, text } in cuts {
            let wide = width(&text, Class::Cutoff);
            let centred = left + ((right - left - wide) / 2).max(0);
            let below_others =
                |end: i32| lines.iter().filter(|(other, _)| *other < end).map(|(_, line)| line + 1).max().unwrap_or(0);
            // A text below others hangs from the left end of its bracket.
            let (start, line) = match below_others(centred + wide + GAP) {
                0 => (centred, 0),
                _ => (left, below_others(left + wide + GAP)),
            };
            lines.push((start, line));
            let baseline = top + CUT + CUT_LINE * line;
            let bracket = [at(left, below), at(left, below + 5), at(right, below + 5), at(right, below)];
            items.push(FigurePart::line(&bracket, Class::Bracket));
            if below + 5 < baseline - 12 {
                items.push(FigurePart::line(&[at(left, below + 5), at(left, baseline - 12)], Class::Bracket));
            }
            items.push(FigurePart::text(at(start, baseline), Anchor::Start, text, Class::Cutoff));
            bottom = bottom.max(baseline + 8);
        }
        groups.push(Group { tag: None, items });
        bottom
    }

    fn find(&self, spot: &Spot<'_, Row>, middle: Point, cuts: &mut Vec<CutMark>) {
        let skipped = || spot.children.iter().filter(|child| child.node.is_cut_off(spot.node));
        if let Some(text) = self.cut(spot.node)
            && let Some(left) = skipped().map(|child| child.x + spread(child)[0]).min()
        {
            let right = skipped().map(|child| child.x + spread(child)[1]).max().unwrap_or(left);
            let plies = skipped().map(|child| child.node.plies()).max().unwrap_or(0);
            let below = level(middle.y, plies + 1) - level(0, 0) + self.under_leaf() + 5;
            cuts.push(CutMark { left: middle.x + left, right: middle.x + right, below, text });
        }
        for child in &spot.children {
            self.find(child, at(middle.x + child.x, middle.y + LEVEL), cuts);
        }
    }

    /// Returns the comparison that caused a cutoff at a node, such as "2 ≤ 3 of A", or `None` if there was no cutoff.
    fn cut(&self, row: &Row) -> Option<String> {
        let cutter = row.children.iter().find(|child| matches!(child.mark, Mark::Cutoff { .. }))?;
        let number = cutter.score.map(|(score, _)| without_zeros(&self.words.style.score(score))).unwrap_or_default();
        let compared = cutter.comparison.as_ref()?;
        let owner = compared.owner.as_ref().filter(|_| self.names != NamesAt::None);
        let owner = owner.map(|owner| format!(" of {owner}")).unwrap_or_default();
        let threshold = without_zeros(&cutter.threshold(compared, self.words));
        let sign = self.words.style.sign(compared.sign);
        Some(shortened(&format!("{number} {sign} {threshold}{owner}"), 3 * NAME, Class::Cutoff))
    }

    /// Writes the side to move to the left of each level; returns the width of the column with these texts.
    fn sides(&self, root: &Row, top: i32, groups: &mut Vec<Group>) -> i32 {
        let mut items = Vec::new();
        let mut room = 0;
        for ply in 0..root.plies() {
            let side = self.words.perspective.side(ply);
            room = room.max(width(side, Class::Head) + 20);
            items.push(FigurePart::text(at(MARGIN, level(top, ply) + 4), Anchor::Start, side, Class::Head));
        }
        groups.push(Group { tag: None, items });
        room
    }

    /// Returns the score of a node, or the letter of an unknown score.
    fn value(&self, row: &Row) -> String {
        match &row.leaf {
            Some(leaf) if row.score.is_none() && row.known.is_none() => leaf.word.clone(),
            _ => without_zeros(&row.value(self.words.style)),
        }
    }

    /// Returns the error at a node, if there is one.
    fn error(&self, row: &Row) -> Option<&str> {
        // The row of moves that are only counted has no path of its own.
        let is_here = |path: &[usize]| *path == *row.path && path.is_empty() == row.is_root();
        self.errors.iter().find(|(path, _)| is_here(path)).map(|(_, error)| error.as_str())
    }

    /// Returns the class of the frame around a node that is on the best line, whose score caused a cutoff, or at which
    /// an error is.
    fn outline(&self, row: &Row) -> Option<Class> {
        if self.error(row).is_some() {
            return Some(Class::Mistake);
        }
        let has_cut = matches!(row.mark, Mark::Cutoff { skipped: 1.., .. });
        if row.on_pv { Some(Class::BestNode) } else { has_cut.then_some(Class::Cutter) }
    }
}

/// Returns whether a skipped part of the tree ends above its last ply. From there, a line leads down to the text about
/// the cutoff, so that nothing else may be below.
fn has_shallow_cut(row: &Row, plies: usize) -> bool {
    let skipped = row.children.iter().filter(|child| child.is_cut_off(row)).map(Row::plies).max();
    skipped.is_some_and(|below| below + 1 < plies) || row.children.iter().any(|child| has_shallow_cut(child, plies - 1))
}

/// Returns the left and the right end of the leaves below a node, measured from the middle of the node.
fn spread(spot: &Spot<'_, Row>) -> [i32; 2] {
    let ends = spot.children.iter().map(|child| spread(child).map(|end| child.x + end));
    ends.reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])]).unwrap_or([-spot.reach.0, spot.reach.1])
}

/// Returns the y coordinate of the middle of a ply.
fn level(top: i32, ply: usize) -> i32 {
    top + TIP + MARGIN + LEVEL * i32::try_from(ply).unwrap_or(0)
}

/// Draws the nodes of one tree.
#[derive(Clone, Copy, Debug)]
struct NodesPicture<'a> {
    picture: &'a UprightPicture<'a>,
    /// Half the width of an inner node; all inner nodes have the same width.
    half: i32,
    is_dense: bool,
    /// The width of the widest text about cutoffs. Each node leaves room for a text of this width, so that siblings are
    /// evenly spaced.
    chip: i32,
}

/// Returns the scores that end the search of a node, if its window is open on the other side.
pub(super) fn cut_if(words: &Words<'_>, row: &Row) -> Option<(&'static str, Score)> {
    let is_open = |window: &Window| window.alpha.is_infinite() || window.beta.is_infinite();
    row.narrowed().filter(is_open).and_then(|window| words.cut_if(window, row.path.len()))
}

impl NodesPicture<'_> {
    fn mover(&self, row: &Row) -> Mover {
        self.picture.words.perspective.mover(row.path.len())
    }

    /// Returns "cut if ≤ 3" if the node's window is open on the other side, and otherwise the window.
    fn chip(&self, row: &Row) -> (String, Class) {
        let words = self.picture.words;
        if let Some(error) = self.picture.error(row) {
            return (error.to_owned(), Class::Error);
        }
        let Some(window) = row.narrowed().filter(|_| self.picture.has_window && !row.is_root()) else {
            return (String::new(), Class::Small);
        };
        let Some((sign, end)) = cut_if(words, row) else {
            return (short_numbers(&words.style.window(window)), Class::Small);
        };
        let said = if self.is_dense { format!("cut {sign}") } else { format!("cut if {sign} ") };
        (said + &without_zeros(&words.style.score(end)), Class::Small)
    }

    fn chip_width(&self, row: &Row) -> i32 {
        let (text, class) = self.chip(row);
        width(&text, class)
    }

    /// Returns how far a single node extends to the left and to the right.
    fn reach(&self, row: &Row) -> (i32, i32) {
        let star = if row.on_pv { STAR } else { 0 };
        let name = width(&name(row), name_class(row)) + star;
        let weight = row.weight.map_or(0, |weight| width(&weight.text(), Class::Small) / 2 + 1);
        if row.is_leaf() {
            let error = self.error_lines(row).map(|line| width(line, Class::Error)).max().unwrap_or(0);
            let half = self.leaf_half(row).max(name.max(error) / 2 + 1).max(weight);
            return (half, half);
        }
        let chip = if row.is_root() { self.chip_width(row) } else { self.chip };
        let words = name.max(chip);
        ((self.half + if words == 0 { 0 } else { BESIDE + words }).max(weight), self.half.max(weight))
    }

    fn leaf_half(&self, row: &Row) -> i32 {
        (width(&self.picture.value(row), Class::Score) / 2 + 6).max(LEAF + 2)
    }

    /// Draws the frame around the node that a step is about.
    fn frame(&self, row: &Row, middle: Point) -> FigurePart {
        let (left, right) = self.reach(row);
        let (up, down) = if row.is_leaf() { (LEAF, self.picture.under_leaf()) } else { (TIP, TIP) };
        let (from, to) = (at(middle.x - left - 4, middle.y - up - 5), at(middle.x + right + 4, middle.y + down + 5));
        FigurePart::rect(from, to, Class::Current)
    }

    fn draw(&self, spot: &Spot<'_, Row>, middle: Point, events: &NodeEvents, nodes: &mut Vec<(u8, Group)>) {
        let row = spot.node;
        let mut items = Vec::new();
        if row.is_current {
            items.push(self.frame(row, middle));
        }
        if row.is_leaf() {
            self.leaf(row, middle, &mut items)
        } else {
            self.inner(row, middle, &mut items)
        }
        items.retain(|item| !matches!(item, FigurePart::Text { text, .. } if text.is_empty()));
        nodes.push((layer(row), Group { tag: tag(row, events), items }));
        for child in &spot.children {
            let place = at(middle.x + child.x, middle.y + LEVEL);
            let from = nodes.len();
            self.draw(child, place, events, nodes);
            let ends = [at(middle.x, middle.y + self.down(row)), at(place.x, place.y - self.up(child.node))];
            nodes[from].1.items.splice(0..0, branch(row, child.node, ends));
        }
    }

    /// Returns the distance from the middle of a node down to the point where branches leave it.
    fn down(&self, row: &Row) -> i32 {
        if self.mover(row) == Mover::Min { TIP } else { FLAT }
    }

    fn up(&self, row: &Row) -> i32 {
        match self.mover(row) {
            _ if row.is_leaf() => LEAF,
            Mover::Max => TIP,
            Mover::Min | Mover::Chance => FLAT,
        }
    }

    /// Draws the box of a leaf with its score, and its name below.
    fn leaf(&self, row: &Row, middle: Point, items: &mut Vec<FigurePart>) {
        let half = at(self.leaf_half(row), LEAF);
        items.push(leaf_box(middle, half, node_class(row, Class::Leaf)));
        items.extend(self.picture.outline(row).map(|class| leaf_box(middle, half, class)));
        let (name, class) = (name(row), name_class(row));
        let star = star_after(row, &name);
        let baseline = middle.y + NAME_DOWN;
        let end = middle.x + (width(&name, class) + star) / 2 - star;
        items.push(FigurePart::text(at(middle.x - star / 2, baseline), Anchor::Middle, name, class));
        items.extend(starred(star, at(end, baseline)));
        let score = if row.mark.is_unsearched() { Class::Ghost } else { Class::Score };
        let value = self.picture.value(row);
        items.push(FigurePart::text(at(middle.x, middle.y + 5), Anchor::Middle, value, score));
        for (line, y) in self.error_lines(row).zip((baseline + 16..).step_by(15)) {
            items.push(FigurePart::text(at(middle.x, y), Anchor::Middle, line, Class::Error));
        }
    }

    /// Returns the lines of an error below a leaf, which break after commas.
    fn error_lines(&self, row: &Row) -> impl Iterator<Item = &str> {
        self.picture.error(row).unwrap_or_default().split_inclusive(',').map(str::trim_start)
    }

    /// Draws the house of an inner node with its score; on its left are its name and the scores that end its search.
    fn inner(&self, row: &Row, middle: Point, items: &mut Vec<FigurePart>) {
        let half = self.half;
        let mover = self.mover(row);
        let shape = |class| match mover {
            Mover::Chance => FigurePart::Disc { middle, radius: FLAT, class },
            Mover::Max | Mover::Min => house(middle, half, [FLAT, TIP], mover == Mover::Max, class),
        };
        let class = match mover {
            Mover::Chance => Class::Leaf,
            Mover::Max => Class::Max,
            Mover::Min => Class::Min,
        };
        items.push(shape(node_class(row, class)));
        items.extend(self.picture.outline(row).map(shape));
        let baseline = middle.y + if mover == Mover::Max { 7 } else { 4 };
        items.push(FigurePart::text(at(middle.x, baseline), Anchor::Middle, self.picture.value(row), Class::Score));
        let (name, class, (chip, chip_class)) = (name(row), name_class(row), self.chip(row));
        let star = star_after(row, &name);
        let left = middle.x - half - BESIDE;
        let up = if chip.is_empty() { 5 } else { -3 };
        items.push(FigurePart::text(at(left - star, middle.y + up), Anchor::End, name, class));
        items.extend(starred(star, at(left - star, middle.y + up)));
        items.push(FigurePart::text(at(left, middle.y + 12), Anchor::End, chip, chip_class));
    }
}

/// Returns the room for a star after a name; 0 if it has none.
fn star_after(row: &Row, name: &str) -> i32 {
    if row.on_pv && !name.is_empty() { STAR } else { 0 }
}

/// Draws a star after a text that ends at this point, if the row has room for one.
fn starred(room: i32, end: Point) -> Option<FigurePart> {
    (room != 0).then(|| star(at(end.x + room / 2 + 1, end.y - 5)))
}

/// Draws the line from a node to one of its children, with the symbol of a cutoff across it if necessary.
fn branch(parent: &Row, child: &Row, [from, to]: [Point; 2]) -> Vec<FigurePart> {
    // A probability is between the end of the branch and the child, where the branches are farthest apart.
    let end = if child.weight.is_some() { at(to.x, to.y - WEIGHT) } else { to };
    let mut items = vec![FigurePart::line(&[from, end], branch_class(child))];
    let along = |part: i32| at(from.x + (to.x - from.x) * part / 10, from.y + (to.y - from.y) * part / 10);
    if let Some(weight) = child.weight {
        items.push(FigurePart::text(at(to.x, to.y - 4), Anchor::Middle, weight.text(), Class::Small));
    }
    if child.is_cut_off(parent) {
        items.extend(bars(along(6), at(6, -3)));
    }
    items
}

/// Returns the name of a node; the root needs none.
fn name(row: &Row) -> String {
    if row.is_root() {
        return String::new();
    }
    shortened(&row.name, NAME, name_class(row))
}

const fn node_class(row: &Row, class: Class) -> Class {
    if row.mark.is_unsearched() {
        Class::GhostNode
    } else if let Mark::ToCome = row.mark {
        Class::ToCome
    } else {
        class
    }
}

/// Draws a player's house around a point, given half its width and the distances to its flat side and its tip. MAX's
/// house points up.
pub(crate) fn house(middle: Point, half: i32, [flat, tip]: [i32; 2], is_max: bool, class: Class) -> FigurePart {
    let down = if is_max { 1 } else { -1 };
    let eaves = flat - (tip - flat) / 2 - flat / 3;
    let points = [(-half, flat), (-half, -eaves), (0, -tip), (half, -eaves), (half, flat)];
    FigurePart::area(&points.map(|(x, y)| at(middle.x + x, middle.y + down * y)), class)
}

/// Draws the box of a leaf around a point, given half its width and height.
pub(crate) fn leaf_box(middle: Point, half: Point, class: Class) -> FigurePart {
    FigurePart::rect(at(middle.x - half.x, middle.y - half.y), at(middle.x + half.x, middle.y + half.y), class)
}
