//! The look of output: characters, width, and all colours, defined once for terminal, pictures and pages.
//!
//! The best line is blue, cutoffs are red, unsearched and secondary parts are dim, alpha is green, beta is pink, and
//! everything else is plain. The colours are from the palette of Okabe and Ito, which people with any colour vision can
//! distinguish, and colour never carries meaning on its own.

use super::comparison::{Mark, Sign, View};
use crate::core::game::{Mover, Weight};
use crate::core::names::named;
use crate::core::ratio::Ratio;
use crate::core::score::{Bound, Plies, Score, ScoreKind, Window};
use crate::core::setters::setters;
use colored::{Color, ColoredString, Colorize};

named! {
    /// The characters for drawing trees.
    #[derive(Default)]
    pub enum Charset: "charset" {
        /// `|- * <= >=`
        #[default]
        Ascii = "ascii", "|- * <= >=";
        /// `├─ ★ ≤ ≥` and chess figurines.
        Unicode = "unicode", "├─ ★ ≤ ≥, and figurines for pieces";
    }
}

/// The most columns of a page of text.
pub(crate) const MOST_COLUMNS: usize = 1000;

/// The look of output, as plain data; it never affects the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Style {
    /// Whether to write colours. Colour never carries meaning on its own.
    pub color: bool,
    /// The characters used for drawing.
    pub charset: Charset,
    /// The view of the scores.
    pub view: View,
    /// The number of columns.
    pub width: usize,
    /// The number of decimals of pawns, 0 to 3.
    pub decimals: usize,
    /// The factor by which the search multiplied all scores to make averages whole numbers. Scores are divided by this
    /// factor before they are written.
    pub scale: u32,
}

impl Style {
    setters! { color: bool, charset: Charset, view: View, width: usize, decimals: usize, scale: u32 }
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, charset: Charset::Ascii, view: View::default(), width: 80, decimals: 3, scale: 1 }
    }
}

/// The kind of a piece of text, for colouring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Text without a special meaning.
    #[default]
    Plain,
    /// The best line.
    Best,
    /// A cutoff.
    Cutoff,
    /// The lower bound of a window.
    Alpha,
    /// The upper bound of a window.
    Beta,
    /// Unsearched or secondary parts.
    Quiet,
    /// A heading.
    Heading,
}

impl Mark {
    /// Returns the colour of the mark.
    pub const fn paint(self) -> Paint {
        match self {
            // A cutoff that skips nothing saves nothing, so it looks like a move that is not better.
            Self::Cutoff { skipped: 0, .. } => Paint::Plain,
            Self::Cutoff { .. } => Paint::Cutoff,
            Self::NotSearched | Self::Pruned(_) | Self::Unfinished | Self::ToCome => Paint::Quiet,
            Self::Root | Self::Open | Self::NewBest | Self::NoBetter | Self::Weighed => Paint::Plain,
        }
    }
}

/// Returns the number of decimal places needed to print all scores exactly, but no fewer than `least`.
pub fn decimals(scores: impl IntoIterator<Item = Score>, least: usize) -> usize {
    scores.into_iter().map(Score::decimals).fold(least, usize::max)
}

impl Style {
    /// Returns `text` in the colour of its kind, or unchanged without colour.
    #[must_use]
    pub fn paint(&self, text: &str, paint: Paint) -> String {
        if !self.color {
            return text.to_owned();
        }
        // Spaces around a word have no colour, so that they can be trimmed.
        let word = text.trim();
        let painted = match paint {
            Paint::Plain => return text.to_owned(),
            Paint::Best => BEST.on(word),
            Paint::Cutoff => CUT.on(word),
            Paint::Alpha => ALPHA.on(word),
            Paint::Beta => BETA.on(word),
            Paint::Quiet => QUIET.on(word),
            Paint::Heading => word.bold(),
        };
        match text.split_once(word).filter(|_| !word.is_empty()) {
            Some((before, behind)) => format!("{before}{}{behind}", shown(&painted)),
            None => text.to_owned(),
        }
    }

    /// Returns the content of a square of a board, with the colours of the square and of its piece, if any.
    pub(crate) fn square(&self, text: &str, is_dark: bool, is_white: Option<bool>) -> String {
        if !self.color {
            return text.to_owned();
        }
        let ground = if is_dark { 242 } else { 246 };
        let letter = match is_white {
            Some(true) => Color::BrightWhite,
            Some(false) => Color::Black,
            None => Color::BrightBlack,
        };
        shown(&text.color(letter).on_color(Color::AnsiColor(ground)))
    }

    /// Writes a score with this style's decimals and infinities.
    #[must_use]
    pub fn score(&self, score: Score) -> String {
        match self.charset {
            Charset::Unicode if score == Score::MAX => "+∞".to_owned(),
            Charset::Unicode if score == Score::MIN => "-∞".to_owned(),
            Charset::Ascii | Charset::Unicode => match score.kind() {
                ScoreKind::Millipawns(parts) if self.scale != 1 => {
                    Ratio::new(parts.into(), 1000 * i128::from(self.scale)).to_string()
                }
                ScoreKind::Millipawns(_)
                | ScoreKind::MateIn(_)
                | ScoreKind::MatedIn(_)
                | ScoreKind::PlusInfinity
                | ScoreKind::MinusInfinity => format!("{score:.*}", self.decimals),
            },
        }
    }

    /// Writes the product of a score and a probability exactly, with at least this style's decimals.
    pub(crate) fn share(&self, score: Score, weight: Weight) -> String {
        let part = i128::from(weight.part()) * i128::from(score.ordinal());
        let share = Ratio::new(part, 1000 * i128::from(self.scale) * i128::from(weight.of()));
        if self.scale != 1 || 1000 % share.of() != 0 {
            return share.to_string();
        }
        let score = Score::from_millipawns((share * Ratio::whole(1000)).part() as i32);
        format!("{score:.*}", score.decimals().max(self.decimals))
    }

    /// Writes a score that appears next to others. If another score would look the same, writes all decimals or the
    /// plies to mate.
    pub(crate) fn among(&self, score: Score, others: impl IntoIterator<Item = Score>) -> String {
        let text = self.score(score);
        match others.into_iter().any(|other| other != score && self.score(other) == text) {
            true if score.is_mate() => Plies(score).to_string(),
            true => Self { decimals: 3, ..*self }.score(score),
            false => text,
        }
    }

    /// Writes a window: `(-inf,3.38)`. Uses enough decimals to show that a null window is not empty: `(3.000,3.001)`.
    pub(crate) fn window(&self, Window { alpha, beta }: Window) -> String {
        format!("({},{})", self.among(alpha, [beta]), self.among(beta, [alpha]))
    }

    fn pick<T>(&self, ascii: T, unicode: T) -> T {
        match self.charset {
            Charset::Ascii => ascii,
            Charset::Unicode => unicode,
        }
    }

    /// Returns the mark of the best line.
    pub(crate) fn star(&self) -> char {
        self.pick('*', '★')
    }

    /// Returns the symbol for the player who chooses at a node of an upright tree.
    pub(crate) fn player(&self, mover: Mover) -> char {
        match mover {
            Mover::Max => self.pick('^', '▲'),
            Mover::Min => self.pick('v', '▼'),
            Mover::Chance => self.pick('o', '●'),
        }
    }

    /// Returns the symbol drawn across a branch that a cutoff skipped.
    pub(crate) fn cut(&self) -> &'static str {
        self.pick("//", "╱╱")
    }

    /// Writes a score with the sign of its bound: `<= 3.00`.
    #[must_use]
    pub fn bounded(&self, score: Score, bound: Bound) -> String {
        self.signed(self.score(score), bound)
    }

    /// Writes the sign of a bound before a score.
    pub(crate) fn signed(&self, score: String, bound: Bound) -> String {
        let sign = match bound {
            Bound::Exact => return score,
            Bound::Upper => Sign::AtMost,
            Bound::Lower => Sign::AtLeast,
        };
        format!("{} {score}", self.sign(sign))
    }

    /// Writes a score with its bound in words: `3.00 or less`.
    pub(crate) fn limited(&self, score: Score, bound: Bound) -> String {
        let behind = match bound {
            Bound::Exact => "",
            Bound::Upper => " or less",
            Bound::Lower => " or more",
        };
        self.score(score) + behind
    }

    /// Writes a score with its bound before a comparison. A bound is in brackets, because `<= 4 <= 4` would look like a
    /// chain.
    #[must_use]
    pub fn apart(&self, score: Score, bound: Bound) -> String {
        let text = self.bounded(score, bound);
        if bound == Bound::Exact { text } else { format!("({text})") }
    }

    /// Returns a comparison sign in this style's characters.
    #[must_use]
    pub const fn sign(&self, sign: Sign) -> &'static str {
        match (self.charset, sign) {
            (Charset::Unicode, Sign::AtMost) => "≤",
            (Charset::Unicode, Sign::AtLeast) => "≥",
            _ => sign.ascii(),
        }
    }
}

/// The weight of text on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextWeight {
    Usual,
    Bold,
    Dim,
}

/// A colour, with a variant for each use. The variants for pictures and pages are hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour {
    /// The colour for lines and areas on white.
    pub light: &'static str,
    /// The colour for text on white, which needs more contrast.
    pub text: &'static str,
    /// The colour for lines, areas and text on a dark background.
    pub dark: &'static str,
    /// The look of text on a terminal: the weight, and the colour if there is one.
    terminal: (TextWeight, Option<Color>),
}

impl Colour {
    /// Returns a word in this colour, for a terminal.
    fn on(self, word: &str) -> ColoredString {
        let (weight, color) = self.terminal;
        let word = match weight {
            TextWeight::Usual => word.normal(),
            TextWeight::Bold => word.bold(),
            TextWeight::Dim => word.dimmed(),
        };
        match color {
            Some(color) => word.color(color),
            None => word,
        }
    }
}

/// Returns coloured text for a terminal, whatever the environment variables say, because the [`Style`] already takes
/// them into account.
fn shown(text: &ColoredString) -> String {
    colored::control::set_override(true);
    text.to_string()
}

/// The colour of the best line.
pub(crate) const BEST: Colour =
    Colour { light: "0072b2", text: "0072b2", dark: "56b4e9", terminal: (TextWeight::Bold, Some(Color::BrightBlue)) };
/// The colour of cutoffs and of the branches that they skip.
pub(crate) const CUT: Colour =
    Colour { light: "d55e00", text: "b84a00", dark: "ff9a52", terminal: (TextWeight::Bold, Some(Color::Red)) };
/// The colour of the lower bound of a window.
pub(crate) const ALPHA: Colour =
    Colour { light: "009e73", text: "00694d", dark: "3ecf9f", terminal: (TextWeight::Usual, Some(Color::Green)) };
/// The colour of the upper bound of a window.
pub(crate) const BETA: Colour =
    Colour { light: "cc79a7", text: "9c3a70", dark: "e79cc6", terminal: (TextWeight::Usual, Some(Color::Magenta)) };
/// The colour of unsearched or secondary parts.
pub(crate) const QUIET: Colour =
    Colour { light: "767676", text: "595959", dark: "a9a9a9", terminal: (TextWeight::Dim, None) };

/// Background and text colours of pages and pictures, each for a light and a dark appearance.
const PAPER: [&str; 2] = ["ffffff", "16181b"];
pub(crate) const INK: [&str; 2] = ["1a1a1a", "ececec"];
/// The fill of nodes where MAX moves, and where MIN moves.
pub(crate) const MAX: [&str; 2] = ["d4ebf9", "1c3d52"];
pub(crate) const MIN: [&str; 2] = ["fbe6c0", "4a3a1c"];
/// The background of the node that a step is about, and the text on it.
const HERE: [&str; 2] = ["f0e442", "d8c54e"];
const ON_HERE: [&str; 2] = [INK[0]; 2];
/// Parts of the number line of scores: scores that become the new best, scores that cause a cutoff, and the rest.
const NEW_BEST: [&str; 2] = ["cfe4f3", "1c3d52"];
const CUTS: [&str; 2] = ["fbd9c3", "4d2f1a"];
const FIELD: [&str; 2] = ["f2f2ef", "23262a"];

/// The names of the reader's own colours, for the background and for text on it.
const GROUND: &str = "Canvas";
const SIGN: &str = "CanvasText";

/// For each colour's name in page styles: the colour on white, the colour on a dark background, and the replacement
/// when the reader's system forces colours.
const NAMED: [(&str, [&str; 2], &str); 18] = [
    ("paper", PAPER, GROUND),
    ("ink", INK, SIGN),
    ("faint", letters(QUIET), SIGN),
    ("line", lines(QUIET), SIGN),
    ("field", FIELD, GROUND),
    ("best", lines(BEST), SIGN),
    ("cut", lines(CUT), SIGN),
    ("cut-text", letters(CUT), SIGN),
    ("alpha", lines(ALPHA), SIGN),
    ("beta", lines(BETA), SIGN),
    ("alpha-text", letters(ALPHA), SIGN),
    ("beta-text", letters(BETA), SIGN),
    ("max", MAX, GROUND),
    ("min", MIN, GROUND),
    ("tint", NEW_BEST, GROUND),
    ("warn", CUTS, GROUND),
    ("here", HERE, "Highlight"),
    ("on-here", ON_HERE, "HighlightText"),
];

const fn lines(colour: Colour) -> [&'static str; 2] {
    [colour.light, colour.dark]
}

const fn letters(colour: Colour) -> [&'static str; 2] {
    [colour.text, colour.dark]
}

/// Returns the CSS that defines the colours by name: for white, for a dark background if the reader prefers one, and
/// for systems that force the reader's own colours. If the colours are forced, only shape, width and words distinguish
/// symbols. Printed pages use the colours for white.
pub(crate) fn custom_properties() -> String {
    let on = |paper: usize| NAMED.map(|(name, hex, _)| format!("--{name}: #{}; ", hex[paper])).concat();
    let forced = NAMED.map(|(name, _, own)| format!("--{name}: {own}; ")).concat();
    format!(
        ":root {{ {}}}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {}}} }}\n\
         @media (forced-colors: active) {{ :root {{ {forced}}} }}\n",
        on(0),
        on(1)
    )
}

/// Returns the name under which page styles define this colour for white, or that of a similar colour.
pub(crate) fn name_of(hex: &str) -> Option<&'static str> {
    let nearest = match hex {
        "4d4d4d" => "faint",
        "bfbfbf" | "8c8c8c" => "line",
        "f3f3f3" => "field",
        _ => NAMED.iter().find(|(_, on, _)| on[0] == hex)?.0,
    };
    Some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_alone_decides_about_colour() {
        let style = Style { color: true, ..Style::default() };
        assert_eq!(style.paint("best", Paint::Best), "\u{1b}[1;94mbest\u{1b}[0m");
        assert_eq!(Style::default().paint("best", Paint::Best), "best");
    }

    /// Returns the luminance of a colour, as defined by WCAG.
    fn light(hex: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
        0.2126 * linear(part(0)) + 0.7152 * linear(part(2)) + 0.0722 * linear(part(4))
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (light(one) + 0.05, light(other) + 0.05);
        if one < other { other / one } else { one / other }
    }

    #[test]
    fn letters_and_marks_stand_out_on_white_and_on_dark_paper() {
        let clear = |one: &str, other: &str, least: f64| assert!(least <= contrast(one, other), "{one} on {other}");
        for colour in [BEST, CUT, ALPHA, BETA, QUIET] {
            clear(colour.light, PAPER[0], 3.0);
            clear(colour.text, PAPER[0], 4.5);
            clear(colour.dark, PAPER[1], 4.5);
        }
        for ground in [PAPER, MAX, MIN, NEW_BEST, CUTS, FIELD] {
            (0..2).for_each(|paper| clear(INK[paper], ground[paper], 4.5));
        }
        (0..2).for_each(|paper| clear(ON_HERE[paper], HERE[paper], 4.5));
    }

    #[test]
    fn each_name_of_the_styles_is_a_colour_of_the_table() {
        let known = custom_properties();
        let style = include_str!("../../web/page.css");
        for name in style.split("var(--").skip(1).filter_map(|rest| rest.split([',', ')']).next()) {
            let own = ["fill", "stroke", "zone", "pattern", "end", "grow", "grow-score", "rest"].contains(&name);
            assert!(own || known.contains(&format!("--{name}: #")), "{name}");
        }
        // The table names each of these colours only once.
        assert!(!style.contains("#0072b2") && !style.contains("#d55e00"), "{style}");
    }
}
