//! What the pieces of a picture are, and how each looks, for every format. The colours are of the palette of Okabe and Ito,
//! which people with any colour vision can tell apart; and each difference is also one of shape, thickness or dashes.

/// The size of titles.
use crate::page::style;
const LARGE: i32 = 18;
/// The size of texts.
const MEDIUM: i32 = 14;
/// The size of small texts.
pub(super) const SMALL: i32 = 12;

/// What a piece of a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the parts of a tree")]
pub enum Class {
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
}

/// How a class looks. Colours are hexadecimal; an empty one is none.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The class.
    pub class: Class,
    /// Its name in files.
    pub name: &'static str,
    /// The colour of its lines.
    pub stroke: &'static str,
    /// Their width, in tenths of a pixel.
    pub width: i32,
    /// Whether they are dashed.
    pub dashed: bool,
    /// The colour of its area, or of its letters.
    pub fill: &'static str,
    /// The size of its letters in pixels; 0 if it is no text.
    pub size: i32,
    /// Whether they are bold.
    pub bold: bool,
}

const INK: &str = style::INK[0];
/// For letters of what was not searched.
pub const QUIET: &str = style::QUIET.text;
/// For lines to what was not searched.
pub const GREY: &str = style::QUIET.light;
/// For best play.
pub const BLUE: &str = style::BEST.light;
/// For nodes where MAX moves.
pub const PALE_BLUE: &str = style::MAX[0];
/// For nodes where MIN moves.
pub const PALE_ORANGE: &str = style::MIN[0];
const VERMILION: &str = style::CUT.light;
/// For words about cuts.
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

/// How everything looks.
pub const LOOKS: [Look; 36] = [
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
];

impl Class {
    /// Returns how it looks.
    #[must_use]
    pub const fn look(self) -> &'static Look {
        &LOOKS[self as usize]
    }

    /// Returns the size of its letters in pixels.
    #[must_use]
    pub const fn size(self) -> i32 {
        self.look().size
    }

    /// Returns whether its letters are bold.
    #[must_use]
    pub const fn is_bold(self) -> bool {
        self.look().bold
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
