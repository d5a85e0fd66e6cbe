//! Whole pictures of a search, of one of its steps, or of several moments side by side. The title, board, subject and
//! result are above the tree; a legend of its symbols is below.

use super::board::board;
use super::drawn::{Drawn, NodeEvents};
use super::figure::{Anchor, Class, Figure, FigurePart, Group, MARGIN, Point, at, width};
use super::rows::{RowTable, bars, star};
use super::upright::{UprightPicture, cut_if, house, leaf_box};
use crate::core::score::{Bound, Score};
use crate::core::study::{AnyStudy, StudyError};
use crate::explain::answer::Fact;
use crate::explain::legend::brief;
use crate::explain::{Page, PageOptions};
use crate::page::row::Row;
use crate::page::style::{Charset, Style};
use crate::page::text::short_numbers;
use crate::page::words::Words;
use crate::step::{Scene, ScoreLine, SeenWindow, ends, seen};

/// The distance between the parts of a picture, in pixels.
pub(super) const APART: i32 = 14;
/// The maximum number of rows drawn.
pub(crate) const MOST_ROWS: usize = 500;

/// Returns the style for pictures, whose only non-ASCII characters are those that every font has: `≤`, `≥`, `∞`.
pub(crate) fn pictured(style: &Style) -> Style {
    Style { charset: Charset::Unicode, color: false, ..*style }
}

/// Runs the search and draws the contents of its page.
pub(crate) fn search(study: &dyn AnyStudy, parts: &PageOptions, style: &Style) -> Result<Figure, StudyError> {
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
    // If the game is over, or an opening book has the move, there is no tree.
    if !drawn.root.children.is_empty() {
        let y = tree(&drawn, &words, &events, y, &mut groups);
        let mut below = Group::default();
        paragraph(drawn.left_out.as_deref().unwrap_or_default(), y, &mut below.items);
        groups.push(below);
    }
    Ok(Figure { title, description, groups })
}

/// Draws the tree and the legend below it; returns the y coordinate where it ends.
pub(super) fn tree(drawn: &Drawn, words: &Words<'_>, events: &NodeEvents, top: i32, groups: &mut Vec<Group>) -> i32 {
    let y = if drawn.is_upright {
        let (has_window, names) = (drawn.columns.comparison, drawn.look.names);
        UprightPicture { words, has_window, names, errors: &[] }.draw(&drawn.root, events, top, groups)
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

/// The length of the line that shows a window.
const AXIS: i32 = 560;
const WINDOW_HEIGHT: i32 = 88;

/// The remark that the line is not to scale.
const SCALE: &str =
    "Framed: the node of this step. Pale: not reached yet. The window line shows scores in order, not to scale.";

/// Draws a state.
pub(crate) fn step(scene: &Scene<'_>) -> Figure {
    let style = pictured(&scene.style);
    let (state, header) = (scene.state, scene.header);
    let words = Words::new(&style, header);
    let drawn = Drawn::at_step(scene, &words, usize::MAX);
    let seen = seen(state, &words);
    // If the picture shows the window, omit the fact that describes the window.
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

/// Draws the window on a line from the lowest score to the highest, with the score as a dot on it.
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
        // The bounds are not part of the window, so draw them as parentheses.
        let bow = [(5, -11), (2, -6), (0, -2), (0, 2), (2, 6), (5, 11)];
        let points = bow.map(|(right, down)| at(x + inwards * right, y + down));
        items.push(FigurePart::line(&points, Class::End));
    }
    if let (Some(score), Some(dot)) = (score, drawn.dot) {
        items.push(FigurePart::Disc { middle: at(place(dot), y), radius: 6, class: Class::Dot });
        items.push(FigurePart::text(at(place(dot), y - 15), Anchor::Middle, words.style.score(*score), Class::Score));
    }
    // Write the name of each bound below the bound, on a separate line.
    for (line, (x, end)) in (0..).zip([alpha, beta].into_iter().zip(ends)) {
        let anchor = if left + AXIS / 2 < x { Anchor::End } else { Anchor::Start };
        items.push(FigurePart::text(at(x, y + 30 + 19 * line), anchor, end, Class::Text));
    }
}

/// The maximum width of trees side by side, in pixels, and the maximum number of these trees.
const STRIP_WIDTH: i32 = 1600;
const LEAST_ACROSS: usize = 2;
const MOST_ACROSS: usize = 3;
/// The height of a line of text, and the distance between two rows of trees.
const STRIP_LINE: i32 = 18;
const ROWS_APART: i32 = 12;

/// A moment: its tree and the text about it.
struct Panel {
    items: Vec<FigurePart>,
    text: String,
    width: i32,
    height: i32,
}

/// Draws states of one search side by side. Parts that the search has not reached yet are left blank.
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
    let tree = UprightPicture { words: &words, has_window: false, names: scene.look.names, errors: &[] };
    let height = tree.draw(&drawn.root, &NodeEvents::default(), 0, &mut groups);
    let whole = Figure { groups, ..Figure::default() };
    let width = whole.size().x;
    let is_reached = |group: &Group| group.tag.as_ref().is_none_or(|tag| tag.state != "to-come");
    let items = whole.groups.into_iter().filter(is_reached).flat_map(|group| group.items).collect();
    Panel { items, text: format!("({letter}) {}", drawn.text), width, height }
}

/// The height of a line of text.
pub(super) const LINE: i32 = 20;
/// The width to which texts are wrapped, in pixels.
const TEXT: i32 = 620;

/// Draws the text above a tree, including these facts, from the upper left corner; returns the y coordinate where the
/// text ends.
pub(super) fn caption(drawn: &Drawn, facts: &[Fact], items: &mut Vec<FigurePart>) -> i32 {
    let mut y = MARGIN;
    for line in lines(&drawn.title, TEXT + 200, Class::Title) {
        items.push(FigurePart::text(at(MARGIN, y + 16), Anchor::Start, line, Class::Title));
        y += 26;
    }
    let board_end = match &drawn.fen {
        Some(fen) => board((&drawn.games, fen), drawn.moves, at(MARGIN, y + 4), items),
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
        // An upright tree has no columns of numbers, so its numbers have no zeros at their ends.
        let text = if drawn.is_upright { short_numbers(text) } else { text.clone() };
        pen.text(&text, column, Class::Text);
    }
    pen.at.y.max(board_end.y)
}

/// Writes small text below a picture; returns the y coordinate where it ends.
pub(super) fn paragraph(text: &str, top: i32, items: &mut Vec<FigurePart>) -> i32 {
    let mut y = top;
    for line in lines(text, TEXT + 200, Class::Small) {
        items.push(FigurePart::text(at(MARGIN, y + 12), Anchor::Start, line, Class::Small));
        y += LINE - 2;
    }
    y
}

/// The position of the next line of text.
struct Pen<'a> {
    at: Point,
    items: &'a mut Vec<FigurePart>,
}

impl Pen<'_> {
    /// Writes lines, shifted to the right by this many pixels.
    fn text(&mut self, text: &str, right: i32, class: Class) {
        for line in lines(text, TEXT, class) {
            self.items.push(FigurePart::text(at(self.at.x + right, self.at.y + 14), Anchor::Start, line, class));
            self.at.y += LINE;
        }
    }
}

/// Wraps text to at most this many pixels, between words; a longer word gets its own line.
pub(super) fn lines(text: &str, most: i32, class: Class) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Parts of the text are separated by three spaces, which must be preserved.
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

/// An entry that would begin further to the right than this goes to the next line.
const RIGHT: i32 = 560;
/// The width of a drawn symbol.
const SIGN: i32 = 40;
const ENTRY_LINE: i32 = 24;

type SignMeaning = (Vec<FigurePart>, String);

/// Draws the legend of the symbols that a tree uses; returns the y coordinate where it ends.
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

/// The distances from the middle of a house-shaped symbol up to its flat side and to its tip.
const HOUSE: [i32; 2] = [7, 10];

fn entries(drawn: &Drawn, words: &Words<'_>) -> Vec<SignMeaning> {
    let (has_window, is_upright) = (drawn.columns.comparison, drawn.is_upright);
    let mut rows = Vec::new();
    drawn.root.walk(&mut |row| rows.push(row));
    let has = |is_so: &dyn Fn(&Row) -> bool| rows.iter().any(|row| is_so(row));
    let is_cut = has(&|row| row.children.iter().any(|child| child.is_cut_off(row)));
    let is_skipped = !is_cut && has(&|row| row.mark.is_unsearched());
    let is_limited = has(&|row| row.score.is_some_and(|(_, bound)| bound != Bound::Exact));
    let has_chip = |is_so: &dyn Fn(&Row) -> bool| {
        is_upright && has_window && has(&|row| !row.is_root() && row.narrowed().is_some() && is_so(row))
    };
    let chips = match [true, false].map(|is_cut| has_chip(&|row| cut_if(words, row).is_some() == is_cut)) {
        [true, true] => "cut if: such a score ends the search of the node; (alpha,beta): its window",
        [true, false] => "cut if: such a score ends the search of the node",
        [false, _] => "(alpha,beta): the window of the node",
    };
    let line = |class| FigurePart::line(&[at(0, 0), at(32, 0)], class);
    let best = vec![FigurePart::line(&[at(0, 0), at(20, 0)], Class::BestBranch), star(at(28, 0))];
    let cut = [line(Class::GhostBranch)].into_iter().chain(bars(at(16, 0), at(-3, 6))).collect();
    let (max, min) = words.sides();
    let to_move = |side: &str| format!("{side} to move");
    let outside = if has_window { "; it lies outside the window" } else { "" };
    let has_chance = words.perspective.movers.has_chance();
    let disc = FigurePart::Disc { middle: at(16, 0), radius: 9, class: Class::Leaf };
    let all: [(bool, SignMeaning); 9] = [
        (is_upright, (vec![house(at(16, 0), 12, HOUSE, true, Class::Max)], to_move(max))),
        (is_upright, (vec![house(at(16, 0), 12, HOUSE, false, Class::Min)], to_move(min))),
        (is_upright && has_chance, (vec![disc], "chance picks a move: the mean".to_owned())),
        (is_upright, (vec![leaf_box(at(16, 0), at(10, 8), Class::Leaf)], "leaf with its score".to_owned())),
        (has(&|row| row.on_pv), (best, "best line (principal variation)".to_owned())),
        (is_cut, (cut, "cut off: after a sibling's cutoff, no value here could change the result".to_owned())),
        (is_skipped, (vec![line(Class::GhostBranch)], "not searched".to_owned())),
        (is_limited, (Vec::new(), format!("≤ or ≥ before a score: a bound{outside}"))),
        (has_chip(&|_| true), (Vec::new(), chips.to_owned())),
    ];
    let first = "first: nothing to compare with yet at this node".to_owned();
    let step = "step: the order in which moves were judged".to_owned();
    let rest = [
        (has_window && !is_upright && has(&Row::is_first), (Vec::new(), first)),
        (drawn.columns.step && !is_upright && has(&|row| row.step.is_some()), (Vec::new(), step)),
    ];
    all.into_iter().chain(rest).filter(|(is_used, _)| *is_used).map(|(_, entry)| entry).collect()
}
