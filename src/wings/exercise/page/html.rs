//! A sheet as one page of HTML that prints well: no scripts, nothing from elsewhere.

use super::super::Exercise;
use super::sheet::{SheetPage, SheetRow, points};
use crate::page::{Charset, Style, escape};
use std::io::{self, Write};

const CSS: &str = "\
@page { size: A4; margin: 18mm 16mm }
body { font: 11pt/1.4 Georgia, 'Times New Roman', serif; color: #000; max-width: 46em; margin: 1.5em auto; padding: 0 1em }
h1 { font-size: 1.35em; margin: 0 0 .3em }
table { border-collapse: collapse; margin: .8em 0; line-height: 1.25 }
th { text-align: left; font-weight: normal; font-style: italic; padding: 0 .8em .2em 0 }
td { padding: 0 .8em 0 0; white-space: nowrap; vertical-align: middle }
.tree { font: 10.5pt/1.25 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre; padding-right: 1.2em }
.number { font: 10.5pt/1.25 'DejaVu Sans Mono', Menlo, Consolas, monospace; text-align: right }
.blank { display: inline-block; border-bottom: 1px solid #000; min-width: 3.6em; height: 1em }
.line { display: block; border-bottom: 1px solid #000; height: 1.7em }
.name { display: inline-block; border-bottom: 1px solid #000; min-width: 18em }
.no td { color: #666 }
.answer { font-weight: bold }
.board { font: 11pt/1.3 'DejaVu Sans Mono', Menlo, Consolas, monospace }
ol { padding-left: 1.4em } li { margin: .35em 0; break-inside: avoid }
tr { break-inside: avoid }
.foot { color: #444; font-size: .8em; margin-top: 2em; overflow-wrap: anywhere }
@media print { body { margin: 0; padding: 0; max-width: none } }
";

/// Writes a sheet or a key.
pub(super) fn write(exercise: &Exercise, is_key: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    // A page of HTML can show every character.
    let page = SheetPage::of(exercise, is_key, &Style { charset: Charset::Unicode, ..*style });
    let title = escape::xml(&page.title);
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<title>{title}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n<h1>{title}</h1>")?;
    match is_key {
        true => writeln!(out, "<p>Key, {} in all.</p>", points(page.max))?,
        false => writeln!(out, "<p>Name: <span class=\"name\"></span> of {}</p>", points(page.max))?,
    }
    if !page.board.is_empty() {
        writeln!(out, "<pre class=\"board\">{}</pre>", escape::xml(&page.board.join("\n")))?;
    }
    for text in &page.intro {
        writeln!(out, "<p>{}</p>", escape::xml(text))?;
    }
    tree(&page, out)?;
    questions(&page, out)?;
    reasons(&page, out)?;
    writeln!(out, "<p class=\"foot\">{}</p>\n</body>\n</html>", escape::xml(&page.foot))
}

fn tree(page: &SheetPage, out: &mut dyn Write) -> io::Result<()> {
    let has = |cell: fn(&SheetRow) -> &String| !cell(&page.heads).is_empty();
    let [read, window, value] = [has(|row| &row.read), has(|row| &row.window), has(|row| &row.value)];
    let heads = &page.heads;
    write!(
        out,
        "<table>\n<tr><th class=\"tree\">{}</th><th>{}</th>",
        escape::xml(&heads.tree),
        escape::xml(heads.leaf.trim())
    )?;
    for (is_there, head) in [(read, &heads.read), (window, &heads.window), (value, &heads.value)] {
        if is_there {
            write!(out, "<th>{}</th>", escape::xml(head))?;
        }
    }
    writeln!(out, "</tr>")?;
    for row in &page.rows {
        let class = if row.read == "no" { " class=\"no\"" } else { "" };
        write!(out, "<tr{class}><td class=\"tree\">{}</td>", escape::xml(&row.tree))?;
        write!(out, "<td class=\"number\">{}</td>", escape::xml(row.leaf.trim()))?;
        let cells = [(read, &row.read), (window, &row.window), (value, &row.value)];
        for (_, cell) in cells.into_iter().filter(|(is_there, _)| *is_there) {
            write!(out, "<td>{}</td>", blanks(cell))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table>")
}

/// Writes a cell, its underscores as lines to write on.
fn blanks(cell: &str) -> String {
    let mut text = String::new();
    let mut is_blank = false;
    for c in cell.chars() {
        match (c, is_blank) {
            ('_', false) => text.push_str("<span class=\"blank\"></span>"),
            ('_', true) => {}
            _ => text.push_str(&escape::xml(&c.to_string())),
        }
        is_blank = c == '_';
    }
    text
}

fn questions(page: &SheetPage, out: &mut dyn Write) -> io::Result<()> {
    if page.questions.is_empty() {
        return Ok(());
    }
    writeln!(out, "<ol>")?;
    for asked in &page.questions {
        write!(out, "<li>{} ({})", escape::xml(&asked.text), points(asked.points))?;
        match (&asked.answer, &asked.reason) {
            (Some(answer), Some(reason)) => {
                write!(out, "<br><span class=\"answer\">{}</span>: {}", escape::xml(answer), escape::xml(reason))?;
            }
            _ => write!(out, "<span class=\"line\"></span>")?,
        }
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ol>")
}

fn reasons(page: &SheetPage, out: &mut dyn Write) -> io::Result<()> {
    if page.reasons.is_empty() {
        return Ok(());
    }
    writeln!(out, "<table>\n<tr><th>item</th><th>answer</th><th>why</th></tr>")?;
    for [item, answer, reason] in &page.reasons {
        let (item, answer, reason) = (escape::xml(item), escape::xml(answer), escape::xml(reason));
        writeln!(out, "<tr><td>{item}</td><td class=\"answer\">{answer}</td><td>{reason}</td></tr>")?;
    }
    writeln!(out, "</table>")
}
