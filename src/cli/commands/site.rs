//! `plywood site`: writes a folder with the playground, the course, all lessons, sheets and the glossary. Any web
//! server can serve the folder, and a browser can open its pages without a server.

use crate::cli::args::output_args::ForceArgs;
use crate::cli::args::subject_args;
use crate::cli::command_error::{Result, WithContext as _, ensure, failure};
use crate::cli::commands::course::chapters_with_pictures;
use crate::cli::commands::explain::MODULE;
use crate::cli::commands::lessons::book;
use crate::cli::commands::shown_command::{picture_file, words};
use crate::cli::commands::site_drawings::{drawn_tree, first_drawing, thumbnail};
use crate::cli::commands::site_glossary::glossary;
use crate::cli::context::Context;
use crate::cli::io::output_file::{Existing, write_file};
use crate::cli::usage;
use crate::exercise;
use crate::lessons::model::{builtin, looks_typed};
use crate::page::document::Block;
use crate::page::escape::{self, xml};
use crate::page::style::custom_properties;
use crate::page::{Document, Form, Style};
use crate::web;
use clap::Args;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `plywood site`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Site {
    /// The folder for the pages; plywood creates it if necessary
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The address of the site, so that the links of its 404 page work under any address
    ///
    /// A web server shows 404.html under the wrong address. Its relative links then work only if that address is in the
    /// site's top folder. With this option, they work under any address.
    #[arg(long, value_name = "URL", value_parser = address_of_site)]
    address: Option<String>,
    #[command(flatten)]
    force: ForceArgs,
}

/// Returns the address with a slash at its end.
fn address_of_site(text: &str) -> std::result::Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_address = host.map_or(text.starts_with('/'), |host| !host.starts_with('/') && !host.is_empty());
    // A link after `?` or `#` would not lead into the site's folder, and browsers skip or replace the other characters.
    let is_special = |letter: char| "\"<>?#\\".contains(letter) || letter.is_whitespace() || letter.is_control();
    if !is_address || text.contains(is_special) {
        return Err("expected an address such as https://example.org/plywood/ or /plywood/".to_owned());
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// A page of the site.
struct SitePage {
    file: String,
    title: String,
    /// The heading under which the list of all pages shows this page.
    part: &'static str,
    html: String,
    /// The page's drawing in the list of all pages, if the page itself contains no drawn tree.
    drawn: Option<String>,
}

/// The page that lists all other pages.
const CONTENTS: &str = "contents.html";
const PLAYGROUND: &str = "Playground";
const CHAPTER_1: &str = "chapter-1.html";
const LESSONS: &str = "lessons.html";
const GLOSSARY: &str = "glossary.html";
/// A picture of the tree that the playground opens with; `docs/textbook.svg` is a copy for the README.
const PICTURE: &str = "textbook.svg";
const TEXTBOOK: &str = "((3 12 8) (2 4 6) (14 5 2))";
/// The page that most servers show for an address that does not exist.
const MISSING: &str = "404.html";
/// Lessons whose trees students search by hand.
const SHEETS: [&str; 3] = ["wikipedia", "skipped-subtree", "deep-cutoff"];

/// The site's styles, added to a page's own styles.
const CSS: &str = "\
nav.site [rel]:not([rel] ~ [rel]), nav[aria-label=Chapters] [rel=next] { margin-left: auto }
nav[aria-label=Chapters] [rel=prev]:not([rel] ~ [rel]) { margin-left: 0 }
[aria-current] { font-weight: bold; text-decoration: none; color: inherit !important }
nav.site { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem 1.2rem; border-bottom: 1px solid var(--line); padding: .4rem 0; margin-bottom: 1rem }
nav.site a, .live a { display: inline-block; min-height: 24px }
a { color: var(--best) }
/* The tree to change takes the place of the drawn one; without scripts and on paper, the drawn one stays. */
div.live { display: none } .live iframe { width: 100%; height: 480px; border: 1px solid var(--line); border-radius: 8px }
@media screen and (scripting: enabled) { div.live { display: block } .still { display: none } }
summary { cursor: pointer; min-height: 28px }
@media (max-width: 40em) { nav.site { column-gap: .9rem } nav[aria-label=Site] [rel] { margin-left: 0 !important } nav.site a, .live a, summary { min-height: 44px; align-content: center } nav.site { column-gap: .6rem; row-gap: 0; font-size: .9rem } nav.site b, nav[aria-label=Site] [rel] { display: none } .live iframe { height: 560px } }
#find { font: inherit; padding: .4rem .6rem; width: 100%; max-width: 24rem; color: var(--ink); background: var(--field); border: 1px solid var(--line); border-radius: 4px }
@media print { nav.site, .live, .find { display: none } }
";

/// What the contents page says about the site.
const ABOUT: &str =
    "<p>See how a program searches a game tree: every step, every cutoff and its reason, and the best line.</p>\n";

/// The styles of pages that have no styles of their own.
const PLAIN: &str = "\
:root { color-scheme: light dark }
html { background: var(--paper); color: var(--ink) }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50em; margin: 1rem auto; padding: 0 1rem; overflow-wrap: break-word }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem }
li { margin: .3rem 0 } table { border-collapse: collapse; margin: .8rem 0 }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--field) }
td:first-child { font-weight: 600 } td code { font-weight: normal }
.jump { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem } .jump a { min-height: 28px; align-content: center }
@media (min-width: 40em) { table { table-layout: fixed; width: 100% } th:first-child { width: 18% } th:nth-child(3) { width: 22% } }
@media (max-width: 40em) { table, tbody, tr, td { display: block; border: 0 } thead { display: none } td:last-child { border-bottom: 1px solid var(--line) } td:nth-child(3):not(:empty)::before { content: 'also called: '; color: var(--faint) } }
";

/// The styles of the list of all pages, which shows a small drawing of each page's tree.
const LIST: &str = "\
main ul { list-style: none; padding: 0; margin: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .3rem 1.5rem }
main li { margin: 0 } main li[hidden] { display: none }
main li a { display: flex; align-items: center; gap: .8rem; min-height: 4.2rem; text-decoration: none }
main li a span { text-decoration: underline }
main li svg { flex: none; width: 6.5rem; height: 4rem; fill: none; stroke: var(--line); stroke-width: 1 }
@media screen and (prefers-color-scheme: dark) { main li svg.plywood .paper { fill: none } main li svg.plywood .light { fill: #b4b9bf } main li svg.plywood .dark { fill: #868d94 } }
main li svg:not(.plywood) * { vector-effect: non-scaling-stroke }
main li svg.plywood { stroke: none } main li text { display: none }
.small .max { fill: var(--max) } .small .min { fill: var(--min) } .small .leaf { fill: var(--paper) } .small .star { display: none }
.small :is(.ghost-branch, .ghost-node) { stroke-dasharray: 2 2 }
.small :is(.best-branch, .best-node) { stroke: var(--best); stroke-width: 2.5 }
.small :is(.bar, .bracket, .cutter) { stroke: var(--cut); stroke-width: 1.5 }
";

/// The first lines of the page for a wrong address.
const LOST: &str = "\
<p id=\"lost\" hidden>No page is called <code></code>.</p>
<p>The address may be mistyped, or the page may have moved. Search for its title, or choose a page below.</p>
";

/// The script that shows only the entries whose titles contain the typed text.
const FIND: &str = "\
const field = document.getElementById('find');
field.parentElement.hidden = false;
const lost = document.getElementById('lost');
if (lost) {
  lost.hidden = false;
  const name = decodeURI(location.pathname).split('/').pop() || location.pathname;
  lost.querySelector('code').textContent = name;
  field.value = name.replace(/\\.html?$/, '').replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim();
  field.focus();
}
const show = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll('main li')) {
    entry.hidden = !words.every(word => entry.textContent.toLowerCase().includes(word));
  }
  for (const part of document.querySelectorAll('main section')) {
    part.hidden = [...part.querySelectorAll('li')].every(entry => entry.hidden);
  }
  return document.querySelector('main li:not([hidden])');
};
field.addEventListener('input', show);
// A wrong address may name a page; otherwise, all pages are shown.
if (lost && !show()) {
  field.value = '';
  show();
}
";

impl Site {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let folder = context.at(&self.folder);
        ensure!(
            !folder.exists() || folder.is_dir(),
            usage(format!("{} is a file; name a folder for the site", self.folder.display()))
        );
        let pages = pages(context, self.address.as_deref())?;
        fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", self.folder.display()))?;
        let existing = self.force.existing();
        // Check every name first, so that plywood writes either all files or none.
        let there = pages.iter().map(|page| self.folder.join(&page.file)).find(|path| context.at(path).exists());
        if let Some(path) = there.filter(|_| existing == Existing::Kept) {
            let text = format!("{} is already there\n  replace the site: --force", path.display());
            return Err(usage(text));
        }
        for page in &pages {
            write_file(context, &self.folder.join(&page.file), existing, page.html.as_bytes())?;
        }
        if context.output_is_a_terminal() {
            let front = self.folder.join("index.html");
            context.tell(&format!("wrote {} files; open {} in a browser", pages.len(), front.display()));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns all pages; the list of all pages comes last.
fn pages(context: &Context, address: Option<&str>) -> Result<Vec<SitePage>> {
    let picture = picture_file(context, TEXTBOOK)?;
    let small = thumbnail(&picture);
    let mut pages = vec![playground(small.clone())?];
    pages.extend(chapters(context)?);
    let mut lessons = Vec::new();
    book(context, &Style::default(), &mut lessons)?;
    pages.push(SitePage {
        file: LESSONS.to_owned(),
        title: "All lessons, step by step".to_owned(),
        part: "Lessons",
        html: framed(&String::from_utf8(lessons)?, LESSONS, &[], false),
        drawn: drawn_tree(context, "plywood explain tour")?,
    });
    let sheets = exercise::page::SHEETS.iter().find(|format| format.name == "html");
    let sheets = sheets.ok_or_else(|| failure!("sheets have no format html"))?;
    for lesson in SHEETS {
        let exercises = [subject_args::exercise(context, &[lesson.to_owned()])?];
        for (is_key, file, what) in [(false, "sheet", "Exercise"), (true, "key", "Answers")] {
            let mut page = Vec::new();
            (sheets.write)(&exercises, is_key, &Style::default(), &mut page)?;
            let page = String::from_utf8(page)?;
            pages.push(SitePage {
                file: format!("{file}-{lesson}.html"),
                title: format!("{what}: {lesson}"),
                part: "Sheets to print",
                html: framed(&page.replacen("<title>", &format!("<title>{what}: "), 1), "", &[], true),
                drawn: None,
            });
        }
    }
    pages.push(SitePage {
        file: GLOSSARY.to_owned(),
        title: "Glossary".to_owned(),
        part: "Reference",
        html: plain("Glossary", GLOSSARY, &glossary(), ""),
        drawn: small,
    });
    let unlisted = |file: &str, title: &str, html: String| SitePage {
        file: file.to_owned(),
        title: title.to_owned(),
        part: "",
        html,
        drawn: None,
    };
    let contents = unlisted(CONTENTS, "Contents", contents(&pages, CONTENTS, "plywood: contents", ABOUT));
    let mut missing = self::contents(&pages, MISSING, "There is no page at this address", LOST);
    if let Some(address) = address {
        missing = missing.replacen("<title>", &format!("<base href=\"{}\">\n<title>", xml(address)), 1);
    }
    let missing = unlisted(MISSING, "No such page", missing);
    pages.extend([contents, missing, unlisted(PICTURE, TEXTBOOK, picture)]);
    Ok(pages)
}

/// Returns the front page: the playground, whose last line links to everything else.
fn playground(drawn: Option<String>) -> Result<SitePage> {
    let mut page = Vec::new();
    web::playground(MODULE, &[], &mut page)?;
    let links = format!(
        "<footer><p><a href=\"{CONTENTS}\">Contents</a> · <a href=\"{CHAPTER_1}\">Course</a> · \
         <a href=\"{LESSONS}\">Lessons</a> · <a href=\"{GLOSSARY}\">Glossary</a></p>\n<p>"
    );
    let still = format!(
        "<noscript><p><img src=\"{PICTURE}\" alt=\"The tree {TEXTBOOK}: MAX takes A, and B2 and B3 are skipped.\"></p>\n<p>"
    );
    let html = String::from_utf8(page)?.replacen("<footer><p>", &links, 1).replacen("<noscript><p>", &still, 1);
    let title = "Change a tree, follow its search, or cut it yourself".to_owned();
    Ok(SitePage { file: "index.html".to_owned(), title, part: PLAYGROUND, html, drawn })
}

/// Returns the chapters of the course; every tree that a reader could type is interactive.
fn chapters(context: &Context) -> Result<Vec<SitePage>> {
    let chapters = chapters_with_pictures(context, Style::default())?;
    let titles: Vec<String> = chapters
        .iter()
        .enumerate()
        .map(|(index, blocks)| match blocks.first() {
            Some(Block::Chapter(title)) => title.clone(),
            _ => format!("Chapter {}", index + 1),
        })
        .collect();
    let page = |(index, blocks): (usize, Vec<Block>)| {
        let (number, title) = (index + 1, titles[index].clone());
        let drawn = first_drawing(context, &blocks)?;
        let before = index.checked_sub(1).map(|before| ChapterLink {
            number: number - 1,
            title: &titles[before],
            is_next: false,
        });
        let after = titles.get(number).map(|title| ChapterLink { number: number + 1, title, is_next: true });
        let beside: Vec<ChapterLink<'_>> = before.into_iter().chain(after).collect();
        // A chapter has its own page, so its title becomes the page title.
        let titled = [Block::Title(title.clone())].into_iter().chain(blocks.into_iter().skip(1).flat_map(live));
        let html = html(&Document::spaced(titled))?;
        let html = framed(&html, &format!("chapter-{number}.html"), &beside, true);
        Ok(SitePage { file: format!("chapter-{number}.html"), title, part: "Course", html, drawn })
    };
    chapters.into_iter().enumerate().map(page).collect()
}

/// Returns a page for browsers.
fn html(page: &Document) -> Result<String> {
    let (form, mut text) = (Form::named("html").ok_or_else(|| failure!("there is no format html"))?, Vec::new());
    form.write(page, &Style::default(), &mut text)?;
    Ok(String::from_utf8(text)?)
}

/// A link to the chapter before or after a page.
struct ChapterLink<'a> {
    number: usize,
    title: &'a str,
    is_next: bool,
}

impl ChapterLink<'_> {
    fn html(&self, is_short: bool) -> String {
        let Self { number, title, is_next } = *self;
        let text = if is_short { format!("Chapter {number}") } else { xml(title) };
        let (rel, text) =
            if is_next { ("next", format!("{text} \u{2192}")) } else { ("prev", format!("\u{2190} {text}")) };
        format!("<a rel=\"{rel}\" href=\"chapter-{number}.html\" title=\"{}\">{text}</a>\n", xml(title))
    }
}

/// Adds the site's links above the page in this file, and the links to other chapters (`beside`) above and below it.
fn framed(html: &str, file: &str, beside: &[ChapterLink<'_>], has_own_styles: bool) -> String {
    let all = [
        ("index.html", PLAYGROUND),
        (CONTENTS, "Contents"),
        (CHAPTER_1, "Course"),
        (LESSONS, "Lessons"),
        (GLOSSARY, "Glossary"),
    ];
    let link = |(target, text): &(&str, &str)| {
        let is_here = *target == file || *target == CHAPTER_1 && file.starts_with("chapter-");
        let here = if is_here { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{target}\"{here}>{text}</a>\n")
    };
    let all: String = all.iter().map(link).collect();
    let beside = |is_short: bool| beside.iter().map(|link| link.html(is_short)).collect::<String>();
    let links = format!("<nav class=\"site\" aria-label=\"Site\">\n<b>plywood</b>\n{all}{}</nav>\n", beside(true));
    let beside = beside(false);
    let mut html = html.replacen("<body>\n", &format!("<body>\n{links}"), 1);
    if has_own_styles {
        html = html.replacen("</head>", &format!("<style>\n{CSS}</style>\n</head>"), 1);
    }
    if beside.is_empty() {
        return html;
    }
    let below = format!("<nav class=\"site\" aria-label=\"Chapters\">\n{beside}</nav>\n</body>");
    html.replacen("</body>", &below, 1)
}

/// If a page of the course shows a command whose tree the playground can change, adds a link to the playground. If the
/// page shows a picture of the tree, the playground takes the picture's place if the browser runs scripts.
fn live(mut block: Block) -> Vec<Block> {
    if let Block::Command(typed, _) = &block
        && let Some(address) = address(typed)
    {
        let link = format!("<p class=\"live\"><a href=\"index.html#{address}\">Change this tree</a></p>\n");
        return vec![block, Block::Browser(link)];
    }
    let Block::Picture(picture) = &mut block else { return vec![block] };
    let Some(address) = address(&picture.typed) else { return vec![block] };
    picture.typed.clear();
    let after = format!(
        "</div>\n<div class=\"live\"><iframe loading=\"lazy\" src=\"index.html#{address}&amp;embed\" \
         title=\"The tree, to change\"></iframe>\n<p><a href=\"index.html#{address}\">Open it in the playground</a></p>\n</div>\n"
    );
    vec![Block::Browser("<div class=\"still\">\n".to_owned()), block, Block::Browser(after)]
}

/// Returns the part of a URL that opens a command's subject in the playground, or `None` if the playground cannot show
/// it.
fn address(typed: &str) -> Option<String> {
    let words = words(typed.strip_prefix("plywood explain ")?);
    let subject = words.first()?;
    if !looks_typed(subject) && builtin(subject).is_none() {
        return None;
    }
    let option = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1));
    let mut parts = vec![format!("tree={}", encoded(subject))];
    for name in ["algorithm", "order", "depth", "cut", "fail", "mistake"] {
        parts.extend(option(&format!("--{name}")).map(|value| format!("{name}={}", encoded(value))));
    }
    Some(parts.join("&amp;"))
}

/// Encodes a text for the part of an address that the playground reads.
fn encoded(text: &str) -> String {
    escape::address(text.as_bytes(), b"()[],/:").replace("%20", "+")
}

/// Returns a page with only the site's styles.
fn plain(title: &str, file: &str, body: &str, script: &str) -> String {
    let script = if script.is_empty() { String::new() } else { format!("<script>\n{script}</script>\n") };
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<title>{}</title>\n<style>\n{}{PLAIN}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n{body}</main>\n{script}</body>\n</html>\n",
        xml(title),
        custom_properties(),
        xml(title)
    );
    framed(&html, file, &[], true)
}

/// Returns the list of all pages, grouped by part.
fn contents(pages: &[SitePage], file: &str, title: &str, lead: &str) -> String {
    let mut body = format!(
        "{lead}<p class=\"find\" hidden><label for=\"find\">Search by title</label><br>\n<input type=\"search\" id=\"find\"></p>\n"
    );
    let mut part = "";
    for page in pages {
        let drawn = thumbnail(&page.html).or_else(|| page.drawn.clone());
        if page.part != part {
            body.push_str(if part.is_empty() { "" } else { "</ul>\n</section>\n" });
            part = page.part;
            let _ = write!(body, "<section>\n<h2>{}</h2>\n<ul>\n", xml(part));
        }
        let (title, drawn) = (xml(&page.title), drawn.unwrap_or_else(|| "<svg aria-hidden=\"true\"></svg>".to_owned()));
        let _ = writeln!(body, "<li><a href=\"{}\">{drawn}<span>{title}</span></a></li>", page.file);
    }
    body.push_str("</ul>\n</section>\n");
    let page = plain(title, file, &body, FIND);
    page.replacen("</style>", &format!("{LIST}</style>"), 1)
}
