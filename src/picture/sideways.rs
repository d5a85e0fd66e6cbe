//! Draws an upright tree again with its root on the left, for phones, where a wide tree doesn't fit: names are above
//! the nodes, and the words that were next to them are below. Distances are in pixels.

use super::figure::width;
use super::rows::{bars, star};
use super::{Anchor, Class, Figure, FigurePart, Group, MARGIN, NodeTag, Point, at};
use crate::core::sort::sort_by;
use crate::page::layout::Branching;
use crate::page::packing::{Packing, Spot, upright};

/// The least and the greatest distance between the columns of two plies: the tree fills the screen of a phone.
const BETWEEN: [i32; 2] = [16, 46];
/// The distance between neighbours in a column.
const GAP: i32 = 5;
/// The width of a phone's screen, in pixels, without the margins of a page.
pub(super) const TELEPHONE: i32 = 360;
/// A blank for each bound of a window.
const BLANKS: &str = "(__,__)";
/// The height of a line of text.
const LINE: i32 = 14;
/// The room for the names of the sides above the tree.
const HEADS: i32 = 26;
/// Half the minimum width of an inner node.
const HALF: i32 = 18;
/// How far the words at a node may extend beyond its column on each side.
const BEYOND: i32 = 14;
/// The room for a star.
const STAR: i32 = 16;

/// What a picture draws at one node.
struct TurnedNode<'a> {
    path: Vec<usize>,
    is_searched: bool,
    on_pv: bool,
    /// The node's shape and frames, and the texts inside of them.
    core: Vec<&'a FigurePart>,
    /// The upper left and the lower right corner of the shape.
    corners: [Point; 2],
    name: Option<(String, Class)>,
    has_star: bool,
    /// The words below the node.
    notes: Vec<(String, Class)>,
    weight: Option<&'a FigurePart>,
    /// Whether a double bar crosses the branch to the node, and whether one crosses branches to its skipped children.
    bars: [bool; 2],
    children: Vec<Self>,
}

impl Branching for TurnedNode<'_> {
    fn children(&self) -> &[Self] {
        &self.children
    }
}

/// Returns the tree of a picture with its root on the left, or `None` if the picture doesn't show an upright tree.
pub(super) fn sideways(figure: &Figure) -> Option<Figure> {
    let mut nodes: Vec<TurnedNode<'_>> = figure.groups.iter().filter_map(TurnedNode::tagged).collect();
    for group in figure.groups.iter().filter(|group| group.tag.is_none() && group.items.iter().any(is_shape)) {
        let node = TurnedNode::of_several(group, &nodes)?;
        nodes.push(node);
    }
    sort_by(&mut nodes, |one, other| other.path.cmp(&one.path));
    let mut root = TurnedNode::grown(&[], &mut nodes).filter(|root| nodes.is_empty() && !root.children.is_empty())?;
    reasons(figure, &mut root);
    let mut columns = Vec::new();
    root.measure(0, &mut columns);
    let narrow = drawn(figure, &root, &columns, BETWEEN[0]);
    let steps = i32::try_from(columns.len()).unwrap_or(i32::MAX) - 1;
    let between = (BETWEEN[0] + (TELEPHONE - narrow.size().x) / steps).clamp(BETWEEN[0], BETWEEN[1]);
    root.widen_blanks(2 * HALF + between);
    Some(drawn(figure, &root, &columns, between))
}

/// Draws the tree with this distance between its columns; `columns` has half the width of each.
fn drawn(figure: &Figure, root: &TurnedNode<'_>, columns: &[i32], between: i32) -> Figure {
    let mut middles = vec![MARGIN / 2 + columns[0]];
    for pair in columns.windows(2) {
        middles.push(middles[middles.len() - 1] + pair[0] + between + pair[1]);
    }
    let spot = upright(root, &TurnedNode::reach, GAP, Packing::Tight);
    let mut groups = vec![Group { tag: None, items: heads(figure, &middles) }];
    draw(&spot, HEADS + spot.reach.0, 0, &middles, &mut groups);
    let description = "The root is on the left".to_owned();
    Figure { title: figure.title.clone(), description, groups }
}

/// Returns the sides that move, each above the column of its ply.
fn heads(figure: &Figure, middles: &[i32]) -> Vec<FigurePart> {
    let all = figure.groups.iter().filter(|group| group.tag.is_none()).flat_map(|group| &group.items);
    let mut heads: Vec<(i32, &String)> = all
        .filter_map(|item| match item {
            FigurePart::Text { at, text, class: Class::Head, .. } => Some((at.y, text)),
            FigurePart::Text { .. } | FigurePart::Lines { .. } | FigurePart::Disc { .. } => None,
        })
        .collect();
    heads.sort();
    let head = |((_, side), x): (&(i32, &String), &i32)| {
        FigurePart::text(at(*x, HEADS - LINE), Anchor::Middle, side.as_str(), Class::Head)
    };
    heads.iter().zip(middles).map(head).collect()
}

/// Adds the reason for each cutoff, which the picture shows below the skipped nodes, to the node that was cut off.
fn reasons(figure: &Figure, root: &mut TurnedNode<'_>) {
    let mut ends = [0, 0];
    for item in figure.groups.iter().filter(|group| group.tag.is_none()).flat_map(|group| &group.items) {
        match item {
            FigurePart::Lines { points, class: Class::Bracket, .. } if points.len() == 4 => {
                ends = [points[0].x, points[3].x];
            }
            FigurePart::Text { text, class: Class::Cutoff, .. } => {
                root.add_reason(text, ends);
            }
            FigurePart::Text { .. } | FigurePart::Lines { .. } | FigurePart::Disc { .. } => {}
        }
    }
}

impl<'a> TurnedNode<'a> {
    /// Returns the node that a group draws, if it draws a shape.
    fn tagged(group: &'a Group) -> Option<Self> {
        let NodeTag { path, state, on_pv, .. } = group.tag.as_ref()?;
        Self::of(group, path.clone(), *state != "not-searched", *on_pv)
    }

    /// Returns a node that represents several moves. It has no path, but the branch to it begins at the node above it.
    fn of_several(group: &'a Group, nodes: &[Self]) -> Option<Self> {
        let branch = |item: &FigurePart| match item {
            FigurePart::Lines { points, class, .. } => (points.first().copied(), *class),
            FigurePart::Disc { .. } | FigurePart::Text { .. } => (None, item.class()),
        };
        let (from, class) = group.items.first().map(branch)?;
        let from = from?;
        let is_above = |node: &&Self| {
            let [left, right] = node.corners;
            (left.x + right.x) / 2 == from.x && (left.y..=right.y).contains(&from.y)
        };
        let above = nodes.iter().find(is_above)?;
        let is_beside = |node: &&Self| node.path.len() == above.path.len() + 1 && node.path.starts_with(&above.path);
        let last = nodes.iter().filter(is_beside).filter_map(|node| node.path.last()).max();
        let path = [above.path.as_slice(), &[last.map_or(0, |last| last + 1)]].concat();
        Self::of(group, path, class != Class::GhostBranch, false)
    }

    fn of(group: &'a Group, path: Vec<usize>, is_searched: bool, on_pv: bool) -> Option<Self> {
        let corners = group.items.iter().find(|item| is_shape(item))?.corners();
        let mut node = Self {
            path,
            is_searched,
            on_pv,
            core: group.items.iter().filter(|item| is_shape(item)).collect(),
            corners,
            name: None,
            has_star: false,
            notes: Vec::new(),
            weight: None,
            bars: [false; 2],
            children: Vec::new(),
        };
        let mut window = String::new();
        for item in &group.items {
            match item {
                FigurePart::Text { at, .. } if is_inside(*at, corners) => node.core.push(item),
                FigurePart::Text { text, class: class @ (Class::Name | Class::BestName | Class::Ghost), .. } => {
                    node.name = node.name.or_else(|| Some((unnumbered(text), *class)));
                }
                FigurePart::Text { class: Class::Small, anchor: Anchor::Start, .. } => node.weight = Some(item),
                // The space for a window on a sheet consists of signs with lines between them.
                FigurePart::Text { class: Class::Text, text, .. } => {
                    window += &text.replace('(', "(__").replace(',', ",__");
                }
                FigurePart::Text { text, class: Class::Compared, .. } => node.notes.push((whole(text), Class::Small)),
                FigurePart::Text { text, class, .. } => node.notes.push((whole(text), *class)),
                FigurePart::Lines { class: Class::Star, .. } => node.has_star = true,
                FigurePart::Lines { class: Class::Bar, points, .. } => {
                    node.bars[usize::from(corners[1].y < points[0].y)] = true;
                }
                FigurePart::Lines { .. } | FigurePart::Disc { .. } => {}
            }
        }
        if !window.is_empty() {
            node.notes.push((window, Class::Small));
        }
        Some(node)
    }

    /// Takes the node with this path and all nodes below it from a list of nodes, the last path first.
    fn grown(path: &[usize], nodes: &mut Vec<Self>) -> Option<Self> {
        let mut node = nodes.pop_if(|node| node.path == path)?;
        while let Some(next) = nodes.last().map(|next| next.path.clone()).filter(|next| next.starts_with(path)) {
            node.children.push(Self::grown(&next, nodes).filter(|_| next.len() == path.len() + 1)?);
        }
        Some(node)
    }

    /// Adds a reason to the node whose skipped children are between these ends in the upright picture.
    fn add_reason(&mut self, reason: &str, ends: [i32; 2]) -> bool {
        let is_there = |child: &Self| child.bars[0] && child.is_between(ends);
        if self.children.iter().any(is_there) {
            // There is no room for the move that set the bound.
            let comparison = reason.split(" of ").next().unwrap_or_default();
            self.notes.push((comparison.to_owned(), Class::Cutoff));
            return true;
        }
        self.children.iter_mut().any(|child| child.add_reason(reason, ends))
    }

    /// Returns whether the whole subtree is between these ends in the upright picture.
    fn is_between(&self, [left, right]: [i32; 2]) -> bool {
        let [from, to] = self.corners;
        left <= (from.x + to.x) / 2 && (from.x + to.x) / 2 <= right
            || !self.children.is_empty() && self.children.iter().all(|child| child.is_between([left, right]))
    }

    fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// Returns half the width and half the height of the node's shape.
    fn half(&self) -> Point {
        let [from, to] = self.corners;
        let value = self
            .core
            .iter()
            .map(|item| if let FigurePart::Text { text, class, .. } = item { width(text, *class) } else { 0 });
        let least = value.max().unwrap_or(0) / 2 + 5;
        let half = (to.x - from.x) / 2;
        at(if self.is_leaf() { half } else { half.min(least.max(HALF)) }, (to.y - from.y) / 2)
    }

    fn name_width(&self) -> i32 {
        let name = self.name.as_ref().map_or(0, |(text, class)| width(text, *class));
        name + if self.has_star { STAR } else { 0 }
    }

    /// Makes the blanks for windows as long as the distance between two columns allows.
    fn widen_blanks(&mut self, distance: i32) {
        for (text, class) in &mut self.notes {
            if text == BLANKS {
                let left = distance - width("(,)", *class);
                let line = "_".repeat(usize::try_from(left / (2 * width("_", *class))).unwrap_or(0).max(2));
                *text = format!("({line},{line})");
            }
        }
        self.children.iter_mut().for_each(|child| child.widen_blanks(distance));
    }

    /// Widens the columns so that they hold the subtree; `columns` has half the width of each.
    fn measure(&self, ply: usize, columns: &mut Vec<i32>) {
        if columns.len() == ply {
            columns.push(0);
        }
        let notes = self.notes.iter().map(|(text, class)| width(text, *class)).max().unwrap_or(0);
        let words = if self.is_leaf() { 0 } else { notes.max(self.name_width()) / 2 - BEYOND };
        columns[ply] = columns[ply].max(self.half().x).max(words);
        self.children.iter().for_each(|child| child.measure(ply + 1, columns));
    }

    /// Returns how far the node extends up and down.
    fn reach(&self) -> (i32, i32) {
        let notes = LINE * i32::try_from(self.notes.len()).unwrap_or(0);
        let half = self.half().y + 1;
        let name = if self.is_leaf() || self.name.is_none() { 0 } else { LINE + 2 };
        (half + name, half + notes)
    }

    /// Draws the node around a point.
    fn node(&self, middle: Point) -> Vec<FigurePart> {
        let half = self.half();
        let [from, to] = self.corners;
        let old = at((from.x + to.x) / 2, (from.y + to.y) / 2);
        let by = at(middle.x - old.x, middle.y - old.y);
        let mut items: Vec<FigurePart> =
            self.core.iter().map(|&item| narrowed(item, old.x, (half.x, (to.x - from.x) / 2)).moved(by)).collect();
        if let Some((text, class)) = &self.name {
            let wide = self.name_width();
            let place = match self.is_leaf() {
                true => at(middle.x + half.x + 6, middle.y + 5),
                false => at(middle.x - wide / 2, middle.y - half.y - 6),
            };
            items.push(FigurePart::text(place, Anchor::Start, text.as_str(), *class));
            items.extend(self.has_star.then(|| star(at(place.x + wide - STAR / 2 + 2, place.y - 5))));
        }
        let below = |(index, (text, class)): (i32, &(String, Class))| {
            let y = middle.y + half.y + LINE * index - 2;
            match self.is_leaf() {
                true => FigurePart::text(at(middle.x - half.x, y), Anchor::Start, text.as_str(), *class),
                false => FigurePart::text(at(middle.x, y), Anchor::Middle, text.as_str(), *class),
            }
        };
        items.extend((1..).zip(&self.notes).map(below));
        items
    }
}

/// Draws a subtree whose root is at this height.
fn draw(spot: &Spot<'_, TurnedNode<'_>>, y: i32, ply: usize, middles: &[i32], groups: &mut Vec<Group>) {
    let node = spot.node;
    let mut items = Vec::new();
    for child in &spot.children {
        let from = at(middles[ply] + node.half().x, y);
        let to = at(middles[ply + 1] - child.node.half().x, y + child.x);
        let class = match child.node {
            node if !node.is_searched => Class::GhostBranch,
            node if node.on_pv => Class::BestBranch,
            _ => Class::Branch,
        };
        items.push(FigurePart::line(&[from, to], class));
        let halfway = at((from.x + to.x) / 2, (from.y + to.y) / 2);
        if child.node.bars[0] || node.bars[1] && !child.node.is_searched {
            items.extend(bars(halfway, at(3, -6)));
        }
        if let Some(FigurePart::Text { text, class, .. }) = child.node.weight {
            items.push(FigurePart::text(at(halfway.x, halfway.y - 4), Anchor::Middle, text.as_str(), *class));
        }
    }
    items.extend(node.node(at(middles[ply], y)));
    groups.push(Group { tag: None, items });
    for child in &spot.children {
        draw(child, y + child.x, ply + 1, middles, groups);
    }
}

/// Makes a shape narrower: from the second width to the first one.
fn narrowed(item: &FigurePart, middle: i32, (to, from): (i32, i32)) -> FigurePart {
    let mut item = item.clone();
    if let FigurePart::Lines { points, .. } = &mut item {
        points.iter_mut().for_each(|point| point.x = middle + (point.x - middle) * to / from.max(1));
    }
    item
}

/// Returns the text without the zeros at the end of the bounds of a window.
fn whole(text: &str) -> String {
    let without =
        |text: String, zeros: &str| text.replace(&format!("{zeros},"), ",").replace(&format!("{zeros})"), ")");
    [".000", ".00", ".0"].into_iter().fold(text.to_owned(), without)
}

/// Returns the text without the numbers before chess moves, for which there is no room.
fn unnumbered(text: &str) -> String {
    let word = |word: &str| {
        let name = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_numbered = name.len() < word.len() && name.starts_with('.');
        let name = name.trim_start_matches('.');
        if is_numbered && name.starts_with(|letter: char| letter.is_alphabetic()) { name } else { word }.to_owned()
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Returns whether a part is the shape of a node or a frame around it.
fn is_shape(item: &FigurePart) -> bool {
    use Class::{BestNode, Cutter, GhostNode, Leaf, Max, Min, Mistake, ToCome};
    matches!(item.class(), Max | Min | Leaf | GhostNode | ToCome | BestNode | Cutter | Mistake)
}

fn is_inside(point: Point, [from, to]: [Point; 2]) -> bool {
    (from.x..=to.x).contains(&point.x) && (from.y..=to.y).contains(&point.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(path: &[usize], state: &'static str, items: Vec<FigurePart>) -> Group {
        let tag = NodeTag { path: path.to_vec(), name: String::new(), state, on_pv: path == [0], events: Vec::new() };
        Group { tag: Some(tag), items }
    }

    fn leaf(middle: Point, name: &str, class: Class) -> Vec<FigurePart> {
        let (from, to) = (at(middle.x - 15, middle.y - 13), at(middle.x + 15, middle.y + 13));
        let texts = [(at(middle.x, middle.y + 5), "4", Class::Score), (at(middle.x, middle.y + 29), name, Class::Name)];
        let texts = texts.map(|(at, text, class)| FigurePart::text(at, Anchor::Middle, text, class));
        [FigurePart::rect(from, to, class)].into_iter().chain(texts).collect()
    }

    #[test]
    fn a_turned_tree_has_its_leaves_below_each_other_and_its_reason_at_the_node_that_was_cut() {
        let root = [(-24, 16), (-24, -8), (0, -22), (24, -8), (24, 16)].map(|(x, y)| at(200 + x, 40 + y));
        let mut cut = leaf(at(300, 140), "1...Kf4", Class::GhostNode);
        cut.push(FigurePart::line(&[at(250, 90), at(256, 84)], Class::Bar));
        let bracket = [at(280, 180), at(280, 185), at(320, 185), at(320, 180)];
        let below = vec![
            FigurePart::line(&bracket, Class::Bracket),
            FigurePart::text(at(280, 200), Anchor::Start, "2 \u{2264} 3 of 1.Qg8+", Class::Cutoff),
        ];
        let head = vec![FigurePart::text(at(16, 44), Anchor::Start, "MAX", Class::Head)];
        let groups = vec![
            Group { tag: None, items: head },
            node(&[], "root", vec![FigurePart::area(&root, Class::Max)]),
            node(&[0], "new-best", leaf(at(100, 140), "A", Class::Leaf)),
            node(&[1], "not-searched", cut),
            Group { tag: None, items: below },
        ];
        let figure = Figure { groups: groups.clone(), ..Figure::default() };
        let turned = sideways(&figure).expect("a tree");
        let parts: Vec<&FigurePart> = turned.groups.iter().flat_map(|group| &group.items).collect();
        let shape =
            |class| parts.iter().find(|part| part.class() == class && is_shape(part)).map(|part| part.corners());
        let [root, first, second] =
            [Class::Max, Class::Leaf, Class::GhostNode].map(|class| shape(class).expect("a shape"));
        assert!(
            root[1].x < first[0].x && first[0].x == second[0].x && first[1].y < second[0].y,
            "{root:?} {first:?} {second:?}"
        );
        assert!(first[0].y < root[1].y && root[0].y < second[1].y, "the root is between its children");
        let texts: Vec<&str> = parts
            .iter()
            .filter_map(|part| if let FigurePart::Text { text, .. } = part { Some(text.as_str()) } else { None })
            .collect();
        assert_eq!(texts, ["MAX", "2 \u{2264} 3", "4", "A", "4", "Kf4"]);
        let lines = |class| parts.iter().filter(|part| part.class() == class).count();
        assert_eq!([Class::BestBranch, Class::GhostBranch, Class::Bar].map(lines), [1, 1, 2]);
        // A node that represents several moves has no path: the branch to it says below which node it is.
        let mut several = leaf(at(350, 140), "2 others", Class::GhostNode);
        several.insert(0, FigurePart::line(&[at(200, 56), at(350, 127)], Class::GhostBranch));
        let groups = groups.into_iter().chain([Group { tag: None, items: several }]).collect();
        let turned = sideways(&Figure { groups, ..Figure::default() }).expect("a tree");
        let parts: Vec<&FigurePart> = turned.groups.iter().flat_map(|group| &group.items).collect();
        let middle = |name: &str| {
            let is_it = |part: &&&FigurePart| matches!(part, FigurePart::Text { text, .. } if text == name);
            parts.iter().find(is_it).map(|part| part.corners()[0].y).expect("a name")
        };
        assert!(middle("Kf4") < middle("2 others"));
        // A picture without shapes of nodes, such as one with rows, stays as it is.
        let rows =
            Figure { groups: vec![node(&[], "root", vec![]), node(&[0], "new-best", vec![])], ..Figure::default() };
        assert_eq!(sideways(&rows), None);
    }
}
