//! What all pages of a site share: their links and styles.

use crate::cli::command_error::{Result, failure};
use crate::page::escape::xml;
use crate::page::{Document, Form, Style};

/// A page of the site.
pub(super) struct SitePage {
    pub file: String,
    pub title: String,
    /// One line about the page as HTML, for the list of all pages.
    pub about: String,
    /// The heading under which the list of all pages shows this page.
    pub part: &'static str,
    pub html: String,
    /// The page's drawing in the list of all pages.
    pub drawn: Option<String>,
}

/// The page that lists all other pages.
pub(super) const CONTENTS: &str = "contents.html";
pub(super) const PLAYGROUND: &str = "Playground";
pub(super) const CHAPTER_1: &str = "chapter-1.html";
pub(super) const LESSONS: &str = "lessons.html";
pub(super) const GLOSSARY: &str = "glossary.html";
/// The heading of the course in the list of all pages.
pub(super) const COURSE: &str = "Course";

/// The site's styles, added to a page's own styles.
const CSS: &str = include_str!("../../../web/site.css");
const NAV: &str = include_str!("../../../web/site-nav.css");

/// Returns a page for browsers.
pub(super) fn html(page: &Document) -> Result<String> {
    let mut text = Vec::new();
    html_form()?.write(page, &Style::default(), &mut text)?;
    Ok(String::from_utf8(text)?)
}

pub(super) fn html_form() -> Result<&'static Form> {
    Form::named("html").ok_or_else(|| failure!("pages have no format html"))
}

/// A link to the chapter before or after a page.
pub(super) struct ChapterLink<'a> {
    pub number: usize,
    pub title: &'a str,
    pub is_next: bool,
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
pub(super) fn framed(html: &str, file: &str, beside: &[ChapterLink<'_>]) -> String {
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
    let html = html.replacen("<body>\n", &format!("<body>\n{links}"), 1);
    // The book of lessons has these styles, and accepts no others.
    let html = match file {
        LESSONS => html,
        _ => html.replacen("</head>", &format!("<style>\n{NAV}{CSS}</style>\n</head>"), 1),
    };
    if beside.is_empty() {
        return html;
    }
    let below = format!("<nav class=\"site\" aria-label=\"Chapters\">\n{beside}</nav>\n</body>");
    html.replacen("</body>", &below, 1)
}
