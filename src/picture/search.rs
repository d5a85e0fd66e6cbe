//! Whole pictures: of a search, of one of its steps, and of several moments side by side.

use super::caption::{caption, legend, lines, paragraph};
use super::drawn::{Drawn, NodeEvents};
use super::figure::{Anchor, Class, Figure, FigurePart, Group, MARGIN, at, width};
use super::rows::RowTable;
use super::upright::UprightPicture;
use crate::explain::{Page, Parts};
use crate::page::style::{Charset, Style};
use crate::page::words::Words;
use crate::score::Score;
use crate::steps::stage::{Scene, ScoreLine, SeenWindow, ends, seen};
use crate::study::{AnyStudy, StudyError};

/// Pixels between the parts of a picture.
pub(super) const APART: i32 = 14;
/// More rows than this are not drawn.
pub(crate) const MOST_ROWS: usize = 500;

/// Returns a style as pictures have it: the letters beyond ASCII are those that every font has, `≤`, `≥`, `∞`.
pub(crate) fn pictured(style: &Style) -> Style {
    Style { charset: Charset::Unicode, color: false, ..*style }
}

/// Searches and draws what the page would show.
pub(crate) fn search(study: &dyn AnyStudy, parts: &Parts, style: &Style) -> Result<Figure, StudyError> {
    let page = Page::focused(study, parts, &pictured(style))?;
    let mut events = NodeEvents::of(page.tree());
    page.again().record(&mut events)?;
    let (style, header) = (page.style(), &page.tree().header);
    let words = Words::new(&style, header);
    let drawn = Drawn::of(&page, parts, &words, MOST_ROWS);
    let mut top = Group::default();
    let y = if drawn.look.bare { 0 } else { caption(&drawn, &drawn.facts, &mut top.items) + APART };
    let mut groups = vec![top];
    let (description, title) = (drawn.description().join(" "), drawn.title.clone());
    // Where the game is over, or a book knows the move, there is no tree.
    if !drawn.root.children.is_empty() {
        let y = tree(&drawn, &words, &events, y, &mut groups);
        let mut below = Group::default();
        paragraph(drawn.left_out.as_deref().unwrap_or_default(), y, &mut below.items);
        groups.push(below);
    }
    Ok(Figure { title, description, groups })
}

/// Draws the tree and below it the legend; returns the height where it ends.
pub(super) fn tree(drawn: &Drawn, words: &Words<'_>, events: &NodeEvents, top: i32, groups: &mut Vec<Group>) -> i32 {
    let y = if drawn.is_upright {
        UprightPicture { words, has_window: drawn.columns.comparison, names: drawn.look.names }.draw(
            &drawn.root,
            events,
            top,
            groups,
        )
    } else {
        let table = RowTable { words, shape: drawn.shape, columns: drawn.columns, head: drawn.head };
        table.draw(&drawn.root, events, top, groups)
    };
    if drawn.look.bare {
        return y;
    }
    let mut below = Group::default();
    let y = legend(drawn, words, y + APART, &mut below.items);
    groups.push(below);
    y
}

/// The length of the line on which a window is drawn.
const AXIS: i32 = 560;
const WINDOW_HEIGHT: i32 = 88;

/// What a reader may take for a scale.
const SCALE: &str = "Framed: what this step is about. Pale: not reached yet. The line with the window shows the order of scores, not how far apart they are.";

/// Draws a state.
pub(crate) fn step(scene: &Scene<'_>) -> Figure {
    let style = pictured(&scene.style);
    let (state, header) = (scene.state, scene.header);
    let words = Words::new(&style, header);
    let drawn = Drawn::at_step(scene, &words, usize::MAX);
    let seen = seen(state, &words);
    // The window is drawn, so it need not be said.
    let facts = &drawn.facts[usize::from(seen.is_some())..];
    let mut top = Group::default();
    let is_bare = drawn.look.bare;
    let mut y = if is_bare { 0 } else { caption(&drawn, facts, &mut top.items) + APART };
    if let Some(seen) = seen.filter(|_| !is_bare) {
        interval(&seen, &ends(&seen, &words, header.has_window()), &words, y, &mut top.items);
        y += WINDOW_HEIGHT + APART;
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

/// Trees stand side by side up to this width, in pixels, and so many of them.
const STRIP_WIDTH: i32 = 1600;
const LEAST_ACROSS: usize = 2;
const MOST_ACROSS: usize = 3;
/// The height of a line of text, and the distance between two rows of trees.
const STRIP_LINE: i32 = 18;
const ROWS_APART: i32 = 12;

/// A moment: its tree, and what is said of it.
struct Panel {
    items: Vec<FigurePart>,
    text: String,
    width: i32,
    height: i32,
}

/// Draws states of one search side by side. What the search has not come to yet is left blank, and its
/// room is kept.
pub(crate) fn strip(scenes: &[Scene<'_>]) -> Figure {
    let panels: Vec<Panel> = scenes.iter().zip('a'..).map(|(scene, letter)| panel(scene, letter)).collect();
    let width = panels.iter().map(|panel| panel.width).max().unwrap_or(0);
    let across = usize::try_from(STRIP_WIDTH / width.max(1)).unwrap_or(1).clamp(LEAST_ACROSS, MOST_ACROSS);
    let mut figure = Figure {
        title: scenes.first().map(|scene| scene.header.title.clone()).unwrap_or_default(),
        description: panels.iter().map(|panel| panel.text.as_str()).collect::<Vec<_>>().join(" "),
        groups: Vec::new(),
    };
    let mut y = 0;
    for row in panels.chunks(across) {
        let tall = row.iter().map(|panel| panel.height).max().unwrap_or(0);
        let mut bottom = y + tall;
        for (column, panel) in (0..).zip(row) {
            let corner = at(column * width, y);
            let mut items: Vec<FigurePart> = panel.items.iter().map(|item| item.clone().moved(corner)).collect();
            for (index, line) in (1..).zip(lines(&panel.text, width - MARGIN, Class::Small)) {
                let place = at(corner.x + MARGIN, y + tall + STRIP_LINE * index);
                items.push(FigurePart::text(place, Anchor::Start, line, Class::Small));
                bottom = bottom.max(place.y);
            }
            figure.groups.push(Group { tag: None, items });
        }
        y = bottom + ROWS_APART;
    }
    figure
}

fn panel(scene: &Scene<'_>, letter: char) -> Panel {
    let style = pictured(&scene.style);
    let words = Words::new(&style, scene.header);
    let drawn = Drawn::at_step(scene, &words, usize::MAX);
    let mut groups = Vec::new();
    let tree = UprightPicture { words: &words, has_window: false, names: scene.look.names };
    let height = tree.draw(&drawn.root, &NodeEvents::default(), 0, &mut groups);
    let whole = Figure { groups, ..Figure::default() };
    let width = whole.size().x;
    let is_reached = |group: &Group| group.tag.as_ref().is_none_or(|tag| tag.state != "to-come");
    let items = whole.groups.into_iter().filter(is_reached).flat_map(|group| group.items).collect();
    Panel { items, text: format!("({letter}) {}", drawn.text), width, height }
}
