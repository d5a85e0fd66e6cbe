//! The glossary of a site: the section of the documentation, which is Markdown, as HTML.

use crate::cli::commands::site_drawings::between;
use crate::cli::commands::site_frame::GLOSSARY;
use crate::page::escape::xml;
use std::fmt::Write as _;

/// Returns the headings, tables and paragraphs of the documentation's glossary.
fn blocks() -> impl Iterator<Item = &'static str> {
    const GALLERY: &str = include_str!("../../../docs/gallery.md");
    let text = GALLERY.split_once("\n## Glossary\n").map_or("", |(_, text)| text);
    let text = text.split_once("\n## ").map_or(text, |(text, _)| text);
    text.split("\n\n").map(str::trim).filter(|block| !block.is_empty())
}

/// Returns the words of the glossary as HTML: for each, the address of its section, the word, and its meaning with
/// other words for it.
pub(super) fn words() -> Vec<(String, String, String)> {
    let (mut address, mut words) = (String::new(), Vec::new());
    for block in blocks() {
        if let Some(title) = block.strip_prefix("### ") {
            address = format!("{GLOSSARY}#{}", place(title));
        } else if block.starts_with('|') {
            let rows = block.lines().skip(2).map(cells);
            words.extend(rows.filter_map(|mut row| {
                let (word, meaning) = (row.next()?, row.next()?);
                let others = row.next().filter(|others| !others.is_empty());
                let others = others.map(|others| format!(" Also called: {others}.")).unwrap_or_default();
                Some((address.clone(), word, format!("{meaning}.{others}")))
            }));
        }
    }
    words
}

/// Returns the documentation's glossary as HTML.
pub(super) fn glossary() -> String {
    let titles: Vec<&str> = blocks().filter_map(|block| block.strip_prefix("### ")).collect();
    let links = titles.iter().map(|title| format!("<a href=\"#{}\">{}</a>\n", place(title), inline(title)));
    let links = format!("<nav class=\"jump\" aria-label=\"Sections\">\n{}</nav>\n", links.collect::<String>());
    let block = |block: &str| match block.strip_prefix("### ") {
        Some(title) => format!("<h2 id=\"{}\">{}</h2>\n", place(title), inline(title)),
        None if block.starts_with('|') => table(block),
        None => format!("<p>{}</p>\n", inline(block)),
    };
    let mut blocks = blocks().map(block);
    let first = blocks.next().unwrap_or_default();
    first + &links + &blocks.collect::<String>()
}

/// Returns the name of a section in links.
fn place(title: &str) -> String {
    title
        .to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Returns the cells of a row of a Markdown table as HTML.
fn cells(line: &str) -> impl Iterator<Item = String> {
    line.trim_matches('|').split('|').map(|cell| inline(cell.trim()))
}

/// Converts a Markdown table to HTML. The table's second line only separates the headings, so it is skipped.
fn table(block: &str) -> String {
    let row = |line: &str, tag: &str| {
        let cells = cells(line).map(|cell| format!("<{tag}>{cell}</{tag}>"));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let mut lines = block.lines();
    let head = lines.next().map(|line| row(line, "th")).unwrap_or_default();
    let rows: String = lines.skip(1).map(|line| row(line, "td")).collect();
    format!("<table>\n<thead>{head}</thead>\n<tbody>{rows}</tbody>\n</table>\n")
}

/// Converts Markdown within a line: marks code, writes signs as pages draw them, and keeps only the text of links,
/// because the links lead out of the site.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in xml(text).split('`').enumerate() {
        let _ = match (index % 2, part) {
            (1, "*") => write!(out, "\u{2605}"),
            (1, "&lt;=") => write!(out, "\u{2264}"),
            (1, "&gt;=") => write!(out, "\u{2265}"),
            (1, code) => write!(out, "<code>{code}</code>"),
            (_, text) => write!(out, "{}", unlinked(text)),
        };
    }
    out
}

fn unlinked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((head, words, tail)) = between(rest, "[", "](") {
        out.push_str(head);
        out.push_str(words);
        rest = tail.split_once(')').map_or("", |(_, tail)| tail);
    }
    out + rest
}
