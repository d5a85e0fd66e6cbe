//! Draws a small tree upright, as SVG. Values are inside the nodes; next to the nodes are the scores that end their
//! search and the reasons for skipped moves. Distances are in pixels.

use super::cells::{Nodes, PageTwig, classes, edge_class, starred};
use crate::core::game::Mover;
use crate::core::score::Bound;
use crate::page::comparison::Mark;
use crate::page::escape;
use crate::page::packing::{Packing, Spot, upright};
use crate::page::row::Row;
use crate::page::text::{columns, fit_columns, without_zeros};
use crate::page::words::Words;
use std::fmt::Write;

/// The distance from ply to ply, in pixels.
const LEVEL: i32 = 80;
/// The height that the plies of a tree fill on a phone, and the limits of their distance.
const PHONE: i32 = 240;
const ON_PHONE: [i32; 2] = [60, 110];
/// Half the height of a leaf; on a phone, a finger must hit it.
pub(super) const LEAF: i32 = 13;
const LEAF_ON_PHONE: i32 = 18;
/// The distances from the middle of an inner node to its flat side and to its tip.
const FLAT: i32 = 15;
pub(super) const TIP: i32 = 21;
/// The height of the room for a probability above a node.
const WEIGHT: i32 = 17;
/// The maximum number of characters of a value in a circle.
const MOST_IN_CIRCLE: usize = 2;
/// The distance between neighbours, in pixels.
const APART: i32 = 8;
/// The distance from the middle of the root to the upper edge.
const TOP: i32 = 28;
/// The smallest y of the name of a side: its letters must be inside of the drawing.
pub(super) const HEAD: i32 = 14;
/// The distance between a node and the text next to it.
pub(super) const BESIDE: i32 = 6;
/// The maximum number of characters of a name; longer names are cut off.
const LONGEST_UPRIGHT: usize = 14;

/// The places of all nodes, and the size of the drawing.
pub(super) type TreePlaces = (Vec<(i32, i32)>, (i32, i32));

pub(super) struct UprightSvg<'a> {
    pub nodes: &'a Nodes,
    pub words: &'a Words<'a>,
    pub has_window: bool,
    /// Whether the drawing must be as narrow as possible, and equally wide for every search of the tree.
    pub is_narrow: bool,
    /// Whether the drawing fills a phone, with leaves for fingers, if its root is at the top.
    pub is_tall: bool,
    /// Whether the root is on the left, for a phone on which the tree would be too wide.
    pub is_turned: bool,
    /// The suffix of the ids of all parts.
    pub key: &'a str,
}

impl UprightSvg<'_> {
    /// Draws the finished tree; `title` is for readers who cannot see it.
    pub(super) fn draw(&self, title: &str) -> String {
        let halves = [false, true].map(|is_leaf| self.half(is_leaf));
        let (places, (width, height)) = if self.is_turned { self.turned(halves) } else { self.places(halves) };
        let plies = self.plies();
        let key = self.key;
        let room = if self.is_dense() { " data-room=\"narrow\"" } else { "" };
        let turned = if self.is_turned { " turned" } else { "" };
        let mut out = format!(
            "<svg id=\"tree{key}\" class=\"upright{turned}\"{room} role=\"img\" aria-labelledby=\"tree-name{key}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title id=\"tree-name{key}\">{}</title>\n<g class=\"heads\">",
            escape::xml(title)
        );
        // If there is little room, write the sides above the level of the texts next to nodes.
        let raised = if self.is_dense() { -22 } else { 4 };
        for ply in 0..plies {
            let (x, y) = match self.is_turned {
                true => (self.column(ply, halves), HEAD),
                false => (2, (self.level(ply) + raised).max(HEAD)),
            };
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" class=\"side\">{}</text>", self.words.perspective.side(ply));
        }
        out.push_str("</g>\n<g class=\"edges\">");
        for node in self.nodes.best_last() {
            self.edge(node, &places, &mut out);
        }
        out.push_str("</g>\n");
        self.weights(&places, &mut out);
        if !self.key.is_empty() {
            self.ranks(&places, &mut out);
        }
        for (node, &at) in places.iter().enumerate() {
            self.node(node, at, halves, &places, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }

    /// Returns the width of the drawing.
    pub(super) fn width(&self) -> i32 {
        self.places([false, true].map(|is_leaf| self.half(is_leaf))).1.0
    }

    fn plies(&self) -> usize {
        self.nodes.all.iter().map(|shown| shown.ply).max().unwrap_or(0)
    }

    /// Returns the places of all nodes, and the size of the drawing.
    fn places(&self, halves: [i32; 2]) -> TreePlaces {
        let root = PageTwig::of(self.nodes, 0);
        let spot = upright(&root, &|twig| self.reach(twig, halves), APART, Packing::Tight);
        let side = |ply: usize| pixels(self.words.perspective.side(ply), if self.is_narrow { 82 } else { 66 });
        let margin = 20 + (0..self.plies().min(2)).map(side).max().unwrap_or(0);
        let mut places = vec![(0, 0); self.nodes.all.len()];
        place(&spot, (margin + spot.reach.0, TOP), self.distance(), &mut places);
        (places, (margin + spot.reach.0 + spot.reach.1 + 6, self.level(self.plies()) + 41 + self.leaf()))
    }

    /// Returns the distance from ply to ply.
    fn distance(&self) -> i32 {
        let plies = self.plies().max(1);
        let fills = PHONE / i32::try_from(plies.max(1)).unwrap_or(PHONE);
        if self.is_tall { fills.clamp(ON_PHONE[0], ON_PHONE[1]) } else { LEVEL }
    }

    fn level(&self, ply: usize) -> i32 {
        TOP + self.distance() * i32::try_from(ply).unwrap_or(0)
    }

    /// Returns half the height of a leaf.
    fn leaf(&self) -> i32 {
        if self.is_tall && !self.is_turned { LEAF_ON_PHONE } else { LEAF }
    }

    fn row(&self, node: usize) -> &Row {
        &self.nodes.all[node].row
    }

    fn is_max(&self, node: usize) -> bool {
        self.words.perspective.is_max(self.nodes.all[node].ply)
    }

    /// Returns the name without the move number.
    pub(super) fn name(&self, node: usize) -> String {
        let name = &self.row(node).name;
        let is_numbered = self.words.perspective.numbering.is_some();
        let name = if is_numbered { name.rsplit("...").next().unwrap_or(name) } else { name };
        let name = name.split_once('.').filter(|_| is_numbered).map_or(name, |(_, behind)| behind);
        if node == 0 { String::new() } else { fit_columns(name, LONGEST_UPRIGHT) }
    }

    /// Returns the score, the known score of a leaf that was not evaluated, or the letter that stands for a score.
    fn value(&self, node: usize) -> String {
        let row = self.row(node);
        match (&row.leaf, row.score.or(row.known.map(|known| (known, Bound::Exact)))) {
            (Some(leaf), None) => leaf.word.clone(),
            _ => without_zeros(&row.value(self.words.style)),
        }
    }

    /// Returns half of the width that all leaves share, or of the width that all other nodes share.
    fn half(&self, is_leaf: bool) -> i32 {
        let wanted = (0..self.nodes.all.len()).filter(|&node| self.nodes.is_leaf(node) == is_leaf);
        let widest = wanted.map(|node| pixels(&self.value(node), 84)).max().unwrap_or(0);
        let widest = if is_leaf { widest } else { widest.max(self.widest_bound("", 84)) };
        (widest / 2 + 5).max(if is_leaf { 14 } else { 22 })
    }

    /// Returns the room for the score that ends the search of a node. Siblings reserve the same room, so that their
    /// distances are equal, and that nothing else moves when such a text appears because the reader changes a leaf.
    fn room(&self, node: usize) -> i32 {
        let Some(parent) = self.nodes.all[node].parent.filter(|_| self.has_window || self.is_narrow) else { return 0 };
        let siblings: Vec<usize> = self.nodes.children(parent).collect();
        // A first node never has such a text, and the distance between two siblings is the only one.
        let is_first = (1..=node).all(|at| self.nodes.all[at].parent == Some(at - 1));
        if is_first && siblings.len() < 3 && self.key.is_empty() {
            return 0;
        }
        let usual = if self.is_dense() { "cut ≤12" } else { "cut if ≤ 12" };
        // Next to the nodes of a phone, letters have hardly any room to be wider than usual.
        let usual = pixels(usual, if self.is_tall { 76 } else { 70 });
        // In several searches of a tree, nodes must have the same places.
        let widest = if self.key.is_empty() { 0 } else { self.widest_bound("cut ", 76) };
        siblings.into_iter().map(|node| pixels(&self.chip(node), 76)).fold(usual.max(widest), i32::max)
    }

    /// Returns the width of the longest value of a leaf as a bound after this text.
    fn widest_bound(&self, before: &str, wide: i32) -> i32 {
        let leaves = (0..self.nodes.all.len()).filter(|&node| self.nodes.is_leaf(node));
        leaves.map(|node| pixels(&format!("{before}≤{}", self.value(node)), wide)).max().unwrap_or(0)
    }

    /// Returns how far a single node extends to the left and to the right.
    fn reach(&self, twig: &PageTwig, halves: [i32; 2]) -> (i32, i32) {
        let half = halves[usize::from(twig.children.is_empty())];
        let weight = self.row(twig.number).weight.filter(|_| self.is_weighed(twig.number));
        let half = half.max(weight.map_or(0, |weight| pixels(&weight.text(), 72) / 2 + 2));
        if self.nodes.is_leaf(twig.number) {
            // The star of the best line may follow the name of any leaf, and letters don't shrink with the drawing.
            let half = half.max(pixels(&self.name(twig.number), 78) / 2 + 6);
            return (half, half);
        }
        let name = pixels(&self.name(twig.number), 72);
        let chip = self.room(twig.number);
        let star = match (self.is_narrow, self.is_dense()) {
            (true, _) => 20,
            (false, true) => 12,
            (false, false) => 24,
        };
        (half + if twig.number == 0 { 0 } else { BESIDE + (name + star).max(chip) }, half)
    }

    /// Returns whether there is little room for text. If so, the words next to a node are shorter.
    pub(super) fn is_dense(&self) -> bool {
        self.is_narrow || self.nodes.is_wide()
    }

    pub(super) fn is_chance(&self, node: usize) -> bool {
        self.words.perspective.mover(self.nodes.all[node].ply) == Mover::Chance
    }

    /// Returns the scores that end the search of a node, `cut if ≤ 3`, or an empty text. The script writes the same
    /// text.
    fn chip(&self, node: usize) -> String {
        let window = self.row(node).window.filter(|_| self.has_window && !self.nodes.is_leaf(node));
        let Some((sign, end)) = window.and_then(|window| self.words.cut_if(window, self.nodes.all[node].ply)) else {
            return String::new();
        };
        let end = without_zeros(&self.words.style.score(end));
        if self.is_dense() { format!("cut {sign}{end}") } else { format!("cut if {sign} {end}") }
    }

    /// Draws the reason why this move and those after it were skipped, with a brace below all of them. Returns `None`
    /// except at the first skipped move.
    fn reason(&self, node: usize, half: i32, places: &[(i32, i32)]) -> Option<String> {
        let parent = self.nodes.all[node].parent?;
        let is_skipped = |&child: &usize| self.row(child).mark == Mark::NotSearched;
        let skipped: Vec<usize> = self.nodes.children(parent).filter(is_skipped).collect();
        let is_cutter = |&child: &usize| matches!(self.row(child).mark, Mark::Cutoff { skipped: 1.., .. });
        let cutter = self.row(self.nodes.children(parent).find(is_cutter)?);
        if skipped.first() != Some(&node) {
            return None;
        }
        let (compared, style) = (cutter.comparison.as_ref()?, self.words.style);
        let [score, threshold] = [cutter.score?.0, compared.threshold].map(|score| without_zeros(&style.score(score)));
        let owner = compared.owner.as_ref().filter(|_| !self.is_dense());
        let owner = owner.map(|owner| format!(" of {}", fit_columns(owner, LONGEST_UPRIGHT))).unwrap_or_default();
        let text = format!("{score} {} {threshold}{owner}", style.sign(compared.sign));
        let below = || skipped.iter().flat_map(|&child| child..self.nodes.all[child].end).map(|at| places[at]);
        if self.is_turned {
            let (x, y) = if self.nodes.is_leaf(node) { (half + BESIDE, LEAF + 4) } else { (-half, TIP + 13) };
            let text = text.replace(' ', "");
            return Some(format!("<text class=\"why\" x=\"{x}\" y=\"{y}\">{}</text>", escape::xml(&text)));
        }
        let (x, y) = places[node];
        let left = below().map(|at| at.0).min()? - half - x;
        let right = below().map(|at| at.0).max()? + half - x;
        let down = below().map(|at| at.1).max()? + self.leaf() + 19 - y;
        Some(format!(
            "<polyline class=\"brace\" points=\"{left} {down} {left} {} {right} {} {right} {down}\"/><text class=\"why\" x=\"{}\" y=\"{}\">{}</text>",
            down + 4,
            down + 4,
            (left + right) / 2,
            down + 17,
            escape::xml(&text)
        ))
    }

    /// Draws the branch that leads to a node.
    fn edge(&self, node: usize, places: &[(i32, i32)], out: &mut String) {
        let [(x, y), (to_x, to_y)] = self.ends(node, places);
        let to_y = if self.is_weighed(node) { to_y - WEIGHT } else { to_y };
        let class = edge_class(self.row(node));
        let _ = write!(out, "<path id=\"e{node}{}\"{class} d=\"M{x} {y}L{to_x} {to_y}\"/>", self.key);
    }

    /// Returns whether a probability is between the end of a branch and its node, where the branches are farthest apart.
    fn is_weighed(&self, node: usize) -> bool {
        !self.is_turned && self.row(node).weight.is_some()
    }

    /// Writes the probability of each drawn move on its branch.
    fn weights(&self, places: &[(i32, i32)], out: &mut String) {
        for node in 1..self.nodes.all.len() {
            if let Some(weight) = self.row(node).weight {
                let [(x, y), (to_x, to_y)] = self.ends(node, places);
                let text = weight.text();
                let (x, y) = match self.is_weighed(node) {
                    true => (to_x - pixels(&text, 72) / 2, to_y - 4),
                    false => (x + (to_x - x) / 2 + 4, y + (to_y - y) / 2),
                };
                let _ = writeln!(out, "<text class=\"weight\" x=\"{x}\" y=\"{y}\">{text}</text>");
            }
        }
    }

    /// Writes the place of each move in the order of the search on its branch, if that is not the order of the drawing.
    fn ranks(&self, places: &[(i32, i32)], out: &mut String) {
        for node in (0..self.nodes.all.len()).filter(|&node| !self.nodes.tried(node).is_sorted()) {
            let mut moves: Vec<(u64, usize)> = self.nodes.tried(node).collect();
            moves.sort_unstable();
            for (rank, (_, mv)) in (1..).zip(moves) {
                let [(x, y), (to_x, to_y)] = self.ends(mv, places);
                let (x, y) = (x + (to_x - x) * 3 / 5, y + (to_y - y) * 3 / 5 + 4);
                let _ = writeln!(out, "<text class=\"rank\" x=\"{x}\" y=\"{y}\">{rank}</text>");
            }
        }
    }

    /// Returns the two ends of the branch to a node.
    fn ends(&self, node: usize, places: &[(i32, i32)]) -> [(i32, i32); 2] {
        let parent = self.nodes.all[node].parent.unwrap_or_default();
        let (from, to) = (places[parent], places[node]);
        if self.is_turned {
            return [(from.0 + self.half(false), from.1), (to.0 - self.half(self.nodes.is_leaf(node)), to.1)];
        }
        let down = if self.is_max(parent) || self.is_chance(parent) { FLAT } else { TIP };
        let up = match (self.nodes.is_leaf(node), self.is_max(node)) {
            (true, _) => self.leaf(),
            _ if self.is_chance(node) => FLAT,
            (false, true) => TIP,
            (false, false) => FLAT,
        };
        [(from.0, from.1 + down), (to.0, to.1 - up)]
    }

    /// Draws a node with room for everything that a step can show there.
    fn node(&self, node: usize, (x, y): (i32, i32), halves: [i32; 2], places: &[(i32, i32)], out: &mut String) {
        let row = self.row(node);
        let is_leaf = self.nodes.is_leaf(node);
        let half = halves[usize::from(is_leaf)];
        let (wide, slope) = (2 * half, TIP - FLAT + 3);
        let tall = 2 * FLAT - 3;
        let shape = match (is_leaf, self.is_max(node)) {
            (true, _) => format!("d=\"M-{half}-{0}h{wide}v{1}h-{wide}z\"", self.leaf(), 2 * self.leaf()),
            _ if self.is_chance(node) => {
                // Draw a circle, or a wider shape for a longer value.
                let wide = 2 * (half - FLAT) * i32::from(MOST_IN_CIRCLE < self.value(node).len());
                format!(
                    "class=\"chance\" d=\"M-{} {FLAT}a{FLAT} {FLAT} 0 0 1 0-{1}h{wide}a{FLAT} {FLAT} 0 0 1 0 {1}z\"",
                    wide / 2,
                    2 * FLAT
                )
            }
            (false, true) => {
                format!("class=\"max\" d=\"M-{half} {FLAT}v-{tall}l{half}-{slope} {half} {slope}v{tall}z\"")
            }
            (false, false) => {
                format!("class=\"min\" d=\"M-{half}-{FLAT}v{tall}l{half} {slope} {half}-{slope}v-{tall}z\"")
            }
        };
        // The first move is never skipped.
        let is_first = self.nodes.all[node].parent.is_none_or(|parent| parent + 1 == node);
        let bar = if is_first && !classes(self.nodes, node, self.words).ends_with("barred") {
            String::new()
        } else {
            let [from, to] = self.ends(node, places);
            let at = |from: i32, to: i32, own: i32| from + (to - from) * 3 / 5 - own;
            format!("<path class=\"bar\" d=\"M{} {}l9-6m-9 11l9-6\"/>", at(from.0, to.0, x) - 4, at(from.1, to.1, y))
        };
        let below = if self.is_max(node) || self.is_chance(node) { FLAT } else { TIP };
        let above = FLAT + TIP - below;
        let has_chip = self.has_window && !is_leaf && node != 0 && !self.is_chance(node);
        let name_at = match is_leaf {
            true if self.is_turned => format!("x=\"{}\" y=\"4\"", half + BESIDE),
            false if self.is_turned => format!("y=\"{}\"", -above - 5),
            true => format!("y=\"{}\"", self.leaf() + 14),
            false => format!("x=\"{}\" y=\"{}\"", -half - BESIDE, if has_chip { -4 } else { 4 }),
        };
        // What the search did not see: a score, or a leaf without one.
        let is_unknown =
            is_leaf && row.mark == Mark::NotSearched && row.leaf.is_none() && self.words.is_unknown(&row.path);
        let known = row.known.map(|_| self.value(node)).or(is_unknown.then(|| "?".to_owned()));
        let _ = write!(
            out,
            "<g class=\"node {}\" transform=\"translate({x} {y})\"><path {shape}/>{bar}<text class=\"name\" {name_at}>{}</text>\
             <text class=\"score\" y=\"5\">{}</text>",
            classes(self.nodes, node, self.words),
            escape::xml(&starred(self.name(node), row, self.words)),
            escape::xml(&if known.is_some() { String::new() } else { self.value(node) }),
        );
        if let Some(known) = known {
            let _ = write!(out, "<text class=\"known\" y=\"5\">{}</text>", escape::xml(&known));
        }
        if has_chip {
            let chip = escape::xml(&self.chip(node)).to_string();
            let (x, y) = if self.is_turned { (0, below + 13) } else { (-half - BESIDE, 12) };
            let _ = write!(out, "<text class=\"given\" x=\"{x}\" y=\"{y}\">{chip}</text>");
        }
        if let Some(reason) = self.reason(node, halves[1], places) {
            out.push_str(&reason);
        }
        out.push_str("</g>\n");
    }
}

/// Returns the width of a text in pixels, given the width of a character in tenths of a pixel.
pub(super) fn pixels(text: &str, tenths: i32) -> i32 {
    i32::try_from(columns(text)).unwrap_or(0) * tenths / 10 + 1
}

pub(super) fn place(spot: &Spot<'_, PageTwig>, at: (i32, i32), distance: i32, places: &mut [(i32, i32)]) {
    places[spot.node.number] = at;
    for child in &spot.children {
        place(child, (at.0 + child.x, at.1 + distance), distance, places);
    }
}
