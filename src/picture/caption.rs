//! What stands around a tree in a picture: above it title, board, what was searched and what came out, below it the signs that are
//! used, drawn once more with a word each.

use super::board::board;
use super::drawn::Drawn;
use super::figure::{Anchor, Class, FigurePart, MARGIN, Point, at, width};
use super::rows::{bars, star};
use super::upright::{leaf_box, triangle};
use crate::explain::answer::Fact;
use crate::explain::legend::brief;
use crate::page::row::Row;
use crate::page::words::Words;
use crate::score::Bound;

/// The height of a line of text.
pub(super) const LINE: i32 = 20;
/// Texts are broken into lines of so many pixels.
const TEXT: i32 = 620;

/// Draws what stands above a tree, with these of its facts, from the upper left corner; returns the height where it ends.
pub(super) fn caption(drawn: &Drawn, facts: &[Fact], items: &mut Vec<FigurePart>) -> i32 {
    let mut y = MARGIN;
    for line in lines(&drawn.title, TEXT + 200, Class::Title) {
        items.push(FigurePart::text(at(MARGIN, y + 16), Anchor::Start, line, Class::Title));
        y += 26;
    }
    let board_end = match &drawn.fen {
        Some(fen) => board(fen, drawn.moves, at(MARGIN, y + 4), items),
        None => at(MARGIN - 24, y),
    };
    let x = board_end.x + 24;
    let mut pen = Pen { at: at(x, y), items };
    pen.text(&drawn.text, 0, Class::Text);
    pen.at.y += if drawn.fen.is_some() && !facts.is_empty() { 10 } else { 0 };
    let column = facts.iter().map(|(label, _)| width(label, Class::Head)).max().unwrap_or(0) + 16;
    for (label, text) in facts {
        let line = at(pen.at.x, pen.at.y + 14);
        pen.items.push(FigurePart::text(line, Anchor::Start, *label, Class::Head));
        pen.text(text, column, Class::Text);
    }
    pen.at.y.max(board_end.y)
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

/// Entries that begin further to the right go into the next line.
const RIGHT: i32 = 560;
/// The width of a drawn sign.
const SIGN: i32 = 40;
const ENTRY_LINE: i32 = 24;

type SignMeaning = (Vec<FigurePart>, String);

/// Draws the legend of the signs that a tree uses; returns the height where it ends.
pub(super) fn legend(drawn: &Drawn, words: &Words<'_>, top: i32, items: &mut Vec<FigurePart>) -> i32 {
    let has_window = drawn.columns.comparison;
    let [first, second] = brief(words, has_window);
    let text = if drawn.is_upright && has_window { first } else { format!("{first} {second}") };
    let mut y = paragraph(&text, top, items) + 4;
    let mut x = MARGIN;
    for (sign, meaning) in entries(drawn, words) {
        let text = width(&meaning, Class::Small);
        let drawn = if sign.is_empty() { 0 } else { SIGN };
        if x != MARGIN && MARGIN + RIGHT + 240 < x + drawn + text {
            (x, y) = (MARGIN, y + ENTRY_LINE);
        }
        items.extend(sign.into_iter().map(|item| item.moved(at(x, y + ENTRY_LINE / 2))));
        items.push(FigurePart::text(at(x + drawn, y + ENTRY_LINE / 2 + 4), Anchor::Start, meaning, Class::Small));
        x += drawn + text + 26;
    }
    y + ENTRY_LINE
}

fn entries(drawn: &Drawn, words: &Words<'_>) -> Vec<SignMeaning> {
    let (has_window, is_upright) = (drawn.columns.comparison, drawn.is_upright);
    let mut rows = Vec::new();
    drawn.root.walk(&mut |row| rows.push(row));
    let has = |is_so: &dyn Fn(&Row) -> bool| rows.iter().any(|row| is_so(row));
    let is_cut = has(&|row| row.children.iter().any(|child| child.is_cut_off(row)));
    let is_skipped = !is_cut && has(&|row| row.mark.is_unsearched());
    let is_limited = has(&|row| row.score.is_some_and(|(_, bound)| bound != Bound::Exact));
    let line = |class| FigurePart::line(&[at(0, 0), at(32, 0)], class);
    let best = vec![FigurePart::line(&[at(0, 0), at(20, 0)], Class::BestBranch), star(at(28, 0))];
    let cut = [line(Class::GhostBranch)].into_iter().chain(bars(at(16, 0), at(-3, 6))).collect();
    let max = usize::from(!words.perspective.is_max(0));
    let to_move = |ply| format!("{} to move", words.perspective.side(ply));
    let outside = if has_window { "; it lies outside the window" } else { "" };
    let all: [(bool, SignMeaning); 8] = [
        (is_upright, (vec![triangle(at(16, 0), at(12, 8), true, Class::Max)], to_move(max))),
        (is_upright, (vec![triangle(at(16, 0), at(12, 8), false, Class::Min)], to_move(max + 1))),
        (is_upright, (vec![leaf_box(at(16, 0), at(10, 8), Class::Leaf)], "leaf with its score".to_owned())),
        (has(&|row| row.on_pv), (best, "best play (principal variation)".to_owned())),
        (is_cut, (cut, "cut off: after a sibling's cutoff no value here could change the result".to_owned())),
        (is_skipped, (vec![line(Class::GhostBranch)], "not searched".to_owned())),
        (is_limited, (Vec::new(), format!("≤ or ≥ before a score: a limit{outside}"))),
        (
            is_upright && has_window,
            (Vec::new(), "(alpha,beta): the window with which the search came to the node".to_owned()),
        ),
    ];
    let first = "first: nothing to compare with yet at this node".to_owned();
    let step = "step: the order in which moves were judged".to_owned();
    let rest = [
        (has_window && !is_upright && has(&Row::is_first), (Vec::new(), first)),
        (drawn.columns.step && !is_upright && has(&|row| row.step.is_some()), (Vec::new(), step)),
    ];
    all.into_iter().chain(rest).filter(|(is_used, _)| *is_used).map(|(_, entry)| entry).collect()
}
