//! A drawing, independent of its format: lines, shapes and texts, in whole pixels from the upper left corner. Each of
//! them has a class that states its meaning; the look of each class is defined once for all formats.

use crate::page::style;
use crate::page::text::{columns, visible};

/// A point, in pixels to the right and downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    /// Returns the larger width and the larger height of two sizes.
    pub(crate) fn larger(self, other: Self) -> Self {
        at(self.x.max(other.x), self.y.max(other.y))
    }
}

pub(crate) const fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// The part of a text that is at its anchor point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A piece of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FigurePart {
    /// Straight lines from point to point.
    Lines {
        points: Vec<Point>,
        /// Whether the lines return to the first point and enclose an area.
        closed: bool,
        class: Class,
    },
    Disc {
        middle: Point,
        radius: i32,
        class: Class,
    },
    Text {
        /// The anchor point, on the baseline of the text.
        at: Point,
        /// The part of the text at the anchor.
        anchor: Anchor,
        text: String,
        class: Class,
    },
}

impl FigurePart {
    pub(crate) fn line(points: &[Point], class: Class) -> Self {
        Self::Lines { points: points.to_vec(), closed: false, class }
    }

    pub(crate) fn area(points: &[Point], class: Class) -> Self {
        Self::Lines { points: points.to_vec(), closed: true, class }
    }

    /// Returns the area of a box between two corners.
    pub(crate) fn rect(from: Point, to: Point, class: Class) -> Self {
        Self::area(&[from, at(to.x, from.y), to, at(from.x, to.y)], class)
    }

    pub(crate) fn text(at: Point, anchor: Anchor, text: impl Into<String>, class: Class) -> Self {
        Self::Text { at, anchor, text: text.into(), class }
    }

    pub(crate) const fn class(&self) -> Class {
        match self {
            Self::Lines { class, .. } | Self::Disc { class, .. } | Self::Text { class, .. } => *class,
        }
    }

    /// Moves the part to the right and down.
    pub(crate) fn moved(mut self, by: Point) -> Self {
        let points = match &mut self {
            Self::Lines { points, .. } => points.as_mut_slice(),
            Self::Disc { middle: point, .. } | Self::Text { at: point, .. } => std::slice::from_mut(point),
        };
        for point in points {
            *point = at(point.x + by.x, point.y + by.y);
        }
        self
    }

    /// Returns the upper left and the lower right corner of a shape.
    pub(super) fn corners(&self) -> [Point; 2] {
        let of = |points: &[Point]| {
            let [x, y] = [|point: &Point| point.x, |point: &Point| point.y].map(|of| points.iter().map(of));
            let ends =
                |side: Vec<i32>| (side.iter().min().copied().unwrap_or(0), side.iter().max().copied().unwrap_or(0));
            let (x, y) = (ends(x.collect()), ends(y.collect()));
            [at(x.0, y.0), at(x.1, y.1)]
        };
        match self {
            Self::Lines { points, .. } => of(points),
            Self::Disc { middle, radius, .. } => {
                of(&[at(middle.x - radius, middle.y - radius), at(middle.x + radius, middle.y + radius)])
            }
            Self::Text { at, .. } => [*at, *at],
        }
    }

    /// Returns the lower right corner.
    fn end(&self) -> Point {
        match self {
            Self::Lines { points, .. } => {
                let most = |of: fn(&Point) -> i32| points.iter().map(of).max().unwrap_or_default();
                at(most(|point| point.x), most(|point| point.y))
            }
            Self::Disc { middle, radius, .. } => at(middle.x + radius, middle.y + radius),
            Self::Text { at: point, anchor, text, class } => {
                let width = width(text, *class);
                let right = match anchor {
                    Anchor::Start => width,
                    Anchor::Middle => width / 2,
                    Anchor::End => 0,
                };
                at(point.x + right, point.y + SMALL / 2)
            }
        }
    }
}

/// The node of a tree that a group draws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodeTag {
    /// The child indices on the path from the root, in generator order.
    pub path: Vec<usize>,
    pub name: String,
    /// The verdict, in one word.
    pub state: &'static str,
    /// Whether the node is on the principal variation.
    pub on_pv: bool,
    /// The events at the node: their kinds, and the numbers that `--at-event` expects.
    pub events: Vec<(&'static str, usize)>,
}

/// Parts that belong together, such as a node and the branch to it, or the text around the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    pub tag: Option<NodeTag>,
    pub items: Vec<FigurePart>,
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figure {
    pub title: String,
    /// A description in one sentence, for readers who cannot see the drawing.
    pub description: String,
    /// The groups, from back to front.
    pub groups: Vec<Group>,
}

/// The margin around a drawing, in pixels.
pub(crate) const MARGIN: i32 = 16;

impl Figure {
    /// Returns the width and height that the drawing needs.
    pub(crate) fn size(&self) -> Point {
        let ends = self.groups.iter().flat_map(|group| &group.items).map(FigurePart::end);
        let end = ends.fold(Point::default(), |most, end| at(most.x.max(end.x), most.y.max(end.y)));
        at(end.x + MARGIN, end.y + MARGIN)
    }
}

/// Returns the maximum width of a text in pixels, in common sans-serif fonts.
pub(crate) fn width(text: &str, class: Class) -> i32 {
    let hundredths: i32 = visible(text).chars().map(advance).sum();
    let Look { size, bold, .. } = *class.look();
    let bold = if bold { 110 } else { 100 };
    (hundredths * size * bold + 9999) / 10_000
}

/// Returns the width of a character in the widest common font, in hundredths of the font size.
fn advance(letter: char) -> i32 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '.' | ',' | ':' | ';' | '|' | '!' => 40,
        'f' | 'r' | 't' | 'I' | '(' | ')' | '[' | ']' | '/' | '\\' | ' ' | '-' | '\u{a0}' => 46,
        'm' | 'M' | 'W' | '@' | '%' | '∞' => 100,
        'w' | '+' | '=' | '<' | '>' | '≤' | '≥' | '~' | '#' | '…' | '→' => 86,
        'A'..='Z' | '&' => 78,
        ' '..='~' => 64,
        _ => 35 + 65 * i32::try_from(columns(letter.encode_utf8(&mut [0; 4]))).unwrap_or(2),
    }
}

/// Returns the text, cut off if it would be wider than this many pixels.
pub(super) fn shortened(text: &str, most: i32, class: Class) -> String {
    if width(text, class) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in visible(text).chars() {
        short.push(letter);
        if most < width(&short, class) + width("…", class) {
            short.pop();
            break;
        }
    }
    short.trim_end().to_owned() + "…"
}

/// The size of titles.
const LARGE: i32 = 18;
/// The size of texts.
const MEDIUM: i32 = 14;
/// The size of small texts.
const SMALL: i32 = 12;

/// The kind of a piece of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    Paper,
    Stripe,
    Title,
    Text,
    Small,
    Head,
    Rule,
    Name,
    BestName,
    Ghost,
    Score,
    Compared,
    Verdict,
    Cutoff,
    Branch,
    BestBranch,
    GhostBranch,
    Bar,
    Bracket,
    Star,
    Max,
    Min,
    Leaf,
    GhostNode,
    ToCome,
    Light,
    Dark,
    Moved,
    Arrow,
    White,
    Black,
    Current,
    Outside,
    Inside,
    End,
    Dot,
    Error,
    BestNode,
    Cutter,
    Mistake,
}

/// The look of a class. Colours are hexadecimal; an empty string means no colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub class: Class,
    /// The name of the class in files.
    pub name: &'static str,
    /// The colour of its lines.
    pub stroke: &'static str,
    /// The width of its lines, in tenths of a pixel.
    pub width: i32,
    pub dashed: bool,
    /// The colour of its areas or text.
    pub fill: &'static str,
    /// The size of its text in pixels; 0 if the class is not text.
    pub size: i32,
    pub bold: bool,
}

const INK: &str = style::INK[0];
/// The colour of the text of unsearched nodes.
pub(crate) const QUIET: &str = style::QUIET.text;
/// The colour of lines to unsearched nodes.
pub(crate) const GREY: &str = style::QUIET.light;
/// The colour of the best line.
pub(crate) const BLUE: &str = style::BEST.light;
/// The colour of nodes where MAX moves.
pub(crate) const PALE_BLUE: &str = style::MAX[0];
/// The colour of nodes where MIN moves.
pub(crate) const PALE_ORANGE: &str = style::MIN[0];
const VERMILION: &str = style::CUT.light;
/// The colour of words about cutoffs.
const RED: &str = style::CUT.text;

const fn text(class: Class, name: &'static str, fill: &'static str, size: i32, bold: bool) -> Look {
    Look { class, name, stroke: "", width: 0, dashed: false, fill, size, bold }
}

const fn line(class: Class, name: &'static str, stroke: &'static str, width: i32, dashed: bool) -> Look {
    Look { class, name, stroke, width, dashed, fill: "", size: 0, bold: false }
}

const fn area(class: Class, name: &'static str, stroke: &'static str, width: i32, fill: &'static str) -> Look {
    Look { class, name, stroke, width, dashed: false, fill, size: 0, bold: false }
}

pub(crate) const LOOKS: [Look; 40] = [
    area(Class::Paper, "paper", "", 0, "ffffff"),
    area(Class::Stripe, "stripe", "", 0, "f3f3f3"),
    text(Class::Title, "title", INK, LARGE, true),
    text(Class::Text, "text", INK, MEDIUM, false),
    text(Class::Small, "small", QUIET, SMALL, false),
    text(Class::Head, "head", QUIET, SMALL, true),
    line(Class::Rule, "rule", "bfbfbf", 10, false),
    text(Class::Name, "name", INK, MEDIUM, false),
    text(Class::BestName, "best-name", BLUE, MEDIUM, true),
    text(Class::Ghost, "ghost", QUIET, MEDIUM, false),
    text(Class::Score, "score", INK, MEDIUM, true),
    text(Class::Compared, "compared", INK, MEDIUM, false),
    text(Class::Verdict, "verdict", INK, MEDIUM, false),
    text(Class::Cutoff, "cutoff", RED, MEDIUM, true),
    line(Class::Branch, "branch", "4d4d4d", 14, false),
    line(Class::BestBranch, "best-branch", BLUE, 40, false),
    line(Class::GhostBranch, "ghost-branch", GREY, 12, true),
    line(Class::Bar, "bar", VERMILION, 24, false),
    line(Class::Bracket, "bracket", RED, 10, false),
    area(Class::Star, "star", "", 0, BLUE),
    area(Class::Max, "max", INK, 14, PALE_BLUE),
    area(Class::Min, "min", INK, 14, PALE_ORANGE),
    area(Class::Leaf, "leaf", INK, 14, "ffffff"),
    Look { dashed: true, ..area(Class::GhostNode, "ghost-node", GREY, 12, "ffffff") },
    area(Class::ToCome, "to-come", "bfbfbf", 12, "ffffff"),
    area(Class::Light, "light", "8c8c8c", 5, "ffffff"),
    area(Class::Dark, "dark", "8c8c8c", 5, "d9d9d9"),
    area(Class::Moved, "moved", "8a6d00", 20, "f3e3a2"),
    area(Class::Arrow, "arrow", "", 0, BLUE),
    area(Class::White, "white", INK, 12, "ffffff"),
    area(Class::Black, "black", INK, 12, "333333"),
    area(Class::Current, "current", "e69f00", 14, "fdf3d9"),
    line(Class::Outside, "outside", "8c8c8c", 12, false),
    line(Class::Inside, "inside", BLUE, 50, false),
    line(Class::End, "end", INK, 20, false),
    area(Class::Dot, "dot", "ffffff", 10, VERMILION),
    text(Class::Error, "error", RED, SMALL, true),
    area(Class::BestNode, "best-node", BLUE, 28, ""),
    area(Class::Cutter, "cutter", VERMILION, 28, ""),
    area(Class::Mistake, "mistake", RED, 28, ""),
];

impl Class {
    pub(crate) const fn look(self) -> &'static Look {
        &LOOKS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_each_class_at_its_place() {
        for (index, look) in LOOKS.iter().enumerate() {
            assert_eq!(look.class as usize, index, "{}", look.name);
        }
    }
}
