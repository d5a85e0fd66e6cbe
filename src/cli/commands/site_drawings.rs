//! The small drawings in the contents of a site.

use crate::cli::command_error::Result;
use crate::cli::commands::shown_command::{upright, words};
use crate::cli::context::Context;
use crate::core::game::classic::GameList;
use crate::page::Style;
use crate::page::document::Block;
use crate::picture::{board_after, svg::svg};
use std::fmt::Write as _;

/// Returns the command that a block shows with its output or as a picture.
pub(super) fn typed(block: &Block) -> Option<&str> {
    if let Block::Picture(picture) = block {
        return Some(&picture.typed);
    }
    if let Block::Command(shown) = block { Some(&shown.typed) } else { None }
}

/// Returns a small drawing for a chapter: the tree of the first search that the chapter shows, or else the first
/// position that it evaluates. Returns `None` if there is nothing to draw.
pub(super) fn first_drawing(context: &Context, blocks: &[Block]) -> Result<Option<String>> {
    let commands = || blocks.iter().filter_map(typed);
    for typed in commands() {
        if let Some(subject) = words(typed).get(2).filter(|_| typed.starts_with("plywood explain ")) {
            return drawn_tree(context, &format!("plywood explain {subject:?}"));
        }
    }
    let fen = |typed: &str| words(typed).into_iter().find(|word| word.contains('/') && word.contains(' '));
    let Some(fen) = commands().find_map(fen) else { return Ok(None) };
    let Some(figure) = board_after((&GameList::default(), &fen), &[], "") else { return Ok(None) };
    let mut drawing = Vec::new();
    svg(&figure, &mut drawing)?;
    Ok(Some(occupied(&String::from_utf8(drawing)?, &fen)))
}

/// Returns the drawn board without the empty ranks above and below the pieces: a small drawing of all ranks would be
/// too small.
fn occupied(board: &str, fen: &str) -> String {
    const SQUARE: usize = 28;
    let ranks = fen.split(' ').next().unwrap_or_default().split('/');
    let used: Vec<usize> = (0..).zip(ranks).filter(|(_, rank)| *rank != "8").map(|(index, _)| index).collect();
    let (first, last) = (used.first().copied().unwrap_or(0), used.last().copied().unwrap_or(7));
    let (top, height) = (first * SQUARE, (last + 1 - first) * SQUARE + 2);
    let shapes = between(board, "<g>", "</svg>").map_or("", |(_, shapes, _)| shapes);
    format!("<svg class=\"plywood\" aria-hidden=\"true\" viewBox=\"15 {top} 226 {height}\"><g>{shapes}</svg>")
}

/// Returns a small drawing of the tree that a command explains.
pub(super) fn drawn_tree(context: &Context, typed: &str) -> Result<Option<String>> {
    let drawn = upright(context, typed, &Style::default(), true)?;
    Ok(if let Some(Block::Picture(picture)) = drawn { thumbnail(&picture.svg.body) } else { None })
}

/// Returns the first tree drawn on a page, without the text in the drawing.
pub(super) fn thumbnail(html: &str) -> Option<String> {
    const ROOM: i32 = 4;
    let drawings = html.split("<svg").skip(1).filter_map(|rest| rest.split("</svg>").next());
    // Without their text, rows are not a tree.
    let mut trees = drawings.filter(|drawing| drawing.contains("class=\"branch\""));
    let drawing = trees.find(|drawing| !drawing.contains("class=\"stripe\""))?;
    let (mut shapes, mut corners) = (String::new(), Vec::new());
    // The groups of a picture's legend have different classes from the groups of its nodes.
    let has_groups = 1 < drawing.matches("class=\"node\"").count();
    let groups = drawing.split("<g").filter(|group| !has_groups || group.contains("class=\"node\""));
    for element in groups.flat_map(|group| group.split('<')) {
        let name = element.split(' ').next().unwrap_or_default();
        let class = between(element, "class=\"", "\"").map_or("", |(_, class, _)| class);
        let [points, path] =
            [" points=\"", " d=\""].map(|start| between(element, start, "\"").map(|(_, inside, _)| inside));
        let _ = match (points, path) {
            (Some(points), _) => {
                corners.extend(points.split(' ').filter_map(point));
                write!(shapes, "<{name} class=\"{class}\" points=\"{points}\"/>")
            }
            (None, Some(path)) => {
                corners.extend(path_corners(path));
                write!(shapes, "<{name} class=\"{class}\" d=\"{path}\"/>")
            }
            (None, None) => continue,
        };
    }
    let (left, right) = (corners.iter().map(|at| at.0).min()?, corners.iter().map(|at| at.0).max()?);
    let (top, bottom) = (corners.iter().map(|at| at.1).min()?, corners.iter().map(|at| at.1).max()?);
    let (x, y, width, height) = (left - ROOM, top - ROOM, right - left + 2 * ROOM, bottom - top + 2 * ROOM);
    Some(format!("<svg class=\"small\" aria-hidden=\"true\" viewBox=\"{x} {y} {width} {height}\">{shapes}</svg>"))
}

fn point(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Returns the corners of a path such as "M136,54l0,-24 24,-14z": each part begins at a point, and steps from there.
fn path_corners(path: &str) -> Vec<(i32, i32)> {
    let mut corners = Vec::new();
    for part in path.split('M') {
        let mut parts = part.trim_end_matches('z').split('l');
        let Some(mut at) = parts.next().and_then(point) else { continue };
        corners.push(at);
        for (x, y) in parts.flat_map(|steps| steps.split(' ')).filter_map(point) {
            at = (at.0 + x, at.1 + y);
            corners.push(at);
        }
    }
    corners
}

/// Splits a text into the part before `before`, the part between `before` and `behind`, and the rest.
pub(super) fn between<'a>(text: &'a str, before: &str, behind: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let (head, rest) = text.split_once(before)?;
    let (part, tail) = rest.split_once(behind)?;
    Some((head, part, tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thumbnail_shows_roofs_and_leaves_whole() {
        let page = "<svg viewBox=\"0 0 250 258\"><path class=\"max\" d=\"M136,54l0,-24 24,-14 24,14 0,24z\"/>\
                    <polyline class=\"branch\" points=\"160,54 111,114\"/><path class=\"leaf\" d=\"M75,209l30,0 0,26 -30,0z\"/></svg>";
        let drawn = thumbnail(page).unwrap();
        assert!(drawn.contains("viewBox=\"71 12 117 227\""), "{drawn}");
    }
}
