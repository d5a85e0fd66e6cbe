//! Writes pictures as TikZ: a complete LaTeX document with one page as large as the picture, or a part of a document.

use super::{Anchor, Figure, FigurePart, Group, LOOKS, Look, Point};
use crate::page::escape;
use crate::page::tex_letters::definitions;
use std::io::{self, Write};

/// The size of a pixel in thousandths of a point. It makes text of 14 pixels as large as `\normalsize`.
const PIXEL: i32 = 700;

/// Writes a picture as a document for `pdflatex` that uses the class `standalone` or, if that is not installed, an
/// article with a page of the picture's size.
pub(crate) fn tikz(figure: &Figure, out: &mut dyn Write) -> io::Result<()> {
    let Point { x: width, y: height } = figure.size();
    writeln!(out, "% Without the class standalone, an article with a page of this size replaces it.")?;
    writeln!(out, "\\IfFileExists{{standalone.cls}}{{}}{{\\let\\plywoodclass\\documentclass")?;
    writeln!(out, "  \\def\\documentclass[##1]##2{{\\plywoodclass{{article}}\\usepackage{{tikz}}")?;
    writeln!(
        out,
        "    \\usepackage[paperwidth={}pt,paperheight={}pt,margin=0pt]{{geometry}}",
        points(width),
        points(height)
    )?;
    writeln!(out, "    \\pagestyle{{empty}}\\setlength{{\\parindent}}{{0pt}}\\setlength{{\\topskip}}{{0pt}}}}}}")?;
    writeln!(out, "\\documentclass[tikz]{{standalone}}")?;
    let picture = inline(figure);
    write!(out, "{}", definitions(&picture, true))?;
    writeln!(out, "\\begin{{document}}%")?;
    drawing(&picture, out)?;
    writeln!(out, "\\end{{document}}")
}

/// Writes a picture as a part of a document that loads TikZ. The picture can be in a paragraph, because no line ends in
/// a space.
pub(crate) fn fragment(figure: &Figure, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% Use this with \\input, in a document that has \\usepackage{{tikz}}.")?;
    drawing(&inline(figure), out)
}

/// Writes the looks, the definitions and the picture. They are outside the preamble, because the package `standalone` drops the
/// preamble of included documents.
fn drawing(picture: &str, out: &mut dyn Write) -> io::Result<()> {
    let before = styles() + &definitions(picture, false);
    write!(out, "{}", before.replace('\n', "%\n"))?;
    writeln!(out, "{picture}%")
}

/// Returns the looks of all classes, for the preamble of a document.
pub(super) fn styles() -> String {
    let mut colours: Vec<&str> = LOOKS.iter().flat_map(|look| [look.stroke, look.fill]).collect();
    colours.sort_unstable();
    colours.dedup();
    let colours = colours.into_iter().filter(|colour| !colour.is_empty());
    let colours: String =
        colours.map(|colour| format!("\\definecolor{{c{colour}}}{{HTML}}{{{}}}\n", colour.to_uppercase())).collect();
    let looks: String = LOOKS.iter().map(|look| format!("  {}/.style={{{}}},\n", look.name, style(look))).collect();
    format!("{colours}\\tikzset{{plywood/.cd,\n{looks}}}\n")
}

/// Returns a picture for a document that has the styles in its preamble.
pub(super) fn inline(figure: &Figure) -> String {
    let Point { x: width, y: height } = figure.size();
    let groups: String = figure.groups.iter().map(group).collect();
    format!(
        "\\begin{{tikzpicture}}[x={0}pt,y=-{0}pt,inner sep=0pt,outer sep=0pt]\n\
         \\useasboundingbox (0,0) rectangle ({width},{height});\n{groups}\\end{{tikzpicture}}",
        points(1)
    )
}

fn group(group: &Group) -> String {
    let tag = group.tag.as_ref().map(|tag| {
        let path: Vec<String> = tag.path.iter().map(ToString::to_string).collect();
        format!("% node {} ({})\n", path.join("-"), tag.state)
    });
    let items: String = group.items.iter().map(|item| command(item) + "\n").collect();
    tag.unwrap_or_default() + &items
}

fn command(item: &FigurePart) -> String {
    let place = |point: &Point| format!("({},{})", point.x, point.y);
    match item {
        FigurePart::Lines { points, closed, class } => {
            let way: Vec<String> = points.iter().map(place).collect();
            let end = if *closed { " -- cycle" } else { "" };
            format!("\\path[plywood/{}] {}{end};", class.look().name, way.join(" -- "))
        }
        FigurePart::Disc { middle, radius, class } => {
            format!("\\path[plywood/{}] {} circle[radius={}pt];", class.look().name, place(middle), points(*radius))
        }
        FigurePart::Text { at, anchor, text, class } => {
            let anchor = match anchor {
                Anchor::Start => "base west",
                Anchor::Middle => "base",
                Anchor::End => "base east",
            };
            format!(
                "\\node[plywood/{},anchor={anchor}] at {} {{{}}};",
                class.look().name,
                place(at),
                escape::latex(text)
            )
        }
    }
}

fn style(look: &Look) -> String {
    let Look { stroke, width, dashed, fill, size, bold, .. } = *look;
    let mut parts = Vec::new();
    if size != 0 {
        let weight = if bold { "\\bfseries" } else { "" };
        let letters = match size {
            ..13 => "\\footnotesize",
            13..16 => "\\normalsize",
            _ => "\\large",
        };
        return format!("text=c{fill},font=\\sffamily{weight}{letters}");
    }
    parts.extend((!fill.is_empty()).then(|| format!("fill=c{fill}")));
    if !stroke.is_empty() {
        parts.push(format!("draw=c{stroke},line width={}pt,line join=round", thousandths(width * PIXEL / 10)));
    }
    parts.extend(dashed.then(|| "dash pattern=on 2.8pt off 2.1pt".to_owned()));
    parts.join(",")
}

fn points(pixels: i32) -> String {
    thousandths(pixels * PIXEL)
}

fn thousandths(number: i32) -> String {
    format!("{}.{:03}", number / 1000, number % 1000)
}
