//! How output looks: colour, characters, whose view, how wide.

use super::colour;
use super::sign::Sign;
use super::view::View;
use crate::names::named;
use crate::score::{Bound, Score, Window};

named! {
    /// The characters that trees are drawn with.
    #[derive(Default)]
    pub enum Charset: "charset" {
        /// `|- * <= >=`
        #[default]
        Ascii = "ascii", "|- * <= >=";
        /// `├─ ★ ≤ ≥` and chess figurines.
        Unicode = "unicode", "├─ ★ ≤ ≥, and figurines for pieces";
    }
}

/// How output looks. Plain data; a renderer changes nothing but the look by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to write colours. No meaning hangs on colour alone.
    pub color: bool,
    /// The characters to draw with.
    pub charset: Charset,
    /// Whose view scores take.
    pub view: View,
    /// How many columns there are.
    pub width: usize,
    /// How many decimals pawns have, 0 to 3.
    pub decimals: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, charset: Charset::Ascii, view: View::default(), width: 80, decimals: 3 }
    }
}

/// What a piece of text is, for colouring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Nothing special.
    #[default]
    Plain,
    /// Best play.
    Best,
    /// A cutoff.
    Cutoff,
    /// The lower end of a window.
    Alpha,
    /// Its upper end.
    Beta,
    /// Not searched, or secondary.
    Quiet,
    /// A heading.
    Heading,
}

/// Returns the fewest decimals, from `least` on, with which all scores print exactly.
#[must_use]
pub fn decimals(scores: impl IntoIterator<Item = Score>, least: usize) -> usize {
    scores.into_iter().map(Score::decimals).fold(least, usize::max)
}

impl Style {
    /// Returns `text` in the colour of what it is, or unchanged without colour.
    #[must_use]
    pub fn paint(&self, text: &str, paint: Paint) -> String {
        if !self.color {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Plain => return text.to_owned(),
            Paint::Best => colour::BEST.code(),
            Paint::Cutoff => colour::CUT.code(),
            Paint::Alpha => colour::ALPHA.code(),
            Paint::Beta => colour::BETA.code(),
            Paint::Quiet => colour::QUIET.code(),
            Paint::Heading => "1".to_owned(),
        };
        // Blanks around a word have no colour, so that they can be cut off.
        let word = text.trim();
        match text.split_once(word).filter(|_| !word.is_empty()) {
            Some((before, behind)) => format!("{before}\u{1b}[{code}m{word}\u{1b}[0m{behind}"),
            None => text.to_owned(),
        }
    }

    /// Returns what stands on a square of a board, with the colour of the square and of the man on it, if there is one.
    #[must_use]
    pub(crate) fn square(&self, text: &str, is_dark: bool, is_white: Option<bool>) -> String {
        if !self.color {
            return text.to_owned();
        }
        let ground = if is_dark { 242 } else { 246 };
        let letter = match is_white {
            Some(true) => 97,
            Some(false) => 30,
            None => 90,
        };
        format!("\u{1b}[{letter};48;5;{ground}m{text}\u{1b}[0m")
    }

    /// Writes a score with this style's decimals and infinities.
    #[must_use]
    pub fn score(&self, score: Score) -> String {
        match self.charset {
            Charset::Unicode if score == Score::MAX => "+∞".to_owned(),
            Charset::Unicode if score == Score::MIN => "-∞".to_owned(),
            Charset::Ascii | Charset::Unicode => format!("{score:.*}", self.decimals),
        }
    }

    /// Writes a window: `(-inf,3.38)`. One that is not empty does not look so: `(3.000,3.001)`.
    #[must_use]
    pub(crate) fn window(&self, Window { alpha, beta }: Window) -> String {
        let ends = |style: &Self| [alpha, beta].map(|end| style.score(end));
        let [mut from, mut to] = ends(self);
        if from == to && alpha != beta {
            [from, to] = ends(&Self { decimals: decimals([alpha, beta], self.decimals), ..*self });
        }
        format!("({from},{to})")
    }

    /// Returns the mark of best play.
    #[must_use]
    pub(crate) const fn star(&self) -> char {
        match self.charset {
            Charset::Ascii => '*',
            Charset::Unicode => '★',
        }
    }

    /// Returns the sign of who is to move at a node of an upright tree.
    #[must_use]
    pub(crate) const fn player(&self, is_max: bool) -> char {
        match (is_max, self.charset) {
            (true, Charset::Unicode) => '▲',
            (false, Charset::Unicode) => '▼',
            (true, Charset::Ascii) => '^',
            (false, Charset::Ascii) => 'v',
        }
    }

    /// Returns the sign across a branch that a cutoff skipped.
    #[must_use]
    pub(crate) const fn cut(&self) -> &'static str {
        match self.charset {
            Charset::Unicode => "╱╱",
            Charset::Ascii => "//",
        }
    }

    /// Writes a score with the sign of its bound: `<= 3.00`.
    #[must_use]
    pub fn bounded(&self, score: Score, bound: Bound) -> String {
        let sign = match bound {
            Bound::Exact => return self.score(score),
            Bound::Upper => Sign::AtMost,
            Bound::Lower => Sign::AtLeast,
        };
        format!("{} {}", self.sign(sign), self.score(score))
    }

    /// Writes a score with what it proves where a comparison follows: a limit stands in brackets, since `<= 4 <= 4` would read
    /// as a chain.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_alone_decides_about_colour() {
        let style = Style { color: true, ..Style::default() };
        assert_eq!(style.paint("best", Paint::Best), "\u{1b}[1;94mbest\u{1b}[0m");
        assert_eq!(Style::default().paint("best", Paint::Best), "best");
    }
}
