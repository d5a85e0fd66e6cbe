//! The picture of a search at one of its steps: what was done, the board there, the window as an interval, the tree so far.

use super::caption::{PictureCaption, paragraph};
use super::class::Class;
use super::drawn::Drawn;
use super::events::NodeEvents;
use super::figure::{Anchor, Figure, FigurePart, Group, MARGIN, at, width};
use super::search::{APART, pictured, tree};
use crate::page::words::Words;
use crate::score::Score;
use crate::steps::stage::{Scene, ScoreLine, SeenWindow, ends, seen};

/// The length of the line on which a window is drawn.
const AXIS: i32 = 560;
/// The height of its picture.
const WINDOW: i32 = 88;

/// What a reader may take for a scale.
const SCALE: &str = "Framed: what this step is about. Pale: not reached yet. The line with the window shows the order of scores, not how far apart they are.";

/// Draws a state.
#[must_use]
pub fn step(scene: &Scene<'_>) -> Figure {
    let style = pictured(&scene.style);
    let (state, header) = (scene.state, scene.header);
    let words = Words::new(&style, header);
    let drawn = Drawn::at_step(scene, &words, usize::MAX);
    let seen = seen(state, &words);
    // The window is drawn, so it need not be said.
    let facts = &drawn.facts[usize::from(seen.is_some())..];
    let mut top = Group::default();
    let caption =
        PictureCaption { title: &drawn.title, fen: drawn.fen.as_deref(), moves: drawn.moves, text: &drawn.text, facts };
    let is_bare = drawn.look.bare;
    let mut y = if is_bare { 0 } else { caption.draw(&mut top.items) + APART };
    if let Some(seen) = seen.filter(|_| !is_bare) {
        interval(&seen, &ends(&seen, &words, header.has_window()), &words, y, &mut top.items);
        y += WINDOW + APART;
    }
    let mut groups = vec![top];
    y = tree(&drawn, &words, &NodeEvents::default(), y, &mut groups);
    let mut below = Group::default();
    paragraph(if is_bare { "" } else { SCALE }, y, &mut below.items);
    groups.push(below);
    Figure { title: drawn.title, description: drawn.text, groups }
}

/// Draws the window on a line from the lowest score to the highest, and the score as a dot on it.
fn interval(seen: &SeenWindow, ends: &[String], words: &Words<'_>, top: i32, items: &mut Vec<FigurePart>) {
    let SeenWindow { window, score, .. } = seen;
    let [low, high] = [Score::MIN, Score::MAX].map(|score| words.style.score(score));
    let left = MARGIN + width(&high, Class::Small) + 8;
    let place = |column: usize| left + i32::try_from(column).unwrap_or(0);
    let drawn = ScoreLine::new(*window, *score, AXIS as usize);
    let y = top + 30;
    items.push(FigurePart::text(at(left - 8, y + 4), Anchor::End, low, Class::Small));
    items.push(FigurePart::text(at(left + AXIS + 8, y + 4), Anchor::Start, high, Class::Small));
    items.push(FigurePart::line(&[at(left, y), at(left + AXIS, y)], Class::Outside));
    let (alpha, beta) = (place(drawn.alpha), place(drawn.beta));
    if alpha < beta {
        items.push(FigurePart::line(&[at(alpha, y), at(beta, y)], Class::Inside));
    }
    for (x, inwards) in [(alpha, 1), (beta, -1)] {
        // The ends do not belong to the window, so they are parentheses.
        let bow = [(5, -11), (2, -6), (0, -2), (0, 2), (2, 6), (5, 11)];
        let points = bow.map(|(right, down)| at(x + inwards * right, y + down));
        items.push(FigurePart::line(&points, Class::End));
    }
    if let (Some(score), Some(dot)) = (score, drawn.dot) {
        items.push(FigurePart::Disc { middle: at(place(dot), y), radius: 6, class: Class::Dot });
        items.push(FigurePart::text(at(place(dot), y - 15), Anchor::Middle, words.style.score(*score), Class::Score));
    }
    // Each end is named below it, on a line of its own.
    for (line, (x, end)) in (0..).zip([alpha, beta].into_iter().zip(ends)) {
        let anchor = if left + AXIS / 2 < x { Anchor::End } else { Anchor::Start };
        items.push(FigurePart::text(at(x, y + 30 + 19 * line), anchor, end, Class::Text));
    }
}
