//! Writes pictures as SVG, both as separate files and inside pages.

use super::board::{CLASSES, size_class};
use super::figure::{MARGIN, at};
use super::listed::{list, of_figure};
use super::sideways::{TELEPHONE, sideways};
use super::{Anchor, Class, Figure, FigurePart, Group, LOOKS, Look, NodeTag, Point, tikz};
use crate::page::document::{Block, Picture, PictureSource};
use crate::page::escape;
use crate::page::style::name_of;
use crate::page::text::{visible, with_signs};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes a picture. Each node is a `g` with the id `n` and its path (`n-0-2`: the third child of the first one) and
/// with the class `node`. Its `data-` attributes are its name, its state, whether it is on the principal variation, and
/// the numbers of the events at which it was created, entered, judged and left.
pub(crate) fn svg(figure: &Figure, out: &mut dyn Write) -> io::Result<()> {
    let Point { x: width, y: height } = figure.size();
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plywood\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">"
    )?;
    // Screen readers read the title of a picture, so every picture must have a title.
    let title = if figure.title.is_empty() { "Game tree" } else { &figure.title };
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<desc>{}</desc>", escaped(&figure.description))?;
    writeln!(out, "<rect {} width=\"{width}\" height=\"{height}\"/>", presentation(Class::Paper.look()))?;
    for group in &figure.groups {
        write_group(group, out)?;
    }
    writeln!(out, "</svg>")
}

/// Returns the style of pictures on a page, in the colours of the page. Boards look the same everywhere.
fn page_styles() -> String {
    let named = |hex: &str| name_of(hex).map_or_else(|| colour(hex), |name| format!("var(--{name})"));
    let is_of_board = |look: &Look| look.class != Class::Small && CLASSES.contains(&look.class);
    LOOKS.iter().fold(COMMON.to_owned(), |all, look| {
        let colours: &dyn Fn(&str) -> String = if is_of_board(look) { &colour } else { &named };
        all + &coloured_rule(look, ".plywood", colours) + "\n"
    })
}

/// Coloured areas have a meaning, so printers must print them as well.
const COMMON: &str = ".plywood { -webkit-print-color-adjust: exact; print-color-adjust: exact; }\n.plywood text { font-family: sans-serif; }\n";

fn write_group(group: &Group, out: &mut dyn Write) -> io::Result<()> {
    match &group.tag {
        None => writeln!(out, "<g>")?,
        Some(tag) => writeln!(out, "<g {}>", attributes(tag))?,
    }
    for item in &group.items {
        writeln!(out, "{}", element(item, &presentation))?;
    }
    writeln!(out, "</g>")
}

fn attributes(tag: &NodeTag) -> String {
    let path: String = tag.path.iter().map(|index| format!("-{index}")).collect();
    let (name, ply, state) = (escaped(&tag.name), tag.path.len(), tag.state);
    let mut text =
        format!("id=\"n{path}\" class=\"node\" data-name=\"{name}\" data-ply=\"{ply}\" data-state=\"{state}\"");
    text.push_str(if tag.on_pv { " data-pv=\"yes\"" } else { "" });
    for (what, step) in &tag.events {
        let _ = write!(text, " data-{what}=\"{step}\"");
    }
    text
}

/// Returns the attributes of an element of a standalone picture: its class and look. Office programs and PDF renderers
/// support only attributes, so the picture has no style sheet.
fn presentation(look: &Look) -> String {
    let named = |(name, value): (&str, String)| format!(" {name}=\"{value}\"");
    format!("class=\"{}\"{}", look.name, properties(look, &colour).into_iter().map(named).collect::<String>())
}

/// Returns the class attribute of an element. The page has a [rule] for each class.
fn class_only(look: &Look) -> String {
    ["class=\"", look.name, "\""].concat()
}

/// Returns an element. Boards have many discs, and joining parts is much faster than `format!`.
fn element(item: &FigurePart, looks: &dyn Fn(&Look) -> String) -> String {
    let looks = looks(item.class().look());
    match item {
        FigurePart::Lines { points, closed, .. } => {
            // MuPDF doesn't draw the line back to the first point, so repeat the point.
            let back = closed.then(|| points[0]);
            let name = if *closed { "polygon" } else { "polyline" };
            let mut text = format!("<{name} {looks} points=\"");
            for (index, &point) in points.iter().chain(&back).enumerate() {
                text.push_str(if index == 0 { "" } else { " " });
                push_point(&mut text, point);
            }
            text + "\"/>"
        }
        FigurePart::Disc { middle, radius, .. } => {
            let [mut x, mut y, mut r] = [itoa::Buffer::new(); 3];
            let [x, y, r] = [x.format(middle.x), y.format(middle.y), r.format(*radius)];
            ["<circle ", &looks, " cx=\"", x, "\" cy=\"", y, "\" r=\"", r, "\"/>"].concat()
        }
        FigurePart::Text { at, anchor, text, .. } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let [mut x, mut y] = [itoa::Buffer::new(); 2];
            let [x, y] = [x.format(at.x), y.format(at.y)];
            [
                "<text ",
                &looks,
                " x=\"",
                x,
                "\" y=\"",
                y,
                "\"",
                anchor,
                ">",
                &escape::xml_text(&visible(text)),
                "</text>",
            ]
            .concat()
        }
    }
}

/// Returns a board as an element of a page, at least of this size: the boards of Nim get smaller, and their piles keep
/// their size.
pub(crate) fn inline_board(figure: &Figure, least: Point) -> String {
    let size = figure.size().larger(least);
    inline(figure, &format!("squares {}", size_class(size)), size)
}

/// Returns a picture without nodes as an element of a page, of this size. The page has a [rule] for each class.
fn inline(figure: &Figure, name: &str, size: Point) -> String {
    let (width, height) = (size.x - MARGIN + 1, size.y - MARGIN + 1);
    let said = escaped(&format!("{}: {}", figure.title, figure.description));
    let items: Vec<&FigurePart> = figure.groups.iter().flat_map(|group| &group.items).collect();
    let runs = items.chunk_by(|one, other| is_square(one) && one.class() == other.class());
    let (mut items, mut outlines) = (String::new(), Outlines::default());
    runs.for_each(|run| push_short(&mut items, run, &mut outlines));
    format!("<svg class=\"{name}\" role=\"img\" aria-label=\"{said}\" viewBox=\"0 0 {width} {height}\">{items}</svg>")
}

/// Returns whether the part is a square of a board. No two squares overlap.
fn is_square(item: &FigurePart) -> bool {
    matches!(item.class(), Class::Light | Class::Dark)
}

fn push_all<const PARTS: usize>(text: &mut String, parts: [&str; PARTS]) {
    parts.iter().for_each(|part| text.push_str(part));
}

/// Appends a point. Boards consist of points, so writing these fast makes writing boards fast.
fn push_point(text: &mut String, Point { x, y }: Point) {
    let (mut first, mut second) = (itoa::Buffer::new(), itoa::Buffer::new());
    push_all(text, [first.format(x), ",", second.format(y)]);
}

/// The outlines of the areas written so far, each from its first point, with the steps that draw it. Most squares of a
/// board have the same outline, and so have most of its pieces.
#[derive(Default)]
struct Outlines(Vec<(Vec<Point>, String)>);

impl Outlines {
    /// Returns the steps from the first point of an area around it.
    fn steps(&mut self, points: &[Point]) -> &str {
        let own = || points.windows(2).map(|pair| at(pair[1].x - pair[0].x, pair[1].y - pair[0].y));
        let known = self.0.iter().position(|(outline, _)| own().eq(outline.iter().copied()));
        let index = known.unwrap_or_else(|| {
            let mut steps = String::new();
            for step in own() {
                steps.push(if steps.is_empty() { 'l' } else { ' ' });
                push_point(&mut steps, step);
            }
            self.0.push((own().collect(), steps));
            self.0.len() - 1
        });
        &self.0[index].1
    }
}

/// Appends consecutive parts of the same class as one element, to save characters.
fn push_short(out: &mut String, run: &[&FigurePart], outlines: &mut Outlines) {
    if !run.iter().all(|item| matches!(item, FigurePart::Lines { closed: true, .. })) {
        out.extend(run.iter().map(|item| element(item, &class_only)));
        return;
    }
    push_all(out, ["<path class=\"", run[0].class().look().name, "\" d=\""]);
    for item in run {
        if let FigurePart::Lines { points, .. } = item {
            out.push('M');
            push_point(out, points[0]);
            push_all(out, [outlines.steps(points), "z"]);
        }
    }
    out.push_str("\"/>");
}

/// Writes the style rule of a class, limited to the picture with this selector.
pub(crate) fn rule(look: &Look, within: &str) -> String {
    coloured_rule(look, within, &colour)
}

fn coloured_rule(look: &Look, within: &str, colour: &dyn Fn(&str) -> String) -> String {
    let rule = |(name, value): (&str, String)| match name {
        "font-size" | "stroke-width" => format!("{name}: {value}px"),
        _ => format!("{name}: {value}"),
    };
    let rules: Vec<String> = properties(look, colour).into_iter().map(rule).collect();
    format!("{within} .{} {{ {}; }}", look.name, rules.join("; "))
}

/// Returns the look of a class as SVG properties with their values, in pixels.
fn properties(look: &Look, colour: &dyn Fn(&str) -> String) -> Vec<(&'static str, String)> {
    let Look { stroke, width, dashed, fill, size, bold, .. } = *look;
    let mut properties = vec![("fill", colour(fill))];
    if size != 0 {
        properties.push(("font-size", size.to_string()));
        properties.extend(bold.then(|| ("font-weight", "bold".to_owned())));
    }
    if !stroke.is_empty() {
        properties.push(("stroke", colour(stroke)));
        properties.push(("stroke-width", format!("{}.{}", width / 10, width % 10)));
        properties.push(("stroke-linejoin", "round".to_owned()));
    }
    properties.extend(dashed.then(|| ("stroke-dasharray", "4 3".to_owned())));
    properties
}

fn colour(hex: &str) -> String {
    if hex.is_empty() { "none".to_owned() } else { format!("#{hex}") }
}

/// Returns the text, escaped for use in an element or an attribute.
fn escaped(text: &str) -> String {
    escape::xml(&visible(text))
}

/// Returns a picture as a block of a page; formats without pictures show `plain` instead.
pub(crate) fn in_page(figure: &Figure, plain: Vec<Block>) -> Block {
    drawn_by("", figure, plain)
}

/// Returns a picture as a block of a page that shows the command that draws it.
pub(crate) fn drawn_by(typed: &str, figure: &Figure, plain: Vec<Block>) -> Block {
    let signed = signed(figure.clone());
    let svg = PictureSource { head: page_styles(), body: framed(&signed) + &list(of_figure(&signed)) };
    let tex = PictureSource { head: tikz::styles(), body: tikz::inline(figure) };
    Block::Picture(Box::new(Picture { typed: typed.to_owned(), svg, tex, plain }))
}

/// Returns the picture with signs in its texts; see [`with_signs`].
fn signed(mut figure: Figure) -> Figure {
    for item in figure.groups.iter_mut().flat_map(|group| &mut group.items) {
        if let FigurePart::Text { text, .. } = item {
            *text = with_signs(text);
        }
    }
    figure
}

/// Frames a picture, which appears at its full width if the page is wide enough. A phone shows a wide tree with its
/// root on the left.
fn framed(figure: &Figure) -> String {
    let frame = |figure: &Figure, class: &str| {
        let (width, drawn) = (figure.size().x - MARGIN + 1, inline(figure, "plywood", figure.size()));
        format!("<div class=\"figure{class}\" style=\"--width: {width}px\">{drawn}</div>\n")
    };
    match sideways(figure).filter(|_| TELEPHONE < figure.size().x) {
        Some(turned) => frame(figure, " wide") + &frame(&turned, " turned"),
        None => frame(figure, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_pages_have_the_colours_of_the_page() {
        let styles = page_styles();
        let fixed: Vec<&str> = styles.lines().filter(|line| line.contains(": #")).collect();
        let boards = ["light", "dark", "moved", "arrow", "white", "black", "current"];
        assert!(
            fixed.iter().all(|line| boards.iter().any(|name| line.starts_with(&format!(".plywood .{name} ")))),
            "{fixed:?}"
        );
        assert!(styles.contains(".plywood .paper { fill: var(--paper); }"), "{styles}");
    }
}
