//! HTML pages that print well. They have no scripts and load nothing.

use super::{Below, Block, Column, Document, NumberedPoint, ShownCommand, Table, all, blanks};
use crate::page::escape::{xml, xml_text};
use crate::page::style::{Style, custom_properties};
use crate::page::text::with_signs;

const CSS: &str = "\
@page { size: A4; margin: 10mm 16mm }
:root { color-scheme: light dark }
html { background: var(--paper); color: var(--ink) }
body { font: 1rem/1.45 system-ui, sans-serif; max-width: 50em; margin: 1rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .5rem } h2 { font-size: 1.4rem; line-height: 1.25; margin: 1.6em 0 .5em }
table { border-collapse: collapse; margin: .8em 0; line-height: 1.25; overflow-wrap: normal }
th { text-align: left; font-weight: normal; color: var(--faint); padding: 0 .8em .2em 0 }
td { padding: 0 .8em 0 0; vertical-align: top }
@media screen { table:not(:has(.tree)) tr + tr > * { border-top: 1px solid color-mix(in srgb, var(--line) 45%, transparent); padding-block: .25em } }
tr > th[scope=row] { color: inherit; vertical-align: top }
pre, code, .tree { font: 10pt/1.25 'DejaVu Sans Mono', Menlo, Consolas, monospace } :is(h1, h2) code { font-size: .9em }
.slim { display: none } .typed + pre { margin-top: .3em }
.tree { white-space: pre; padding-right: 1.2em; vertical-align: middle } .number { text-align: right; font-variant-numeric: tabular-nums }
.tree ~ td { font-size: 10pt; line-height: 12.5pt } .tree ~ td .blank { height: .8em }
:root { --wrong: #b3123f }
@media screen and (prefers-color-scheme: dark) { :root { --wrong: #ff8095 } }
@media (forced-colors: active) { :root { --wrong: CanvasText } }
.wrong { color: var(--wrong); font-weight: 600 } svg.plywood .error { fill: var(--wrong) } svg.plywood .mistake { stroke: var(--wrong) } .caption { color: var(--faint); font-size: .9rem } td.number.wrong { color: inherit; font-weight: bold } .right { color: var(--alpha-text) }
.parts th { white-space: nowrap } .said th { font-weight: 600 }
.kept { white-space: nowrap } .finding { padding-left: 1.3em; text-indent: -1.3em } pre.typed { white-space: pre-wrap }
figure { margin: 0 } figcaption { color: var(--faint); font-size: .9rem }
.with-board { display: flex; flex-wrap: wrap; gap: 0 1.5em; align-items: start } .with-board > div { flex: 1 1 22em; min-width: 0 } .with-board > div:not(:has(*)) { display: none }
.with-board > figure { flex: 0 1 17em; margin: 1em 0 } .with-board dl { display: grid; grid-template-columns: max-content 1fr; gap: .3em 1em } .with-board dt { font-weight: bold } .with-board dd { margin: 0; grid-column: 2 }
.said { width: 100% } .said th { padding: .3em 1em .3em .5em; vertical-align: top; white-space: nowrap; width: 1% } .said th b { font-family: monospace }
.said td { overflow-wrap: anywhere; padding-block: .3em }
.removed { background: color-mix(in srgb, var(--wrong) 14%, transparent) } .removed :is(th, td) { color: var(--wrong) !important; font-weight: 600 }
.added { background: color-mix(in srgb, var(--alpha) 14%, transparent) } .added :is(th, td) { color: var(--alpha-text) !important }
.sign { height: 1em; width: auto; vertical-align: -.15em; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round } .sign .max { fill: var(--max) } .sign .min { fill: var(--min) } .sign .bar { stroke: var(--cut); stroke-width: 2.5 }
.blank { display: inline-block; border-bottom: 1px solid; min-width: 3.6em; height: 1em }
.line { display: block; border-bottom: 1px solid; height: 1.7em }
.name { min-width: min(18em, 70%); margin-right: 1em }
:is(pre, .figure) { overflow-x: auto; background: linear-gradient(90deg, transparent, var(--paper) 60%) right / 2rem local no-repeat, linear-gradient(90deg, transparent, color-mix(in srgb, var(--line) 45%, transparent)) right / .5rem no-repeat }
.figure .paper { fill: none } .listed { margin-top: .8em } .listed ul { padding-left: 1.2em } .turned { display: none }
.figure svg { display: block; width: 100%; height: auto; max-width: var(--width); min-width: min(calc(var(--width) * .65), 34em) }
.beside { display: flex; flex-wrap: wrap; gap: 0 2em } .beside div { flex: 1; min-width: 16em } .beside > pre { font-size: 14pt }
ol { padding-left: 1.8em } a { color: var(--best) } .chapters { border-block: 1px solid var(--line); padding: .4em 0 } .chapters a { display: block; padding: .3em 0; line-height: 1.3; break-inside: avoid } li { margin: .35em 0; break-inside: avoid } tr { break-inside: avoid }
@media screen and (prefers-color-scheme: dark) { svg.plywood .light { fill: #b4b9bf } svg.plywood .dark { fill: #868d94 } svg.plywood .white { fill: #f4f4f4 } svg.plywood .moved { fill: #d8c163 } svg.plywood .arrow { fill: var(--best); stroke: #14171a; stroke-width: 2.5px; paint-order: stroke } }
/* The contents are folded only on a phone. */
@supports selector(::details-content) { @media screen and (min-width: 40em) { .chapters summary { display: none } .chapters::details-content { content-visibility: visible; display: block; columns: 20em 2 } } }
@media screen and (min-width: 70em) { body:has(> .columns) { max-width: 66em } .columns { columns: 2; column-gap: 2.5em } .columns > * { break-inside: avoid } .columns > :first-child { margin-top: 0 } .columns ~ .figure { margin-inline: 0 } .columns ~ .figure svg { margin-inline: auto } }
@media screen and (min-width: 70em) { .figure { background: none; margin-inline: min(0px, (100% - min(var(--width), 96vw - 2rem)) / 2) } }
@media (max-width: 40em) { table { display: block; overflow-x: auto } td:not(:last-child) { white-space: nowrap } .figure svg { min-width: var(--width) } .figure:not(.turned) { margin-inline: -1rem } .figure:not(.turned) > svg:only-of-type { min-width: min(var(--width), max(100%, var(--width) * .9)) } .wide { display: none } .turned { display: block; margin-inline: -.8rem }
 .broad { display: none } .slim { display: block } pre, code { font-size: 12px }
 .cards .heads { display: none } .cards tbody { display: block } .cards tr { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .8em; border-top: 1px solid var(--line); padding: .5em 0 }
 .cards tr > * { border: 0 !important; padding: 0 !important; white-space: normal !important } .cards tr > td:nth-child(n+3) { flex: 1 1 100% } .cards tr > td:empty { display: none } .cards td[data-name]:not(:empty)::before { content: attr(data-name) ' '; color: var(--faint) } .cards th a { padding-block: .6em }
 summary, nav a { min-height: 44px } .chapters a { padding: 12px 0 } }
@media print {
:root { color-scheme: light } body { font-size: 10pt; margin: 0; padding: 0; max-width: none; line-height: 1.25 } h1 { font-size: 1.3rem } h2 { font-size: 1.1rem; margin: .83em 0 }
p, pre, .tree { margin-top: .4em; margin-bottom: .4em } .tree, .tree ~ td { font-size: 8.8pt; line-height: 9.6pt } .blank:not(.name) { min-width: 5em }
pre { overflow: visible; font-size: 8.5pt; white-space: pre-wrap } h2, pre:has(+ .figure) { break-after: avoid }
.figure { break-inside: avoid } .figure svg { min-width: 0 } details::details-content { content-visibility: visible; display: block }
.listed, .chapters, .turned { display: none } .wide { display: block } .page { border: 0; margin: 0; break-after: page } .page + h2 { margin-top: 0 }
}
";

/// The signs of what is right and of what is wrong.
const TICK: char = '\u{2713}';
const CROSS: char = '\u{2717}';

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
        self::block(block, index) + &contents
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
    format!(
        "<nav aria-label=\"Chapters\">\n<details class=\"chapters\">\n<summary>Contents</summary>\n{links}</details>\n</nav>\n"
    )
}

/// The title of a browser tab, which cannot show code.
fn tab_title(document: &Document) -> String {
    let title = document.title();
    let parts = code_parts(title).filter(|_| matches!(document.blocks.first(), Some(Block::Verdict(..))));
    parts.map_or_else(|| title.to_owned(), |parts| parts.into_iter().map(|(_, part)| part).collect())
}

fn block(block: &Block, index: usize) -> String {
    match block {
        Block::Title(text) => format!("<h1>{}</h1>\n", xml_text(text)),
        Block::Chapter(text) => format!("<h2>{}</h2>\n", xml_text(text)),
        Block::Heading(text, aside) => {
            let tag = if index == 0 { "h1" } else { "h2" };
            let aside = if aside.is_empty() { String::new() } else { format!(" <small>{}</small>", xml(aside)) };
            format!("<{tag}>{}{aside}</{tag}>\n", xml_text(text))
        }
        Block::Text(text) => format!("<p>{}</p>\n", coded(text)),
        Block::Wrong(text) => {
            let text = text.strip_prefix("WRONG ").unwrap_or(text);
            format!("<p class=\"finding\"><span class=\"wrong\">{CROSS}</span> {}</p>\n", coded(text))
        }
        Block::Verdict(is_right, text, _) => {
            let (class, sign) = if *is_right { ("right", TICK) } else { ("wrong", CROSS) };
            format!("<h1 class=\"{class}\"><span aria-hidden=\"true\">{sign} </span>{}</h1>\n", coded(text))
        }
        Block::Rich(html, _) => html.clone(),
        // On a phone, commands wrap, and drawings scroll.
        Block::Typed(lines) => pre(lines).replacen("<pre", "<pre class=\"typed\"", 1),
        Block::Lines(lines) => pre(lines),
        Block::Beside(board, text, facts) => {
            let (board, facts) = (if board.is_empty() { String::new() } else { pre(board) }, all(facts, fact));
            format!("<div class=\"beside\">\n{board}<div><p>{}</p>\n{facts}</div></div>\n", coded(text))
        }
        Block::Picture(picture) => match picture.typed.as_str() {
            "" => picture.svg.body.clone(),
            typed => typed_line(typed) + &picture.svg.body,
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
        Block::Command(shown) => command(shown),
        Block::Blank(before, behind) => {
            let points = behind.strip_prefix("of ").and_then(|points| points.split(' ').next());
            let points = points.map_or_else(String::new, |points| {
                format!(" <span class=\"kept\">Points: <span class=\"blank\"></span> / {}</span>", xml(points))
            });
            format!("<p>{} <span class=\"blank name\"></span>{points}</p>\n", xml(before))
        }
        Block::Browser(html) => html.clone(),
        Block::Part(_) | Block::Gap => String::new(),
        Block::NewPage => "<hr class=\"page\">\n".to_owned(),
    }
}

/// Returns the text as HTML, in which everything between two backticks is code. Signs outside of code are those of the
/// pictures, and a window such as (3,+inf) stays on one line.
pub(crate) fn coded(text: &str) -> String {
    let Some(parts) = code_parts(text) else { return kept(&signed(text)) };
    let part = |(is_code, part): (bool, &str)| match is_code {
        true => format!("<code>{}</code>", xml(part)),
        false => kept(&signed(part)),
    };
    parts.into_iter().map(part).collect()
}

/// Returns a text with signs, also for `<-`.
fn signed(text: &str) -> String {
    with_signs(text).replace("<- ", "\u{2190} ")
}

/// Escapes a text and keeps each window in it on one line.
fn kept(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('(') {
        out.push_str(&xml_text(before));
        match after.split_once(')').filter(|(inside, _)| is_window(inside)) {
            Some((inside, behind)) => {
                out.push_str(&format!("<span class=\"kept\">({})</span>", xml(inside)));
                rest = behind;
            }
            None => {
                out.push('(');
                rest = after;
            }
        }
    }
    out + &xml_text(rest)
}

/// Returns whether a text is the inside of a window: two short ends with a comma between them.
fn is_window(inside: &str) -> bool {
    let is_end = |end: &str| {
        let end = end.trim_start();
        !end.is_empty() && end.len() <= MOST_IN_END && !end.contains(' ')
    };
    inside.split_once(',').is_some_and(|(alpha, beta)| is_end(alpha) && is_end(beta) && !beta.contains(','))
}

/// The maximum length of an end of a window.
const MOST_IN_END: usize = 10;

/// Splits a text at its backticks, if they come in pairs; every second part is code.
fn code_parts(text: &str) -> Option<Vec<(bool, &str)>> {
    let parts: Vec<(bool, &str)> = text.split('`').enumerate().map(|(index, part)| (index % 2 == 1, part)).collect();
    let is_whole = parts.iter().all(|(is_code, part)| !is_code || !part.is_empty());
    (parts.len() % 2 == 1 && is_whole).then_some(parts)
}

/// Returns a command with its output. A phone shows the output that was printed for a narrow page.
fn command(ShownCommand { typed, printed, narrow }: &ShownCommand) -> String {
    let pre = |class: &str, output: &str| format!("<pre{class}>{}</pre>\n", xml(output));
    let output = match narrow.as_str() {
        "" => pre("", printed),
        narrow => pre(" class=\"broad\"", printed) + &pre(" class=\"slim\"", narrow),
    };
    typed_line(typed) + &output
}

fn typed_line(typed: &str) -> String {
    format!("<pre class=\"typed\"><strong>$ {}</strong></pre>\n", xml(typed))
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
            Column::Wrong if tag == "td" && !is_none(cell) => " class=\"number wrong\"",
            Column::Wrong => " class=\"number\"",
            Column::Left | Column::Blank | Column::Narrow(_) | Column::Rest(..) => "",
        };
        let line = "<span class=\"blank\"></span>";
        let text = match column {
            Column::Blank => blanks(cell, xml, line),
            Column::Drawn => xml(cell),
            Column::Wrong if is_none(cell) => "0".to_owned(),
            Column::Left | Column::Right | Column::Wrong | Column::Narrow(_) | Column::Rest(..) => coded(cell),
        };
        format!("<{tag}{class}>{text}</{tag}>")
    };
    format!("<tr>{}</tr>\n", cells.iter().zip(&table.columns).map(cell).collect::<String>())
}

/// Returns whether a count of errors is zero.
fn is_none(count: &str) -> bool {
    matches!(count.trim(), "-" | "0")
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
        assert!(long.contains("</h1>\n<nav aria-label=\"Chapters\">\n<details class=\"chapters\">\n<summary>Contents</summary>\n<a href=\"#chapter-1\">1. Trees &amp; moves</a>"), "{long}");
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
        assert!(page.contains("</span>Wrong: <code>enter</code></h1>"), "{page}");
    }

    #[test]
    fn a_window_stays_on_one_line_and_signs_are_those_of_pictures() {
        let window = |inside: &str| format!("<span class=\"kept\">({inside})</span>");
        assert_eq!(coded("get (-beta, -alpha): 2 <= 3"), format!("get {}: 2 \u{2264} 3", window("-beta, -alpha")));
        assert_eq!(coded("(see (3,+inf)) `a<=b`"), format!("(see {}) <code>a&lt;=b</code>", window("3,+\u{221e}")));
        for text in ["(say so)", "(first, then the second one)", "(a, b, c)", "open ("] {
            assert_eq!(coded(text), text);
        }
    }
}
