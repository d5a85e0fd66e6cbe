//! The small drawings in the contents of a site.

use crate::cli::command_error::Result;
use crate::cli::commands::shown_command::{upright, words};
use crate::cli::context::Context;
use crate::core::game::classic::GameList;
use crate::page::Style;
use crate::page::document::Block;
use crate::picture::{board_after, svg::svg};
use std::fmt::Write as _;

/// Returns a small drawing for a chapter: the tree of the first search that the chapter shows, or else the first
/// position that it evaluates. Returns `None` if there is nothing to draw.
pub(super) fn first_drawing(context: &Context, blocks: &[Block]) -> Result<Option<String>> {
    let commands =
        || blocks.iter().filter_map(|block| if let Block::Command(typed, _) = block { Some(typed) } else { None });
    for typed in commands() {
        if let Some(subject) = words(typed).get(2).filter(|_| typed.starts_with("plywood explain ")) {
            return drawn_tree(context, &format!("plywood explain {subject:?}"));
        }
    }
    let board = |typed: &String| {
        let words = words(typed);
        let fen = words.iter().find(|word| word.contains('/') && word.contains(' '))?;
        board_after((&GameList::default(), fen), &[], "")
    };
    let Some(figure) = commands().find_map(board) else { return Ok(None) };
    let mut drawing = Vec::new();
    svg(&figure, &mut drawing)?;
    Ok(Some(String::from_utf8(drawing)?.replacen("<svg", "<svg aria-hidden=\"true\"", 1)))
}

/// Returns a small drawing of the tree that a command explains.
pub(super) fn drawn_tree(context: &Context, typed: &str) -> Result<Option<String>> {
    let drawn = upright(context, typed, &Style::default(), true)?;
    Ok(if let Some(Block::Picture(picture)) = drawn { thumbnail(&picture.svg.body) } else { None })
}

/// Returns the first tree drawn on a page, without the text in the drawing.
pub(super) fn thumbnail(html: &str) -> Option<String> {
    const ROOM: i32 = 30;
    let drawings = html.split("<svg").skip(1).filter_map(|rest| rest.split("</svg>").next());
    let drawing = drawings.into_iter().find(|drawing| drawing.contains("class=\"branch\""))?;
    let (mut shapes, mut least, mut most) = (String::new(), (i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    // The groups of a picture's legend have different classes from the groups of its nodes.
    let has_groups = 1 < drawing.matches("class=\"node\"").count();
    let groups = drawing.split("<g").filter(|group| !has_groups || group.contains("class=\"node\""));
    for element in groups.flat_map(|group| group.split('<')) {
        let name = element.split(' ').next().unwrap_or_default();
        let class = between(element, "class=\"", "\"").map_or("", |(_, class, _)| class);
        let [points, path] =
            [" points=\"", " d=\""].map(|start| between(element, start, "\"").map(|(_, inside, _)| inside));
        for (x, y) in points.unwrap_or_default().split(' ').filter_map(|point| point.split_once(',')) {
            let (x, y) = (x.parse().ok()?, y.parse().ok()?);
            (least, most) = ((least.0.min(x), least.1.min(y)), (most.0.max(x), most.1.max(y)));
        }
        let _ = match (points, path) {
            (Some(points), _) => write!(shapes, "<{name} class=\"{class}\" points=\"{points}\"/>"),
            (None, Some(path)) => write!(shapes, "<{name} class=\"{class}\" d=\"{path}\"/>"),
            (None, None) => continue,
        };
    }
    let (x, y, width, height) =
        (least.0 - ROOM, least.1 - ROOM, most.0 - least.0 + 2 * ROOM, most.1 - least.1 + 2 * ROOM);
    Some(format!("<svg class=\"small\" aria-hidden=\"true\" viewBox=\"{x} {y} {width} {height}\">{shapes}</svg>"))
}

/// Splits a text into the part before `before`, the part between `before` and `behind`, and the rest.
pub(super) fn between<'a>(text: &'a str, before: &str, behind: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let (head, rest) = text.split_once(before)?;
    let (part, tail) = rest.split_once(behind)?;
    Some((head, part, tail))
}
