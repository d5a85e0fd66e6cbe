//! What stands above a tree in a picture: title, board, what was searched, what came out.

use super::board::{BoardMoves, board};
use super::class::Class;
use super::figure::{Anchor, FigurePart, MARGIN, Point, at, width};

/// The height of a line of text.
pub(super) const LINE: i32 = 20;
/// Texts are broken into lines of so many pixels.
const TEXT: i32 = 620;

/// What stands above a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct PictureCaption<'a> {
    /// The title.
    pub title: &'a str,
    /// The board at the root or at a step.
    pub fen: Option<&'a str>,
    /// The moves that it shows.
    pub moves: BoardMoves,
    /// What is said of the search.
    pub text: &'a str,
    /// What came out: a word and what there is to say about it.
    pub facts: &'a [(&'a str, String)],
}

impl PictureCaption<'_> {
    /// Draws it from the upper left corner; returns the height where it ends.
    pub(super) fn draw(&self, items: &mut Vec<FigurePart>) -> i32 {
        let mut y = MARGIN;
        for line in lines(self.title, TEXT + 200, Class::Title) {
            items.push(FigurePart::text(at(MARGIN, y + 16), Anchor::Start, line, Class::Title));
            y += 26;
        }
        let board_end = match self.fen {
            Some(fen) => board(fen, self.moves, at(MARGIN, y + 4), items),
            None => at(MARGIN - 24, y),
        };
        let x = board_end.x + 24;
        let mut pen = Pen { at: at(x, y), items };
        pen.text(self.text, 0, Class::Text);
        pen.at.y += if self.fen.is_some() && !self.facts.is_empty() { 10 } else { 0 };
        let column = self.facts.iter().map(|(label, _)| width(label, Class::Head)).max().unwrap_or(0) + 16;
        for (label, text) in self.facts {
            let line = at(pen.at.x, pen.at.y + 14);
            pen.items.push(FigurePart::text(line, Anchor::Start, *label, Class::Head));
            pen.text(text, column, Class::Text);
        }
        pen.at.y.max(board_end.y)
    }
}

/// Writes small text below a picture; returns the height where it ends.
pub(super) fn paragraph(text: &str, top: i32, items: &mut Vec<FigurePart>) -> i32 {
    let mut y = top;
    for line in lines(text, TEXT + 200, Class::Small) {
        items.push(FigurePart::text(at(MARGIN, y + 12), Anchor::Start, line, Class::Small));
        y += LINE - 2;
    }
    y
}

/// Where the next line of text stands.
struct Pen<'a> {
    at: Point,
    items: &'a mut Vec<FigurePart>,
}

impl Pen<'_> {
    /// Writes lines, so many pixels to the right.
    fn text(&mut self, text: &str, right: i32, class: Class) {
        for line in lines(text, TEXT, class) {
            self.items.push(FigurePart::text(at(self.at.x + right, self.at.y + 14), Anchor::Start, line, class));
            self.at.y += LINE;
        }
    }
}

/// Breaks a text into lines of at most so many pixels, between words; a longer word has a line of its own.
#[must_use]
pub(super) fn lines(text: &str, most: i32, class: Class) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Where blanks stand in a row they keep things apart.
    let text = text.replace("   ", "\u{a0}\u{a0} ");
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| width(line, class) <= most) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(super::figure::shortened(word, most, class)),
        }
    }
    lines
}
