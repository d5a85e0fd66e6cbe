//! Several moments of a search in one picture: a small upright tree for each, with a letter and what happened there.

use super::caption::lines;
use super::class::Class;
use super::drawn::Drawn;
use super::events::NodeEvents;
use super::figure::{Anchor, Figure, FigurePart, Group, MARGIN, at};
use super::search::pictured;
use super::upright::UprightPicture;
use crate::page::words::Words;
use crate::steps::stage::Scene;

/// Trees stand side by side up to this width, in pixels, and so many of them.
const WIDTH: i32 = 1600;
const LEAST: usize = 2;
const MOST: usize = 3;
/// The height of a line of text, and the distance between two rows of trees.
const LINE: i32 = 18;
const APART: i32 = 12;

/// A moment: its tree, and what is said of it.
struct Panel {
    items: Vec<FigurePart>,
    text: String,
    width: i32,
    height: i32,
}

/// Draws states of one search side by side. What the search has not come to yet is left blank, and its
/// room is kept.
#[must_use]
pub fn strip(scenes: &[Scene<'_>]) -> Figure {
    let panels: Vec<Panel> = scenes.iter().zip('a'..).map(|(scene, letter)| panel(scene, letter)).collect();
    let width = panels.iter().map(|panel| panel.width).max().unwrap_or(0);
    let across = usize::try_from(WIDTH / width.max(1)).unwrap_or(1).clamp(LEAST, MOST);
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
                let place = at(corner.x + MARGIN, y + tall + LINE * index);
                items.push(FigurePart::text(place, Anchor::Start, line, Class::Small));
                bottom = bottom.max(place.y);
            }
            figure.groups.push(Group { tag: None, items });
        }
        y = bottom + APART;
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
