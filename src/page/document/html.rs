//! Pages of HTML that print well: no scripts, nothing from elsewhere.

use super::{Below, Block, Column, Document, Point, Table};
use crate::page::escape::xml;
use crate::page::style::Style;
use std::io::{self, Write};

const CSS: &str = "\
@page { size: A4; margin: 18mm 16mm }
body { font: 11pt/1.4 Georgia, 'Times New Roman', serif; color: #000; max-width: 50em; margin: 1.5em auto; padding: 0 1em; overflow-wrap: anywhere }
h1 { font-size: 1.35em; margin: 0 0 .3em } h2 { font-size: 1.15em }
table { border-collapse: collapse; margin: .8em 0; line-height: 1.25; overflow-wrap: normal }
th { text-align: left; font-weight: normal; font-style: italic; padding: 0 .8em .2em 0 }
td { padding: 0 .8em 0 0; vertical-align: top }
pre, .tree, .number { font: 10pt/1.25 'DejaVu Sans Mono', Menlo, Consolas, monospace }
pre { overflow-x: auto }
.tree { white-space: pre; padding-right: 1.2em; vertical-align: middle } .number { text-align: right }
.blank { display: inline-block; border-bottom: 1px solid #000; min-width: 3.6em; height: 1em }
.line { display: block; border-bottom: 1px solid #000; height: 1.7em }
.name { min-width: 18em }
.beside { display: flex; flex-wrap: wrap; gap: 0 2em } .beside div { flex: 1; min-width: 16em }
ol { padding-left: 1.4em } li { margin: .35em 0; break-inside: avoid } tr { break-inside: avoid }
@media print { body { margin: 0; padding: 0; max-width: none } }
";

/// Writes a page.
pub(super) fn write(document: &Document, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{CSS}</style>\n</head>\n<body>",
        xml(document.title())
    )?;
    for (index, block) in document.blocks.iter().enumerate() {
        self::block(block, index == 0, out)?;
    }
    writeln!(out, "</body>\n</html>")
}

fn block(block: &Block, is_first: bool, out: &mut dyn Write) -> io::Result<()> {
    match block {
        Block::Title(text) => writeln!(out, "<h1>{}</h1>", xml(text)),
        Block::Chapter(text) => writeln!(out, "<h2>{}</h2>", xml(text)),
        Block::Heading(text, aside) => {
            let tag = if is_first { "h1" } else { "h2" };
            let aside = if aside.is_empty() { String::new() } else { format!(" <small>{}</small>", xml(aside)) };
            writeln!(out, "<{tag}>{}{aside}</{tag}>", xml(text))
        }
        Block::Text(text) => writeln!(out, "<p>{}</p>", xml(text)),
        Block::Lines(lines) => writeln!(out, "<pre>{}</pre>", xml(&lines.join("\n"))),
        Block::Beside(board, text, facts) => beside(board, text, facts, out),
        Block::Facts(_, facts) => facts_list(facts, out),
        Block::Table(table) => self::table(table, out),
        Block::List(points) => {
            writeln!(out, "<ul>")?;
            points.iter().try_for_each(|point| writeln!(out, "<li>{}</li>", xml(point)))?;
            writeln!(out, "</ul>")
        }
        Block::Steps(points) => {
            writeln!(out, "<ol>")?;
            points
                .iter()
                .try_for_each(|Point { text, below }| writeln!(out, "<li>{}{}</li>", xml(text), under(below)))?;
            writeln!(out, "</ol>")
        }
        Block::Question(text) => writeln!(out, "<p><strong>Question:</strong> {}</p>", xml(text)),
        Block::Answer(text) => {
            writeln!(out, "<details><summary><strong>Answer</strong></summary><p>{}</p></details>", xml(text))
        }
        Block::Command(typed, printed) => {
            writeln!(out, "<pre><strong>$ {}</strong>\n\n{}</pre>", xml(typed), xml(printed))
        }
        Block::Blank(before, behind) => {
            writeln!(out, "<p>{} <span class=\"blank name\"></span> {}</p>", xml(before), xml(behind))
        }
        Block::Gap => Ok(()),
    }
}

fn beside(board: &[String], text: &str, facts: &[(&str, String)], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<div class=\"beside\">")?;
    if !board.is_empty() {
        writeln!(out, "<pre>{}</pre>", xml(&board.join("\n")))?;
    }
    writeln!(out, "<div><p>{}</p>", xml(text))?;
    facts_list(facts, out)?;
    writeln!(out, "</div></div>")
}

/// Writes facts, each behind its label.
fn facts_list(facts: &[(impl AsRef<str>, String)], out: &mut dyn Write) -> io::Result<()> {
    let fact = |label: &str, text| format!("<p><strong>{}</strong> {}</p>", xml(label.trim()), xml(text));
    facts.iter().try_for_each(|(label, text)| writeln!(out, "{}", fact(label.as_ref(), text)))
}

fn table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<table>")?;
    if let Some(heads) = table.heads() {
        row(table, "th", heads, out)?;
    }
    table.rows().iter().try_for_each(|cells| row(table, "td", cells, out))?;
    writeln!(out, "</table>")
}

fn row(table: &Table, tag: &str, cells: &[String], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<tr>")?;
    for (cell, column) in cells.iter().zip(&table.columns) {
        let class = match column {
            Column::Drawn => " class=\"tree\"",
            Column::Right => " class=\"number\"",
            Column::Left | Column::Blank | Column::Narrow(_) | Column::Rest(..) => "",
        };
        let text = if *column == Column::Blank { blanks(cell) } else { xml(cell) };
        write!(out, "<{tag}{class}>{text}</{tag}>")?;
    }
    writeln!(out, "</tr>")
}

/// Writes a cell, its underscores as lines to write on.
fn blanks(cell: &str) -> String {
    super::blanks(cell, xml, "<span class=\"blank\"></span>")
}

fn under(below: &Below) -> String {
    match below {
        Below::Nothing => String::new(),
        Below::Line => "<span class=\"line\"></span>".to_owned(),
        Below::Answer(answer, reason) => format!("<br><strong>{}</strong>: {}", xml(answer), xml(reason)),
    }
}
