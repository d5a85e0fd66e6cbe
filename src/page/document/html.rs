//! HTML pages that print well. They have no scripts and load nothing.

use super::{Below, Block, Column, Document, NumberedPoint, Table, all, blanks};
use crate::page::escape::xml;
use crate::page::style::{Style, custom_properties};

const CSS: &str = "\
@page { size: A4; margin: 10mm 16mm }
:root { color-scheme: light dark }
html { background: var(--paper); color: var(--ink) }
body { font: 1rem/1.45 system-ui, sans-serif; max-width: 50em; margin: 1rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .5rem } h2 { font-size: 1.25rem; margin-top: 1.6em }
table { border-collapse: collapse; margin: .8em 0; line-height: 1.25; overflow-wrap: normal }
th { text-align: left; font-weight: normal; color: var(--faint); padding: 0 .8em .2em 0 }
td { padding: 0 .8em 0 0; vertical-align: top }
pre, code, .tree { font: 10pt/1.25 'DejaVu Sans Mono', Menlo, Consolas, monospace } h1 code { font-size: .9em }
pre { overflow-x: auto }
.tree { white-space: pre; padding-right: 1.2em; vertical-align: middle } .number { text-align: right; font-variant-numeric: tabular-nums }
.tree ~ td { font-size: 10pt; line-height: 12.5pt } .tree ~ td .blank { height: .8em }
.wrong { color: var(--cut-text); font-weight: 600 }
.said th { padding: .1em 1em .1em 0; vertical-align: top; white-space: nowrap }
.said td { overflow-wrap: anywhere }
.blank { display: inline-block; border-bottom: 1px solid; min-width: 3.6em; height: 1em }
.line { display: block; border-bottom: 1px solid; height: 1.7em }
.name { min-width: 18em }
.figure { overflow-x: auto; background: linear-gradient(90deg, transparent, var(--paper) 60%) right / 2rem local no-repeat, linear-gradient(90deg, transparent, var(--line)) right / .7rem no-repeat }
.figure .paper { fill: none } .listed ul { padding-left: 1.2em }
.figure svg { display: block; width: 100%; height: auto; max-width: var(--width); min-width: min(calc(var(--width) * .65), 34em) }
.beside { display: flex; flex-wrap: wrap; gap: 0 2em } .beside div { flex: 1; min-width: 16em }
ol { padding-left: 1.8em } .chapters { columns: 20em 2; border-block: 1px solid var(--line); padding: .4em 0 } .chapters a { display: block; min-height: 28px; break-inside: avoid; color: inherit } li { margin: .35em 0; break-inside: avoid } tr { break-inside: avoid }
@media (max-width: 40em) { table { display: block; overflow-x: auto } td:not(:last-child) { white-space: nowrap } .figure svg { min-width: var(--width) } pre > strong, .typed { white-space: pre-wrap } summary, nav a { min-height: 44px } .chapters a { padding: 10px 0 } }
@media print {
:root { color-scheme: light } body { font-size: 10pt; margin: 0; padding: 0; max-width: none; line-height: 1.25 } h1 { font-size: 1.3rem } h2 { font-size: 1.1rem; margin: .83em 0 }
p, pre, .tree { margin-top: .4em; margin-bottom: .4em } .tree, .tree ~ td { font-size: 8.8pt; line-height: 9.6pt } .blank { min-width: 5em }
pre { overflow: visible; font-size: 8.5pt; white-space: pre-wrap } h2, pre:has(+ .figure) { break-after: avoid }
.figure { break-inside: avoid } .figure svg { min-width: 0 } details::details-content { content-visibility: visible; display: block }
.listed, .chapters { display: none } .page { border: 0; margin: 0; break-after: page } .page + h2 { margin-top: 0 }
}
";

/// Returns the page as HTML.
pub(super) fn write(document: &Document, _: &Style) -> String {
    let chapters: Vec<&str> = document.blocks.iter().filter_map(chapter).collect();
    let has_contents = 3 < chapters.len();
    let mut number = 0;
    let blocks = document.blocks.iter().enumerate().map(|(index, block)| {
        if let (Block::Chapter(text), true) = (block, has_contents) {
            number += 1;
            return format!("<h2 id=\"chapter-{number}\">{}</h2>\n", xml(text));
        }
        let contents =
            if has_contents && matches!(block, Block::Title(_)) { contents(&chapters) } else { String::new() };
        self::block(block, index == 0) + &contents
    });
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{}{CSS}{}</style>\n</head>\n<body>\n\
         {}</body>\n</html>\n",
        xml(&tab_title(document)),
        custom_properties(),
        document.heads(|picture| &picture.svg),
        blocks.collect::<String>()
    )
}

fn chapter(block: &Block) -> Option<&str> {
    if let Block::Chapter(text) = block { Some(text) } else { None }
}

/// Links to the chapters of a long page.
fn contents(chapters: &[&str]) -> String {
    let link = |(index, title): (usize, &&str)| format!("<a href=\"#chapter-{}\">{}</a>\n", index + 1, xml(title));
    let links: String = chapters.iter().enumerate().map(link).collect();
    format!("<nav class=\"chapters\" aria-label=\"Chapters\">\n{links}</nav>\n")
}

/// The title of a browser tab, which cannot show code.
fn tab_title(document: &Document) -> String {
    let title = document.title();
    let parts = code_parts(title).filter(|_| matches!(document.blocks.first(), Some(Block::Verdict(..))));
    parts.map_or_else(|| title.to_owned(), |parts| parts.into_iter().map(|(_, part)| part).collect())
}

fn block(block: &Block, is_first: bool) -> String {
    match block {
        Block::Title(text) => format!("<h1>{}</h1>\n", xml(text)),
        Block::Chapter(text) => format!("<h2>{}</h2>\n", xml(text)),
        Block::Heading(text, aside) => {
            let tag = if is_first { "h1" } else { "h2" };
            let aside = if aside.is_empty() { String::new() } else { format!(" <small>{}</small>", xml(aside)) };
            format!("<{tag}>{}{aside}</{tag}>\n", xml(text))
        }
        Block::Text(text) => format!("<p>{}</p>\n", coded(text)),
        Block::Wrong(text) => format!("<p class=\"wrong\">{}</p>\n", coded(text)),
        Block::Verdict(is_right, text, _) => {
            format!("<h1{}>{}</h1>\n", if *is_right { "" } else { " class=\"wrong\"" }, coded(text))
        }
        Block::Rich(html, _) => html.clone(),
        // On a telephone, commands wrap, and drawings scroll.
        Block::Lines(lines) if lines.iter().any(|line| line.contains("plywood ")) => {
            pre(lines).replacen("<pre", "<pre class=\"typed\"", 1)
        }
        Block::Lines(lines) => pre(lines),
        Block::Beside(board, text, facts) => {
            let (board, facts) = (if board.is_empty() { String::new() } else { pre(board) }, all(facts, fact));
            format!("<div class=\"beside\">\n{board}<div><p>{}</p>\n{facts}</div></div>\n", xml(text))
        }
        Block::Picture(picture) => match picture.typed.as_str() {
            "" => picture.svg.body.clone(),
            typed => format!("<pre><strong>$ {}</strong></pre>\n{}", xml(typed), picture.svg.body),
        },
        Block::Facts(_, facts) => all(facts, fact),
        Block::Table(table) => {
            let heads = table.heads().map(|heads| row(table, "th", heads)).unwrap_or_default();
            format!("<table>\n{heads}{}</table>\n", all(table.rows(), |cells| row(table, "td", cells)))
        }
        Block::List(points) => format!("<ul>\n{}</ul>\n", all(points, |point| format!("<li>{}</li>\n", coded(point)))),
        Block::Steps(points) => {
            let step =
                |NumberedPoint { text, below }: &NumberedPoint| format!("<li>{}{}</li>\n", coded(text), under(below));
            format!("<ol>\n{}</ol>\n", all(points, step))
        }
        Block::Question(text) => format!("<p><strong>Question:</strong> {}</p>\n", coded(text)),
        Block::Answer(text) => {
            format!("<details><summary><strong>Answer</strong></summary><p>{}</p></details>\n", coded(text))
        }
        Block::Command(typed, printed) => {
            format!("<pre><strong>$ {}</strong>\n\n{}</pre>\n", xml(typed), xml(printed))
        }
        Block::Blank(before, behind) => {
            format!("<p>{} <span class=\"blank name\"></span> {}</p>\n", xml(before), xml(behind))
        }
        Block::Browser(html) => html.clone(),
        Block::Part(_) | Block::Gap => String::new(),
        Block::NewPage => "<hr class=\"page\">\n".to_owned(),
    }
}

/// Returns the text as HTML, in which everything between two backticks is code.
pub(crate) fn coded(text: &str) -> String {
    let Some(parts) = code_parts(text) else { return xml(text) };
    let part = |(is_code, part): (bool, &str)| if is_code { format!("<code>{}</code>", xml(part)) } else { xml(part) };
    parts.into_iter().map(part).collect()
}

/// Splits a text at its backticks, if they come in pairs; every second part is code.
fn code_parts(text: &str) -> Option<Vec<(bool, &str)>> {
    let parts: Vec<(bool, &str)> = text.split('`').enumerate().map(|(index, part)| (index % 2 == 1, part)).collect();
    let is_whole = parts.iter().all(|(is_code, part)| !is_code || !part.is_empty());
    (parts.len() % 2 == 1 && is_whole).then_some(parts)
}

fn pre(lines: &[String]) -> String {
    format!("<pre>{}</pre>\n", xml(&lines.join("\n")))
}

fn fact<S: AsRef<str>>((label, text): &(S, String)) -> String {
    format!("<p><strong>{}</strong> {}</p>\n", xml(label.as_ref().trim()), coded(text))
}

fn row(table: &Table, tag: &str, cells: &[String]) -> String {
    let cell = |(cell, column): (&String, &Column)| {
        let class = match column {
            Column::Drawn => " class=\"tree\"",
            Column::Right => " class=\"number\"",
            Column::Wrong if tag == "td" && cell.trim() != "-" && cell.trim() != "0" => " class=\"number wrong\"",
            Column::Wrong => " class=\"number\"",
            Column::Left | Column::Blank | Column::Narrow(_) | Column::Rest(..) => "",
        };
        let line = "<span class=\"blank\"></span>";
        let text = if *column == Column::Blank { blanks(cell, xml, line) } else { coded(cell) };
        format!("<{tag}{class}>{text}</{tag}>")
    };
    format!("<tr>{}</tr>\n", cells.iter().zip(&table.columns).map(cell).collect::<String>())
}

fn under(below: &Below) -> String {
    match below {
        Below::Nothing => String::new(),
        Below::Line => "<span class=\"line\"></span>".to_owned(),
        Below::Answer(answer, reason) => format!("<br><strong>{}</strong>: {}", coded(answer), coded(reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_several_chapters_begins_with_links_to_them() {
        let page = |count: usize| {
            let titles = (1..=count).map(|number| Block::Chapter(format!("{number}. Trees & moves")));
            write(&Document::spaced([Block::Title("A course".to_owned())].into_iter().chain(titles)), &Style::default())
        };
        let long = page(4);
        assert!(long.contains("</h1>\n<nav class=\"chapters\" aria-label=\"Chapters\">\n<a href=\"#chapter-1\">1. Trees &amp; moves</a>"), "{long}");
        for number in 1..=4 {
            assert_eq!(long.matches(&format!("href=\"#chapter-{number}\"")).count(), 1);
            assert_eq!(long.matches(&format!("<h2 id=\"chapter-{number}\">")).count(), 1);
        }
        assert!(!page(3).contains("<nav") && !page(3).contains(" id=\"chapter"));
    }

    #[test]
    fn text_between_backticks_is_code() {
        assert_eq!(coded("line 10, `enter` of <1>"), "line 10, <code>enter</code> of &lt;1&gt;");
        for text in ["a lone ` here", "``", "three ` of ` them `", "none"] {
            assert_eq!(coded(text), text);
        }
        let mut page = Document::default();
        page.push(Block::Verdict(false, "Wrong: `enter`".to_owned(), Vec::new()));
        let page = write(&page, &Style::default());
        assert!(page.contains("<title>Wrong: enter</title>"), "{page}");
        assert!(page.contains("<h1 class=\"wrong\">Wrong: <code>enter</code></h1>"), "{page}");
    }
}
