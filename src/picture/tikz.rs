//! Pictures as TikZ: a whole LaTeX document of one page, which is as large as the picture.

use super::{Anchor, Figure, Group, Item, LOOKS, Look, Point};
use crate::page::escape;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// A pixel in thousandths of a point: letters of 14 pixels are those of `\normalsize`.
const PIXEL: i32 = 700;

/// Writes a picture as a document for `pdflatex`, which needs nothing but TikZ and `geometry`. What stands between
/// `\begin{tikzpicture}` and `\end{tikzpicture}` can be put into another document, after the colours and styles.
///
/// # Errors
/// What writing gives.
pub fn tikz(figure: &Figure, out: &mut dyn Write) -> io::Result<()> {
    let Point { x: width, y: height } = figure.size();
    writeln!(out, "\\documentclass{{article}}")?;
    writeln!(
        out,
        "\\usepackage[paperwidth={}pt,paperheight={}pt,margin=0pt]{{geometry}}",
        points(width),
        points(height)
    )?;
    writeln!(out, "\\usepackage{{tikz}}")?;
    writeln!(out, "\\pagestyle{{empty}}\\setlength{{\\parindent}}{{0pt}}\\setlength{{\\topskip}}{{0pt}}")?;
    let colours: BTreeSet<&str> = LOOKS.iter().flat_map(|look| [look.stroke, look.fill]).collect();
    for colour in colours.into_iter().filter(|colour| !colour.is_empty()) {
        writeln!(out, "\\definecolor{{c{colour}}}{{HTML}}{{{}}}", colour.to_uppercase())?;
    }
    writeln!(out, "\\tikzset{{plywood/.cd,")?;
    for look in &LOOKS {
        writeln!(out, "  {}/.style={{{}}},", look.name, style(look))?;
    }
    writeln!(out, "}}")?;
    writeln!(out, "\\begin{{document}}%")?;
    writeln!(out, "\\begin{{tikzpicture}}[x={0}pt,y=-{0}pt,inner sep=0pt,outer sep=0pt]", points(1))?;
    writeln!(out, "\\useasboundingbox (0,0) rectangle ({width},{height});")?;
    for group in &figure.groups {
        write_group(group, out)?;
    }
    writeln!(out, "\\end{{tikzpicture}}%")?;
    writeln!(out, "\\end{{document}}")
}

fn write_group(group: &Group, out: &mut dyn Write) -> io::Result<()> {
    if let Some(tag) = &group.tag {
        let path: Vec<String> = tag.path.iter().map(ToString::to_string).collect();
        writeln!(out, "% node {} ({})", path.join("-"), tag.state)?;
    }
    group.items.iter().try_for_each(|item| writeln!(out, "{}", command(item)))
}

fn command(item: &Item) -> String {
    let place = |point: &Point| format!("({},{})", point.x, point.y);
    match item {
        Item::Lines { points, closed, class } => {
            let way: Vec<String> = points.iter().map(place).collect();
            let end = if *closed { " -- cycle" } else { "" };
            format!("\\path[plywood/{}] {}{end};", class.look().name, way.join(" -- "))
        }
        Item::Disc { middle, radius, class } => {
            format!("\\path[plywood/{}] {} circle[radius={}pt];", class.look().name, place(middle), points(*radius))
        }
        Item::Text { at, anchor, text, class } => {
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

/// Writes so many pixels in points.
fn points(pixels: i32) -> String {
    thousandths(pixels * PIXEL)
}

fn thousandths(number: i32) -> String {
    format!("{}.{:03}", number / 1000, number % 1000)
}
