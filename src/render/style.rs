//! How output looks: colour, characters, whose view, how wide.

use crate::score::{Bound, Score, Window};
use crate::trace::{Numbering, View};
use colored::{Color, Colorize};

/// The characters that trees are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// `/ \ | * <= >=`
    #[default]
    Ascii,
    /// `╱ ╲ │ ★ ≤ ≥` and chess figurines.
    Unicode,
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
    /// Whether boards carry coordinates.
    pub coordinates: bool,
}

impl Default for Style {
    fn default() -> Self {
        let (charset, view) = (Charset::Ascii, View::Mover);
        Self { color: false, charset, view, width: 80, decimals: 3, coordinates: false }
    }
}

/// What a piece of text is, for colouring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Nothing special.
    #[default]
    Plain,
    /// A new best move.
    Best,
    /// A cutoff.
    Cutoff,
    /// Looked at and dropped.
    Discarded,
    /// Not searched.
    Unsearched,
    /// A heading.
    Heading,
}

/// Returns the fewest decimals, from 2 on, with which all scores print exactly.
#[must_use]
pub fn decimals(scores: impl IntoIterator<Item = Score>) -> usize {
    scores.into_iter().map(Score::decimals).max().unwrap_or(2)
}

impl Style {
    /// Returns `text` in the colour of what it is, or unchanged without colour.
    #[must_use]
    pub fn paint(&self, text: &str, paint: Paint) -> String {
        if !self.color {
            return text.to_owned();
        }
        match paint {
            Paint::Plain => text.to_owned(),
            Paint::Best => text.color(Color::Green).to_string(),
            Paint::Cutoff => text.color(Color::Yellow).to_string(),
            Paint::Discarded => text.color(Color::Cyan).to_string(),
            Paint::Unsearched => text.dimmed().to_string(),
            Paint::Heading => text.bold().to_string(),
        }
    }

    /// Writes a score with this style's decimals and infinities.
    #[must_use]
    pub fn score(&self, score: Score) -> String {
        match self.charset {
            Charset::Unicode if score == Score::MAX => "+∞".to_owned(),
            Charset::Unicode if score == Score::MIN => "-∞".to_owned(),
            _ => format!("{score:.*}", self.decimals),
        }
    }

    /// Writes a score of the side that moves at `ply`, as this style's view shows it, with the sign of its bound.
    #[must_use]
    pub fn bounded(&self, score: Score, bound: Bound, ply: usize, numbering: Option<Numbering>) -> String {
        let shown = self.score(self.view.score(score, ply, numbering));
        match self.view.bound(bound, ply, numbering) {
            Bound::Exact => shown,
            bound => format!("{} {shown}", self.sign(bound.sign())),
        }
    }

    /// Writes a window of the side that moves at `ply`, as this style's view shows it: `(-inf,3.375)`.
    #[must_use]
    pub fn window(&self, window: Window, ply: usize, numbering: Option<Numbering>) -> String {
        let Window { alpha, beta } = self.view.window(window, ply, numbering);
        format!("({},{})", self.score(alpha), self.score(beta))
    }

    /// Returns a comparison sign in this style's characters.
    #[must_use]
    pub fn sign(&self, ascii: &'static str) -> &'static str {
        match (self.charset, ascii) {
            (Charset::Unicode, "<=") => "≤",
            (Charset::Unicode, ">=") => "≥",
            _ => ascii,
        }
    }

    /// Returns a connector or mark in this style's characters.
    #[must_use]
    pub fn glyph(&self, ascii: char) -> char {
        match (self.charset, ascii) {
            (Charset::Unicode, '/') => '╱',
            (Charset::Unicode, '\\') => '╲',
            (Charset::Unicode, '|') => '│',
            (Charset::Unicode, '*') => '★',
            _ => ascii,
        }
    }
}
