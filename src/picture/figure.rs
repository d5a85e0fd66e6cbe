//! A drawing in no format: lines, shapes and texts with what they mean, in whole pixels from the upper left corner.

use super::class::{Class, SMALL};
use crate::page::text::{columns, visible};

/// A point, in pixels to the right and down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// Makes a point.
pub(crate) const fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A piece of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigurePart {
    /// Straight lines from point to point.
    Lines {
        /// The points.
        points: Vec<Point>,
        /// Whether they go back to the first and hold an area.
        closed: bool,
        /// What they are.
        class: Class,
    },
    /// A disc.
    Disc {
        /// Its middle.
        middle: Point,
        /// Its radius.
        radius: i32,
        /// What it is.
        class: Class,
    },
    /// A line of text.
    Text {
        /// Where it stands; its letters stand on this height.
        at: Point,
        /// Which part of it stands there.
        anchor: Anchor,
        /// What is written.
        text: String,
        /// What it is.
        class: Class,
    },
}

impl FigurePart {
    /// Returns a line from point to point.
    #[must_use]
    pub fn line(points: &[Point], class: Class) -> Self {
        Self::Lines { points: points.to_vec(), closed: false, class }
    }

    /// Returns an area.
    #[must_use]
    pub fn area(points: &[Point], class: Class) -> Self {
        Self::Lines { points: points.to_vec(), closed: true, class }
    }

    /// Returns the area of a box between two corners.
    #[must_use]
    pub fn rect(from: Point, to: Point, class: Class) -> Self {
        Self::area(&[from, at(to.x, from.y), to, at(from.x, to.y)], class)
    }

    /// Returns a line of text.
    #[must_use]
    pub fn text(at: Point, anchor: Anchor, text: impl Into<String>, class: Class) -> Self {
        Self::Text { at, anchor, text: text.into(), class }
    }

    /// Returns what it is.
    pub(super) const fn class(&self) -> Class {
        match self {
            Self::Lines { class, .. } | Self::Disc { class, .. } | Self::Text { class, .. } => *class,
        }
    }

    /// Returns the same so far to the right and down.
    #[must_use]
    pub fn moved(mut self, by: Point) -> Self {
        let points = match &mut self {
            Self::Lines { points, .. } => points.as_mut_slice(),
            Self::Disc { middle: point, .. } | Self::Text { at: point, .. } => std::slice::from_mut(point),
        };
        for point in points {
            *point = at(point.x + by.x, point.y + by.y);
        }
        self
    }

    /// Returns the corner that is furthest right and down.
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

/// Which node of a tree a group draws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeTag {
    /// Which child each node on the way from the root is, in generator order.
    pub path: Vec<usize>,
    /// Its name, whole.
    pub name: String,
    /// What became of it, in a word.
    pub state: &'static str,
    /// Whether it lies on the principal variation.
    pub on_pv: bool,
    /// The numbers of events about it, as `--step` counts them: what happened, and when.
    pub events: Vec<(&'static str, usize)>,
}

/// Pieces that belong together: a node with the branch to it, or what stands around the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The node that it draws, if it is one.
    pub tag: Option<NodeTag>,
    /// What is drawn.
    pub items: Vec<FigurePart>,
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// The same in a sentence, for those who do not see it.
    pub description: String,
    /// What is drawn, from the back to the front.
    pub groups: Vec<Group>,
}

/// Pixels around a drawing.
pub(crate) const MARGIN: i32 = 16;

impl Figure {
    /// Returns the width and the height that hold everything.
    #[must_use]
    pub fn size(&self) -> Point {
        let ends = self.groups.iter().flat_map(|group| &group.items).map(FigurePart::end);
        let end = ends.fold(Point::default(), |most, end| at(most.x.max(end.x), most.y.max(end.y)));
        at(end.x + MARGIN, end.y + MARGIN)
    }
}

/// Returns how many pixels a text takes at most, in the usual fonts without serifs.
pub(crate) fn width(text: &str, class: Class) -> i32 {
    let hundredths: i32 = visible(text).chars().map(advance).sum();
    let bold = if class.is_bold() { 110 } else { 100 };
    (hundredths * class.size() * bold + 9999) / 10_000
}

/// The width of a letter in hundredths of the size of the font: that of the widest of the usual fonts.
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

/// Returns the text, cut off if it would be wider than so many pixels.
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
