//! Pictures inside of pages.

use super::{Figure, svg, tikz};
use crate::page::document::{Block, Picture, PictureSource};

/// Returns a picture as a part of a page, and what stands there where there are no pictures.
pub(crate) fn inline(figure: &Figure, plain: Vec<Block>) -> Block {
    let drawn = svg::inline(figure, "plywood");
    let svg = PictureSource { head: svg::page_styles(), body: framed(figure.size().x, &drawn) };
    let tex = PictureSource { head: tikz::styles(), body: tikz::inline(figure) };
    Block::Picture(Box::new(Picture { typed: String::new(), svg, tex, plain }))
}

/// Returns a picture of two files, as [`svg()`](super::svg()) and [`tikz()`](super::tikz()) write them, for a page that shows the
/// command that draws it.
pub(crate) fn drawn(typed: &str, [svg, tex]: [&str; 2], plain: Vec<Block>) -> Block {
    let (before, rest) = svg.split_once("<style>\n").unwrap_or((svg, ""));
    let (_, behind) = rest.split_once("</style>\n").unwrap_or_default();
    let width = before.split_once(" width=\"").and_then(|(_, rest)| rest.split('"').next()?.parse().ok());
    // On a page with several pictures a node has no address.
    let body = format!("{before}{behind}").replace("<g id=\"n", "<g data-at=\"n");
    let svg = PictureSource { head: svg::page_styles(), body: framed(width.unwrap_or_default(), &body) };
    let picture = tex.lines().skip_while(|line| !line.starts_with("\\begin{tikzpicture}"));
    let picture = picture.take_while(|line| !line.starts_with("\\end{document}")).filter(|line| !line.starts_with('%'));
    let body = picture.collect::<Vec<_>>().join("\n").trim_end_matches('%').to_owned();
    let tex = PictureSource { head: tikz::styles(), body };
    Block::Picture(Box::new(Picture { typed: typed.to_owned(), svg, tex, plain }))
}

/// As wide as it is, if the page is wide enough.
fn framed(width: i32, picture: &str) -> String {
    format!("<div class=\"figure\" style=\"--width: {width}px\">{}</div>\n", picture.trim_end())
}
