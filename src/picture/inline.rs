//! Pictures inside of pages.

use super::{Figure, svg, tikz};
use crate::page::document::{Block, Picture, Source};

/// Returns a picture as a part of a page, and what stands there where there are no pictures.
pub(crate) fn inline(figure: &Figure, plain: Vec<Block>) -> Block {
    let drawn = svg::inline(figure, "plywood");
    let body = format!("<div class=\"figure\" style=\"--width: {}px\">{drawn}</div>\n", figure.size().x);
    let svg = Source { head: svg::styles(), body };
    let tex = Source { head: tikz::styles(), body: tikz::inline(figure) };
    Block::Picture(Box::new(Picture { svg, tex: Some(tex), plain }))
}
