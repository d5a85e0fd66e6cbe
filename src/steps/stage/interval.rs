//! The window as an interval on a line, with the score as a dot on it.

use crate::page::style::{Charset, Style};
use crate::score::{Score, Window};

/// Where the ends of a window and a score stand on a line of so many columns. Scores stand in their order, equal ones in one
/// column; how far apart they stand says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// Where alpha stands.
    pub alpha: usize,
    /// Where beta stands.
    pub beta: usize,
    /// Where the score stands, if there is one.
    pub dot: Option<usize>,
}

impl ScoreLine {
    /// Places a window and a score, both seen by the same side.
    #[must_use]
    pub fn new(window: Window, score: Option<Score>, width: usize) -> Self {
        let mut scores: Vec<Score> =
            [Score::MIN, window.alpha, window.beta, Score::MAX].into_iter().chain(score).collect();
        scores.sort_unstable();
        scores.dedup();
        let last = scores.len() - 1;
        let column = |score: Score| {
            let rank = scores.iter().position(|&other| other == score).unwrap_or_default();
            rank * width.saturating_sub(1) / last
        };
        Self { alpha: column(window.alpha), beta: column(window.beta), dot: score.map(column) }
    }

    /// Draws it: `---(=====o====)---`; a dot on an end of the window is an `@`.
    #[must_use]
    pub fn draw(&self, width: usize, style: &Style) -> String {
        let (outside, inside, dot, both) = match style.charset {
            Charset::Ascii => ('-', '=', 'o', '@'),
            Charset::Unicode => ('─', '═', '●', '◉'),
        };
        let cell = |column: usize| match self.dot {
            Some(at) if at == column && (at == self.alpha || at == self.beta) => both,
            Some(at) if at == column => dot,
            _ if column == self.alpha => '(',
            _ if column == self.beta => ')',
            _ if self.alpha < column && column < self.beta => inside,
            _ => outside,
        };
        (0..width).map(cell).collect()
    }
}
